"""The referee in the real world: reactor, listener, report, exit status.

What lives here: putting the parts together. What must not: arguments
(__main__.py), the examination.
"""

from __future__ import annotations

import secrets
import signal
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final, Literal

import msgspec
from twisted.internet.error import CannotListenError

from cardprotocol.address import Address
from cardrules.kind import GameKind
from cardrules.options import RaceOptions, option_values
from cardserver.connection import Connection, ConnectionFactory
from cardserver.journal.memory import MemoryJournal
from cardserver.kernel_path import kernel_available
from cardserver.reactor_clock import ReactorClock
from cardserver.referee.examination import Examination
from cardserver.referee.house import TABLE
from cardserver.referee.points import Result
from cardserver.referee.report import all_passed, as_json, as_text
from cardserver.referee.session import RefereeServer
from cardserver.settings import ServerSettings

Report = Literal["text", "json"]
CLOSING_SECONDS: Final = 0.2  # for the last frames to go out

# Quick where a person would be slow, so that the examination takes half a minute.
_RACED: Final[Mapping[str, str]] = {
    "look_seconds": "1",
    "stall_seconds": "5",
    "bots_race": "humanlike",
    "bot_level": "hard",
}
_IN_TURNS: Final[Mapping[str, str]] = {"turn_seconds": "20"}


def table_options(kind: GameKind, given: Mapping[str, str]) -> dict[str, bool | int | str]:
    """All options of the examination's table, with those that the host gave."""
    usual = _RACED if issubclass(kind.options, RaceOptions) else _IN_TURNS
    return option_values(msgspec.convert({**usual, **given}, kind.options, strict=False))


def _server(reactor: Any, note: Callable[[str], None]) -> RefereeServer:
    def report(text: str, error: Exception | None) -> None:
        if error is not None:  # ours, and no fault of the bot's
            note(f"{text}: {error!r}")

    return RefereeServer(
        ReactorClock(reactor),
        MemoryJournal(keep=False),
        secrets.token_bytes,
        ServerSettings(name="perekur referee"),
        kernel_checked=kernel_available(),
        report=report,
    )


class _Interruption:
    """Stops the reactor once, at a signal or when the examination is over."""

    def __init__(self, reactor: Any) -> None:
        self._reactor = reactor
        self._stopped = False
        self.signal = 0
        # Not the reactor's own handlers: they do not tell which signal it was.
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._signalled)

    def stop(self) -> None:
        """Stop the reactor, if nobody did."""
        if not self._stopped:
            self._stopped = True
            self._reactor.stop()

    def _signalled(self, number: int, _frame: object) -> None:
        self.signal = number
        self._reactor.callFromThread(self.stop)


def examine(
    listen: Address,
    kind: GameKind,
    given: Mapping[str, str],
    report: Report,
    say: Callable[[str], None],
    note: Callable[[str], None],
) -> int:
    """Examine the bot that connects to `listen`; 0 if it passed, else 1, 128+n at signal n.

    `say` gets the report, `note` what else people may want to know.
    """
    from twisted.internet import reactor as installed  # chosen and made by this import

    reactor: Any = installed  # Twisted types it as a module
    ends: list[tuple[Result, ...]] = []
    interruption = _Interruption(reactor)
    server = _server(reactor, note)

    def ended(results: tuple[Result, ...]) -> None:
        ends.append(results)
        server.stop()
        reactor.callLater(CLOSING_SECONDS, interruption.stop)

    examination = Examination(server, kind.name, table_options(kind, given), Random(), ended)
    factory = ConnectionFactory(lambda: Connection(server))
    try:
        port = reactor.listenTCP(listen.port, factory, interface=listen.host)
    except CannotListenError as error:
        note(f"can't listen on {listen}: {error.socketError}")
        return 1
    note(f"referee listening on {Address(listen.host or '0.0.0.0', port.getHost().port)}")
    note(f"Let the bot take a seat at the table {TABLE} ({kind.name}).")
    reactor.callWhenRunning(examination.begin)
    reactor.run(installSignalHandlers=False)
    if not ends:
        note("interrupted before the end")
        return 128 + interruption.signal
    say(as_json(ends[0]) if report == "json" else as_text(ends[0]))
    return 0 if all_passed(ends[0]) else 1
