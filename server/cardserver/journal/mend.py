"""Cutting off a torn tail without touching the evidence.

What lives here: the whole records of a damaged journal copied into a new file
that takes its place; the damaged one stays beside it under another name. What
must not: finding the damage (check.py).

A crash at any point in here leaves a folder that the next start brings to the
same end: the new file is complete and synced before the old one moves, the
database moves before its write-ahead log, and a folder without a database but
with a complete new one is taken up where it stopped (`finish`).
"""

from __future__ import annotations

import itertools
import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from cardserver.journal.rows import COLUMNS
from cardserver.journal.schema import (
    DATABASE_NAME,
    MIGRATIONS,
    Migration,
    connect,
    make_file,
    open_database,
    sync_folder,
)

_REBUILT: Final = "journal.rebuilt.sqlite3"
_HELPERS: Final = ("-wal", "-shm", "-journal")


def cut_tail(damaged: sqlite3.Connection, folder: Path, keep: int) -> Path:
    """Keep the first `keep` records of the open journal in `folder`; closes `damaged`.

    Gives where the damaged file was set aside.
    """
    rebuilt = folder / _REBUILT
    _remove(rebuilt)
    _copy(damaged, rebuilt, keep)
    damaged.close()
    aside = _free_name(folder)
    _set_aside(folder, aside)
    _put_in_place(folder)
    return aside


def finish(folder: Path) -> None:
    """Bring a cut that was itself interrupted to its end; does nothing otherwise."""
    rebuilt = folder / _REBUILT
    if not rebuilt.exists():
        return
    if (folder / DATABASE_NAME).exists():
        _remove(rebuilt)  # not known to be complete, and not needed: the damage is found again
        return
    _set_aside(folder, _free_name(folder))
    _put_in_place(folder)


def _copy(damaged: sqlite3.Connection, rebuilt: Path, keep: int) -> None:
    make_file(rebuilt)
    version = damaged.execute("PRAGMA user_version").fetchone()[0]
    known: Sequence[Migration] = MIGRATIONS[:version]
    fresh = open_database(rebuilt, "full", connect=connect, migrations=known)
    fresh.execute("BEGIN IMMEDIATE")
    fresh.executemany("INSERT INTO facts VALUES (?, ?)", damaged.execute("SELECT * FROM facts"))
    # The same rows in the same order as the check saw them, and not one step further: what a
    # damaged page says of the numbers behind is not to be trusted.
    rows = damaged.execute(f"SELECT {COLUMNS} FROM log ORDER BY n")
    whole = itertools.islice(rows, keep)
    fresh.executemany(f"INSERT INTO log ({COLUMNS}) VALUES (?, ?, ?, ?, ?)", whole)
    fresh.execute("COMMIT")
    fresh.close()  # the last connection moves the write-ahead log into the file and syncs it
    sync_folder(rebuilt.parent)


def _free_name(folder: Path) -> Path:
    names = (folder / f"journal.damaged-{n}.sqlite3" for n in itertools.count(1))
    return next(name for name in names if not name.exists())


def _set_aside(folder: Path, aside: Path) -> None:
    old = folder / DATABASE_NAME
    for suffix in ("", *_HELPERS):
        part = Path(f"{old}{suffix}")
        if part.exists():
            os.replace(part, f"{aside}{suffix}")


def _put_in_place(folder: Path) -> None:
    os.replace(folder / _REBUILT, folder / DATABASE_NAME)
    sync_folder(folder)


def _remove(path: Path) -> None:
    for suffix in ("", *_HELPERS):
        Path(f"{path}{suffix}").unlink(missing_ok=True)
