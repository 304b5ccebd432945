"""Quantiles and floors in integers, forgetting with time."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from cardserver.constants import EXCESS_HALF_LIFE_US, WINDOW_US
from cardserver.excess import Excess, Floor

delays = st.lists(st.integers(0, 250_000), min_size=1, max_size=200)


@settings(max_examples=60, deadline=None)
@given(delays, st.integers(1, 9_999))
def test_a_quantile_is_an_eighth_above_the_true_one_at_the_most(
    values: list[int], share: int
) -> None:
    excess = Excess()
    for value in values:
        excess.add(value, 0)
    true = sorted(values)[-(-len(values) * share // 10_000) - 1]  # that share does not exceed it
    assert true <= excess.quantile_us(share) <= max(true + true // 8 + 1, true + 16)
    assert excess.mean_us() == sum(values) // len(values)


@settings(max_examples=60, deadline=None)
@given(delays, st.integers(0, 250_000))
def test_the_mean_above_a_limit_is_right_to_an_eighth(values: list[int], limit: int) -> None:
    excess = Excess()
    for value in values:
        excess.add(value, 0)
    true = sum(max(0, value - limit) for value in values) / len(values)
    slack = max(values) / 8 + 16
    assert abs(excess.mean_above_us(limit) - true) <= slack


def test_a_sample_weighs_half_after_a_minute() -> None:
    excess = Excess()
    excess.add(100_000, 0)
    excess.add(0, EXCESS_HALF_LIFE_US)
    assert abs(excess.mean_us() - 33_333) < 400


def test_silence_forgets_nothing() -> None:
    excess = Excess()
    excess.add(100_000, 0)
    assert excess.quantile_us(9_950) >= 100_000


def test_the_floor_is_the_least_of_five_minutes() -> None:
    floor = Floor()
    assert floor.excess_us(100, 0, 0) == 0
    assert floor.excess_us(500, 10_000_000, 0) == 400
    assert floor.excess_us(50, 12_000_000, 0) == 0
    assert floor.excess_us(500, WINDOW_US + 30_000_000, 0) == 0


def test_the_floor_slides_with_the_clocks_drift() -> None:
    floor = Floor()
    for second in range(60):
        assert floor.excess_us(1_000 + second * 100, second * 1_000_000, 100_000) <= 1
