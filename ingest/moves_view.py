"""The view `moves`: what `hand_moves` and `plain_moves` hold, one row a move.

It is written from the bits and lists of `ingest.packed_moves`, so that they are said
in one place. A filter on hand_id reaches the stored rows, and a field that no query
asks for is not unpacked.
"""

from collections.abc import Sequence

from ingest.packed_moves import CARDS, KINDS, RANKS, SHIFTS, SPECIAL_HANDS, WIDTHS

_COMMENTS = """
comment on view moves is 'One move. Grain: hand_id, move_no. Hands logged with results only have none.';
comment on column moves.hand_id is 'The hand: hands.hand_id.';
comment on column moves.move_no is 'Index of the move in the log, from 0.';
comment on column moves.turn is 'The turn it belongs to, from 1; 0 before the first turn. Null: the hand was not replayed.';
comment on column moves.seat is 'The seat that moved.';
comment on column moves."do" is 'What it did: `expose`, `draw`, `take_pile`, `meld`, `discard`, `talon`, `ask`, `answer`, `special_hand`, `cancel_opening`, `time_out`, `leave`, `return` or `joker_button`.';
comment on column moves.cards is 'The cards of the move, in the log''s order. Null: a move without cards.';
comment on column moves.rank is 'Rank of the meld. Null: not a meld.';
comment on column moves.replacement is 'The card that replaced an exposed three. Null: not an `expose`, or the stock was empty.';
comment on column moves.yes is 'The partner''s answer. Null: not an `answer`.';
comment on column moves.special_hand is 'Id of the declared special hand. Null: not a `special_hand`.';
comment on column moves.ms is 'Milliseconds since the hand started. Null: the log does not say.';
"""  # noqa: E501


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
{_COMMENTS}"""  # noqa: S608


def _bits(field: str) -> str:
    return f"((move >> {SHIFTS[field]}) & {(1 << WIDTHS[field]) - 1})"


def _named(field: str, names: Sequence[str]) -> str:
    return f"{_list(names)}[{_bits(field)}]"


def _list(names: Sequence[str]) -> str:
    return "[" + ", ".join(f"'{name}'" for name in names) + "]"
