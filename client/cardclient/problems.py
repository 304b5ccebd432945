"""What can go wrong between a client and its server, each as an exception of one sentence.

What lives here: the exceptions. What must not: exit codes (command_line.py).
"""

from __future__ import annotations


class Problem(Exception):  # noqa: N818 - its subclasses read as sentences where they are caught
    """Something that one sentence explains."""


class CannotConnect(Problem):
    """No server answered; the text says why."""


class ServerLost(Problem):
    """The server went away in the middle, and did not come back in time."""


class Refused(Problem):
    """The server answered, and would not have it: `code`, with `expected` where it said so."""

    def __init__(self, code: str, text: str, expected: str = "") -> None:
        super().__init__(f"{text} (expected: {expected})" if expected else text)
        self.code = code
        self.expected = expected
