"""What races tell, to whom and when: hands, locks, verdicts, nothing before T."""

from __future__ import annotations

import msgspec

from cardprotocol.games.common import MatchEnded
from cardprotocol.games.perekur import Dealt, LastRoundCalled, PerekurView
from cardprotocol.messages import to_client as told
from cardprotocol.messages import to_server as said
from tests.support.house import TABLE, Guest, House
from tests.support.perekur_positions import A, B, C, at
from tests.support.refusals import lay, perekur, race_at

FORCED = at({A: "TC KC", B: "JC AC", C: "QC"}, 47, last=C)
BOTH_HOLD_A_TEN = at(
    {A: "TD JD QD KD AD 2C 3C", B: "TC JC 4C 5C 6C", C: "QC KC AC 7C 8C 9C"}, 34, last=C
)


def hand_of(guest: Guest) -> tuple[object, ...]:
    """The cards `guest` was dealt, as it was told."""
    dealt = [e for m in guest.all(told.Reveal) for e in m.events if isinstance(e, Dealt)]
    return dealt[-1].cards if dealt else ()


def test_hands_come_whole_at_one_moment_and_laying_waits_for_the_race() -> None:
    house, (ann, bob, cid) = perekur(look_seconds=3)
    house.begin(ann, bob)
    assert hand_of(ann) == hand_of(bob) == hand_of(cid) == ()
    house.begin(cid)
    house.rest(1_000_000)
    assert sorted(len(hand_of(guest)) for guest in (ann, bob, cid)) == [17, 17, 18]
    times = {us for guest in (ann, bob, cid) for us, m in guest.heard if isinstance(m, told.Reveal)}
    assert len(times) == 1
    refusal = ann.refused(ann.claim(lay("2S"), race=1))
    assert (refusal.code, refusal.locked_us) == ("rules/not_open", 250_000)
    assert ann.opening is None
    house.race(ann, bob, cid)
    opened_us = max(us for us, m in ann.heard if isinstance(m, told.Reveal))
    assert opened_us - min(times) >= 2_900_000


def test_faults_are_answered_at_once_and_the_lock_is_told_to_all_in_the_next_verdict() -> None:
    house, (ann, bob, cid) = race_at(FORCED)
    refusal = bob.refused(bob.claim(lay("AC")))
    assert refusal.code == "rules/wrong_rank"
    assert ann.codes() == cid.codes() == []
    house.wins(ann, lay("TC"))
    for guest in (ann, bob, cid):
        verdict = guest.last(told.Reveal).verdict
        assert verdict is not None
        assert [(lock.seat, lock.code) for lock in verdict.locks] == [(1, "rules/wrong_rank")]
    house.race(ann, bob, cid)
    house.wins(bob, lay("JC"))
    verdict = ann.last(told.Reveal).verdict
    assert verdict is not None
    assert verdict.locks == ()


def test_a_lock_ends_after_its_time() -> None:
    house, (ann, _bob, _cid) = race_at(FORCED)
    ann.refused(ann.claim(lay("KC")))
    house.rest(249_000)
    assert ann.refused(ann.claim(lay("TC"))).code == "claim/locked"
    house.rest(2_000)
    ann.say(ann.claim(lay("TC")))
    house.rest(300_000)
    assert house.match.acts == 1


def test_a_claim_of_the_loser_is_in_the_verdict_of_all_and_nobody_knows_before_t() -> None:
    house, (ann, bob, cid) = race_at(BOTH_HOLD_A_TEN)
    wim = house.guest("Wim")
    wim.ask(said.WatchTable(table=TABLE))
    ann.say(ann.claim(lay("TD")))
    marks = {guest.name: guest.mark() for guest in (ann, bob, cid, wim)}
    house.rest(1_000)
    bob.say(bob.claim(lay("TC")))
    while house.match.acts == 0:
        house.clock.step()
    show_us = 0
    for guest in (ann, bob, cid, wim):
        for message in guest.since(marks[guest.name]):
            assert isinstance(message, told.Reveal | told.Table), message
    house.rest(300_000)
    for guest in (ann, bob, cid, wim):
        reveal = guest.last(told.Reveal)
        assert reveal.verdict is not None
        assert [claim.seat for claim in reveal.verdict.claims] == [0, 1]
        show_us = max(show_us, reveal.at_us)
    assert bob.codes() == []  # the verdict is its answer


