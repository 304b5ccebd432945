"""A pseudo-terminal with a program in it and a screen to look at.

What lives here: starting, typing, waiting for text, resizing, and the
terminal's settings before and after. What must not: assertions. Needs a
POSIX system.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any

import pyte

# Only a program that hangs waits so long.
PATIENCE_SECONDS = 20.0


class Terminal:
    """`argv` at a terminal of `columns` x `rows`; `written` is every byte it wrote."""

    def __init__(
        self,
        argv: Sequence[str],
        environment: dict[str, str] | None = None,
        columns: int = 80,
        rows: int = 24,
    ) -> None:
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.written = bytearray()
        self._gone = False
        self._master, self._slave = pty.openpty()
        self.resize(columns, rows)
        self.before: list[Any] = termios.tcgetattr(self._slave)
        self.process = subprocess.Popen(
            list(argv),
            stdin=self._slave,
            stdout=self._slave,
            stderr=self._slave,
            env={**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8", **(environment or {})},
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )

    def resize(self, columns: int, rows: int) -> None:
        """Another window size."""
        size = struct.pack("HHHH", rows, columns, 0, 0)
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ, size)
        self.screen.resize(rows, columns)

    def type(self, keys: bytes) -> None:
        """Keys are pressed."""
        os.write(self._master, keys)

    def hang_up(self) -> None:
        """The terminal goes away, as when its window is closed."""
        os.close(self._slave)
        os.close(self._master)
        self._gone = True

    def text(self) -> str:
        """What is on the screen."""
        return "\n".join(self.screen.display)

    def read(self, seconds: float) -> None:
        """Take what the program wrote, waiting up to `seconds` for the first of it."""
        if select.select([self._master], [], [], seconds)[0]:
            with contextlib.suppress(OSError):
                data = os.read(self._master, 65536)
                self.written += data
                self._stream.feed(data)

    def fileno(self) -> int:
        """What to wait on for the program's output."""
        return self._master

    def drain(self) -> None:
        """Take what the program wrote without looking at it: a screen takes longer to follow."""
        with contextlib.suppress(OSError):
            os.read(self._master, 65536)

    def until(self, condition: Callable[[], bool]) -> bool:
        """Read until `condition()`; False if it never came."""
        end = time.monotonic() + PATIENCE_SECONDS
        while not condition():
            if time.monotonic() > end:
                return False
            self.read(0.05)
        return True

    def until_text(self, text: str) -> bool:
        """Read until `text` is on the screen."""
        return self.until(lambda: text in self.text())

    def until_exit(self) -> int:
        """Read until the program ended; its exit status."""
        assert self.until(lambda: self.process.poll() is not None), self.text()
        self.read(0.05)
        return int(self.process.returncode)

    def settings(self) -> list[Any]:
        """The terminal's settings now."""
        return list(termios.tcgetattr(self._slave))

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        if not self._gone:
            os.close(self._master)
            os.close(self._slave)
