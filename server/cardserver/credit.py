"""Credit: how much of its lateness a player's claim may still be forgiven.

What lives here: the token bucket of one player, which outlives races and
connections. What must not: clocks, or why a claim was late. Pure.

A bucket makes a lie unprofitable in the long run: whatever a client says, on
average it is forgiven no more than its path was measured to need.
"""

from __future__ import annotations

from cardserver.clocksync import ClockEstimate
from cardserver.constants import (
    BUCKET_REFILLS,
    CREDIT_FREE_US,
    CREDIT_MIN_US,
    LEARNING_RACES,
    SILENT_RACES,
)


class Credit:
    """One player's bucket, in microseconds."""

    __slots__ = ("_level_us", "_most_us", "_races", "_silences")

    def __init__(self) -> None:
        self._level_us = 0
        self._most_us = 0
        self._races = 0
        self._silences = 0

    def available_us(self, estimate: ClockEstimate) -> int:
        """The most that the next claim can be forgiven (and how long a race waits for it)."""
        self._follow(estimate)
        if self._silences >= SILENT_RACES:
            return CREDIT_MIN_US
        return min(estimate.allowance_us, max(self._level_us, CREDIT_MIN_US))

    def settle(self, used_us: int | None, estimate: ClockEstimate, *, silent: bool = False) -> None:
        """A race is over: pay for what its claim used (None without a claim), then refill.

        `silent`: the race was held up because no stamp of this player came.
        """
        self._follow(estimate)
        if used_us is None:
            self._level_us += estimate.idle_refill_us
        else:
            self._level_us += estimate.refill_us - max(0, used_us - CREDIT_FREE_US)
        self._level_us = min(max(self._level_us, 0), self._most_us)
        self._races += 1
        self._silences = self._silences + 1 if silent else 0

    def _follow(self, estimate: ClockEstimate) -> None:
        """The bucket is as large as the path needs; a new path's starts full."""
        most_us = max(estimate.allowance_us, BUCKET_REFILLS * estimate.refill_us)
        if self._races < LEARNING_RACES and most_us > self._most_us:
            self._level_us += most_us - self._most_us
        self._most_us = most_us
        self._level_us = min(self._level_us, most_us)
