"""The database of a journal: its tables, their versions, how it is opened.

What lives here: migrations and connections. What must not: records, threads.

One row of `log` is one record. `n` counts from 1 without gaps; `more` is how
many records that were appended together with it follow (0 for the last of an
append); `length` is the number of bytes of `body`; `crc` is CRC-32 over n and
more (8 bytes big-endian each) and `body`, so that a lost, moved or altered row
is noticed (rows.py).

`PRAGMA user_version` is the schema's version. It rises with each migration, and
also when a record kind or field is added that an older server must not skip.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, Literal

from cardserver.journal.errors import (
    JournalDamaged,
    JournalError,
    JournalTooNew,
    JournalUnwritable,
    disk_sentence,
)

DATABASE_NAME: Final = "journal.sqlite3"
_APPLICATION_ID: Final = 0x50524B4A  # "PRKJ": no other program's database is taken for a journal

Durability = Literal["full", "normal"]
Migration = Callable[[sqlite3.Connection], object]
Connect = Callable[[Path], sqlite3.Connection]

# FULL syncs the write-ahead log at every commit; NORMAL only at checkpoints: the last commits may
# be lost in a power cut (not when the process dies), the file stays whole.
_SYNCHRONOUS: Final[dict[Durability, str]] = {"full": "FULL", "normal": "NORMAL"}


def _first(connection: sqlite3.Connection) -> None:
    connection.execute(
        "CREATE TABLE log (n INTEGER PRIMARY KEY, more INTEGER NOT NULL,"
        " length INTEGER NOT NULL, crc INTEGER NOT NULL, body BLOB NOT NULL)"
    )
    connection.execute("CREATE TABLE facts (name TEXT PRIMARY KEY, value BLOB NOT NULL)")


MIGRATIONS: Final[tuple[Migration, ...]] = (_first,)


def connect(path: Path) -> sqlite3.Connection:
    """A connection to the database at `path`, transactions by hand; may move to one thread."""
    return sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5.0)


def make_folder(folder: Path) -> None:
    """`folder` and what leads to it, readable by the owner alone; the new names are synced."""
    missing = [part for part in (folder, *folder.parents) if not part.exists()]
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for made in missing:
            sync_folder(made.parent)
    except OSError as error:
        raise JournalUnwritable(f"The folder {folder} can't be made: {error.strerror}.") from error


def sync_folder(folder: Path) -> None:
    """Make names created or changed in `folder` last a power cut, where the system can."""
    if os.name != "posix":
        return  # Windows has no handle for that; NTFS journals names itself
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def make_file(path: Path) -> None:
    """An empty file of mode 0600 if there is none: SQLite gives its helpers the same mode."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise JournalUnwritable(
            f"The journal {path} can't be written to: {error.strerror}."
        ) from error


def open_database(
    path: Path,
    durability: Durability,
    *,
    connect: Connect = connect,
    migrations: Sequence[Migration] = MIGRATIONS,
) -> sqlite3.Connection:
    """The journal's database at `path`, made or migrated if need be, ready for writing.

    Raises JournalError: not a journal, damaged at its head, written by a later version, or
    not writable.
    """
    connection = connect(path)
    try:
        _check_identity(connection, path, len(migrations))
        # Making the file goes through a rollback journal; EXTRA syncs its removal too. Without
        # that a power cut much later could bring it back, and it would undo the whole file.
        connection.execute("PRAGMA synchronous = EXTRA")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA synchronous = {_SYNCHRONOUS[durability]}")
        # A write-ahead log that once grew (a long reader, a full disk) is cut back to this.
        connection.execute(f"PRAGMA journal_size_limit = {16 * 1024 * 1024}")
        _migrate(connection, migrations)
    except sqlite3.Error as error:
        connection.close()
        raise _opening_failed(path, error) from error
    except JournalError:
        connection.close()
        raise
    return connection


def _check_identity(connection: sqlite3.Connection, path: Path, newest: int) -> None:
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    owner = int(connection.execute("PRAGMA application_id").fetchone()[0])
    if owner not in (0, _APPLICATION_ID) or (owner == 0 and _has_tables(connection)):
        raise JournalError(f"{path} is another program's database.")
    if version > newest:
        raise JournalTooNew(
            f"The journal {path} was written by a later version of the server"
            f" (its schema is {version}, this server knows {newest}): update the server."
        )


def _has_tables(connection: sqlite3.Connection) -> bool:
    return int(connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]) > 0


def _migrate(connection: sqlite3.Connection, migrations: Sequence[Migration]) -> None:
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    for number, migration in enumerate(migrations[version:], start=version + 1):
        connection.execute("BEGIN IMMEDIATE")
        try:
            migration(connection)
            connection.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {number}")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


def _opening_failed(path: Path, error: sqlite3.Error) -> JournalError:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return JournalDamaged(
            f"The journal {path} is damaged at its head, nothing in it can be read:"
            " put it back from a backup, or move it away to begin a new one."
        )
    return JournalUnwritable(f"{disk_sentence(error)} ({path})")
