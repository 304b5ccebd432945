"""What arrives while a decision is being written, and what a journal that fails leaves behind."""

from __future__ import annotations

import msgspec

from cardprotocol.cards import Card
from cardprotocol.codec import encode
from cardprotocol.games.common import MatchEnded
from cardprotocol.games.durak import Attack
from cardprotocol.games.perekur import LastRoundCalled
from cardprotocol.messages import to_client as told
from cardprotocol.messages import to_server as said
from cardrules.perekur import PerekurOptions
from cardserver.records import Acted, ControlUsed, MatchOver
from cardserver.restore import restore
from tests.support.durak_positions import position
from tests.support.house import TABLE, House
from tests.support.perekur_positions import A, B, C, at
from tests.support.refusals import bout_at, lay, perekur, race_at

FORCED = at({A: "TC KC", B: "JC AC", C: "QC"}, 47, last=C)


def decided(house: House) -> list[object]:
    """The decisions in the journal after the deal."""
    kinds = (Acted, ControlUsed, MatchOver)
    return [record for record in house.journal.records() if isinstance(record, kinds)]


def test_a_claim_while_a_control_is_written_follows_it() -> None:
    house, (ann, bob, _cid) = race_at(FORCED)
    house.journal.hold = True
    ann.say(said.Control(control="last_round", id=1))
    ann.say(ann.claim(lay("TC")))
    house.rest(300_000)
    house.journal.release()
    house.rest(300_000)
    control, act = decided(house)
    assert isinstance(control, ControlUsed)
    assert isinstance(act, Acted)
    assert (control.n, act.n) == (1, 2)
    events = [event for frame in bob.all(told.Events) for event in frame.events]
    assert LastRoundCalled() in events
    assert house.match.game.controls() == ()  # the last round stays called
    assert bob.last(told.Reveal).verdict is not None
    assert house.faults == []


def test_the_server_lays_for_nobody_while_a_control_is_written_twice_over() -> None:
    house, (ann, _bob, _cid) = perekur(look_seconds=1, stall_seconds=5)
    house.begin(ann, _bob, _cid)
    short = PerekurOptions(collect="pile", stall_seconds=5)
    house.set_up(at({A: "TC KC", B: "JC AC", C: "QC"}, 47, last=C, options=short))
    house.race(ann)
    house.rest(4_990_000)
    house.journal.hold = True
    ann.say(said.Control(control="last_round"))
    house.rest(100_000)
    house.journal.release()
    house.rest(500_000)
    assert [record.n for record in decided(house)] == [1, 2]  # type: ignore[attr-defined]
    assert house.match.game.controls() == ()


def test_nothing_is_decided_in_a_match_that_is_being_stopped() -> None:
    house, (ann, bob, cid) = perekur(look_seconds=1, absent="stop_game")
    house.begin(ann, bob, cid)
    house.set_up(FORCED)
    house.race(ann, bob, cid)
    house.rest(300_000)
    house.journal.hold = True
    cid.say(said.LeaveTable())
    ann.say(ann.claim(lay("TC")))
    house.rest(400_000)
    house.journal.release()
    house.rest(400_000)
    assert [type(record) for record in decided(house)] == [MatchOver]
    assert not house.the_table.playing
    assert house.faults == []


def test_an_act_behind_the_end_of_a_stopped_match_is_refused() -> None:
    house = House()
    ann, bob, cid = house.table("durak", "Ann", "Bob", "Cid", absent="stop_game")
    house.begin(ann, bob, cid)
    house.set_up(position({"A": "6S 7S", "B": "8S 9S", "C": "JS QS"}))
    house.journal.hold = True
    cid.say(said.LeaveTable())
    ann.say(said.Act(action=Attack((Card("6S"),)), id=5))
    house.journal.release()
    (refusal,) = [m for m in ann.all(told.Error) if m.re == 5]
    assert refusal.code == "table/no_match"
    assert [type(record) for record in decided(house)] == [MatchOver]


def test_what_cannot_be_written_was_never_played_and_goes_on_when_there_is_room() -> None:
    house, (ann, bob, cid) = race_at(FORCED)
    house.journal.full = True
    ann.say(ann.claim(lay("TC")))
    house.rest(300_000)
    for guest in (ann, bob, cid):
        assert guest.codes() == ["server/storage"]
    assert bob.refused(bob.claim(lay("JC"))).code == "server/storage"
    assert house.match.acts == 0
    house.journal.full = False
    house.rest(1_500_000)
    assert not house.the_table.paused
    assert not bob.last(told.Table).table.paused
    house.race(ann, bob, cid)
    house.wins(ann, lay("TC"))
    assert house.match.acts == 1


