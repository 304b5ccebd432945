"""Trials of single parts: clock mapping, anticipation, lots, and the leak test's statistics.

What lives here: A11 to A14 as plain functions that give figures. What must
not: limits, printing.
"""

from __future__ import annotations

import math
import random
from collections import Counter

from cardrules.shuffle import SeededLots
from cardserver.clocksync import UNSYNCED, ClockEstimate, PathModel
from cardserver.race import Decision, Entrant, Race, replay
from tests.benchmarks.fairness_tally import quantile_ms
from tests.support.virtual_lan import ClientClock
from tests.support.virtual_lan_profiles import WIRED, Reflexes

SHOW_US = 1_000_000_000
NONCE = b"\x01\x02\x03\x04\x05\x06\x07\x08"


def ks_p(one: list[int], other: list[int]) -> float:
    """The probability of so different samples of one distribution (Kolmogorov-Smirnov)."""
    a, b = sorted(one), sorted(other)
    i = j = 0
    widest = 0.0
    for value in sorted(set(a) | set(b)):
        while i < len(a) and a[i] <= value:
            i += 1
        while j < len(b) and b[j] <= value:
            j += 1
        widest = max(widest, abs(i / len(a) - j / len(b)))
    size = math.sqrt(len(a) * len(b) / (len(a) + len(b)))
    scaled = (size + 0.12 + 0.11 / size) * widest
    total = sum((-1) ** (k - 1) * math.exp(-2 * (k * scaled) ** 2) for k in range(1, 101))
    return max(0.0, min(1.0, 2 * total)) if scaled > 0.2 else 1.0


def entrant(seat: int, estimate: ClockEstimate = UNSYNCED) -> Entrant:
    """A seat whose clock is the server's, on a path without delay."""
    return Entrant(seat, NONCE, SHOW_US, SHOW_US, estimate, 3_000, True)


def dead_heats(races: int) -> tuple[float, int]:
    """Chi-squared of `races` forced four-way dead heats (3 degrees), and unequal replays."""
    lots = SeededLots.of(bytes(range(32)))
    wins: Counter[int] = Counter()
    unequal = 0
    for number in range(races):

        def lot(seats: list[int], number: int = number) -> int:
            return seats[lots.draw("dead_heat", number, len(seats))]

        race = Race(number, SHOW_US, [entrant(seat) for seat in range(4)], lot)  # type: ignore[arg-type]
        for seat in range(4):
            pressed_us = SHOW_US + 200_000 + seat * 100
            race.claim(seat, NONCE, SHOW_US, pressed_us, SHOW_US + 201_000 + seat)
        decision = race.decide(SHOW_US + 300_000)
        assert decision is not None
        wins[decision.winner] += 1
        unequal += replay(race.record(), lot) != decision  # type: ignore[arg-type]
    expected = races / 4
    return sum((wins[seat] - expected) ** 2 / expected for seat in range(4)), unequal


def anticipations(claims: int, seed: int) -> int:
    """Wins of claims without the nonce, before the reveal, or within 100 ms of it."""
    rng = random.Random(seed)
    wins = 0
    for number in range(claims):
        race = Race(number, SHOW_US, [entrant(0), entrant(1)], min)
        kind = number % 3
        nonce = NONCE if kind else rng.randbytes(8)
        pressed_us = SHOW_US + (
            rng.randint(150_000, 300_000), -rng.randint(1, 80_000), rng.randint(0, 98_000)
        )[kind]  # fmt: skip
        shown_us = SHOW_US if kind != 1 else pressed_us - 100_000
        race.claim(0, nonce, shown_us, pressed_us, max(pressed_us, SHOW_US - 50_000) + 1_000)
        _honest(race, 1, 400_000)
        wins += _end(race).winner == 0
    return wins


def spammer_share(races: int, seed: int) -> float:
    """The share of wins, in percent, of one seat of three that claims ten times a second."""
    rng = random.Random(seed)
    people = [Reflexes(rng), Reflexes(rng)]
    wins = 0
    for number in range(races):
        race = Race(number, SHOW_US, [entrant(seat) for seat in range(3)], rng.choice)
        presses = [(reflexes.draw_us(), seat) for seat, reflexes in enumerate(people, 1)]
        phase_us = rng.randrange(100_000)
        presses += [(phase_us + 100_000 * n, 0) for n in range(10)]
        locked_us = 0
        for at_us, seat in sorted(presses):
            if seat == 0 and at_us < locked_us:
                continue
            pressed_us = SHOW_US + at_us
            fault = race.claim(seat, NONCE, SHOW_US, pressed_us, pressed_us + 300)
            if fault is not None and fault.locked:
                locked_us = at_us + 250_000
        wins += _end(race).winner == 0
    return 100.0 * wins / races


def _honest(race: Race, seat: int, reaction_us: int) -> None:
    pressed_us = SHOW_US + reaction_us
    race.claim(seat, NONCE, SHOW_US, pressed_us, pressed_us + 300)


def _end(race: Race) -> Decision:
    decision = race.decide(SHOW_US + 3_000_000)
    assert decision is not None
    return decision


class WiredClock:
    """A PathModel on a wired path with a client clock of its own, pinged as the server does."""

    def __init__(self, seed: int, drift_ppb: int = 0) -> None:
        rng = random.Random(seed)
        self.up, self.down = WIRED.link(rng), WIRED.link(rng)
        self.clock = ClientClock(rng.randrange(1 << 32), drift_ppb)
        self.path = PathModel()
        self.now_us = 1_000_000_000
        self._pings = 0

    def ping(self, *, armed: bool = False) -> None:
        """Go on to the next ping and its answer."""
        self.now_us = self.path.next_ping_us(self.now_us, armed=armed)
        self._pings += 1
        self.path.ping_sent(self._pings, self.now_us)
        there_us = self.down.carry(self.now_us)
        back_us = self.up.carry(there_us + 30)
        received_us = self.clock.reads(there_us)
        self.path.pong(self._pings, received_us, received_us + 30, back_us, None)
        self.now_us = back_us

    def error_us(self) -> int:
        """How far the mapping is off now."""
        estimate = self.path.estimate(self.now_us)
        return abs(estimate.to_client(self.now_us) - self.clock.reads(self.now_us))


def mapping_errors_ms(drift_ppb: int, seconds: int, clients: int) -> float:
    """The 95th percentile of the mapping's error over `clients` wired paths."""
    errors: list[int] = []
    for seed in range(clients):
        wired = WiredClock(seed, drift_ppb)
        end_us = wired.now_us + seconds * 1_000_000
        while wired.now_us < end_us:
            wired.ping()
            if wired.path.estimate(wired.now_us).synced:
                errors.append(wired.error_us())
    return quantile_ms(errors, 0.95)


def resync_ms(step_us: int) -> tuple[float, bool]:
    """Time from a clock's step in a race to a true mapping, and whether the stale one was used."""
    wired = WiredClock(5)
    for _ in range(40):
        wired.ping(armed=True)
    wired.clock.step(step_us)
    stepped_us = wired.now_us
    stale = False
    while wired.error_us() > 1_000 or not wired.path.estimate(wired.now_us).synced:
        wired.ping(armed=True)
        estimate = wired.path.estimate(wired.now_us)
        stale |= estimate.synced and wired.error_us() > 1_000
        if wired.now_us - stepped_us > 5_000_000:
            break
    return (wired.now_us - stepped_us) / 1_000, stale
