"""ports.Clock on Twisted's reactor, made monotonic.

What lives here: the adapter. The reactor's own timers follow the wall clock
unless told otherwise: a step back of an hour would stop the game for an hour.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from twisted.internet.interfaces import IDelayedCall


class ReactorTimer:
    """A reactor's delayed call as a ports.Timer."""

    __slots__ = ("_call",)

    def __init__(self, call: IDelayedCall) -> None:
        self._call = call

    def cancel(self) -> None:
        """Forget it; harmless when it has run already."""
        if self._call.active():
            self._call.cancel()


class ReactorClock:
    """Time of `reactor`, whose `seconds` becomes the monotonic clock."""

    def __init__(self, reactor: Any) -> None:
        reactor.seconds = time.monotonic
        self._reactor = reactor

    def now_us(self) -> int:
        """Microseconds of the monotonic clock."""
        return time.monotonic_ns() // 1000

    def call_later_us(self, delay_us: int, call: Callable[[], None]) -> ReactorTimer:
        """Run `call` once, `delay_us` from now."""
        return ReactorTimer(self._reactor.callLater(delay_us / 1_000_000, call))
