"""`cardclient` and `cardbot` as a shell sees them: exit codes and one line about a mistake."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from cardclient import __main__ as cardclient
from cardclient import bot_command
from cardclient.command_line import (
    TRACEBACK_VARIABLE,
    Stopped,
    exit_code,
    run_until_signal,
)
from cardclient.problems import CannotConnect, Problem, Refused, ServerLost
from cardclient.settings import Settings
from cardclient.theme import Deck
from cardprotocol.address import Address
from cardprotocol.errors import ErrorCode

NOBODY = "127.0.0.1:9"  # the discard port: nothing listens there


def _cardclient(*arguments: str, **environment: str) -> Result:
    config = {"PEREKUR_CONFIG": os.devnull, **environment}
    return CliRunner().invoke(cardclient.main, list(arguments), env=config)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "which server? Give its ADDRESS, or --practice"),
        (["host:port:x"], "too many colons"),
        (["localhost:0"], "names no server"),
        (["localhost", "--watch"], "--watch needs --table"),
        (["localhost", "--option", "deck"], "NAME=VALUE"),
        (["--practice", "localhost"], "--practice brings its own server"),
        (["--practice", "--variant", "simple"], "add --game durak"),
        (["--practice", "--bots", "1"], "needs more players: --bots 2"),
        (["localhost", "--name", ""], "--name: 1 to 16 visible characters"),
        (["localhost", "--name", "x" * 17], "--name: 1 to 16 visible characters"),
        (["--practice", "--name", "a\x1b[31m"], "--name: 1 to 16 visible characters"),
        (["localhost", "--suits", "5"], "'5' is not one of '4', '2', 'mono'"),
    ],
)
def test_wrong_usage_is_status_2_and_says_what_would_be_right(
    arguments: list[str], said: str
) -> None:
    result = _cardclient(*arguments)
    assert result.exit_code == 2
    assert said in result.output


def test_no_server_is_status_3_and_one_line() -> None:
    for command in (cardclient.main, bot_command.main):
        result = CliRunner().invoke(command, [NOBODY], env={"PEREKUR_CONFIG": os.devnull})
        assert result.exit_code == 3
        assert result.output.endswith(f"cannot connect to {NOBODY}: connection refused\n")
        assert result.output.count("\n") == 1


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (Problem("the table is gone"), 1),
        (ServerLost("gone"), 1),
        (ZeroDivisionError("division"), 1),
        (CannotConnect("nobody there"), 3),
        (Refused("table/full", ErrorCode.TABLE_FULL.sentence), 4),
        (Stopped(signal.SIGTERM), 143),
        (KeyboardInterrupt(), 130),
    ],
)
def test_every_end_has_its_status_and_no_traceback(
    error: BaseException, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught, exit_code("cardbot"):
        raise error
    assert caught.value.code == status
    said = capsys.readouterr().err
    assert said.count("\n") == (0 if status >= 128 else 1)
    assert str(error) in said or status >= 128


def test_escapes_in_a_servers_words_do_not_reach_the_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit), exit_code("cardclient"):
        raise Refused("x", "\x1b]0;owned\x07")
    assert "\x1b" not in capsys.readouterr().err


def test_a_traceback_is_there_for_who_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(TRACEBACK_VARIABLE, "1")
    with pytest.raises(ZeroDivisionError), exit_code("cardbot"):
        raise ZeroDivisionError


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_cancels_what_runs_and_is_told(number: signal.Signals) -> None:
    cleaned = []

    async def forever() -> None:
        asyncio.get_running_loop().call_soon(os.kill, os.getpid(), number)
        try:
            await asyncio.Event().wait()
        finally:
            cleaned.append(number)

    with pytest.raises(Stopped) as caught:
        run_until_signal(forever)
    assert caught.value.number == number
    assert cleaned == [number]


# where settings come from


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Address, Settings]]:
    """What `cardclient` was about to do, instead of doing it."""
    seen: list[tuple[Address, Settings]] = []

    async def visit(address: Address, settings: Settings) -> int:
        seen.append((address, settings))
        return 0

    monkeypatch.setattr(cardclient, "visit", visit)
    return seen


def test_an_option_beats_the_environment_which_beats_the_file_which_beats_the_default(
    tmp_path: Path, asked: list[tuple[Address, Settings]]
) -> None:
    path = tmp_path / "client.toml"
    path.write_text('server = "filed"\nname = "Filed"\nsuits = "mono"\nascii = true\nbell = true\n')
    config = {"PEREKUR_CONFIG": str(path)}
    _cardclient(**config)
    _cardclient(**config, PEREKUR_NAME="Environed", PEREKUR_SERVER="environed")
    _cardclient("typed:1", "--name", "Typed", **config, PEREKUR_NAME="Environed")
    _cardclient("typed:1")
    assert [(address.host, settings.name) for address, settings in asked] == [
        ("filed", "Filed"),
        ("environed", "Environed"),
        ("typed", "Typed"),
        ("typed", None),
    ]
    assert asked[0][1] == Settings(name="Filed", suits=Deck.MONO, ascii=True, bell=True)
    assert asked[3][1] == Settings()


def test_cardbots_options_beat_its_environment_which_beats_its_defaults(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    seen: list[tuple[object, ...]] = []

    async def play(address: Address, **asked: object) -> None:
        seen.append((address.host, asked["name"], asked["tokens"]))

    monkeypatch.setattr(bot_command, "_play", play)
    environment = {
        "PEREKUR_SERVER": "environed",
        "PEREKUR_BOT_NAME": "Robot",
        "PEREKUR_BOT_TOKENS": str(tmp_path),
        "PEREKUR_NAME": "Olena",
    }
    for arguments, env in (
        ([], environment),
        (["typed", "--name", "Typed", "--tokens", str(tmp_path / "x")], environment),
        (["typed"], {"PEREKUR_NAME": "Olena"}),
    ):
        assert CliRunner().invoke(bot_command.main, arguments, env=env).exit_code == 0
    assert seen == [
        ("environed", "Robot", tmp_path),
        ("typed", "Typed", tmp_path / "x"),
        ("typed", "Bot", None),
    ]
    assert CliRunner().invoke(bot_command.main, []).exit_code == 2


def test_a_settings_file_that_was_named_must_be_there(tmp_path: Path) -> None:
    result = _cardclient("localhost", "--config", str(tmp_path / "none.toml"))
    assert result.exit_code == 2
    assert "there is no settings file" in result.output


@pytest.mark.parametrize("command", [cardclient.main, bot_command.main])
def test_help_shows_examples_and_the_version_is_the_packages(command: click.Command) -> None:
    helped = CliRunner().invoke(command, ["--help"])
    assert helped.exit_code == 0
    assert "Examples:" in helped.output
    assert "3 no server there, 4 the server refused, 128+n" in " ".join(helped.output.split())
    version = CliRunner().invoke(command, ["--version"])
    assert version.output.split()[1][0].isdigit()


def test_a_crew_has_numbers_and_seeds_of_its_own() -> None:
    crew = bot_command.crew("first", "Bot", 3, 7, "easy")
    assert [bot.name for bot in crew] == ["Bot1", "Bot2", "Bot3"]
    again = bot_command.crew("first", "Bot", 3, 7, "easy")
    draws = [bot.random.random() for bot in crew]
    assert draws == [bot.random.random() for bot in again]
    assert len(set(draws)) == 3
    assert [bot.name for bot in bot_command.crew("auto", "Solo", 1, None, "raw")] == ["Solo"]
