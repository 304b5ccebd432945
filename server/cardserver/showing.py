"""Which reveals a client may say that it showed, and the refusal of times that can't be.

What lives here: the numbers of races whose show time has come, as one match knows
them. What must not: the judge, which knows one race and its stamps (race.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardprotocol.errors import ErrorCode
from cardprotocol.messages.to_server import Shown
from cardserver.clock_estimate import ClockEstimate, StampFault
from cardserver.constants import EARLY_SHOW_US, FUTURE_SLACK_US, MARGIN_CAP_US
from cardserver.refusal import Refusal

if TYPE_CHECKING:
    from cardserver.match import Match
    from cardserver.race import Race
    from cardserver.seats import SeatState

_SLACK_US: Final = EARLY_SHOW_US + FUTURE_SLACK_US  # a timer's, and two stamps' noise


class Showing:
    """The newest reveal of a match. Before its T nobody may learn of it, not by a refusal either:
    until then its number is answered like one that will never be, and the one before it as if it
    were still open."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._number = 0
        self._show_us = 0
        self._before = 0
        self._known: tuple[Race, ...] = ()  # the newest, and the one before it

    def opened(self, race: Race) -> None:
        """The reveal of `race` is on its way; what came before it has been shown."""
        number = race.number
        self._before = self._number or (number if self._match.restored else number - 1)
        self._number, self._show_us = number, race.show_us
        self._known = (*self._known[-1:], race)

    def take(self, race: Race | None, state: SeatState, message: Shown, arrived_us: int) -> None:
        """A seat says that it showed a reveal, while `race` is open. Refusal if it can't have.

        That of a race which is over comes late and is no fault: a stamp like any other.
        """
        self._check_due(message.race, arrived_us, state.estimate(arrived_us))
        if race is not None:
            self._taken(race, state, message, arrived_us)
        named = next((one for one in reversed(self._known) if one.number == message.race), None)
        earliest_us = 0 if named is None else named.earliest_shown_us(state.seat)
        if message.shown_us < earliest_us and not self._again:
            raise _refusal("shown_us", message.shown_us, f"at least {earliest_us}")

    @staticmethod
    def _taken(race: Race, state: SeatState, message: Shown, arrived_us: int) -> None:
        if message.race != race.number:
            race.stamp(state.seat, message.shown_us, arrived_us)
            return
        race.shown(state.seat, message.shown_us, arrived_us)
        state.painted(message.shown_us, race.show_us, arrived_us)

    @property
    def _again(self) -> bool:
        """Opened again, after a pause or a restart: its first reveal may be spoken of still."""
        return self._before == self._number

    def _check_due(self, race: int, arrived_us: int, estimate: ClockEstimate) -> None:
        slack_us = _SLACK_US + min(estimate.noise_us, MARGIN_CAP_US)
        due = arrived_us >= self._show_us - slack_us
        newest = self._number if due else self._before
        if not self._number and self._match.restored:
            newest = self._match.acts + 1  # it may have been open when the server was stopped
        if race > newest:
            raise _refusal("race", race, f"at most {newest}, the newest whose show time has come")


def check_stamp(fault: StampFault | None) -> None:
    """Refusal of a time that can't be, unless its sender has no part in that."""
    if fault is not None and fault.told:
        raise _refusal(fault.field, fault.value, fault.expected)


def _refusal(field: str, value: int, expected: str) -> Refusal:
    return Refusal(ErrorCode.CLOCK_STAMP, field=field, value=str(value), expected=expected)
