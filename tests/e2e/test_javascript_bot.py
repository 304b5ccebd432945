"""The JavaScript bot passes the referee and plays both games, over real sockets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.javascript_bot import Child, bot, cardbots, install, referee, why_not
from tests.support.server_process import ServerProcess, free_port

pytestmark = [
    pytest.mark.skipif(bool(why_not()), reason=why_not()),
    pytest.mark.xdist_group("javascript"),
]
SECONDS = 150  # an examination takes a fifth of it on an idle machine


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    try:
        return install(tmp_path_factory.mktemp("javascript"))
    except RuntimeError as error:
        pytest.skip(f"its package can't be had: {error}")


@contextmanager
def ended(*children: Child) -> Iterator[None]:
    """Whatever happens, no process is left."""
    try:
        yield
    finally:
        for child in children:
            child.stop()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    server = ServerProcess(free_port(), tmp_path / "data", tmp_path / "log")
    server.start()
    yield server
    server.stop()


@pytest.mark.parametrize("arguments", [("perekur",), ("durak",), ("perekur", "bots_race=raw")])
def test_it_passes_the_referee(folder: Path, arguments: tuple[str, ...]) -> None:
    game, *options = arguments
    judge, address = referee("--game", game, *(f"--option={option}" for option in options))
    player = bot(folder, address, "--table", "examination", "--matches", "9")
    with ended(judge, player):
        status, out, _errors = judge.ended(SECONDS)
    report = json.loads(out)
    wrong = [point for point in report["points"] if point["status"] != "passed"]
    assert not wrong
    assert report["passed"]
    assert status == 0


@pytest.mark.parametrize(
    ("game", "others", "options"),
    [("perekur", 2, ("bots_race=raw", "look_seconds=0")), ("durak", 1, ("mode=transfer",))],
)
def test_it_plays_a_match_with_bots_of_this_project(
    folder: Path, server: ServerProcess, game: str, others: int, options: tuple[str, ...]
) -> None:
    address = str(server.address)
    rivals = cardbots(
        address,
        *("--table", "kitchen", "--game", game, "--count", str(others), "--after-others"),
        *(f"--option={option}" for option in options),
    )
    player = bot(folder, address, "--players", str(others + 1))
    with ended(rivals, player):
        status, out, errors = player.ended(SECONDS)
        assert (status, errors) == (0, "")
        assert "match 1 ended" in out
        assert "refused: claim/false_start" not in out
        assert rivals.ended(30)[0] == 0


def test_it_is_the_same_player_with_its_token(
    folder: Path, server: ServerProcess, tmp_path: Path
) -> None:
    address, kept = str(server.address), tmp_path / "token.json"
    rivals = cardbots(address, "--table", "one", "--game", "durak", "--after-others")
    first = bot(folder, address, "--table", "one", "--token-file", str(kept))
    with ended(rivals, first):
        assert first.ended(SECONDS)[0] == 0
    token = json.loads(kept.read_text())
    assert kept.stat().st_mode & 0o077 == 0
    stranger = bot(folder, address, "--table", "one")
    with ended(stranger):
        status, _out, errors = stranger.ended(30)
    assert status == 1
    assert "hello/name_taken" in errors
    again = bot(folder, address, "--table", "two", "--game", "durak", "--token-file", str(kept))
    rivals = cardbots(address, "--table", "two", "--game", "durak", "--after-others")
    with ended(again, rivals):
        assert again.ended(SECONDS)[0] == 0
    assert json.loads(kept.read_text()) == token
