-- rated seats whose change is not its two parts, or not what moved the Rating
select
    rating_changes.ladder,
    rating_changes.seq,
    rating_changes.rating_change,
    rating_changes.opponents_part + rating_changes.result_part as parts

from rating_changes

where
    rating_changes.opponents_part + rating_changes.result_part
    <> rating_changes.rating_change
    or rating_changes.rating_before + rating_changes.rating_change
    <> rating_changes.rating_after

order by
    rating_changes.ladder,
    rating_changes.seq;
