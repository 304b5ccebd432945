"""How fair the judge is: python -m tests.benchmarks.fairness [--quick].

What lives here: the command. It plays seeded races with known truth through
the real judge on the virtual LAN, and through four other judges, prints the
table and every figure with its limit, and exits with 1 if one is missed.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections.abc import Iterator, Sequence

from tests.benchmarks.fairness_baselines import NAMES
from tests.benchmarks.fairness_figures import (
    Figure,
    Results,
    gain,
    network_figures,
    part_figures,
    profile_figures,
)
from tests.benchmarks.fairness_play import LIARS, OURS, Job, play
from tests.benchmarks.fairness_tally import Tally, quantile_ms
from tests.support.virtual_lan_profiles import PROFILES

RACES = 60  # consecutive races at one table
_NEAR = ("wired LAN", "Wi-Fi spikes")
_SAVED = ("saved, shown", "saved, press", "saved, lag")  # a full bucket, in every race
_STAKES = tuple(f"{saver}{receipt}" for saver in _SAVED for receipt in ("", ", no receipt"))
_FAR = ("Wi-Fi spikes", "heavy jitter")  # where a bucket is worth saving
_LIES = ("pong 40 ms", "pong 40 ms, no kernel", "cultivated", "cultivated, no kernel")


def jobs(seed: int, tables: int) -> Iterator[Job]:
    """All tables to be played; the longest work first."""
    for table in range(tables):
        for profile in PROFILES:
            for trial in ("honest", *LIARS, "baselines"):
                yield Job(profile, table, RACES, trial, seed)
        for profile in _NEAR:
            for trial in ("alone", "with rivals"):
                yield Job(profile, table, RACES // 2, trial, seed)
    for table in range(max(4, tables // 3)):
        for profile in _NEAR:
            for trial in _LIES:
                yield Job(profile, table, RACES, trial, seed)
        for profile in _FAR:
            for trial in _STAKES:
                yield Job(profile, table, RACES, trial, seed)
        for profile in ("wired LAN", "Wi-Fi spikes", "heavy jitter", "LAN + WAN 300"):
            yield Job(profile, table, RACES // 2, "suspended", seed)


def measure(seed: int, tables: int, processes: int) -> Results:
    """Play everything; the result does not depend on `processes`."""
    results: dict[tuple[str, str], Tally] = {}
    todo = list(jobs(seed, tables))
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        for job, tallies in pool.imap(play, todo, chunksize=4):
            for name, tally in tallies.items():
                results.setdefault((job.profile, name), Tally()).merge(tally)
    return results


def table_lines(results: Results) -> Iterator[str]:
    """The comparison as a Markdown table."""
    yield f"| profile | {' | '.join(NAMES)} | {OURS} | delay mean / p95, ms | a liar gains |"
    yield "|---|---|---|---|---|---|---|---|"
    for profile in PROFILES:
        ours = results[profile, "honest"]
        others = " | ".join(f"{results[profile, name].right_10_percent:.1f}" for name in NAMES)
        trusted, delivery = (gain(results, profile, f"{n} (liar)", n) for n in NAMES[2:])
        own = max(gain(results, profile, liar) for liar in LIARS)
        p95 = quantile_ms(ours.delays_us, 0.95)
        yield (
            f"| {profile} | {others} | {ours.right_10_percent:.1f} "
            f"| {ours.delay_mean_ms:.0f} / {p95:.0f} "
            f"| {trusted:+.0f}, {delivery:+.0f} -> {own:+.1f} |"
        )


def lie_lines(results: Results) -> Iterator[str]:
    """What the kernel's cross-check and its receipts are worth."""
    for profiles, trials in ((_NEAR, _LIES), (_FAR, _STAKES)):
        for profile in profiles:
            for trial in trials:
                points = gain(results, profile, trial)
                yield f"{profile}: {trial}: liar gains {points:+.1f} points"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark; 1 if a figure is missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.fairness")
    parser.add_argument("--quick", action="store_true", help="few races, under a minute")
    parser.add_argument("--tables", type=int, default=None, help=f"tables of {RACES} races each")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args(arguments)
    tables = options.tables or (6 if options.quick else 72)
    begin = time.monotonic()
    results = measure(options.seed, tables, options.processes)
    print(f"Right when the first two are 10 ms or more apart, %; {tables * RACES} races a profile;")
    print("gain: points of win share for a client that takes 80 ms off (trusted, delivery -> this)")
    print("\n".join(table_lines(results)), end="\n\n")
    print("\n".join(lie_lines(results)), end="\n\n")
    figures: list[Figure] = [
        *profile_figures(results, options.quick),
        *network_figures(results),
        *part_figures(options.quick),
    ]
    print("\n".join(figure.line() for figure in figures))
    missed = [figure for figure in figures if not figure.met]
    took = time.monotonic() - begin
    print(f"\n{len(figures) - len(missed)} of {len(figures)} figures met; {took:.0f} s")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
