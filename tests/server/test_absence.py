"""People who drop, quit, come back or stay away in a match (PA10, PA18, DA39, DA40)."""

from __future__ import annotations

import pytest

from cardprotocol.cards import Card
from cardprotocol.games.common import MatchEnded, TimeRanOut
from cardprotocol.games.durak import Attack, DurakView
from cardprotocol.messages import to_client as told
from cardprotocol.messages import to_server as said
from cardrules.durak import DurakOptions
from cardrules.perekur import PerekurOptions
from cardserver.restore import restore
from tests.support.durak_positions import after, position
from tests.support.house import Guest, House
from tests.support.perekur_positions import A, B, C, at
from tests.support.refusals import bout_at, lay, perekur, race_at

SECOND_US = 1_000_000
FORCED = at({A: "TC KC", B: "JC AC", C: "QC"}, 47, last=C)


def ran_out(guest: Guest) -> list[tuple[int, str]]:
    """For whom the server acted, and why, as `guest` was told."""
    frames: list[told.Reveal | told.Events] = [*guest.all(told.Reveal), *guest.all(told.Events)]
    return [
        (event.seat, event.why)
        for frame in frames
        for event in frame.events
        if isinstance(event, TimeRanOut)
    ]


def reason(guest: Guest) -> str:
    """Why the match ended, as `guest` was told; empty while it goes on."""
    frames: list[told.Reveal | told.Events] = [*guest.all(told.Reveal), *guest.all(told.Events)]
    ended = [e for frame in frames for e in frame.events if isinstance(e, MatchEnded)]
    return ended[-1].outcome.reason if ended else ""


def test_a_race_goes_on_without_the_lost_and_the_stall_rule_lays_for_them() -> None:
    house, (ann, bob, cid) = race_at(FORCED)
    ann.hang_up()
    house.rest(15 * SECOND_US)
    assert ran_out(bob) == []
    house.rest(6 * SECOND_US)  # 20 s after T (PA10)
    assert ran_out(bob) == [(0, "stalled")]
    assert ran_out(cid) == ran_out(bob)


def test_after_the_grace_the_server_lays_two_seconds_into_each_race() -> None:
    house, (ann, bob, cid) = perekur(absent_seconds=5, stall_seconds=0, look_seconds=1)
    house.begin(ann, bob, cid)
    options = PerekurOptions(absent_seconds=5, stall_seconds=0, collect="pile")
    house.set_up(at({A: "TC KC", B: "JC AC", C: "QC"}, 47, last=C, options=options))
    house.race(bob, cid)
    ann.hang_up()
    house.rest(6_900_000)
    assert ran_out(bob) == []
    house.rest(200_000)
    assert ran_out(bob) == [(0, "absent")]
    house.race(bob, cid)
    house.wins(bob, lay("JC"))
    house.race(cid)
    house.wins(cid, lay("QC"))
    house.rest(1_400_000)
    assert len(ran_out(bob)) == 1
    house.rest(400_000)  # 2 s after T, and no grace any more
    assert ran_out(bob) == [(0, "absent")] * 2


def test_who_quits_is_played_for_at_once_and_may_take_the_seat_back() -> None:
    house, (ann, bob, cid) = race_at(FORCED)
    ann.ask(said.LeaveTable())
    assert bob.last(told.Table).table.seats[0].gave_up
    house.rest(2_300_000)
    assert ran_out(bob) == [(0, "absent")]
    back = ann.ask(said.JoinTable(table="House"))
    assert isinstance(back, told.View)
    assert back.seat == 0
    assert not bob.last(told.Table).table.seats[0].gave_up
    assert not cid.closed


@pytest.mark.parametrize("absent", ["autoplay", "stop_game"])
def test_one_of_three_stays_away(absent: str) -> None:
    house, (ann, bob, _cid) = perekur(absent=absent, absent_seconds=5, look_seconds=1)
    house.begin(ann, bob, _cid)
    house.rest(SECOND_US)
    _cid.hang_up()
    house.rest(6 * SECOND_US)
    assert reason(ann) == ("stopped" if absent == "stop_game" else "")
    if absent == "stop_game":
        assert not ann.last(told.Table).table.playing
        assert [seat.name for seat in ann.last(told.Table).table.seats] == ["Ann", "Bob"]


