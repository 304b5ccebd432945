"""One examination from its beginning to its report: the script is driven here.

What lives here: the house, the table, the time limit, the end. What must not:
what is tried (script.py), what is seen (examined.py), sockets (running.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from cardserver.referee.examined import Examined
from cardserver.referee.house import HousePlayer
from cardserver.referee.points import Book, Result, points_of
from cardserver.referee.script import Trial, Wait
from cardserver.referee.session import RefereeServer
from cardserver.timers import Timers

LIMIT_US: Final = 300_000_000  # for all of it
LOOK_US: Final = 50_000  # how often a wait is looked at, besides each message
HOUSE_NAMES: Final = ("Referee 1", "Referee 2")  # with the bot three: enough for every game


class Examination:
    """The examination of one bot in one game; `ended` gets the results, once."""

    def __init__(
        self,
        server: RefereeServer,
        game: str,
        options: Mapping[str, bool | int | str],
        rng: Random,
        ended: Callable[[tuple[Result, ...]], None],
    ) -> None:
        self._server = server
        self._book = Book()
        self._ended = ended
        self._timers = Timers(server.clock)
        self._over = False
        self._looking = False
        self._points = points_of(raced="bots_race" in options)
        self.examined = Examined(server.clock, self._book)
        self._house = [
            HousePlayer(server, name, len(HOUSE_NAMES) + 1, rng, game if first else None)
            for first, name in zip((True, False), HOUSE_NAMES, strict=True)
        ]
        self._house[0].options = options
        trial = Trial(self.examined, self._book, self._house, server.clock)
        self._script = trial.script(raced="bots_race" in options)
        self._wait: Wait = next(self._script)
        self._until_us = 0
        server.examination = self

    def begin(self) -> None:
        """Seat the house and wait for the bot."""
        clock = self._server.clock
        self._house[0].come()
        clock.call_later_us(LOOK_US, self._house[1].come)  # the table must be there
        clock.call_later_us(LIMIT_US, lambda: self._end("the time of the examination was over"))
        self._until_us = clock.now_us() + self._wait.within_us
        self._watch()

    def look(self) -> None:
        """Go on with the script as far as it goes now."""
        if self._looking or self._over or not self._until_us:
            return
        self._looking = True
        try:
            while not self._over and self._advance():
                pass
        finally:
            self._looking = False

    def _advance(self) -> bool:
        now_us = self._server.clock.now_us()
        came = self._wait.until()
        if self.examined.said_bye and not came:
            self._end("the bot said `bye` before that")
            return False
        if not came and now_us < self._until_us:
            return False
        try:
            self._wait = self._script.send(came)
        except StopIteration as stop:
            self._end(stop.value)
            return False
        self._until_us = now_us + self._wait.within_us
        return True

    def _watch(self) -> None:
        self.look()
        if not self._over:
            self._timers.later(LOOK_US, self._watch)

    def _end(self, why: str) -> None:
        if self._over:
            return
        self._over = True
        self._timers.cancel()
        self.examined.finish()
        self._ended(self._book.results(self._points, why))
