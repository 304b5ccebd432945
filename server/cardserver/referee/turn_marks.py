"""How a bot plays in turns, against docs/protocol.md, "Turns".

What lives here: marking its acts, from the frames of one seat. What must not:
what the rules allow, which the real server answers by itself.
"""

from __future__ import annotations

from typing import Final

from cardprotocol.games.common import TimeRanOut
from cardprotocol.messages import to_client as c
from cardprotocol.messages import to_server as said
from cardprotocol.messages.base import ToClient, ToServer
from cardserver.referee.points import Book, Point

# An act may cross the frame that ends its moment.
CROSSED: Final = 2


class TurnMarks:
    """The turns of one bot."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._refused = 0
        self.active = 0  # acts, right or wrong
        self.excused = False  # what the server does for the bot now is not the bot's omission

    def told(self, message: ToClient, seat: int | None) -> None:
        """A frame went out to the bot on `seat`."""
        if not isinstance(message, c.Events) or self.excused:
            return
        for event in message.events:
            if isinstance(event, TimeRanOut) and event.seat == seat:
                self._book.failed(Point.ACTS, "its time ran out, and the server acted for it")

    def refused(self, error: c.Error) -> None:
        """An error answered an act, and the referee did not provoke it."""
        self._refused += 1
        if self._refused > CROSSED:
            self._book.failed(Point.LEGAL_ACTS, f"{error.code}, and {self._refused - 1} before")

    def heard(self, message: ToServer) -> None:
        """Any message of the bot's."""
        if isinstance(message, said.Act):
            self.active += 1
            self._book.passed(Point.ACTS)
            self._book.passed(Point.LEGAL_ACTS)
