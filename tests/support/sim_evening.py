"""Ready-made worlds: a table of players of either game, with spectators and faults by seed.

What lives here: building them, and the digest by which two runs are compared.
What must not: checks of a single test.

    python -m tests.support.sim_evening SEED      prints the digest of one evening with faults
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from hashlib import sha256
from random import Random
from typing import Final

from cardprotocol.codec import encode
from cardprotocol.fields import OptionValue
from cardprotocol.messages.unions import AnyToClient
from tests.support.paths import Profile, seat_paths
from tests.support.sim_character import Character
from tests.support.sim_durak_invariants import durak_invariants
from tests.support.sim_faults import Fault, Faults
from tests.support.sim_invariants import all_invariants
from tests.support.sim_world import SimWorld, seconds

# Short looks, idle seats and absences: an evening of faults ends within a simulated minute.
OPTIONS: Final[Mapping[str, Mapping[str, OptionValue]]] = {
    "perekur": {"look_seconds": 0, "max_redeals": 5, "stall_seconds": 5, "absent_seconds": 5},
    "durak": {"turn_seconds": 5, "absent_seconds": 5},
}
FAULT_SPAN_US: Final = seconds(20)
MOST_US: Final = seconds(600)
REST_US: Final = seconds(12)  # longer than any fault lasts


def evening(
    seed: int,
    game: str = "perekur",
    profile: Profile | None = None,
    *,
    seats: int = 4,
    spectators: int = 1,
    most_chunk_bytes: int = 0,
    commit_us: int = 5_000,
    options: Mapping[str, OptionValue] | None = None,
) -> SimWorld:
    """A world in which `seats` players are about to play one match of `game`."""
    rng = Random(seed)
    world = SimWorld(
        seed,
        invariants=all_invariants() if game == "perekur" else durak_invariants(),
        commit_us=commit_us,
        most_chunk_bytes=most_chunk_bytes,
    )
    paths = seat_paths(profile or rng.choice(list(Profile)), seats + spectators, rng)
    for number, path in enumerate(paths):
        character = Character(
            f"P{number}",
            game=game,
            options={**OPTIONS[game], **(options or {})},
            host=number == 0,
            watches=number >= seats,
            seats_expected=seats,
        )
        offset_us, drift_ppm = rng.randrange(seconds(1000)), rng.randint(-50, 50)
        world.add(character, path, offset_us=offset_us, drift_ppm=drift_ppm)
    return world


def with_faults(world: SimWorld, kinds: tuple[Fault, ...] = tuple(Fault), count: int = 8) -> Faults:
    """Let `count` faults of `kinds` happen while the world plays."""
    return Faults(world, kinds, count, FAULT_SPAN_US)


def play(world: SimWorld) -> None:
    """Play to the end, and let everything that is under way arrive."""
    world.run(world.all_done, MOST_US)
    world.rest(REST_US)


def digest(world: SimWorld) -> str:
    """All that every player was ever told, as one number: equal runs have equal digests."""
    told = sha256()
    for player in world.players:
        for connection, message in player.received:
            told.update(f"{player.character.name} {connection} ".encode() + _bytes(message))
    return told.hexdigest()


def _bytes(message: AnyToClient) -> bytes:
    return encode(message)


if __name__ == "__main__":
    _world = evening(int(sys.argv[1]))
    with_faults(_world)
    play(_world)
    print(digest(_world))
