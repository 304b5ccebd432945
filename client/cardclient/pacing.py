"""Staying within a server's budget of messages.

What lives here: Pace, a pure count of what may be sent when. What must not:
timers, sending.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

# docs/protocol.md, "Rates and deadlines": 20 requests a second with a burst of 40. Less, because
# a ready or a line of chat goes out beside them.
GAP_US: Final = 60_000
BURST: Final = 30


@dataclass(slots=True)
class Pace:
    """At most one message each `gap_us` in the long run, `burst` of them at once."""

    gap_us: int = GAP_US
    burst: int = BURST
    _due_us: int = 0  # when the bucket of what was sent is empty again

    def wait_us(self, now_us: int) -> int:
        """How long to wait before the next message; 0 if it may go now."""
        return max(0, self._due_us - now_us - (self.burst - 1) * self.gap_us)

    def spend(self, now_us: int) -> None:
        """A message goes out."""
        self._due_us = max(self._due_us, now_us) + self.gap_us
