"""The journal on disk: SQLite, one writer thread, many appends to a commit.

What lives here: SqliteJournal. What must not: the tables (schema.py), damage
(check.py, mend.py), keys (keyring.py), Twisted: answers go back through a
function that is given.
"""

from __future__ import annotations

import queue
import secrets
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from cardserver.journal import opening, rows
from cardserver.journal.errors import disk_sentence
from cardserver.journal.group import Job, next_group
from cardserver.journal.schema import Connect, Durability, connect
from cardserver.records import Record

CLOSED: Final = "The journal is closed."
_INSERT: Final = f"INSERT INTO log ({rows.COLUMNS}) VALUES (?, ?, ?, ?, ?)"
_PROBE: Final = "INSERT OR REPLACE INTO facts VALUES ('probe', randomblob(8))"


class SqliteJournal:
    """The durable log of one folder, for ports.Journal.

    `append` never waits: a thread writes, and every append that waits when it is free shares
    one commit. `then` and `failed` go through `call_in_reactor(call)`, which must run calls
    later, in order, on the thread that appends. An append that fails takes with it every
    append made before its failure was told, so that the log never has a hole its writers do
    not know of; later ones are tried again. An append of no records is told in its turn like
    all others; after a failure it is told only when something could be written.

    Raises JournalError if the folder can't be used. `notes` are sentences about what was
    found and mended on opening.
    """

    def __init__(
        self,
        folder: Path,
        call_in_reactor: Callable[[Callable[[], None]], object],
        durability: Durability = "full",
        *,
        chance: Callable[[int], bytes] = secrets.token_bytes,
        connect: Connect = connect,
    ) -> None:
        opened = opening.open_folder(folder, durability, chance=chance, connect=connect)
        self.folder = folder
        self.notes = opened.notes
        self._opened = opened
        self._call = call_in_reactor
        self._last = opened.records  # the writer's: number of the last record
        self._failed_round = -1  # the writer's: appends of this round or before are refused
        self._why = ""
        self._round = 0  # the appender's: rises when a failure is told
        self._closed = False
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write_all, name="journal", daemon=True)
        self._thread.start()

    def append(
        self,
        records: Sequence[Record],
        then: Callable[[], None],
        failed: Callable[[str], None],
    ) -> None:
        """See ports.Journal; never waits for the disk."""
        if self._closed:
            self._call(lambda: failed(CLOSED))
            return
        bodies = tuple(rows.pack(record) for record in records)
        self._jobs.put(Job(bodies, then, failed, self._round))

    def seal(self, secret: bytes) -> bytes:
        """See ports.Journal and keyring.py."""
        return self._opened.keyring.seal(secret)

    def unseal(self, sealed: bytes) -> bytes:
        """See ports.Journal; ValueError if sealed with another key or altered."""
        return self._opened.keyring.unseal(sealed)

    def load(self, after: int = 0) -> Iterator[tuple[int, Record]]:
        """Every durable record behind number `after`, with its number, in order.

        Reads beside the writer. JournalDamaged if a whole row is no record this version knows.
        """
        return opening.read_records(self.folder, after)

    def close(self) -> None:
        """Write what waits, answer it, free the folder; waits for that. Harmless when done."""
        if not self._closed:
            self._closed = True
            self._jobs.put(None)
            self._thread.join()
            self._opened.close()

    def _write_all(self) -> None:
        while group := next_group(self._jobs):
            ready = [job for job in group if job.round > self._failed_round]
            for job in group[: len(group) - len(ready)]:  # rounds never fall along the queue
                self._refuse(job)
            if ready:
                self._commit(ready)

    def _commit(self, jobs: Sequence[Job]) -> None:
        try:
            self._write(jobs)
        except Exception as error:  # whatever it is: an append must be answered, the thread live on
            self._why = disk_sentence(error)
            self._failed_round = jobs[-1].round
            for job in jobs:
                self._refuse(job)
        else:
            for job in jobs:
                self._call(job.then)

    def _write(self, jobs: Sequence[Job]) -> None:
        made: list[rows.Row] = []
        for job in jobs:
            made.extend(rows.rows_of(job.bodies, self._last + 1 + len(made)))
        if not made and not self._why:
            return  # an append of nothing: told in its turn, when all before it is durable
        connection = self._opened.connection
        if connection.in_transaction:  # a failure so bad that even its rollback failed
            connection.execute("ROLLBACK")
        try:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(_INSERT, made)
            if not made:
                connection.execute(_PROBE)  # after a failure only a real write proves anything
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        self._last += len(made)
        self._why = ""

    def _refuse(self, job: Job) -> None:
        why = self._why
        self._call(lambda: self._tell(job, why))

    def _tell(self, job: Job, why: str) -> None:
        """On the appender's thread: what is appended from now on knows of the failure."""
        self._round = max(self._round, job.round + 1)
        job.failed(why)
