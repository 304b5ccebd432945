"""The judge as plain functions of integers: who wins, when, and on what evidence."""

from __future__ import annotations

from cardprotocol.errors import ErrorCode
from cardserver.race import replay
from cardserver.race_log import decode_record, encode_record
from tests.support.judge import (
    MS,
    NONCE,
    SHOW_US,
    end,
    entrant,
    first_seat,
    press,
    race,
    shown,
    tick,
)


def code(fault: object) -> ErrorCode | None:
    return None if fault is None else fault.code  # type: ignore[attr-defined,no-any-return]


def test_the_faster_reaction_wins_though_its_claim_arrives_later() -> None:
    open_race = race(entrant(0), entrant(1, 60 * MS))
    press(open_race, 0, 300 * MS)
    press(open_race, 1, 290 * MS, one_way_us=60 * MS)
    decision = end(open_race)
    assert decision.winner == 1
    assert decision.verdict.margin_us == 10 * MS


def test_a_rival_is_waited_for_only_as_long_as_it_could_still_win() -> None:
    open_race = race(entrant(0), entrant(1, 60 * MS))
    press(open_race, 0, 300 * MS)
    bound_us = SHOW_US + 300 * MS + 60 * MS + 3 * MS
    assert open_race.wake_us(SHOW_US) == bound_us
    assert open_race.decide(bound_us - 1) is None
    decision = open_race.decide(bound_us)
    assert decision is not None
    assert (decision.winner, decision.verdict.closed_by) == (0, "bound")


def test_a_rivals_stamp_proves_that_nothing_better_is_in_flight() -> None:
    open_race = race(entrant(0), entrant(1, 60 * MS))
    shown(open_race, 1, one_way_us=60 * MS)
    press(open_race, 0, 300 * MS)
    tick(open_race, 1, 300 * MS, one_way_us=60 * MS)
    decision = open_race.decide(SHOW_US + 360 * MS)
    assert decision is not None
    assert decision.verdict.closed_by == "proof"
    assert decision.verdict.waited_us == 60 * MS - 200


def test_a_stamp_proves_nothing_before_the_client_has_shown_the_reveal() -> None:
    open_race = race(entrant(0), entrant(1))
    press(open_race, 0, 200 * MS)
    tick(open_race, 1, 201 * MS)
    assert open_race.decide(SHOW_US + 201 * MS + 200) is None


def test_a_claim_earlier_than_proved_counts_from_the_proof() -> None:
    open_race = race(entrant(0), entrant(1))
    shown(open_race, 1)
    tick(open_race, 1, 301 * MS)
    press(open_race, 0, 301 * MS + 500)
    # Stamped just before the tick, sent just after it.
    assert open_race.claim(1, NONCE, SHOW_US, SHOW_US + 300 * MS, SHOW_US + 302 * MS) is None
    decision = end(open_race)
    judged = {claim.seat: claim.judged_us for claim in decision.verdict.claims}
    assert judged[1] >= 301 * MS


def test_a_press_long_before_an_earlier_stamp_is_impossible() -> None:
    open_race = race(entrant(0), entrant(1))
    tick(open_race, 0, 310 * MS)
    fault = open_race.claim(0, NONCE, SHOW_US, SHOW_US + 300 * MS, SHOW_US + 311 * MS)
    assert code(fault) is ErrorCode.CLAIM_STAMP


def test_a_press_after_its_own_arrival_is_impossible() -> None:
    open_race = race(entrant(0), entrant(1))
    fault = open_race.claim(0, NONCE, SHOW_US, SHOW_US + 300 * MS, SHOW_US + 290 * MS)
    assert code(fault) is ErrorCode.CLAIM_STAMP


def test_a_reveal_cannot_have_been_shown_before_its_time() -> None:
    open_race = race(entrant(0), entrant(1))
    fault = open_race.claim(0, NONCE, SHOW_US - 5 * MS, SHOW_US + 300 * MS, SHOW_US + 301 * MS)
    assert code(fault) is ErrorCode.CLAIM_STAMP


def test_a_claim_without_the_nonce_is_refused_and_does_not_lock() -> None:
    open_race = race(entrant(0), entrant(1))
    fault = press(open_race, 0, 300 * MS, nonce=b"guessed!")
    assert code(fault) is ErrorCode.CLAIM_NONCE
    assert fault is not None
    assert not fault.locked


def test_a_reaction_below_the_floor_is_a_false_start_and_locks() -> None:
    open_race = race(entrant(0), entrant(1))
    fault = press(open_race, 0, 99 * MS)
    assert code(fault) is ErrorCode.CLAIM_FALSE_START
    assert fault is not None
    assert fault.locked
    assert open_race.first_claim_us is None


def test_a_press_before_the_reveal_was_shown_is_a_false_start() -> None:
    open_race = race(entrant(0), entrant(1))
    fault = open_race.claim(0, NONCE, SHOW_US + 10 * MS, SHOW_US + 5 * MS, SHOW_US + 11 * MS)
    assert code(fault) is ErrorCode.CLAIM_FALSE_START


def test_a_second_claim_is_refused_and_the_first_one_stays() -> None:
    open_race = race(entrant(0), entrant(1))
    press(open_race, 0, 300 * MS)
    assert code(press(open_race, 0, 301 * MS)) is ErrorCode.CLAIM_SECOND
    assert end(open_race).verdict.claims[0].reaction_us == 300 * MS


def test_lateness_beyond_the_credit_is_the_claimants_own_loss() -> None:
    open_race = race(entrant(0), entrant(1))
    press(open_race, 0, 300 * MS, late_us=50 * MS)
    claim = end(open_race).verdict.claims[0]
    assert claim.judged_us == 300 * MS + 50 * MS - 3 * MS
    assert (claim.credit_us, claim.allowed_us) == (3 * MS, 3 * MS)


