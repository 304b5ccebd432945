"""A table's options change when they are written: a match is dealt with what everybody was told."""

from __future__ import annotations

from cardprotocol.messages import to_client as told
from cardprotocol.messages import to_server as said
from cardserver.records import MatchBegun, OptionsSet
from cardserver.restore import restore
from tests.support.held_journal import Once
from tests.support.house import TABLE, Guest, House


def durak() -> tuple[House, Guest, Guest]:
    house = House()
    ann, bob = house.table("durak", "Ann", "Bob", turn_seconds=20)
    house.journal.hold = True
    return house, ann, bob


def seconds(house: House) -> object:
    """The time for a turn at the table, as a restart has it too."""
    twin = house.new_server()
    restore(twin, house.journal.records())  # type: ignore[arg-type]
    now, then = (server.lobby.tables[0].options for server in (house.server, twin))
    assert now == then
    return now.turn_seconds  # type: ignore[attr-defined]


def test_options_that_cannot_be_written_go_into_no_match() -> None:
    house, ann, bob = durak()
    house.journal.full = Once()
    ann.say(said.SetOptions(options={"turn_seconds": 90}))
    ann.say(said.Ready())
    bob.say(said.Ready())
    assert not house.the_table.playing
    house.journal.release()
    house.rest(100_000)
    assert ann.codes() == ["server/storage"]
    assert house.the_table.playing
    (begun,) = [m for m in house.journal.records() if isinstance(m, MatchBegun)]
    assert begun.options["turn_seconds"] == 20
    assert seconds(house) == 20
    assert bob.last(told.Table).table.options["turn_seconds"] == 20


def test_options_that_are_written_make_everybody_say_ready_again() -> None:
    house, ann, bob = durak()
    ann.say(said.SetOptions(options={"turn_seconds": 90}))
    ann.say(said.Ready())
    bob.say(said.Ready())
    house.journal.release()
    house.rest(100_000)
    assert not house.the_table.playing
    assert not any(seat.ready for seat in bob.last(told.Table).table.seats)
    assert seconds(house) == 90
    house.begin(ann, bob)
    assert house.the_table.playing


def test_options_asked_for_while_others_are_written_are_laid_over_what_came_of_those() -> None:
    for fails, expected in ((False, (90, "stop_game")), (True, (20, "stop_game"))):
        house, ann, bob = durak()
        house.journal.full = Once() if fails else False
        ann.say(said.SetOptions(options={"turn_seconds": 90}, id=1))
        ann.say(said.SetOptions(options={"absent": "stop_game"}, id=2))
        assert ann.codes() == []
        house.journal.release()
        assert sorted(m.re for _, m in ann.heard if m.re in (1, 2)) == [1, 2]
        options = house.the_table.options
        assert (options.turn_seconds, options.absent) == expected  # type: ignore[attr-defined]
        assert seconds(house) == expected[0]
        assert bob.codes() == []


def test_options_asked_for_while_a_deal_is_written_are_refused() -> None:
    house, ann, bob = durak()
    ann.say(said.Ready())
    bob.say(said.Ready())
    assert ann.refused(said.SetOptions(options={"turn_seconds": 90})).code == "table/in_match"
    house.journal.release()
    assert not any(isinstance(record, OptionsSet) for record in house.journal.records())


def test_no_bot_sits_down_where_options_without_bots_are_being_written() -> None:
    house = House()
    (ann,) = house.table("perekur", "Ann")
    bot = house.guest("Robot", bot=True)
    house.journal.hold = True
    ann.say(said.SetOptions(options={"bots_race": "none"}))
    assert bot.refused(said.JoinTable(table=TABLE)).code == "table/bots"
    house.journal.full = True
    house.journal.release()
    house.journal.full = False
    assert isinstance(bot.ask(said.JoinTable(table=TABLE)), told.View)


def test_a_seat_that_cannot_be_written_goes_into_no_match() -> None:
    house, ann, bob = durak()
    cid = house.guest("Cid")
    house.journal.full = Once()
    cid.say(said.JoinTable(table=TABLE))
    for guest in (cid, ann, bob):
        guest.say(said.Ready())
    house.journal.release()
    house.rest(100_000)
    assert cid.codes() == ["server/storage"]
    (begun,) = [m for m in house.journal.records() if isinstance(m, MatchBegun)]
    assert begun.names == ("Ann", "Bob")
    assert house.faults == []
    assert seconds(house) == 20
