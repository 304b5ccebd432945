"""What the next race still waits for: hands to be looked at, clocks to be learned.

What lives here: how long that is. What must not: opening the race (racing.py).
"""

from __future__ import annotations

from cardrules.game import Race
from cardserver.presence import LEARNING_STEP_US, Presence


class Looking:
    """The look time of a round: it begins when the deal is on the screens.

    Nobody remembers it over a restart: people have been away then, and get all of it again.
    """

    def __init__(self, presence: Presence) -> None:
        self._presence = presence
        self._until_us: int | None = None

    def begins(self, pace: Race, shown_us: int) -> None:
        """What is shown at `shown_us` may be looked at for as long as `pace` says."""
        self._until_us = shown_us + pace.wait_seconds * 1_000_000

    def left_us(self, pace: Race, now_us: int) -> int:
        """How long the race of this moment must wait still; 0: it may open."""
        if self._until_us is None:
            self.begins(pace, now_us)
        look_us = self._until_us - now_us if self._until_us is not None else 0
        clocks_us = LEARNING_STEP_US if self._presence.clocks_unknown() else 0
        return max(0, look_us, clocks_us)
