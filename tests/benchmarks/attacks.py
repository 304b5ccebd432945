"""Attacks on a real server over loopback, with figures: ``python -m tests.benchmarks.attacks``.

Goals: slow connections cut off in time while people get in, floods that nobody else notices,
readers who do not read bounded and cut off. Exits with 1 if a goal is missed.
What must not live here: the attacks (tests/support/attack_trials.py).
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Iterator

from tests.support.attack_trials import (
    Churn,
    DeafReaders,
    Flood,
    Slowloris,
    attacked_server,
    churn,
    deaf_readers,
    floods,
    slowloris,
)


def main() -> int:
    """Run all four, print, and say whether the goals were met."""
    parser = argparse.ArgumentParser(description="Attack a server on loopback and measure.")
    parser.add_argument("--slow", type=int, default=500, help="dripping, and silent, connections")
    parser.add_argument("--seconds", type=float, default=10, help="length of each measurement")
    parser.add_argument("--deaf", type=int, default=64, help="readers that never read")
    parser.add_argument("--churn", type=int, default=10_000, help="connections that come and go")
    met = True
    for text, good in figures(parser.parse_args()):
        print(f"{'met   ' if good else 'MISSED'}  {text}")
        met = met and good
    return 0 if met else 1


def figures(chosen: argparse.Namespace) -> list[tuple[str, bool]]:
    """All figures, each with whether its goal was met."""
    with attacked_server() as (address, pid):
        return asyncio.run(_figures(address, pid, chosen))


async def _figures(address: str, pid: int, chosen: argparse.Namespace) -> list[tuple[str, bool]]:
    return [
        *_slow(await slowloris(address, chosen.slow)),
        *_floods(await floods(address, chosen.seconds)),
        *_deaf(await deaf_readers(address, pid, chosen.deaf, chosen.seconds)),
        *_churn(await churn(address, pid, chosen.churn)),
    ]


def _slow(seen: Slowloris) -> Iterator[tuple[str, bool]]:
    yield (
        f"{seen.connections} slow connections cut off after {seen.closed_s:.2f} s",
        (seen.closed_s <= 5.5),
    )
    yield f"meanwhile a join took {seen.join_s:.3f} s at the most", seen.join_s <= 1
    yield f"meanwhile a resume took {seen.resume_s:.3f} s at the most", seen.resume_s <= 1


def _floods(seen: Flood) -> Iterator[tuple[str, bool]]:
    calm, flooded = seen.calm_ms.quantile_ms(0.99), seen.flooded_ms.quantile_ms(0.99)
    yield f"three floods: a polite p99 of {calm:.1f} ms became {flooded:.1f} ms", flooded <= 10


def _deaf(seen: DeafReaders) -> Iterator[tuple[str, bool]]:
    calm, strained = seen.calm_ms.quantile_ms(0.99), seen.deaf_ms.quantile_ms(0.99)
    yield f"{seen.readers} deaf readers cost {seen.each_kib:.0f} KiB each", seen.each_kib <= 256
    yield f"the last was cut off {seen.cut_s:.2f} s after it was served no more", seen.cut_s <= 2.5
    yield f"a polite p99 of {calm:.1f} ms became {strained:.1f} ms", strained <= calm + 2


def _churn(seen: Churn) -> Iterator[tuple[str, bool]]:
    yield f"{seen.connections} connections left {seen.more_files} files", seen.more_files <= 0
    yield f"{seen.connections} connections left {seen.more_kib} KiB", seen.more_kib <= 1_024


if __name__ == "__main__":
    sys.exit(main())
