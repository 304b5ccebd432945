"""A handful of timers that are forgotten together.

What must not live here: what they are for.
"""

from __future__ import annotations

from collections.abc import Callable

from cardserver.ports import Clock, Timer


class Timers:
    """Calls to come, cancelled as one; those that have run are forgotten."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._number = 0
        self._timers: dict[int, Timer] = {}

    def later(self, delay_us: int, call: Callable[[], None]) -> None:
        """Run `call` in `delay_us`, unless cancelled before."""
        self._number = number = self._number + 1

        def run() -> None:
            self._timers.pop(number, None)
            call()

        self._timers[number] = self._clock.call_later_us(max(0, delay_us), run)

    def cancel(self) -> None:
        """Forget them all."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