def test_no_frame_about_a_race_goes_out_while_it_is_decided() -> None:
    house, (ann, bob, cid) = race_at(BOTH_HOLD_A_TEN)
    for guest in (bob, cid):
        guest.answers = False  # so that the race stays open to its bound
    ann.say(ann.claim(lay("TD")))
    marks = [guest.mark() for guest in (ann, bob, cid)]
    house.rest(2_000)
    assert house.match.acts == 0
    assert [guest.mark() for guest in (ann, bob, cid)] == marks


def test_the_last_round_is_called_in_an_open_race_and_leaves_it_open() -> None:
    house, (ann, bob, cid) = race_at(FORCED)
    race = house.match.races("claim").race
    assert isinstance(ann.ask(said.Control(control="last_round")), told.Done)
    assert house.match.races("claim").race is race
    for guest in (ann, bob, cid):
        assert guest.last(told.Events).events == (LastRoundCalled(),)
        assert guest.last(told.Events).turn is None
    assert ann.refused(said.Control(control="last_round")).code == "rules/control"
    house.wins(ann, lay("TC"))
    reveal = bob.last(told.Reveal)
    assert reveal.seq == bob.last(told.Events).seq + len(reveal.events)


def test_only_the_host_has_controls() -> None:
    _house, (_ann, bob, _cid) = race_at(FORCED)
    assert bob.refused(said.Control(control="last_round")).code == "table/not_host"


def test_every_seat_has_a_nonce_of_its_own_and_a_new_one_each_race() -> None:
    house, guests = race_at(FORCED)
    nonces = {guest.opening.nonce for guest in guests if guest.opening is not None}
    assert len(nonces) == 3
    house.wins(guests[0], lay("TC"))
    house.race(*guests)
    nonces |= {guest.opening.nonce for guest in guests if guest.opening is not None}
    assert len(nonces) == 6


def test_another_seats_nonce_does_not_do() -> None:
    _house, (ann, bob, _cid) = race_at(FORCED)
    assert bob.opening is not None
    stolen = msgspec.structs.replace(ann.claim(lay("TC")), nonce=bob.opening.nonce)
    assert ann.refused(stolen).code == "claim/nonce"


def test_the_end_is_told_with_a_proof_and_then_the_table_is_open() -> None:
    house, (ann, bob, cid) = race_at(at({A: "KC", B: "AC"}, 50, last=B, out=(C,)))
    house.wins(ann, lay("KC"))
    for guest in (ann, bob, cid):
        reveal = guest.last(told.Reveal)
        assert reveal.proof is not None
        assert reveal.race is None
        assert any(isinstance(event, MatchEnded) for event in reveal.events)
        assert not guest.last(told.Table).table.playing
    assert reveal.proof is not None
    assert reveal.proof.seed not in b"".join(f for _, f in ann.frames[:-20])


def test_two_who_answer_level_get_one_winner_by_lot_and_all_see_it() -> None:
    house, (ann, bob, _cid) = race_at(BOTH_HOLD_A_TEN)
    for guest, card in ((ann, "TD"), (bob, "TC")):
        guest.say(guest.claim(lay(card)))
    house.rest(300_000)
    verdict = ann.last(told.Reveal).verdict
    assert verdict is not None
    assert [claim.lot for claim in verdict.claims] == [True, True]
    assert verdict == bob.last(told.Reveal).verdict


def test_two_tables_know_nothing_of_each_other() -> None:
    house = House()
    first = house.table("perekur", "Ann", "Bob", "Cid", look_seconds=1)
    others = [house.guest(name) for name in ("Dot", "Eve", "Fay")]
    others[0].ask(said.CreateTable(table="Other", game="perekur", options={"look_seconds": 1}))
    for guest in others[1:]:
        guest.ask(said.JoinTable(table="Other"))
    house.rest(3_000_000)  # they have been told of their own clocks
    marks = [guest.mark() for guest in others]
    house.begin(*first)
    first[0].ask(said.Chat(text="hello"))
    house.rest(30_000_000)
    assert [guest.mark() for guest in others] == marks
    view = first[0].last(told.Reveal)
    assert isinstance(house.server.lobby.find(TABLE).match.game.view(0), PerekurView)  # type: ignore[union-attr]
    assert view.seq > 0
