"""Damaged journals: a torn tail is cut off and told of, anything else refused, nothing invented."""

from __future__ import annotations

import functools
import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardserver.journal import opening, rows, schema
from cardserver.journal.errors import JournalDamaged, JournalError, JournalUnwritable
from cardserver.journal.schema import DATABASE_NAME
from cardserver.journal.sqlite import SqliteJournal
from tests.support.journal_records import CallQueue, number_of, numbered

LEFT_OUT = "The journal's last write was not complete and was left out"
CUT_OFF = "The journal's end could not be read and was cut off behind record"
UNITS = 20  # of two records each


def fixed(size: int) -> bytes:
    return b"k" * size


@pytest.fixture
def folder() -> Iterator[Path]:
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as made:
        yield Path(made)


def filled(folder: Path, padding: int = 150) -> dict[str, bytes]:
    """A journal's files as kill -9 leaves them: everything acknowledged, nothing closed."""
    calls = CallQueue()
    journal = SqliteJournal(folder, calls, chance=fixed)
    for unit in range(UNITS):
        pair = [numbered(2 * unit, padding), numbered(2 * unit + 1, padding)]
        journal.append(pair, lambda: None, pytest.fail)
        calls.run(1)
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    journal.close()
    return files


def closed(folder: Path, padding: int = 150) -> dict[str, bytes]:
    """A journal's files after a clean end: one database file."""
    filled(folder, padding)
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def put(folder: Path, files: dict[str, bytes]) -> None:
    for old in folder.iterdir():
        old.unlink()
    for name, content in files.items():
        (folder / name).write_bytes(content)


def started(folder: Path) -> tuple[list[int], tuple[str, ...]]:
    """(records found, notes) of a server that starts on `folder`."""
    opened = opening.open_folder(folder, "full", chance=fixed, connect=schema.connect)
    opened.close()
    found = [number_of(record) for _, record in opening.read_records(folder)]
    assert found == list(range(len(found)))
    assert len(found) % 2 == 0, "units are whole"
    return found, opened.notes


@pytest.mark.parametrize("kib", range(4))
def test_a_write_ahead_log_torn_at_any_byte_of_its_last_4_kib_gives_the_units_before(
    folder: Path, kib: int
) -> None:
    files = filled(folder)
    name = DATABASE_NAME + "-wal"
    whole = files[name]
    start = len(whole) - 4096 + 1024 * kib
    for size in range(start, start + 1024):
        put(folder, {**files, name: whole[:size]})
        found, notes = started(folder)
        assert len(found) == 2 * UNITS - 2
        assert [note[: len(LEFT_OUT)] for note in notes] == [LEFT_OUT]
    put(folder, files)
    assert started(folder) == (list(range(2 * UNITS)), ())


@pytest.mark.parametrize("padding", [150, 2500])
def test_a_database_torn_in_its_last_4_kib_is_cut_or_refused_and_the_damaged_file_kept(
    folder: Path, padding: int
) -> None:
    files = closed(folder, padding)
    whole = files[DATABASE_NAME]
    outcomes = set()
    for size in range(len(whole) - 4096, len(whole), 37):
        torn = whole[:size]
        put(folder, {**files, DATABASE_NAME: torn})
        try:
            found, notes = started(folder)
        except JournalDamaged:
            outcomes.add("refused")
            assert (folder / DATABASE_NAME).read_bytes() == torn
        else:
            outcomes.add("cut")
            assert len(found) < 2 * UNITS
            assert [note[: len(CUT_OFF)] for note in notes] == [CUT_OFF]
            assert (folder / "journal.damaged-1.sqlite3").read_bytes() == torn
            assert started(folder) == (found, ())
    assert outcomes <= {"cut", "refused"}  # refused: a later record of the torn page is whole


def test_no_altered_byte_of_the_last_4_kib_is_ever_believed(folder: Path) -> None:
    files = closed(folder)
    whole = files[DATABASE_NAME]
    noticed = 0
    for at in range(len(whole) - 4096, len(whole), 7):
        altered = bytearray(whole)
        altered[at] ^= 0x41
        put(folder, {**files, DATABASE_NAME: bytes(altered)})
        try:
            found, _ = started(folder)  # asserts that what is found is right
        except JournalDamaged:
            noticed += 1
            continue
        noticed += len(found) < 2 * UNITS
    assert noticed > 100


def change(folder: Path, sql: str, *values: object) -> None:
    connection = sqlite3.connect(folder / DATABASE_NAME)
    connection.execute(sql, values)
    connection.commit()
    connection.close()


def test_damage_in_the_middle_is_refused_with_its_place_and_nothing_is_changed(
    folder: Path,
) -> None:
    closed(folder)
    change(folder, "UPDATE log SET body = zeroblob(length) WHERE n = 7")
    before = (folder / DATABASE_NAME).read_bytes()
    with pytest.raises(JournalDamaged, match=r"damaged in the middle: record 7 can't be read"):
        started(folder)
    assert (folder / DATABASE_NAME).read_bytes() == before
    with pytest.raises(JournalDamaged, match="damaged at record 7"):
        list(opening.read_records(folder))


