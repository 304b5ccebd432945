"""Seats of a table: who sits there and how the seat stands.

What lives here: SeatState. What must not: rules, timers, giving and freeing seats
(seating.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardprotocol.messages.parts import SeatInfo
from cardserver.clock_estimate import UNSYNCED, ClockEstimate

if TYPE_CHECKING:
    from cardserver.people import Player
    from cardserver.session import Session
    from cardserver.table import Table


@dataclass(slots=True, eq=False)
class SeatState:
    """A taken seat. `absent_us` is when its player was lost, None while connected."""

    seat: int
    player: Player
    table: Table
    ready: bool = False
    entropy: bytes = b""
    gave_up: bool = False
    away: bool = False
    absent_us: int | None = None
    locked_until_us: int = 0

    @property
    def session(self) -> Session | None:
        """The connection that plays this seat now."""
        session = self.player.session
        return session if session is not None and session.table is self.table else None

    @property
    def connected(self) -> bool:
        """Whether somebody is there to play it."""
        return self.session is not None

    def estimate(self, now_us: int) -> ClockEstimate:
        """What is believed of its player's clock."""
        session = self.session
        return UNSYNCED if session is None else session.path.estimate(now_us)

    def missing(self, now_us: int, grace_us: int) -> bool:
        """Whether the server plays for it: given up, or lost for longer than the grace."""
        if self.gave_up:
            return True
        return self.absent_us is not None and now_us - self.absent_us >= grace_us

    def painted(self, shown_us: int, show_us: int, now_us: int) -> None:
        """The client showed a reveal at its `shown_us`; lateness counts into what its path needs.

        `show_us` is the show time in the server's clock.
        """
        session = self.session
        if session is not None:
            estimate = session.path.estimate(now_us)
            if estimate.synced:
                session.path.painted(shown_us - estimate.to_client(show_us), now_us)

    def info(self, now_us: int) -> SeatInfo:
        """What everybody may know of it."""
        session = self.session
        estimate = UNSYNCED if session is None else session.told_estimate(now_us)
        return SeatInfo(
            seat=self.seat,
            name=self.player.name,
            bot=self.player.bot,
            ready=self.ready,
            connected=session is not None,
            away=self.away,
            gave_up=self.gave_up,
            rtt_us=estimate.rtt_us if estimate.synced else None,
            clock=estimate.quality,
            tunnelled=self.player.name in self.table.settings.tunnelled,
        )
