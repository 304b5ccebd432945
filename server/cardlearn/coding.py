"""What an environment needs of a game: numbers for actions, and an observation of a view.

What lives here: the Coding interface and the parts of observations both games
share. What must not: a game's own actions and view, PettingZoo.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from cardprotocol.cards import DECK_52, Card
from cardprotocol.games.common import Action, Hand, View
from cardrules.game import Game, Seat

Vector = NDArray[np.float32]

CARDS: Final = len(DECK_52)
MOST_SEATS: Final = 6
# The number of a card in actions and observations: its place in the unshuffled pack.
NUMBER_OF: Final = {card: number for number, card in enumerate(DECK_52)}


class Coding(Protocol):
    """Numbers for one game. An observation is a vector of `size` floats from 0 to 1."""

    game: str
    actions: int
    size: int

    def numbered(self, game: Game, seat: Seat) -> dict[int, Action | None]:
        """What `seat` may do now, by number; None means to do nothing (in a race)."""

    def observation(self, view: View, seat: Seat, seats: Sequence[Seat]) -> Vector:
        """`view` as `seat` sees it: seats in its own order, itself first."""


class Writer:
    """Writes an observation from its first number to its last."""

    __slots__ = ("_at", "vector")

    def __init__(self, size: int) -> None:
        self.vector: Vector = np.zeros(size, dtype=np.float32)
        self._at = 0

    def cards(self, some: Iterable[Card]) -> None:
        """One number a card of the pack: 1 for those in `some`."""
        for card in some:
            self.vector[self._at + NUMBER_OF[card]] = 1
        self._at += CARDS

    def one_of(self, index: int, many: int) -> None:
        """`many` numbers, 1 at `index`."""
        self.vector[self._at + index] = 1
        self._at += many

    def share(self, part: int, whole: int) -> None:
        """`part` of `whole`, at most 1."""
        self.vector[self._at] = min(1.0, part / whole)
        self._at += 1

    def flag(self, true: bool) -> None:
        """1 or 0."""
        self.vector[self._at] = true
        self._at += 1

    def skip(self, count: int) -> None:
        """`count` zeros."""
        self._at += count

    @property
    def written(self) -> int:
        """How many numbers so far."""
        return self._at


def from_own_seat(seat: Seat, seats: Sequence[Seat]) -> list[Seat]:
    """`seats` clockwise, `seat` first."""
    place = seats.index(seat)
    return [*seats[place:], *seats[:place]]


def standing_of(hands: Iterable[Hand]) -> dict[Seat, Hand]:
    """Public standings by seat."""
    return {hand.seat: hand for hand in hands}
