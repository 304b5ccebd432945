"""What a kernel's receipts disprove of a claim, and that they change nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardserver.clocksync import UNSYNCED
from cardserver.constants import RECEIPT_SLACK_US
from cardserver.race import Race, replay
from cardserver.race_log import RaceRecord, ReceiptSeen, decode_record, encode_record
from tests.support.judge import MS, NONCE, SHOW_US, end, entrant, first_seat, press, race, receipt

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


def test_a_press_is_not_from_before_what_its_kernel_acknowledged_ahead_of_the_claim() -> None:
    open_race = saver()
    receipt(open_race, 0, -3 * MS, 2 * MS)
    receipt(open_race, 0, 258 * MS, 270 * MS)
    assert judged_us(open_race, early_us=100 * MS) == REACTION_US - 40 * MS - RECEIPT_SLACK_US


def test_both_lies_together_are_disproved_together() -> None:
    open_race = saver()
    receipt(open_race, 0, -3 * MS, 2 * MS)
    receipt(open_race, 0, 298 * MS, 300 * MS)
    judged = judged_us(open_race, shown_late_us=50 * MS, early_us=50 * MS)
    assert judged == REACTION_US - 2 * RECEIPT_SLACK_US


def test_an_honest_claim_is_credited_as_if_there_were_no_receipts() -> None:
    """Shown 40 ms late because the reveal came late, and the claim 60 ms under way."""
    judged = []
    for receipts in (False, True):
        open_race = saver()
        if receipts:
            receipt(open_race, 0, -3 * MS, 43 * MS)
            receipt(open_race, 0, 240 * MS, 290 * MS)
        shown_us, pressed_us = SHOW_US + 40 * MS, SHOW_US + 340 * MS
        open_race.claim(0, NONCE, shown_us, pressed_us, pressed_us + ONE_WAY_US + 60 * MS)
        judged.append(end(open_race).verdict.claims[0].judged_us)
    assert judged == [300 * MS, 300 * MS]


def test_the_first_receipt_counts_for_the_reveal_however_late_the_others_are() -> None:
    open_race = saver()
    receipt(open_race, 0, -3 * MS, 2 * MS)
    receipt(open_race, 0, 90 * MS, 190 * MS)
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
    receipt(open_race, 1, 290 * MS, 350 * MS)
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


def test_of_many_receipts_the_log_keeps_the_first_and_the_newest() -> None:
    open_race = saver()
    for number in range(20):
        receipt(open_race, 0, number * 10 * MS, number * 10 * MS + 40 * MS)
    decision_us = judged_us(open_race, shown_late_us=100 * MS, early_us=50 * MS)
    record = decode_record(encode_record(open_race.record()))
    kept = [seen.sent_us for seen in record.messages if isinstance(seen, ReceiptSeen)]
    assert kept == [SHOW_US, SHOW_US + 190 * MS]
    again = replay(record, first_seat)
    assert again is not None
    assert again.verdict.claims[0].judged_us == decision_us


receipts = st.lists(
    st.tuples(
        st.integers(0, 1), st.integers(-150 * MS, 400 * MS), st.integers(0, 200 * MS)
    ),
    max_size=12,
)  # fmt: skip
lies = st.tuples(st.integers(0, 190 * MS), st.integers(0, 190 * MS))


def played(shown: list[tuple[int, int, int]], lie: tuple[int, int]) -> tuple[Race, RaceRecord]:
    """Two seats with full buckets, receipts of either, and seat 0's two lies."""
    open_race = race(*(entrant(seat, ONE_WAY_US, credit_us=FULL_US) for seat in (0, 1)))
    pressed_us = SHOW_US + REACTION_US
    events = [(sent + late, seat, sent) for seat, sent, late in shown if sent + late < REACTION_US]
    for seen, seat, sent in sorted(events):
        receipt(open_race, seat, sent, seen)
    said_us = max(pressed_us - lie[1], SHOW_US + lie[0])
    open_race.claim(0, NONCE, SHOW_US + lie[0], said_us, pressed_us + ONE_WAY_US)
    end(open_race)
    return open_race, open_race.record()


@settings(max_examples=80, deadline=None)
@given(receipts, lies)
def test_receipts_only_ever_make_a_claim_worse_and_never_worse_than_measured(
    shown: list[tuple[int, int, int]], lie: tuple[int, int]
) -> None:
    plain, _ = played([], lie)
    open_race, record = played(shown, lie)
    decision = end(open_race)
    assert replay(decode_record(encode_record(record)), first_seat) == decision
    mine = next(claim for claim in decision.verdict.claims if claim.seat == 0)
    without = next(claim for claim in end(plain).verdict.claims if claim.seat == 0)
    assert mine.judged_us >= without.judged_us
    assert mine.reaction_us == without.reaction_us
    assert (mine.allowed_us, mine.arrived_us) == (without.allowed_us, without.arrived_us)
