"""Perekur in numbers: 52 cards to lay, or to wait; and its view as a vector.

What lives here: the coding. What must not: rules, who wins a contested moment
(environment.py).
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
from cardprotocol.cards import Rank
from cardprotocol.games.common import Action, View
from cardprotocol.games.perekur import Lay, PerekurView
from cardrules.game import Game, Seat

WAIT: Final = CARDS
_RANKS: Final = len(Rank)
_OF_A_SEAT: Final = 4  # its cards, in play, laid last, dealer
_MANY_REDEALS: Final = 10  # a share of it; more count as so many


class PerekurCoding:
    """Actions: 0 to 51 lay the card of that number, 52 waits."""

    game = "perekur"
    actions = CARDS + 1
    size = 2 * CARDS + _RANKS + MOST_SEATS * _OF_A_SEAT + 2

    def numbered(self, game: Game, seat: Seat) -> dict[int, Action | None]:
        """Cards of the wanted rank, and waiting, which is always allowed."""
        laying: dict[int, Action | None] = {
            NUMBER_OF[action.card]: action for action in game.legal(seat) if isinstance(action, Lay)
        }
        return {**laying, WAIT: None}

    def observation(self, view: View, seat: Seat, seats: Sequence[Seat]) -> Vector:
        """Own cards, top card, wanted rank, seats from one's own on, pile, redeals."""
        assert isinstance(view, PerekurView)
        to = Writer(self.size)
        to.cards(view.cards)
        to.cards([] if view.top is None else [view.top])
        to.one_of(view.wanted - Rank.TWO, _RANKS)
        standing = standing_of(view.hands)
        for other in from_own_seat(seat, seats):
            hand = standing[other]
            to.share(hand.cards, CARDS)
            to.flag(not hand.place)
            to.flag(other == view.last)
            to.flag(other == view.dealer)
        to.skip((MOST_SEATS - len(seats)) * _OF_A_SEAT)
        to.share(view.pile, CARDS)
        to.share(view.redeal, _MANY_REDEALS)
        return to.vector
