"""The client's only socket: messages in and out of one TCP connection.

What lives here: stamping what arrives, answering pings before anything else,
ticking while a race is open, and one write a message. What must not: greeting
and coming back (reconnect.py), or what a message means (model.py).
"""

from __future__ import annotations

import asyncio
import socket
import sys
import time
from collections.abc import Callable
from typing import Final, Protocol, cast

from cardclient.texts import Words
from cardprotocol.codec import Malformed, decode_to_client, encode_frame
from cardprotocol.errors import ErrorCode
from cardprotocol.framing import MAX_SERVER_FRAME_BYTES, FrameDecoder, FrameTooLarge
from cardprotocol.messages.base import ToServer
from cardprotocol.messages.to_client import Ping
from cardprotocol.messages.to_server import Pong, Tick
from cardprotocol.messages.unions import AnyToClient

# docs/timing.md: without a stamp every 25 ms the judge waits far longer for this seat.
TICK_SECONDS: Final = 0.025
# The server pings every idle second; after this much silence the path is dead.
SILENCE_SECONDS: Final = 10.0
CONNECT_SECONDS: Final = 8.0

OnMessage = Callable[[AnyToClient, int], None]
OnLost = Callable[[str], None]


def now_us() -> int:
    """Microseconds of this machine's monotonic clock: the one clock of all stamps.

    Windows before Python 3.13 steps `time.monotonic` by 15.6 ms, its performance counter does not.
    """
    if sys.platform == "win32" and sys.version_info < (3, 13):
        return time.perf_counter_ns() // 1000
    return time.monotonic_ns() // 1000


class Channel(Protocol):
    """What screens and bots use of a connection; Link, Reconnecting and test fakes are it.

    `on_message(message, arrived_us)` gets everything but pings, in order, on the event loop;
    `on_lost(reason)` is called once, when no more will come. Until they are set, nothing is lost.
    """

    on_message: OnMessage
    on_lost: OnLost

    def send(self, message: ToServer) -> None:
        """Write `message` at once; silently nothing when there is no connection."""

    def now_us(self) -> int:
        """The clock of every stamp."""

    def race_open(self, is_open: bool) -> None:
        """Start or stop the stamps that let the judge close a race early."""

    def close(self) -> None:
        """Close on purpose; `on_lost` is not called."""


class Link(asyncio.Protocol):
    """One TCP connection. Callbacks must not block; an exception in one ends the connection."""

    def __init__(
        self, on_message: OnMessage, on_lost: OnLost, clock: Callable[[], int] = now_us
    ) -> None:
        self.on_message = on_message
        self.on_lost = on_lost
        self.now_us = clock
        self._decoder = FrameDecoder(MAX_SERVER_FRAME_BYTES)
        self._transport: asyncio.Transport | None = None
        self._tick: asyncio.TimerHandle | None = None
        self._silence: asyncio.TimerHandle | None = None
        self._heard_us = 0
        self._reason = ""

    async def connect(self, host: str, port: int) -> None:
        """Connect; OSError or TimeoutError with the operating system's words if it fails."""
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(CONNECT_SECONDS):
            await loop.create_connection(lambda: self, host, port)

    @property
    def connected(self) -> bool:
        """Whether `send` reaches the operating system."""
        return self._transport is not None

    def send(self, message: ToServer) -> None:
        """Write `message` in one go; nothing happens when the connection is gone.

        Raises only FrameTooLarge, for a message no server would take (a caller's mistake).
        """
        if self._transport is not None:
            self._transport.write(encode_frame(message))

    def race_open(self, is_open: bool) -> None:
        """Tick each 25 ms from now on, or stop it."""
        if self._tick is not None:
            self._tick.cancel()
            self._tick = None
        if is_open and self._transport is not None:
            self._tick = asyncio.get_running_loop().call_later(TICK_SECONDS, self._ticked)

    def close(self) -> None:
        """Close on purpose, after what was sent has gone out; `on_lost` is not called."""
        transport, self._transport = self._transport, None
        self._stop_timers()
        if transport is not None:
            transport.close()

    # asyncio calls these

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        connection = transport.get_extra_info("socket")
        if connection is not None:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._heard_us = self.now_us()
        self._watch_silence()

    def data_received(self, data: bytes) -> None:
        arrived_us = self._heard_us = self.now_us()
        try:
            messages = [m for body in self._decoder.feed(data) if (m := _known(body)) is not None]
        except (Malformed, FrameTooLarge) as error:
            self._abort(Words("the server sent what can't be read: {why}", why=error))
            return
        for message in messages:  # before other work: every microsecond counts as path length
            if isinstance(message, Ping):
                self.send(Pong(ping=message.ping, received_us=arrived_us, sent_us=self.now_us()))
        for message in messages:
            if not isinstance(message, Ping) and self._transport is not None:
                self.on_message(message, arrived_us)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timers()
        if self._transport is not None:
            self._transport = None
            self.on_lost(self._reason or _why(exc))

    def _ticked(self) -> None:
        self.send(Tick(sent_us=self.now_us()))
        self.race_open(True)

    def _watch_silence(self) -> None:
        quiet_seconds = (self.now_us() - self._heard_us) / 1_000_000
        if quiet_seconds >= SILENCE_SECONDS:
            self._abort(
                Words("nothing was heard from the server for {s} s", s=round(SILENCE_SECONDS))
            )
            return
        wait = SILENCE_SECONDS - quiet_seconds
        self._silence = asyncio.get_running_loop().call_later(wait, self._watch_silence)

    def _abort(self, reason: str) -> None:
        self._reason = reason
        if self._transport is not None:
            self._transport.abort()

    def _stop_timers(self) -> None:
        for timer in (self._tick, self._silence):
            if timer is not None:
                timer.cancel()
        self._tick = self._silence = None


def _known(body: bytes) -> AnyToClient | None:
    """The message in `body`; None if only a newer client knows its type (compatibility law)."""
    try:
        return decode_to_client(body)
    except Malformed as error:
        if error.code is ErrorCode.MESSAGE_UNKNOWN:
            return None
        raise


def _why(error: Exception | None) -> str:
    if error is None:
        return Words("the server closed the connection")
    return Words("connection lost: {why}", why=error)
