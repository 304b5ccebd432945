"""What can be wrong with a journal's folder, each with a sentence for people.

What lives here: the exceptions of this package and the wording of the disk's own errors.
What must not: how a fault is found.
"""

from __future__ import annotations

import sqlite3
from typing import Final


class JournalError(Exception):
    """The journal can't be used as it is; the text says why and what to do."""


class JournalInUse(JournalError):  # noqa: N818 - reads as what it is, like all below
    """Another server holds the folder."""


class JournalTooNew(JournalError):  # noqa: N818
    """A later version wrote the folder."""


class JournalDamaged(JournalError):  # noqa: N818
    """Records in the middle can't be read; nothing was changed."""


class JournalUnwritable(JournalError):  # noqa: N818
    """The folder can't be read or written."""


class KeyUnusable(JournalError):  # noqa: N818
    """The key file is missing, damaged or another journal's."""


# Primary result codes of SQLite (the low byte of the extended ones).
_DISK: Final = {
    sqlite3.SQLITE_FULL: "There is no room left on the journal's disk.",
    sqlite3.SQLITE_READONLY: "The journal's files can't be written to.",
    sqlite3.SQLITE_CANTOPEN: "The journal's folder can't be written to.",
    sqlite3.SQLITE_PERM: "The journal's files can't be written to.",
    sqlite3.SQLITE_IOERR: "The disk reported an error while the journal was written.",
    sqlite3.SQLITE_BUSY: "Another program holds the journal.",
    sqlite3.SQLITE_CORRUPT: "The journal's file is damaged.",
    sqlite3.SQLITE_NOTADB: "The journal's file is no journal.",
}


def disk_sentence(error: Exception) -> str:
    """Why a write failed, as one English sentence."""
    if isinstance(error, OSError) and error.strerror:
        return f"The journal could not be written: {error.strerror}."
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return _DISK.get(code, f"The journal could not be written: {error}.")
