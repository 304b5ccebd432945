"""`cardserver --referee` as a process: what it says, and with which status it ends."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys

import pytest

from cardprotocol.address import parse_address
from cardprotocol.codec import encode_frame
from cardprotocol.messages import to_server as said
from cardprotocol.messages.base import ToServer

COMMAND = [sys.executable, "-m", "cardserver", "--referee", "--listen", "127.0.0.1:0"]
GREETING = said.Hello(version=1, name="Brief", bot=True)


def examined(*messages: ToServer, report: str) -> tuple[int, str]:
    """A bot that says `messages` and waits for the end: exit status and report."""
    with subprocess.Popen(
        [*COMMAND, "--report", report], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        address = parse_address(process.stderr.readline().split()[-1])
        with socket.create_connection((address.host, address.port), timeout=30) as bot:
            for message in messages:
                bot.sendall(encode_frame(message))
            while bot.recv(4096):
                pass
            out, _errors = process.communicate(timeout=30)
    return process.returncode, out


def test_a_bot_that_does_not_pass_is_status_1_and_a_report_for_people() -> None:
    status, out = examined(GREETING, said.Bye(), report="text")
    assert status == 1
    assert "passed      says `hello` first, and in time  (Sessions and tables)" in out
    assert "not reached plays a match to its end" in out
    assert "the bot said `bye` before that" in out


def test_the_report_for_programs_is_all_that_stands_on_standard_output() -> None:
    status, out = examined(said.ListTables(), GREETING, said.Bye(), report="json")
    report = json.loads(out)
    assert status == 1
    assert report["passed"] is False
    by_name = {point["point"]: point for point in report["points"]}
    assert by_name["greets"]["status"] == "failed"
    assert by_name["greets"]["section"] == "Sessions and tables"
    assert by_name["declares_bot"]["status"] == "passed"
    assert by_name["match"]["status"] == "not reached"


@pytest.mark.parametrize("arguments", [["--game", "bridge"], ["--option", "look_seconds=99"]])
def test_wrong_usage_is_status_2(arguments: list[str]) -> None:
    done = subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, timeout=30)
    assert done.returncode == 2


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("greeted", [False, True])
def test_a_signal_before_the_end_is_status_128_and_its_number(
    number: signal.Signals, greeted: bool
) -> None:
    with subprocess.Popen(
        COMMAND, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        address = parse_address(process.stderr.readline().split()[-1])
        with socket.create_connection((address.host, address.port), timeout=30) as bot:
            if greeted:
                bot.sendall(encode_frame(GREETING))
                assert bot.recv(4096)
            process.send_signal(number)
            out, errors = process.communicate(timeout=30)
    assert (process.returncode, out) == (128 + number, "")
    assert errors.splitlines()[-1] == "interrupted before the end"


@pytest.mark.parametrize("arguments", [["--referee"], ["--no-data"]])
def test_pure_python_msgpack_is_refused_before_anything_starts(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cardserver", *arguments, "--listen", "127.0.0.1:0"],
        env={**os.environ, "MSGPACK_PUREPYTHON": "1"},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("cardserver: msgpack runs in its pure Python form")
    assert len(done.stderr.splitlines()) == 1