def test_a_deal_that_cannot_be_written_pauses_the_table_until_one_can() -> None:
    house, guests = perekur(look_seconds=1)
    house.journal.full = True
    house.begin(*guests)
    assert not house.the_table.playing
    assert house.the_table.paused
    assert "server/storage" in guests[2].codes()
    house.journal.full = False
    house.begin(*guests)
    assert house.the_table.playing
    assert not house.the_table.paused
    house.race(*guests)


def test_an_act_during_a_pause_is_answered_at_once() -> None:
    house, (ann, bob) = bout_at(position({"A": "6S 7S", "B": "8S 9S"}))
    house.journal.full = True
    ann.say(said.Act(action=Attack((Card("6S"),))))
    assert ann.refused(said.Act(action=Attack((Card("6S"),)))).code == "server/storage"
    assert bob.codes() == ["server/storage"]


def test_moving_where_nothing_can_be_written_leaves_everybody_where_he_sat() -> None:
    house, (_ann, bob, _cid) = perekur()
    wim = house.guest("Wim")
    wim.ask(said.WatchTable(table=TABLE))
    house.journal.full = True
    assert bob.refused(said.TakeSeat(seat=5)).code == "server/storage"
    assert wim.refused(said.TakeSeat(seat=4)).code == "server/storage"
    assert sorted(house.the_table.seats) == [0, 1, 2]
    assert house.the_table.seat_of(bob.session) == 1
    assert house.the_table.audience.spectators == (wim.session,)
    house.journal.full = False
    twin = house.new_server()
    restore(twin, house.journal.records())  # type: ignore[arg-type]
    assert sorted(twin.lobby.tables[0].seats) == [0, 1, 2]
    assert isinstance(bob.ask(said.TakeSeat(seat=5)), told.View)
    assert isinstance(wim.ask(said.TakeSeat(seat=4)), told.View)


def test_every_request_is_answered_also_when_its_sender_left_meanwhile() -> None:
    house, _guests = perekur()
    dot = house.guest("Dot")
    house.journal.hold = True
    dot.say(said.JoinTable(table=TABLE, id=1))
    dot.say(said.LeaveTable(id=2))
    house.journal.release()
    assert sorted(m.re for _, m in dot.heard if m.re in (1, 2)) == [1, 2]


def test_late_is_answered_when_the_verdict_is_shown_and_not_before() -> None:
    house, (ann, bob, cid) = race_at(
        at({A: "TD JD QD KD AD 2C 3C", B: "TC JC 4C 5C 6C", C: "QC KC AC 7C 8C 9C"}, 34, last=C)
    )
    race = house.match.races().race
    assert race is not None
    ann.say(ann.claim(lay("TD")))
    due_us = race.wake_us(house.clock.now_us())
    assert due_us is not None
    late = msgspec.structs.replace(bob.claim(lay("TC")), pressed_us=bob.now_us() + 30_000, id=9)
    # The bytes came just after the race could close, before its timer had run.
    bob.session.received(encode(late), due_us + 30_000)
    assert bob.codes() == []
    house.rest(400_000)
    shown_us = next(
        at_us for at_us, m in bob.heard if isinstance(m, told.Reveal) and m.verdict is not None
    )
    ((answered_us, refusal),) = [(us, m) for us, m in bob.heard if m.re == 9]
    assert isinstance(refusal, told.Error)
    assert refusal.code == "claim/late"
    assert answered_us >= shown_us
    assert cid.codes() == []


def test_nobody_learns_before_t_that_a_match_is_over() -> None:
    """The pile's last cards: whoever asks, claims or says ready in the lead is told of no end."""
    house, (ann, bob, cid) = race_at(at({A: "KC", B: "AC"}, 50, last=B, out=(C,)))
    ann.say(ann.claim(lay("KC")))
    while not house.match.over:
        house.clock.step()
    assert bob.refused(said.Ready()).code == "table/in_match"
    tables = bob.ask(said.ListTables())
    assert isinstance(tables, told.Tables)
    assert tables.tables[0].playing
    assert bob.codes() == ["table/in_match"]
    house.rest(1_000_000)
    ended = [e for m in cid.all(told.Reveal) for e in m.events if isinstance(e, MatchEnded)]
    assert len(ended) == 1
    house.begin(ann, bob, cid)
    assert house.the_table.dealing.number == 2
    house.rest(1_000_000)
    assert house.the_table.playing
    assert house.faults == []