def test_with_fewer_than_two_connected_time_stands_still_and_then_the_match_is_stopped() -> None:
    house, (ann, bob) = bout_at(position({"A": "6S 7S", "B": "8S 9S"}))
    bob.hang_up()
    house.rest(59 * SECOND_US)
    assert ran_out(ann) == []  # nothing is played for anybody
    house.rest(2 * SECOND_US)
    assert reason(ann) == "stopped"
    assert ann.last(told.Events).proof is not None


def test_of_two_who_quits_is_the_fool() -> None:
    _house, (ann, bob) = bout_at(position({"A": "6S 7S", "B": "8S 9S"}))
    bob.ask(said.LeaveTable())
    assert reason(ann) == "gave_up"


def test_an_absent_defender_takes_and_sees_it_when_he_is_back() -> None:
    house = House()
    guests = house.table("durak", "Ann", "Bob", "Cid", absent_seconds=3)
    house.begin(*guests)
    hands = {"A": "8S 6C JD", "B": "JS 10H KC", "C": "8D JC AS"}
    house.set_up(position(hands, "9S 8C", options=DurakOptions(absent_seconds=3)))
    ann, bob, _cid = guests
    bob.hang_up()
    ann.say(said.Act(action=Attack((Card("8S"),))))
    house.rest(2_900_000)
    assert ran_out(ann) == []
    house.rest(200_000)
    assert ran_out(ann) == [(1, "absent")]
    bob = house.back(bob)
    view = bob.ask(said.Resume())
    assert isinstance(view, told.View)
    assert isinstance(view.game, DurakView)
    assert {card.code for card in view.game.cards} == {"JS", "TH", "KC", "8S"}


def test_da39_each_turn_has_its_time_and_then_the_mildest_act_is_made() -> None:
    house = House()
    ann, bob = house.table("durak", "Ann", "Bob", turn_seconds=10)
    house.begin(ann, bob)
    options = DurakOptions(turn_seconds=10)
    house.set_up(position({"A": "6H 7S", "B": "8S 9S"}, options=options))
    house.match.pacer.open()
    turn = ann.last(told.Events).turn
    assert turn is not None
    assert turn.until_us is not None
    left_us = turn.until_us - ann.now_us()
    assert abs(left_us - 10 * SECOND_US) < 5_000
    house.rest(10_200_000)
    assert ran_out(ann) == []  # an act stamped in time may still be on its way
    house.rest(100_000)
    assert ran_out(bob) == [(0, "idle")]
    view = house.match.game.view(None)
    assert isinstance(view, DurakView)
    assert [pair.attack.code for pair in view.table] == ["7S"]  # the lowest that is no trump
    house.rest(10_400_000)
    assert ran_out(ann) == [(0, "idle"), (1, "idle")]


def test_without_a_limit_nobody_is_hurried() -> None:
    house = House()
    ann, bob = house.table("durak", "Ann", "Bob", turn_seconds=0)
    house.begin(ann, bob)
    house.rest(3_600 * SECOND_US)
    assert ran_out(ann) == ran_out(bob) == []
    assert house.the_table.playing


def test_the_return_of_the_second_player_gives_the_turn_all_its_time_again() -> None:
    house, (ann, bob) = bout_at(position({"A": "6S 7S", "B": "8S 9S"}))
    house.rest(50 * SECOND_US)
    bob.hang_up()
    house.rest(30 * SECOND_US)
    bob = house.back(bob)
    bob.ask(said.Resume())
    turn = ann.last(told.Events).turn
    assert turn is not None
    assert turn.until_us is not None
    assert abs(turn.until_us - ann.now_us() - 60 * SECOND_US) < 5_000


def test_without_a_grace_a_restart_still_gives_people_time_to_come_back() -> None:
    house = House()
    guests = house.table("durak", "Ann", "Bob", absent_seconds=0)
    house.begin(*guests)
    house.server.stop()
    house.server = house.new_server()
    restore(house.server, house.journal.records())  # type: ignore[arg-type]
    assert house.the_table.playing
    house.rest(2 * SECOND_US)
    for guest in guests:
        guest.closed = False
        view = house.back(guest).ask(said.Resume())
        assert isinstance(view, told.View)
        assert view.game is not None
    house.rest(30 * SECOND_US)
    assert house.the_table.playing


