"""Who sits where: creating, joining, moving, the host, options, leaving, between matches."""

from __future__ import annotations

from cardprotocol.messages import to_client as told
from cardprotocol.messages import to_server as said
from cardserver.restore import restore
from cardserver.server import Server
from cardserver.settings import ServerSettings
from tests.support.house import TABLE, Guest, House
from tests.support.refusals import perekur


def seats(guest: Guest) -> dict[int, str]:
    """Who sits where, as `guest` was told last."""
    return {seat.seat: seat.name for seat in guest.last(told.Table).table.seats}


def reborn(house: House) -> Server:
    """What a restart would make of the journal."""
    twin = house.new_server()
    restore(twin, house.journal.records())  # type: ignore[arg-type]
    return twin


def test_the_first_free_seat_or_the_one_asked_for() -> None:
    house, (ann, _bob, _cid) = perekur()
    dot, eve = house.guest("Dot"), house.guest("Eve")
    asked = dot.ask(said.JoinTable(table=TABLE, seat=5))
    first = eve.ask(said.JoinTable(table=TABLE))
    assert isinstance(asked, told.View)
    assert isinstance(first, told.View)
    assert (asked.seat, first.seat) == (5, 3)
    assert seats(ann) == {0: "Ann", 1: "Bob", 2: "Cid", 3: "Eve", 5: "Dot"}


def test_a_host_who_moves_stays_host_also_after_a_restart() -> None:
    house, (ann, _bob, cid) = perekur()
    moved = ann.ask(said.TakeSeat(seat=4))
    assert isinstance(moved, told.View)
    assert moved.table.host == 4
    assert seats(cid) == {1: "Bob", 2: "Cid", 4: "Ann"}
    assert isinstance(ann.ask(said.SetOptions(options={"hints": True})), told.Done)
    assert reborn(house).lobby.tables[0].host == 4


def test_the_host_passes_on_to_the_first_person_who_came_and_to_a_bot_last() -> None:
    house = House()
    ann, bot, bob = house.guest("Ann"), house.guest("Robot", bot=True), house.guest("Bob")
    ann.ask(said.CreateTable(table=TABLE, game="durak"))
    bot.ask(said.JoinTable(table=TABLE))
    bob.ask(said.JoinTable(table=TABLE))
    ann.ask(said.LeaveTable())
    assert bob.last(told.Table).table.host == 2
    bob.ask(said.LeaveTable())
    assert bot.last(told.Table).table.host == 1
    cid = house.guest("Cid")
    cid.ask(said.JoinTable(table=TABLE))
    assert cid.last(told.View).table.host == 0


def test_changed_options_take_back_everybodys_ready_and_are_told_to_all() -> None:
    house, (ann, bob, cid) = perekur()
    bob.ask(said.Ready())
    assert isinstance(ann.ask(said.SetOptions(options={"look_seconds": 1})), told.Done)
    info = cid.last(told.Table).table
    assert info.options["look_seconds"] == 1
    assert not any(seat.ready for seat in info.seats)
    house.begin(ann, cid)
    assert not house.the_table.playing
    house.begin(bob)
    assert house.the_table.playing


def test_an_option_that_is_refused_leaves_all_options_as_they_were() -> None:
    house, (ann, _bob, cid) = perekur()
    options = house.the_table.options
    wrong = said.SetOptions(options={"look_seconds": 1, "stall_seconds": 3})
    refusal = ann.refused(wrong)
    assert (refusal.code, refusal.field) == ("table/option", "stall_seconds")
    assert house.the_table.options == options
    assert cid.last(told.Table).table.options["look_seconds"] == 3


def test_a_table_with_bots_can_not_become_one_without() -> None:
    house, (ann, _bob, _cid) = perekur()
    house.guest("Robot", bot=True).ask(said.JoinTable(table=TABLE))
    refusal = ann.refused(said.SetOptions(options={"bots_race": "none"}))
    assert (refusal.code, refusal.field) == ("table/bots", "bots_race")


def test_what_plays_on_a_seat_stays_what_it_was_while_it_is_taken() -> None:
    house, _guests = perekur()
    robot = house.guest("Robot", bot=True)
    robot.ask(said.JoinTable(table=TABLE))
    robot.bot = False
    again = house.back(robot)
    assert isinstance(again.ask(said.Resume()), told.View)
    assert house.the_table.seats[3].player.bot


