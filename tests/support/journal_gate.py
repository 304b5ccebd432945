"""A journal on disk whose commits wait for the test: a disk as slow, or as faulty, as is asked.

What lives here: the gate in front of the database, and a journal behind it. What must not: what
records mean; SQLite's own file operations (sqlite_vfs.py).
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cardserver.journal import schema
from cardserver.journal.sqlite import SqliteJournal


class Gate:
    """A connection whose commits wait for the test, and whose failures the test chooses."""

    def __init__(self, path: Path) -> None:
        self.real = schema.connect(path)
        self.commits = 0
        self.armed = False
        self.reached = threading.Semaphore(0)
        self.go = threading.Semaphore(0)
        self.fail_next: Exception | None = None

    def execute(self, sql: str, *rest: Any) -> sqlite3.Cursor:
        if sql == "COMMIT" and self.armed:
            self.commits += 1
            self.reached.release()
            assert self.go.acquire(timeout=30)
            if self.fail_next is not None:
                error, self.fail_next = self.fail_next, None
                raise error
        return self.real.execute(sql, *rest)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.real, name)


def gated(folder: Path, calls: Callable[[Callable[[], None]], None]) -> tuple[SqliteJournal, Gate]:
    """A journal in `folder`, and the gate of its commits, already armed."""
    gates: list[Gate] = []

    def connect(path: Path) -> sqlite3.Connection:
        gates.append(Gate(path))
        return gates[-1]  # type: ignore[return-value]

    journal = SqliteJournal(folder, calls, connect=connect)
    gates[-1].armed = True
    return journal, gates[-1]
