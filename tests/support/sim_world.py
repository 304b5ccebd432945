"""A world of one seed: the real server in memory, simulated players, wires, clocks and faults.

What lives here: SimWorld, which joins them, jumps from event to event and asks the invariants
(sim_invariants.py) after each. What must not: real time, sockets, what players do
(sim_player.py), what is checked.

    world = SimWorld(seed=7)
    world.add(Character("Ada", host=True), SeatPaths(up=Path(1_000), down=Path(1_000)))
    ...
    world.run(until=world.all_done, most_us=minutes(10))

A failure says `seed N, event M`: the same world goes wrong again at the same event.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, Protocol, cast

from cardserver.records import AnyRecord
from cardserver.restore import restore
from cardserver.server import Server
from cardserver.settings import ServerSettings
from cardserver.table import Table
from tests.support.paths import Path, SeatPaths
from tests.support.sim_character import Character
from tests.support.sim_clock import LocalClock, SimClock, SimTimer
from tests.support.sim_journal import SimJournal
from tests.support.sim_player import Ear, SimPlayer
from tests.support.sim_wire import SimConnection

_SECOND_US: Final = 1_000_000
_CABLE: Final = SeatPaths(up=Path(150, 50), down=Path(150, 50))


def seconds(count: float) -> int:
    """`count` seconds in microseconds."""
    return round(count * _SECOND_US)


class SimError(AssertionError):
    """An invariant was broken; the text begins with the seed and the event."""


class Invariant(Protocol):
    """Something that holds after every event of every world."""

    def check(self, world: SimWorld) -> None:
        """AssertionError if it does not hold."""


class LifeClock:
    """The server's clock (ports.Clock) for one life of it: a crash forgets what was scheduled."""

    def __init__(self, clock: SimClock) -> None:
        self._clock = clock
        self._alive = True

    def now_us(self) -> int:
        """Simulated time."""
        return self._clock.now_us()

    def call_later_us(self, delay_us: int, call: Callable[[], None]) -> SimTimer:
        """See ports.Clock."""
        return self._clock.call_later_us(delay_us, lambda: call() if self._alive else None)

    def end(self) -> None:
        """Nothing of this life runs any more."""
        self._alive = False


class SimWorld:
    """One simulated evening. Everything random in it comes from `seed`.

    A commit to the journal takes up to `commit_us`; wires chop what they carry into pieces of up
    to `most_chunk_bytes` (0: whole writes); without `kernel` the server has no TCP_INFO.
    """

    def __init__(
        self,
        seed: int,
        *,
        invariants: Sequence[Invariant] = (),
        settings: ServerSettings | None = None,
        commit_us: int = 0,
        most_chunk_bytes: int = 0,
        kernel: bool = True,
    ) -> None:
        self.seed = seed
        self.rng = Random(seed)
        self.clock = SimClock()
        self.events = 0
        self.players: list[SimPlayer] = []
        self.journal = SimJournal(self.clock, Random(self.rng.getrandbits(64)), commit_us)
        self._invariants = tuple(invariants)
        self._settings = settings or ServerSettings()
        self._most_chunk_bytes = most_chunk_bytes
        self._kernel = kernel
        self._chance = Random(self.rng.getrandbits(64))
        self._connections: list[SimConnection] = []
        self._life = LifeClock(self.clock)
        self._fault: tuple[str, Exception] | None = None
        self.server = self._new_server()

    def _new_server(self) -> Server:
        return Server(
            self._life, self.journal, self._chance.randbytes, self._settings, report=self._reported
        )

    def _reported(self, text: str, error: Exception | None) -> None:
        """The server's last resort caught an error of its own: here that ends the world."""
        if error is not None:
            self._fault = self._fault or (text, error)

    # -- who is there --------------------------------------------------------

    def add(
        self,
        character: Character,
        paths: SeatPaths = _CABLE,
        *,
        offset_us: int = 0,
        drift_ppm: int = 0,
        after_us: int = 0,
    ) -> SimPlayer:
        """A player who connects `after_us` from now, over `paths`, with a clock of its own."""
        rng = Random(self.rng.getrandbits(64))
        # A client's clock counts from its own start; a negative time does not exist on the wire.
        local = LocalClock(self.clock, offset_us + seconds(1_000), drift_ppm)
        peer = f"10.0.0.{len(self.players) + 1}"

        def connect(player: SimPlayer) -> SimConnection:
            connection = SimConnection(
                self.clock,
                paths,
                Random(rng.getrandbits(64)),
                Ear(player),
                peer=peer,
                most_chunk_bytes=self._most_chunk_bytes,
                kernel=self._kernel,
            )
            self._connections.append(connection)
            connection.open_to(lambda: self.server.connected(connection))
            return connection

        player = SimPlayer(character, self.clock, local, Random(rng.getrandbits(64)), connect)
        self.players.append(player)
        self.at(after_us, player.start)
        return player

    def at(self, after_us: int, call: Callable[[], None]) -> None:
        """Let something happen, for example a fault."""
        self.clock.call_later_us(after_us, call)

    def table(self, name: str = "sim") -> Table | None:
        """The server's own table, for invariants that compare with the truth."""
        return next((table for table in self.server.lobby.tables if table.name == name), None)

    # -- running -------------------------------------------------------------

    def run(self, until: Callable[[], bool], most_us: int) -> None:
        """Go from event to event until `until`; SimError if that is not within `most_us`."""
        end_us = self.clock.now_us() + most_us
        while not until():
            if self.clock.now_us() > end_us or not self.clock.step():
                raise self.failure(f"not done after {most_us / _SECOND_US:.0f} s of its time")
            self.events += 1
            if self._fault is not None:
                raise self.failure(self._fault[0]) from self._fault[1]
            try:
                for invariant in self._invariants:
                    invariant.check(self)
            except AssertionError as error:
                raise self.failure(str(error)) from error

    def rest(self, span_us: int) -> None:
        """Let time pass, so that all that is under way arrives."""
        over: list[bool] = []
        self.at(span_us, lambda: over.append(True))
        self.run(lambda: bool(over), span_us + _SECOND_US)

    def failure(self, text: str) -> SimError:
        """`text` with what repeats it."""
        return SimError(f"seed {self.seed}, event {self.events}: {text}")

    def all_done(self) -> bool:
        """Whether every player who is to play has seen all its matches end."""
        return all(player.done for player in self.players)

    def crash(self) -> None:
        """`kill -9` and a restart: what was scheduled is forgotten, the journal's tail is torn."""
        self._life.end()
        self._life = LifeClock(self.clock)
        broken, self._connections = self._connections, []
        self.journal.crash()
        self.server = self._new_server()
        restore(self.server, self._log())
        for connection in broken:
            connection.server_died()

    def restored(self) -> Server:
        """A second server as the journal alone would make it now; nobody is connected to it."""
        server = Server(LifeClock(SimClock()), self.journal, Random(0).randbytes, self._settings)
        restore(server, self._log())
        return server

    def _log(self) -> list[AnyRecord]:
        return [cast(AnyRecord, record) for _, record in self.journal.load()]
