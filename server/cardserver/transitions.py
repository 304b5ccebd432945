"""Which message is allowed in which standing, and where it goes: one table.

What lives here: the standings of a session, the table, one line per message.
What must not: what a request does. A missing entry is the refusal.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from cardprotocol.errors import ErrorCode
from cardprotocol.messages import to_server as said
from cardprotocol.messages.base import ToServer
from cardserver.refusal import Refusal
from cardserver.showing import check_stamp

if TYPE_CHECKING:
    from cardserver.session import Session
    from cardserver.table import Table


class Standing(enum.Enum):
    """Where a connection stands; derived from what it has, never set."""

    GREETING = "greeting"
    LOBBY = "lobby"
    TABLE = "table"
    GONE = "gone"


# (session, a message of the entry's type, arrival in µs)
Handler = Callable[["Session", Any, int], None]


def handler_for(standing: Standing, message: ToServer) -> Handler:
    """What carries out `message` in `standing`; raises Refusal where nothing may."""
    handler = TRANSITIONS.get((standing, type(message)))
    if handler is not None:
        return handler
    if standing is Standing.LOBBY and (Standing.TABLE, type(message)) in TRANSITIONS:
        raise Refusal(ErrorCode.TABLE_NOT_AT)
    if standing is Standing.TABLE and (Standing.LOBBY, type(message)) in TRANSITIONS:
        raise Refusal(ErrorCode.TABLE_ALREADY_AT)
    allowed = [s.value for s in Standing if (s, type(message)) in TRANSITIONS]
    raise Refusal(
        ErrorCode.MESSAGE_STATE, field="type", value=standing.value, expected=" or ".join(allowed)
    )


def _table(session: Session) -> Table:
    assert session.table is not None
    return session.table


def _hello(session: Session, message: said.Hello, _us: int) -> None:
    session.server.hello(session, message)


def _bye(session: Session, _message: said.Bye, _us: int) -> None:
    session.server.bye(session)


def _pong(session: Session, message: said.Pong, arrived_us: int) -> None:
    kernel = session.wire.kernel_path()
    fault = session.path.pong(
        message.ping, message.received_us, message.sent_us, arrived_us, kernel
    )
    session.stamped(message.sent_us, arrived_us, fault)
    session.tell_clock(arrived_us)
    if session.table is not None:
        session.table.clock_heard(session)
    check_stamp(fault)


def _tick(session: Session, message: said.Tick, arrived_us: int) -> None:
    fault = session.path.stamp(message.sent_us, arrived_us, session.wire.kernel_path())
    session.stamped(message.sent_us, arrived_us, fault)
    check_stamp(fault)


def _shown(session: Session, message: said.Shown, arrived_us: int) -> None:
    kernel = session.wire.kernel_path()
    fault = session.path.stamp(message.shown_us, arrived_us, kernel, field="shown_us")
    if fault is None:
        _table(session).shown(session, message, arrived_us)
    else:  # the race goes on without it: the claim says again when the reveal was shown
        session.stamped(message.shown_us, arrived_us, fault)
    check_stamp(fault)


def _claim(session: Session, message: said.Claim, arrived_us: int) -> None:
    kernel = session.wire.kernel_path()
    session.path.stamp(message.pressed_us, arrived_us, kernel, field="pressed_us", press=True)
    _table(session).claim(session, message, arrived_us)


def _act(session: Session, message: said.Act, _us: int) -> None:
    _table(session).act(session, message)


def _list_tables(session: Session, message: said.ListTables, _us: int) -> None:
    session.server.lobby.list_tables(session, message)


def _list_games(session: Session, message: said.ListGames, _us: int) -> None:
    session.server.lobby.list_games(session, message)


def _list_scores(session: Session, message: said.ListScores, _us: int) -> None:
    session.server.list_scores(session, message)


def _create_table(session: Session, message: said.CreateTable, _us: int) -> None:
    session.server.lobby.create_table(session, message)


def _join_table(session: Session, message: said.JoinTable, _us: int) -> None:
    session.server.lobby.join_table(session, message)


def _watch_table(session: Session, message: said.WatchTable, _us: int) -> None:
    session.server.lobby.watch_table(session, message)


def _resume(session: Session, message: said.Resume, _us: int) -> None:
    session.server.lobby.resume(session, message)


def _leave_table(session: Session, message: said.LeaveTable, _us: int) -> None:
    session.server.lobby.leave_table(session, message)


def _take_seat(session: Session, message: said.TakeSeat, _us: int) -> None:
    _table(session).seating.take_seat(session, message)


def _ready(session: Session, message: said.Ready, _us: int) -> None:
    _table(session).dealing.ready(session, message)


def _set_options(session: Session, message: said.SetOptions, _us: int) -> None:
    _table(session).set_options(session, message)


def _remove_player(session: Session, message: said.RemovePlayer, _us: int) -> None:
    _table(session).seating.remove_player(session, message)


def _control(session: Session, message: said.Control, _us: int) -> None:
    _table(session).control(session, message)


def _chat(session: Session, message: said.Chat, _us: int) -> None:
    session.chat(message)


_ANYWHERE: Final[Mapping[type[ToServer], Handler]] = {
    said.Pong: _pong,
    said.Tick: _tick,
    said.ListTables: _list_tables,
    said.ListGames: _list_games,
    said.ListScores: _list_scores,
    said.Bye: _bye,
}
_IN_LOBBY: Final[Mapping[type[ToServer], Handler]] = {
    said.CreateTable: _create_table,
    said.JoinTable: _join_table,
    said.WatchTable: _watch_table,
    said.Resume: _resume,
    said.LeaveTable: _leave_table,  # gives up a seat that waits
}
_AT_TABLE: Final[Mapping[type[ToServer], Handler]] = {
    said.LeaveTable: _leave_table,
    said.TakeSeat: _take_seat,
    said.Ready: _ready,
    said.SetOptions: _set_options,
    said.RemovePlayer: _remove_player,
    said.Control: _control,
    said.Chat: _chat,
    said.Shown: _shown,
    said.Claim: _claim,
    said.Act: _act,
}

TRANSITIONS: Final[Mapping[tuple[Standing, type[ToServer]], Handler]] = {
    (Standing.GREETING, said.Hello): _hello,
    **{(Standing.LOBBY, kind): handler for kind, handler in {**_ANYWHERE, **_IN_LOBBY}.items()},
    **{(Standing.TABLE, kind): handler for kind, handler in {**_ANYWHERE, **_AT_TABLE}.items()},
}
