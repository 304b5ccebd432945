"""Locks: a seat that erred may not claim for a moment, and everybody sees it.

What lives here: who is locked until when and for what, and what the next verdict
tells of it. What must not: judging, or what the rules allow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from cardprotocol.errors import ErrorCode
from cardprotocol.messages.parts import Lock, Verdict
from cardprotocol.messages.to_server import Claim
from cardrules.game import Game, IllegalAction
from cardrules.options import RaceOptions
from cardserver.race import ClaimFault
from cardserver.race import Race as JudgedRace
from cardserver.refusal import Refusal
from cardserver.seats import SeatState

if TYPE_CHECKING:
    from cardserver.table import Table


# What fits a frame beside everything else, however long somebody hammers.
_MOST: Final = 32
_MISPLAYS: Final = frozenset(
    {ErrorCode.RULES_NOT_HELD, ErrorCode.RULES_WRONG_RANK, ErrorCode.RULES_BARRED}
)


class Locks:
    """The locks of one match (PA13)."""

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

    def refusal(self, state: SeatState, fault: ClaimFault, race: int) -> Refusal:
        """The judge's fault as it is told, its lock included."""
        return Refusal(
            fault.code,
            field=fault.field,
            value=fault.value,
            expected=fault.expected,
            race=race,
            locked_us=self.lock(state, fault.code) if fault.locked else 0,
        )

    def no_such_race(self, state: SeatState, race: int, current: JudgedRace | None) -> Refusal:
        """A claim for a race that never opened: too early, as a key press before the reveal is."""
        code = ErrorCode.RULES_NOT_OPEN if current is None else ErrorCode.CLAIM_NO_RACE
        return Refusal(
            code,
            field="race",
            value=str(race),
            expected="a reveal first" if current is None else str(current.number),
            race=race,
            locked_us=self.lock(state, code),
        )

    def into(self, verdict: Verdict) -> Verdict:
        """`verdict` with the locks since the last one."""
        locks, self._new = tuple(self._new), []
        return msgspec.structs.replace(verdict, locks=locks)


def check_action(game: Game, locks: Locks, state: SeatState, message: Claim) -> None:
    """Refusal unless `game` allows the claimed action; a misplay locks the seat (PA13)."""
    try:
        game.apply(state.seat, message.action)
    except IllegalAction as illegal:
        misplay = illegal.code in _MISPLAYS
        locked_us = locks.lock(state, illegal.code) if misplay else 0
        raise Refusal.of_rules(illegal, race=message.race, locked_us=locked_us) from illegal
