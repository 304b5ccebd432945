"""The judge's figures that need real processes, sockets and a kernel: A10, A13, A15 and A16.

    python -m tests.benchmarks.real_stack            # about 15 minutes
    python -m tests.benchmarks.real_stack --quick    # a twentieth of the races, with sampling error

What lives here: the command; it plays on a real `cardserver` over loopback, prints each figure
with its limit, and exits with 1 if one is missed. What must not: measuring (real_stack_trials.py).
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

from tests.benchmarks.fairness_figures import Figure
from tests.benchmarks.fairness_trials import ks_p
from tests.benchmarks.keypress import ClientRun, idle
from tests.benchmarks.real_stack_trials import cost, lie, scripted, with_keys, without_tcp_info
from tests.support.stack_races import StackRaces, quantile, right_percent, waited_ms

_ERRORS = 2.6  # standard errors that a quick run may be off: 99 % of them are not
_DEAD_HEAT_US = 1_000
_PAUSE_SECONDS = 0.1  # pressed again sooner, the same key counts as one that is kept down
_RACERS = 3  # of the four at a table, whoever laid last is barred
_NEVER = 9_999  # claims after which an untold flag is printed


@dataclass(frozen=True, slots=True)
class Size:
    """How much is played. `tables` are played at the same time.

    The first `warm_s` seconds do not count: paths are learned, caches and allocators fill.
    """

    quick: bool
    tables: int
    lie_races: int
    script_races: int
    key_races: int
    keys: int
    cost_seconds: float
    warm_s: float


FULL = Size(False, 6, 1_000, 1_000, 300, 300, 40.0, 5.0)
QUICK = Size(True, 8, 40, 50, 15, 20, 4.0, 2.0)


def lies(size: Size, seed: str) -> Iterator[Figure]:
    """A10: one liar among four, on loopback with its real kernel."""
    for habit, what, flag, limit in (
        ("pong 40 ms", "pongs delayed 40 ms", "round_trip", 4),
        ("cultivated", "ticks held back 30 ms", "held_ticks", 6),
    ):
        told = lie(habit, flag, size.tables, size.lie_races, seed)
        slack = told.gain.error * _ERRORS if size.quick else 0.0
        races = f"{told.gain.races} races, +-{told.gain.error:.1f}"
        yield Figure("A10", f"{what}: gain, points ({races})", told.gain.points, limit, slack=slack)
        yield Figure("A10", f"{what}: gain over all races", told.overall_points, limit, slack=slack)
        after = _NEVER if told.flagged_after is None else told.flagged_after
        yield Figure("A10", f"{what}: told as {flag} after claims, at most", after, 50)
        yield Figure("A10", f"{what}: honest players told of", told.honest_flagged, 0)


def presses(size: Size, seed: str) -> Iterator[Figure]:
    """A13 and A15: five client processes that press 5 ms apart."""
    run = scripted(5, 2, size.script_races, seed, size.warm_s)
    races = run.races.contested()
    count, right = right_percent(races)
    slack = 100 / count if size.quick else 0.0  # one race
    what = f"5 processes 5 ms apart: right, % ({count} races)"
    yield Figure("A15", what, right, 99.5, at_least=True, slack=slack)
    delay = quantile(waited_ms(run.races.judged()), 0.95)
    yield Figure("A15", "5 processes: decision delay p95, ms", delay, 5)
    what = f"clock mapping over loopback, p95 error, ms ({len(run.mapping_ms)})"
    yield Figure("A13", what, quantile(run.mapping_ms, 0.95), 0.5)


def keys(size: Size, seed: str) -> Iterator[Figure]:
    """A15: the real client at a terminal, redrawing, among four processes; stamps of its keys."""
    run = with_keys(4, size.key_races, seed, size.warm_s)
    delay = quantile(waited_ms(run.judged()), 0.95)
    yield Figure("A15", "with a redrawing client: decision delay p95, ms", delay, 15)
    count, right = right_percent(run.contested(), _DEAD_HEAT_US)
    slack = 100 / count if size.quick else 0.0
    what = f"with a redrawing client: right, % ({count} races)"
    yield Figure("A15", what, right, 99.5, at_least=True, slack=slack)
    with tempfile.TemporaryDirectory() as home:
        client = ClientRun(home)
        with client.terminal:
            for _ in range(size.keys):
                idle(client.terminal, _PAUSE_SECONDS)
                client.press()
    noise = quantile(client.to_stamp_ms, 0.99)
    yield Figure("A15", f"key in the terminal to its stamp, p99, ms ({size.keys})", noise, 1)


def costs(size: Size, seed: str) -> Iterator[Figure]:
    """A16, and A11 on loopback: an evening of honest people."""
    paid = cost(size.tables, 4, size.cost_seconds, seed, size.warm_s)
    for way, bytes_s in (("up", paid.up_bytes_s), ("down", paid.down_bytes_s)):
        what = f"bytes a second {way}, a client (busiest: {max(bytes_s):.0f})"
        yield Figure("A16", what, fmean(bytes_s), 2_000)
    user_us, system_us = paid.user_us_message, paid.system_us_message
    what = f"server CPU a message, us (own {user_us:.0f}, kernel {system_us:.0f})"
    yield Figure("A16", what, user_us + system_us, 200)
    yield Figure("A10", "honest evening: players told of as liars", paid.flagged, 0)
    yield from _leak(paid.races)
    line, races = without_tcp_info(10 if size.quick else 200, seed)
    told = "NOT cross-checked" in line
    yield Figure("A16", "without TCP_INFO: the host is told (1: yes)", told, 1, at_least=True)
    count, right = right_percent(races.contested())
    slack = 100 / count if size.quick else 0.0
    what = f"without TCP_INFO: right, 5 ms apart, % ({count} races)"
    yield Figure("A16", what, right, 99.5, at_least=True, slack=slack)


def _leak(races: StackRaces) -> Iterator[Figure]:
    """A11: whether the delay of a decision tells if anybody else could have won.

    Compared are races of as many: a race of two waits for one, and has fewer who are able.
    """
    waits: dict[bool, list[int]] = {False: [], True: []}
    for race in races.judged():
        if race.verdict is None or race.racers != _RACERS:
            continue
        waits[len(race.drawn_us) > 1].append(race.verdict["waited_us"])
    what = f"delay tells who holds, KS p ({len(waits[False])}, {len(waits[True])} races)"
    yield Figure("A11", what, ks_p(waits[False], waits[True]), 0.01, at_least=True)


PARTS: dict[str, Callable[[Size, str], Iterator[Figure]]] = {
    "lies": lies,
    "presses": presses,
    "keys": keys,
    "costs": costs,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark; 1 if a figure is missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.real_stack")
    parser.add_argument("--quick", action="store_true", help="few races, about a minute")
    parser.add_argument("--part", choices=PARTS, action="append", help="only this; may be repeated")
    parser.add_argument("--seed", default="7", help="of reactions, orders and lies")
    options = parser.parse_args(arguments)
    size, began, figures = QUICK if options.quick else FULL, time.monotonic(), list[Figure]()
    print(f"{os.cpu_count()} CPUs, load {os.getloadavg()[0]:.1f}, Python {sys.version.split()[0]}")
    for part in options.part or PARTS:
        for figure in PARTS[part](size, options.seed):
            print(figure.line(), flush=True)
            figures.append(figure)
        print(f"     load {os.getloadavg()[0]:.1f} after {part}", flush=True)
    missed = sum(not figure.met for figure in figures)
    took = time.monotonic() - began
    print(f"\n{len(figures) - missed} of {len(figures)} figures met; {took:.0f} s")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
