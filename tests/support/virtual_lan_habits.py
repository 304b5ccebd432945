"""How a client behaves: honest, suspended, or one of several liars.

What lives here: Habit and its variants; each method is one freedom that a
client has under the protocol. What must not: network or judge.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

SHAVE_US = 80_000  # what a liar takes off its reaction ...
SAVED_US = 150_000  # ... when it has saved for one race ...
PLAUSIBLE_US = 130_000  # ... while staying plausibly human


class Habit:
    """An honest client, and what a liar may do differently. Times are microseconds."""

    early = False  # looks at the reveal on arrival instead of waiting for T
    silent = False  # sends neither `shown` nor ticks nor pongs while its own press is to come
    lag_us = 0  # holds all it sends in a race that long, as if its way up were longer
    saves = False  # every race is the one for which it saved a full bucket
    dead = False  # suspended: sends nothing at all

    def pong_delay_us(self, rng: random.Random) -> int:
        """How long a ping waits before it is looked at."""
        return 20 + int(rng.expovariate(1 / 60))

    def held_us(self, rng: random.Random) -> int:  # noqa: ARG002
        """How long a stamped tick is held back before it is sent."""
        return 0

    def report(self, shown_us: int, pressed_us: int, at_us: int) -> tuple[int, int]:  # noqa: ARG002
        """The `shown_us` and `pressed_us` of the claim, given the true stamps."""
        return shown_us, pressed_us

    def shown_report(self, shown_us: int, at_us: int) -> int:  # noqa: ARG002
        """The stamp in `shown`."""
        return shown_us


def _shaved(reaction_us: int, by_us: int) -> int:
    return max(reaction_us - by_us, min(PLAUSIBLE_US, reaction_us))


@dataclass
class EarlyPress(Habit):
    """Looks early, says it pressed 80 ms earlier, is silent meanwhile, answers pings late."""

    pong_us: int = 2_000  # what the kernel's cross-check lets through
    shave_us: int = SHAVE_US
    early = True
    silent = True

    def pong_delay_us(self, rng: random.Random) -> int:
        return self.pong_us + super().pong_delay_us(rng)

    def report(self, shown_us: int, pressed_us: int, at_us: int) -> tuple[int, int]:
        shown = max(shown_us, at_us)
        return shown, shown + _shaved(pressed_us - shown_us, self.shave_us)


@dataclass
class LateShown(Habit):
    """Looks early, says that it showed the reveal 80 ms late, and ticks on honestly."""

    pong_us: int = 2_000
    shave_us: int = SHAVE_US
    early = True

    def pong_delay_us(self, rng: random.Random) -> int:
        return self.pong_us + super().pong_delay_us(rng)

    def shown_report(self, shown_us: int, at_us: int) -> int:
        return max(shown_us, at_us) + self.shave_us

    def report(self, shown_us: int, pressed_us: int, at_us: int) -> tuple[int, int]:
        reaction = _shaved(pressed_us - shown_us, self.shave_us)
        return min(self.shown_report(shown_us, at_us), pressed_us - reaction), pressed_us


@dataclass
class SavedShown(LateShown):
    """Has been honest for an evening, and stakes all its credit on `shown`."""

    shave_us: int = SAVED_US
    saves = True


@dataclass
class SavedPress(EarlyPress):
    """Has been honest for an evening, and stakes all its credit on the press."""

    shave_us: int = SAVED_US
    saves = True


@dataclass
class SavedLag(Habit):
    """Stakes what receipts do not see: shows as late as its kernel's answer may come, lags a bit.

    All it sends in a race is stamped, and then held as long as a program may be silent.
    """

    lag_us: int = 38_000
    late_us: int = 28_000
    early = True
    saves = True

    def pong_delay_us(self, rng: random.Random) -> int:
        return 2_000 + super().pong_delay_us(rng)

    def shown_report(self, shown_us: int, at_us: int) -> int:
        return max(shown_us, at_us) + self.late_us

    def report(self, shown_us: int, pressed_us: int, at_us: int) -> tuple[int, int]:
        shown = self.shown_report(shown_us, at_us)
        least = shown + min(PLAUSIBLE_US, pressed_us - shown_us)
        return shown, max(pressed_us - self.lag_us, least)


@dataclass
class Cultivator(LateShown):
    """Holds its own ticks back by 0 to 60 ms, for minutes, to look like a jittery path."""

    jitter_us: int = 60_000

    def held_us(self, rng: random.Random) -> int:
        return int(rng.uniform(0, self.jitter_us))


class Suspended(Habit):
    """SIGSTOP, or a closed lid."""

    dead = True
