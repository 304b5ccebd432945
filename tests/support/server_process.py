"""A real cardserver as a child process that can be killed.

What lives here: starting it, waiting for its first line, ending it. What must not: clients.
"""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from cardprotocol.address import Address


def free_port() -> int:
    """A loopback port nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class ServerProcess:
    """One server on `port` with its journal in `data`; its log is appended to `log`."""

    def __init__(self, port: int, data: Path, log: Path, options: Sequence[str] = ()) -> None:
        self.address = Address("127.0.0.1", port)
        self._command = [sys.executable, "-m", "cardserver", "--listen", str(self.address)]
        self._command += ["--data", str(data), *options]
        self._log = log
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> float:
        """Start it; returns after how many seconds it listened. RuntimeError if it does not."""
        began = time.monotonic()
        with self._log.open("a") as log:
            self._process = subprocess.Popen(
                self._command, stdout=subprocess.PIPE, stderr=log, text=True
            )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line.startswith("cardserver listening"):
            self._process.wait()
            raise RuntimeError(f"the server did not start:\n{self._log.read_text()[-2000:]}")
        return time.monotonic() - began

    @property
    def pid(self) -> int:
        """Its process, while it runs."""
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """kill -9."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """SIGTERM; returns its exit status."""
        return self._end(signal.SIGTERM)

    def _end(self, number: signal.Signals) -> int:
        if self._process is None:
            return 0
        self._process.send_signal(number)
        status = self._process.wait(timeout=20)
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._process = None
        return status
