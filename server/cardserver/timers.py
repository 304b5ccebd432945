"""A handful of timers that are forgotten together.

What must not live here: what they are for.
"""

from __future__ import annotations

from collections.abc import Callable

from cardserver.ports import Clock, Timer


class Timers:
    """Calls to come, cancelled as one."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._timers: list[Timer] = []

    def later(self, delay_us: int, call: Callable[[], None]) -> None:
        """Run `call` in `delay_us`, unless cancelled before."""
        self._timers.append(self._clock.call_later_us(max(0, delay_us), call))

    def cancel(self) -> None:
        """Forget them all."""
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()
