"""The network profiles that the judge is measured on, and how quickly people press.

What lives here: numbers, one function a profile; they are those of the
simulation from which the judge's constants were found (docs/timing.md).
Delays in milliseconds here only, as people know them.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from tests.support.virtual_lan import Link, Stalls

MS = 1_000
PROFILES = (
    "wired LAN",
    "Wi-Fi spikes",
    "LAN + WAN 120",
    "heavy jitter",
    "asymmetric",
    "LAN + WAN 300",
)


@dataclass(frozen=True, slots=True)
class Air:
    """One direction of a path: base and jitter are drawn from ranges, stalls come as they do."""

    base_ms: tuple[float, float]
    jitter_ms: tuple[float, float]
    short_per_s: float
    short_ms: float
    long_per_s: float
    long_ms: tuple[float, float]

    def link(self, rng: random.Random, base_ms: float | None = None) -> Link:
        """A link with this air's stalls."""
        base = rng.uniform(*self.base_ms) if base_ms is None else base_ms
        low, high = self.long_ms
        return Link(
            rng,
            base * MS,
            rng.uniform(*self.jitter_ms) * MS,
            (
                Stalls(self.short_per_s, lambda r: r.expovariate(1.0) * self.short_ms * MS),
                Stalls(self.long_per_s, lambda r: r.uniform(low, high) * MS),
            ),
        )


WIRED = Air((0.12, 0.40), (0.05, 0.15), 0.02, 2.0, 0.0, (0, 1))
WIFI = Air((1.0, 2.5), (0.8, 2.5), 1.2, 15.0, 0.08, (40, 250))
JITTER = Air((4.0, 20.0), (4.0, 12.0), 1.5, 30.0, 0.20, (100, 300))
WAN = Air((0, 0), (1.5, 5.0), 0.3, 15.0, 0.06, (60, 260))
LOPSIDED = Air((0, 0), (0.5, 2.0), 0.2, 8.0, 0.01, (40, 200))

Pair = tuple[Link, Link]  # up, down


def _both(air: Air) -> Callable[[random.Random, int, int], Pair]:
    return lambda rng, _seat, _seats: (air.link(rng), air.link(rng))


def _with_wan(one_way_ms: float) -> Callable[[random.Random, int, int], Pair]:
    """The second player is on Wi-Fi, the last behind a WAN path with up to 10 % asymmetry."""

    def pair(rng: random.Random, seat: int, seats: int) -> Pair:
        if seat == 1:
            return WIFI.link(rng), WIFI.link(rng)
        if seat < seats - 1:
            return WIRED.link(rng), WIRED.link(rng)
        skew = rng.uniform(-0.10, 0.10) * 2 * one_way_ms
        up, down = (one_way_ms * rng.uniform(0.97, 1.03) + sign * skew / 2 for sign in (1, -1))
        return WAN.link(rng, up), WAN.link(rng, down)

    return pair


def _lopsided(rng: random.Random, _seat: int, _seats: int) -> Pair:
    """Round trips of 10 to 80 ms, split between 15 : 85 and 85 : 15."""
    rtt, share = rng.uniform(10, 80), rng.uniform(0.15, 0.85)
    return LOPSIDED.link(rng, rtt * share), LOPSIDED.link(rng, rtt * (1 - share))


_PAIRS = {
    "wired LAN": _both(WIRED),
    "Wi-Fi spikes": _both(WIFI),
    "LAN + WAN 120": _with_wan(60.0),
    "heavy jitter": _both(JITTER),
    "asymmetric": _lopsided,
    "LAN + WAN 300": _with_wan(150.0),
}


def links(profile: str, rng: random.Random, seat: int, seats: int) -> Pair:
    """Up and down link of one seat at a table of `seats`; KeyError for an unknown profile."""
    return _PAIRS[profile](rng, seat, seats)


class Reflexes:
    """One person's reactions: ex-Gaussian, as measured reaction times are; never below 125 ms."""

    LEAST_US = 125_000

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._middle, self._spread = rng.gauss(260, 20), rng.uniform(20, 35)
        self._tail = rng.uniform(40, 90)

    def draw_us(self) -> int:
        """The next reaction."""
        slow = self._tail * self._rng.expovariate(1.0)
        return max(int((self._rng.gauss(self._middle, self._spread) + slow) * MS), self.LEAST_US)


def loop_noise_us(rng: random.Random) -> int:
    """How late an event loop takes a stamp; once in a hundred it is busy for up to 6 ms."""
    hiccup = rng.uniform(0, 6_000) if rng.random() < 0.01 else 0.0
    return int(50 + rng.expovariate(1.0) * 150 + hiccup)
