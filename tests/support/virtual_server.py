"""A real server inside a VirtualLoop: whole matches of real bots without sockets or waiting.

What lives here: the seams filled in (clock, wire, chance). What must not:
anything the server decides itself.
"""

from __future__ import annotations

import asyncio
import random
from collections import deque
from collections.abc import Callable

from cardprotocol.codec import decode_to_client, encode
from cardprotocol.messages.base import ToClient
from cardserver.journal.memory import MemoryJournal
from cardserver.server import Server
from cardserver.settings import ServerSettings
from tests.support.virtual_loop import Peer, VirtualLoop

DELAY_SECONDS = 0.002  # each way


class VirtualServer:
    """Accepts the loop's connections; `told` is every message to anybody, in order."""

    def __init__(self, loop: VirtualLoop, seed: int = 1) -> None:
        self.server = Server(
            _Clock(loop), MemoryJournal(), random.Random(seed).randbytes, ServerSettings()
        )
        self.told: list[ToClient] = []
        self.wires: list[_Wire] = []
        self._loop = loop
        loop.accept = self._accept

    def _accept(self, peer: Peer) -> None:
        wire = _Wire(peer, self.told)
        self.wires.append(wire)
        session = self.server.connected(wire)

        def arrived(body: bytes) -> None:
            session.received(body, self._loop.now_us())

        line = _Line(self._loop, arrived)
        peer.on_got = lambda message: line.carry(encode(message))
        # What was sent before a close still arrives.
        peer.on_lost = lambda: self._loop.call_later(2 * DELAY_SECONDS, session.lost)


class _Line:
    """One direction of a connection: a delay, and never out of order.

    The loop itself may swap calls that are due at the same moment.
    """

    def __init__(self, loop: VirtualLoop, deliver: Callable[[bytes], None]) -> None:
        self._loop = loop
        self._deliver = deliver
        self._under_way: deque[bytes] = deque()

    def carry(self, data: bytes) -> None:
        self._under_way.append(data)
        self._loop.call_later(DELAY_SECONDS, self._next)

    def _next(self) -> None:
        self._deliver(self._under_way.popleft())


class _Clock:
    def __init__(self, loop: VirtualLoop) -> None:
        self._loop = loop

    def now_us(self) -> int:
        return self._loop.now_us()

    def call_later_us(self, delay_us: int, call: Callable[[], None]) -> asyncio.TimerHandle:
        return self._loop.call_later(delay_us / 1_000_000, call)


class _Wire:
    peer = "127.0.0.1"

    def __init__(self, peer: Peer, told: list[ToClient]) -> None:
        self._end = peer
        self._line = _Line(peer.loop, peer.send_bytes)
        self._told = told

    def send(self, frame: bytes) -> None:
        self._told.append(decode_to_client(frame[2:]))
        self._line.carry(frame)

    def close(self) -> None:
        self._end.loop.call_later(2 * DELAY_SECONDS, self._end.drop)

    def pause(self, span_us: int) -> None:
        """Reading goes on: nobody here floods."""

    def kernel_path(self) -> None:
        return None
