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


class Speaker:
    """Writes what a model's log says, each line once, newest last."""

    def __init__(self, look: Look, write: Callable[[str], object]) -> None:
        self._look = look
        self._write = write
        self._last: Logged | None = None

    def say(self, model: Model) -> None:
        """Write the lines that came since the last call."""
        fresh = []
        for line in reversed(model.log):
            if line is self._last:
                break
            fresh.append(line)
        for line in reversed(fresh):
            text = sentence(line, self._look)
            if text:
                self._write(text)
        self._last = model.log[-1] if model.log else self._last
