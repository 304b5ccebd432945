"""Processes of the real stack: a `cardserver` and its clients, and what they print, with times.

What lives here: starting, collecting lines, CPU time, ending. What must not: what lines mean
(stack_races.py), what a client does (stack_client.py).
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Final

from cardprotocol.address import Address, parse_address

PATIENCE_SECONDS: Final = 30.0
_POLL_SECONDS: Final = 0.05
# The same command where Python offers no TCP_INFO, as on macOS and Windows.
_WITHOUT_TCP_INFO: Final = (
    "import socket; del socket.TCP_INFO; from cardserver.__main__ import main; main()"
)


def now_us() -> int:
    """The clock that all processes of this machine share."""
    return time.monotonic_ns() // 1000


class StampedLines:
    """What a process prints, each line with the time (µs) at which it was read."""

    def __init__(self, pipe: IO[str]) -> None:
        self._lines: list[tuple[int, str]] = []
        self._taken = 0
        self._thread = threading.Thread(target=self._read, args=(pipe,), daemon=True)
        self._thread.start()

    def _read(self, pipe: IO[str]) -> None:
        with pipe:
            for line in pipe:
                self._lines.append((now_us(), line.rstrip("\n")))

    def new(self) -> list[tuple[int, str]]:
        """The lines since the last call."""
        lines = self._lines[self._taken :]
        self._taken += len(lines)
        return lines

    def all(self) -> list[tuple[int, str]]:
        """Every line so far."""
        return list(self._lines)

    def until(self, text: str) -> str:
        """The first line with `text` in it; RuntimeError if none comes in time."""
        end = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < end:
            for _, line in self.all():
                if text in line:
                    return line
            time.sleep(_POLL_SECONDS)
        raise RuntimeError(f"nobody printed {text!r}: {self._lines[-5:]}")

    def finish(self) -> None:
        """Wait for the end of what an ended process printed."""
        self._thread.join(PATIENCE_SECONDS)


class StackServer:
    """A `cardserver` on a free port of loopback; `data` is its journal's folder, None for none.

    It ends with the block. `address`: where clients find it. `log`: what it tells its host.
    """

    def __init__(self, data: Path | None = None, *, without_tcp_info: bool = False) -> None:
        start = ["-c", _WITHOUT_TCP_INFO] if without_tcp_info else ["-m", "cardserver"]
        keep = ["--no-data"] if data is None else ["--data", str(data)]
        command = [sys.executable, *start, "--listen", "127.0.0.1:0", *keep]
        self._process = _popen([*command, "--exit-with-stdin"])
        self.said = StampedLines(_pipe(self._process.stdout))
        self.log = StampedLines(_pipe(self._process.stderr))

    @property
    def address(self) -> Address:
        """Where it listens, once it does."""
        return parse_address(self.said.until("listening on").split()[-1])

    def cpu_us(self) -> tuple[int, int]:
        """CPU time that all its threads have used so far: its own, and the system's for it."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        tick_us = 1_000_000 // os.sysconf("SC_CLK_TCK")
        return int(fields[11]) * tick_us, int(fields[12]) * tick_us

    def __enter__(self) -> StackServer:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._process.stdin is not None:
            self._process.stdin.close()  # which is what it waits for
        try:
            self._process.wait(PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self.said.finish()
        self.log.finish()


class StackClients:
    """Client processes (stack_client.py), each started when those before have their seats."""

    def __init__(self) -> None:
        self._processes: list[subprocess.Popen[str]] = []
        self._lines: list[StampedLines] = []

    def start(self, arguments: Sequence[str]) -> None:
        """One more process; returns when it has all its seats."""
        process = _popen([sys.executable, "-m", "tests.support.stack_client", *arguments])
        self._processes.append(process)
        lines = StampedLines(_pipe(process.stdout))
        self._lines.append(lines)
        errors = StampedLines(_pipe(process.stderr))
        try:
            lines.until('"all_seated"')
        except RuntimeError as error:
            raise RuntimeError(f"{error}; it said {errors.all()[-3:]}") from None

    def new(self) -> list[tuple[int, str]]:
        """What all of them printed since the last call; RuntimeError if one has ended."""
        for process in self._processes:
            if process.poll() is not None:
                raise RuntimeError(f"a client ended with {process.returncode}")
        return [line for lines in self._lines for line in lines.new()]

    def __enter__(self) -> StackClients:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for process in self._processes:
            process.kill()
            process.wait()
            if process.stdin is not None:
                process.stdin.close()
        for lines in self._lines:
            lines.finish()


def _popen(command: Sequence[str]) -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True)
    go_first(process.pid)
    return process


def go_first(pid: int) -> bool:
    """Let a process run before all else on this machine; False where that is not allowed.

    Else other work (other tests, say) would act as a delay of its own.
    """
    if not hasattr(os, "sched_setscheduler"):
        return False
    try:
        os.sched_setscheduler(pid, os.SCHED_RR, os.sched_param(1))
    except OSError:
        return False
    return True


def _pipe(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe
