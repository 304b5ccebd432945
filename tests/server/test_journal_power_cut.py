"""Power cuts and failing disks under SqliteJournal, by SQLite's own file operations.

A journal is written through a recording VFS; then the power is cut at seeded
points of the recording and the journal opened on what a disk may hold then.
"""

from __future__ import annotations

import functools
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from cardserver.journal import opening, schema
from cardserver.journal.keyring import KEY_NAME
from cardserver.journal.schema import DATABASE_NAME, Durability
from cardserver.journal.sqlite import SqliteJournal
from tests.support.journal_records import number_of, numbered
from tests.support.simulated_disk import Disk, Op, Sync, Write
from tests.support.sqlite_vfs import (
    FULL,
    SYNC_ERROR,
    WRITE_ERROR,
    Recorder,
    available,
    recorder,
)

pytestmark = pytest.mark.skipif(
    not available(), reason="this Python hides its SQLite library, so no VFS can be put in"
)

CUTS = 5_000
RUNS = 10


def fixed(size: int) -> bytes:
    return b"k" * size


@pytest.fixture
def quick_folder() -> Iterator[Path]:
    """A folder in memory where the system has one: the model decides what is durable, not it."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        yield Path(folder)


@dataclass
class Recording:
    """A journal's life: operations, `acked[i]` = (operations then, records acknowledged then)."""

    ops: list[Op] = field(default_factory=list)
    acked: list[tuple[int, int]] = field(default_factory=list)
    units: set[int] = field(default_factory=lambda: {0})  # record counts at the ends of units


