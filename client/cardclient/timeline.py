"""Frames held until their show time.

What lives here: a pure queue; the caller brings the time. A reveal waits for
its T, and everything that belongs to the table's story waits behind it, so
that nothing is shown early or out of order. What must not: timers, sending.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cardprotocol.messages import to_client as c
from cardprotocol.messages.unions import AnyToClient

# The server sends a reveal at most 150 ms ahead of T. A show time further off than this can only
# come of a clock that jumped; the frame is then shown rather than lost.
MAX_HOLD_US: Final = 500_000

# What is told of a table in an order that means something. Errors, chat and lobby pages pass by.
_STORY = (c.Reveal, c.Events, c.Table)


@dataclass(frozen=True, slots=True)
class Timeline:
    """Frames in order of arrival, each with the time from which it may be shown (µs)."""

    held: tuple[tuple[int, AnyToClient], ...] = ()

    def push(self, message: AnyToClient, arrived_us: int) -> Timeline:
        """The queue with `message` behind what is held already.

        A fresh view replaces everything that was held.
        """
        if isinstance(message, c.View):
            return Timeline(((arrived_us, message),))
        if not isinstance(message, _STORY):
            return Timeline(((arrived_us, message), *self.held))
        at_us = arrived_us
        if isinstance(message, c.Reveal):
            at_us = min(max(message.at_us, arrived_us), arrived_us + MAX_HOLD_US)
        return Timeline((*self.held, (at_us, message)))

    def next_us(self) -> int | None:
        """When the first held frame is due; None if nothing is held."""
        return self.held[0][0] if self.held else None

    def due(self, now_us: int) -> tuple[tuple[AnyToClient, ...], Timeline]:
        """The frames to show now, in order, and what stays held."""
        ready = 0
        while ready < len(self.held) and self.held[ready][0] <= now_us:
            ready += 1
        return tuple(message for _, message in self.held[:ready]), Timeline(self.held[ready:])
