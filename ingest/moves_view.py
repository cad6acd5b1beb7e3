"""The view `moves`: what `hand_moves` and `plain_moves` hold, one row a move.

It is written from the bits and lists of `ingest.packed_moves`, so that they are said
in one place. A filter on hand_id reaches the stored rows, and a field that no query
asks for is not unpacked.
"""

from collections.abc import Sequence

from ingest.packed_moves import CARDS, KINDS, RANKS, SHIFTS, SPECIAL_HANDS, WIDTHS
from ingest.plain_comments import plain_comments


def moves_view_sql() -> str:
    """The statements that define the view and its comments."""
    card, n_cards = _bits("card"), _bits("n_cards")
    return f"""create or replace view moves as

with

spread as (

    select
        hand_id,
        generate_subscripts(moves, 1) - 1 as move_no,
        unnest(moves) as move,
        unnest(ms) as ms,
        cards

    from hand_moves

)

select
    hand_id,
    move_no,
    nullif({_bits("turn")}, 0) - 1 as turn,
    {_bits("seat")} as seat,
    {_named("do", KINDS)} as "do",
    case
        when {n_cards} = 2 then [{_named("card", CARDS)}]
        when {n_cards} > 0 then list_select(
            {_list(CARDS)}, cards[{card} + 1:{card} + {n_cards} - 1]::bigint[]
        )
    end as cards,
    {_named("rank", RANKS)} as rank,
    {_named("replacement", CARDS)} as replacement,
    nullif({_bits("yes")}, 0) = 2 as yes,
    {_named("special_hand", SPECIAL_HANDS)} as special_hand,
    ms

from spread

union all

select
    hand_id,
    move_no,
    turn,
    seat,
    "do",
    cards,
    rank,
    replacement,
    yes,
    special_hand,
    ms

from plain_moves;

comment on view moves is
    'One move. Grain: hand_id, move_no. Hands logged with results only have none.';
{plain_comments("moves")}"""  # noqa: S608


def _bits(field: str) -> str:
    return f"((move >> {SHIFTS[field]}) & {(1 << WIDTHS[field]) - 1})"


def _named(field: str, names: Sequence[str]) -> str:
    return f"{_list(names)}[{_bits(field)}]"


def _list(names: Sequence[str]) -> str:
    return "[" + ", ".join(f"'{name}'" for name in names) + "]"
