"""Token buckets: how much of something a connection may do.

Pure: time is passed in. What must not live here: what happens when one is
empty (session.py).
"""

from __future__ import annotations


class Bucket:
    """Holds up to `burst` tokens and gains `per_s` of them a second."""

    __slots__ = ("_burst", "_last_us", "_level_micro", "_per_s")

    def __init__(self, per_s: int, burst: int, now_us: int) -> None:
        self._per_s = per_s
        self._burst = burst * 1_000_000
        self._level_micro = self._burst
        self._last_us = now_us

    def take(self, now_us: int) -> bool:
        """Take one token; False when there is none."""
        gained = (now_us - self._last_us) * self._per_s
        self._level_micro = min(self._burst, self._level_micro + gained)
        self._last_us = now_us
        if self._level_micro < 1_000_000:
            return False
        self._level_micro -= 1_000_000
        return True


class FailureLimiter:
    """Wrong tokens per address: after `most` of them one more each `wait_us`."""

    def __init__(self, most: int, wait_us: int) -> None:
        self._most = most
        self._wait_us = wait_us
        self._failures: dict[str, tuple[int, int]] = {}

    def blocked(self, address: str, now_us: int) -> bool:
        """Whether `address` must wait before another attempt."""
        count, last_us = self._failures.get(address, (0, 0))
        return count >= self._most and now_us - last_us < self._wait_us

    def failed(self, address: str, now_us: int) -> None:
        """Count a failure; old ones are forgotten after ten waits."""
        if len(self._failures) > 4096:  # an attacker with many addresses must not cost memory
            self._forget(now_us)
        count, last_us = self._failures.get(address, (0, now_us))
        if now_us - last_us > 10 * self._wait_us:
            count = 0
        self._failures[address] = (count + 1, now_us)

    def _forget(self, now_us: int) -> None:
        recent = sorted(self._failures.items(), key=lambda item: item[1][1])[-2048:]
        self._failures = {
            address: entry for address, entry in recent if now_us - entry[1] <= 10 * self._wait_us
        }
