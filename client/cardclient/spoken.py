"""A model's log, printed line by line as it grows.

What lives here: which lines are new, and writing them. What must not: the
sentences themselves (sentences.py), reading commands (line.py).
"""

from __future__ import annotations

from collections.abc import Callable

from cardclient.model import Model
from cardclient.records import Logged
from cardclient.sentences import sentence
from cardclient.theme import Look
from cardprotocol.errors import ErrorCode
from cardprotocol.messages.to_client import Error


class Speaker:
    """Writes what a model's log says, each line once, newest last.

    `pressing` is whether whoever reads it presses the keys: a program's claim that came too late
    is no news, and some do in every match.
    """

    def __init__(
        self, look: Look, write: Callable[[str], object], *, pressing: bool = False
    ) -> None:
        self._look = look
        self._write = write
        self._pressing = pressing
        self._last: Logged | None = None

    def say(self, model: Model) -> None:
        """Write the lines that came since the last call."""
        fresh = []
        for line in reversed(model.log):
            if line is self._last:
                break
            fresh.append(line)
        for line in reversed(fresh):
            text = "" if self._is_noise(line) else sentence(line, self._look)
            if text:
                self._write(text)
        self._last = model.log[-1] if model.log else self._last

    def _is_noise(self, line: Logged) -> bool:
        late = ErrorCode.CLAIM_LATE.value
        return not self._pressing and isinstance(line.what, Error) and line.what.code == late
