"""The bot as its examination sees it: every frame in both directions, noted and answered for.

What lives here: Examined, which marks points as frames pass. What must not: the
order in which things are tried (script.py), sockets.
"""

from __future__ import annotations

from typing import Final

import msgspec

from cardprotocol.codec import Malformed, decode_to_client, encode, pack_map
from cardprotocol.errors import ErrorCode
from cardprotocol.games.common import MatchEnded
from cardprotocol.messages import to_client as c
from cardprotocol.messages import to_server as said
from cardprotocol.messages.base import ToClient, ToServer
from cardprotocol.messages.parts import ClosedBy
from cardserver.ports import Clock
from cardserver.referee.alterations import UNKNOWN_ACTION, Alterations
from cardserver.referee.clock_marks import ClockMarks
from cardserver.referee.house import TABLE
from cardserver.referee.points import Book, Point
from cardserver.referee.race_marks import RaceMarks
from cardserver.referee.session import ExaminedSession
from cardserver.referee.turn_marks import TurnMarks

_NOT_ALLOWED: Final = frozenset(
    code.value
    for code in (ErrorCode.MESSAGE_STATE, ErrorCode.TABLE_NOT_AT, ErrorCode.TABLE_ALREADY_AT)
)
_OFFERED_ACTION: Final = UNKNOWN_ACTION["do"].encode()


