"""The delay laws do what they say; a harness that is too kind would prove nothing.

What must not: anything about the judge.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.paths import JitterShape, Lane, Path, Profile, seat_paths

TICK_US = 25_000

paths = st.builds(
    Path,
    delay_us=st.integers(0, 100_000),
    jitter_us=st.integers(0, 50_000),
    shape=st.sampled_from(JitterShape),
    short_per_second=st.floats(0, 5),
    short_mean_us=st.integers(0, 50_000),
    long_per_second=st.floats(0, 1),
    long_least_us=st.integers(0, 50_000),
    long_most_us=st.integers(50_000, 300_000),
)
gaps_us = st.lists(st.integers(0, 100_000), min_size=1, max_size=60)


def _excess_us(path: Path, messages: int = 20_000) -> list[int]:
    lane = Lane(path, Random(7))
    return [lane.arrival_us(k * TICK_US) - k * TICK_US - path.delay_us for k in range(messages)]


@given(path=paths, later=paths, gaps=gaps_us, seed=st.integers(0, 2**32))
def test_nothing_overtakes_and_nothing_is_faster_than_the_base(
    path: Path, later: Path, gaps: list[int], seed: int
) -> None:
    lane, now_us, before_us = Lane(path, Random(seed)), 0, 0
    for number, gap_us in enumerate(gaps):
        if number == len(gaps) // 2:
            lane.change(later)
        now_us += gap_us
        arrival_us = lane.arrival_us(now_us)
        assert arrival_us >= max(before_us, now_us + lane.path.delay_us)
        before_us = arrival_us


@given(path=paths, gaps=gaps_us, seed=st.integers(0, 2**32))
def test_a_seed_decides_every_arrival(path: Path, gaps: list[int], seed: int) -> None:
    one, two, now_us = Lane(path, Random(seed)), Lane(path, Random(seed)), 0
    for gap_us in gaps:
        now_us += gap_us
        assert one.arrival_us(now_us) == two.arrival_us(now_us)


@pytest.mark.parametrize("shape", JitterShape)
def test_jitter_has_the_mean_it_is_given(shape: JitterShape) -> None:
    # Far below the tick, so that first-in-first-out does not lengthen it.
    excess_us = _excess_us(Path(delay_us=1_000, jitter_us=2_000, shape=shape))
    assert fmean(excess_us) == pytest.approx(2_000, rel=0.05)
    assert min(excess_us) >= 0


def test_uniform_jitter_stops_at_twice_its_mean() -> None:
    excess_us = _excess_us(Path(jitter_us=2_000, shape=JitterShape.UNIFORM))
    assert max(excess_us) <= 4_000


def test_a_stall_releases_everything_at_its_end() -> None:
    lane = Lane(Path(long_per_second=1.0, long_least_us=200_000, long_most_us=200_000), Random(3))
    arrivals_us = [lane.arrival_us(k * TICK_US) for k in range(400)]
    together = max(arrivals_us.count(moment) for moment in set(arrivals_us))
    assert together >= 200_000 // TICK_US


def test_stalls_are_as_frequent_as_asked() -> None:
    law = Path(long_per_second=0.5, long_least_us=100_000, long_most_us=100_000)
    held = sum(excess > 0 for excess in _excess_us(law)) / 20_000
    # A Poisson train of 0.5/s and 100 ms covers 1 - exp(-0.05) of all moments.
    assert held == pytest.approx(0.0488, rel=0.2)


def test_time_does_not_go_back() -> None:
    lane = Lane(Path(), Random(1))
    lane.arrival_us(5)
    with pytest.raises(ValueError, match="handed over at 4"):
        lane.arrival_us(4)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Path(delay_us=-1),
        lambda: Path(jitter_us=-1),
        lambda: Path(long_least_us=2, long_most_us=1),
    ],
)
def test_an_impossible_path_is_refused(make: Callable[[], Path]) -> None:
    with pytest.raises(ValueError, match=r"negative|at least"):
        make()


@pytest.mark.parametrize("profile", Profile)
@pytest.mark.parametrize("seats", [2, 5])
def test_a_profile_gives_each_seat_its_two_paths(profile: Profile, seats: int) -> None:
    assert len(seat_paths(profile, seats, Random(1))) == seats


def test_the_last_seat_of_a_wan_profile_is_far_away_and_the_second_on_wifi() -> None:
    first, second, *_, last = seat_paths(Profile.WAN_120, 4, Random(1))
    assert first.up.delay_us < 1_000 <= second.up.delay_us < 3_000
    assert 110_000 < last.up.delay_us + last.down.delay_us < 130_000
