"""A server in the real world: reactor, listener, journal, house bots, signals.

What lives here: putting the parts together and taking them apart in order.
What must not: arguments (__main__.py) and everything the parts do.
"""

from __future__ import annotations

import gc
import secrets
import shutil
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from twisted.internet.error import CannotListenError
from twisted.internet.protocol import Protocol, connectionDone
from twisted.internet.stdio import StandardIO
from twisted.logger import Logger
from twisted.python.failure import Failure

from cardprotocol.address import Address
from cardserver.addresses import reachable_hosts
from cardserver.connection import Connection, ConnectionFactory
from cardserver.counted import counted
from cardserver.disk_room import FreeBytes
from cardserver.house_bots import WRONG_USAGE, HouseBots, HouseBotsProcess
from cardserver.journal.errors import JournalError
from cardserver.journal.memory import MemoryJournal
from cardserver.journal.sqlite import SqliteJournal
from cardserver.kernel_path import kernel_available
from cardserver.logs import start_logging
from cardserver.ratings import Scores
from cardserver.reactor_clock import ReactorClock
from cardserver.restore import restore
from cardserver.server import Server
from cardserver.settings import ServerSettings


class CannotStart(Exception):  # noqa: N818 - reads as what it is
    """The server can't run as asked; the text is for the host."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What the host asked for. `data` is the journal's folder, None for memory only."""

    listen: Address
    data: Path | None
    durability: Literal["full", "normal"]
    settings: ServerSettings
    bots: HouseBots | None
    exit_with_stdin: bool


class Running:
    """One run of the server on `reactor`."""

    def __init__(self, reactor: Any, plan: Plan, log: Logger, say: Callable[[str], None]) -> None:
        self._reactor = reactor
        self._plan = plan
        self._log = log
        self._say = say
        self._signal = 0
        self._ending = False
        self._bots = HouseBotsProcess(self._note, self._bots_refused)
        self._code = 0
        self._port: Any = None
        self._server: Server | None = None
        self._journal: MemoryJournal | SqliteJournal = MemoryJournal(keep=False)

    def run(self) -> int:
        """Serve until told to stop; the exit code. Raises CannotStart, JournalError."""
        clock = ReactorClock(self._reactor)
        self._open_journal()
        try:
            self._server = self._make_server(clock)
            self._listen(self._server)
        except BaseException:
            self._journal.close()
            raise
        self._reactor.callWhenRunning(self._started)
        self._reactor.addSystemEventTrigger("before", "shutdown", self._stop)
        self._reactor.addSystemEventTrigger("after", "shutdown", self._journal.close)
        self._reactor.run(installSignalHandlers=True)
        return 128 + self._signal if self._signal else self._code

    def _open_journal(self) -> None:
        plan = self._plan
        if plan.data is None:
            return
        self._journal = SqliteJournal(plan.data, self._reactor.callFromThread, plan.durability)
        for note in self._journal.notes:
            self._note(note)

    def _make_server(self, clock: ReactorClock) -> Server:
        server = Server(
            clock,
            self._journal,
            secrets.token_bytes,
            self._plan.settings,
            scores=Scores(),
            wall_ms=lambda: time.time_ns() // 1_000_000,
            kernel_checked=kernel_available(),
            free_bytes=_disk_of(self._plan.data),
            report=self._report,
        )
        if isinstance(self._journal, SqliteJournal):
            try:
                count = restore(server, (record for _n, record in self._journal.load()))  # type: ignore[misc]
            except (ValueError, KeyError) as error:
                raise CannotStart(f"the journal does not fit this server: {error}") from error
            tables = counted(len(server.lobby.tables), "table")
            self._note(f"{counted(count, 'record')} read, {tables} resumed")
        return server

    def _listen(self, server: Server) -> None:
        listen = self._plan.listen
        factory = ConnectionFactory(lambda: Connection(server))
        try:
            self._port = self._reactor.listenTCP(
                listen.port, factory, interface=listen.host, backlog=128
            )
        except CannotListenError as error:
            raise CannotStart(f"can't listen on {listen}: {error.socketError}") from error

    def _started(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._signalled)
        port = self._port.getHost().port
        host = self._plan.listen.host
        self._say(f"cardserver listening on {Address(host or '0.0.0.0', port)}")
        self._say("People join with:")
        for name in reachable_hosts(host):
            self._say(f"  cardclient {Address(name, port)}")
        checked = "is" if kernel_available() else "is NOT"
        self._say(f"Round trips: each one {checked} cross-checked with the kernel's.")
        sys.stdout.flush()
        if self._plan.bots is not None:
            local = host if host not in ("", "0.0.0.0", "::") else "localhost"
            self._bots.start(self._reactor, self._plan.bots, str(Address(local, port)))
        if self._plan.exit_with_stdin:
            StandardIO(_Until(self._end))  # type: ignore[no-untyped-call]
        gc.collect()
        gc.freeze()  # what was made so far stays: collections need not look at it, and are short

    def _signalled(self, number: int, _frame: object) -> None:
        self._signal = number
        self._reactor.callFromThread(self._end)

    def _end(self) -> None:
        if self._reactor.running and not self._ending:  # a second signal while stopping is no news
            self._ending = True
            self._reactor.stop()

    def _stop(self) -> Any:
        self._bots.stop()
        if self._server is not None:
            self._server.stop()
        return self._port.stopListening()

    def _bots_refused(self, why: str) -> None:
        sys.stderr.write(f"cardserver: the bots can't play like that: {why}\n")
        self._code = WRONG_USAGE
        self._end()

    def _note(self, text: str) -> None:
        self._log.info("{text}", text=text)

    def _report(self, text: str, error: Exception | None) -> None:
        if error is None:
            self._note(text)
        else:
            self._log.failure("{text}", Failure(error), text=text)  # type: ignore[no-untyped-call]


def _disk_of(folder: Path | None) -> FreeBytes | None:
    return None if folder is None else lambda: shutil.disk_usage(folder).free


class _Until(Protocol):
    """Reads standard input, only to see it end."""

    def __init__(self, ended: Callable[[], None]) -> None:
        self._ended = ended

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802, ARG002
        """Standard input was closed."""
        self._ended()


def serve(plan: Plan, say: Callable[[str], None], *, log_json: bool) -> int:
    """Run a server until it is told to stop; the exit code. `say` prints for people."""
    from twisted.internet import reactor

    log = start_logging(sys.stderr, as_json=log_json)
    try:
        return Running(reactor, plan, log, say).run()
    except (CannotStart, JournalError) as error:
        sys.stderr.write(f"cardserver: {error}\n")
        return 1
