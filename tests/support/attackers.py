"""Real sockets that misbehave towards a real server, and a polite client that measures.

What lives here: the client's end of each attack, on loopback alone. What must not: how many and
how long, goals (tests/benchmarks/attacks.py, tests/e2e/test_attacks.py).
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import msgspec

from cardprotocol.codec import decode_to_client, encode_frame
from cardprotocol.framing import MAX_SERVER_FRAME_BYTES, FrameDecoder
from cardprotocol.messages import to_client as told
from cardprotocol.messages import to_server as said
from cardprotocol.messages.base import ToServer
from cardprotocol.messages.unions import PROTOCOL_VERSION, AnyToClient

_SMALL_BUFFER_BYTES: Final = 4_096


class Polite:
    """A well-behaved client. Every wait is bounded: TimeoutError after ten seconds."""

    def __init__(self, address: str, name: str) -> None:
        self._host, port = address.rsplit(":", 1)
        self._port = int(port)
        self._name = name
        self._decoder = FrameDecoder(MAX_SERVER_FRAME_BYTES)
        self._answers: dict[int, asyncio.Future[AnyToClient]] = {}
        self._requests = 0
        self._reading: asyncio.Task[None] | None = None
        self.token: bytes | None = None
        self.closed_for = ""

    async def enter(self, token: bytes | None = None) -> told.Welcome:
        """Connect and greet."""
        self._in, self._out = await asyncio.open_connection(self._host, self._port)
        self._reading = asyncio.create_task(self._read())
        hello = said.Hello(version=PROTOCOL_VERSION, name=self._name, token=token, id=0)
        welcome = await self._answer(hello, 0)
        assert isinstance(welcome, told.Welcome), welcome
        self.token = welcome.token
        return welcome

    async def ask(self, message: ToServer) -> AnyToClient:
        """A request's answer; `message` must carry no id."""
        self._requests += 1
        request = msgspec.structs.replace(message, id=self._requests)
        return await self._answer(request, self._requests)

    async def _answer(self, message: ToServer, number: int) -> AnyToClient:
        future: asyncio.Future[AnyToClient] = asyncio.get_running_loop().create_future()
        self._answers[number] = future
        self._out.write(encode_frame(message))
        return await asyncio.wait_for(future, 10)

    async def _read(self) -> None:
        while data := await self._in.read(65_536):
            for body in self._decoder.feed(data):
                self._message(decode_to_client(body))

    def _message(self, message: AnyToClient) -> None:
        if isinstance(message, told.Ping):
            now_us = time.monotonic_ns() // 1_000
            self._out.write(
                encode_frame(said.Pong(ping=message.ping, received_us=now_us, sent_us=now_us))
            )
        elif isinstance(message, told.Closing):
            self.closed_for = message.code
        future = self._answers.pop(message.re, None) if message.re is not None else None
        if future is not None and not future.done():
            future.set_result(message)

    async def leave(self) -> None:
        """Hang up."""
        self._out.close()
        if self._reading is not None:
            self._reading.cancel()
            with contextlib.suppress(asyncio.CancelledError, ConnectionError):
                await self._reading


@dataclass
class Delays:
    """Round trips of a polite client, in ms."""

    all_ms: list[float] = field(default_factory=list)

    def quantile_ms(self, share: float) -> float:
        """The delay that `share` of all stay under."""
        ordered = sorted(self.all_ms)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


async def measure(client: Polite, span_s: float, delays: Delays) -> None:
    """Ask for the tables ten times a second and note how long each answer took."""
    end = time.monotonic() + span_s
    while time.monotonic() < end:
        began = time.monotonic()
        await client.ask(said.ListTables())
        delays.all_ms.append((time.monotonic() - began) * 1_000)
        await asyncio.sleep(0.1)


async def until_closed(address: str, first: bytes, drip: bytes, gap_s: float) -> float:
    """Connect, write `first`, then `drip` every `gap_s`; after how many seconds one is cut off."""
    host, port = address.rsplit(":", 1)
    reader, writer = await asyncio.open_connection(host, int(port))
    began = time.monotonic()
    writer.write(first)
    dripping = asyncio.create_task(_drip(writer, drip, gap_s))
    try:
        with contextlib.suppress(ConnectionError):
            while await asyncio.wait_for(reader.read(4_096), 30):
                pass
    finally:
        dripping.cancel()
        writer.close()
    return time.monotonic() - began


async def _drip(writer: asyncio.StreamWriter, drip: bytes, gap_s: float) -> None:
    while drip:
        await asyncio.sleep(gap_s)
        writer.write(drip)


async def flood(address: str, name: str, span_s: float) -> int:
    """Greet, then send requests as fast as the socket takes them; how many were sent."""
    host, port = address.rsplit(":", 1)
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(encode_frame(said.Hello(version=PROTOCOL_VERSION, name=name)))
    burst = b"".join(encode_frame(said.ListGames()) for _ in range(500))
    swallowing = asyncio.create_task(_swallow(reader))
    sent, end = 0, time.monotonic() + span_s
    with contextlib.suppress(ConnectionError, TimeoutError):
        while time.monotonic() < end:
            writer.write(burst)
            sent += 500
            await asyncio.wait_for(writer.drain(), max(0.01, end - time.monotonic()))
    swallowing.cancel()
    writer.transport.abort()
    return sent


async def _swallow(reader: asyncio.StreamReader) -> None:
    with contextlib.suppress(ConnectionError):
        while await reader.read(65_536):
            pass


class Deaf:
    """A client that asks and never reads."""

    def __init__(self, address: str, name: str) -> None:
        host, port = address.rsplit(":", 1)
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _SMALL_BUFFER_BYTES)
        self._socket.connect((host, int(port)))
        self._socket.setblocking(False)
        self.port: int = self._socket.getsockname()[1]
        self.send(said.Hello(version=PROTOCOL_VERSION, name=name))

    def send(self, *messages: ToServer) -> bool:
        """Send what fits; False once the server has cut it off."""
        try:
            self._socket.send(b"".join(encode_frame(message) for message in messages))
        except BlockingIOError:
            return True
        except OSError:
            return False
        return True

    def close(self) -> None:
        """Hang up."""
        self._socket.close()


def unread_bytes(server_port: int) -> dict[int, int]:
    """By the peer's port: what came on a server's connections (IPv4) that it has not read (Linux).

    More than 0 for longer than a moment: the server does not serve that peer.
    """
    unread = {}
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        _number, local, peer, _state, queues, *_ = line.split()
        if int(local.split(":")[1], 16) == server_port:
            unread[int(peer.split(":")[1], 16)] = int(queues.split(":")[1], 16)
    return unread


@dataclass(frozen=True, slots=True)
class Usage:
    """What a process holds now (Linux)."""

    resident_kib: int
    files: int

    @staticmethod
    def of(pid: int) -> Usage:
        """Read it from /proc."""
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
        resident = next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))
        return Usage(resident, len(list(Path(f"/proc/{pid}/fd").iterdir())))


async def connect_and_close(address: str, count: int) -> None:
    """Come and go `count` times, some with a word of greeting."""
    host, port = address.rsplit(":", 1)
    for number in range(count):
        _, writer = await asyncio.open_connection(host, int(port))
        if number % 2:
            writer.write(encode_frame(said.Hello(version=PROTOCOL_VERSION, name=f"N{number}")))
        writer.transport.abort()
        if number % 100 == 0:
            await asyncio.sleep(0)
