"""Reaction times: medians as promised, people's shape, repeatable."""

from __future__ import annotations

import random
import statistics

import pytest

from cardclient.reaction import HumanReaction, Level


@pytest.mark.parametrize("level", list(Level))
def test_a_levels_median_is_the_one_promised(level: Level) -> None:
    lots = random.Random(7)
    model = HumanReaction.of(level)
    drawn = [model.sample_us(lots) for _ in range(10_000)]
    assert statistics.median(drawn) == pytest.approx(level.median_us, rel=0.03)


def test_reactions_lean_to_the_slow_side_lapse_now_and_then_and_are_never_false_starts() -> None:
    lots = random.Random(7)
    drawn = sorted(HumanReaction.of(Level.HARD).sample_us(lots) for _ in range(10_000))
    median = drawn[5_000]
    assert drawn[0] >= 150_000
    assert drawn[9_000] - median > median - drawn[1_000]
    assert 0.01 < sum(us > 700_000 for us in drawn) / len(drawn) < 0.05
    assert statistics.pstdev(drawn) > 25_000  # a person's spread, not a program's


def test_the_same_lots_give_the_same_reactions() -> None:
    model = HumanReaction.of(Level.NORMAL)
    first, second = ([model.sample_us(random.Random(3)) for _ in range(2)] for _ in range(2))
    assert first == second
