"""Tokens on disk: private, found again, never a reason to fail."""

from __future__ import annotations

import stat
from pathlib import Path

from cardclient.token_store import FileTokens, MemoryTokens

TOKEN = bytes(range(16))


def test_a_kept_token_is_found_by_the_next_run_under_its_server_and_name_only(
    tmp_path: Path,
) -> None:
    before = FileTokens(tmp_path / "new")
    before.keep("host:1", "Олена", TOKEN)
    before.close()
    store = FileTokens(tmp_path / "new")
    assert store.find("host:1", "Олена") == TOKEN
    assert store.find("host:2", "Олена") is None
    assert store.find("host:1", "Olena") is None


def test_files_are_for_their_owner_alone_and_no_name_chooses_a_path(tmp_path: Path) -> None:
    store = FileTokens(tmp_path / "new")
    store.keep("../../host", "../../../etc/passwd\0", TOKEN)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700
    kept = sorted((tmp_path / "new").iterdir())
    assert {stat.S_IMODE(path.stat().st_mode) for path in kept} == {0o600}
    assert {path.suffix for path in kept} == {".json", ".lock"}
    assert store.find("../../host", "../../../etc/passwd\0") == TOKEN
    store.close()


def test_a_damaged_or_unwritable_store_only_means_no_token(tmp_path: Path) -> None:
    store = FileTokens(tmp_path)
    store.keep("h", "n", TOKEN)
    entry = next(tmp_path.glob("*.json"))
    for damage in ("", "{", "[]", '{"token": 5}', '{"token": "ab"}', '{"token": "zz"}'):
        entry.write_text(damage)
        assert store.find("h", "n") is None
    store.close()
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    FileTokens(blocked).keep("h", "n", TOKEN)
    assert FileTokens(blocked).find("h", "n") is None


def test_a_name_is_busy_for_others_while_its_player_runs(tmp_path: Path) -> None:
    first, second = FileTokens(tmp_path), FileTokens(tmp_path)
    first.keep("h", "n", TOKEN)
    assert second.busy("h", "n")
    assert not first.busy("h", "n")
    assert not second.busy("h", "other")
    first.close()
    assert not second.busy("h", "n")
    second.close()


def test_tokens_in_memory_last_as_long_as_the_process() -> None:
    store = MemoryTokens()
    assert store.find("h", "n") is None
    store.keep("h", "n", TOKEN)
    assert store.find("h", "n") == TOKEN
    assert not store.busy("h", "n")
