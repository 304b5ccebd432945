"""Simulated time: integer microseconds that jump from one scheduled call to the next.

What lives here: the server's clock (ports.Clock) and a player's own, which is off and drifts.
What must not: anything that is delayed (sim_wire.py) or that acts (sim_player.py).
"""

from __future__ import annotations

import heapq
from collections.abc import Callable

_MILLION = 1_000_000


class SimTimer:
    """A call to come; see ports.Timer."""

    __slots__ = ("call",)

    def __init__(self, call: Callable[[], None]) -> None:
        self.call: Callable[[], None] | None = call

    def cancel(self) -> None:
        """Forget it."""
        self.call = None


class SimClock:
    """Calls in the order of their time, those of one moment in the order they were made."""

    def __init__(self, start_us: int = 1_000_000) -> None:
        self._now_us = start_us
        self._heap: list[tuple[int, int, SimTimer]] = []
        self._number = 0

    def now_us(self) -> int:
        """The moment of the call that runs."""
        return self._now_us

    def call_later_us(self, delay_us: int, call: Callable[[], None]) -> SimTimer:
        """Run `call` once, `delay_us` from now; ValueError for a time in the past."""
        if delay_us < 0:
            raise ValueError(f"nothing runs {-delay_us} µs ago")
        return self.call_at_us(self._now_us + delay_us, call)

    def call_at_us(self, at_us: int, call: Callable[[], None]) -> SimTimer:
        """Run `call` at a moment, or now if it has passed."""
        timer = SimTimer(call)
        self._number += 1
        heapq.heappush(self._heap, (max(at_us, self._now_us), self._number, timer))
        return timer

    def step(self) -> bool:
        """Jump to the next call and run it; False if there is none."""
        while self._heap:
            due_us, _, timer = heapq.heappop(self._heap)
            call = timer.call
            if call is not None:
                timer.call = None
                self._now_us = due_us
                call()
                return True
        return False

    def pending(self) -> int:
        """How many calls are still to come."""
        return sum(timer.call is not None for _, _, timer in self._heap)


class LocalClock:
    """A player's own monotonic clock: `offset_us` away from the true one, and drifting."""

    def __init__(self, clock: SimClock, offset_us: int = 0, drift_ppm: int = 0) -> None:
        self._clock = clock
        self._offset_us = offset_us
        self._drift_ppm = drift_ppm
        self._from_us = clock.now_us()

    def now_us(self) -> int:
        """What this clock shows now."""
        elapsed_us = self._clock.now_us() - self._from_us
        return self._clock.now_us() + self._offset_us + elapsed_us * self._drift_ppm // _MILLION

    def true_us(self, local_us: int) -> int:
        """The true moment from which this clock shows `local_us` or more, as things stand now."""
        ahead_us = local_us - self.now_us()
        # Rounded up, and one more for the floor in `now_us`: a timer is never early.
        true_ahead_us = -(-ahead_us * _MILLION // (_MILLION + self._drift_ppm)) + 1
        return self._clock.now_us() + max(0, true_ahead_us)

    def step_by(self, by_us: int) -> None:
        """Jump, as a resumed virtual machine does."""
        self._offset_us += by_us
