"""A server's state from its journal: people, tables, and matches as they were last told.

What lives here: replaying records into a fresh Server. What must not: storage,
or telling anybody (nobody is connected yet).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, Final

from cardrules.game import IllegalAction
from cardrules.options import read_options
from cardserver import records as r
from cardserver.people import Player
from cardserver.refusal import Refusal
from cardserver.seats import SeatState
from cardserver.server import Server
from cardserver.table import Table


def restore(server: Server, log: Iterable[r.AnyRecord]) -> int:
    """Replay `log` into `server`; returns how many records there were.

    Only each table's last match is played again: a thousand evenings old journal must not
    keep a restart waiting (`cardreplay verify` checks finished matches).
    What is said of a table that there is not (it was closed before, or never made) is passed
    over, with a line in the log: it can be true of no table, and must not keep the others away.
    Raises ValueError if the records contradict each other or the rules.
    """
    count = 0
    astray: Counter[str] = Counter()
    last: dict[str, list[r.OfMatch]] = {}  # by table
    for count, record in enumerate(log, start=1):
        if _astray(server, record):
            astray[record.table] += 1  # type: ignore[union-attr]  # a name is never astray
        else:
            _take(server, last, record, f"record {count}")
        if server.scores is not None:
            server.scores.take(record)
    for table, many in astray.items():
        server.report(f"{many} records of {table} passed over: there was no such table then")
    for match in last.values():
        _play(server, match)
    _settle(server)
    return count


def _astray(server: Server, record: r.AnyRecord) -> bool:
    if isinstance(record, r.NameClaimed | r.TableCreated):
        return False
    return not server.lobby.knows(record.table)


def _take(
    server: Server, last: dict[str, list[r.OfMatch]], record: r.AnyRecord, where: str
) -> None:
    if isinstance(record, r.OfMatch):
        _set_aside(server, last, record)
        return
    if isinstance(record, r.TableClosed | r.TableCreated) and server.lobby.knows(record.table):
        last.pop(server.lobby.find(record.table).name, None)  # a new one's may be a look-alike
    _apply(server, record, where)


def _apply(server: Server, record: r.AnyRecord, where: str) -> None:
    """What a client would be refused is here a fault of the journal, told with its place."""
    try:
        _TAKE[type(record)](server, record)
    except (Refusal, IllegalAction) as refused:
        raise ValueError(f"{where} ({type(record).__name__}): {refused}") from refused


def _set_aside(server: Server, last: dict[str, list[r.OfMatch]], record: r.OfMatch) -> None:
    if not isinstance(record, r.MatchBegun):
        if record.table not in last:
            raise ValueError(f"the journal has an act without a match at {record.table}")
        last[record.table].append(record)
        return
    earlier = last.get(record.table)
    if earlier is not None:
        _pass_over(server, earlier)
    last[record.table] = [record]


def _pass_over(server: Server, match: list[r.OfMatch]) -> None:
    begun, over = match[0], match[-1]
    if not isinstance(begun, r.MatchBegun) or not isinstance(over, r.MatchOver):
        raise ValueError(f"the journal has a match that never ended at {begun.table}")
    server.lobby.find(begun.table).dealing.passed_over(begun, over)


def _play(server: Server, match: list[r.OfMatch]) -> None:
    for n, record in enumerate(match):
        _apply(server, record, f"record {n} of match {record.match_id} at {record.table}")


def _settle(server: Server) -> None:
    """Nobody is connected: tables wait for their people, names without a seat stay owned."""
    for table in server.lobby.tables:
        if not table.seats:
            server.lobby.drop_if_deserted(table)
            continue
        if not table.playing:
            table.dealing.free_given_up()
        table.presence.restarted()


def _name_claimed(server: Server, record: r.NameClaimed) -> None:
    known = server.people.find(record.name)
    if known is not None and known.token_hash == record.token_hash:
        return  # claimed again before the first claim was known to be written
    server.people.add(
        Player(record.name, record.folded, record.token_hash, record.bot, lasting=True)
    )


def _table_created(server: Server, record: r.TableCreated) -> None:
    if server.lobby.knows(record.table):  # its end could not be written
        server.lobby.remove(server.lobby.find(record.table))
    kind = server.kinds[record.game]
    options = read_options(kind.options, record.options)
    server.lobby.add(Table(server, record.table, kind, options))


def _options_set(server: Server, record: r.OptionsSet) -> None:
    table = server.lobby.find(record.table)
    table.options = read_options(table.kind.options, record.options)


def _seat_taken(server: Server, record: r.SeatTaken) -> None:
    table = server.lobby.find(record.table)
    player = server.people.find(record.name)
    if player is None:
        raise ValueError(f"the journal seats an unknown player at {record.table}")
    _vacate(table, record.seat)  # that it was left may not have been written
    table.seats[record.seat] = SeatState(record.seat, player, table)
    player.seated = table.name
    player.bot = record.bot  # a name may come again as the other, between two seats
    if record.host:
        table.host = record.seat
    table.seating.choose_host()


def _seat_left(server: Server, record: r.SeatLeft) -> None:
    table = server.lobby.find(record.table)
    _vacate(table, record.seat)
    table.seating.choose_host()


def _vacate(table: Table, seat: int) -> None:
    state = table.seats.pop(seat, None)
    if state is not None and state.player.seated == table.name:
        state.player.seated = ""


def _seat_given_up(server: Server, record: r.SeatGivenUp) -> None:
    table = server.lobby.find(record.table)
    state = table.seats.get(record.seat)
    if state is None:
        raise ValueError(f"the journal has a free seat given up at {record.table}")
    state.gave_up = not record.back
    if record.back:
        state.player.seated = table.name
    elif state.player.seated == table.name:
        state.player.seated = ""


def _table_closed(server: Server, record: r.TableClosed) -> None:
    server.lobby.remove(server.lobby.find(record.table))


def _match_begun(server: Server, record: r.MatchBegun) -> None:
    table = server.lobby.find(record.table)
    match = table.dealing.prepare(record, server.journal.unseal(record.sealed_seed))
    match.replay_beginning()


def _decided(server: Server, record: r.Acted | r.ControlUsed | r.GaveUp) -> None:
    match = server.lobby.find(record.table).match
    if match is None:
        raise ValueError(f"the journal has an act without a match at {record.table}")
    match.replay(record)


def _match_over(server: Server, record: r.MatchOver) -> None:
    server.lobby.find(record.table).dealing.over_record(record)


_TAKE: Final[dict[type[Any], Callable[[Server, Any], None]]] = {
    r.NameClaimed: _name_claimed,
    r.TableCreated: _table_created,
    r.OptionsSet: _options_set,
    r.SeatTaken: _seat_taken,
    r.SeatLeft: _seat_left,
    r.SeatGivenUp: _seat_given_up,
    r.TableClosed: _table_closed,
    r.MatchBegun: _match_begun,
    r.Acted: _decided,
    r.ControlUsed: _decided,
    r.GaveUp: _decided,
    r.MatchOver: _match_over,
}
