"""The host's log: twisted.logger to standard error, readable or as JSON lines.

What lives here: the two observers. Names and texts of players are made
harmless in both: nothing that a client sends may move the host's cursor.
"""

from __future__ import annotations

from typing import TextIO

from twisted.logger import (
    FileLogObserver,
    ILogObserver,
    LogEvent,
    Logger,
    formatEvent,
    formatTime,
    globalLogBeginner,
    jsonFileLogObserver,
)

from cardprotocol.text import harmless


def start_logging(stream: TextIO, *, as_json: bool) -> Logger:
    """Send everything logged to `stream`; standard output stays as it is."""
    observer: ILogObserver
    observer = jsonFileLogObserver(stream, "") if as_json else FileLogObserver(stream, _line)
    globalLogBeginner.beginLoggingTo([observer], redirectStandardIO=False)
    return Logger(namespace="cardserver")


def _line(event: LogEvent) -> str:
    failure = event.get("log_failure")
    trace = "" if failure is None else "\n" + failure.getTraceback()
    lines = (formatEvent(event) + trace).splitlines() or [""]
    shown = "\n    ".join(harmless(line) for line in lines)
    return f"{formatTime(event.get('log_time'))} {shown}\n"
