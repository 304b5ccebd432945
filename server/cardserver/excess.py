"""How much longer than its best a path takes: a fading histogram and a sliding floor.

What lives here: statistics on integer microseconds. What must not: what they
are used for (clocksync.py). Pure; time is passed in.
"""

from __future__ import annotations

from collections import deque

from cardserver.constants import BUCKET_US, EXCESS_HALF_LIFE_US, MAX_EXCESS_US, WINDOW_US

_UNIT = 1_024  # weight of one new sample: leaves ten halvings before it rounds to nothing
_FADE_NUMERATOR = 956  # 956/1024 = 2 ** -0.1, so ten fades halve a weight
_FADE_GAP_US = EXCESS_HALF_LIFE_US // 10
_MOST_FADES = 100  # ten half-lives: as good as all
_GRAIN_BITS = 4  # values are told apart by 16 us at best, by an eighth of themselves above
_TEN_THOUSAND = 10_000


def _bin_of(value_us: int) -> int:
    grains = value_us >> _GRAIN_BITS
    if grains < 8:
        return grains
    octave = grains.bit_length() - 4
    return 8 + octave * 8 + (grains >> octave) - 8


def _upper_us(index: int) -> int:
    if index < 8:
        return (index + 1) << _GRAIN_BITS
    octave, step = divmod(index - 8, 8)
    return (step + 9) << (octave + _GRAIN_BITS)


_EDGES_US = tuple(_upper_us(index) for index in range(_bin_of(MAX_EXCESS_US) + 1))
_MIDDLES_US = tuple(
    (low + high) // 2 for low, high in zip((0, *_EDGES_US[:-1]), _EDGES_US, strict=True)
)


class Excess:
    """A histogram of delays that forgets: a sample's weight halves every 60 s.

    Values are clipped to 0..250 ms (a race never waits longer) and told apart
    to an eighth of their size; the mean is exact.
    """

    __slots__ = ("_counts", "_faded_us", "_sum", "_weight", "samples")

    def __init__(self) -> None:
        self._counts = [0] * len(_EDGES_US)
        self._weight = 0
        self._sum = 0
        self._faded_us: int | None = None
        self.samples = 0

    def add(self, value_us: int, now_us: int) -> None:
        """Count one delay seen at `now_us`."""
        self._fade(now_us)
        value_us = min(max(value_us, 0), MAX_EXCESS_US)
        self._counts[_bin_of(value_us)] += _UNIT
        self._weight += _UNIT
        self._sum += value_us * _UNIT
        self.samples += 1

    def mean_us(self) -> int:
        """The weighted mean; 0 without samples."""
        return self._sum // self._weight if self._weight else 0

    def quantile_us(self, share: int) -> int:
        """The value that `share` of 10,000 samples do not exceed (upper edge of its bin)."""
        above = self._weight * (_TEN_THOUSAND - share) // _TEN_THOUSAND
        for index in range(len(_EDGES_US) - 1, -1, -1):
            above -= self._counts[index]
            if above < 0:
                return min(_EDGES_US[index], MAX_EXCESS_US)
        return 0

    def mean_above_us(self, limit_us: int) -> int:
        """The mean of max(0, sample - limit), over all samples."""
        if not self._weight:
            return 0
        total = 0
        for index in range(len(_EDGES_US) - 1, -1, -1):
            if _MIDDLES_US[index] <= limit_us:
                break
            total += self._counts[index] * (_MIDDLES_US[index] - limit_us)
        return total // self._weight

    def _fade(self, now_us: int) -> None:
        if self._faded_us is None:
            self._faded_us = now_us
        fades = (now_us - self._faded_us) // _FADE_GAP_US
        if fades <= 0:
            return
        self._faded_us += fades * _FADE_GAP_US
        for _ in range(min(fades, _MOST_FADES)):
            self._counts = [count * _FADE_NUMERATOR // _UNIT for count in self._counts]
            self._sum = self._sum * _FADE_NUMERATOR // _UNIT
        self._weight = sum(self._counts)
        if not self._weight:
            self._sum = 0


class Floor:
    """The least of a drifting quantity over the last 5 minutes, kept as one value every 5 s.

    The quantity is a difference of two clocks, so it slides by their drift;
    old minima are carried forward along it.
    """

    __slots__ = ("_at_us", "_buckets", "_least")

    def __init__(self) -> None:
        self._buckets: deque[tuple[int, int]] = deque()  # (seen at, value), one for each 5 s
        self._at_us = 0
        self._least = 0

    def excess_us(self, value_us: int, now_us: int, drift_ppb: int) -> int:
        """`value_us` minus the floor at `now_us`, which it may lower; never negative."""
        if not self._buckets or now_us - self._buckets[-1][0] >= BUCKET_US:
            self._open(value_us, now_us, drift_ppb)
        floor = self._least + drift_ppb * (now_us - self._at_us) // 1_000_000_000
        if value_us < floor:
            opened_us = self._buckets[-1][0]
            slid = drift_ppb * (now_us - opened_us) // 1_000_000_000
            self._buckets[-1] = (opened_us, value_us - slid)
            self._least, self._at_us = value_us, now_us
            return 0
        return value_us - floor

    def _open(self, value_us: int, now_us: int, drift_ppb: int) -> None:
        while self._buckets and self._buckets[0][0] < now_us - WINDOW_US:
            self._buckets.popleft()
        self._buckets.append((now_us, value_us))
        self._at_us = now_us
        self._least = min(
            value + drift_ppb * (now_us - seen) // 1_000_000_000 for seen, value in self._buckets
        )
