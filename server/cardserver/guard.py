"""The last resort: an error in one table's code freezes that table and no other.

What lives here: a clock whose calls, and a wrapper whose callbacks, report
exceptions instead of raising them. What must not: handling refusals, which are
no errors.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec

from cardserver.ports import Clock, Timer

P = ParamSpec("P")
OnFault = Callable[[Exception], None]


def guarded(call: Callable[P, None], on_fault: OnFault) -> Callable[P, None]:
    """`call`, but with any exception of it given to `on_fault`."""

    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            call(*args, **kwargs)
        except Exception as error:
            on_fault(error)

    return run


class GuardedClock:
    """A ports.Clock whose calls report their exceptions to `on_fault`."""

    def __init__(self, clock: Clock, on_fault: OnFault) -> None:
        self._clock = clock
        self._on_fault = on_fault

    def now_us(self) -> int:
        """See ports.Clock."""
        return self._clock.now_us()

    def call_later_us(self, delay_us: int, call: Callable[[], None]) -> Timer:
        """See ports.Clock."""
        return self._clock.call_later_us(delay_us, guarded(call, self._on_fault))
