"""The command `cardserver` as a process on a free port of loopback.

What lives here: starting and ending it. What must not: anything about a test.
"""

from __future__ import annotations

import contextlib
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass

_LISTENING = re.compile(r"listening on (\S+)")


@dataclass
class RealServer:
    """A running server: its address, and after the end what it wrote on standard error."""

    process: subprocess.Popen[str]
    address: str
    log: str = ""


@contextlib.contextmanager
def real_server(*arguments: str) -> Iterator[RealServer]:
    """A server that keeps nothing; it ends with this block, by the end of its input."""
    command = [sys.executable, "-m", "cardserver", "--listen", "127.0.0.1:0", "--no-data"]
    process = subprocess.Popen(
        [*command, "--exit-with-stdin", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    found = _LISTENING.search(process.stdout.readline())
    server = RealServer(process, found[1] if found else "")
    try:
        yield server
    finally:
        _, server.log = process.communicate(timeout=20)
        assert found, server.log
