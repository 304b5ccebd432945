"""What a kernel's receipts disprove of a claim, and that they change nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardserver.clocksync import UNSYNCED
from cardserver.constants import CREDIT_MIN_US, RECEIPT_SLACK_US, SILENCE_US
from cardserver.race import Race, replay
from cardserver.race_log import ReceiptSeen, decode_record, encode_record
from tests.support.judge import (
    MS,
    NONCE,
    SHOW_US,
    end,
    entrant,
    first_seat,
    press,
    race,
    receipt,
    tick,
)

FULL_US = 150 * MS  # what a bucket may have saved on Wi-Fi
ONE_WAY_US = 2 * MS
REACTION_US = 300 * MS


def saver(*, synced: bool = True, drawn_us: int | None = None) -> Race:
    """A race against a seat that has saved its bucket."""
    own = entrant(0, ONE_WAY_US, credit_us=FULL_US, drawn_us=drawn_us)
    return race(own if synced else replace(own, estimate=UNSYNCED, at_client_us=0), entrant(1))


def judged_us(open_race: Race, *, shown_late_us: int = 0, early_us: int = 0) -> int:
    """Its claim after REACTION_US, with the two lies, as it is judged."""
    pressed_us = SHOW_US + REACTION_US
    open_race.claim(
        0, NONCE, SHOW_US + shown_late_us, pressed_us - early_us, pressed_us + ONE_WAY_US
    )
    return end(open_race).verdict.claims[0].judged_us


def test_without_receipts_a_saved_bucket_pays_for_either_lie() -> None:
    assert judged_us(saver(), shown_late_us=100 * MS) == 200 * MS
    assert judged_us(saver(), early_us=100 * MS) == 200 * MS


def test_a_reveal_its_kernel_had_was_not_shown_much_later() -> None:
    open_race = saver()
    receipt(open_race, 0, -3 * MS, 27 * MS)
    assert judged_us(open_race, shown_late_us=100 * MS) == REACTION_US - 25 * MS - RECEIPT_SLACK_US


def test_a_program_that_is_silent_while_its_kernel_answers_gets_the_least_credit() -> None:
    open_race = saver()
    receipt(open_race, 0, -3 * MS, 2 * MS)
    receipt(open_race, 0, 60 * MS, 70 * MS)
    assert judged_us(open_race, early_us=100 * MS) == REACTION_US - CREDIT_MIN_US


def test_a_program_whose_stamps_lag_behind_its_kernel_gets_the_least_credit() -> None:
    open_race = saver()
    for after_us in range(0, 150 * MS, 25 * MS):
        tick(open_race, 0, after_us, one_way_us=ONE_WAY_US + 80 * MS)
    receipt(open_race, 0, 198 * MS, 207 * MS)
    assert judged_us(open_race, early_us=80 * MS) == REACTION_US - CREDIT_MIN_US


def test_a_program_that_ticks_is_not_silent() -> None:
    open_race = saver()
    for after_us in range(0, 275 * MS, 25 * MS):
        tick(open_race, 0, after_us, one_way_us=ONE_WAY_US)
        receipt(open_race, 0, after_us - 2 * MS, after_us + 2 * MS)
    assert judged_us(open_race, early_us=25 * MS) == REACTION_US - 25 * MS


def test_a_path_that_stalls_answers_late_itself_so_nobody_seems_silent() -> None:
    """The kernel's answer to a ping of T + 40 ms arrives after the ticks that were under way."""
    open_race = saver()
    for after_us in (0, 25 * MS, 50 * MS):
        tick(open_race, 0, after_us, one_way_us=150 * MS)
    receipt(open_race, 0, 40 * MS, 201 * MS)
    assert judged_us(open_race) == REACTION_US
    assert end(open_race).verdict.claims[0].allowed_us == FULL_US


def test_an_honest_claim_is_credited_as_if_there_were_no_receipts() -> None:
    """Shown 40 ms late because the reveal came late, and the claim 60 ms under way."""
    judged = []
    for receipts in (False, True):
        open_race = saver()
        if receipts:
            receipt(open_race, 0, -3 * MS, 43 * MS)
            tick(open_race, 0, 240 * MS, one_way_us=ONE_WAY_US + 50 * MS)
            receipt(open_race, 0, 240 * MS, 292 * MS)
        shown_us, pressed_us = SHOW_US + 40 * MS, SHOW_US + 340 * MS
        open_race.claim(0, NONCE, shown_us, pressed_us, pressed_us + ONE_WAY_US + 60 * MS)
        judged.append(end(open_race).verdict.claims[0].judged_us)
    assert judged == [300 * MS, 300 * MS]


def test_the_first_receipt_counts_for_the_reveal_however_late_the_others_are() -> None:
    open_race = saver()
    receipt(open_race, 0, -3 * MS, 2 * MS)
    receipt(open_race, 0, 10 * MS, 190 * MS)
    assert judged_us(open_race, shown_late_us=100 * MS) == REACTION_US - RECEIPT_SLACK_US


def test_a_path_longer_than_the_lead_is_known_to_be_late() -> None:
    late = replace(entrant(0, ONE_WAY_US, credit_us=FULL_US), expected_us=SHOW_US + 30 * MS)
    open_race = race(late, entrant(1))
    receipt(open_race, 0, 28 * MS, 32 * MS)
    pressed_us = SHOW_US + 330 * MS
    open_race.claim(0, NONCE, SHOW_US + 30 * MS, pressed_us, pressed_us + ONE_WAY_US)
    assert end(open_race).verdict.claims[0].judged_us == REACTION_US


