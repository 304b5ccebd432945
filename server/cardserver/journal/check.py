"""Is every record whole? Looked at once, when a journal is opened.

What lives here: the scan, and the decision between a torn tail (may be cut)
and damage in the middle (refused). What must not: the cutting (mend.py).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cardserver.journal.errors import JournalDamaged
from cardserver.journal.rows import COLUMNS, Row, is_whole

_NEWEST: Final = f"SELECT {COLUMNS} FROM log ORDER BY n DESC LIMIT 1"
_ALL: Final = f"SELECT {COLUMNS} FROM log ORDER BY n"


@dataclass(frozen=True, slots=True)
class Scan:
    """`good` records from the start are whole, in whole appends; `torn` says if more follow."""

    good: int
    torn: bool


def check(connection: sqlite3.Connection, path: Path) -> Scan:
    """How far the log is whole. Raises JournalDamaged if whole records follow a damaged one.

    Damage is a tail only if nothing behind it can be read: then it is what a cut left of the
    last writes. Anything else would silently drop records that are still there.
    """
    read, good, torn = 0, 0, False
    for row in _readable(connection):
        if row is not None and not torn and is_whole(row, read + 1):
            read += 1
            good = read if row[1] == 0 else good
            continue
        torn = True
        if row is not None and _is_whole_somewhere(row):
            raise _damaged(path, read + 1, row[0])
    if torn and (newest := _newest(connection)) is not None and newest > read:
        raise _damaged(path, read + 1, newest)
    return Scan(good, good < read or torn)


def _readable(connection: sqlite3.Connection) -> Iterator[Row | None]:
    """The log's rows in order; None, and nothing after it, where the file can't be read on."""
    try:
        yield from connection.execute(_ALL)
    except sqlite3.Error:
        yield None


def _is_whole_somewhere(row: Row) -> bool:
    return isinstance(row[0], int) and 0 < row[0] < 2**63 and is_whole(row, row[0])


def _newest(connection: sqlite3.Connection) -> int | None:
    """The number of the last record, if that one is whole: found from the other end."""
    try:
        row: Row | None = connection.execute(_NEWEST).fetchone()
    except sqlite3.Error:
        return None
    return row[0] if row is not None and _is_whole_somewhere(row) else None


def _damaged(path: Path, first: int, newest: int) -> JournalDamaged:
    return JournalDamaged(
        f"The journal {path} is damaged in the middle: record {first} can't be read, but record"
        f" {newest} can. Nothing was changed; put the file back from a backup, or move it away."
    )
