"""One server a folder: a lock that the operating system lets go when the process dies.

What lives here: FolderLock. What must not: anything about the journal itself.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

from cardserver.journal.errors import JournalInUse, JournalUnwritable

LOCK_NAME: Final = "server.lock"


class FolderLock:
    """Holds `folder` from construction until `release` or the end of the process.

    Raises JournalInUse if another process has it, JournalUnwritable if the folder refuses.
    The file stays behind on purpose: unlinking a locked file lets two servers in.
    """

    def __init__(self, folder: Path) -> None:
        path = folder / LOCK_NAME
        try:
            self._handle: int | None = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise JournalUnwritable(
                f"The folder {folder} can't be written to: {error.strerror}."
            ) from error
        if not _try_lock(self._handle):
            os.close(self._handle)
            raise JournalInUse(f"Another server is using the folder {folder}.")

    def release(self) -> None:
        """Let the next server in; harmless when done already."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


if sys.platform == "win32":
    import msvcrt

    def _try_lock(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_lock(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
