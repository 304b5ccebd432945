"""Durak in numbers: cards to lay, to beat with, to transfer; to take or pass; its view.

What lives here: the coding. What must not: rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardlearn.coding import (
    CARDS,
    MOST_SEATS,
    NUMBER_OF,
    Vector,
    Writer,
    from_own_seat,
    standing_of,
)
from cardprotocol.cards import Suit
from cardprotocol.games.common import Action, View
from cardprotocol.games.durak import (
    Attack,
    Beat,
    DurakView,
    Pass,
    ShowTransfer,
    Take,
    ThrowIn,
    Transfer,
)
from cardrules.game import Game, Seat

# Cards are laid one by one here, so what is unbeaten at once is of one rank: four at the most.
TARGETS: Final = 4
_TRANSFER: Final = CARDS
_SHOW: Final = 2 * CARDS
_BEAT: Final = 3 * CARDS
TAKE: Final = (3 + TARGETS) * CARDS
PASS: Final = TAKE + 1
_PHASES: Final = ("attack", "defend", "throw_in", "taking", "over")
_SUITS: Final = tuple(Suit)
_OF_A_SEAT: Final = 4  # its cards, in play, attacker, defender


class DurakCoding:
    """Actions, by number; `c` is a card's number.

    c attacks with it or throws it in, 52 + c transfers, 104 + c shows it to transfer,
    156 + 52 t + c beats the t-th unbeaten card, 364 takes, 365 passes.
    """

    game = "durak"
    actions = PASS + 1
    size = 4 * CARDS + len(_SUITS) + len(_PHASES) + MOST_SEATS * _OF_A_SEAT + 3

    def numbered(self, game: Game, seat: Seat) -> dict[int, Action | None]:
        """Every legal action of one card."""
        legal = game.legal(seat)
        targets = list(dict.fromkeys(a.target for a in legal if isinstance(a, Beat)))
        if targets:  # also those that nothing in hand beats keep their place
            view = game.view(seat)
            assert isinstance(view, DurakView)
            targets = [pair.attack for pair in view.table if pair.by is None]
        return {_number(action, targets): action for action in legal}

    def observation(self, view: View, seat: Seat, seats: Sequence[Seat]) -> Vector:
        """Own cards, the table, trumps, phase, seats from one's own on, stock, discard, limit."""
        assert isinstance(view, DurakView)
        to = Writer(self.size)
        to.cards(view.cards)
        to.cards(pair.attack for pair in view.table)
        to.cards(pair.attack for pair in view.table if pair.by is None)
        to.cards(pair.by for pair in view.table if pair.by is not None)
        to.one_of(_SUITS.index(view.trump), len(_SUITS))
        to.one_of(_PHASES.index(view.phase), len(_PHASES))
        standing = standing_of(view.hands)
        for other in from_own_seat(seat, seats):
            hand = standing[other]
            to.share(hand.cards, CARDS)
            to.flag(not hand.place)
            to.flag(other == view.attacker)
            to.flag(other == view.defender)
        to.skip((MOST_SEATS - len(seats)) * _OF_A_SEAT)
        to.share(view.stock, CARDS)
        to.share(view.discard, CARDS)
        to.share(view.limit, CARDS)
        return to.vector


def _number(action: Action, targets: Sequence[object]) -> int:
    match action:
        case Attack(cards=(card,)) | ThrowIn(cards=(card,)):
            return NUMBER_OF[card]
        case Transfer():
            return _TRANSFER + NUMBER_OF[action.card]
        case ShowTransfer():
            return _SHOW + NUMBER_OF[action.card]
        case Beat():
            return _BEAT + targets.index(action.target) * CARDS + NUMBER_OF[action.card]
        case Take():
            return TAKE
        case Pass():
            return PASS
    raise ValueError(f"no number for {action}")