class Life:
    """Appends batches of units from within the answers, so that every run groups alike."""

    def __init__(self, recorded: Recorder, seed: int, records: int) -> None:
        self.recorded, self.chance, self.records = recorded, Random(seed), records
        self.recording = Recording(ops=recorded.ops)
        self.appended = 0
        self.journal: SqliteJournal

    def live(self, folder: Path, durability: Durability) -> Recording:
        for until in (self.records // 2, self.records):  # a clean restart lies between
            self.journal = SqliteJournal(
                folder, lambda call: call(), durability, chance=fixed, connect=self._connect
            )
            self.until = until
            self._batch()
            while self.appended < until:
                self.journal._thread.join(0.001)
            self.journal.close()
        return self.recording

    def _connect(self, path: Path) -> sqlite3.Connection:
        connection = self.recorded.connect(path)
        connection.execute("PRAGMA wal_autocheckpoint = 6")  # pages: checkpoints all the time
        return connection

    def _batch(self) -> None:
        jobs = self.chance.randrange(1, 5)
        for last in (*[False] * (jobs - 1), True):
            size = self.chance.randrange(1, 4)
            numbers = range(self.appended, self.appended + size)
            self.appended += size
            self.recording.units.add(self.appended)
            then = functools.partial(self._then, self.appended, last)
            unit = [numbered(n, self.chance.choice((0, 40, 900, 6000))) for n in numbers]
            self.journal.append(unit, then, refuse)

    def _then(self, done: int, last: bool) -> None:
        self.recording.acked.append((len(self.recording.ops), done))
        if last and self.appended < self.until:
            self._batch()


def refuse(text: str) -> None:
    raise AssertionError(text)


def cuts(recording: Recording, seed: int, count: int) -> Iterator[tuple[dict[str, bytes], int]]:
    """(what is on the disk, records acknowledged by then) at `count` seeded points."""
    chance = Random(seed)
    points = sorted(chance.randrange(len(recording.ops) + 1) for _ in range(count))
    disk, at = Disk(), 0
    for point in points:
        for op in recording.ops[at:point]:
            disk.did(op)
        at = point
        known = [done for when, done in recording.acked if when <= point]
        yield disk.cut(chance), max(known, default=0)


def survivors(folder: Path, files: dict[str, bytes]) -> list[int]:
    """The numbers of the records a server finds that starts on `files`."""
    for old in folder.iterdir():
        old.unlink()
    (folder / KEY_NAME).write_bytes(fixed(32))
    for name, content in files.items():
        (folder / name).write_bytes(content)
    opened = opening.open_folder(folder, "full", chance=fixed, connect=schema.connect)
    assert not [note for note in opened.notes if "cut off" in note]
    opened.close()
    return [number_of(record) for _, record in opening.read_records(folder)]


@pytest.mark.parametrize("run", range(RUNS))
def test_a_power_cut_at_any_moment_loses_nothing_acknowledged_and_doubles_nothing(
    quick_folder: Path, run: int
) -> None:
    folder = quick_folder / "cut"
    folder.mkdir()
    with recorder() as recorded:
        recording = Life(recorded, seed=run, records=60).live(quick_folder / "run", "full")
    for files, acknowledged in cuts(recording, seed=run, count=CUTS // RUNS):
        found = survivors(folder, files)
        assert found == list(range(len(found)))
        assert len(found) >= acknowledged
        assert len(found) in recording.units


def test_the_simulated_disk_does_lose_what_was_not_synced(quick_folder: Path) -> None:
    folder = quick_folder / "cut"
    folder.mkdir()
    with recorder() as recorded:
        recording = Life(recorded, seed=1, records=60).live(quick_folder / "run", "normal")
    losses, holes = 0, 0
    for files, acknowledged in cuts(recording, seed=1, count=300):
        found = survivors(folder, files)
        losses += len(found) < acknowledged
        holes += found != list(range(len(found)))
    assert losses > 20  # `--durability normal` says it may lose the last commits,
    assert holes == 0  # but the file stays whole


def test_each_acknowledged_commit_was_synced_first_and_normal_does_not_sync(
    quick_folder: Path,
) -> None:
    synced: dict[Durability, int] = {"full": 0, "normal": 0}
    for durability in synced:
        with recorder() as recorded:
            recording = Life(recorded, 3, records=40).live(quick_folder / durability, durability)
        for when, _ in recording.acked:
            behind = recording.ops[:when]
            newest = max(k for k, op in enumerate(behind) if isinstance(op, Write))
            synced[durability] += any(isinstance(op, Sync) for op in behind[newest:])
    assert synced["full"] == len(recording.acked)
    assert synced["normal"] < len(recording.acked)


def spoilt(nth: int, kind: type[Op], code: int) -> Callable[[Op], int]:
    """A fault at the `nth` operation of `kind`, once."""
    left = [nth]

    def fault(op: Op) -> int:
        if not isinstance(op, kind) or left[0] < 0:
            return 0
        left[0] -= 1
        return code if left[0] < 0 else 0

    return fault


def live_with_fault(folder: Path, fault: Callable[[Op], int]) -> tuple[list[int], list[int]]:
    """(acknowledged, found after a restart) when `fault` strikes somewhere in 12 appends."""
    told: list[int] = []
    with recorder() as recorded:

        def connect(path: Path) -> sqlite3.Connection:
            connection = recorded.connect(path)
            connection.execute("PRAGMA wal_autocheckpoint = 6")
            return connection

        SqliteJournal(folder, lambda call: call(), chance=fixed).close()
        journal = SqliteJournal(folder, lambda call: call(), chance=fixed, connect=connect)
        recorded.fault = fault
        failed: list[str] = []

        def step(number: int) -> None:
            def then() -> None:
                told.append(number)
                step(number + 1)

            def refused(text: str) -> None:
                failed.append(text)
                step(number + 1)

            if number < 12:
                journal.append([numbered(number, 3000)], then, refused)
            else:
                over.append(True)

        over: list[bool] = []
        step(0)
        while not over:
            journal._thread.join(0.001)
        recorded.fault = lambda _: 0
        journal.close()
    assert len(told) + len(failed) == 12
    return told, [number_of(record) for _, record in opening.read_records(folder)]


@pytest.mark.parametrize(
    ("kind", "code"),
    [(Write, FULL), (Write, WRITE_ERROR), (Sync, SYNC_ERROR)],
    ids=["full disk", "write error", "sync error"],
)
def test_a_disk_error_at_any_operation_refuses_that_append_alone_and_the_rest_goes_on(
    quick_folder: Path, kind: type[Op], code: int
) -> None:
    hit = 0
    for nth in range(120):
        told, found = live_with_fault(quick_folder / str(nth), spoilt(nth, kind, code))
        assert len(told) >= 11
        assert found == told
        if len(told) == 12 and nth > 20:
            break  # the fault lies behind the run: every operation was hit once
        hit += len(told) < 12
    assert len(told) == 12
    assert hit > 10


def test_cut_files_of_a_run_are_those_of_a_journal(quick_folder: Path) -> None:
    with recorder() as recorded:
        recording = Life(recorded, seed=9, records=30).live(quick_folder, "full")
    names = {op.name for op in recording.ops}
    assert names == {DATABASE_NAME + end for end in ("", "-wal", "-journal")}
