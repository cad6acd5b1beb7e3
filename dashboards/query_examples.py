"""Queries to start from on the SQL page; each runs on either snapshot."""

EXAMPLES = {
    "Ladder by Form": """\
select ladder, level, round(form) as form, round(rating) as rating, rated_hands
from player_ratings
order by form desc
limit 20""",
    "One player's Rating over time": """\
with most as (
    select player_id from player_ratings
    where ladder = 'coastal/live' order by rated_hands desc limit 1
)
select rated_hands, ended_at, rating_after, form_after, level, level_event
from rating_changes inner join most using (player_id)
where ladder = 'coastal/live'
order by rated_hands""",
    "Who moved up or down, and when": """\
select ladder, kind, from_level, to_level, count(*) as n
from level_changes
group by all
order by ladder, n desc""",
    "Do expected scores come true?": """\
select
    round(expected_score, 1) as expected,
    count(*) as n,
    avg(actual_score) as actual
from rating_changes
where ladder = 'coastal/live'
group by all
order by expected""",
    "Margin by seat": """\
select hands.ruleset, hand_seats.seat, count(*) as n, avg(hand_sides.margin) as margin
from hand_seats
inner join hand_sides using (hand_id, side)
inner join hands using (hand_id)
where hands.ended_by <> 'abandoned'
group by all
order by hands.ruleset, hand_seats.seat""",
    "Does an early opening win?": """\
select
    least(opening_turn, 10) as opening_turn,
    count(won) as n,
    safe_ratio(count(*) filter (won), count(won)) as won,
    wilson_low(count(*) filter (won), count(won)) as low,
    wilson_high(count(*) filter (won), count(won)) as high
from hand_sides
where opening_turn is not null
group by all
order by opening_turn""",
    "Canastas by kind": """\
select hands.ruleset, melds.canasta_kind, count(*) as n, avg(n_wilds) as wilds
from melds inner join hands using (hand_id)
where canasta_kind is not null
group by all
order by hands.ruleset, n desc""",
    "How hands end": """\
select ruleset, mode, ended_by, count(*) as n, round(avg(duration_s)) as seconds
from hands
group by all
order by ruleset, mode, n desc""",
    "Longest thoughts": """\
select "do", count(*) as n, max(wait_ms) as longest_ms
from (
    select "do", ms - lag(ms) over (partition by hand_id order by move_no) as wait_ms
    from moves
)
group by all
order by longest_ms desc""",
}
