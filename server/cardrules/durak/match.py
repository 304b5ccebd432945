"""DurakMatch: the game as tables, bots and replays see it, over the state of this room.

What lives here: the Game interface and the game's entry for the registry.
What must not: a rule; each method asks the file that has it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cardprotocol.errors import ErrorCode
from cardprotocol.games.common import Action, Outcome
from cardprotocol.games.durak import DurakView
from cardrules.durak import turns, view
from cardrules.durak.drawing import finish
from cardrules.durak.options import DurakOptions
from cardrules.durak.start import begin_match
from cardrules.durak.state import Change, State
from cardrules.game import IllegalAction, Over, Pace, Seat, Step, Turns
from cardrules.kind import GameKind, Previous
from cardrules.lots import Lots
from cardrules.options import TableOptions

LEAST_SEATS, MOST_SEATS = 2, 6  # D4


@dataclass(frozen=True, slots=True)
class DurakMatch:
    """One match of Invisible Durak (cardrules.game.Game)."""

    name: ClassVar[str] = "durak"
    state: State

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats dealt in, ascending."""
        return tuple(player.seat for player in self.state.players)

    def actors(self) -> frozenset[Seat]:
        """One seat, or every thrower at once with ``throw_order`` free."""
        return turns.actors(self.state)

    def legal(self, seat: Seat) -> tuple[Action, ...]:
        """Acts of one card; `apply` takes several in Attack (`multi_lead`) and ThrowIn."""
        return turns.legal(self.state, seat)

    def apply(self, seat: Seat, action: Action) -> Step:
        """The match after `action`; raises IllegalAction with a RULES_* code."""
        return _step(turns.act(self.state, seat, action))

    def view(self, seat: Seat | None) -> DurakView:
        """The match as `seat` may know it."""
        return view.seat_view(self.state, seat)

    def open_view(self) -> DurakView:
        """All hands open; the stock stays face down (DA1)."""
        return view.open_view(self.state)

    def pace(self) -> Pace:
        """Turns of `turn_seconds` each, until it is over."""
        if self.state.outcome is not None:
            return Over()
        return Turns(self.actors(), self.state.options.turn_seconds)

    def fallback(self, seats: frozenset[Seat]) -> tuple[Seat, Action] | None:
        """The mildest act of the lowest of `seats` whose turn it is (DA39)."""
        for seat in sorted(seats):
            action = turns.mildest(self.state, seat)
            if action is not None:
                return seat, action
        return None

    def controls(self) -> tuple[str, ...]:
        """The host has nothing to press in this game."""
        return ()

    def control(self, name: str) -> Step:
        """Always RULES_CONTROL."""
        raise IllegalAction(ErrorCode.RULES_CONTROL, field="control", value=name, expected="none")

    def outcome(self) -> Outcome | None:
        """`fool`, `draw` or `gave_up`, once the match is over."""
        return self.state.outcome

    def give_up(self, seat: Seat) -> Step | None:
        """Of the last two in play, who leaves on purpose is the fool (DA40); else None."""
        playing = self.state.clockwise(0)
        if self.state.outcome is not None or len(playing) != 2 or seat not in playing:
            return None
        return _step(finish(self.state, "gave_up", (seat,)))


def _step(change: Change) -> Step:
    return Step(DurakMatch(change.state), change.told)


def begin(
    seats: tuple[Seat, ...], options: TableOptions, lots: Lots, previous: Previous | None
) -> Step:
    """Deal a match; ValueError for options of another game or a number of seats D4 forbids."""
    if not isinstance(options, DurakOptions):
        raise ValueError(f"durak needs DurakOptions, not {type(options).__name__}")
    if not LEAST_SEATS <= len(seats) <= MOST_SEATS:
        raise ValueError(f"durak is for {LEAST_SEATS} to {MOST_SEATS} seats, not {len(seats)}")
    return _step(begin_match(seats, options, lots, previous))


DURAK = GameKind(
    name="durak",
    least_seats=LEAST_SEATS,
    most_seats=MOST_SEATS,
    options=DurakOptions,
    begin=begin,
)
