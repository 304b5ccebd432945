"""What a game declares of itself to be offered at tables.

What lives here: GameKind, the entry a game puts into the registry. What must
not: the registry itself (it imports the games, the games import this).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cardprotocol.games.common import Outcome
from cardrules.game import Seat, Step
from cardrules.lots import Lots
from cardrules.options import TableOptions


@dataclass(frozen=True, slots=True)
class Previous:
    """The match played before at the same table; its seats are the same people's."""

    outcome: Outcome


Begin = Callable[[tuple[Seat, ...], TableOptions, Lots, Previous | None], Step]


@dataclass(frozen=True, slots=True)
class GameKind:
    """A game as the server offers it.

    `begin` takes the occupied seats in ascending order, options of type `options`, the
    match's lots and the match before (None for the first), and gives the first Step.
    """

    name: str
    least_seats: int
    most_seats: int
    options: type[TableOptions]
    begin: Begin
