"""The one interface through which tables, bots and replays see any game.

What lives here: Game, and the values that pass through it. What must not: a
rule of a particular game, time, randomness, anything that sends.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Protocol

from cardprotocol.errors import ErrorCode
from cardprotocol.games.common import Action, Event, Outcome, View

Seat = int


class IllegalAction(Exception):  # noqa: N818 - reads as what it is: an action the rules forbid
    """The rules forbid an action; nothing was changed.

    `code` is the reason for programs, `field`, `value` and `expected` say what
    was wrong and what would have been right (may be empty).
    """

    def __init__(self, code: ErrorCode, *, field: str = "", value: str = "", expected: str = ""):
        super().__init__(code.sentence)
        self.code = code
        self.field = field
        self.value = value
        self.expected = expected


@dataclass(frozen=True, slots=True)
class Told:
    """One event and who may know what of it: `public` for all, but `private[seat]` for a seat.

    A private form has the same type as the public one and carries its secret too; it stands
    in no repr, so that no log prints it.
    """

    public: Event
    private: Mapping[Seat, Event] = field(default_factory=dict, repr=False)

    def form_for(self, seat: Seat | None) -> Event:
        """The event as `seat` (None: a spectator) may know it."""
        return self.public if seat is None else self.private.get(seat, self.public)


@dataclass(frozen=True, slots=True)
class Race:
    """Whoever is first may act: the table opens a race after `wait_seconds` (the look time).

    `racers` are the seats that are not publicly out of the race (barred or out of the match),
    whether or not they hold what is wanted; the judge waits for all of them alike.
    """

    racers: frozenset[Seat]
    wait_seconds: int
    stall_seconds: int  # 0: never


@dataclass(frozen=True, slots=True)
class Turns:
    """The `actors` may act in their own time, each within `turn_seconds` (0: no limit)."""

    actors: frozenset[Seat]
    turn_seconds: int


@dataclass(frozen=True, slots=True)
class Over:
    """Nobody may act any more."""


Pace = Race | Turns | Over


class Game(Protocol):
    """A match as an immutable value. Seats are the table's numbers, clockwise, gaps allowed."""

    name: ClassVar[str]

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats dealt in, ascending."""

    def actors(self) -> frozenset[Seat]:
        """Seats with a legal action now (secret where it depends on hands); none when over."""

    def legal(self, seat: Seat) -> tuple[Action, ...]:
        """Every legal action of one card, sorted; empty for a non-actor.

        Where the rules let several cards be laid at once, `apply` takes those too.
        """

    def apply(self, seat: Seat, action: Action) -> Step:
        """The match after `action`; raises IllegalAction and changes nothing if it is illegal."""

    def view(self, seat: Seat | None) -> View:
        """The match as `seat` may know it; None is a spectator without open hands."""

    def open_view(self) -> View:
        """The match with all hands open, for spectators of a table that allows it, and replays."""

    def pace(self) -> Pace:
        """How the next act comes about: by a race, in turns, or not at all."""

    def fallback(self, seats: frozenset[Seat]) -> tuple[Seat, Action] | None:
        """The act the server makes when the time of `seats` ran out; None if none of them can."""

    def controls(self) -> tuple[str, ...]:
        """What the table's host may use now, for example ``last_round``."""

    def control(self, name: str) -> Step:
        """The match after the host used a control; IllegalAction if it is not offered."""

    def outcome(self) -> Outcome | None:
        """Reason and ranking once the match is over."""

    def give_up(self, seat: Seat) -> Step | None:
        """What an explicit quit does by the rules (DA40); None where the seat plays on."""


@dataclass(frozen=True, slots=True)
class Step:
    """What an act led to: the next value of the match and what is told of it, in order."""

    game: Game
    events: tuple[Told, ...]
