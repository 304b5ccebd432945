"""What a bot is examined in: each point with its section of docs/protocol.md, and its result.

What lives here: the list of points and the book in which they are marked. What
must not: how a point is found out.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass


class Point(enum.Enum):
    """One point: the heading of its section in docs/protocol.md, and what a bot does."""

    GREETS = ("Sessions and tables", "says `hello` first, and in time")
    DECLARES_BOT = ("Races", "declares itself a bot")
    READABLE = ("What is accepted", "sends only frames that can be read")
    ALLOWED = ("Sessions and tables", "sends each message where it is allowed")
    RATES = ("Rates and deadlines", "sends no more than a connection may")
    JOINS = ("Joining", "takes a seat at the table")
    READY = ("Joining", "says that it is ready")
    CUT_FRAMES = ("Frames", "reads frames however TCP cuts and joins them")
    PONGS = ("Clocks", "answers every ping")
    PONGS_AT_ONCE = ("Clocks", "answers pings at once")
    ONE_CLOCK = ("Conventions", "stamps in microseconds of a monotonic clock")
    PROMISE = ("Clocks", "stamps nothing earlier than it stamped before")
    UNKNOWN_KEYS = ("Compatibility", "ignores keys it does not know, in any order of keys")
    UNKNOWN_TYPE = ("Compatibility", "ignores a message of a type it does not know")
    UNKNOWN_EVENT = ("Compatibility", "ignores an event it does not know")
    UNKNOWN_CODE = ("Compatibility", "bears an error code it does not know")
    STAYS = ("Sessions and tables", "stays connected until it says `bye`")
    REFUSED = ("Errors", "plays on after an action of its own was refused")
    RETURNS = ("Coming back", "comes back by itself, with its name and token")
    RESUMES = ("Coming back", "resumes from the last number it was sent")
    COUNTS = ("State and sequence numbers", "counts an event it does not know")
    AFTER_MISSED = ("Coming back", "plays on after the frames it missed")
    AFTER_VIEW = ("Coming back", "plays on from a fresh view")
    MATCH = ("State and sequence numbers", "plays a match to its end")

    SHOWN = ("Races", "says `shown` once for each race")
    SHOWN_AT_T = ("Races", "shows a reveal at T, neither before nor long after")
    TICKS = ("Clocks", "ticks every 25 ms while a race is open")
    NO_STRAY_TICKS = ("Clocks", "does not tick while no race is open")
    CLAIMS = ("Races", "claims when it alone may lay")
    FAIR_CLAIMS = ("Races", "claims what it may, with nonce and stamps as they should be")

    ACTS = ("Turns", "acts while it may")
    LEGAL_ACTS = ("Turns", "does only what is legal")
    UNKNOWN_ACTION = ("Compatibility", "ignores an action it does not know among the legal ones")

    @property
    def section(self) -> str:
        """A heading of docs/protocol.md."""
        return self.value[0]

    @property
    def title(self) -> str:
        """What a bot does that passes."""
        return self.value[1]


_OF_RACES = frozenset(
    {
        Point.SHOWN,
        Point.SHOWN_AT_T,
        Point.TICKS,
        Point.NO_STRAY_TICKS,
        Point.CLAIMS,
        Point.FAIR_CLAIMS,
    }
)
_OF_TURNS = frozenset({Point.ACTS, Point.LEGAL_ACTS, Point.UNKNOWN_ACTION})


def points_of(*, raced: bool) -> tuple[Point, ...]:
    """The points of a game that is raced, or of one of turns, in the order of a report."""
    left_out = _OF_TURNS if raced else _OF_RACES
    return tuple(point for point in Point if point not in left_out)


class Status(enum.Enum):
    """What came of a point."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_REACHED = "not reached"


@dataclass(frozen=True, slots=True)
class Result:
    """A point's end; `why` is empty for one that was passed."""

    point: Point
    status: Status
    why: str = ""


class Book:
    """The marks of one examination; a point that failed once has failed, for the first reason."""

    def __init__(self) -> None:
        self._passed: set[Point] = set()
        self._failed: dict[Point, str] = {}

    def passed(self, point: Point) -> None:
        """The bot did it, so far."""
        self._passed.add(point)

    def failed(self, point: Point, why: str) -> None:
        """The bot did not do it."""
        self._failed.setdefault(point, why)

    def check(self, point: Point, right: bool, why: str) -> None:
        """Passed if `right`, else failed for the reason `why`."""
        if right:
            self.passed(point)
        else:
            self.failed(point, why)

    def results(self, points: Iterable[Point], why_not_reached: str) -> tuple[Result, ...]:
        """What came of each of `points`."""
        return tuple(self._result(point, why_not_reached) for point in points)

    def _result(self, point: Point, why_not_reached: str) -> Result:
        if point in self._failed:
            return Result(point, Status.FAILED, self._failed[point])
        if point in self._passed:
            return Result(point, Status.PASSED)
        return Result(point, Status.NOT_REACHED, why_not_reached)
