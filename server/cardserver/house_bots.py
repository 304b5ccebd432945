"""The house's own bots: a `cardbot` process that plays by the same protocol as everybody.

What lives here: starting and stopping it. What must not: how bots play
(cardclient); the server never imports the client.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from twisted.internet.protocol import ProcessProtocol
from twisted.python.failure import Failure

_COMMAND: Final = (sys.executable, "-m", "cardclient.bot_command")


WRONG_USAGE: Final = 2  # the exit status of a command that was asked for what can't be


@dataclass(frozen=True, slots=True)
class HouseBots:
    """How many bots sit where; `options` are of the table they make."""

    count: int
    table: str
    game: str
    options: Mapping[str, str] = field(default_factory=dict)
    strategy: str = "auto"
    think_ms: int = 0  # about how long a turn takes them
    tokens: str = ""  # folder in which their names are kept for the next start

    def arguments(self, address: str) -> list[str]:
        """The command that seats them at the server on `address`."""
        arguments = [*_COMMAND, address, "--count", str(self.count), "--table", self.table]
        arguments += ["--game", self.game, "--strategy", self.strategy, "--matches", "0"]
        arguments += ["--think-ms", str(self.think_ms), "--after-others"]
        arguments += ["--exit-with-stdin"]  # a server that is killed takes its bots along
        for name, value in self.options.items():
            arguments += ["--option", f"{name}={value}"]
        if self.tokens:
            arguments += ["--tokens", self.tokens]
        return arguments


class HouseBotsProcess(ProcessProtocol):
    """The running process; what it says on standard error goes to `report`.

    `refused` is called with the reason if they can't play as they were asked to.
    """

    def __init__(self, report: Callable[[str], None], refused: Callable[[str], None]) -> None:
        self._report = report
        self._refused = refused
        self._last_line = ""
        self._running = False
        self._stopping = False

    def start(self, reactor: Any, bots: HouseBots, address: str) -> None:
        """Start the bots."""
        arguments = bots.arguments(address)
        reactor.spawnProcess(self, arguments[0], arguments, env=os.environ)

    def stop(self) -> None:
        """End the bots, if they are still there."""
        self._stopping = True
        if self._running and self.transport is not None:
            self.transport.signalProcess("TERM")

    def connectionMade(self) -> None:  # noqa: N802
        """The process runs."""
        self._running = True

    def errReceived(self, data: bytes) -> None:  # noqa: N802
        """A word of complaint."""
        for line in data.decode(errors="replace").splitlines():
            self._last_line = line.removeprefix("Error: ")
            self._report(f"house bots: {line}")

    def processEnded(self, reason: Failure) -> None:  # noqa: N802
        """The process is gone; nobody asked it to unless the server stops."""
        self._running = False
        if not self._stopping and getattr(reason.value, "exitCode", None) == WRONG_USAGE:
            self._refused(self._last_line)
        elif not self._stopping:
            self._report(f"house bots left: {reason.getErrorMessage()}")
