"""A journal on simulated time: commits take a while, may fail, and a crash tears the tail.

What lives here: SimJournal (ports.Journal). What must not: files; what records mean.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from cardserver.journal.memory import MemoryJournal
from cardserver.records import Record
from tests.support.sim_clock import SimClock, SimTimer


@dataclass(slots=True)
class Waiting:
    """An append that is not durable yet."""

    records: tuple[Record, ...]
    then: Callable[[], None]
    failed: Callable[[str], None]


class SimJournal(MemoryJournal):
    """Commits in order, each up to `most_us` after it was asked for.

    While `full`, appends fail as on a full disk. `durable` counts the commits.
    """

    def __init__(self, clock: SimClock, rng: Random, most_us: int) -> None:
        super().__init__()
        self.full = False
        self.durable = 0
        self._clock = clock
        self._rng = rng
        self._most_us = most_us
        self._queue: deque[Waiting] = deque()
        self._timer: SimTimer | None = None

    def append(
        self,
        records: Sequence[Record],
        then: Callable[[], None],
        failed: Callable[[str], None],
    ) -> None:
        """See ports.Journal."""
        self._queue.append(Waiting(tuple(records), then, failed))
        if self._timer is None:
            self._wait()

    def crash(self) -> None:
        """Power is lost: of what was not yet acknowledged any number may be on disk, in order."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        kept = self._rng.randint(0, len(self._queue))
        for _ in range(kept):
            self._write(self._queue.popleft().records)
        self._queue.clear()

    def _wait(self) -> None:
        delay_us = self._rng.randint(0, self._most_us)
        self._timer = self._clock.call_later_us(delay_us, self._commit)

    def _commit(self) -> None:
        self._timer = None
        entry = self._queue.popleft()
        if self.full and entry.records:
            entry.failed("no space left on device")
        else:
            self._write(entry.records)
            self.durable += 1
            entry.then()
        if self._queue and self._timer is None:
            self._wait()

    def _write(self, records: tuple[Record, ...]) -> None:
        super().append(records, lambda: None, lambda _text: None)
