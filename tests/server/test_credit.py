"""The bucket: a lie does not pay in the long run, an honest spike does not hurt."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from cardserver.constants import CREDIT_FREE_US, CREDIT_MIN_US, LEARNING_RACES
from cardserver.credit import Credit
from tests.support.judge import MS, path

JITTERY = path(allowance_us=100 * MS, refill_us=5 * MS)
STEADY = path()


def test_a_new_players_bucket_is_as_full_as_its_path_needs() -> None:
    assert Credit().available_us(JITTERY) == 100 * MS
    assert Credit().available_us(STEADY) == CREDIT_MIN_US


def test_what_a_claim_used_is_gone_and_comes_back_race_by_race() -> None:
    credit = Credit()
    credit.settle(100 * MS, JITTERY)
    assert credit.available_us(JITTERY) == 100 * MS + CREDIT_FREE_US - 100 * MS + 5 * MS
    for _ in range(20):
        credit.settle(0, JITTERY)
    assert credit.available_us(JITTERY) == 100 * MS


def test_a_race_without_a_claim_pays_back_only_what_the_path_needs() -> None:
    # Painting and stamping cost claims alone: paid in every race, they would add up to a lie.
    needs = replace(JITTERY, refill_us=5 * MS, idle_refill_us=2 * MS)
    credit = Credit()
    credit.settle(100 * MS, needs)
    before_us = credit.available_us(needs)
    credit.settle(None, needs)
    assert credit.available_us(needs) == before_us + 2 * MS


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 150 * MS), min_size=50, max_size=120))
def test_the_long_run_forgives_no_more_than_the_path_needs(wishes: list[int]) -> None:
    credit = Credit()
    used_us = 0
    for wish_us in wishes:
        taken_us = min(wish_us, credit.available_us(JITTERY))
        used_us += max(0, taken_us - max(CREDIT_MIN_US, CREDIT_FREE_US))
        credit.settle(taken_us, JITTERY)
    assert used_us <= 100 * MS + len(wishes) * JITTERY.refill_us


def test_a_path_that_looks_worse_later_does_not_fill_its_bucket_at_once() -> None:
    credit = Credit()
    for _ in range(LEARNING_RACES):
        credit.settle(0, STEADY)
    assert credit.available_us(JITTERY) < 10 * MS


def test_a_seat_that_stays_silent_three_times_is_not_waited_for_any_longer() -> None:
    credit = Credit()
    for _ in range(3):
        assert credit.available_us(JITTERY) == 100 * MS
        credit.settle(0, JITTERY, silent=True)
    assert credit.available_us(JITTERY) == CREDIT_MIN_US
    credit.settle(0, JITTERY)
    assert credit.available_us(JITTERY) == 100 * MS
