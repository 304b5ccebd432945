"""Hostile frames into the sessions of a running server: ``python -m tests.benchmarks.fuzz``.

Prints what was met and exits with 1 if anything but our own errors happened, an
honest player was harmed, or memory grew. What must not live here: the evening
itself (tests/support/fuzz_evening.py).
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from pathlib import Path

from tests.support.fuzz_evening import Evening

ROUND_FRAMES = 5_000
WARM_ROUNDS = 4  # until caches and the allocator's arenas have their size
MAX_GROWTH_KIB = 5 * 1024  # goal G1


def resident_kib() -> int:
    """Memory of this process now (Linux); 0 where it can't be read."""
    status = Path("/proc/self/status")
    if not status.exists():
        return 0
    lines = status.read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def main() -> int:
    """Run, print, and say whether all held."""
    parser = argparse.ArgumentParser(description="Fuzz a running server's sessions.")
    parser.add_argument("--frames", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    evening, began, warm_kib, well = Evening(chosen.seed), time.process_time(), 0, True
    rounds = max(WARM_ROUNDS + 1, -(-chosen.frames // ROUND_FRAMES))
    for number in range(rounds):
        evening.attack(ROUND_FRAMES)
        well = well and evening.honest_are_well()
        if number + 1 == WARM_ROUNDS:
            gc.collect()
            warm_kib = resident_kib()
    gc.collect()
    grown_kib = resident_kib() - warm_kib
    spent_s = time.process_time() - began
    print(f"frames {rounds * ROUND_FRAMES:,} in {spent_s:.0f} s of CPU, seed {chosen.seed}")
    print(f"memory grew by {grown_kib:,} KiB (at most {MAX_GROWTH_KIB:,})")
    print(f"honest players well: {well}; errors of the server's own: {len(evening.faults)}")
    print("answered:", dict(evening.met.most_common()))
    print("refused with:", dict(evening.codes.most_common()))
    print(*evening.faults[:10], sep="\n")
    return 0 if well and not evening.faults and grown_kib <= MAX_GROWTH_KIB else 1


if __name__ == "__main__":
    sys.exit(main())
