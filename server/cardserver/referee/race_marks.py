"""How a bot races: shown, ticks and claims, against docs/protocol.md, "Races".

What lives here: measuring them from the frames of one seat. What must not: what
the rules say of a card, which the real server answers by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cardprotocol.errors import ErrorCode
from cardprotocol.messages import to_client as c
from cardprotocol.messages import to_server as said
from cardprotocol.messages.base import ToClient, ToServer
from cardprotocol.messages.parts import RaceOpening
from cardserver.constants import EARLY_SHOW_US, TICK_US
from cardserver.counted import counted
from cardserver.referee.points import Book, Point

LATE_SHOW_US: Final = 100_000  # after T; a timer is late by a millisecond, a busy machine by ten
SHOWN_WITHIN_US: Final = 400_000  # a race open for longer, and no `shown`: it was forgotten
PROMPT_PERCENT: Final = 90
STRAY_AFTER_US: Final = 100_000  # ticks under way when a race closed are none of the bot's fault
STRAYS_BORNE: Final = 3
LEAST_TICKS: Final = 20  # half a second of open races: fewer say nothing
TICKS_PERCENT: Final = (70, 140)  # of one each 25 ms: timers that are late, or catch up


@dataclass(slots=True)
class _Open:
    """The race the bot was last told of."""

    number: int
    at_us: int  # T in the bot's clock; 0 in a view: it is open already
    opened_us: int  # about when it opened, by our clock
    part: bool  # without a nonce (back from a loss, and barred) it may do nothing, or tick
    shown_us: int | None = None  # by the bot's clock
    ticking_us: int | None = None  # `shown` arrived, by our clock


class RaceMarks:
    """The races of one bot."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._open: _Open | None = None
        self._closed_us: int | None = None
        self._shows = 0
        self._late_shows = 0
        self._ticks = 0
        self._ticked_us = 0  # how long ticks were due
        self._strays = 0
        self.claims = 0  # sent in order, and not refused
        self.active = 0  # messages that only one who follows a race sends
        self.excused = False  # what the server lays for the bot now is not the bot's omission

    # -- what the bot is told ---------------------------------------------------------

    def told(self, message: ToClient, ahead_us: int, now_us: int) -> None:
        """A frame went out; `ahead_us` is how far its `at_us` lies in the future."""
        match message:
            case c.Reveal():
                self._close(now_us)
                if message.race is not None:
                    self._start(message.race, message.at_us, now_us + max(0, ahead_us))
            case c.View():
                self._close(now_us)
                if message.race is not None:
                    self._start(message.race, 0, now_us)

    def refused(self, error: c.Error) -> None:
        """An error about a claim went out that the referee did not provoke."""
        if error.race is None or error.code == ErrorCode.CLAIM_LATE.value:
            return
        expected = f", expected {error.expected}" if error.expected else ""
        self._book.failed(Point.FAIR_CLAIMS, f"{error.code} in race {error.race}{expected}")

    def laid_for(self, race: int) -> None:
        """The server laid for the bot, which alone could and did not."""
        if not self.excused:
            self._book.failed(Point.CLAIMS, f"no claim in race {race}, and nobody else could")

    def connection_lost(self) -> None:
        """What was open is forgotten."""
        self._open = None
        self._closed_us = None

    def _start(self, race: RaceOpening, at_us: int, opened_us: int) -> None:
        self._open = _Open(race.race, at_us, opened_us, part=race.nonce is not None)

    def _close(self, now_us: int) -> None:
        race, self._open = self._open, None
        self._closed_us = now_us
        if race is None or not race.part:
            return
        if race.ticking_us is not None:
            self._ticked_us += now_us - race.ticking_us
        elif now_us - race.opened_us > SHOWN_WITHIN_US:
            self._book.failed(Point.SHOWN, f"race {race.number} was open, and no `shown` came")

    # -- what the bot says -------------------------------------------------------------

    def heard(self, message: ToServer, arrived_us: int) -> None:
        """Any message of the bot's."""
        match message:
            case said.Tick():
                self._tick(arrived_us)
            case said.Shown():
                self._shown(message, arrived_us)
            case said.Claim():
                self._claim(message)

    def _tick(self, arrived_us: int) -> None:
        race = self._open
        if race is not None and race.ticking_us is not None:
            self._ticks += race.part
            self.active += 1
            return
        closed_us = self._closed_us
        if race is None and (closed_us is None or arrived_us - closed_us > STRAY_AFTER_US):
            self._strays += 1

    def _shown(self, message: said.Shown, arrived_us: int) -> None:
        race = self._open
        if race is None or message.race < race.number:
            return  # of a race that closed while this was on its way
        if message.race > race.number:
            self._book.failed(Point.SHOWN, f"race {message.race} was never opened")
            return
        twice = race.shown_us is not None
        self._book.check(Point.SHOWN, not twice, f"race {race.number} was shown twice")
        race.shown_us = message.shown_us
        race.ticking_us = race.ticking_us or arrived_us
        early_us = race.at_us - message.shown_us
        early = f"race {race.number} was shown {early_us} µs before T"
        self._book.check(Point.SHOWN_AT_T, early_us <= EARLY_SHOW_US, early)
        self._shows += 1
        self._late_shows += arrived_us - race.opened_us > LATE_SHOW_US

    def _claim(self, claim: said.Claim) -> None:
        race = self._open
        if race is None or claim.race != race.number:
            return  # late, or refused by the server
        self.claims += 1
        self.active += 1
        if race.shown_us is not None:
            same = claim.shown_us == race.shown_us
            why = f"shown_us of the claim in race {race.number} is not that of `shown`"
            self._book.check(Point.FAIR_CLAIMS, same, why)

    # -- the end -----------------------------------------------------------------------

    def finish(self) -> None:
        """Mark what only the sums can tell."""
        if self.claims:
            self._book.passed(Point.CLAIMS)
        if self._shows:
            late = self._late_shows * 100 // self._shows
            why = f"{late} % were shown over {LATE_SHOW_US // 1000} ms after T"
            self._book.check(Point.SHOWN_AT_T, late <= 100 - PROMPT_PERCENT, why)
        expected = self._ticked_us // TICK_US
        if expected >= LEAST_TICKS:
            least, most = (expected * percent // 100 for percent in TICKS_PERCENT)
            why = f"{counted(self._ticks, 'tick')} where {expected} were due"
            self._book.check(Point.TICKS, least <= self._ticks <= most, why)
            strays = f"{counted(self._strays, 'tick')} while no race was open"
            self._book.check(Point.NO_STRAY_TICKS, self._strays <= STRAYS_BORNE, strays)
