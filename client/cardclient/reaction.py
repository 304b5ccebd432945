"""How long a person takes to react, as a seeded model.

What lives here: the distribution and its three levels. What must not: clocks,
sending. Where a table says `bots_race = humanlike` the server draws instead;
this is for bots that race raw and still want to be human, and for tests.
"""

from __future__ import annotations

import enum
import math
import random
from dataclasses import dataclass
from typing import Final

# Below this the judge calls a false start (docs/timing.md). One millisecond of slack, since
# clocks of two machines drift apart while a race runs.
FASTEST_US: Final = 101_000
# Nobody who waits for the card to appear is faster than this.
_FASTEST_PERSON_US: Final = 150_000


class Level(enum.Enum):
    """How practised a player is; the value is its name in options and on command lines."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"

    @property
    def median_us(self) -> int:
        """Median reaction without lapses (µs)."""
        return {Level.EASY: 650_000, Level.NORMAL: 450_000, Level.HARD: 330_000}[self]


@dataclass(frozen=True, slots=True)
class HumanReaction:
    """Ex-Gaussian reaction times: a bell of `sigma` plus an exponential tail of `tau`.

    That shape is the usual fit to people's choice reactions: symmetric noise of the hand, and
    a right tail of hesitation. With probability `lapse` the player was looking elsewhere and
    takes up to a second longer. All times in µs.
    """

    mu_us: float
    sigma_us: float
    tau_us: float
    lapse: float = 0.03

    @classmethod
    def of(cls, level: Level) -> HumanReaction:
        """The model of a level; spread and tail grow with the median, as people's do."""
        median = level.median_us
        sigma, tau = 0.09 * median, 0.20 * median
        return cls(mu_us=median - _median_of_tail(sigma, tau), sigma_us=sigma, tau_us=tau)

    def sample_us(self, lots: random.Random) -> int:
        """One reaction (µs), drawn from `lots`; at least 150 ms."""
        drawn = lots.gauss(self.mu_us, self.sigma_us) + lots.expovariate(1 / self.tau_us)
        if lots.random() < self.lapse:
            drawn += lots.uniform(300_000, 1_000_000)
        return max(_FASTEST_PERSON_US, round(drawn))


def _median_of_tail(sigma: float, tau: float) -> float:
    """Median of Normal(0, sigma) + Exponential(mean tau), by bisection of its distribution."""
    low, high = 0.0, sigma + tau
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if _below(middle, sigma, tau) < 0.5 else (low, middle)
    return low


def _below(x: float, sigma: float, tau: float) -> float:
    """P(Normal(0, sigma) + Exponential(mean tau) <= x)."""
    shift = math.exp(sigma * sigma / (2 * tau * tau) - x / tau)
    return _bell(x / sigma) - shift * _bell(x / sigma - sigma / tau)


def _bell(z: float) -> float:
    return (1 + math.erf(z / math.sqrt(2))) / 2
