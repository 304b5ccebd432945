"""What is on its way to one spectator: every frame at its moment, none before one told earlier.

What lives here: the queue between telling and sending, and how much may wait in it. What must
not: what is told, and how much later (audience.py, and the table's options).
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cardserver.ports import Clock, Timer
    from cardserver.session import Session

# Ten minutes, the longest delay, take about 3 MiB: a reveal of 1-2 KiB each second and a half
# and two table frames of as much each second. Most frames are shared by a table's spectators.
QUEUE_BYTES: Final = 8 * 1024 * 1024

# Anybody may have `table` frames sent, by coming and going; a newer one makes an older one
# useless. One or two a second stay, since who only kept the newest would see none while they go on.
TABLES_APART_US: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Waiting:
    """A frame and when it is due. `passing`: a later one that passes takes its place."""

    at_us: int
    frame: bytes
    passing: bool


class OnTheWay:
    """Frames for one spectator, in the order in which they were told.

    The order is kept also where a frame is due before one that was told earlier: options may
    change between matches, and two timers of one moment have no order in a real clock.
    """

    def __init__(self, clock: Clock, session: Session) -> None:
        self._clock = clock
        self._session = session
        self._frames: deque[Waiting] = deque()
        self._bytes = 0
        self._timer: Timer | None = None

    @property
    def too_much(self) -> bool:
        """Whether more waits than anybody is kept for."""
        return self._bytes > QUEUE_BYTES

    def send_at(self, at_us: int, frame: bytes, *, passing: bool = False) -> None:
        """Send `frame` at `at_us`, or as soon as what was told before it is sent."""
        if not self._frames and at_us <= self._clock.now_us():
            self._session.send_frame(frame)
            return
        if passing:
            self._drop_passed(at_us)
        self._frames.append(Waiting(at_us, frame, passing))
        self._bytes += len(frame)
        self._arm()

    def _drop_passed(self, at_us: int) -> None:
        """The last frame, if one due less than a second before `at_us` stands before it.

        Nothing else is between them, so that the order with events stays; the first one stays
        at its moment, and the newest comes at its own and never earlier.
        """
        if len(self._frames) < 2:
            return
        before, last = self._frames[-2], self._frames[-1]
        near = at_us - before.at_us < TABLES_APART_US
        if before.passing and last.passing and near:
            self._take(self._frames.pop())

    def _take(self, waiting: Waiting) -> bytes:
        self._bytes -= len(waiting.frame)
        return waiting.frame

    def forget(self) -> None:
        """Nothing of it is sent any more."""
        self._frames.clear()
        self._bytes = 0
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _arm(self) -> None:
        if self._timer is None and self._frames:
            wait_us = max(0, self._frames[0].at_us - self._clock.now_us())
            self._timer = self._clock.call_later_us(wait_us, self._send_due)

    def _send_due(self) -> None:
        self._timer = None
        now_us = self._clock.now_us()
        while self._frames and self._frames[0].at_us <= now_us:
            self._session.send_frame(self._take(self._frames.popleft()))
        self._arm()