def test_a_server_that_stops_ends_no_match() -> None:
    house, (_ann, _bob) = bout_at(after(position({"A": "6S 7S", "B": "8S 9S"}), "A leads 6S"))
    before = house.journal.records()
    house.server.stop()
    house.rest(300 * SECOND_US)
    assert house.journal.records() == before


def test_who_flaps_costs_no_timers() -> None:
    house, (ann, bob, cid) = race_at(FORCED)
    house.rest(SECOND_US)
    before = house.clock.pending()
    for _ in range(200):
        ann.hang_up()
        ann = house.back(ann)
        ann.ask(said.Resume())
    house.rest(3 * SECOND_US)
    assert house.clock.pending() <= before + 6
    assert not bob.closed
    assert not cid.closed


def test_who_leaves_late_in_his_turn_is_still_played_for_after_two_seconds() -> None:
    led = after(position({"A": "6S 7S", "B": "8S 9S", "C": "TS JS"}), "A leads 6S")
    house, (ann, bob, _cid) = bout_at(led)
    house.match.pacer.people_changed()
    house.rest(20_000_000)
    before = len(ann.all(told.Events))
    bob.say(said.LeaveTable())
    house.rest(1_900_000)
    assert len(ann.all(told.Events)) == before
    house.rest(200_000)
    assert ran_out(ann) == [(1, "absent")]


def told_end_us(guest: Guest) -> int:
    """The end of the turn as `guest` was told last; once, and not before its clock was known."""
    turns = [m.turn for m in guest.all(told.Events) if m.turn is not None]
    (turn,) = [turn for turn in turns if turn.until_us is not None]
    assert turn.until_us is not None
    return turn.until_us - guest.now_us()


@pytest.mark.parametrize("seen", [False, True], ids=["fresh view", "what was missed"])
def test_who_comes_back_is_told_the_end_of_the_turn_once_its_clock_is_known(seen: bool) -> None:
    house, guests = bout_at(position({"A": "6S 7S", "B": "8S 9S", "C": "TS JS"}))
    house.rest(10 * SECOND_US)
    bob = guests[1]
    bob.hang_up()
    bob = house.back(bob)
    bob.ask(said.Resume(seq=house.match.seq if seen else 0))
    house.rest(SECOND_US)
    assert abs(told_end_us(bob) - 49 * SECOND_US) < 20_000


def test_the_end_of_the_turn_is_not_told_again_with_a_turn_that_came_meanwhile() -> None:
    house, guests = bout_at(position({"A": "6S 7S", "B": "8S 9S", "C": "TS JS"}))
    bob = guests[1]
    bob.hang_up()
    bob = house.back(bob)
    bob.ask(said.Resume())
    house.journal.hold = True
    guests[0].say(said.Act(action=Attack((Card("7S"),))))
    house.rest(SECOND_US)
    house.journal.release()
    house.rest(SECOND_US)
    assert abs(told_end_us(bob) - 59 * SECOND_US) < 20_000


def test_after_a_restart_everybody_is_told_the_end_of_the_turn() -> None:
    house, guests = bout_at(position({"A": "6S 7S", "B": "8S 9S", "C": "TS JS"}))
    house.server.stop()
    house.server = house.new_server()
    restore(house.server, house.journal.records())  # type: ignore[arg-type]
    again = [house.back(guest) for guest in guests]
    for guest in again:
        guest.ask(said.Resume())
    house.rest(SECOND_US)
    for guest in again:
        assert abs(told_end_us(guest) - 59 * SECOND_US) < 20_000


def test_who_watches_is_hurried_by_nobody_and_told_no_end_of_its_own() -> None:
    house, _guests = bout_at(position({"A": "6S 7S", "B": "8S 9S", "C": "TS JS"}))
    wes = house.guest("Wes")
    wes.ask(said.WatchTable(table="House"))
    house.rest(2 * SECOND_US)
    assert [m for m in wes.all(told.Events) if m.turn is not None] == []
