"""What goes wrong in a simulated world: a seeded mix of faults, each at a moment by lot.

What lives here: the kinds of fault and their schedule. What must not: what then must hold
(sim_invariants.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from enum import Enum
from functools import partial
from random import Random
from typing import Final

from tests.support.sim_player import SimPlayer
from tests.support.sim_world import SimWorld, seconds


class Fault(Enum):
    """One kind of trouble."""

    RESET = "a connection is reset"
    CUT = "a connection is cut within the next bytes it sends"
    CABLE = "a cable is pulled: nobody is told"
    FREEZE = "a process is stopped for up to three seconds"
    CLOCK = "a player's clock jumps"
    CRASH = "the server is killed and restarted"
    DISK = "the disk is full for up to three seconds"


_MOST_CUT_BYTES: Final = 60
_MOST_JUMP_US: Final = seconds(3600)


class Faults:
    """Schedules `count` faults over the next `span_us`; `happened` counts what came about."""

    def __init__(self, world: SimWorld, kinds: tuple[Fault, ...], count: int, span_us: int) -> None:
        self.happened: Counter[Fault] = Counter()
        self._world = world
        self._rng = Random(world.rng.getrandbits(64))
        for _ in range(count):
            kind = self._rng.choice(kinds)
            world.at(self._rng.randrange(span_us), partial(self._let, kind))

    def _let(self, kind: Fault) -> None:
        if kind is Fault.CRASH:
            self._world.crash()
        elif kind is Fault.DISK:
            self._fill_the_disk()
        else:
            player = self._rng.choice(self._world.players)
            if player.connection is None or player.frozen:
                return
            _TO_PLAYER[kind](self._world, player, self._rng)
        self.happened[kind] += 1

    def _fill_the_disk(self) -> None:
        journal = self._world.journal
        journal.full = True
        self._world.at(self._rng.randrange(seconds(3)), lambda: setattr(journal, "full", False))


def _reset(_world: SimWorld, player: SimPlayer, _rng: Random) -> None:
    assert player.connection is not None
    player.connection.reset()


def _cut(_world: SimWorld, player: SimPlayer, rng: Random) -> None:
    assert player.connection is not None
    player.connection.up_bytes_left = rng.randrange(_MOST_CUT_BYTES)


def _pull(world: SimWorld, player: SimPlayer, rng: Random) -> None:
    """A real client gives up after some seconds of silence, and calls again."""
    connection = player.connection
    assert connection is not None
    connection.die()

    def give_up() -> None:
        if player.connection is connection:
            player.connection_lost()

    world.at(seconds(2) + rng.randrange(seconds(8)), give_up)


def _freeze(world: SimWorld, player: SimPlayer, rng: Random) -> None:
    player.freeze()
    world.at(rng.randrange(seconds(3)), player.thaw)


def _jump(_world: SimWorld, player: SimPlayer, rng: Random) -> None:
    player.local.step_by(rng.randint(1, _MOST_JUMP_US))


_TO_PLAYER: Final[dict[Fault, Callable[[SimWorld, SimPlayer, Random], None]]] = {
    Fault.RESET: _reset,
    Fault.CUT: _cut,
    Fault.CABLE: _pull,
    Fault.FREEZE: _freeze,
    Fault.CLOCK: _jump,
}