def test_a_missing_record_in_the_middle_is_noticed(folder: Path) -> None:
    closed(folder)
    change(folder, "DELETE FROM log WHERE n = 5")
    with pytest.raises(JournalDamaged, match="record 5 can't be read"):
        started(folder)


def test_two_records_that_changed_places_are_noticed(folder: Path) -> None:
    closed(folder)
    change(folder, "UPDATE log SET n = 100 WHERE n = 3")
    change(folder, "UPDATE log SET n = 3 WHERE n = 4")
    change(folder, "UPDATE log SET n = 4 WHERE n = 100")
    with pytest.raises(JournalDamaged, match="record 3 can't be read"):
        started(folder)


@pytest.mark.parametrize("record", [39, 40])
def test_a_unit_with_a_damaged_record_is_cut_whole(folder: Path, record: int) -> None:
    closed(folder)
    change(folder, "UPDATE log SET body = zeroblob(length) WHERE n >= ?", record)
    found, notes = started(folder)
    assert len(found) == 38
    assert notes[0].startswith(f"{CUT_OFF} 38")


def test_a_journal_that_lost_all_its_records_but_one_unit_says_so(folder: Path) -> None:
    closed(folder)
    change(folder, "UPDATE log SET crc = crc + 1 WHERE n > 2")
    assert len(started(folder)[0]) == 2


def test_records_are_appended_behind_a_cut_as_if_nothing_had_been(folder: Path) -> None:
    closed(folder)
    change(folder, "UPDATE log SET crc = crc + 1 WHERE n = 40")
    calls = CallQueue()
    journal = SqliteJournal(folder, calls, chance=fixed)
    journal.append([numbered(38), numbered(39)], lambda: None, pytest.fail)
    calls.run(1)
    journal.close()
    assert started(folder) == (list(range(40)), ())


class Stop(BaseException):
    """The process dies here."""


@pytest.mark.parametrize("nth", range(5))
def test_a_crash_while_the_tail_is_cut_is_made_good_by_the_next_start(
    folder: Path, monkeypatch: pytest.MonkeyPatch, nth: int
) -> None:
    files = filled(folder)
    put(folder, files)
    change(folder, "UPDATE log SET crc = crc + 1 WHERE n = 40")
    left = [nth]

    def replace(source: object, target: object) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise Stop
        shutil.move(str(source), str(target))

    monkeypatch.setattr(os, "replace", replace)
    try:
        started(folder)
    except Stop:
        assert nth < 4
    monkeypatch.undo()
    found, _ = started(folder)
    assert len(found) == 38
    assert (folder / "journal.damaged-1.sqlite3").exists()
    assert not (folder / "journal.rebuilt.sqlite3").exists()


def test_a_file_that_is_no_database_is_refused(folder: Path) -> None:
    files = closed(folder)
    put(folder, {**files, DATABASE_NAME: b"\0" * 100 + files[DATABASE_NAME][100:]})
    with pytest.raises(JournalDamaged, match="damaged at its head"):
        started(folder)


def test_a_record_no_version_knows_is_named_by_its_place(folder: Path) -> None:
    closed(folder)
    body = b"\x81\xa4kind\xa4what"
    crc = rows.crc_of(41, 0, body)
    change(folder, "INSERT INTO log VALUES (41, 0, ?, ?, ?)", len(body), crc, body)
    with pytest.raises(JournalDamaged, match="Record 41"):
        list(opening.read_records(folder))


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A mounted file system of 1 MiB, where the test may mount one."""
    point = tmp_path / "small"
    point.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "perekur-test", str(point)]
    if os.name != "posix" or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("needs the right to mount a small tmpfs")
    try:
        yield point
    finally:
        subprocess.run(["umount", "-l", str(point)], check=True)


def test_a_full_disk_refuses_in_words_loses_nothing_and_takes_up_again(small_disk: Path) -> None:
    calls = CallQueue()
    journal = SqliteJournal(small_disk / "data", calls, chance=fixed)
    done: list[int] = []
    why: list[str] = []
    for number in range(80):
        journal.append(
            [numbered(number, 20_000)], functools.partial(done.append, number), why.append
        )
        calls.run(1)
    assert set(why) == {"There is no room left on the journal's disk."}
    assert 10 < len(done) < 80
    assert [number_of(record) for _, record in journal.load()] == done
    subprocess.run(["mount", "-o", "remount,size=16m", str(small_disk)], check=True)
    journal.append([numbered(80)], lambda: done.append(80), why.append)
    calls.run(1)
    journal.close()
    assert done[-1] == 80
    again = SqliteJournal(small_disk / "data", calls)
    assert [number_of(record) for _, record in again.load()] == done
    again.close()


def test_a_read_only_disk_is_named_and_can_still_be_read(small_disk: Path) -> None:
    closed(small_disk / "data")
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    with pytest.raises(JournalUnwritable, match="can't be written to"):
        SqliteJournal(small_disk / "data", CallQueue())
    assert len(list(opening.read_records(small_disk / "data"))) == 2 * UNITS


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(JournalError, match="can't be"):
        SqliteJournal(tmp_path, CallQueue())
