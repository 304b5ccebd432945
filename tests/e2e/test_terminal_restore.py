"""Whatever ends the client, the terminal is left as it was found."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cardprotocol.messages import to_client as c
from cardprotocol.messages import to_server as s
from cardprotocol.messages.base import ToClient, ToServer
from tests.support.client_story import dealt, opening, reveal, table_info, welcome
from tests.support.scripted_server import ScriptedServer
from tests.support.terminal import PATIENCE_SECONDS, Terminal

CLIENT = (sys.executable, "-m", "cardclient")
# The same command with a fault in what it does at every key.
FAULTY_CLIENT = (
    sys.executable,
    "-c",
    "import cardclient.app\n"
    "def fault(*_): raise RuntimeError('a fault inside')\n"
    "cardclient.app.FullScreen._press = fault\n"
    "from cardclient.__main__ import main\n"
    "main(prog_name='cardclient')",
)

LEAVE_ALTERNATE_SCREEN = b"\x1b[?1049l"
SHOW_CURSOR = b"\x1b[?25h"
Leave = Callable[[Terminal, ScriptedServer], None]


def answer(message: ToServer) -> tuple[ToClient, ...]:
    """A table in the middle of a race."""
    match message:
        case s.Hello():
            game = c.View(seq=0, table=table_info(playing=True), seat=0)
            opened = c.Reveal(seq=2, at_us=0, race=opening(1))
            return (welcome("kitchen"), game, reveal(dealt()), opened)
        case _:
            return ()


def by_key(keys: bytes) -> Leave:
    return lambda terminal, _server: terminal.type(keys)


def by_signal(number: signal.Signals) -> Leave:
    return lambda terminal, _server: os.kill(terminal.process.pid, number)


def by_server(_terminal: Terminal, server: ScriptedServer) -> None:
    server.say(c.Closing(code="session/superseded", text="Another connection took over."))
    server.hang_up()


EXITS = {
    "F10": (CLIENT, by_key(b"\x1b[21~"), 0, ""),
    "Ctrl-C": (CLIENT, by_key(b"\x03"), 130, ""),
    "SIGINT": (CLIENT, by_signal(signal.SIGINT), 130, ""),
    "SIGTERM": (CLIENT, by_signal(signal.SIGTERM), 143, ""),
    "SIGHUP": (CLIENT, by_signal(signal.SIGHUP), 129, ""),
    "SIGQUIT": (CLIENT, by_signal(signal.SIGQUIT), 131, ""),
    "exception": (FAULTY_CLIENT, by_key(b"2"), 1, "a fault inside"),
    "server lost": (CLIENT, by_server, 1, "Another connection took over"),
}


@pytest.mark.parametrize("name", EXITS)
def test_the_terminal_is_restored_and_the_status_says_why(name: str, tmp_path: Path) -> None:
    argv, leave, status, said = EXITS[name]
    environment = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "PYTHONWARNINGS": ""}
    with ScriptedServer(answer) as server:
        command = (*argv, f"127.0.0.1:{server.port}", "--name", "Olga")
        with Terminal(command, environment) as terminal:
            assert terminal.until_text("hand, 8"), terminal.text()
            assert terminal.settings() != terminal.before  # raw, or this test shows nothing
            leave(terminal, server)
            assert terminal.until_exit() == status, terminal.text()
            assert terminal.settings() == terminal.before
            before, left, after = terminal.written.rpartition(LEAVE_ALTERNATE_SCREEN)
            assert left
            assert SHOW_CURSOR in before[-64:] + after
            assert said.encode() in after
            assert b"Traceback" not in after


def test_a_terminal_that_went_away_ends_the_client_like_a_hangup(tmp_path: Path) -> None:
    environment = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    with ScriptedServer(answer) as server:
        command = (*CLIENT, f"127.0.0.1:{server.port}", "--name", "Olga")
        with Terminal(command, environment) as terminal:
            assert terminal.until_text("hand, 8")
            terminal.hang_up()
            assert terminal.process.wait(PATIENCE_SECONDS) == 129


def test_a_resize_is_followed(tmp_path: Path) -> None:
    environment = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    with ScriptedServer(answer) as server:
        command = (*CLIENT, f"127.0.0.1:{server.port}", "--name", "Olga")
        with Terminal(command, environment) as terminal:
            assert terminal.until_text("hand, 8")
            terminal.resize(120, 40)
            assert terminal.until_text("what happened"), terminal.text()
            terminal.resize(60, 20)
            assert terminal.until_text("80x24"), terminal.text()
            terminal.type(b"\x1b[21~")
            assert terminal.until_exit() == 0
