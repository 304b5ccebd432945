"""`cardbot` and `cardclient --practice` as processes against a real server."""

from __future__ import annotations

import re
import subprocess
import sys

from tests.support.real_server import real_server

CARDBOT = [sys.executable, "-W", "error", "-m", "cardclient.bot_command"]
CARDCLIENT = [sys.executable, "-W", "error", "-m", "cardclient"]
RAW = ["--option", "bots_race=raw", "--option", "look_seconds=0"]


def _run(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60
    )


def test_bots_at_two_tables_at_once_play_to_the_end_and_the_server_has_nothing_to_complain() -> (
    None
):
    with real_server() as server:
        games = (["--game", "durak", "--matches", "2"], RAW)
        commands = [
            [*CARDBOT, server.address, "--count", "3", "--table", f"t{n}", "--line", *game]
            for n, game in enumerate(games)
        ]
        running = [
            subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            for command in commands
        ]
        for process in running:
            out, err = process.communicate(timeout=60)
            assert (process.returncode, err) == (0, "")
            assert "the match is over" in out
    assert not re.search("error|critical|traceback", server.log, re.I), server.log


def test_a_strategy_for_another_game_is_a_clear_mistake() -> None:
    with real_server() as server:
        done = _run([*CARDBOT, server.address, "--strategy", "lowest"])
    assert done.returncode == 1
    assert done.stderr == (
        "cardbot: strategy 'lowest' plays durak, the table 'bots' plays perekur\n"
    )


def test_what_the_server_refuses_is_status_4() -> None:
    with real_server() as server:
        done = _run([*CARDBOT, server.address, "--option", "look_seconds=99"])
        assert done.returncode == 4
        assert "look_seconds" in done.stderr
        watching = _run([*CARDCLIENT, server.address, "--table", "none", "--watch"])
        assert watching.returncode == 4
        assert "No table has that name. (table: none)" in watching.stderr


def test_practice_without_a_terminal_shows_a_whole_match_and_leaves_nothing_running() -> None:
    mark = "absent_seconds=57"  # tells this test's servers from those of others
    for more in (["--game", "durak", "--bots", "1"], ["--bots", "2", *RAW]):
        done = _run([*CARDCLIENT, "--practice", *more, "--option", mark])
        assert (done.returncode, done.stderr) == (0, "")
        lines = done.stdout.splitlines()
        assert lines[0] == "Nobody can type here, so a bot plays your seat."
        assert "the match is over" in lines[-1]
    children = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True)
    assert mark not in children.stdout


def test_practice_says_why_its_server_did_not_start() -> None:
    done = _run([*CARDCLIENT, "--practice", "--option", "deal=twice"])
    assert done.returncode == 1
    assert done.stderr.startswith("cardclient: the practice server did not start: ")
    assert "deal=twice" in done.stderr


def test_bots_leave_when_whoever_started_them_is_gone() -> None:
    with real_server() as server:
        bots = subprocess.Popen(
            [*CARDBOT, server.address, "--count", "2", "--matches", "0", "--exit-with-stdin"],
            stdin=subprocess.PIPE,
        )
        assert bots.stdin is not None
        bots.stdin.close()
        assert bots.wait(30) == 0
