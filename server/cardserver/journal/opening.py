"""Taking a journal's folder: lock, check, mend, key; and reading it without taking it.

What lives here: the order in which a folder is opened. What must not: writing
records (sqlite.py).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import platformdirs

from cardserver.journal import check, mend, rows, schema, wal
from cardserver.journal.errors import (
    JournalDamaged,
    JournalError,
    JournalUnwritable,
    KeyUnusable,
    disk_sentence,
)
from cardserver.journal.keyring import KEY_NAME, Keyring, make_key, read_key
from cardserver.journal.lock import FolderLock
from cardserver.journal.schema import DATABASE_NAME, Connect, Durability
from cardserver.records import Record

_CHUNK: Final = 1000  # records read at once: no reader keeps the write-ahead log from shrinking
_KEY_FACT: Final = "key_check"


@dataclass(frozen=True, slots=True)
class Opened:
    """A folder that is ours: `records` durable ones, `notes` for people."""

    connection: sqlite3.Connection
    keyring: Keyring
    lock: FolderLock
    records: int
    notes: tuple[str, ...]

    def close(self) -> None:
        """Close the database (its write-ahead log is merged) and let the folder go."""
        self.connection.close()
        self.lock.release()


def default_folder() -> Path:
    """Where a server on this machine keeps its journal unless told otherwise."""
    return Path(platformdirs.user_data_dir("perekur", appauthor=False)) / "server"


def open_folder(
    folder: Path, durability: Durability, *, chance: Callable[[int], bytes], connect: Connect
) -> Opened:
    """Make or open the journal in `folder`; a torn tail is cut off and noted.

    Raises JournalError (see errors.py); then nothing was changed and the folder is free.
    """
    schema.make_folder(folder)
    lock = FolderLock(folder)
    try:
        mend.finish(folder)
        connection, records, notes = _open_log(folder, durability, connect)
        try:
            keyring = _keyring(connection, folder, chance)
        except BaseException:
            connection.close()
            raise
    except (sqlite3.Error, OSError) as error:
        lock.release()
        raise JournalUnwritable(f"{disk_sentence(error)} ({folder})") from error
    except BaseException:
        lock.release()
        raise
    return Opened(connection, keyring, lock, records, notes)


def _open_log(
    folder: Path, durability: Durability, connect: Connect
) -> tuple[sqlite3.Connection, int, tuple[str, ...]]:
    path = folder / DATABASE_NAME
    schema.make_file(path)
    written, partial = wal.frames_written(Path(f"{path}-wal"))
    connection = schema.open_database(path, durability, connect=connect)
    try:
        notes = _torn_write(connection, written, partial)
        scan = check.check(connection, path)
        if not scan.torn:
            return connection, scan.good, notes
        aside = mend.cut_tail(connection, folder, scan.good)
    except BaseException:
        connection.close()
        raise
    connection = schema.open_database(path, durability, connect=connect)
    cut = (
        f"The journal's end could not be read and was cut off behind record {scan.good};"
        f" the damaged file is kept as {aside.name}."
    )
    return connection, scan.good, (*notes, cut)


def _torn_write(connection: sqlite3.Connection, written: int, partial: bool) -> tuple[str, ...]:
    recovered = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()[1]
    if written <= recovered and not partial:
        return ()
    return (
        "The journal's last write was not complete and was left out;"
        " nobody had been told of anything in it.",
    )


def _keyring(
    connection: sqlite3.Connection, folder: Path, chance: Callable[[int], bytes]
) -> Keyring:
    row = connection.execute("SELECT value FROM facts WHERE name = ?", (_KEY_FACT,)).fetchone()
    key = read_key(folder)
    if row is None:
        keyring = Keyring(key or make_key(folder, chance), chance)
        schema.sync_folder(folder)
        connection.execute("INSERT INTO facts VALUES (?, ?)", (_KEY_FACT, keyring.check))
        return keyring
    if key is None:
        raise KeyUnusable(
            f"The key file {folder / KEY_NAME} is missing; put it back from a backup,"
            f" or move the folder's files away to begin a new journal."
        )
    keyring = Keyring(key, chance)
    if keyring.check != row[0]:
        raise KeyUnusable(f"The key file {folder / KEY_NAME} belongs to another journal.")
    return keyring


def read_records(folder: Path, after: int = 0) -> Iterator[tuple[int, Record]]:
    """Records behind number `after` with their numbers, also while a server has the folder.

    Raises JournalError: no journal, not readable, or a damaged record (the text has its place).
    """
    path = folder / DATABASE_NAME
    if not path.exists():
        raise JournalError(f"There is no journal in {folder}.")
    connection = _reading(path)
    try:
        while chunk := _chunk(connection, after):
            for row in chunk:
                after += 1
                yield after, _record(row, after, path)
    except sqlite3.Error as error:
        raise JournalError(f"The journal {path} can't be read: {error}.") from error
    finally:
        connection.close()


def _reading(path: Path) -> sqlite3.Connection:
    """A connection that can't write. Without helper files nothing changes under our eyes, and a
    read-only folder has no room for them."""
    alone = not Path(f"{path}-wal").exists()
    flags = "mode=ro&immutable=1" if alone else "mode=ro"
    return sqlite3.connect(f"{path.absolute().as_uri()}?{flags}", uri=True, timeout=5.0)


def _chunk(connection: sqlite3.Connection, after: int) -> list[rows.Row]:
    return connection.execute(
        f"SELECT {rows.COLUMNS} FROM log WHERE n > ? ORDER BY n LIMIT {_CHUNK}", (after,)
    ).fetchall()


def _record(row: rows.Row, n: int, path: Path) -> Record:
    if not rows.is_whole(row, n):
        raise JournalDamaged(f"The journal {path} is damaged at record {n}.")
    try:
        return rows.unpack(row[4])
    except ValueError as error:
        raise JournalDamaged(f"Record {n} of the journal {path} can't be read: {error}.") from error
