"""A computer player: from what its seat sees to the moves it makes."""

from collections.abc import Sequence
from random import Random

from engine.cards import JOKER, TWO
from engine.moves import Ask, CancelOpening, Discard, Meld, Move, TakePile
from engine.phases import SAID_NO, SAID_YES
from engine.players.discarding import choose_discard, rank_to_take_back
from engine.players.going_out import plan_way_out, says_yes, should_ask
from engine.players.melding import plan_melds
from engine.players.opening import plan_opening, rank_that_falls_short
from engine.players.pairs import plays_for_pairs
from engine.players.pile import plan_pile
from engine.players.plan import TurnPlan
from engine.players.skill import Skill
from engine.players.special import find_special_hand
from engine.players.worth import turns_left
from engine.view import SeatView


class ComputerPlayer:
    """Chooses moves by its skill; `rng` decides where it plays carelessly."""

    __slots__ = ("rng", "skill")

    def __init__(self, skill: Skill, rng: Random) -> None:
        self.skill = skill
        self.rng = rng

    def take_or_draw(self, view: SeatView) -> list[Move] | None:
        """The moves that take the pile, or None to draw from the stock."""
        if not view.pile:
            return None
        plan = plan_pile(view, self.skill)
        if plan is None:
            return None
        seat = view.seat
        top = view.pile[-1]
        first, *others = meld_moves(plan)
        first.cards = [*first.cards, top]
        return [TakePile(seat, list(view.pile)), first, *others]

    def uses_joker_button(self, view: SeatView) -> bool:
        """Whether the seat, which leaves the pile, takes a joker from its account."""
        return (
            view.ruleset.joker_button != "off"
            and turns_left(view) <= self.skill.button_from
            and view.has_joker_button
        )

    def finish_turn(self, view: SeatView) -> list[Move]:
        """Everything from the melds to the discard, or a question to the partner."""
        if not view.may_meld:
            return self._moves(TurnPlan(view, is_opening=False))
        special = find_special_hand(view)
        if special is not None:
            return [special]
        if view.own_opened:
            way_out = self._way_out(view)
            if way_out is not None:
                if view.answer != SAID_YES and should_ask(view, self.skill):
                    return [Ask(view.seat)]
                return self._moves(way_out)
        return self._stay(view)

    def answer(self, view: SeatView) -> bool:
        """The answer to the partner who asks for leave to go out."""
        return says_yes(view, self.skill)

    def _stay(self, view: SeatView) -> list[Move]:
        """Melds or an opening, and a discard."""
        skill = self.skill
        is_careless = (
            skill.careless_meld > 0 and self.rng.random() < skill.careless_meld
        )
        pairs_only = plays_for_pairs(view, skill)
        plan = None
        if not is_careless:
            if view.own_opened:
                plan = plan_melds(view, skill)
            elif not pairs_only and turns_left(view) <= skill.opens_from:
                plan = plan_opening(view, skill)
        if plan is not None:
            return self._moves(plan)
        plan = TurnPlan(view, is_opening=False)
        moves = self._moves(plan, pairs_only=pairs_only)
        if skill.miscounts and not pairs_only:
            return [*self._failed_opening(view), *moves]
        return moves

    def _failed_opening(self, view: SeatView) -> list[Move]:
        """A first meld that falls short, laid and taken back; mostly none."""
        if view.own_opened or self.rng.random() >= self.skill.miscounts:
            return []
        rank = rank_that_falls_short(view)
        if rank is None:
            return []
        seat = view.seat
        return [Meld(seat, rank, view.held_cards(rank)), CancelOpening(seat)]

    def _way_out(self, view: SeatView) -> TurnPlan | None:
        if view.answer == SAID_NO:
            return None
        plan = plan_way_out(view)
        if plan is None or rank_to_take_back(plan) is not None:
            return None
        return plan

    def _moves(self, plan: TurnPlan, *, pairs_only: bool = False) -> list[Move]:
        melds = meld_moves(plan) if plan.lays else []
        moves: list[Move] = [*melds]
        if plan.n_own:
            takes_back = plan.view.ruleset.swad_fallback == "take_back"
            rank = rank_to_take_back(plan) if takes_back else None
            if rank is not None:
                card = _card_on_table(plan.view, melds, rank)
                return [*moves, Discard(plan.view.seat, card)]
            rank = choose_discard(plan, self.skill, self.rng, pairs_only=pairs_only)
            view = plan.view
            moves.append(Discard(view.seat, view.last_held_card(rank)))
        return moves


def _card_on_table(view: SeatView, melds: Sequence[Meld], rank: int) -> int:
    """A natural of the side's meld, as the table will be after `melds`."""
    laid = [card for meld in melds if meld.rank == rank for card in meld.cards]
    rank_of = view.ruleset.deck.rank
    cards = [c for c in [*view.own_meld_cards(rank), *laid] if rank_of[c] == rank]
    return cards[0]


def meld_moves(plan: TurnPlan) -> list[Meld]:
    """The plan's lays as moves, one a rank, with the lowest cards of each rank."""
    view = plan.view
    if not any(n_twos or n_jokers for _, _, n_twos, n_jokers in plan.lays):
        return [
            Meld(view.seat, rank, view.held_cards(rank)[:n])
            for rank, n, _, _ in plan.lays
        ]
    left: dict[int, list[int]] = {}
    melds: dict[int, list[int]] = {}
    for rank, n_naturals, n_twos, n_jokers in plan.lays:
        cards = melds.setdefault(rank, [])
        for held_rank, n in ((rank, n_naturals), (TWO, n_twos), (JOKER, n_jokers)):
            if n:
                held = left.get(held_rank)
                if held is None:
                    held = view.held_cards(held_rank)
                cards += held[:n]
                left[held_rank] = held[n:]
    return [Meld(view.seat, rank, cards) for rank, cards in melds.items()]