def test_whom_the_host_removes_is_in_the_lobby_and_told() -> None:
    house, (ann, bob, _cid) = perekur()
    assert isinstance(ann.ask(said.RemovePlayer(seat=1)), told.Done)
    assert bob.codes() == ["table/not_at"]
    assert bob.all(told.Error)[0].re is None
    assert seats(ann) == {0: "Ann", 2: "Cid"}
    assert isinstance(bob.ask(said.JoinTable(table=TABLE)), told.View)
    assert len(reborn(house).lobby.tables[0].seats) == 3


def test_a_table_goes_with_the_last_who_leaves_it_and_its_name_is_free() -> None:
    house, guests = perekur()
    wim = house.guest("Wim")
    wim.ask(said.WatchTable(table=TABLE))
    for guest in guests:
        guest.ask(said.LeaveTable())
    assert house.server.lobby.tables
    wim.ask(said.LeaveTable())
    assert not house.server.lobby.tables
    assert isinstance(wim.ask(said.CreateTable(table=TABLE, game="durak")), told.View)
    assert [table.kind.name for table in reborn(house).lobby.tables] == ["durak"]


def test_a_rematch_needs_everybody_again() -> None:
    house = House()
    ann, bob = house.table("durak", "Ann", "Bob")
    house.begin(ann, bob)
    bob.ask(said.LeaveTable())  # of two who play, who leaves is the fool (DA40)
    assert not house.the_table.playing
    assert seats(ann) == {0: "Ann"}
    bob.ask(said.JoinTable(table=TABLE))
    house.begin(ann)
    assert not house.the_table.playing
    house.begin(bob)
    assert house.the_table.dealing.number == 2
    assert house.the_table.match is not None
    assert house.the_table.match.begun.previous is not None
    assert house.the_table.match.begun.previous.reason == "gave_up"


def test_who_is_lost_is_not_ready_and_a_match_waits_for_him() -> None:
    house, (ann, bob, cid) = perekur()
    house.begin(ann, bob)
    bob.hang_up()
    house.begin(cid)
    assert not house.the_table.playing
    assert [seat.ready for seat in ann.last(told.Table).table.seats] == [True, False, True]
    bob = house.back(bob)
    bob.ask(said.Resume())
    house.begin(bob)
    assert house.the_table.playing


def test_a_seat_between_matches_is_freed_when_its_player_stays_away() -> None:
    house, (ann, bob, _cid) = perekur(absent_seconds=10)
    bob.hang_up()
    house.rest(9_900_000)
    assert seats(ann) == {0: "Ann", 1: "Bob", 2: "Cid"}
    house.rest(200_000)
    assert seats(ann) == {0: "Ann", 2: "Cid"}
    again = house.back(bob)
    assert again.last(told.Welcome).table == ""


def test_pages_of_tables_end_where_the_tables_end() -> None:
    house = House()
    for number in range(21):
        house.guest(f"Host {number}").ask(said.CreateTable(table=f"T{number}", game="durak"))
    ann = house.guest("Ann")
    first, second, beyond = (ann.ask(said.ListTables(page=page)) for page in (0, 1, 99))
    assert isinstance(first, told.Tables)
    assert isinstance(second, told.Tables)
    assert isinstance(beyond, told.Tables)
    assert (len(first.tables), len(second.tables), first.pages) == (20, 1, 2)
    assert beyond.tables == second.tables


def test_whose_path_the_host_marked_as_a_tunnel_is_shown_to_all_also_while_away() -> None:
    house = House(ServerSettings(tunnelled=frozenset({"Bob"})))
    ann, bob = house.guest("Ann"), house.guest("Bob")
    ann.ask(said.CreateTable(table=TABLE, game="durak"))
    bob.ask(said.JoinTable(table=TABLE))
    watcher = house.guest("Eve")
    watcher.ask(said.WatchTable(table=TABLE))
    for guest, kind in ((ann, told.Table), (watcher, told.View)):
        assert [info.tunnelled for info in guest.last(kind).table.seats] == [False, True]
    bob.hang_up()
    assert [(i.connected, i.tunnelled) for i in ann.last(told.Table).table.seats] == [
        (True, False),
        (False, True),
    ]