@pytest.mark.parametrize("kind", ["unsynced", "drawn", "dropped"])
def test_receipts_do_not_matter_where_no_stamp_is_believed(kind: str) -> None:
    open_race = saver(
        synced=kind != "unsynced",
        drawn_us=REACTION_US if kind == "drawn" else None,
    )
    if kind == "dropped":
        open_race.drop(0, SHOW_US)
    receipt(open_race, 0, 290 * MS, 295 * MS)
    assert [type(seen) for seen in open_race.record().messages].count(ReceiptSeen) == 0


def test_a_receipt_closes_no_race_and_is_no_sign_of_life() -> None:
    open_race = race(entrant(0), entrant(1, 60 * MS))
    press(open_race, 0, 300 * MS)
    wake_us = open_race.wake_us(SHOW_US)
    receipt(open_race, 1, 240 * MS, 350 * MS)
    assert open_race.wake_us(SHOW_US) == wake_us
    decision = end(open_race)
    assert decision.decided_us == wake_us
    assert decision.silent == frozenset({1})


def test_the_evidence_still_says_what_the_client_said() -> None:
    open_race = saver()
    receipt(open_race, 0, -3 * MS, 2 * MS)
    judged_us(open_race, shown_late_us=100 * MS)
    claim = end(open_race).verdict.claims[0]
    assert (claim.reaction_us, claim.late_us, claim.allowed_us) == (200 * MS, 100 * MS, FULL_US)
    assert claim.credit_us == RECEIPT_SLACK_US


def test_a_log_from_before_there_were_receipts_is_judged_as_it_was() -> None:
    open_race = saver()
    open_race.shown(0, SHOW_US, SHOW_US + ONE_WAY_US)
    judged_us(open_race, early_us=100 * MS)
    # As the bytes were before: race, T, hold, entrants, messages, decided.
    data = encode_record(open_race.record())
    assert b"receipt" not in data
    assert replay(decode_record(data), first_seat) == end(open_race)


def test_the_log_keeps_receipts_only_where_they_disprove_something() -> None:
    open_race = saver()
    for after_us in range(0, 200 * MS, 10 * MS):
        receipt(open_race, 0, after_us, after_us + 4 * MS)
    decision_us = judged_us(open_race, shown_late_us=100 * MS, early_us=50 * MS)
    record = decode_record(encode_record(open_race.record()))
    kept = [seen.sent_us for seen in record.messages if isinstance(seen, ReceiptSeen)]
    assert kept == [SHOW_US, SHOW_US + 50 * MS]
    again = replay(record, first_seat)
    assert again is not None
    assert again.verdict.claims[0].judged_us == decision_us


events = st.lists(
    st.tuples(
        st.integers(0, 1),
        st.sampled_from(["receipt", "tick", "shown"]),
        st.integers(-100 * MS, 290 * MS),
        st.integers(0, 100 * MS),
    ),
    max_size=16,
)
lies = st.tuples(st.integers(0, 190 * MS), st.integers(0, 190 * MS))
Told = list[tuple[int, str, int, int]]  # seat, what, sent after T, underway for


def played(told: Told, lie: tuple[int, int], *, receipts: bool = True) -> Race:
    """Two seats with full buckets, what is told of either in between, and seat 0's two lies."""
    open_race = race(*(entrant(seat, ONE_WAY_US, credit_us=FULL_US) for seat in (0, 1)))
    pressed_us = SHOW_US + REACTION_US
    said_us = max(pressed_us - lie[1], SHOW_US + lie[0] + 1)
    newest_us = said_us - SHOW_US  # a stamp beyond its press would refuse the claim
    for seen_us, seat, what, sent_us in sorted((t + d, s, w, t) for s, w, t, d in told):
        if what == "receipt" and receipts:
            receipt(open_race, seat, sent_us, seen_us)
        elif what == "tick":
            open_race.stamp(seat, SHOW_US + min(sent_us, newest_us), SHOW_US + seen_us)
        elif what == "shown":
            open_race.shown(seat, SHOW_US + min(sent_us, newest_us), SHOW_US + seen_us)
    open_race.claim(0, NONCE, SHOW_US + lie[0], said_us, max(pressed_us, SHOW_US) + 120 * MS)
    return open_race


@settings(max_examples=100, deadline=None)
@given(events, lies)
def test_receipts_only_ever_make_a_claim_worse_and_are_judged_alike_again(
    told: Told, lie: tuple[int, int]
) -> None:
    open_race, plain = played(told, lie), played(told, lie, receipts=False)
    if open_race.first_claim_us is None or plain.first_claim_us is None:
        return  # a reaction below the floor: receipts may only take such a claim in
    decision, without = end(open_race), end(plain)
    assert replay(decode_record(encode_record(open_race.record())), first_seat) == decision
    mine, bare = decision.verdict.claims[0], without.verdict.claims[0]
    assert mine.judged_us >= bare.judged_us
    assert mine.credit_us <= mine.allowed_us <= bare.allowed_us
    assert (mine.reaction_us, mine.late_us, mine.arrived_us) == (
        bare.reaction_us,
        bare.late_us,
        bare.arrived_us,
    )
    silent = mine.allowed_us == CREDIT_MIN_US
    if silent:
        assert any(w == "receipt" and s == 0 and t > SILENCE_US - ONE_WAY_US for s, w, t, _ in told)
