"""Where in a turn a hand is, where a card can lie, and what a partner said."""

from typing import Final

# phases of a hand
DEAL: Final = 0  # dealt threes are being exposed
DRAW: Final = 1  # the seat has yet to draw or to take the pile
PLAY: Final = 2  # the seat may meld, ask, and must discard
ANSWER: Final = 3  # the partner has yet to answer
TALON: Final = 4  # the bonus cards of an opening have yet to be drawn
OVER: Final = 5

PHASE_NAMES: Final = ("deal", "draw", "play", "answer", "talon", "over")

# places of a card beside the seats 0, 1, 2, …
STOCK: Final = 10
PILE: Final = 11
MELDED: Final = 12
EXPOSED: Final = 13

# the partner's answer of this turn
NOT_ASKED: Final = 0
SAID_YES: Final = 1
SAID_NO: Final = 2
