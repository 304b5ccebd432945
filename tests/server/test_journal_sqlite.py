"""SqliteJournal by stories: order, grouping, failures, locks, keys, versions."""

from __future__ import annotations

import os
import sqlite3
import stat
from pathlib import Path

import pytest

from cardserver.journal import schema
from cardserver.journal.errors import (
    JournalError,
    JournalInUse,
    JournalTooNew,
    JournalUnwritable,
    KeyUnusable,
)
from cardserver.journal.keyring import KEY_NAME
from cardserver.journal.opening import read_records
from cardserver.journal.schema import DATABASE_NAME
from cardserver.journal.sqlite import CLOSED, SqliteJournal
from tests.support.journal_gate import gated
from tests.support.journal_records import CallQueue, Desk, number_of, numbered, other


def numbers(journal: SqliteJournal) -> list[int]:
    return [number_of(record) for _, record in journal.load()]


def write(journal: SqliteJournal, calls: CallQueue, *wanted: int) -> None:
    desk = Desk()
    for number in wanted:
        journal.append([numbered(number)], desk.then(""), desk.failed(""))
    calls.run(len(wanted))
    assert desk.told == [("then", "")] * len(wanted)


def test_what_was_appended_is_there_after_a_restart_in_order(tmp_path: Path) -> None:
    calls = CallQueue()
    journal = SqliteJournal(tmp_path / "new" / "folder", calls)
    write(journal, calls, *range(50))
    journal.close()
    again = SqliteJournal(tmp_path / "new" / "folder", calls)
    assert [(n, number_of(r)) for n, r in again.load()] == [(k + 1, k) for k in range(50)]
    assert again.notes == ()
    write(again, calls, 50)
    assert numbers(again) == list(range(51))
    assert [n for n, _ in again.load(after=49)] == [50, 51]
    again.close()


def test_every_kind_of_record_comes_back_as_it_was(tmp_path: Path) -> None:
    calls = CallQueue()
    journal = SqliteJournal(tmp_path, calls)
    unit = [numbered(1), other(), numbered(2, padding=20_000)]
    journal.append(unit, lambda: None, pytest.fail)
    calls.run(1)
    assert [record for _, record in journal.load()] == unit
    journal.close()


def test_answers_come_in_the_order_of_the_appends_and_only_through_the_reactor(
    tmp_path: Path,
) -> None:
    calls, desk = CallQueue(), Desk()
    journal = SqliteJournal(tmp_path, calls)
    for number in range(200):
        journal.append([numbered(number)], desk.then(str(number)), desk.failed(str(number)))
    journal.close()
    assert desk.told == []
    calls.run_waiting()
    assert desk.told == [("then", str(number)) for number in range(200)]


def test_an_append_after_closing_fails_in_its_turn(tmp_path: Path) -> None:
    calls, desk = CallQueue(), Desk()
    journal = SqliteJournal(tmp_path, calls)
    journal.append([numbered(1)], desk.then("a"), desk.failed("a"))
    journal.close()
    journal.close()
    journal.append([numbered(2)], desk.then("b"), desk.failed("b"))
    calls.run_waiting()
    assert desk.told == [("then", "a"), ("failed", "b", CLOSED)]


def test_all_appends_that_wait_while_the_disk_syncs_share_the_next_commit(tmp_path: Path) -> None:
    calls, desk = CallQueue(), Desk()
    journal, gate = gated(tmp_path, calls)
    journal.append([numbered(0)], desk.then("0"), desk.failed("0"))
    assert gate.reached.acquire(timeout=30)
    for number in range(1, 300):
        journal.append([numbered(number)], desk.then(str(number)), desk.failed(str(number)))
    gate.go.release(2)  # a stuck sync did not keep any of these appends from returning
    calls.run(300)
    assert gate.commits == 2
    assert desk.told == [("then", str(number)) for number in range(300)]
    journal.close()


