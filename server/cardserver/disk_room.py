"""Whether the journal's disk has room for another table.

What lives here: asking for it seldom, and telling the host once. What must not: the
disk itself (the question is injected), or what is refused without room (lobby.py).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cardserver.ports import Clock

FreeBytes = Callable[[], int]  # free on the journal's disk; raises OSError if it can't be asked

KEPT_US: Final = 5_000_000  # an answer is good that long: a journal grows by KiB a second at most
_MIB: Final = 1024 * 1024


class DiskRoom:
    """`free_bytes` is None where nothing is kept on a disk: then there is always room."""

    def __init__(
        self,
        clock: Clock,
        free_bytes: FreeBytes | None,
        least_bytes: int,
        report: Callable[[str], None],
    ) -> None:
        self._clock = clock
        self._free_bytes = free_bytes
        self._least_bytes = least_bytes
        self._report = report
        self._asked_us: int | None = None
        self._low = False

    def low(self) -> bool:
        """Whether there is too little room for a new table."""
        now_us = self._clock.now_us()
        if self._asked_us is None or now_us - self._asked_us >= KEPT_US:
            self._asked_us = now_us
            self._ask()
        return self._low

    @property
    def needed(self) -> str:
        """What a new table needs, for who was refused one."""
        return f"{self._least_bytes / _MIB:g} MiB free on the server's disk"

    def _ask(self) -> None:
        was_low, free_bytes = self._low, self._free()
        if free_bytes is None:
            self._low = False
            return
        self._low = free_bytes < self._least_bytes
        if self._low != was_low:
            tables = "no new tables" if self._low else "new tables again"
            mib = free_bytes / _MIB
            self._report(f"the journal's disk has {mib:.1f} MiB free: {tables} (limit free_bytes)")

    def _free(self) -> int | None:
        """None where there is nothing to ask; a disk that can't be asked shows when written to."""
        try:
            return None if self._free_bytes is None else self._free_bytes()
        except OSError:
            return None
