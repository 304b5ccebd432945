"""Where the viewer stands in a match, and what a key does to that. Pure.

What lives here: Viewer, its keys and the pauses between steps. What must not: a
terminal, a clock.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from cardrules.game import Seat

SPEEDS: Final = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
_NORMAL: Final = SPEEDS.index(1.0)
# A pause in the match is not a pause in the replay, and two acts of one moment are still two.
_LEAST_MS: Final = 150
_MOST_MS: Final = 2_500


@dataclass(frozen=True, slots=True)
class Viewer:
    """Step `at` of `steps`, seen from `seats[eye]` (None: all hands open)."""

    steps: int
    seats: tuple[Seat | None, ...]
    at: int = 0
    eye: int = 0
    speed: int = _NORMAL
    playing: bool = False
    leaving: bool = False
    puzzled: bool = False  # the last key means nothing here

    @property
    def seat(self) -> Seat | None:
        """Whose eyes we look through."""
        return self.seats[self.eye]

    @property
    def last(self) -> int:
        """The number of the last step."""
        return self.steps - 1


def moved(viewer: Viewer, to: int) -> Viewer:
    """At step `to`, or as near as there is one; at the end nothing plays on."""
    at = max(0, min(viewer.last, to))
    return replace(viewer, at=at, playing=viewer.playing and at < viewer.last)


def _toggled(viewer: Viewer) -> Viewer:
    if viewer.at == viewer.last:
        return replace(viewer, at=0, playing=True)
    return replace(viewer, playing=not viewer.playing)


def _speed(viewer: Viewer, change: int) -> Viewer:
    return replace(viewer, speed=max(0, min(len(SPEEDS) - 1, viewer.speed + change)))


def _next_eye(viewer: Viewer) -> Viewer:
    return replace(viewer, eye=(viewer.eye + 1) % len(viewer.seats))


# Names of prompt_toolkit's keys; letters for terminals without the others.
KEYS: Final[Mapping[str, Callable[[Viewer], Viewer]]] = {
    " ": _toggled,
    "right": lambda v: moved(replace(v, playing=False), v.at + 1),
    "left": lambda v: moved(replace(v, playing=False), v.at - 1),
    "n": lambda v: moved(replace(v, playing=False), v.at + 1),
    "p": lambda v: moved(replace(v, playing=False), v.at - 1),
    "pagedown": lambda v: moved(v, v.at + 10),
    "pageup": lambda v: moved(v, v.at - 10),
    "home": lambda v: moved(v, 0),
    "end": lambda v: moved(v, v.last),
    "up": lambda v: _speed(v, 1),
    "down": lambda v: _speed(v, -1),
    "+": lambda v: _speed(v, 1),
    "-": lambda v: _speed(v, -1),
    "s": _next_eye,
    "tab": _next_eye,
    "o": lambda v: replace(v, eye=v.seats.index(None)),
    "q": lambda v: replace(v, leaving=True),
    "f10": lambda v: replace(v, leaving=True),
    "c-c": lambda v: replace(v, leaving=True),
}


def pressed(viewer: Viewer, key: str) -> Viewer:
    """What a key does; one that means nothing is answered."""
    change = KEYS.get(key)
    if change is None:
        return replace(viewer, puzzled=True)
    return replace(change(viewer), puzzled=False)


def pause_ms(viewer: Viewer, at_ms: Sequence[int]) -> int:
    """How long the step on the screen stays there while playing; what it took then, bounded."""
    if viewer.at == viewer.last:
        return 0
    took = at_ms[viewer.at + 1] - at_ms[viewer.at]
    return round(max(_LEAST_MS, min(_MOST_MS, took)) / SPEEDS[viewer.speed])