def test_a_failed_commit_takes_along_what_was_appended_before_it_was_told_and_nothing_more(
    tmp_path: Path,
) -> None:
    calls, desk = CallQueue(), Desk()
    journal, gate = gated(tmp_path, calls)
    gate.fail_next = OSError(28, "No space left on device")
    journal.append([numbered(1)], desk.then("first"), desk.failed("first"))
    assert gate.reached.acquire(timeout=30)
    journal.append([numbered(2)], desk.then("behind"), desk.failed("behind"))
    gate.go.release(4)
    calls.run(1)
    journal.append([numbered(3)], desk.then("after"), desk.failed("after"))
    calls.run(2)
    why = "The journal could not be written: No space left on device."
    assert desk.told == [("failed", "first", why), ("failed", "behind", why), ("then", "after")]
    assert numbers(journal) == [3]
    journal.close()


def test_an_append_of_nothing_waits_its_turn_and_after_a_failure_proves_the_disk(
    tmp_path: Path,
) -> None:
    calls, desk = CallQueue(), Desk()
    journal, gate = gated(tmp_path, calls)
    journal.append([], desk.then("idle"), desk.failed("idle"))
    calls.run(1)
    assert gate.commits == 0
    gate.go.release(9)
    for tag, records in (("write", [numbered(1)]), ("probe", []), ("good", [])):
        gate.fail_next = None if tag == "good" else OSError(5, "Input/output error")
        journal.append(records, desk.then(tag), desk.failed(tag))
        calls.run(1)
    assert [told[:2] for told in desk.told] == [
        ("then", "idle"),
        ("failed", "write"),
        ("failed", "probe"),
        ("then", "good"),
    ]
    journal.close()


@pytest.mark.parametrize("pages", range(6, 60, 3))
def test_a_disk_that_is_full_at_any_page_loses_nothing_acknowledged_and_recovers(
    tmp_path: Path, pages: int
) -> None:
    calls, desk = CallQueue(), Desk()
    connections: list[sqlite3.Connection] = []

    def connect(path: Path) -> sqlite3.Connection:
        connections.append(schema.connect(path))
        return connections[-1]

    journal = SqliteJournal(tmp_path, calls, connect=connect)
    connections[-1].execute(f"PRAGMA max_page_count = {pages}")
    for number in range(60):
        tag = str(number)
        journal.append([numbered(number, 3000)], desk.then(tag), desk.failed(tag))
        calls.run(1)
    done = [int(told[1]) for told in desk.told if told[0] == "then"]
    why = {told[2] for told in desk.told if told[0] == "failed"}
    assert why == {"There is no room left on the journal's disk."}
    assert numbers(journal) == done
    connections[-1].execute("PRAGMA max_page_count = 100000")
    write(journal, calls, 100)
    journal.close()
    again = SqliteJournal(tmp_path, calls)
    assert numbers(again) == [*done, 100]
    again.close()


def test_a_second_server_on_the_folder_is_told_so_and_the_first_goes_on(tmp_path: Path) -> None:
    calls = CallQueue()
    first = SqliteJournal(tmp_path, calls)
    with pytest.raises(JournalInUse, match="Another server is using the folder"):
        SqliteJournal(tmp_path, calls)
    write(first, calls, 1)
    first.close()
    SqliteJournal(tmp_path, calls).close()


def test_records_can_be_read_while_a_server_has_the_folder_and_after(tmp_path: Path) -> None:
    calls = CallQueue()
    journal = SqliteJournal(tmp_path, calls)
    write(journal, calls, *range(2500))
    assert [number_of(r) for _, r in read_records(tmp_path)] == list(range(2500))
    journal.close()
    assert [n for n, _ in read_records(tmp_path, 2400)] == list(range(2401, 2501))
    with pytest.raises(JournalError, match="There is no journal"):
        list(read_records(tmp_path / "elsewhere"))


