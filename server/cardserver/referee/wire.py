"""The bot's wire with the referee's hand on it: frames are watched, altered, cut in pieces.

What lives here: ExaminedWire. What must not: what is done to a frame, and why.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cardprotocol.framing import PREFIX_BYTES, frame
from cardserver.ports import Clock, KernelPath, Wire

# Longer than a piece takes to loopback's other end, so that the pieces arrive one by one.
PIECE_GAP_US: Final = 3_000


class ExaminedWire:
    """A ports.Wire over `wire`; `through` gets each body and gives the one to send."""

    def __init__(self, wire: Wire, clock: Clock, through: Callable[[bytes], bytes]) -> None:
        self.cutting = False
        self._wire = wire
        self._clock = clock
        self._through = through
        self._waiting = b""  # behind the first byte of a frame that was cut
        self._closed = False

    @property
    def peer(self) -> str:
        """The bot's address."""
        return self._wire.peer

    def send(self, framed: bytes) -> None:
        """One frame of the server's."""
        self.inject(self._through(framed[PREFIX_BYTES:]))

    def inject(self, body: bytes) -> None:
        """A frame that is sent as it is."""
        data = frame(body)
        if self._waiting:
            self._waiting += data
        elif self.cutting:
            self._wire.send(data[:1])
            self._waiting = data[1:]
            self._clock.call_later_us(PIECE_GAP_US, self._send_rest)
        else:
            self._wire.send(data)

    def _send_rest(self) -> None:
        rest, self._waiting = self._waiting, b""
        if self._closed:
            return
        if self.cutting and len(rest) > 1:  # the next cut goes through whatever frame stands there
            self._wire.send(rest[:-1])
            self._waiting = rest[-1:]
            self._clock.call_later_us(PIECE_GAP_US, self._send_last)
        else:
            self._wire.send(rest)

    def _send_last(self) -> None:
        rest, self._waiting = self._waiting, b""
        if not self._closed:
            self._wire.send(rest)

    def close(self) -> None:
        """Close after what was queued has gone out."""
        if self._waiting:
            self._wire.send(self._waiting)
            self._waiting = b""
        self._closed = True
        self._wire.close()

    def pause(self, span_us: int) -> None:
        """Read nothing from it for `span_us`."""
        self._wire.pause(span_us)

    def kernel_path(self) -> KernelPath | None:
        """The kernel's measurements now."""
        return self._wire.kernel_path()
