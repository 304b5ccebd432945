"""Perekur as a Game: the interface that tables, bots and replays use.

What lives here: the Game interface, the game's entry for the registry, the order of
the server's own acts (PA10) and the host's control (PA19). What must not: any other
rule (laying.py, dealing.py and state.py have them).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Final

from cardprotocol.errors import ErrorCode
from cardprotocol.games.common import Action, Outcome
from cardprotocol.games.perekur import LastRoundCalled, Lay, PerekurView
from cardrules.game import IllegalAction, Over, Pace, Race, Seat, Step, Told
from cardrules.kind import GameKind, Previous
from cardrules.lots import Lots
from cardrules.options import TableOptions
from cardrules.perekur.dealing import first_deal, first_dealer, told_dealt
from cardrules.perekur.laying import lay
from cardrules.perekur.options import PerekurOptions
from cardrules.perekur.state import State, clockwise
from cardrules.perekur.view import open_view, view_for

LEAST_SEATS, MOST_SEATS = 3, 6  # P4, PA22
LAST_ROUND = "last_round"


@dataclass(frozen=True, slots=True)
class Perekur:
    """A match of Perekur as an immutable value (cardrules.game.Game)."""

    name: ClassVar[str] = "perekur"

    state: State

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats dealt in, ascending."""
        return self.state.seats

    def actors(self) -> frozenset[Seat]:
        """Who may lay now. Secret: it tells who holds the wanted rank."""
        return frozenset(self.state.able())

    def legal(self, seat: Seat) -> tuple[Lay, ...]:
        """A `Lay` for each card of the wanted rank, in the order S, H, D, C."""
        return tuple(Lay(card=card) for card in self.state.layable(seat))

    def apply(self, seat: Seat, action: Action) -> Step:
        """The match after a `Lay`; IllegalAction in the order over, out, held, barred, rank."""
        state, told = lay(self.state, seat, action)
        return Step(Perekur(state), told)

    def view(self, seat: Seat | None) -> PerekurView:
        """The match as `seat` may know it; None is a spectator."""
        return view_for(self.state, seat)

    def open_view(self) -> PerekurView:
        """The match with every hand."""
        return open_view(self.state)

    def pace(self) -> Pace:
        """A race of all who are not barred, after a look at the cards when they are fresh."""
        state = self.state
        if state.outcome is not None:
            return Over()
        return Race(
            racers=frozenset(state.racers),
            wait_seconds=0 if state.pile else state.options.look_seconds,
            stall_seconds=state.options.stall_seconds,
        )

    def fallback(self, seats: frozenset[Seat]) -> tuple[Seat, Lay] | None:
        """PA10: the first able of `seats` clockwise from the last layer, or from the dealer."""
        state = self.state
        start = state.dealer if state.last is None else state.last
        able = clockwise(seats.intersection(state.able()), start)
        return (able[0], self.legal(able[0])[0]) if able else None

    def controls(self) -> tuple[str, ...]:
        """``last_round`` while it would change anything: between two the match ends anyway."""
        state = self.state
        if state.outcome is not None or state.final or len(state.in_play) == 2:
            return ()
        return (LAST_ROUND,)

    def control(self, name: str) -> Step:
        """The match with the last round called (PA19)."""
        offered = self.controls()
        if name not in offered:
            raise IllegalAction(
                ErrorCode.RULES_CONTROL, field="control", value=name, expected=", ".join(offered)
            )
        called = Perekur(replace(self.state, last_round=True))
        return Step(called, (Told(LastRoundCalled()),))

    def outcome(self) -> Outcome | None:
        """Who lost and why, and the order of leaving."""
        return self.state.outcome

    def give_up(self, seat: Seat) -> Step | None:  # noqa: ARG002 - Game's interface
        """None: cards that left with a player would break the game; the server plays on (PA18)."""
        return None


def begin(
    seats: tuple[Seat, ...], options: TableOptions, lots: Lots, previous: Previous | None
) -> Step:
    """The first deal of a match of 3 to 6 `seats`, ascending; ValueError for other seats."""
    if not isinstance(options, PerekurOptions):
        raise TypeError(f"Perekur is played with PerekurOptions, not {type(options).__name__}")
    if not LEAST_SEATS <= len(seats) <= MOST_SEATS or list(seats) != sorted(set(seats)):
        raise ValueError(
            f"Perekur needs {LEAST_SEATS} to {MOST_SEATS} seats in ascending order, not {seats}"
        )
    dealer = first_dealer(seats, options, lots, previous)
    empty = State(options=options, lots=lots, seats=seats, hands=((),) * len(seats), dealer=dealer)
    state = first_deal(empty)
    return Step(Perekur(state), (told_dealt(state),))


PEREKUR: Final = GameKind(
    name=Perekur.name,
    least_seats=LEAST_SEATS,
    most_seats=MOST_SEATS,
    options=PerekurOptions,
    begin=begin,
)
