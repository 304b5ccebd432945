"""A server on loopback that says what a test scripts, for the real client at the other end.

What lives here: one connection at a time in a thread, real sockets. What must
not: what a particular test says.
"""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable
from types import TracebackType

from cardprotocol.codec import decode_to_server, encode_frame
from cardprotocol.framing import MAX_CLIENT_FRAME_BYTES, FrameDecoder
from cardprotocol.messages.base import ToClient, ToServer

Answer = Callable[[ToServer], tuple[ToClient, ...]]


class ScriptedServer:
    """Answers every message with `answer(message)`; `say` speaks without being asked."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._connection: socket.socket | None = None
        self.got: list[ToServer] = []
        self.heard = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self._listener.getsockname()[1])

    def say(self, *messages: ToClient) -> None:
        """All `messages` in one write."""
        assert self._connection is not None
        self._connection.sendall(b"".join(encode_frame(message) for message in messages))

    def hang_up(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            with contextlib.suppress(OSError):
                self._connection.shutdown(socket.SHUT_RDWR)
            self._connection.close()

    def __enter__(self) -> ScriptedServer:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # shutdown wakes the thread out of accept, which close alone does not.
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.hang_up()
        self._thread.join()

    def _serve(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                self._connection, _ = self._listener.accept()
                self._converse(self._connection)

    def _converse(self, connection: socket.socket) -> None:
        decoder = FrameDecoder(MAX_CLIENT_FRAME_BYTES)
        with contextlib.suppress(OSError):
            while data := connection.recv(4096):
                for body in decoder.feed(data):
                    message = decode_to_server(body)
                    self.got.append(message)
                    self.heard.set()
                    answers = self._answer(message)
                    if answers:
                        self.say(*answers)
