"""What can go wrong between a client and its server, each as an exception of one sentence.

What lives here: the exceptions. What must not: exit codes (command_line.py).
"""

from __future__ import annotations

from cardclient.texts import Words
from cardprotocol.errors import ErrorCode


class Problem(Exception):  # noqa: N818 - its subclasses read as sentences where they are caught
    """Something that one sentence explains; as `Words` it can be said in any language."""

    @property
    def reason(self) -> str:
        """The sentence."""
        return self.args[0] if self.args and isinstance(self.args[0], str) else str(self)


def code_words(code: str, english: str) -> str:
    """An error code's sentence; the server's own for a code not known here."""
    try:
        return Words(ErrorCode(code).sentence)
    except ValueError:
        return english


class CannotConnect(Problem):
    """No server answered; the text says why."""


class ServerLost(Problem):
    """The server went away in the middle, and did not come back in time."""


class Refused(Problem):
    """The server answered, and would not have it: `code`, with what it said was wrong."""

    def __init__(
        self, code: str, text: str, expected: str = "", *, field: str = "", value: str = ""
    ) -> None:
        said = f"{text} {field}={value!r}" if field and value else text
        super().__init__(f"{said} (expected: {expected})" if expected else said)
        self.code = code
        self.text = text
        self.expected = expected
        self.field = field
        self.value = value
        self.cure = ""  # what may be asked instead, for who typed the command

    @property
    def reason(self) -> str:
        """The code's sentence, without the details."""
        return code_words(self.code, self.text)
