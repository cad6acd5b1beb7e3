-- count_changes: how many of a ladder's first rated seats are stored.
-- grain:  one row
-- reads:  rated_seat_rows, rated_files

with

counts as (

    select count(*) as n_rows
    from rated_seat_rows
    where
        ladder_no = $ladder_no
        and seq <= $last_seq

    union all

    select sum(n_changes) as n_rows
    from rated_files
    where
        ladder_no = $ladder_no
        and first_seq <= $last_seq
        and not list_contains($lost::bigint[], file_no)

)

select coalesce(sum(n_rows), 0)::bigint as n_rows
from counts
