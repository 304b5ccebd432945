"""A simulated TCP connection: delayed, chopped into pieces, cut at any byte.

What lives here: SimConnection, which is the server's Wire (ports.py) and hands a client its
bytes. What must not: what the bytes say; TCP's own retransmissions (a path's stalls are those).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Protocol

from cardprotocol.framing import MAX_CLIENT_FRAME_BYTES, FrameDecoder, FrameTooLarge
from tests.support.paths import Lane, SeatPaths
from tests.support.sim_clock import SimClock


class ServerEnd(Protocol):
    """What a connection needs of a server's session."""

    def received(self, body: bytes, arrived_us: int) -> None:
        """One frame's body."""

    def lost(self) -> None:
        """Nothing more will come."""


class ClientEnd(Protocol):
    """What a connection needs of a client."""

    def data_received(self, data: bytes) -> None:
        """Bytes in order, in any pieces."""

    def connection_lost(self) -> None:
        """Nothing more will come."""


@dataclass(slots=True)
class SimKernelPath:
    """What the server's kernel measured: each write is acknowledged as it arrives.

    Real kernels may wait for data to carry the acknowledgement; ticks come every 25 ms then.
    """

    min_rtt_us: int = 0
    rtt_us: int = 0
    bytes_acked: int = 0
    acked_us: int = 0
    disorder: int | None = 0

    def acknowledged(self, sample_us: int, size_bytes: int, sent_us: int) -> None:
        """One more round trip, smoothed as RFC 6298 does."""
        first = self.bytes_acked == 0
        self.min_rtt_us = sample_us if first else min(self.min_rtt_us, sample_us)
        self.rtt_us = sample_us if first else (7 * self.rtt_us + sample_us) // 8
        self.bytes_acked += size_bytes
        self.acked_us = sent_us


class SimConnection:
    """One connection between a session and a client, over two lanes.

    `most_chunk_bytes` chops what is sent into random pieces of up to that size (0: whole).
    """

    def __init__(
        self,
        clock: SimClock,
        paths: SeatPaths,
        rng: Random,
        client: ClientEnd,
        *,
        peer: str = "10.0.0.1",
        most_chunk_bytes: int = 0,
        kernel: bool = True,
    ) -> None:
        self.peer = peer
        self.up_bytes_left: int | None = None  # the connection is reset after that many
        self._clock = clock
        self._rng = rng
        self._client = client
        self._session: ServerEnd | None = None
        self._up = Lane(paths.up, Random(rng.getrandbits(64)))
        self._down = Lane(paths.down, Random(rng.getrandbits(64)))
        self._most_chunk_bytes = most_chunk_bytes
        self._kernel = SimKernelPath() if kernel else None
        self._decoder = FrameDecoder(MAX_CLIENT_FRAME_BYTES)
        self._open = True
        self._closing = False
        self._dead = False  # half-open: neither end knows
        self._paused_until_us = 0
        self._unread: list[bytes] = []

    def open_to(self, accept: Callable[[], ServerEnd]) -> None:
        """Make the connection: the server's session begins when the first packet is there."""

        def accepted() -> None:
            if self._open:
                self._session = accept()

        self._later(self._up, accepted)

    @property
    def open(self) -> bool:
        """Whether bytes still go through."""
        return self._open and not self._dead

    # -- the server's side (ports.Wire) --------------------------------------

    def send(self, frame: bytes) -> None:
        """Towards the client."""
        if not self._open or self._closing:
            return
        sent_us = self._clock.now_us()
        for chunk in self._chunks(frame):
            self._later(self._down, partial(self._to_client, chunk, sent_us))

    def close(self) -> None:
        """Close after what was sent has gone out."""
        if self._open and not self._closing:
            self._closing = True
            self._later(self._down, self._end)

    def pause(self, span_us: int) -> None:
        """Read nothing for a while."""
        self._paused_until_us = self._clock.now_us() + span_us
        self._clock.call_at_us(self._paused_until_us, self._read)

    def kernel_path(self) -> SimKernelPath | None:
        """What the kernel measured; None before the first acknowledgement, as no kernel would."""
        return self._kernel if self._kernel is not None and self._kernel.bytes_acked else None

    # -- the client's side ---------------------------------------------------

    def client_send(self, data: bytes) -> None:
        """Towards the server; nothing happens on a closed connection."""
        if not self._open:
            return
        for chunk in self._chunks(data):
            self._later(self._up, partial(self._to_server, chunk))

    def client_close(self) -> None:
        """The client closes; the server learns it when the path has carried it there."""
        if self._open:
            self._later(self._up, self._lose)

    # -- faults --------------------------------------------------------------

    def reset(self) -> None:
        """Both ends learn at once that the connection is gone."""
        if self._open:
            self._lose()
            self._client.connection_lost()

    def server_died(self) -> None:
        """The server's process is gone: its kernel resets the connection, no code of it runs."""
        if self._open:
            self._open = False
            self._client.connection_lost()

    def die(self) -> None:
        """A pulled cable: nothing goes through any more and nobody is told."""
        self._dead = True

    # ------------------------------------------------------------------------

    def _chunks(self, data: bytes) -> list[bytes]:
        if self._most_chunk_bytes == 0:
            return [data]
        chunks = []
        while data:
            size_bytes = self._rng.randint(1, self._most_chunk_bytes)
            chunks.append(data[:size_bytes])
            data = data[size_bytes:]
        return chunks

    def _later(self, lane: Lane, call: Callable[[], None]) -> None:
        def unless_dead() -> None:
            if not self._dead:
                call()

        self._clock.call_at_us(lane.arrival_us(self._clock.now_us()), unless_dead)

    def _to_client(self, chunk: bytes, sent_us: int) -> None:
        if not self._open:
            return
        if self._kernel is not None:
            self._later(self._up, lambda: self._acknowledged(sent_us, len(chunk)))
        self._client.data_received(chunk)

    def _acknowledged(self, sent_us: int, size_bytes: int) -> None:
        assert self._kernel is not None
        self._kernel.acknowledged(self._clock.now_us() - sent_us, size_bytes, sent_us)

    def _to_server(self, chunk: bytes) -> None:
        self._unread.append(chunk)
        self._read()

    def _read(self) -> None:
        """Hand on what has come, unless the server pauses (which it may do in the midst)."""
        while self._unread and self._clock.now_us() >= self._paused_until_us:
            self._hand_over(self._unread.pop(0))

    def _hand_over(self, chunk: bytes) -> None:
        if not self._open or self._closing or self._session is None:
            return
        cut = self.up_bytes_left is not None and self.up_bytes_left < len(chunk)
        if self.up_bytes_left is not None:
            chunk = chunk[: self.up_bytes_left]
            self.up_bytes_left -= len(chunk)
        try:
            for body in self._decoder.feed(chunk):
                self._session.received(body, self._clock.now_us())
        except FrameTooLarge:
            cut = True
        if cut:
            self.reset()

    def _end(self) -> None:
        """The server's close has reached the client."""
        self._open = False
        self._client.connection_lost()

    def _lose(self) -> None:
        if self._open:
            self._open = False
            if self._session is not None and not self._closing:
                self._session.lost()
