"""What the journal costs: claims per second with and without it, and what it adds to a verdict.

    python -m tests.benchmarks.journal_cost

The real server in this process, 200 tables of raw bots in simulated time, first without a journal
on disk, then with one. Counted is processor time: of the server's own code, so that the simulated
bots do not hide the difference, and all of the writer thread's, though on a machine with two cores
that is mostly time of the other one. Waits are real time. Exit status 0 when the ratio is at least
0.7.
"""

from __future__ import annotations

import argparse
import queue
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from cardprotocol.fields import OptionValue
from cardserver.journal.memory import MemoryJournal
from cardserver.journal.schema import Durability
from cardserver.journal.sqlite import SqliteJournal
from cardserver.records import Acted, Record
from cardserver.server import Server
from cardserver.settings import ServerSettings
from tests.support.sim_character import Character
from tests.support.sim_clock import SimClock
from tests.support.sim_world import LifeClock, SimWorld, seconds

SEATS = 3
LEAST_RATIO = 0.7
OPTIONS: dict[str, OptionValue] = {"bots_race": "raw", "look_seconds": 0}


class Stopwatch:
    """Adds up this thread's time spent in what it runs; calls inside each other count once."""

    def __init__(self) -> None:
        self.spent = 0.0
        self._inside = False

    def timed(self, call: Callable[..., Any]) -> Callable[..., Any]:
        """`call`, with its time counted."""

        def run(*arguments: Any, **named: Any) -> Any:
            if self._inside:
                return call(*arguments, **named)
            self._inside, began = True, time.thread_time()
            try:
                return call(*arguments, **named)
            finally:
                self.spent += time.thread_time() - began
                self._inside = False

        return run


class TimedClock(LifeClock):
    """The server's clock; what it calls is the server's own time."""

    def __init__(self, clock: SimClock, watch: Stopwatch) -> None:
        super().__init__(clock)
        self._watch = watch

    def call_later_us(self, delay_us: int, call: Callable[[], None]) -> Any:
        """See ports.Clock."""
        return super().call_later_us(delay_us, self._watch.timed(call))


class Measured:
    """A journal that counts claims and how long each append took until it was told."""

    def __init__(self, inner: MemoryJournal | SqliteJournal, calls: queue.SimpleQueue[Any]) -> None:
        self.claims = 0
        self.waits: list[float] = []
        self._inner = inner
        self._calls = calls

    def append(
        self, records: Sequence[Record], then: Callable[[], None], failed: Callable[[str], None]
    ) -> None:
        """See ports.Journal."""
        self.claims += sum(isinstance(r, Acted) and r.by == "claim" for r in records)
        began = time.perf_counter()

        def told() -> None:
            if records:
                self.waits.append(time.perf_counter() - began)
            then()

        self._inner.append(records, told, failed)

    def seal(self, secret: bytes) -> bytes:
        """See ports.Journal."""
        return self._inner.seal(secret)

    def unseal(self, sealed: bytes) -> bytes:
        """See ports.Journal."""
        return self._inner.unseal(sealed)

    def tell(self) -> None:
        """Run the answers that wait."""
        while not self._calls.empty():
            self._calls.get()()


class Answers:
    """Tells the journal's answers after every event, as a reactor would."""

    def __init__(self, tell: Callable[[], None]) -> None:
        self._tell = tell

    def check(self, _world: SimWorld) -> None:
        """See sim_world.Invariant."""
        self._tell()


def evening(tables: int, claims: int, journal: Measured) -> float:
    """Play until `claims` were decided; the server's and the writer's processor time meanwhile."""
    watch = Stopwatch()
    world = SimWorld(1, invariants=(Answers(watch.timed(journal.tell)),))
    clock = TimedClock(world.clock, watch)
    world.server = Server(clock, journal, world._chance.randbytes, ServerSettings())
    connected = world.server.connected

    def timed_session(wire: Any) -> Any:
        session = connected(wire)
        session.received = watch.timed(session.received)  # type: ignore[method-assign]
        return session

    world.server.connected = timed_session  # type: ignore[method-assign]
    for table in range(tables):
        for seat in range(SEATS):
            character = Character(
                f"{table}-{seat}",
                table=f"t{table}",
                options=OPTIONS,
                host=seat == 0,
                bot=True,
                matches=1000,
                seats_expected=SEATS,
            )
            world.add(character, after_us=table * 5_000 + seat * 1_000_000)
    world.run(lambda: journal.claims >= claims // 10, seconds(600))  # all tables are under way
    before, spent = journal.claims, watch.spent + other_threads()
    world.run(lambda: journal.claims >= before + claims, seconds(600))
    return watch.spent + other_threads() - spent


def other_threads() -> float:
    """Processor time of all threads but this one: the writer's."""
    return time.process_time() - time.thread_time()


def measure(tables: int, claims: int, durability: Durability | None) -> tuple[float, Measured]:
    """(claims per second of processor time, the journal with its waits)."""
    calls: queue.SimpleQueue[Any] = queue.SimpleQueue()
    if durability is None:
        journal = Measured(MemoryJournal(keep=False), calls)
        return claims / evening(tables, claims, journal), journal
    with tempfile.TemporaryDirectory() as folder:
        inner = SqliteJournal(Path(folder), calls.put, durability)
        journal = Measured(inner, calls)
        rate = claims / evening(tables, claims, journal)
        inner.close()
    return rate, journal


def at(waits: Sequence[float], share: float) -> float:
    """A quantile in milliseconds."""
    return 1000 * sorted(waits)[min(len(waits) - 1, int(share * len(waits)))]


def main() -> int:
    """Measure, print, and judge the ratio."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--claims", type=int, default=3000)
    arguments = parser.parse_args()
    bare, _ = measure(arguments.tables, arguments.claims, None)
    print(
        f"{arguments.tables} tables without a journal: {bare:.0f} claims per processor second",
        flush=True,
    )
    ratios: dict[Durability, float] = {}
    for durability in ("full", "normal"):
        rate, journal = measure(arguments.tables, arguments.claims, durability)
        ratios[durability] = rate / bare
        print(
            f"durability {durability}: {rate:.0f}, ratio {rate / bare:.2f} (limit {LEAST_RATIO});"
            f" added to a verdict: p50 {at(journal.waits, 0.5):.1f} ms,"
            f" p99 {at(journal.waits, 0.99):.1f} ms",
            flush=True,
        )
    return 0 if ratios["full"] >= LEAST_RATIO else 1


if __name__ == "__main__":
    sys.exit(main())
