"""How fast the learning environments are: ``python -m tests.benchmarks.learn``.

Prints matches a second of each environment beside the bare rules in the same
run, with random legal actions in both. Exits with 1 where an environment has
less than LEAST_SHARE of the speed of the rules.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from random import Random

from cardlearn import CardEnv
from cardlearn.coding import Coding
from cardlearn.durak import DurakCoding
from cardlearn.perekur import PerekurCoding
from cardrules.game import Race
from cardrules.registry import game_kinds
from cardrules.shuffle import SEED_BYTES, SeededLots

# A tenth: observing costs an array and a view at every decision, the rules only make a value.
LEAST_SHARE = 0.1
CASES: tuple[tuple[type[PerekurCoding] | type[DurakCoding], int], ...] = (
    (PerekurCoding, 3),
    (PerekurCoding, 6),
    (DurakCoding, 2),
    (DurakCoding, 4),
)


def bare_match(coding: Coding, seats: int, rng: Random) -> int:
    """One match by the rules alone; how many acts it took."""
    kind, acts = game_kinds()[coding.game], 0
    lots = SeededLots.of(rng.randbytes(SEED_BYTES), ())
    game = kind.begin(tuple(range(seats)), kind.options(), lots, None).game
    while game.outcome() is None:
        actors = sorted(game.actors())
        seat = rng.choice(actors) if isinstance(game.pace(), Race) else actors[0]
        game = game.apply(seat, rng.choice(game.legal(seat))).game
        acts += 1
    return acts


def learnt_match(env: CardEnv, rng: Random) -> int:
    """One match through the environment, observed at every decision; how many decisions."""
    env.reset(seed=rng.getrandbits(32))
    decisions = 0
    while True:
        seen, _reward, terminated, truncated, _info = env.last()
        if terminated or truncated:
            return decisions
        env.step(rng.choice(seen["action_mask"].nonzero()[0].tolist()))
        decisions += 1


def rate(play: Callable[[], int], matches: int) -> tuple[float, float]:
    """Matches and acts (or decisions) a second of CPU."""
    began = time.process_time()
    acts = sum(play() for _ in range(matches))
    spent_s = time.process_time() - began
    return matches / spent_s, acts / spent_s


def main() -> int:
    """Measure, print, and say whether each environment is fast enough."""
    parser = argparse.ArgumentParser(description="Matches a second of the learning environments.")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    well = True
    for make, seats in CASES:
        coding, rng = make(), Random(chosen.seed)
        env = CardEnv(coding, seats)
        bare, acts = rate(lambda c=coding, n=seats, r=rng: bare_match(c, n, r), chosen.matches)  # type: ignore[misc]
        learnt, decisions = rate(lambda e=env, r=rng: learnt_match(e, r), chosen.matches)  # type: ignore[misc]
        well = well and learnt / bare >= LEAST_SHARE
        print(
            f"{coding.game} of {seats}: {learnt:.0f} matches/s ({decisions:,.0f} decisions/s), "
            f"bare rules {bare:.0f} matches/s ({acts:,.0f} acts/s): {learnt / bare:.2f}"
        )
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
