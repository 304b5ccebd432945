"""A journal that is gone with the process: for --no-data, practice and tests.

What lives here: MemoryJournal. What must not: files, threads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from cardserver.records import Record

# Marks what went through `seal`; memory itself needs no hiding, but a caller that mixes up sealed
# and plain bytes must find out here as with the real journal.
_MARK: Final = b"in memory:"


class MemoryJournal:
    """Keeps records in memory (`keep`), or nothing at all; `append` answers before it returns."""

    def __init__(self, *, keep: bool = True) -> None:
        self._keep = keep
        self._records: list[Record] = []

    def append(
        self,
        records: Sequence[Record],
        then: Callable[[], None],
        failed: Callable[[str], None],  # noqa: ARG002 - memory does not fail
    ) -> None:
        """See ports.Journal; `failed` is never called."""
        if self._keep:
            self._records.extend(records)
        then()

    def records(self) -> tuple[Record, ...]:
        """Everything appended so far, in order; empty if nothing is kept."""
        return tuple(self._records)

    def load(self) -> Iterator[tuple[int, Record]]:
        """Every record with its number from 1, as a journal on disk gives them on restart."""
        return iter(tuple(enumerate(self._records, start=1)))

    def seal(self, secret: bytes) -> bytes:
        """`secret`, marked; nothing is written anywhere."""
        return _MARK + secret

    def unseal(self, sealed: bytes) -> bytes:
        """What `seal` got; ValueError if it did not come from `seal`."""
        if not sealed.startswith(_MARK):
            raise ValueError("not sealed by this journal")
        return sealed[len(_MARK) :]

    def close(self) -> None:
        """Nothing to flush."""
