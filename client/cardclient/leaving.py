"""Signals that end a session of play, caught so that it ends in good order.

What lives here: one context manager. What must not: what ending means.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable, Iterator
from typing import Final

_NAMES: Final = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT")


@contextlib.contextmanager
def on_signals(leave: Callable[[int], None]) -> Iterator[None]:
    """Call `leave(128 + n)` on the running loop when signal n arrives."""
    loop = asyncio.get_running_loop()
    numbers = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]
    # Windows has none: Ctrl-C comes as KeyboardInterrupt. Nor has a thread beside the main one.
    with contextlib.suppress(NotImplementedError, RuntimeError):
        for number in numbers:
            loop.add_signal_handler(number, leave, 128 + number)
    try:
        yield
    finally:
        with contextlib.suppress(NotImplementedError):
            for number in numbers:
                loop.remove_signal_handler(number)
