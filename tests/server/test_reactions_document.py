"""The reactions drawn for bots are those that docs/deals.md lets anybody compute."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from cardserver.reactions import draw_reaction_us
from tests.support.lots import IdentityLots

PAGE = (Path(__file__).parents[2] / "docs" / "deals.md").read_text(encoding="utf-8")


def row(head: str) -> list[int]:
    """The numbers of the table's row that begins with `head`."""
    line = next(line for line in PAGE.splitlines() if line.startswith(f"| {head} |"))
    return [int(cell) for cell in re.findall(r"\| (\d+)", line)]


def median_us(level: str) -> int:
    found = re.search(rf"`{level}` ([\d,]+)", PAGE)
    assert found is not None
    return int(found[1].replace(",", ""))


def computed_us(number: int, level: str) -> int:
    points = pairwise(zip(row("number"), row("thousandths of the median"), strict=True))
    (low, at_low), (high, at_high) = next(pair for pair in points if number < pair[1][0])
    parts = at_low * (high - low) + (at_high - at_low) * (number - low)
    return median_us(level) * parts // (1000 * (high - low))


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_a_drawn_reaction_is_the_one_that_the_document_gives(level: str) -> None:
    for number in (0, 1, 999, 1000, 4321, 5000, 9669, 9670, 9999):
        lots = IdentityLots({"reaction": number})
        assert draw_reaction_us(lots, level, 1, 0) == computed_us(number, level)
