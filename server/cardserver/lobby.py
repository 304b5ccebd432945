"""The lobby: which tables there are, and the way to and from them.

What lives here: making, finding, joining, leaving tables; spectators; the lists.
What must not: what happens at a table (table.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardprotocol.errors import ErrorCode
from cardprotocol.messages import to_server as said
from cardprotocol.messages.parts import GameInfo
from cardprotocol.messages.to_client import Games, Tables
from cardprotocol.text import folded, table_name_of
from cardrules.options import describe, option_values, read_options
from cardserver.counted import counted
from cardserver.pages import pages_of
from cardserver.records import TableClosed, TableCreated
from cardserver.refusal import Refusal
from cardserver.table import Table
from cardserver.table_words import table_line
from cardserver.writing import CLOSED

if TYPE_CHECKING:
    from cardserver.server import Server
    from cardserver.session import Session


class Lobby:
    """All tables of a server, by folded name."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._tables: dict[str, Table] = {}
        self._made_us: dict[str, int] = {}

    @property
    def tables(self) -> tuple[Table, ...]:
        """Every table, oldest first."""
        return tuple(self._tables.values())

    def knows(self, name: str) -> bool:
        """Whether there is a table of that name."""
        return folded(name) in self._tables

    def find(self, name: str) -> Table:
        """The table of that name; Refusal if there is none."""
        table = self._tables.get(folded(name))
        if table is None:
            raise Refusal(ErrorCode.TABLE_UNKNOWN, field="table", value=name)
        return table

    def _find_written(self, name: str) -> Table:
        """The table of that name for who comes to it: of one that may never be nobody is told."""
        table = self.find(name)
        if table.writing.creating:
            raise Refusal(ErrorCode.TABLE_UNKNOWN, field="table", value=name)
        return table

    # -- lists ---------------------------------------------------------------------

    def list_tables(self, session: Session, message: said.ListTables) -> None:
        """One page of tables."""
        pages = pages_of(table_line(table) for table in self.tables if not table.writing.creating)
        page = min(message.page, len(pages) - 1)
        session.send(Tables(re=message.id, tables=pages[page], page=page, pages=len(pages)))

    def list_games(self, session: Session, message: said.ListGames) -> None:
        """The games and their options."""
        games = tuple(
            GameInfo(
                name=kind.name,
                least_seats=kind.least_seats,
                most_seats=kind.most_seats,
                options=describe(kind.options),
            )
            for kind in self._server.kinds.values()
        )
        session.send(Games(re=message.id, games=games))

    # -- to and from a table -------------------------------------------------------

    def create_table(self, session: Session, message: said.CreateTable) -> None:
        """Make a table and give its maker the first seat."""
        self._check_free(session)
        kind = self._server.kinds.get(message.game)
        if kind is None:
            known = ", ".join(self._server.kinds)
            raise Refusal(ErrorCode.TABLE_GAME, field="game", value=message.game, expected=known)
        options = read_options(kind.options, message.options)
        name = self._new_name(message.table)
        table = Table(self._server, name, kind, options)
        assert session.player is not None
        seat = table.seating.check_may_sit(session.player, None)
        self._check_limits(session)
        self.add(table)
        created = TableCreated(table=name, game=kind.name, options=option_values(options))
        table.seating.sit(session, seat, message.id, also=[created])

    def _new_name(self, text: str) -> str:
        try:
            name = table_name_of(text)
        except ValueError as error:
            raise Refusal(
                ErrorCode.TABLE_NAME, field="table", value=text, expected=str(error)
            ) from error
        if folded(name) in self._tables:
            raise Refusal(ErrorCode.TABLE_NAME_TAKEN, field="table", value=name)
        return name

    def _check_limits(self, session: Session) -> None:
        limits = self._server.settings.limits
        if len(self._tables) >= limits.tables:
            raise Refusal(
                ErrorCode.TABLE_LIMIT, expected=f"at most {counted(limits.tables, 'table')}"
            )
        if self._server.disk_room.low():
            raise Refusal(ErrorCode.SERVER_DISK, expected=self._server.disk_room.needed)
        if self._server.is_local(session.wire.peer):
            return
        now_us = self._server.clock.now_us()
        last_us = self._made_us.get(session.wire.peer)
        if last_us is not None and now_us - last_us < limits.table_gap_us:
            raise Refusal(
                ErrorCode.TABLE_LIMIT, expected=f"one in {limits.table_gap_us // 1_000_000} s"
            )
        self._made_us = {
            p: us for p, us in self._made_us.items() if now_us - us < limits.table_gap_us
        }
        self._made_us[session.wire.peer] = now_us

    def add(self, table: Table) -> None:
        """Make `table` known."""
        self._tables[folded(table.name)] = table

    def remove(self, table: Table) -> None:
        """Make `table` unknown, and everybody at it a guest of the lobby again."""
        if self._tables.get(folded(table.name)) is table:
            del self._tables[folded(table.name)]
        table.closed = True
        for state in table.seats.values():
            if state.player.seated == table.name:
                state.player.seated = ""
        table.seats.clear()
        for session in tuple(self._server.sessions):
            if session.table is table:
                session.table = None
                table.audience.dismiss(session)
                session.send(Refusal(ErrorCode.TABLE_NOT_AT, expected=CLOSED).message(None))

    def join_table(self, session: Session, message: said.JoinTable) -> None:
        """Take a seat."""
        self._check_free(session)
        table = self._find_written(message.table)
        assert session.player is not None
        if table.seat_of(session) is not None:  # given up in a running match, and wanted again
            table.presence.back(session, 0, message.id)
            return
        seat = table.seating.check_may_sit(session.player, message.seat)
        table.seating.sit(session, seat, message.id)

    def watch_table(self, session: Session, message: said.WatchTable) -> None:
        """Follow a table without a seat."""
        self._check_free(session)
        self._find_written(message.table).seating.watch(session, message.id)

    def resume(self, session: Session, message: said.Resume) -> None:
        """Take back the seat that waits."""
        assert session.player is not None
        if not session.player.seated:
            raise Refusal(ErrorCode.TABLE_NOT_AT)
        self.find(session.player.seated).presence.back(session, message.seq, message.id)

    def leave_table(self, session: Session, message: said.LeaveTable) -> None:
        """Leave the table, or give up a seat that waits."""
        table = session.table
        if table is None:
            assert session.player is not None
            if not session.player.seated:
                raise Refusal(ErrorCode.TABLE_NOT_AT)
            table = self.find(session.player.seated)
        table.seating.leave(session, message.id)

    def _check_free(self, session: Session) -> None:
        assert session.player is not None
        if session.player.seated:
            raise Refusal(
                ErrorCode.TABLE_ALREADY_AT,
                field="table",
                value=session.player.seated,
                expected="resume or leave_table",
            )

    def drop_if_deserted(self, table: Table) -> None:
        """Close a table at which nobody is left."""
        table.writing.when_created(lambda: self._drop_if_deserted(table))

    def _drop_if_deserted(self, table: Table) -> None:
        if table.deserted and self._tables.get(folded(table.name)) is table:
            self.remove(table)
            self._server.append([TableClosed(table=table.name)], lambda: None, lambda _text: None)
