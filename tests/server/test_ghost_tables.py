"""A table that is closed, or was never written: nobody stays at it, and the journal can be read."""

from __future__ import annotations

import pytest

from cardprotocol.messages import to_client as told
from cardprotocol.messages import to_server as said
from cardserver import records as r
from cardserver.restore import restore
from cardserver.server import Server
from cardserver.settings import Limits, ServerSettings
from tests.support.held_journal import Once
from tests.support.house import TABLE, Guest, House


def again(house: House) -> Server:
    """The server that the journal alone makes."""
    server = house.new_server()
    restore(server, house.journal.records())  # type: ignore[arg-type]
    return server


def playing(settings: ServerSettings | None = None) -> tuple[House, Guest, Guest]:
    house = House(settings)
    ann, bob = house.table("durak", "Ann", "Bob")
    house.begin(ann, bob)
    house.rest(500_000)
    return house, ann, bob


def test_who_waits_to_watch_keeps_the_table_and_may_sit_at_it() -> None:
    house, ann, bob = playing()
    wim = house.guest("Wim")
    house.journal.hold = True
    ann.say(said.LeaveTable())
    wim.say(said.WatchTable(table=TABLE, id=1))
    bob.say(said.LeaveTable())
    house.journal.release()
    house.rest(1_000_000)
    assert [m.re for m in wim.all(told.View)] == [1]
    assert house.the_table.audience.spectators == (wim.session,)
    assert isinstance(wim.ask(said.TakeSeat(seat=0)), told.View)
    (table,) = again(house).lobby.tables
    assert [state.player.name for state in table.seats.values()] == ["Wim"]
    assert house.faults == []


@pytest.mark.parametrize("how", ["leaves", "is lost"])
def test_a_table_whose_last_waiting_spectator_goes_is_closed(how: str) -> None:
    house, ann, bob = playing()
    wim = house.guest("Wim")
    house.journal.hold = True
    ann.say(said.LeaveTable())
    wim.say(said.WatchTable(table=TABLE, id=1))
    bob.say(said.LeaveTable())
    if how == "leaves":
        wim.say(said.LeaveTable(id=2))
    else:
        wim.session.lost()
    house.journal.release()
    house.rest(1_000_000)
    assert house.server.lobby.tables == ()
    assert again(house).lobby.tables == ()


@pytest.mark.parametrize("game", ["perekur", "durak"])
def test_who_waits_for_a_deal_that_is_not_written_sees_the_table_without_it(game: str) -> None:
    house = House()
    guests = house.table(game, "Ann", "Bob", "Cid")
    wim = house.guest("Wim")
    house.begin(*guests[:2])
    house.journal.hold = house.journal.full = True
    guests[2].say(said.Ready())
    wim.say(said.WatchTable(table=TABLE, id=1))
    guests[1].session.lost()
    bob = house.back(guests[1])
    bob.say(said.Resume(id=2))
    guests[0].say(said.LeaveTable(id=3))
    house.journal.release()
    house.rest(1_000_000)
    (view,) = wim.all(told.View)
    assert (view.re, view.game) == (1, None)
    (view,) = bob.all(told.View)
    assert (view.re, view.game, view.turn, view.race) == (2, None, None, None)
    assert sorted(house.the_table.seats) == [1, 2]  # Ann gave hers up in a match that never was
    assert house.faults == []
    house.journal.full = False
    guests[2].ask(said.Ready())
    assert (wim.last(told.Table).table.playing, house.the_table.playing) == (False, False)
    assert isinstance(bob.ask(said.Ready()), told.Done)
    assert house.the_table.playing == (game == "durak")  # Perekur needs three


def test_nobody_comes_to_a_table_before_it_is_written() -> None:
    house = House()
    ann, wim, bob = (house.guest(name) for name in ("Ann", "Wim", "Bob"))
    house.journal.hold = house.journal.full = True
    ann.say(said.CreateTable(table=TABLE, game="durak", id=1))
    assert wim.refused(said.WatchTable(table=TABLE)).code == "table/unknown"
    assert bob.refused(said.JoinTable(table=TABLE)).code == "table/unknown"
    assert bob.refused(said.CreateTable(table=TABLE, game="durak")).code == "table/name_taken"
    tables = wim.ask(said.ListTables())
    assert isinstance(tables, told.Tables)
    assert tables.tables == ()
    house.journal.release()
    assert ann.codes() == ["server/storage"]
    assert house.server.lobby.tables == ()
    house.journal.full = False
    assert isinstance(bob.ask(said.CreateTable(table=TABLE, game="durak")), told.View)
    assert isinstance(ann.ask(said.JoinTable(table=TABLE)), told.View)
    assert sorted(again(house).lobby.tables[0].seats) == [0, 1]