class Examined:
    """One bot, over all its connections. Times in µs of the server's clock."""

    def __init__(self, clock: Clock, book: Book) -> None:
        self.book = book
        self.clock_marks = ClockMarks(book)
        self.races = RaceMarks(book)
        self.turns = TurnMarks(book)
        self.alterations = Alterations()
        self.session: ExaminedSession | None = None
        self.name = ""
        self.token: bytes | None = None
        self.seat: int | None = None
        self.playing = False
        self.matches = 0  # that ended and count
        self.said_bye = False
        self.resumed = 0
        self.pongs_after = 0  # the number of the newest ping that was answered
        self.told_us = 0  # when the last numbered frame went out
        self.newest = 0  # the server's number of the last event that went out
        self.refuse_next = False
        self.fresh_view = False  # answer the next `resume` with a view
        self.cut = False  # the referee itself ended the connection
        self._clock = clock

    @property
    def active(self) -> int:
        """How many messages came that only a bot that follows its match sends."""
        return self.races.active + self.turns.active

    @property
    def acts(self) -> int:
        """Claims and acts so far."""
        return self.races.claims + self.turns.active

    @property
    def seated(self) -> bool:
        """Whether it is connected and has its seat at the table of the examination."""
        return bool(self.where) and not self.misplaced

    @property
    def where(self) -> str:
        """The table at which it is, in whatever way; empty for none."""
        table = None if self.session is None else self.session.table
        return "" if table is None else table.name

    @property
    def misplaced(self) -> str:
        """What is wrong about the table at which it is; empty if nothing is."""
        table = None if self.session is None else self.session.table
        if self.session is None or table is None:
            return ""
        if table.name != TABLE:
            return f"it is at the table {table.name!r}, and not at {TABLE!r}"
        return "" if table.seat_of(self.session) is not None else "it watches, and takes no seat"

    def excuse(self, excused: bool) -> None:
        """Whether what the server does in the bot's place is the referee's own doing now."""
        self.races.excused = excused
        self.turns.excused = excused

    def inject(self, message: dict[str, object]) -> None:
        """Send what no server of this version would."""
        if self.session is not None:
            self.session.examined_wire.inject(pack_map(message))

    # -- connections ---------------------------------------------------------------------

    def connected(self, session: ExaminedSession) -> None:
        """A connection of the bot's; the newest counts."""
        self.session = session
        self.clock_marks.connected()

    def lost(self, session: ExaminedSession) -> None:
        """A connection is gone, from whichever side."""
        if session is not self.session:
            return
        self.session = None
        self.races.connection_lost()
        if not self.cut and not self.said_bye and session.player is not None:
            self.book.failed(Point.STAYS, "the connection was lost, and the referee did not cut it")

    # -- from the bot ----------------------------------------------------------------------

    def heard(self, body: bytes, message: ToServer, arrived_us: int) -> bytes | None:
        """A message; the body that the server gets in its place, None for nothing."""
        self.clock_marks.heard(message, arrived_us)
        self.races.heard(message, arrived_us)
        self.turns.heard(message)
        match message:
            case said.Hello():
                self._hello(message)
            case said.Pong():
                self.pongs_after = max(self.pongs_after, message.ping)
            case said.Bye():
                self.said_bye = True
            case said.Resume():
                return self._resume(message)
            case said.Claim() | said.Act() if self.refuse_next:
                self._refuse(message)
                return None
        if self.session is not None and not self.session.greeted_once:
            self.book.check(
                Point.GREETS, isinstance(message, said.Hello), "its first message is no `hello`"
            )
            self.session.greeted_once = True
        return body

    def unreadable(self, body: bytes, error: Malformed) -> None:
        """A frame that is no message."""
        if _OFFERED_ACTION in body:
            self.book.failed(Point.UNKNOWN_ACTION, "it chose the action that nobody knows")
            return
        what = f"{error.type or 'a frame'}: {error}"
        self.book.failed(Point.READABLE, what)

    def _hello(self, hello: said.Hello) -> None:
        self.book.check(Point.DECLARES_BOT, hello.bot, "`bot` is not true in its hello")
        if self.token is None:
            return
        same = hello.token == self.token
        self.book.check(Point.RETURNS, same, "its hello did not carry the token of `welcome`")

    def _resume(self, resume: said.Resume) -> bytes:
        self.resumed += 1
        expected = self.alterations.told(self.newest)
        right = resume.seq in (0, expected)
        self.book.check(Point.RESUMES, right, f"seq {resume.seq}, where {expected} was the last")
        if self.alterations.event_sent:
            self.book.check(Point.COUNTS, right, f"seq {resume.seq}, where {expected} was the last")
        seq = 0 if self.fresh_view else self.alterations.meant(resume.seq)
        return encode(msgspec.structs.replace(resume, seq=seq))

    def _refuse(self, message: said.Claim | said.Act) -> None:
        """What the bot wants is refused once, as if it had been wrong."""
        self.refuse_next = False
        claim = isinstance(message, said.Claim)
        code = ErrorCode.CLAIM_NONCE if claim else ErrorCode.RULES_ACTION
        answer: dict[str, object] = {"type": "error", "code": code.value, "text": code.sentence}
        if isinstance(message, said.Claim):
            answer["race"] = message.race
        if message.id is not None:
            answer["re"] = message.id
        self.inject(answer)

    # -- to the bot ------------------------------------------------------------------------

    def told(self, body: bytes) -> bytes:
        """A frame of the server's; the one that is sent in its place."""
        message = decode_to_client(body)
        now_us = self._clock.now_us()
        self._note(message, now_us)
        self.races.told(message, self._ahead_us(message, now_us), now_us)
        self.turns.told(message, self.seat)
        return self.alterations.altered(body)

    def _ahead_us(self, message: ToClient, now_us: int) -> int:
        if not isinstance(message, c.Reveal) or self.session is None:
            return 0
        return message.at_us - self.session.path.estimate(now_us).to_client(now_us)

    def _note(self, message: ToClient, now_us: int) -> None:
        match message:
            case c.Ping():
                self.clock_marks.pinged(message.ping, now_us)
            case c.Welcome():
                self.name, self.token = message.name, message.token
            case c.Error():
                self._note_error(message)
            case c.Closing():
                self._note_closing(message)
            case c.View() | c.Table():
                self.seat = message.seat
                self.playing = message.table.playing
        if isinstance(message, c.View | c.Events | c.Reveal):
            self.told_us = now_us
            self.newest = message.seq
        if isinstance(message, c.Events | c.Reveal):
            self._note_events(message)

    def _note_events(self, message: c.Events | c.Reveal) -> None:
        verdict = message.verdict if isinstance(message, c.Reveal) else None
        if (
            verdict is not None
            and verdict.closed_by == ClosedBy.SERVER
            and verdict.winner == self.seat
        ):
            self.races.laid_for(verdict.race)
        for event in message.events:
            if isinstance(event, MatchEnded) and event.outcome.counts:
                self.matches += 1

    def _note_error(self, error: c.Error) -> None:
        why = f"{error.code}, {error.field} {error.value}, expected: {error.expected}"
        if error.code == ErrorCode.MESSAGE_RATE.value:
            self.book.failed(Point.RATES, why)
        elif error.code in _NOT_ALLOWED:
            self.book.failed(Point.ALLOWED, why)
        elif error.code.startswith("hello/"):
            self.book.failed(Point.GREETS, why)
        elif error.race is not None:
            self.races.refused(error)
        elif error.code.startswith("rules/"):
            self.turns.refused(error)

    def _note_closing(self, closing: c.Closing) -> None:
        if closing.code == ErrorCode.HELLO_TIMEOUT.value:
            self.book.failed(Point.GREETS, "no hello came within 5 seconds")
        elif closing.code == ErrorCode.FRAME_TOO_LARGE.value:
            self.book.failed(Point.READABLE, closing.text)
        elif closing.code == ErrorCode.SESSION_SILENT.value:
            self.book.failed(Point.PONGS, "nothing was heard for 15 seconds")

    # -- the end -----------------------------------------------------------------------------

    def finish(self) -> None:
        """Mark what only the end can tell."""
        self.clock_marks.finish(self._clock.now_us())
        self.races.finish()
        if self.matches:
            for point in (Point.READABLE, Point.ALLOWED, Point.RATES, Point.STAYS):
                self.book.passed(point)
