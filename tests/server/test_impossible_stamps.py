"""Times that can't be are answered to their sender, tell nothing of a race, and trouble no honest
client.

What must not: which stamps are impossible (test_clocksync.py), claims (test_race.py).
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from cardprotocol.games.durak import Take
from cardprotocol.messages import to_client as told
from cardprotocol.messages import to_server as said
from cardprotocol.messages.base import ToServer
from cardserver.race import Race
from cardserver.refusal import Refusal
from cardserver.restore import restore
from cardserver.showing import Showing
from tests.support.durak_positions import position
from tests.support.house import ONE_WAY_US, Guest
from tests.support.perekur_positions import A, B, C, at
from tests.support.refusals import bout_at, lay, perekur, race_at

MS = 1_000
TWO_TENS = at({A: "TC 2C 3C 4C 5C 6C", B: "TD JD 7C 8C 9C JC", C: "QD KD AD QC KC AC"}, 34, last=C)
FORCED = at({A: "TC KC", B: "JC AC", C: "QC"}, 47, last=C)


def _ping(guest: Guest) -> int:
    """The number of a ping that the guest leaves unanswered."""
    guest.answers = False
    guest.session.ping_now()
    return guest.last(told.Ping).ping


def _pong(ping: int, received_us: int, sent_us: int) -> said.Pong:
    return said.Pong(ping=ping, received_us=received_us, sent_us=sent_us)


IMPOSSIBLE: dict[str, tuple[Callable[[Guest, int], ToServer], str, str]] = {
    "tick before an earlier stamp": (
        lambda _guest, now_us: said.Tick(sent_us=now_us - 5 * MS),
        "sent_us",
        "at least",
    ),
    "tick from a second ago": (
        lambda _guest, now_us: said.Tick(sent_us=now_us - 1_000 * MS),
        "sent_us",
        "at least",
    ),
    "tick of the future": (
        lambda _guest, now_us: said.Tick(sent_us=now_us + 5 * MS),
        "sent_us",
        "at most",
    ),
    "tick of a far future": (
        lambda _guest, now_us: said.Tick(sent_us=now_us + 2**40),
        "sent_us",
        "at most",
    ),
    "shown in the future": (
        lambda _guest, now_us: said.Shown(race=1, shown_us=now_us + 5 * MS),
        "shown_us",
        "at most",
    ),
    "shown before an earlier stamp": (
        lambda _guest, now_us: said.Shown(race=1, shown_us=now_us - 5 * MS),
        "shown_us",
        "at least",
    ),
    "shown of a race to come": (
        lambda _guest, now_us: said.Shown(race=2, shown_us=now_us),
        "race",
        "at most 1,",
    ),
    "a pong for a ping that was never sent": (
        lambda _guest, now_us: _pong(10_000, now_us, now_us),
        "ping",
        "in flight",
    ),
    "a pong sent before it was received": (
        lambda guest, now_us: _pong(_ping(guest), now_us, now_us - 1),
        "sent_us",
        "to",
    ),
    "a pong held for longer than it was away": (
        lambda guest, now_us: _pong(_ping(guest), now_us - 500, now_us),
        "sent_us",
        "to",
    ),
    "a pong of the future": (
        lambda guest, now_us: _pong(_ping(guest), now_us + 5 * MS, now_us + 5 * MS),
        "sent_us",
        "at most",
    ),
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
@pytest.mark.parametrize("request_id", [None, 7])
def test_a_time_that_cannot_be_is_answered(name: str, request_id: int | None) -> None:
    _house, (ann, bob, cid) = race_at(FORCED)
    make, field, expects = IMPOSSIBLE[name]
    ann.say(said.Tick(sent_us=ann.now_us()))
    message = make(ann, ann.now_us())
    marks = [guest.mark() for guest in (ann, bob, cid)]
    ann.say(msgspec.structs.replace(message, id=request_id))
    (answer,) = ann.since(marks[0])
    assert isinstance(answer, told.Error)
    assert (answer.code, answer.field, answer.re) == ("clock/stamp", field, request_id)
    assert expects in answer.expected
    assert answer.value == str(getattr(message, field))
    assert [guest.mark() for guest in (bob, cid)] == marks[1:]


def test_a_reveal_shown_before_its_time_is_answered_and_the_next_report_counts() -> None:
    house, (ann, bob, cid) = perekur(look_seconds=1)
    house.begin(ann, bob, cid)
    house.set_up(FORCED)
    number = house.race(bob, cid)
    answer = ann.refused(said.Shown(race=number, shown_us=ann.at_us - 1 * MS - 1))
    assert (answer.code, answer.field) == ("clock/stamp", "shown_us")
    assert answer.expected == f"at least {ann.at_us - 1 * MS}"
    ann.say(said.Shown(race=number, shown_us=ann.at_us + 5 * MS))
    house.rest(300 * MS)
    ann.say(msgspec.structs.replace(ann.claim(lay("TC")), shown_us=ann.at_us + 20 * MS))
    house.rest(400 * MS)
    verdict = next(r.verdict for r in ann.all(told.Reveal) if r.verdict is not None)
    assert verdict.claims[0].late_us == 5 * MS  # the first report that can be, not the claim's


def test_a_faulty_shown_costs_its_sender_no_race() -> None:
    house, (ann, bob, cid) = perekur(look_seconds=1)
    house.begin(ann, bob, cid)
    house.set_up(FORCED)
    number = house.race(bob, cid)
    assert ann.refused(said.Shown(race=number, shown_us=ann.now_us() + 4 * MS)).code
    house.rest(300 * MS)
    ann.say(ann.claim(lay("TC")))
    house.rest(400 * MS)
    verdict = next(r.verdict for r in ann.all(told.Reveal) if r.verdict is not None)
    assert (verdict.race, verdict.winner) == (number, 0)
    assert verdict.claims[0].late_us == 0


def test_before_its_time_a_reveal_is_answered_like_one_that_never_comes() -> None:
    """Else a `shown` sent again and again would tell when the race before was decided."""
    house, (ann, bob, cid) = race_at(FORCED)
    bob.answers = False  # the race stays open for a while, and then is one to come
    ann.say(ann.claim(lay("TC")))
    mark, asked = cid.mark(), set()
    for _ in range(1_000):
        race = house.match.races("").race
        if race is not None and race.number == 2 and house.clock.now_us() >= race.show_us - 3 * MS:
            break
        asked.add(None if race is None else race.number)
        cid.say(said.Shown(race=2, shown_us=cid.now_us() - ONE_WAY_US))
        house.rest(100)
    answers = [m for m in cid.since(mark) if isinstance(m, told.Error)]
    assert {(a.code, a.field, a.value, a.expected.split(",")[0]) for a in answers} == {
        ("clock/stamp", "race", "2", "at most 1")
    }
    assert 1 in asked


def race_of(number: int, show_us: int) -> Race:
    return Race(number, show_us, (), lambda seats: seats)


@pytest.mark.parametrize(
    "said_again", ["shown too early", "claim with a wrong nonce", "wrong card", "locked"]
)
def test_a_race_that_is_decided_is_answered_like_an_open_one_until_the_next_is_shown(
    said_again: str,
) -> None:
    """Else a seat could ask, every few milliseconds, whether somebody has won."""
    answers = []
    for decided in (False, True):
        house, (ann, bob, cid) = race_at(TWO_TENS)
        race = house.match.races("x").race
        assert race is not None
        early_us = race.earliest_shown_us(1) - 100
        if said_again == "locked":
            bob.say(bob.claim(lay("2C")))
        house.journal.hold = True  # the verdict is written, and not told yet
        if decided:
            ann.say(ann.claim(lay("TC")))
        house.rest(20 * MS)
        for guest in (bob, cid):
            guest.say(said.Tick(sent_us=guest.now_us() - ONE_WAY_US))
        assert house.match.pacer.armed is not decided
        mark = bob.mark()
        match said_again:
            case "shown too early":
                bob.say(said.Shown(race=race.number, shown_us=early_us))
            case "wrong card":
                bob.say(bob.claim(lay("JC"), race=race.number))
            case _:
                claim = bob.claim(lay("TD"), race=race.number)
                bob.say(msgspec.structs.replace(claim, nonce=bytes(8)))
        answers.append([(m.code, m.field) for m in bob.since(mark) if isinstance(m, told.Error)])
    assert answers[0] == answers[1] != []


def test_a_reveal_that_is_under_way_is_answered_as_if_it_were_not() -> None:
    house, (ann, _bob, _cid) = race_at(FORCED)
    state = ann.session.table.seats[0] if ann.session.table is not None else None
    assert state is not None
    under_way, none = Showing(house.match), Showing(house.match)
    for showing in (under_way, none):
        showing.opened(race_of(1, 1_000 * MS))
    under_way.opened(race_of(2, 2_000 * MS))
    for at_us in (1_850 * MS, 1_990 * MS):
        texts = []
        for showing in (under_way, none):
            with pytest.raises(Refusal) as refused:
                showing.take(None, state, said.Shown(race=2, shown_us=0), at_us)
            texts.append(refused.value.message(None))
        assert texts[0] == texts[1]


def test_a_shown_of_a_race_that_is_over_is_late_and_no_fault() -> None:
    house, (ann, bob, _cid) = race_at(FORCED)
    ann.say(ann.claim(lay("TC")))
    house.rest(400 * MS)
    bob.say(said.Shown(race=1, shown_us=bob.now_us() - ONE_WAY_US))
    assert bob.codes() == []


def test_a_shown_of_a_race_from_before_a_restart_is_no_fault() -> None:
    house, guests = race_at(FORCED)
    house.server = house.new_server()
    restore(house.server, [record for _, record in house.journal.load()])  # type: ignore[misc]
    back = [house.back(guest) for guest in guests]
    for guest in back:
        guest.ask(said.Resume(seq=0))
    ann = back[0]
    assert not house.match.pacer.armed
    ann.say(said.Shown(race=1, shown_us=ann.now_us() - ONE_WAY_US))
    assert house.race(*back) == 1
    assert ann.codes() == []
    assert ann.refused(said.Shown(race=2, shown_us=ann.now_us())).code == "clock/stamp"


def test_a_pong_for_a_ping_from_before_the_clock_was_learned_anew_is_no_fault() -> None:
    house, (ann, _bob, _cid) = race_at(FORCED)
    ping = _ping(ann)
    ann.session.path.resync()
    house.rest(1 * MS)
    stamp_us = ann.now_us() - ONE_WAY_US
    ann.say(_pong(ping, stamp_us, stamp_us))
    assert ann.codes() == []


@pytest.mark.parametrize("by_us", [50 * MS, -50 * MS, 3_600_000 * MS])
def test_a_clock_that_was_set_brings_one_error_at_most(by_us: int) -> None:
    house, (ann, _bob, _cid) = race_at(FORCED)
    house.rest(ONE_WAY_US)  # the last pong is in
    ann.offset_us += by_us
    for _ in range(40):
        ann.say(said.Tick(sent_us=ann.now_us() - ONE_WAY_US))
        house.rest(25 * MS)
    assert len(ann.codes()) <= 1
    assert ann.session.path.estimate(house.clock.now_us()).synced


def test_a_flood_of_impossible_stamps_gets_no_more_answers_than_its_budget() -> None:
    house, (ann, _bob, _cid) = race_at(FORCED)
    now_us = ann.now_us()
    ann.say(said.Tick(sent_us=now_us))
    for _ in range(1_000):
        ann.say(said.Tick(sent_us=now_us - 5 * MS))
    assert len(ann.codes()) <= 2 * house.server.settings.limits.stamps_per_s + 3
    assert ann.closed


def test_shown_in_a_game_of_turns_is_named_in_its_refusal() -> None:
    _house, (ann, _bob) = bout_at(position({"A": "6S 7S", "B": "8S 9S"}))
    answer = ann.refused(said.Shown(race=1, shown_us=ann.now_us()))
    assert (answer.code, answer.field, answer.value) == ("rules/action", "type", "shown")
    claim = said.Claim(race=1, nonce=bytes(8), action=Take(), shown_us=0, pressed_us=0)
    assert ann.refused(claim).value == "claim"


def test_shown_where_no_match_is_played_is_refused() -> None:
    _house, (ann, _bob, _cid) = perekur()
    assert ann.refused(said.Shown(race=1, shown_us=ann.now_us())).code == "table/no_match"
