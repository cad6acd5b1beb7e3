"""How likely the next seat is to take the pile with a card thrown on it."""

from typing import Final

from engine.cards import JOKER, THREE, TWO
from engine.players.chances import chance_of
from engine.players.skill import Skill
from engine.view import SeatView

BLOCKING_RANKS: Final = (TWO, THREE, JOKER)  # nobody takes the pile with one on top
GUESS_PER_COPY: Final = 0.05  # a rule of thumb: for every copy out beyond two


class NextSeat:
    """What a player who counts knows of the next seat in this turn."""

    __slots__ = ("_known", "_passed", "_seen", "_share", "_skill", "_thrown", "_view",
                 "_wild_chance")  # fmt: skip

    def __init__(self, view: SeatView, skill: Skill, seen: list[int]) -> None:
        history = view.history
        seat = view.next_seat
        self._view = view
        self._skill = skill
        self._seen = seen
        self._known = history.known[seat]
        self._passed = history.passed[seat]
        self._thrown = history.thrown[seat]
        n_hidden = view.n_stock + sum(view.n_held) - view.n_own
        self._share = share = view.n_held[seat] / max(n_hidden, 1)
        self._wild_chance = 0.0
        if skill.wild_use and _opens_to_wilds(view):
            n_of_rank = view.ruleset.deck.n_of_rank
            n_wilds = n_of_rank[TWO] + n_of_rank[JOKER] - seen[TWO] - seen[JOKER]
            self._wild_chance = skill.wild_use * chance_of(1, max(n_wilds, 0), share)

    def chance_to_take(self, rank: int) -> float:
        """The chance that it holds a pair of the rank, or one and a wild to spend."""
        known = self._known[rank]
        n_unseen = self._view.ruleset.deck.n_of_rank[rank] - self._seen[rank] - known
        if n_unseen + known < 1:
            return 0.0
        chance = chance_of(2 - known, n_unseen, self._share)
        if self._wild_chance:
            one = chance_of(1 - known, n_unseen, self._share)
            chance += (1.0 - chance) * one * self._wild_chance
        if self._passed[rank]:
            chance *= self._skill.passed_danger
        if self._thrown[rank]:
            chance *= self._skill.thrown_danger
        return chance


def is_laid_off(view: SeatView) -> bool:
    """Whether the next seat takes the pile with a meld that lies on the table."""
    rules = view.ruleset
    return rules.take_by_lay_off and not (rules.frozen_by_wild and view.is_frozen)


def _opens_to_wilds(view: SeatView) -> bool:
    """Whether a natural and a wild would do for the next seat."""
    rules = view.ruleset
    return (
        rules.take_with_wild
        and not view.is_frozen
        and (view.is_opened[view.next_side] or not rules.frozen_until_opened)
    )
