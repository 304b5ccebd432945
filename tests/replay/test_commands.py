"""The command cardreplay on a journal: words, files and exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cardreplay.__main__ import main
from cardserver.journal.sqlite import SqliteJournal
from cardserver.records import MatchBegun
from tests.support.replay_matches import Records, played


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal with finished matches of both games and one still being played."""
    path = tmp_path_factory.mktemp("journal")
    journal = SqliteJournal(path, lambda call: call())
    for records in matches():
        journal.append(records, lambda: None, pytest.fail)
    journal.append(played(1, 0)[0][:-1], lambda: None, pytest.fail)
    journal.close()
    return path


def matches() -> list[Records]:
    return [*played(0, 0), *played(0, 2)]


def id_of(records: Records) -> str:
    begun = records[0]
    assert isinstance(begun, MatchBegun)
    return begun.match_id


def run(folder: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["--data", str(folder), *arguments])


def test_list_names_every_match_with_its_losers_and_what_is_being_played(folder: Path) -> None:
    lines = run(folder, "list").output.splitlines()
    assert len(lines) == 1 + len(matches()) + 1
    for records, line in zip(matches(), lines[1:], strict=False):
        assert line.startswith(id_of(records))
    assert lines[-1].endswith("(being played)")
    only = run(folder, "list", "--game", "durak", "--json").output.splitlines()
    assert [json.loads(line)["game"] for line in only] == ["durak", "durak"]


def test_a_match_is_exported_verified_and_shown_from_its_file(folder: Path, tmp_path: Path) -> None:
    wanted, file = id_of(matches()[0]), str(tmp_path / "a.replay")
    exported = run(folder, "export", wanted[:6], file)
    assert (exported.exit_code, wanted in exported.output) == (0, True)
    verified = run(tmp_path, "verify", file)  # no journal there, and none needed
    assert verified.exit_code == 0
    assert "genuine" in verified.output
    shown = run(tmp_path, "show", file)
    assert shown.exit_code == 0
    assert "the match is over" in shown.output.splitlines()[-1]


def test_an_existing_file_is_not_written_over(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "kept"
    file.write_text("mine")
    result = run(folder, "export", id_of(matches()[0]), str(file))
    assert result.exit_code == 1
    assert "exists already" in result.output
    assert file.read_text() == "mine"


def test_an_altered_file_is_refused_with_its_place_and_the_others_are_still_checked(
    folder: Path, tmp_path: Path
) -> None:
    good, bad = tmp_path / "good", tmp_path / "bad"
    run(folder, "export", id_of(matches()[0]), str(good))
    content = bytearray(good.read_bytes())
    content[-500] ^= 1
    bad.write_bytes(content)
    result = run(folder, "verify", str(bad), str(good))
    assert result.exit_code == 1
    assert "REFUSED: line " in result.output
    assert "genuine" in result.output


def test_a_match_that_is_not_there_is_not_called_refused(folder: Path) -> None:
    result = run(folder, "verify", "nope")
    assert result.exit_code == 1
    assert "nope: not found: " in result.output
    assert "REFUSED" not in result.output


def test_a_match_being_played_can_not_be_shown_exported_or_verified(
    folder: Path, tmp_path: Path
) -> None:
    wanted = id_of(played(1, 0)[0])
    for arguments in (
        ("show", wanted),
        ("export", wanted, str(tmp_path / "x")),
        ("verify", wanted),
    ):
        result = run(folder, *arguments)
        assert result.exit_code == 1
        assert "is not over" in result.output
    assert not (tmp_path / "x").exists()


def test_what_is_not_there_is_said_in_one_line(folder: Path, tmp_path: Path) -> None:
    for arguments in (
        ("show", "nonsense"),
        ("show", ""),
        ("show", id_of(matches()[0]), "--seat", "Zoe"),
    ):
        result = run(folder, *arguments)
        assert (result.exit_code, result.output.count("\n")) == (1, 1)
    assert "There is no journal in" in run(tmp_path / "none", "list").output


def test_show_takes_a_seat_by_name_or_number(folder: Path) -> None:
    begun, wanted = matches()[0][0], id_of(matches()[0])
    assert isinstance(begun, MatchBegun)
    number = str(begun.seats[begun.names.index("P1")] + 1)
    by_name = run(folder, "show", wanted, "--seat", "P1", "--line", "--ascii")
    by_number = run(folder, "show", wanted, "--seat", number, "--line", "--ascii")
    assert by_name.output == by_number.output
    assert "you laid" in by_name.output


def test_stats_rank_the_players_of_each_game_and_draw_their_reactions(folder: Path) -> None:
    lines = run(folder, "stats", "--ascii").output.splitlines()
    assert lines[0] == "durak"
    assert "perekur" in lines
    assert any("P1 (bot)" in line for line in lines)
    found = [json.loads(line) for line in run(folder, "stats", "--json").output.splitlines()]
    raced = [row for row in found if row["game"] == "perekur"]
    assert len(raced) == 3
    assert all(row["matches"] == 2 for row in raced)
    assert sum(sum(row["reactions_ms"].values()) for row in raced) > 20


def test_help_and_version_are_there() -> None:
    assert "cardreplay verify" in CliRunner().invoke(main, ["--help"]).output
    assert CliRunner().invoke(main, ["--version"]).exit_code == 0
    assert CliRunner().invoke(main, ["verify"]).exit_code == 2
