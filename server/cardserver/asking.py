"""Asking everybody for a stamp once a claim is in: it may prove that nothing better is coming.

What lives here: when everybody is asked, the first time and again. What must
not: what a stamp proves (race_seat.py). All seats are asked alike, whatever
they hold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardserver.constants import ASK_AGAIN_SLACK_US, TICK_US
from cardserver.race import Race
from cardserver.timers import Timers

if TYPE_CHECKING:
    from cardserver.table import Table


class Asking:
    """Of one table's races, one after the other."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._timers = Timers(table.clock)
        self._asked = False

    def opened(self) -> None:
        """A race opens: nobody was asked in it."""
        self._timers.cancel()
        self._asked = False

    def look(self, race: Race, now_us: int) -> None:
        """Ask when the first claim is in, and again when that will have been too early.

        A seat that showed the reveal later than the claimant, by a slower redraw say, is not
        proven slower by a stamp of this moment; its next tick may be 25 ms away.
        """
        if self._asked or race.first_claim_us is None:
            return  # a bot's claim counts only from the moment drawn for it
        self._asked = True
        again_us = race.ask_again_us()
        self._table.audience.ping_everybody()
        if again_us is not None and now_us < again_us < now_us + TICK_US:
            wait_us = again_us + ASK_AGAIN_SLACK_US - now_us
            self._timers.later(wait_us, self._table.audience.ping_everybody)

    def halt(self) -> None:
        """The race is over."""
        self._timers.cancel()
