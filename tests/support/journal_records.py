"""Records for tests of the journal: small, different from each other, told apart by a number."""

from __future__ import annotations

import queue
from collections.abc import Callable

from cardserver.records import ControlUsed, Record, TableClosed


def numbered(number: int, padding: int = 0) -> Record:
    """The record that stands for `number`, about `padding` bytes longer than it needs to be."""
    return ControlUsed(table=f"t{number % 7}", match_id="m" * padding, n=number, control="x")


def number_of(record: Record) -> int:
    """The number `numbered` was given."""
    assert isinstance(record, ControlUsed)
    return record.n


def other() -> Record:
    """A record of another kind."""
    return TableClosed(table="gone")


class Desk:
    """What an appender was told, in order: ("then", tag) or ("failed", tag, text)."""

    def __init__(self) -> None:
        self.told: list[tuple[str, ...]] = []

    def then(self, tag: str) -> Callable[[], None]:
        """The callback for success of `tag`."""
        return lambda: self.told.append(("then", tag))

    def failed(self, tag: str) -> Callable[[str], None]:
        """The callback for failure of `tag`."""
        return lambda text: self.told.append(("failed", tag, text))


class CallQueue:
    """A reactor's call queue: the journal's thread puts calls in, the test runs them."""

    def __init__(self) -> None:
        self._calls: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()

    def __call__(self, call: Callable[[], None]) -> None:
        self._calls.put(call)

    def run(self, count: int) -> None:
        """Run the next `count` calls, waiting for them as long as it takes (at most 30 s)."""
        for _ in range(count):
            self._calls.get(timeout=30)()

    def run_waiting(self) -> None:
        """Run what is there now."""
        while not self._calls.empty():
            self._calls.get()()
