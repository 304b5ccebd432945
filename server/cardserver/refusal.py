"""Refusal: a request that is not carried out, and why.

What lives here: the one exception by which lobby, table and match refuse; the
session turns it, and the rules' IllegalAction, into an `error` message.
"""

from __future__ import annotations

from cardprotocol.errors import ErrorCode
from cardprotocol.messages.to_client import Error
from cardrules.game import IllegalAction

MAX_SHOWN = 80  # characters of a wrong value that are repeated to its sender


class Refusal(Exception):  # noqa: N818 - reads as what it is
    """`code` for programs; `field`, `value`, `expected` say what was wrong."""

    def __init__(
        self,
        code: ErrorCode,
        *,
        field: str = "",
        value: str = "",
        expected: str = "",
        race: int | None = None,
        locked_us: int = 0,
    ) -> None:
        super().__init__(code.sentence)
        self.code = code
        self.field = field
        self.value = value
        self.expected = expected
        self.race = race
        self.locked_us = locked_us

    @classmethod
    def of_rules(
        cls, illegal: IllegalAction, *, race: int | None = None, locked_us: int = 0
    ) -> Refusal:
        """The rules' refusal as it is told."""
        return cls(
            illegal.code,
            field=illegal.field,
            value=illegal.value,
            expected=illegal.expected,
            race=race,
            locked_us=locked_us,
        )

    def message(self, request: int | None) -> Error:
        """The `error` that answers `request`."""
        return Error(
            re=request,
            code=self.code.value,
            text=self.code.sentence,
            field=self.field,
            value=self.value[:MAX_SHOWN],
            expected=self.expected[:400],
            race=self.race,
            locked_us=self.locked_us,
        )
