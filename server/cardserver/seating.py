"""Who sits down, moves, watches and leaves at one table.

What lives here: everything that gives or frees a seat. What must not: who is
connected (presence.py), readiness and matches (dealing.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from cardprotocol.errors import ErrorCode
from cardprotocol.messages import to_server as said
from cardprotocol.messages.to_client import Table as TableMessage
from cardserver.counted import counted
from cardserver.match import STORAGE_RETRY_US
from cardserver.people import claim_of
from cardserver.records import (
    AnyRecord,
    SeatGivenUp,
    SeatLeft,
    SeatTaken,
    TableCreated,
)
from cardserver.refusal import Refusal
from cardserver.returning import view_of
from cardserver.seats import SeatState
from cardserver.table_words import table_info

if TYPE_CHECKING:
    from cardserver.people import Player
    from cardserver.session import Session
    from cardserver.table import Table


class Seating:
    """The seats and spectators of `table`, as people take and leave them."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def check_may_sit(self, player: Player, seat: int | None) -> int:
        """The seat `player` would get; Refusal if there is none for him."""
        self._table.check_open()
        if self._table.playing:
            raise Refusal(ErrorCode.TABLE_IN_MATCH)
        if player.bot and not self._table.bots_may_sit:
            raise Refusal(ErrorCode.TABLE_BOTS)
        free = [n for n in range(self._table.kind.most_seats) if n not in self._table.seats]
        if not free:
            raise Refusal(ErrorCode.TABLE_FULL)
        if seat is None:
            return free[0]
        if seat >= self._table.kind.most_seats:
            raise Refusal(
                ErrorCode.TABLE_SEAT,
                field="seat",
                value=str(seat),
                expected=f"0 to {self._table.kind.most_seats - 1}",
            )
        if seat not in free:
            taken = ", ".join(map(str, free))
            raise Refusal(ErrorCode.TABLE_SEAT_TAKEN, field="seat", value=str(seat), expected=taken)
        return seat

    def sit(
        self,
        session: Session,
        seat: int,
        request: int | None,
        *,
        also: Sequence[AnyRecord] = (),
        undo: Callable[[], None] | None = None,
    ) -> None:
        """Give `seat` to the session's player; told once it is durable.

        `undo` puts back what was before, if it can't be written; without it the player is
        in the lobby again.
        """
        player = session.player
        assert player is not None
        state = SeatState(seat, player, self._table)
        self._table.seats[seat] = state
        session.table = self._table
        player.seated = self._table.name
        self.choose_host()
        # Again with every seat until it is written: one unit may be refused and the next taken.
        claimed = [] if player.lasting else [claim_of(player)]
        player.claims += len(claimed)

        def sat() -> None:
            player.claims -= len(claimed)
            player.lasting = True
            self._table.send_view(session, 0, request)
            self._table.announce()

        def not_sat(text: str) -> None:
            player.claims -= len(claimed)
            self._not_sat(session, state, undo)
            self._table.server.seat_refused(self._table, player, never_made=creates)
            session.send(Refusal(ErrorCode.SERVER_STORAGE, expected=text).message(request))

        creates = any(isinstance(record, TableCreated) for record in also)
        write = self._table.writing.create if creates else self._table.append
        write([*also, *claimed, self._taken(state)], sat, not_sat)

    def _taken(self, state: SeatState) -> SeatTaken:
        return SeatTaken(
            table=self._table.name,
            seat=state.seat,
            name=state.player.name,
            bot=state.player.bot,
            host=self._table.host == state.seat,
        )

    def _not_sat(self, session: Session, state: SeatState, undo: Callable[[], None] | None) -> None:
        if self._table.seats.get(state.seat) is not state:
            return  # it was left meanwhile
        self._free_seat(state.seat, state)
        session.table = None
        if undo is not None:
            undo()

    def choose_host(self) -> None:
        """A person who is host stays it; else the first person to have come, else a bot."""
        table = self._table
        if table.host in table.seats and not table.seats[table.host].player.bot:
            return
        people = [seat for seat, state in table.seats.items() if not state.player.bot]
        table.host = next(iter(people), next(iter(table.seats), None))

    def _free_seat(self, seat: int, state: SeatState) -> None:
        if self._table.seats.get(seat) is state:
            del self._table.seats[seat]
        if state.player.seated == self._table.name:
            state.player.seated = ""
        self.choose_host()

    def free_seat(self, state: SeatState) -> None:
        """Free a seat between matches, and tell."""
        session = state.session
        if session is not None:
            session.table = None
        self._free_seat(state.seat, state)
        self._note_free(state.seat)
        self._table.server.lobby.drop_if_deserted(self._table)

    def _note_free(self, seat: int) -> None:
        """Write that the seat is free, until that is written or the seat is taken again."""

        def failed(text: str) -> None:
            self._table.storage_failed(text)
            self._later(lambda: None if seat in self._table.seats else self._note_free(seat))

        left = SeatLeft(table=self._table.name, seat=seat)
        self._table.append([left], self._table.announce, failed)

    def _later(self, call: Callable[[], None]) -> None:
        """Try once more what could not be written, where the table is still there."""
        table = self._table

        def again() -> None:
            if table in table.server.lobby.tables:
                call()

        table.clock.call_later_us(STORAGE_RETRY_US, again)

    def take_seat(self, session: Session, message: said.TakeSeat) -> None:
        """Move to a free seat; a spectator becomes a player."""
        assert session.player is not None
        seat = self.check_may_sit(session.player, message.seat)
        old = self._table.seat_of(session)
        if old is None:
            self._table.audience.dismiss(session)
            self.sit(session, seat, message.id, undo=lambda: self._watch_again(session))
            return
        was, hosted = self._table.seats.pop(old), self._table.host == old
        if hosted:
            self._table.host = seat
        left = SeatLeft(table=self._table.name, seat=old)
        self.sit(
            session,
            seat,
            message.id,
            also=[left],
            undo=lambda: self._sit_back(session, was, hosted=hosted),
        )

    def _watch_again(self, session: Session) -> None:
        session.table = self._table
        self._admit(session, None)  # what was told meanwhile it missed: a fresh view

    def _sit_back(self, session: Session, state: SeatState, *, hosted: bool) -> None:
        session.table = self._table
        self._table.seats[state.seat] = state
        state.player.seated = self._table.name
        if hosted:
            self._table.host = state.seat

    def watch(self, session: Session, request: int | None) -> None:
        """Follow the table as a spectator."""
        table = self._table
        table.check_sound()
        if table.audience.crowd >= table.settings.limits.spectators:
            most = table.settings.limits.spectators
            raise Refusal(
                ErrorCode.TABLE_SPECTATORS_FULL, expected=f"at most {counted(most, 'spectator')}"
            )
        if table.seat_of(session) is not None:  # given up in the match that is played
            raise Refusal(ErrorCode.TABLE_IN_MATCH, expected="join_table takes the seat back")
        session.table = table
        table.audience.expect(session)  # from now on: what is under way may end the match
        if table.match is not None and table.spectator_delay_us:
            # The answer now, and the spectator is counted; what is shown comes later.
            session.send(TableMessage(re=request, table=table_info(table)))
            table.match.pacer.when_shown(lambda: self._admit(session, None))
        elif table.match is not None:
            table.match.pacer.when_shown(lambda: self._admit(session, request))
        else:
            self._admit(session, request)

    def _admit(self, session: Session, request: int | None) -> None:
        """Nothing is under way: the view now, as late as this table's spectators see all."""
        table = self._table
        if table.closed:
            table_gone = Refusal(ErrorCode.TABLE_UNKNOWN, field="table", value=table.name)
            session.send(table_gone.message(request))
            return
        if session.table is not table or session.gone or table.seat_of(session) is not None:
            session.done(request)  # left, or sat down, before there was anything to see
            return
        table.audience.admit(session)
        view = view_of(table, session, None, request)
        delay_us = table.spectator_delay_us if table.match else 0
        table.audience.spectator(session, view, table.clock.now_us() + delay_us)
        table.announce()

    def leave(self, session: Session, request: int | None) -> None:
        """Leave on purpose; in a match the server plays on for the seat."""
        seat = self._table.seat_of(session)
        session.table = None
        self._table.audience.dismiss(session)
        session.done(request)
        if seat is not None:
            self.give_up_seat(self._table.seats[seat])
        else:
            self._table.announce()
        self._table.server.lobby.drop_if_deserted(self._table)

    def give_up_seat(self, state: SeatState) -> None:
        """Its player does not want the seat any more."""
        if not self._table.playing:
            self.free_seat(state)
            return
        state.gave_up = True
        if state.player.seated == self._table.name:
            state.player.seated = ""
        if state.absent_us is None:
            state.absent_us = self._table.clock.now_us()
        self.note_standing(state)
        assert self._table.match is not None
        if not self._table.frozen:
            self._table.match.give_up(state.seat)
        self._table.presence.people_changed()

    def note_standing(self, state: SeatState) -> None:
        """Write whether the seat is given up, until that is written: a restart must know it.

        Nothing waits for it. Play does not depend on it, and a journal that can't write
        pauses play soon enough.
        """
        name, seat = self._table.name, state.seat

        def again() -> None:
            if self._table.seats.get(seat) is state:
                self.note_standing(state)

        record = SeatGivenUp(table=name, seat=seat, back=not state.gave_up)
        self._table.append([record], lambda: None, lambda _text: self._later(again))

    def remove_player(self, session: Session, message: said.RemovePlayer) -> None:
        """The host frees a seat between matches."""
        self._table.check_host(session)
        if self._table.playing:
            raise Refusal(ErrorCode.TABLE_IN_MATCH)
        state = self._table.seats.get(message.seat)
        if state is None:
            taken = ", ".join(str(seat) for seat in sorted(self._table.seats))
            raise Refusal(
                ErrorCode.TABLE_SEAT, field="seat", value=str(message.seat), expected=taken
            )
        removed = state.session
        self.free_seat(state)
        if removed is not None:
            removed.send(
                Refusal(ErrorCode.TABLE_NOT_AT, expected="removed by the host").message(None)
            )
        session.done(message.id)
