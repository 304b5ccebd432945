"""The JavaScript bot of docs/examples as a child process, and the servers it meets.

What lives here: installing what it needs into a folder of the test's, starting
and ending processes. What must not: what it has to do.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "docs" / "examples" / "javascript"
LEAST_NODE = 20


def why_not() -> str:
    """Why the bot can't run here; empty if it can."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return "node and npm are not installed"
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True)
    major = int(version.stdout.strip().lstrip("v").split(".")[0])
    return "" if major >= LEAST_NODE else f"node is older than {LEAST_NODE}"


def install(folder: Path) -> Path:
    """A copy of the bot in `folder` with its one package; RuntimeError if npm can't get it."""
    copy = folder / "bot"
    shutil.copytree(SOURCES, copy, ignore=shutil.ignore_patterns("node_modules", "package-lock*"))
    npm = shutil.which("npm")
    assert npm is not None
    command = [npm, "install", "--no-audit", "--no-fund", "--no-package-lock", "--ignore-scripts"]
    done = subprocess.run(command, cwd=copy, capture_output=True, text=True, timeout=120)
    if done.returncode:
        raise RuntimeError(f"npm install: {done.stderr.strip()[-300:]}")
    return copy


class Child:
    """A process whose output is read; `ended` gives its status and the rest of what it said."""

    def __init__(self, command: Sequence[str], folder: Path | None = None) -> None:
        self._process = subprocess.Popen(
            command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def error_line(self) -> str:
        """The next line on standard error, empty at its end."""
        assert self._process.stderr is not None
        return self._process.stderr.readline()

    def ended(self, within_seconds: float) -> tuple[int, str, str]:
        """Exit status, output and errors; subprocess.TimeoutExpired if it goes on."""
        out, errors = self._process.communicate(timeout=within_seconds)
        return self._process.returncode, out, errors

    def stop(self) -> None:
        """End it, if it has not ended."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.communicate()


def bot(folder: Path, address: str, *arguments: str) -> Child:
    """The bot, on its way to `address`."""
    node = shutil.which("node")
    assert node is not None
    return Child([node, "bot.js", address, *arguments], folder)


def cardbots(address: str, *arguments: str) -> Child:
    """Bots of this project."""
    return Child([sys.executable, "-m", "cardclient.bot_command", address, *arguments])


def referee(*arguments: str) -> tuple[Child, str]:
    """A referee, and the address it listens on."""
    command = [sys.executable, "-m", "cardserver", "--referee", "--report", "json"]
    child = Child([*command, "--listen", "127.0.0.1:0", *arguments])
    line = child.error_line()
    return child, line.removeprefix("referee listening on ").strip()
