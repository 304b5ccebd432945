"""A table: its seats, host, options and spectators, and the match being played at it.

What lives here: what is asked of a table, handed to the part that has it; options,
chat, a table's share of the journal, and stopping at errors. What must not: seats
(seating.py), coming and going (presence.py), readiness (dealing.py), a match's
decisions (match.py), rules, the list of tables (lobby.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from cardprotocol.errors import ErrorCode
from cardprotocol.messages import to_server as said
from cardprotocol.messages.to_client import Said
from cardprotocol.messages.to_client import Table as TableMessage
from cardprotocol.text import chat_of
from cardrules.kind import GameKind
from cardrules.options import TableOptions, option_values, read_options
from cardserver.audience import Audience
from cardserver.dealing import Dealing
from cardserver.guard import GuardedClock
from cardserver.match import Match
from cardserver.presence import Presence
from cardserver.records import AnyRecord, OptionsSet
from cardserver.refusal import Refusal
from cardserver.returning import view_of, welcome_back
from cardserver.seat_clocks import SeatClocks
from cardserver.seating import Seating
from cardserver.seats import SeatState
from cardserver.table_words import table_info
from cardserver.turning import Turning
from cardserver.writing import Writing

if TYPE_CHECKING:
    from cardserver.server import Server
    from cardserver.session import Session


class Table:
    """One table of the lobby."""

    def __init__(self, server: Server, name: str, kind: GameKind, options: TableOptions) -> None:
        self.server = server
        self.name = name
        self.kind = kind
        self.options = options
        self._coming: TableOptions | None = None  # options that are being written
        self.clock = GuardedClock(server.clock, self.fault)
        self.settings = server.settings
        self.chance = server.chance
        self.seats: dict[int, SeatState] = {}
        self.audience = Audience(self.clock, self.seats)
        self.host: int | None = None
        self.match: Match | None = None
        self.paused = False
        self.frozen = False
        self.closed = False
        self.writing = Writing(self)
        self.dealing = Dealing(self)
        self.seating = Seating(self)
        self.presence = Presence(self)
        self.seat_clocks = SeatClocks(self)

    # -- what is public ------------------------------------------------------------

    @property
    def playing(self) -> bool:
        """Whether a match is being played, or its end is still to be shown."""
        return self.match is not None and not self.match.settled

    @property
    def armed(self) -> bool:
        """Whether a race is open."""
        return self.match is not None and self.match.pacer.armed

    @property
    def spectator_delay_us(self) -> int:
        """How much later spectators see everything."""
        return self.options.watchers_delay_seconds * 1_000_000

    @property
    def deserted(self) -> bool:
        """There is no spectator, and nobody has a seat that is of any use."""
        left = not self.seats or (
            self.frozen and all(state.gave_up for state in self.seats.values())
        )
        return left and not self.audience.crowd

    def message(self, session: Session, request: int | None = None) -> TableMessage:
        """The table as one session is told of it."""
        return TableMessage(re=request, table=table_info(self), seat=self.seat_of(session))

    def announce(self, unless: Callable[[], bool] = lambda: False) -> None:
        """Tell everybody how the table stands, after what was decided before is durable.

        Not if `unless` holds at the moment at which it would be told.
        """

        def tell() -> None:
            if unless():
                return
            info = table_info(self)
            self.seat_clocks.told(info)
            self.audience.seats_each(lambda seat, _s: TableMessage(table=info, seat=seat))
            # Of a match that is not shown yet nothing may be known, its end least of all.
            delay_us = self.spectator_delay_us if self.match else 0
            self.audience.every_spectator(TableMessage(table=info), delay_us)

        self.append([], lambda: self._when_shown(tell), lambda _text: None)

    def send_view(self, session: Session, seq: int, request: int | None) -> None:
        """Answer with what came after `seq`, or with a fresh view (`seq` 0)."""
        seat = self.seat_of(session)
        if session.table is not self:
            session.done(request)  # carried out, and left again meanwhile
        elif self.match is not None:
            welcome_back(self.match, session, seat, seq, request)
        else:
            session.send(view_of(self, session, seat, request))

    def _when_shown(self, call: Callable[[], None]) -> None:
        if self.match is None:
            call()
        else:
            self.match.pacer.when_shown(call)

    # -- seats ---------------------------------------------------------------------

    def seat_of(self, session: Session) -> int | None:
        """The seat `session` plays, None for spectators."""
        for seat, state in self.seats.items():
            if state.player is session.player:
                return seat
        return None

    def own_seat(self, session: Session) -> SeatState:
        seat = self.seat_of(session)
        if seat is None:
            raise Refusal(ErrorCode.TABLE_SPECTATOR)
        return self.seats[seat]

    # -- between matches -----------------------------------------------------------

    def set_options(self, session: Session, message: said.SetOptions) -> None:
        """The host changes options; everybody must say ready again."""
        self.check_host(session)
        if self.playing:
            raise Refusal(ErrorCode.TABLE_IN_MATCH)
        # Behind what is being written: other options, or a deal that takes these.
        self.writing.when_written(
            lambda: session.attempt(lambda: self._set_options(session, message), message.id)
        )

    def _set_options(self, session: Session, message: said.SetOptions) -> None:
        self.check_host(session)
        if self.playing:
            raise Refusal(ErrorCode.TABLE_IN_MATCH)
        values = {**option_values(self.options), **message.options}
        options = read_options(self.kind.options, values)
        if not options.bots_may_sit and self._has_bots():
            raise Refusal(ErrorCode.TABLE_BOTS, field="bots_race", value="none")
        self._coming = options

        def failed(text: str) -> None:
            self._coming = None
            session.send(Refusal(ErrorCode.SERVER_STORAGE, expected=text).message(message.id))

        def changed() -> None:
            self.options, self._coming = options, None
            for state in self.seats.values():
                state.ready = False
            session.done(message.id)
            self.announce()

        record = OptionsSet(table=self.name, options=option_values(options))
        self.append([record], changed, failed)

    @property
    def bots_may_sit(self) -> bool:
        """Whether bots may, now and with the options that are being written."""
        coming = self._coming or self.options
        return self.options.bots_may_sit and coming.bots_may_sit

    def _has_bots(self) -> bool:
        return any(state.player.bot for state in self.seats.values())

    def check_host(self, session: Session) -> None:
        if self.own_seat(session).seat != self.host:
            raise Refusal(ErrorCode.TABLE_NOT_HOST)

    def chat(self, session: Session, message: said.Chat) -> None:
        """A line of chat to everybody here."""
        assert session.player is not None
        try:
            text = chat_of(message.text)
        except ValueError as error:
            raise Refusal(ErrorCode.CHAT_TEXT, field="text", expected=str(error)) from error
        self.audience.all(Said(name=session.player.name, text=text))
        session.done(message.id)

    # -- play ----------------------------------------------------------------------

    def _match_of(self, session: Session, race: int | None = None) -> tuple[Match, int]:
        seat = self.own_seat(session).seat
        self.check_sound()
        if self.match is None or self.match.settled:
            raise Refusal(ErrorCode.TABLE_NO_MATCH, race=race)
        if self.paused:
            raise Refusal(ErrorCode.SERVER_STORAGE, race=race)
        return self.match, seat

    def claim(self, session: Session, message: said.Claim, arrived_us: int) -> None:
        """A claim in a race."""
        match, seat = self._match_of(session, message.race)
        match.races("claim").claim(session, seat, message, arrived_us)

    def act(self, session: Session, message: said.Act) -> None:
        """An action in turn."""
        match, seat = self._match_of(session)
        match.act(session, seat, message.action, message.id)

    def control(self, session: Session, message: said.Control) -> None:
        """The host uses a control of the game."""
        self.check_host(session)
        match, _seat = self._match_of(session)
        match.control(session, message.control, message.id)

    def shown(self, session: Session, message: said.Shown, arrived_us: int) -> None:
        """A seat showed a reveal; spectators' word is taken and does nothing."""
        seat = self.seat_of(session)
        if seat is None:
            return
        if self.match is None:
            raise Refusal(ErrorCode.TABLE_NO_MATCH)
        self.match.races("shown").shown(seat, message, arrived_us)

    def stamped(self, session: Session, client_us: int, arrived_us: int) -> None:
        """Any stamp of a seat."""
        if self.match is None or not self.match.pacer.armed:
            return
        seat = self.seat_of(session)
        if seat is not None:
            self.match.races("stamp").stamped(seat, client_us, arrived_us)

    def clock_heard(self, session: Session) -> None:
        """A pong of somebody here, after the clock took it in."""
        if self.match is not None and isinstance(self.match.pacer, Turning):
            self.match.pacer.clock_heard(session)

    # -- the match -----------------------------------------------------------------

    def append(
        self,
        records: Sequence[AnyRecord],
        then: Callable[[], None],
        failed: Callable[[str], None],
    ) -> None:
        """Write records as one unit; see Writing."""
        self.writing.append(records, then, failed)

    def check_open(self) -> None:
        """Refusal if there is no such table any more."""
        if self.closed:
            raise Refusal(ErrorCode.TABLE_UNKNOWN, field="table", value=self.name)

    def check_sound(self) -> None:
        """Refusal if the table is closed, or an error of the server's own froze it."""
        self.check_open()
        if self.frozen:
            raise Refusal(ErrorCode.SERVER_FAULT)

    def fault(self, error: Exception) -> None:
        """An error of the server's own: this table stops where it is, and no other."""
        self.frozen = True
        if self.match is not None:
            self.match.pacer.halt()
        self.server.report(f"table {self.name} is frozen", error)
        self.audience.all(Refusal(ErrorCode.SERVER_FAULT).message(None))

    def storage_failed(self, text: str) -> None:
        """The journal can't write: play is paused, and everybody is told."""
        if not self.paused:
            self.paused = True
            self.audience.all(Refusal(ErrorCode.SERVER_STORAGE, expected=text).message(None))

    def storage_works(self) -> None:
        """The journal writes again."""
        if self.paused:
            self.paused = False
            self.announce()
