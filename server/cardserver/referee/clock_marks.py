"""How a bot keeps the clock: its pongs, and all its stamps.

What lives here: measuring them against docs/protocol.md, "Clocks". What must
not: races and turns.
"""

from __future__ import annotations

from typing import Final

from cardprotocol.messages import to_server as said
from cardprotocol.messages.base import ToServer
from cardserver.constants import STAMP_SLACK_US
from cardserver.counted import counted
from cardserver.referee.points import Book, Point

# "At once" on loopback is under a millisecond; this leaves room for a busy machine.
AT_ONCE_US: Final = 100_000
UNANSWERED_US: Final = 1_000_000  # a ping that old should have its pong
AT_ONCE_PERCENT: Final = 90
LEAST_SPAN_US: Final = 2_000_000  # shorter than that says nothing of a clock's rate
RATE_SLACK_PERCENT: Final = 1  # crystals differ by 0.02 %, units by a factor of 1,000
RATE_SLACK_US: Final = 2 * AT_ONCE_US


class ClockMarks:
    """Everything stamped by one bot, over all its connections."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._pings: dict[int, int] = {}  # number -> when it was sent
        self._answered = 0
        self._prompt = 0
        self._slowest_us = 0
        self._newest_us = -1  # the bot's newest stamp
        self._first: tuple[int, int] | None = None  # (server's, bot's) at a connection's first pong
        self._last_ping = 0

    def connected(self) -> None:
        """A new connection: what the old one owed is forgotten."""
        self._pings.clear()
        self._first = None

    def pinged(self, number: int, now_us: int) -> None:
        """A ping went out."""
        self._pings[number] = now_us
        self._last_ping = number

    @property
    def last_ping(self) -> int:
        """The number of the newest ping."""
        return self._last_ping

    def heard(self, message: ToServer, arrived_us: int) -> None:
        """Any message of the bot's."""
        match message:
            case said.Pong():
                self._pong(message, arrived_us)
                self._stamp(message.received_us, "pong.received_us")
                self._stamp(message.sent_us, "pong.sent_us")
            case said.Tick():
                self._stamp(message.sent_us, "tick.sent_us")
            case said.Shown():
                self._stamp(message.shown_us, "shown.shown_us")
            case said.Claim():
                self._stamp(message.pressed_us, "claim.pressed_us")

    def _pong(self, pong: said.Pong, arrived_us: int) -> None:
        sent_us = self._pings.pop(pong.ping, None)
        if sent_us is None:
            self._book.failed(Point.PONGS, f"pong {pong.ping} answers no ping")
            return
        took_us = arrived_us - sent_us
        self._answered += 1
        self._prompt += took_us <= AT_ONCE_US
        self._slowest_us = max(self._slowest_us, took_us)
        if pong.sent_us < pong.received_us:
            self._book.failed(Point.ONE_CLOCK, f"pong {pong.ping} was sent before it was received")
        if self._first is None:
            self._first = (arrived_us, pong.sent_us)
        else:
            self._check_rate(arrived_us - self._first[0], pong.sent_us - self._first[1])

    def _check_rate(self, server_us: int, bot_us: int) -> None:
        if server_us < LEAST_SPAN_US:
            return
        slack_us = server_us * RATE_SLACK_PERCENT // 100 + RATE_SLACK_US
        why = f"{bot_us} µs of the bot's clock passed in {server_us} µs"
        self._book.check(Point.ONE_CLOCK, abs(bot_us - server_us) <= slack_us, why)

    def _stamp(self, stamp_us: int, field: str) -> None:
        back_us = self._newest_us - stamp_us
        why = f"{field} is {back_us} µs earlier than a stamp before it"
        self._book.check(Point.PROMISE, back_us <= STAMP_SLACK_US, why)
        self._newest_us = max(self._newest_us, stamp_us)

    def finish(self, now_us: int) -> None:
        """Mark what only the end can tell."""
        owed = sum(now_us - sent_us > UNANSWERED_US for sent_us in self._pings.values())
        if self._answered or owed:
            self._book.check(Point.PONGS, not owed, f"not answered: {counted(owed, 'ping')}")
        if self._answered:
            prompt = self._prompt * 100 // self._answered
            why = (
                f"only {prompt} % within {AT_ONCE_US // 1000} ms, the slowest {self._slowest_us} µs"
            )
            self._book.check(Point.PONGS_AT_ONCE, prompt >= AT_ONCE_PERCENT, why)
