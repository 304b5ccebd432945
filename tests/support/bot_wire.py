"""A bot without a server: a wire that keeps what it says, and a seat at a table.

What lives here: builders for tests of bots' decisions. What must not: games, assertions.
"""

from __future__ import annotations

from cardclient.bot import Bot
from cardclient.link import OnLost, OnMessage
from cardprotocol.games.vocabulary import AnyView
from cardprotocol.messages.base import ToServer
from cardprotocol.messages.parts import SeatInfo, TableInfo
from cardprotocol.messages.to_client import View
from cardprotocol.messages.unions import AnyToClient
from tests.support.virtual_loop import VirtualLoop


class Wire:
    """A Channel that keeps what is sent, with the moment."""

    def __init__(self, loop: VirtualLoop) -> None:
        self.loop = loop
        self.now_us = loop.now_us
        self.sent: list[tuple[int, ToServer]] = []
        self.racing = False
        self.on_message: OnMessage = lambda _message, _us: None
        self.on_lost: OnLost = lambda _reason: None

    def send(self, message: ToServer) -> None:
        """The bot says something."""
        self.sent.append((self.loop.now_us(), message))

    def race_open(self, is_open: bool) -> None:
        """Whether it has to tick."""
        self.racing = is_open

    def close(self) -> None:
        """Nothing to close."""

    def tell(self, *messages: AnyToClient) -> None:
        """The server says something."""
        for message in messages:
            self.on_message(message, self.loop.now_us())

    def of(self, kind: type[ToServer]) -> list[tuple[int, ToServer]]:
        """What it said of one kind, with the moments."""
        return [(at, message) for at, message in self.sent if isinstance(message, kind)]


def table_info(game: str = "perekur", **options: bool | int | str) -> TableInfo:
    """A table of three, its seats P0 to P2."""
    seats = tuple(SeatInfo(seat=n, name=f"P{n}") for n in range(3))
    return TableInfo(
        table="one", game=game, options=options, seats=seats, least_seats=2, most_seats=6
    )


def seated_bot(bot: Bot, loop: VirtualLoop, game: AnyView, table: TableInfo) -> Wire:
    """`bot` on seat 1, shown `game`."""
    wire = Wire(loop)
    bot.attach(wire, lambda _message: None)
    wire.tell(View(seq=1, table=table, seat=1, game=game))
    return wire
