"""docs/operating.md says what the server really has: options, limits, and a backup that works."""

from __future__ import annotations

import dataclasses
import re
import sqlite3
from pathlib import Path

import pytest

from cardserver.__main__ import main
from cardserver.journal.keyring import KEY_NAME
from cardserver.journal.schema import DATABASE_NAME
from cardserver.journal.sqlite import SqliteJournal
from cardserver.settings import LIMIT_RANGES, Limits
from tests.support.journal_records import CallQueue, number_of, numbered

PAGE = (Path(__file__).parents[2] / "docs" / "operating.md").read_text("utf-8")


def test_every_limit_stands_there_with_its_default_and_range() -> None:
    row = r"^\| `(\w+)` \| (\d+) \| (\d+) to (\d+) \|"
    told = {name: figures for name, *figures in re.findall(row, PAGE, re.MULTILINE)}
    limits = dataclasses.asdict(Limits())
    real = {
        name: [str(limits[name]), str(allowed[0]), str(allowed[-1])]
        for name, allowed in LIMIT_RANGES.items()
    }
    assert told == real


def test_every_option_of_the_command_stands_there() -> None:
    options = {name for parameter in main.params for name in parameter.opts if name[:2] == "--"}
    told = set(re.findall(r"--[a-z][a-z-]+", PAGE))
    assert options - {"--version", "--help"} <= told
    assert told - options == {"--now"}  # of systemctl


def test_the_backup_command_copies_a_running_journal_that_starts_elsewhere(tmp_path: Path) -> None:
    calls = CallQueue()
    journal = SqliteJournal(tmp_path / "live", calls)
    for number in range(20):
        journal.append([numbered(number)], lambda: None, pytest.fail)
    calls.run(20)
    copy = tmp_path / "elsewhere"
    copy.mkdir()
    assert "VACUUM INTO" in PAGE
    connection = sqlite3.connect(tmp_path / "live" / DATABASE_NAME)
    connection.execute(f"VACUUM INTO '{copy / DATABASE_NAME}'")
    connection.close()
    (copy / KEY_NAME).write_bytes((tmp_path / "live" / KEY_NAME).read_bytes())
    sealed = journal.seal(b"secret")
    journal.close()
    again = SqliteJournal(copy, calls)
    assert [number_of(record) for _, record in again.load()] == list(range(20))
    assert again.unseal(sealed) == b"secret"
    again.close()
