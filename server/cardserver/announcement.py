"""What is told at once, kept for those who come back.

What lives here: Announcement, and the event that goes before the server's own
acts. What must not: telling it.
"""

from __future__ import annotations

from dataclasses import dataclass

from cardprotocol.games.common import TimeRanOut
from cardprotocol.messages.parts import MatchProof, Verdict
from cardrules.game import Seat, Told


@dataclass(frozen=True, slots=True)
class Announcement:
    """What was told at once: `last` is the number of its last event."""

    last: int
    events: tuple[Told, ...]
    verdict: Verdict | None = None
    proof: MatchProof | None = None


def time_ran_out(seat: Seat, by: str) -> tuple[Told, ...]:
    """The event that tells that the server acted for `seat`; none for an act of its own."""
    if by in ("idle", "absent", "stalled"):
        return (Told(TimeRanOut(seat=seat, why=by)),)
    return ()
