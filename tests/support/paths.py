"""How long a message is under way: seeded delay laws of one direction, and network profiles.

What lives here: `Path` (the law of one direction), `Lane` (a law at work: hand-over time in,
arrival time out, first in first out as TCP gives it) and the profiles that the fairness
figures name. All times are integer microseconds.
What must not: clocks, sockets, queues of messages, anything about cards or claims.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from math import inf, log
from random import Random

MICROSECONDS_PER_SECOND = 1_000_000


class JitterShape(Enum):
    """How single delays spread above the base of a path."""

    EXPONENTIAL = "exponential"  # mean is jitter_us; the usual queue
    UNIFORM = "uniform"  # 0 to 2 * jitter_us, so that the mean is jitter_us as well


@dataclass(frozen=True, slots=True)
class Path:
    """The law of one direction: base delay, jitter, and random stalls.

    A stall holds back everything handed over while it lasts until its end, as Wi-Fi retries
    and TCP retransmissions do. Short stalls have an exponential length, long ones a uniform.
    """

    delay_us: int = 0
    jitter_us: int = 0
    shape: JitterShape = JitterShape.EXPONENTIAL
    short_per_second: float = 0.0
    short_mean_us: int = 0
    long_per_second: float = 0.0
    long_least_us: int = 0
    long_most_us: int = 0

    def __post_init__(self) -> None:
        """Raise ValueError for a negative figure or an empty range of long stalls."""
        figures = (self.delay_us, self.jitter_us, self.short_per_second, self.short_mean_us)
        if min(*figures, self.long_per_second, self.long_least_us) < 0:
            raise ValueError("a path has no negative delays or rates")
        if self.long_most_us < self.long_least_us:
            raise ValueError("long_most_us must be at least long_least_us")


@dataclass(frozen=True, slots=True)
class SeatPaths:
    """Both directions of one seat: `up` to the server, `down` from it."""

    up: Path
    down: Path


class StallTrain:
    """Stalls that begin at random moments (a Poisson process), found as time goes on."""

    __slots__ = ("_length_us", "_per_us", "_rng", "next_us")

    def __init__(self, per_second: float, length_us: Callable[[], float], rng: Random) -> None:
        self._per_us = per_second / MICROSECONDS_PER_SECOND
        self._length_us = length_us
        self._rng = rng
        self.next_us = inf

    def start(self, now_us: int) -> None:
        """Let stalls happen from `now_us` on; without a rate none ever does."""
        if self._per_us > 0:
            self.next_us = now_us + self._rng.expovariate(self._per_us)

    def latest_end_us(self, now_us: int) -> float:
        """The latest end of the stalls begun since the last call and up to `now_us`."""
        latest_us = 0.0
        while self.next_us <= now_us:
            latest_us = max(latest_us, self.next_us + self._length_us())
            self.next_us += self._rng.expovariate(self._per_us)
        return latest_us


class Lane:
    """One direction at work. Equal seeds and equal hand-overs give equal arrivals.

    A benchmark asks it a hundred thousand times a second: hence the plain code in `arrival_us`.
    """

    __slots__ = (
        "_handed_us",
        "_held_until_us",
        "_last_us",
        "_next_stall_us",
        "_path",
        "_random",
        "_rng",
        "_trains",
    )

    def __init__(self, path: Path, rng: Random) -> None:
        self._rng = rng
        self._random = rng.random
        self._last_us = 0
        self._handed_us: int | None = None
        self._held_until_us = 0.0
        self.change(path)

    @property
    def path(self) -> Path:
        """The law in force."""
        return self._path

    def change(self, path: Path) -> None:
        """Another law from the next hand-over on (a route change); nothing overtakes."""
        self._path = path
        rng = self._rng
        short = StallTrain(
            path.short_per_second, lambda: rng.expovariate(1.0) * path.short_mean_us, rng
        )
        long = StallTrain(
            path.long_per_second, lambda: rng.uniform(path.long_least_us, path.long_most_us), rng
        )
        self._trains = (short, long)
        self._next_stall_us = inf
        if self._handed_us is not None:
            self._start_trains(self._handed_us)

    def arrival_us(self, now_us: int) -> int:
        """When what is handed over at `now_us` arrives: not before anything sent earlier.

        Raises ValueError if `now_us` is earlier than at the last call.
        """
        handed_us = self._handed_us
        if handed_us is None:
            self._start_trains(now_us)
        elif now_us < handed_us:
            raise ValueError(f"handed over at {now_us}, after something at {handed_us}")
        self._handed_us = now_us
        if self._next_stall_us <= now_us:
            self._meet_stalls(now_us)
        left_us = now_us if now_us > self._held_until_us else self._held_until_us
        arrival_us = self._path.delay_us + int(left_us + self._jitter_us())
        if arrival_us > self._last_us:
            self._last_us = arrival_us
        return self._last_us

    def _start_trains(self, now_us: int) -> None:
        for train in self._trains:
            train.start(now_us)
        self._next_stall_us = min(train.next_us for train in self._trains)

    def _meet_stalls(self, now_us: int) -> None:
        ends_us = [train.latest_end_us(now_us) for train in self._trains]
        self._held_until_us = max(self._held_until_us, *ends_us)
        self._next_stall_us = min(train.next_us for train in self._trains)

    def _jitter_us(self) -> float:
        mean_us = self._path.jitter_us
        if mean_us == 0:
            return 0.0
        if self._path.shape is JitterShape.EXPONENTIAL:
            return -log(1.0 - self._random()) * mean_us
        return self._random() * 2 * mean_us


class Profile(Enum):
    """The networks of the fairness figures A1 to A6, under the names the tables print."""

    WIRED = "wired LAN"
    WIFI = "Wi-Fi spikes"
    WAN_120 = "LAN + WAN 120"
    JITTER = "heavy jitter"
    ASYMMETRIC = "asymmetric"
    WAN_300 = "LAN + WAN 300"


def seat_paths(profile: Profile, seats: int, rng: Random) -> tuple[SeatPaths, ...]:
    """The paths of `seats` players (at least 2), drawn from the ranges of `profile`."""
    return _MAKERS[profile](seats, rng)


def _between_us(rng: Random, least_ms: float, most_ms: float) -> int:
    return round(1000 * rng.uniform(least_ms, most_ms))


def _wired(rng: Random) -> Path:
    """A switch: a fraction of a millisecond, a short stall every fifty seconds."""
    delay_us, jitter_us = _between_us(rng, 0.12, 0.40), _between_us(rng, 0.05, 0.15)
    return Path(delay_us, jitter_us, short_per_second=0.02, short_mean_us=2_000)


_WIFI_STALLS = Path(
    short_per_second=1.2,
    short_mean_us=15_000,
    long_per_second=0.08,
    long_least_us=40_000,
    long_most_us=250_000,
)


def _wifi(rng: Random) -> Path:
    """Wi-Fi with retries of 15 ms on average and, each 12 s, a scan or a lost burst."""
    delay_us, jitter_us = _between_us(rng, 1.0, 2.5), _between_us(rng, 0.8, 2.5)
    return replace(_WIFI_STALLS, delay_us=delay_us, jitter_us=jitter_us)


def _heavy(rng: Random) -> Path:
    """A crowded hall: jitter and stalls that no LAN should have."""
    return Path(
        _between_us(rng, 4, 20),
        _between_us(rng, 4, 12),
        short_per_second=1.5,
        short_mean_us=30_000,
        long_per_second=0.20,
        long_least_us=100_000,
        long_most_us=300_000,
    )


def _wan(rng: Random, one_way_ms: float) -> SeatPaths:
    """A seat far away; the two directions differ by up to a tenth of the round trip."""
    half_skew_ms = rng.uniform(-0.10, 0.10) * one_way_ms

    def direction(skew_ms: float) -> Path:
        return Path(
            round(1000 * (one_way_ms * rng.uniform(0.97, 1.03) + skew_ms)),
            _between_us(rng, 1.5, 5.0),
            short_per_second=0.3,
            short_mean_us=15_000,
            long_per_second=0.06,
            long_least_us=60_000,
            long_most_us=260_000,
        )

    return SeatPaths(direction(half_skew_ms), direction(-half_skew_ms))


def _skewed(rng: Random) -> SeatPaths:
    """A round trip of 10 to 80 ms, 15 to 85 % of it in one direction."""
    round_trip_ms, share = rng.uniform(10, 80), rng.uniform(0.15, 0.85)

    def direction(base_ms: float) -> Path:
        return Path(
            round(1000 * (base_ms + rng.uniform(0, 1))),
            _between_us(rng, 0.5, 2.0),
            short_per_second=0.2,
            short_mean_us=8_000,
            long_per_second=0.01,
            long_least_us=40_000,
            long_most_us=200_000,
        )

    return SeatPaths(direction(round_trip_ms * share), direction(round_trip_ms * (1 - share)))


def _both_ways(make: Callable[[Random], Path], rng: Random) -> SeatPaths:
    return SeatPaths(make(rng), make(rng))


def _alike(make: Callable[[Random], Path]) -> Callable[[int, Random], tuple[SeatPaths, ...]]:
    return lambda seats, rng: tuple(_both_ways(make, rng) for _ in range(seats))


def _with_wan(one_way_ms: float) -> Callable[[int, Random], tuple[SeatPaths, ...]]:
    """Wired seats, the second (of three and more) on Wi-Fi, the last far away."""

    def make(seats: int, rng: Random) -> tuple[SeatPaths, ...]:
        near = [_both_ways(_wifi if seat == 1 else _wired, rng) for seat in range(seats - 1)]
        return (*near, _wan(rng, one_way_ms))

    return make


_MAKERS: dict[Profile, Callable[[int, Random], tuple[SeatPaths, ...]]] = {
    Profile.WIRED: _alike(_wired),
    Profile.WIFI: _alike(_wifi),
    Profile.WAN_120: _with_wan(60.0),
    Profile.JITTER: _alike(_heavy),
    Profile.ASYMMETRIC: lambda seats, rng: tuple(_skewed(rng) for _ in range(seats)),
    Profile.WAN_300: _with_wan(150.0),
}
