"""What is on its way to one spectator: every frame at its moment, none before one told earlier.

What lives here: the queue between telling and sending. What must not: what is told,
and how much later (audience.py, and the table's options).
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardserver.ports import Clock, Timer
    from cardserver.session import Session


class OnTheWay:
    """Frames for one spectator, in the order in which they were told.

    The order is kept also where a frame is due before one that was told earlier: options may
    change between matches, and two timers of one moment have no order in a real clock.
    """

    def __init__(self, clock: Clock, session: Session) -> None:
        self._clock = clock
        self._session = session
        self._frames: deque[tuple[int, bytes]] = deque()
        self._timer: Timer | None = None

    def send_at(self, at_us: int, frame: bytes) -> None:
        """Send `frame` at `at_us`, or as soon as what was told before it is sent."""
        if not self._frames and at_us <= self._clock.now_us():
            self._session.send_frame(frame)
            return
        self._frames.append((at_us, frame))
        self._arm()

    def forget(self) -> None:
        """Nothing of it is sent any more."""
        self._frames.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _arm(self) -> None:
        if self._timer is None and self._frames:
            wait_us = max(0, self._frames[0][0] - self._clock.now_us())
            self._timer = self._clock.call_later_us(wait_us, self._send_due)

    def _send_due(self) -> None:
        self._timer = None
        now_us = self._clock.now_us()
        while self._frames and self._frames[0][0] <= now_us:
            _at_us, frame = self._frames.popleft()
            self._session.send_frame(frame)
        self._arm()