def test_the_folder_and_its_files_are_their_owners_alone(tmp_path: Path) -> None:
    calls = CallQueue()
    old = os.umask(0o022)
    try:
        journal = SqliteJournal(tmp_path / "data", calls)
        write(journal, calls, 1)
        modes = {p.name: stat.S_IMODE(p.stat().st_mode) for p in (tmp_path / "data").iterdir()}
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
    assert set(modes.values()) == {0o600}
    assert {KEY_NAME, DATABASE_NAME, DATABASE_NAME + "-wal"} <= set(modes)
    journal.close()


def test_what_was_sealed_is_nowhere_in_the_folder_and_comes_back_after_a_restart(
    tmp_path: Path,
) -> None:
    calls, secret = CallQueue(), b"seed of a match, 32 bytes of it!"
    journal = SqliteJournal(tmp_path, calls)
    sealed = journal.seal(secret)
    assert sealed != journal.seal(secret)
    journal.append([numbered(1)], lambda: None, pytest.fail)
    journal.close()
    assert all(secret not in path.read_bytes() for path in tmp_path.iterdir())
    again = SqliteJournal(tmp_path, calls)
    assert again.unseal(sealed) == secret
    again.close()


def test_a_lost_or_strange_key_is_named_and_nothing_is_changed(tmp_path: Path) -> None:
    calls = CallQueue()
    SqliteJournal(tmp_path, calls).close()
    key = tmp_path / KEY_NAME
    right = key.read_bytes()
    key.unlink()
    with pytest.raises(KeyUnusable, match="missing"):
        SqliteJournal(tmp_path, calls)
    assert not key.exists()
    key.write_bytes(b"x" * 32)
    with pytest.raises(KeyUnusable, match="belongs to another journal"):
        SqliteJournal(tmp_path, calls)
    key.write_bytes(right[:31])
    with pytest.raises(KeyUnusable, match="damaged"):
        SqliteJournal(tmp_path, calls)
    key.write_bytes(right)
    SqliteJournal(tmp_path, calls).close()


def test_a_newer_schema_is_refused_with_both_numbers(tmp_path: Path) -> None:
    SqliteJournal(tmp_path, CallQueue()).close()
    with sqlite3.connect(tmp_path / DATABASE_NAME) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = (tmp_path / DATABASE_NAME).read_bytes()
    with pytest.raises(JournalTooNew, match=r"later version.*schema is 99, this server knows 1"):
        SqliteJournal(tmp_path, CallQueue())
    assert (tmp_path / DATABASE_NAME).read_bytes() == before


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / DATABASE_NAME) as connection:
        connection.execute("CREATE TABLE letters (a)")
    connection.close()
    with pytest.raises(JournalError, match="another program's database"):
        SqliteJournal(tmp_path, CallQueue())


def test_an_older_schema_is_brought_up_step_by_step_and_a_failing_step_changes_nothing(
    tmp_path: Path,
) -> None:
    path = tmp_path / DATABASE_NAME
    SqliteJournal(tmp_path, CallQueue()).close()

    def second(connection: sqlite3.Connection) -> None:
        connection.execute("ALTER TABLE log ADD COLUMN extra INTEGER NOT NULL DEFAULT 5")

    def broken(connection: sqlite3.Connection) -> None:
        connection.execute("CREATE TABLE half (a)")
        raise sqlite3.OperationalError("no")

    steps = (*schema.MIGRATIONS, second, broken)
    with pytest.raises(JournalUnwritable):
        schema.open_database(path, "full", migrations=steps)
    connection = schema.open_database(path, "full", migrations=steps[:2])
    assert connection.execute("PRAGMA user_version").fetchone() == (2,)
    assert connection.execute("SELECT name FROM sqlite_master WHERE name = 'half'").fetchall() == []
    assert connection.execute("SELECT extra FROM log").fetchall() == []
    connection.close()


def test_a_folder_that_can_not_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(JournalUnwritable, match="can't be made"):
        SqliteJournal(tmp_path / "file" / "sub", CallQueue())