def test_a_lie_about_the_press_gains_the_credit_and_no_more() -> None:
    open_race = race(entrant(0), entrant(1))
    # Truly pressed after 300 ms, says 200 ms.
    open_race.claim(0, NONCE, SHOW_US, SHOW_US + 200 * MS, SHOW_US + 300 * MS + 200)
    assert end(open_race).verdict.claims[0].judged_us == 297 * MS


def test_showing_later_reports_do_not_shorten_a_reaction() -> None:
    open_race = race(entrant(0, credit_us=150 * MS), entrant(1))
    shown(open_race, 0)
    open_race.claim(0, NONCE, SHOW_US + 100 * MS, SHOW_US + 300 * MS, SHOW_US + 300 * MS + 200)
    assert end(open_race).verdict.claims[0].judged_us == 300 * MS


def test_claims_within_a_millisecond_draw_lots_and_say_so() -> None:
    open_race = race(entrant(0), entrant(1), entrant(2))
    press(open_race, 1, 300 * MS)
    press(open_race, 0, 300 * MS + 900)
    press(open_race, 2, 302 * MS)
    decision = end(open_race)
    assert decision.winner == 0
    assert {claim.seat: claim.lot for claim in decision.verdict.claims} == {
        0: True,
        1: True,
        2: False,
    }


def test_a_race_ends_250_ms_after_its_first_claim_whatever_is_missing() -> None:
    open_race = race(entrant(0), entrant(1, 200 * MS, credit_us=150 * MS))
    press(open_race, 0, 300 * MS)
    decision = end(open_race)
    assert decision.verdict.closed_by == "cap"
    assert decision.verdict.waited_us == 250 * MS


def test_a_dropped_seat_is_not_waited_for_but_its_claim_stays() -> None:
    open_race = race(entrant(0), entrant(1, 60 * MS))
    press(open_race, 0, 300 * MS)
    open_race.drop(0, SHOW_US + 301 * MS)
    open_race.drop(1, SHOW_US + 302 * MS)
    decision = open_race.decide(SHOW_US + 302 * MS)
    assert decision is not None
    assert decision.winner == 0


def test_a_seat_that_came_back_claims_without_compensation() -> None:
    open_race = race(entrant(0, credit_us=150 * MS), entrant(1))
    open_race.drop(0, SHOW_US + 100 * MS)
    new_clock_us = 77
    open_race.claim(0, NONCE, new_clock_us, new_clock_us + 200 * MS, SHOW_US + 300 * MS + 200)
    assert end(open_race).verdict.claims[0].judged_us == 297 * MS


def test_a_claim_after_the_decision_is_late_and_known_if_it_would_have_won() -> None:
    open_race = race(entrant(0), entrant(1, credit_us=3 * MS))
    press(open_race, 0, 300 * MS)
    assert code(press(open_race, 1, 250 * MS, late_us=200 * MS)) is ErrorCode.CLAIM_LATE
    assert code(press(open_race, 1, 250 * MS, late_us=201 * MS)) is ErrorCode.CLAIM_SECOND
    assert [late.would_have_won for late in open_race.take_late_claims()] == [False]
    assert open_race.take_late_claims() == ()


def test_a_drawn_bot_enters_at_its_moment_however_early_it_claims() -> None:
    open_race = race(entrant(0), entrant(1, drawn_us=400 * MS))
    assert open_race.claim(1, NONCE, 0, 0, SHOW_US + 1 * MS) is None
    assert open_race.first_claim_us is None
    assert open_race.wake_us(SHOW_US) == SHOW_US + 400 * MS
    press(open_race, 0, 300 * MS)
    decision = open_race.decide(SHOW_US + 300 * MS + 200)
    assert decision is not None
    assert (decision.winner, decision.unentered) == (0, (1,))
    assert [claim.seat for claim in decision.verdict.claims] == [0]


def test_a_bot_without_the_card_is_waited_for_like_one_with_it() -> None:
    open_race = race(entrant(0), entrant(1, drawn_us=250 * MS))
    press(open_race, 0, 300 * MS)
    assert open_race.decide(SHOW_US + 301 * MS) is None
    assert end(open_race).verdict.closed_by == "bound"


def test_a_bots_drawn_reaction_is_its_judged_time() -> None:
    open_race = race(entrant(0), entrant(1, 10 * MS, drawn_us=280 * MS))
    open_race.claim(1, NONCE, 0, 0, SHOW_US + 5 * MS)
    press(open_race, 0, 300 * MS)
    claim = end(open_race).verdict.claims[0]
    assert (claim.seat, claim.judged_us, claim.drawn) == (1, 280 * MS, True)


def test_a_silent_seat_that_held_the_race_up_is_named() -> None:
    open_race = race(entrant(0), entrant(1), entrant(2))
    shown(open_race, 2)
    press(open_race, 0, 300 * MS)
    assert end(open_race).silent == frozenset({1})


def test_the_log_of_a_race_is_small_and_judges_alike() -> None:
    open_race = race(*(entrant(seat) for seat in range(5)))
    for seat in range(5):
        shown(open_race, seat)
    for after_ms in range(25, 5_000, 25):
        for seat in range(5):
            tick(open_race, seat, after_ms * MS)
    press(open_race, 0, 5_000 * MS)
    decision = end(open_race)
    data = encode_record(open_race.record())
    assert len(data) < 1_024
    assert replay(decode_record(data), first_seat) == decision


def test_a_race_without_claims_never_ends_by_itself() -> None:
    open_race = race(entrant(0), entrant(1))
    assert open_race.wake_us(SHOW_US) is None
    assert open_race.decide(SHOW_US + 60_000 * MS) is None
    assert replay(open_race.record(), first_seat) is None
