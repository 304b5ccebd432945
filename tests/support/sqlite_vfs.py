"""SQLite's own file operations, seen and spoilt from a test.

What lives here: a VFS registered with the very SQLite library Python's sqlite3
uses (by ctypes), which passes every call to the default one, notes writes, syncs,
truncations and deletions in a list, and can answer one of them with an error.
What must not: what a power cut makes of the list (simulated_disk.py).
"""

from __future__ import annotations

import ctypes
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p
from pathlib import Path
from typing import Any

from tests.support.simulated_disk import Delete, Op, Sync, Truncate, Write

FULL = 13  # SQLITE_FULL
WRITE_ERROR = 10 | 3 << 8  # SQLITE_IOERR_WRITE
SYNC_ERROR = 10 | 4 << 8  # SQLITE_IOERR_FSYNC

_OPEN = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
_DELETE = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)
_WRITE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_TRUNCATE = CFUNCTYPE(c_int, c_void_p, c_int64)
_SYNC = CFUNCTYPE(c_int, c_void_p, c_int)


class _Vfs(Structure):
    """sqlite3_vfs of sqlite3.h, version 3; what is not touched is kept as pointers."""

    _fields_ = [
        ("version", c_int),
        ("file_bytes", c_int),
        ("path_bytes", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("data", c_void_p),
        ("open", _OPEN),
        ("delete", _DELETE),
        ("others", c_void_p * 14),
    ]


class _Methods(Structure):
    """sqlite3_io_methods of sqlite3.h, version 3."""

    _fields_ = [
        ("version", c_int),
        ("close", c_void_p),
        ("read", c_void_p),
        ("write", _WRITE),
        ("truncate", _TRUNCATE),
        ("sync", _SYNC),
        ("others", c_void_p * 13),
    ]


class _File(Structure):
    """The head of every sqlite3_file."""

    _fields_ = [("methods", POINTER(_Methods))]


def _library() -> Any:
    import _sqlite3

    library = ctypes.CDLL(getattr(_sqlite3, "__file__", None))
    library.sqlite3_vfs_find.restype = POINTER(_Vfs)
    return library


def available() -> bool:
    """Whether the library lets itself be reached (not where it is linked in and hidden)."""
    try:
        return bool(_library().sqlite3_vfs_find(None))
    except (OSError, AttributeError):
        return False


class Recorder:
    """All file operations so far in `ops`; `fault(op)` may give an error code for one of them."""

    def __init__(self) -> None:
        self.ops: list[Op] = []
        self.fault: Callable[[Op], int] = lambda _: 0
        self._library = _library()
        self._real = self._library.sqlite3_vfs_find(None).contents
        self._names: dict[int, str] = {}
        self._originals: dict[int, _Methods] = {}  # by file
        self._changed: dict[int, _Methods] = {}  # by address of the original methods
        self._callbacks = (_WRITE(self._write), _TRUNCATE(self._truncate), _SYNC(self._sync))
        self._vfs = _Vfs()
        ctypes.memmove(ctypes.byref(self._vfs), ctypes.byref(self._real), ctypes.sizeof(_Vfs))
        self._vfs.next, self._vfs.name = None, b"recorder-%d" % id(self)
        self._vfs.open, self._vfs.delete = _OPEN(self._open), _DELETE(self._delete)

    def connect(self, path: Path) -> sqlite3.Connection:
        """As cardserver.journal.schema.connect, through this recorder."""
        uri = f"{path.absolute().as_uri()}?vfs={self._vfs.name.decode()}"
        return sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)

    def _open(self, _: int, name: int, file: int, flags: int, out: int) -> int:
        code = self._real.open(ctypes.addressof(self._real), name, file, flags, out)
        if code == 0 and name:
            head = _File.from_address(file)
            self._names[file] = Path(ctypes.string_at(name).decode()).name
            self._originals[file] = head.methods.contents
            head.methods = ctypes.pointer(self._methods(head.methods.contents))
        return int(code)

    def _methods(self, original: _Methods) -> _Methods:
        address = ctypes.addressof(original)
        if address not in self._changed:
            changed = _Methods()
            ctypes.memmove(ctypes.byref(changed), address, ctypes.sizeof(_Methods))
            changed.write, changed.truncate, changed.sync = self._callbacks
            self._changed[address] = changed
        return self._changed[address]

    def _write(self, file: int, data: int, size: int, offset: int) -> int:
        op = Write(self._names[file], offset, ctypes.string_at(data, size))
        call = self._originals[file].write
        return self._pass_on(op, lambda: call(file, data, size, offset))

    def _truncate(self, file: int, size: int) -> int:
        call = self._originals[file].truncate
        return self._pass_on(Truncate(self._names[file], size), lambda: call(file, size))

    def _sync(self, file: int, flags: int) -> int:
        call = self._originals[file].sync
        return self._pass_on(Sync(self._names[file]), lambda: call(file, flags))

    def _delete(self, _: int, name: bytes, sync_folder: int) -> int:
        call, real = self._real.delete, ctypes.addressof(self._real)
        op = Delete(Path(name.decode()).name, synced=bool(sync_folder))
        return self._pass_on(op, lambda: call(real, name, sync_folder))

    def _pass_on(self, op: Op, call: Callable[[], int]) -> int:
        code = self.fault(op)
        if code:
            return code
        code = int(call())
        if code == 0:
            self.ops.append(op)
        return code


@contextmanager
def recorder() -> Iterator[Recorder]:
    """A recorder known to SQLite for as long as the block lasts; close its connections first."""
    made = Recorder()
    assert made._library.sqlite3_vfs_register(ctypes.byref(made._vfs), 0) == 0
    try:
        yield made
    finally:
        made._library.sqlite3_vfs_unregister(ctypes.byref(made._vfs))
