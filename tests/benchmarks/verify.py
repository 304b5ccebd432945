"""Does `verify` accept what was played and refuse what was forged?

    python -m tests.benchmarks.verify --matches 500

Matches of both games, played by simulated people on the real server, are verified; then as many
forgeries of them, each with right digests, must be refused. Exit status 0 when all were.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import time
from collections import Counter
from collections.abc import Iterator
from random import Random

from cardreplay import replay_file
from cardreplay.refusals import NotGenuine, StillPlaying
from cardreplay.verify import verify
from tests.support.replay_matches import ALTERATIONS, KINDS, Records, played

AT_ONE_TABLE = 10


def matches() -> Iterator[Records]:
    """Matches without end, of all kinds in turn."""
    for seed in itertools.count(100):
        for kind in range(len(KINDS)):
            yield from played(seed, kind, AT_ONE_TABLE)


def forged(records: Records, rng: Random, refused: Counter[str], missed: list[str]) -> None:
    """Forge one thing, and count whether that was noticed."""
    while True:
        alteration = rng.choice(ALTERATIONS)
        altered = alteration.make(records, rng)
        if altered is not None:
            break
    try:
        verify(tuple(altered))
    except (NotGenuine, StillPlaying):
        refused[alteration.name] += 1
    else:
        missed.append(alteration.name)


def main() -> int:
    """Play, verify, forge, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--matches", type=int, default=500)
    wanted = parser.parse_args().matches
    rng, refused, missed, spent = Random(1), Counter[str](), list[str](), 0.0
    races = 0
    for records in itertools.islice(matches(), wanted):
        began = time.process_time()
        genuine = verify(replay_file.from_bytes(replay_file.to_bytes(records)))
        spent += time.process_time() - began
        races += genuine.races
        forged(records, rng, refused, missed)
    print(f"{wanted} matches accepted, {races} verdicts judged again, {spent / wanted:.3f} s each")
    print(f"{refused.total()} of {wanted} forgeries refused:")
    for name, count in refused.most_common():
        print(f"  {count:4} {name}")
    for name in missed:
        print(f"  NOT NOTICED: {name}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
