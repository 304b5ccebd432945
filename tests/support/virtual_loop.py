"""An asyncio loop whose time jumps, and a network inside it: no sleeping, no sockets.

What lives here: VirtualLoop, and Peer, the scripted server at the other end.
What must not: anything a particular test says.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from cardprotocol.codec import decode_to_server, encode_frame
from cardprotocol.framing import MAX_CLIENT_FRAME_BYTES, FrameDecoder
from cardprotocol.messages.base import ToClient, ToServer

Result = TypeVar("Result")
LAST_SECOND = 3_700.0  # an hour of virtual time: a story that long has got stuck


def run_virtually(main: Callable[[VirtualLoop], Coroutine[Any, Any, Result]]) -> Result:
    """Run `main(loop)` to its end; virtual time starts at 100 s."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        loop = runner.get_loop()
        assert isinstance(loop, VirtualLoop)
        return runner.run(main(loop))


class _Jumping(selectors.SelectSelector):
    """Instead of waiting, puts the loop's time forward."""

    loop: VirtualLoop

    def select(self, timeout: float | None = None) -> Any:
        ready = super().select(0)
        if not ready:
            if timeout is None:
                raise RuntimeError("nothing is left to happen")
            self.loop.seconds += timeout
            if self.loop.seconds > LAST_SECOND:
                raise RuntimeError("the story has got stuck")
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """Time passes only when nothing is left to do now. `accept` gets each new Peer."""

    def __init__(self) -> None:
        selector = _Jumping()
        selector.loop = self
        self.seconds = 100.0
        super().__init__(selector)
        self.accept: Callable[[Peer], None] | None = None
        self.peers: list[Peer] = []

    def time(self) -> float:
        return self.seconds

    def now_us(self) -> int:
        return round(self.seconds * 1_000_000)

    async def create_connection(self, protocol_factory: Any, *_address: Any, **_: Any) -> Any:
        if self.accept is None:
            raise ConnectionRefusedError(111, "Connect call failed")
        protocol = protocol_factory()
        peer = Peer(self, protocol)
        self.peers.append(peer)
        protocol.connection_made(peer.transport)
        self.accept(peer)
        return peer.transport, protocol


class Peer:
    """The server's end of one connection: `got` is what the client said, decoded."""

    def __init__(self, loop: VirtualLoop, protocol: asyncio.Protocol) -> None:
        self.loop = loop
        self.got: list[ToServer] = []
        self.got_at: list[float] = []
        self.writes: list[bytes] = []
        self.closed = False
        self.on_got: Callable[[ToServer], object] = lambda _message: None
        self.on_lost: Callable[[], object] = lambda: None
        self.transport = _Transport(self)
        self._protocol = protocol
        self._decoder = FrameDecoder(MAX_CLIENT_FRAME_BYTES)

    def send(self, *messages: ToClient) -> None:
        """All `messages` reach the client in one chunk."""
        self.send_bytes(b"".join(encode_frame(message) for message in messages))

    def send_bytes(self, data: bytes) -> None:
        """Any bytes reach the client."""
        self.loop.call_soon(self._arrive, data)

    def drop(self) -> None:
        """The connection breaks."""
        self.loop.call_soon(self.lose, None)

    def lose(self, error: Exception | None) -> None:
        if not self.closed:
            self.closed = True
            self._protocol.connection_lost(error)
            self.on_lost()

    def written(self, data: bytes) -> None:
        self.writes.append(data)
        for body in self._decoder.feed(data):
            message = decode_to_server(body)
            self.got.append(message)
            self.got_at.append(self.loop.seconds)
            self.loop.call_soon(self.on_got, message)

    def of(self, kind: type[Result]) -> list[Result]:
        """What the client said of one type."""
        return [message for message in self.got if isinstance(message, kind)]

    def _arrive(self, data: bytes) -> None:
        if not self.closed:
            self._protocol.data_received(data)


class _Transport(asyncio.Transport):
    def __init__(self, peer: Peer) -> None:
        super().__init__()
        self._peer = peer

    def write(self, data: Any) -> None:
        if not self._peer.closed:
            self._peer.written(bytes(data))

    def close(self) -> None:
        self._peer.drop()

    def abort(self) -> None:
        self._peer.drop()

    def is_closing(self) -> bool:
        return self._peer.closed
