"""Twisted's end of a connection: bytes in and out, arrival stamped once, back-pressure.

What lives here: the only protocol class (and the only camel case) of the
server. What must not: what a frame means (session.py).
"""

from __future__ import annotations

import socket
from collections import deque
from collections.abc import Callable
from typing import Any, Final

from twisted.internet.interfaces import IAddress, IPushProducer
from twisted.internet.protocol import Factory, Protocol, connectionDone
from twisted.python.failure import Failure
from zope.interface import implementer

from cardprotocol.errors import ErrorCode
from cardprotocol.framing import MAX_CLIENT_FRAME_BYTES, FrameDecoder, FrameTooLarge
from cardserver.constants import WRITES_KEPT
from cardserver.kernel_path import TcpInfo, read_kernel_path
from cardserver.ports import Clock, KernelPath, Timer
from cardserver.server import Server
from cardserver.session import Session

# Little enough that a reader who stops is noticed soon: the rest would wait in the kernel.
SEND_BUFFER_BYTES: Final = 64 * 1024
SLOW_READER_US: Final = 2_000_000  # paused for that long: closed, the seat is kept


@implementer(IPushProducer)
class Connection(Protocol):
    """One TCP connection; to its session it is a ports.Wire."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._clock: Clock = server.clock
        self._frames = FrameDecoder(MAX_CLIENT_FRAME_BYTES)
        self._backlog: deque[tuple[bytes, int]] = deque()
        self._session: Session | None = None
        self._resume: Timer | None = None
        self._slow: Timer | None = None
        self._partial: Timer | None = None
        self._written_bytes = 0
        self._writes: deque[tuple[int, int]] = deque(maxlen=WRITES_KEPT)  # end and time of each
        self._acked_us = 0  # when the newest write that is acknowledged was made
        self.peer = ""

    # -- Twisted calls ---------------------------------------------------------------

    def connectionMade(self) -> None:  # noqa: N802
        """A client connected."""
        transport = self._tcp()
        transport.setTcpNoDelay(True)
        transport.setTcpKeepAlive(True)
        self._set_send_buffer(transport)
        transport.registerProducer(self, True)
        self.peer = str(transport.getPeer().host)
        self._session = self._server.connected(self)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        """Bytes came: the one place where arrival is stamped."""
        arrived_us = self._clock.now_us()
        waiting, too_large = len(self._backlog), False
        try:
            for body in self._frames.feed(data):
                self._backlog.append((body, arrived_us))
        except FrameTooLarge:
            too_large = True
        self._watch_partial(completed=len(self._backlog) > waiting)
        self._work()
        if too_large and self._session is not None:
            self._session.close(ErrorCode.FRAME_TOO_LARGE)

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802, ARG002
        """The connection is gone, from whichever side."""
        self.connected = 0  # Twisted leaves it as it was
        for timer in (self._resume, self._slow, self._partial):
            if timer is not None:
                timer.cancel()
        self._backlog.clear()
        if self._session is not None:
            self._session.lost()

    def pauseProducing(self) -> None:  # noqa: N802
        """The peer does not read what it is sent: it has two seconds, and is not served meanwhile.

        Else it could ask for more and more that waits here.
        """
        if self._slow is None:
            self._tcp().pauseProducing()
            self._slow = self._clock.call_later_us(SLOW_READER_US, self._too_slow)

    def resumeProducing(self) -> None:  # noqa: N802
        """The peer reads again."""
        if self._slow is not None:
            self._slow.cancel()
            self._slow = None
            self._go_on()

    def stopProducing(self) -> None:  # noqa: N802
        """The transport is gone; connectionLost follows."""

    # -- what a session asks (ports.Wire) ----------------------------------------------

    def send(self, frame: bytes) -> None:
        """Write one frame at once."""
        if self.transport is not None and self.connected:
            self._written_bytes += len(frame)
            self._writes.append((self._written_bytes, self._clock.now_us()))
            self.transport.write(frame)

    def close(self) -> None:
        """Close after what was queued has gone out."""
        if self.transport is not None:
            # While it has a producer that was paused, a transport does not close.
            self._tcp().unregisterProducer()
            self.transport.loseConnection()
            # A peer that does not read would keep the connection half-closed for ever.
            self._slow = self._slow or self._clock.call_later_us(SLOW_READER_US, self._abort)

    def pause(self, span_us: int) -> None:
        """Read nothing for `span_us`."""
        if self._resume is not None:
            return
        self._tcp().pauseProducing()
        self._resume = self._clock.call_later_us(span_us, self._read_again)

    def kernel_path(self) -> KernelPath | None:
        """The kernel's measurements now; None also once the connection is gone, and its socket."""
        if not self.connected:
            return None
        info = read_kernel_path(self._tcp().getHandle())
        if info is None:
            return None
        while self._writes and self._writes[0][0] <= info.bytes_acked:
            self._acked_us = self._writes.popleft()[1]
        return TcpInfo(*info[:-1], self._acked_us)  # _replace takes three times as long

    # -- inside ------------------------------------------------------------------------

    def _tcp(self) -> Any:  # Twisted types only a part of what its TCP transport can do
        return self.transport

    @staticmethod
    def _set_send_buffer(transport: Any) -> None:
        transport.getHandle().setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)

    def _work(self) -> None:
        """Hand on what came, one frame at a time, unless reading is paused."""
        while self._backlog and not self._paused and self._session is not None:
            body, arrived_us = self._backlog.popleft()
            self._session.received(body, arrived_us)

    def _read_again(self) -> None:
        self._resume = None
        self._go_on()

    @property
    def _paused(self) -> bool:
        """Whether nothing of it is served now: it sent too much, or it does not read."""
        return self._resume is not None or self._slow is not None

    def _go_on(self) -> None:
        self._work()
        if not self._paused and self.connected:
            self._tcp().resumeProducing()

    def _watch_partial(self, *, completed: bool) -> None:
        """A started frame has a deadline that dripping bytes do not push back."""
        if self._partial is not None and (completed or not self._frames.partial):
            self._partial.cancel()
            self._partial = None
        if self._partial is None and self._frames.partial:
            self._partial = self._clock.call_later_us(
                self._server.settings.limits.frame_us, self._frame_late
            )

    def _frame_late(self) -> None:
        if self._session is not None:
            self._session.close(ErrorCode.FRAME_TIMEOUT)

    def _too_slow(self) -> None:
        if self._session is not None:
            self._session.close(ErrorCode.SESSION_SLOW)
        self._abort()

    def _abort(self) -> None:
        if self.transport is not None and self.connected:
            self._tcp().abortConnection()


class ConnectionFactory(Factory):
    """Makes a Connection for each client; `noisy` off: Twisted's own lines tell nothing new."""

    noisy = False

    def __init__(self, make: Callable[[], Connection]) -> None:
        self._make = make

    def buildProtocol(self, addr: IAddress | None) -> Connection:  # noqa: N802, ARG002
        """A Connection of its own for each client."""
        return self._make()
