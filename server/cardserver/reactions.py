"""Human-like reactions that the server draws for bots.

Pure: the lot is passed in, integers only, so that a replay draws the same.
What must not live here: when they are drawn (racing.py).
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from cardrules.lots import Lots
from cardrules.options import RaceOptions, TableOptions

# Median reactions of the practice levels, in µs. People take about 384 ms to recognise a symbol
# (Laming) and then look for a card in a hand: 450 ms feels like a peer.
MEDIAN_US: Final = {"easy": 650_000, "normal": 450_000, "hard": 330_000}

# Where a reaction lies at each tenth of the lot, in thousandths of the median: the quantiles of an
# ex-Gaussian with a coefficient of variation near 0.25, rounded. The last thirtieth are lapses of
# attention, which every person has; between two points the line is straight.
_POINTS: Final = (
    (0, 620),
    (1000, 760),
    (2000, 830),
    (3000, 888),
    (4000, 943),
    (5000, 1000),
    (6000, 1064),
    (7000, 1142),
    (8000, 1249),
    (9000, 1430),
    (9670, 1700),
    (10000, 3000),
)


def drawn_reaction_us(lots: Lots, options: TableOptions, race: int, seat: int) -> int | None:
    """The reaction of a bot on `seat`, whatever it holds; None where bots race otherwise."""
    if not isinstance(options, RaceOptions) or options.bots_race != "humanlike":
        return None
    return draw_reaction_us(lots, options.bot_level, race, seat)


def draw_reaction_us(lots: Lots, level: str, race: int, seat: int) -> int:
    """The reaction of a bot on `seat` in `race`, from the lot ("reaction", 8 * race + seat)."""
    lot = lots.draw("reaction", 8 * race + seat, 10_000)
    for (low, at_low), (high, at_high) in pairwise(_POINTS):
        if lot < high:
            parts = at_low * (high - low) + (at_high - at_low) * (lot - low)
            return MEDIAN_US[level] * parts // (1000 * (high - low))
    return MEDIAN_US[level] * _POINTS[-1][1] // 1000
