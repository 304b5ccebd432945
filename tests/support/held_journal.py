"""A journal in memory whose commits a test holds back, or lets fail.

What lives here: HeldJournal, Once. What must not: files, threads (journal_gate.py), simulated time
(sim_journal.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardserver.journal.memory import MemoryJournal
from cardserver.records import Record


class Once(int):
    """True the first time it is looked at: a journal that is full for one unit only."""

    looks = 0

    def __bool__(self) -> bool:
        self.looks += 1
        return self.looks == 1


class HeldJournal(MemoryJournal):
    """Commits at once, unless `hold` is set (then on `release`) or `full` (then it fails)."""

    def __init__(self, *, keep: bool = True) -> None:
        super().__init__(keep=keep)
        self.hold = False
        self.full: bool | Once = False
        self._waiting: list[Callable[[], None]] = []

    def append(
        self,
        records: Sequence[Record],
        then: Callable[[], None],
        failed: Callable[[str], None],
    ) -> None:
        """See ports.Journal."""

        def commit() -> None:
            if self.full:
                failed("no space left on device")
            else:
                super(HeldJournal, self).append(records, then, failed)

        if self.hold or self._waiting:  # in order, also what is asked for while all is released
            self._waiting.append(commit)
        else:
            commit()

    def release(self) -> None:
        """Let all that waits be written, and what follows from it."""
        self.hold = False
        while self._waiting:
            commit = self._waiting[0]
            commit()
            self._waiting.remove(commit)
