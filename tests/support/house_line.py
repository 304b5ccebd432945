"""The real Connection of a House on a transport in memory: for bytes, pauses and deadlines.

What lives here: Line and what its transport lacks. What must not: sockets, expectations.
"""

from __future__ import annotations

from typing import Any

from twisted.internet.address import IPv4Address
from twisted.internet.testing import StringTransport

from cardprotocol.codec import decode_to_client, encode_frame
from cardprotocol.framing import MAX_SERVER_FRAME_BYTES, FrameDecoder
from cardprotocol.messages.base import ToServer
from cardprotocol.messages.unions import AnyToClient
from cardserver.connection import Connection
from tests.support.house import House


class Handle:
    """A socket of which only options are asked."""

    def setsockopt(self, *_option: object) -> None:
        """Taken."""

    def getsockopt(self, *_option: object) -> bytes:
        """Nothing is known of this path."""
        raise OSError


class Wires(StringTransport):
    """A TCP transport in memory, as far as Connection asks for one."""

    aborted = False

    def setTcpNoDelay(self, _on: bool) -> None:  # noqa: N802
        """Taken."""

    def setTcpKeepAlive(self, _on: bool) -> None:  # noqa: N802
        """Taken."""

    def getHandle(self) -> Handle:  # noqa: N802
        """The socket."""
        return Handle()

    def abortConnection(self) -> None:  # noqa: N802
        """Gone at once."""
        self.aborted = True
        self.disconnected = True


# Twisted's own types say nothing of its test transports.
_WIRES: Any = Wires


class Line:
    """One connection of `house`; `reads` tells whether the server reads from it now."""

    def __init__(self, house: House, peer: str = "10.0.0.1") -> None:
        self.transport: Any = _WIRES(peerAddress=IPv4Address("TCP", peer, 40000))
        self.connection = Connection(house.server)
        self._decoder = FrameDecoder(MAX_SERVER_FRAME_BYTES)
        self.connection.makeConnection(self.transport)  # type: ignore[no-untyped-call]

    def write(self, data: bytes) -> None:
        """Bytes for the server, in one piece."""
        self.connection.dataReceived(data)

    def say(self, *messages: ToServer) -> None:
        """Messages for the server, in one piece."""
        self.write(b"".join(encode_frame(message) for message in messages))

    def told(self) -> list[AnyToClient]:
        """What the server wrote since the last call."""
        data = self.transport.value()
        self.transport.clear()
        return [decode_to_client(body) for body in self._decoder.feed(data)]

    @property
    def reads(self) -> bool:
        """Whether the server takes bytes from this connection now."""
        return bool(self.transport.producerState == "producing")

    @property
    def closing(self) -> bool:
        """Whether the server closes, or has closed, this connection."""
        return bool(self.transport.disconnecting or self.transport.aborted)
