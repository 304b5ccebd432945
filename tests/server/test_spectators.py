"""Spectators: what they are told, never earlier than the table allows, and no secret."""

from __future__ import annotations

import pytest

from cardprotocol.games.common import MatchEnded
from cardprotocol.games.perekur import PerekurView
from cardprotocol.messages import to_client as told
from cardprotocol.messages import to_server as said
from tests.support.durak_positions import position
from tests.support.house import TABLE, Guest, House
from tests.support.perekur_positions import A, B, C, at
from tests.support.refusals import bout_at, lay, perekur, race_at

SECOND_US = 1_000_000
FORCED = at({A: "TC KC", B: "JC AC", C: "QC"}, 47, last=C)


def spectator(house: House, name: str = "Wim") -> Guest:
    """Somebody who watches the table without a seat."""
    wim = house.guest(name)
    wim.ask(said.WatchTable(table=TABLE))
    return wim


def test_a_spectator_gets_a_view_without_hands_and_then_every_event() -> None:
    house, (ann, bob, cid) = race_at(FORCED)
    wim = spectator(house)
    view = wim.last(told.View)
    assert view.seat is None
    assert isinstance(view.game, PerekurView)
    assert view.game.cards == ()
    assert view.race is not None
    assert view.race.nonce is None
    house.wins(ann, lay("TC"))
    reveal = wim.last(told.Reveal)
    assert reveal.verdict == bob.last(told.Reveal).verdict
    assert reveal.seq == cid.last(told.Reveal).seq == view.seq + len(reveal.events)


def test_who_comes_to_watch_during_a_commit_is_shown_its_outcome_once() -> None:
    house, (ann, _bob, _cid) = race_at(FORCED)
    house.journal.hold = True
    ann.say(ann.claim(lay("TC")))
    house.rest(100_000)
    wim = house.guest("Wim")
    wim.say(said.WatchTable(table=TABLE, id=1))
    assert wim.all(told.View) == []
    house.journal.release()
    house.rest(100_000)
    (view,) = wim.all(told.View)
    assert view.re == 1
    assert view.seq == house.match.seq
    assert wim.all(told.Reveal) == []


@pytest.mark.parametrize("game", ["perekur", "durak"])
def test_what_spectators_see_is_delayed_and_nothing_is_missing(game: str) -> None:
    house = House()
    names = ("Ann", "Bob", "Cid")
    options = {"look_seconds": 1} if game == "perekur" else {"turn_seconds": 5}
    guests = house.table(game, *names, watchers_delay_seconds=20, **options)
    early = spectator(house, "Early")
    house.begin(*guests)
    house.rest(3 * SECOND_US)
    late = spectator(house, "Late")
    house.rest(60 * SECOND_US)
    for wim in (early, late):
        assert_delayed(house, guests[0], wim, 20 * SECOND_US)


def assert_delayed(house: House, seated: Guest, wim: Guest, delay_us: int) -> None:
    """Each numbered frame of `wim` came `delay_us` after the seats' one, without gaps."""
    shown = [(us, m) for us, m in seated.heard if isinstance(m, told.Reveal | told.Events)]
    seen = {message.seq: us for us, message in reversed(shown)}
    seq = 0
    for at_us, message in wim.heard:
        match message:
            case told.View():
                seq = message.seq
                assert seq == 0 or at_us >= seen[seq] + delay_us
            case told.Events() | told.Reveal():
                assert message.seq == seq + len(message.events)
                seq = message.seq
                assert at_us >= seen[seq] + delay_us - 1_000
    assert seq > 1, "nothing was shown at all"
    assert house.faults == []


def test_the_end_of_a_match_is_not_told_to_delayed_spectators_in_any_way() -> None:
    house = House()
    ann, bob = house.table("durak", "Ann", "Bob", watchers_delay_seconds=30)
    wim = spectator(house)
    house.begin(ann, bob)
    house.rest(40 * SECOND_US)
    mark = wim.mark()
    bob.ask(said.LeaveTable())
    assert ann.last(told.Events).proof is not None
    house.rest(29 * SECOND_US)
    assert wim.since(mark) == []
    house.rest(2 * SECOND_US)
    heard = wim.since(mark)
    ended = [e for m in heard if isinstance(m, told.Events) for e in m.events]
    assert any(isinstance(event, MatchEnded) for event in ended)
    assert not wim.last(told.Table).table.playing


def test_a_spectator_who_left_gets_nothing_of_what_was_under_way_to_him() -> None:
    house, guests = perekur(watchers_delay_seconds=10, look_seconds=1)
    wim = spectator(house)
    house.begin(*guests)
    house.rest(5 * SECOND_US)
    wim.ask(said.LeaveTable())
    mark = wim.mark()
    house.rest(20 * SECOND_US)
    assert wim.since(mark) == []


def test_who_gave_a_seat_up_can_not_watch_the_match_he_may_come_back_to() -> None:
    house, (ann, bob, cid) = perekur(watchers_see_hands=True, look_seconds=1)
    house.begin(ann, bob, cid)
    house.rest(10_000)
    bob.ask(said.LeaveTable())
    refusal = bob.refused(said.WatchTable(table=TABLE))
    assert (refusal.code, "join_table" in refusal.expected) == ("table/in_match", True)
    assert isinstance(bob.ask(said.JoinTable(table=TABLE)), told.View)
    assert bob.last(told.View).seat == 1


def test_there_is_room_for_so_many_spectators_and_no_more() -> None:
    house, _guests = bout_at(position({"A": "6S 7S", "B": "8S 9S"}))
    for number in range(32):
        spectator(house, f"Wim {number}")
    assert house.guest("Zoe").refused(said.WatchTable(table=TABLE)).code == "table/full"