def test_what_its_maker_does_at_a_table_that_is_never_written_is_not_written_either() -> None:
    house = House()
    ann, bob = house.guest("Ann"), house.guest("Bob")
    for guest, then in ((ann, said.TakeSeat(seat=1, id=2)), (bob, said.LeaveTable(id=2))):
        house.journal.hold = house.journal.full = True
        guest.say(said.CreateTable(table=TABLE, game="durak", id=1))
        guest.say(then)
        house.journal.full = Once()
        house.journal.release()
        house.journal.full = False
        assert [m.re for _, m in guest.heard if m.re in (1, 2)] in ([1, 2], [2, 1])
        assert house.server.lobby.tables == ()
        assert guest.refused(said.TakeSeat(seat=0)).code == "table/not_at"
    assert house.journal.records() == ()
    assert isinstance(ann.ask(said.CreateTable(table=TABLE, game="durak")), told.View)
    assert sorted(again(house).lobby.tables[0].seats) == [0]


def test_a_table_left_while_it_is_written_is_closed_then() -> None:
    house = House()
    ann = house.guest("Ann")
    house.journal.hold = True
    ann.say(said.CreateTable(table=TABLE, game="durak", id=1))
    ann.say(said.LeaveTable(id=2))
    house.journal.release()
    assert house.server.lobby.tables == ()
    kinds = [type(record) for record in house.journal.records()]
    assert kinds == [r.TableCreated, r.NameClaimed, r.SeatTaken, r.SeatLeft, r.TableClosed]
    assert again(house).lobby.tables == ()


def test_there_is_room_for_so_many_spectators_also_while_they_wait() -> None:
    house, ann, _bob = playing(ServerSettings(limits=Limits(spectators=2)))
    wims = [house.guest(f"Wim {number}") for number in range(5)]
    house.journal.hold = True
    ann.say(said.LeaveTable())
    for wim in wims:
        wim.say(said.WatchTable(table=TABLE))
    house.journal.release()
    house.rest(1_000_000)
    assert len(house.the_table.audience.spectators) == 2
    assert [wim.codes() for wim in wims[2:]] == [["table/spectators_full"]] * 3


def test_records_of_a_table_that_is_closed_are_passed_over_with_a_line_in_the_log() -> None:
    house, ann, bob = playing()
    ann.ask(said.LeaveTable())
    bob.ask(said.LeaveTable())
    house.rest(1_000_000)
    cid = house.guest("Cid")
    cid.ask(said.CreateTable(table="Attic", game="durak"))
    stray = [r.SeatTaken(table=TABLE, seat=0, name="Cid"), r.TableClosed(table=TABLE)]
    server = house.new_server()
    restore(server, [*house.journal.records(), *stray])  # type: ignore[list-item]
    assert [table.name for table in server.lobby.tables] == ["Attic"]
    player = server.people.find("Cid")
    assert player is not None
    assert player.seated == "Attic"
    assert any(f"2 records of {TABLE} passed over" in line for line in house.reports)


@pytest.mark.parametrize("name", [TABLE, TABLE.upper()])
def test_a_table_whose_end_could_not_be_written_ends_where_another_of_its_name_begins(
    name: str,
) -> None:
    house, *_ = playing()
    made = r.TableCreated(table=name, game="durak", options={})
    seat = r.SeatTaken(table=name, seat=3, name="Bob")
    server = house.new_server()
    restore(server, [*house.journal.records(), made, seat])  # type: ignore[list-item]
    (table,) = server.lobby.tables
    assert (table.name, table.match) == (name, None)
    assert list(table.seats) == [3]
    for who, seated in (("Ann", ""), ("Bob", name)):
        player = server.people.find(who)
        assert player is not None
        assert player.seated == seated


def test_a_record_that_cannot_be_taken_is_named() -> None:
    house = House()
    made = r.TableCreated(table=TABLE, game="durak", options={"no such": 1})
    with pytest.raises(ValueError, match="record 1 \\(TableCreated\\)"):
        restore(house.new_server(), [made])


def test_a_name_is_claimed_with_every_seat_until_that_is_written() -> None:
    house = House()
    house.table("durak", "Ann", "Bob")
    cid = house.guest("Cid")
    house.journal.hold = True
    house.journal.full = Once()
    cid.say(said.JoinTable(table=TABLE, id=1))
    cid.say(said.LeaveTable(id=2))
    cid.say(said.JoinTable(table=TABLE, id=3))
    cid.say(said.TakeSeat(seat=4, id=4))
    house.journal.release()
    house.rest(100_000)
    assert cid.codes() == ["server/storage"]
    (table,) = again(house).lobby.tables
    assert {seat: s.player.name for seat, s in table.seats.items()} == {
        0: "Ann",
        1: "Bob",
        4: "Cid",
    }


@pytest.mark.parametrize("full", [False, True])
def test_a_name_whose_claim_is_on_its_way_is_nobody_elses(full: bool) -> None:
    house = House()
    house.table("durak", "Ann", "Bob")
    cid = house.guest("Cid")
    house.journal.hold, house.journal.full = True, full
    cid.say(said.JoinTable(table=TABLE))
    cid.say(said.Bye())
    thief = house.stranger("Cid")
    assert isinstance(thief.hello(), told.Error)
    house.journal.release()
    assert isinstance(thief.hello(), told.Welcome) == full
