"""A Channel without a socket, and with a clock that stands still until told otherwise.

What lives here: FakeChannel. What must not: assertions.
"""

from __future__ import annotations

from collections.abc import Callable

from cardclient.link import OnLost, OnMessage
from cardclient.records import LinkState
from cardprotocol.messages.base import ToServer
from cardprotocol.messages.unions import AnyToClient


class FakeChannel:
    """`sent` is what the client said, in order with `calls` of other kinds."""

    def __init__(self) -> None:
        self.on_message: OnMessage = lambda _message, _arrived_us: None
        self.on_lost: OnLost = lambda _reason: None
        self.on_status: Callable[[LinkState, str, float], None] = lambda *_: None
        self.sent: list[ToServer] = []
        self.racing: list[bool] = []
        self.closed = False
        self.clock_us = 1_000_000

    def send(self, message: ToServer) -> None:
        self.sent.append(message)

    def now_us(self) -> int:
        return self.clock_us

    def race_open(self, is_open: bool) -> None:
        self.racing.append(is_open)

    def close(self) -> None:
        self.closed = True

    # the test's end

    def tell(self, *messages: AnyToClient) -> None:
        """`messages` arrive now."""
        for message in messages:
            self.on_message(message, self.clock_us)

    def of(self, kind: type[ToServer]) -> list[ToServer]:
        """What the client said of one type."""
        return [message for message in self.sent if isinstance(message, kind)]
