"""What a table is told of its seats' clocks follows them, and tells nothing of a race."""

from __future__ import annotations

import itertools

from cardprotocol.messages import to_client as told
from cardprotocol.messages import to_server as said
from tests.support.house import Guest, House
from tests.support.perekur_positions import A, B, C, at
from tests.support.refusals import perekur, race_at

SECOND_US = 1_000_000
RACE = at({A: "TC KC", B: "JC AC", C: "QC"}, 47, last=C)


def clocks(guest: Guest) -> list[str]:
    """The clocks of all seats, as `guest` was told last."""
    last = [m for _, m in guest.heard if isinstance(m, told.Table | told.View)][-1]
    return [seat.clock for seat in last.table.seats]


def test_a_table_at_which_nothing_happens_learns_that_clocks_are_known() -> None:
    house = House()
    bot = house.guest("Bot", bot=True)  # first there, as the bots of the house are
    bot.ask(said.CreateTable(table="hall", game="durak"))
    ann = house.guest("Ann")
    ann.ask(said.JoinTable(table="hall"))
    wes = house.guest("Wes")
    wes.ask(said.WatchTable(table="hall"))
    assert clocks(ann) == ["unsynced", "unsynced"]
    house.rest(3 * SECOND_US)
    for guest in (bot, ann, wes):
        assert clocks(guest) == ["good", "good"]


def unknown_for(house: House, guest: Guest, seconds: int) -> None:
    """The clock of `guest` is lost again before it is known, all that time."""
    for _ in range(10 * seconds):
        guest.session.path.resync()
        house.rest(SECOND_US // 10)


def test_clocks_alone_are_told_once_in_two_seconds_and_not_when_they_stay() -> None:
    house = House()
    ann, bob = house.table("durak", "Ann", "Bob")
    house.rest(3 * SECOND_US)
    heard = len(ann.all(told.Table))
    house.rest(20 * SECOND_US)
    assert len(ann.all(told.Table)) == heard
    for _ in range(4):
        unknown_for(house, bob, 3)
        assert clocks(ann) == ["good", "unsynced"]
        house.rest(3 * SECOND_US)
        assert clocks(ann) == ["good", "good"]
    moments = [us for us, m in ann.heard if isinstance(m, told.Table)][heard:]
    assert len(moments) == 8
    assert all(late - early >= 2 * SECOND_US for early, late in itertools.pairwise(moments))


def test_nothing_is_told_of_clocks_while_a_race_is_open() -> None:
    house, (ann, bob, _cid) = race_at(RACE)
    heard = len(ann.all(told.Table))
    unknown_for(house, bob, 6)
    assert house.match.pacer.armed
    assert bob.last(told.Clock).quality == "unsynced"
    assert len(ann.all(told.Table)) == heard


def test_between_races_it_is_told() -> None:
    house, (ann, bob, cid) = perekur(look_seconds=10)
    house.begin(ann, bob, cid)
    unknown_for(house, bob, 6)
    assert not house.match.pacer.armed
    assert clocks(ann) == ["good", "unsynced", "good"]
