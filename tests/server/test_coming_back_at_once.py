"""One player on two connections, and what he is told who comes back."""

from __future__ import annotations

from random import Random

from cardprotocol.messages import to_client as told
from cardprotocol.messages import to_server as said
from tests.support.house import TABLE, Guest, House
from tests.support.perekur_positions import A, B, C, at
from tests.support.refusals import lay, perekur, race_at

FORCED = at({A: "TC KC", B: "JC AC", C: "QC"}, 47, last=C)


def test_the_newest_connection_is_the_player_and_the_old_one_says_nothing_any_more() -> None:
    house, (ann, bob, _cid) = race_at(FORCED)
    old_claim = ann.claim(lay("TC"))
    again = house.back(ann)
    assert ann.closed
    assert ann.last(told.Closing).code == "session/superseded"
    ann.say(old_claim)
    house.rest(300_000)
    assert house.match.acts == 0
    assert isinstance(again.ask(said.Resume()), told.View)
    assert bob.last(told.Table).table.seats[0].connected


def test_ten_thousand_interleavings_have_one_owner_at_each_step() -> None:
    house, (ann, _bob, _cid) = perekur()
    rng = Random(11)
    lines = [ann]
    for _ in range(10_000):
        line = rng.choice(lines)  # the newest, or one that it or the one before it replaced
        if rng.random() < 0.3:
            line = house.back(ann)
            lines = [*lines, line][-3:]
        line.say(rng.choice((said.Resume(), said.Ready(ready=False), said.Tick(sent_us=1))))
        open_lines = [one for one in lines if not one.session.gone]
        assert open_lines == lines[-1:]
        owner = house.the_table.seats[0].session
        assert owner is None or owner is lines[-1].session
        house.clock.step()


def test_a_name_without_a_seat_stays_whose_it_is_when_its_connection_is_replaced() -> None:
    house = House()
    ann = house.guest("Ann")
    again = house.back(ann)
    assert house.stranger("Ann").refused(said.Hello(version=1, name="Ann")).code == (
        "hello/name_taken"
    )
    again.hang_up()
    assert isinstance(house.stranger("Ann").hello(), told.Welcome)


def test_a_name_with_a_seat_is_its_tokens_for_good() -> None:
    house, (ann, _bob, _cid) = perekur()
    ann.say(said.Bye())
    assert ann.closed
    stranger = house.stranger("аnn")  # a Cyrillic а
    assert stranger.refused(said.Hello(version=1, name="аnn")).code == "hello/name_taken"
    assert isinstance(
        stranger.ask(said.Hello(version=1, name="Ann", token=ann.token)), told.Welcome
    )


def test_guesses_are_limited_and_never_hit() -> None:
    house, _guests = perekur()
    rng = Random(5)
    codes: dict[str, int] = {}
    for _ in range(400):
        guess = said.Hello(version=1, name="Ann", token=rng.randbytes(16))
        guesser = house.stranger(peer="10.0.0.9")
        answer = guesser.refused(guess)
        codes[answer.code] = codes.get(answer.code, 0) + 1
        guesser.hang_up()
        house.rest(300_000)
    assert set(codes) == {"hello/token", "hello/address"}
    assert codes["hello/token"] <= 5 + 400 * 300_000 // 30_000_000


def test_wrong_tokens_from_this_machine_keep_nobody_of_it_out() -> None:
    house, _guests = perekur()
    for _ in range(8):
        guesser = house.stranger(peer="127.0.0.1")
        assert guesser.refused(said.Hello(version=1, name="Ann", token=b"0" * 16)).code == (
            "hello/token"
        )
        guesser.hang_up()
    assert isinstance(house.stranger("Zoe").ask(said.Hello(version=1, name="Zoe")), told.Welcome)


def test_missed_events_and_the_view_say_the_same() -> None:
    house, (ann, bob, cid) = race_at(FORCED)
    seq = cid.last(told.Reveal).seq
    cid.hang_up()
    house.wins(ann, lay("TC"))
    house.race(ann, bob)
    house.wins(bob, lay("JC"))
    missed, fresh = house.back(cid), None
    answer = missed.ask(said.Resume(seq=seq))
    assert isinstance(answer, told.Table)
    events = [e for m in missed.all(told.Reveal) for e in m.events]
    assert missed.last(told.Reveal).seq == seq + len(events) == house.match.seq
    fresh = house.back(missed)
    view = fresh.ask(said.Resume(seq=0))
    assert isinstance(view, told.View)
    assert view.seq == house.match.seq
    assert view.game == house.match.game.view(2)


def test_a_seq_that_is_not_known_gets_a_fresh_view() -> None:
    house, (_ann, _bob, cid) = race_at(FORCED)
    assert isinstance(house.back(cid).ask(said.Resume(seq=10**6)), told.View)


def test_every_resume_is_answered_once_also_before_the_show_time() -> None:
    house, (ann, bob, cid) = race_at(FORCED)
    house.journal.hold = True
    ann.say(ann.claim(lay("TC")))
    house.rest(100_000)
    again = house.back(cid)
    again.say(said.Resume(seq=1, id=1))
    again.say(said.Resume(seq=1, id=2))
    house.journal.release()
    house.rest(100_000)
    answers = {m.re: m for _, m in again.heard if m.re in (1, 2)}
    assert isinstance(answers[1], told.Table)
    assert isinstance(answers[2], told.Error)
    assert answers[2].code == "table/already_at"
    sequence = [m.seq for m in again.all(told.Reveal) if m.events]
    assert sequence == sorted(set(sequence))
    assert not bob.closed


def test_a_seat_left_before_its_resume_is_carried_out_answers_both() -> None:
    house, (ann, _bob, cid) = race_at(FORCED)
    house.journal.hold = True
    ann.say(ann.claim(lay("TC")))
    house.rest(100_000)
    again = house.back(cid)
    again.say(said.Resume(id=1))
    again.hang_up()
    third = house.back(again)
    house.journal.release()
    house.rest(100_000)
    assert [m for _, m in again.heard if m.re == 1] == []  # gone: nobody to answer
    assert isinstance(third.ask(said.Resume()), told.View)


def test_who_comes_back_before_the_first_claim_may_still_win() -> None:
    house, (ann, _bob, _cid) = race_at(FORCED)
    ann.hang_up()
    again = house.back(ann)
    house.rest(400_000)
    view = again.ask(said.Resume(seq=0))
    assert isinstance(view, told.View)
    assert view.race is not None
    assert view.race.nonce is not None
    again.at_us = again.now_us()
    again.say(said.Shown(race=view.race.race, shown_us=again.at_us))
    house.wins(again, lay("TC"))
    assert house.match.acts == 1


def test_a_table_that_is_gone_keeps_nobody() -> None:
    house, (ann, bob, cid) = perekur(absent_seconds=1)
    for guest in (ann, bob, cid):
        guest.hang_up()
    house.rest(2_000_000)
    assert house.server.lobby.tables == ()
    again: Guest = house.back(ann)
    assert again.refused(said.Resume()).code == "table/not_at"
    assert isinstance(again.ask(said.CreateTable(table=TABLE, game="durak")), told.View)
