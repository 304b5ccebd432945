"""Locks: a seat that erred may not claim for a moment, and everybody sees it.

What lives here: who is locked until when, and what the next verdict tells of
it. What must not: what counts as an error.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from cardprotocol.errors import ErrorCode
from cardprotocol.messages.parts import Lock, Verdict
from cardrules.options import RaceOptions
from cardserver.refusal import Refusal
from cardserver.seats import SeatState

if TYPE_CHECKING:
    from cardserver.table import Table


# What fits a frame beside everything else, however long somebody hammers.
_MOST: Final = 32


class Locks:
    """The locks of one match (PA13, design decision 13)."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._new: list[Lock] = []  # since the last verdict

    def lock(self, state: SeatState, code: ErrorCode) -> int:
        """Lock a seat for its mistake; returns for how long, in µs."""
        options = self._table.options
        assert isinstance(options, RaceOptions)
        locked_us = options.misplay_lock_ms * 1000
        state.locked_until_us = self._table.clock.now_us() + locked_us
        self._new.append(Lock(seat=state.seat, code=code.value, locked_us=locked_us))
        del self._new[:-_MOST]
        return locked_us

    def check(self, state: SeatState, race: int, arrived_us: int) -> None:
        """Refusal while the seat is locked."""
        left_us = state.locked_until_us - arrived_us
        if left_us > 0:
            raise Refusal(
                ErrorCode.CLAIM_LOCKED,
                expected=f"{left_us // 1000} ms",
                race=race,
                locked_us=left_us,
            )

    def into(self, verdict: Verdict) -> Verdict:
        """`verdict` with the locks since the last one."""
        locks, self._new = tuple(self._new), []
        return msgspec.structs.replace(verdict, locks=locks)
