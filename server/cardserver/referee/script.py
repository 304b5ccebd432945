"""What the referee tries, one thing after another.

What lives here: the script, as a generator that yields what it waits for and is
told whether that came in time. What must not: watching frames (examined.py).
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Final

from cardserver.constants import SECOND_US
from cardserver.ports import Clock
from cardserver.referee.alterations import UNKNOWN_MESSAGE
from cardserver.referee.examined import Examined
from cardserver.referee.house import HousePlayer
from cardserver.referee.points import Book, Point

COME_US: Final = 60 * SECOND_US  # for a person to start the bot
SOON_US: Final = 30 * SECOND_US  # to sit down, to be ready, to come back, to act again
PONG_US: Final = 5 * SECOND_US
QUIET_US: Final = 200_000  # since the last numbered frame: it has arrived, and was shown
END_US: Final = 120 * SECOND_US
QUICK_PACE_US: Final = (150_000, 300_000)


@dataclass(frozen=True, slots=True)
class Wait:
    """Until `until` is true, or `within_us` have passed."""

    until: Callable[[], bool]
    within_us: int


Script = Generator[Wait, bool, str]  # returns why it ended early; empty if all was tried
Part = Generator[Wait, bool, bool]  # whether there is still a bot to go on with


class Trial:
    """The script for one bot, with `house` at the same table."""

    def __init__(self, bot: Examined, book: Book, house: list[HousePlayer], clock: Clock) -> None:
        self._bot = bot
        self._book = book
        self._house = house
        self._clock = clock

    def script(self, *, raced: bool) -> Script:
        """All of it."""
        bot = self._bot
        if not (yield Wait(lambda: bot.token is not None, COME_US)):
            return "no bot has greeted"
        if not (yield from self._begin()):
            return "the bot did not get as far as a match"
        parts = [self._keys, self._type, self._event, self._code]
        parts += [] if raced else [self._action]
        parts += [self._refusal, self._cut_short, self._cut_for_view]
        for part in parts:
            if not (yield from part()):
                return "the bot was gone before that"
        return (yield from self._end())

    # -- the beginning ---------------------------------------------------------------------

    def _begin(self) -> Part:
        bot = self._bot
        came = yield Wait(lambda: bool(bot.where), SOON_US)
        if not came or bot.misplaced:
            late = "30 seconds after its greeting it had no seat"
            self._book.failed(Point.JOINS, bot.misplaced or late)
            return False
        self._book.passed(Point.JOINS)
        if bot.session is not None:
            bot.session.examined_wire.cutting = True
        started = yield Wait(lambda: bot.playing, SOON_US)
        self._book.check(Point.READY, started, "it was not ready within 30 seconds")
        if bot.session is not None:
            bot.session.examined_wire.cutting = False
        if started:
            self._book.passed(Point.CUT_FRAMES)
        return started and (yield Wait(lambda: bot.active > 0, SOON_US))

    # -- what is to be borne ---------------------------------------------------------------

    def _keys(self) -> Part:
        self._bot.alterations.keys = True
        return (yield from self._bear(Point.UNKNOWN_KEYS))

    def _type(self) -> Part:
        self._bot.inject(dict(UNKNOWN_MESSAGE))
        return (yield from self._bear(Point.UNKNOWN_TYPE))

    def _event(self) -> Part:
        bot = self._bot
        bot.alterations.want_event()
        yield Wait(lambda: bot.alterations.event_sent, SOON_US)
        return (yield from self._bear(Point.UNKNOWN_EVENT))

    def _code(self) -> Part:
        text = "An error of a later version; it answers nothing."
        self._bot.inject({"type": "error", "code": "referee/unknown", "text": text})
        return (yield from self._bear(Point.UNKNOWN_CODE))

    def _action(self) -> Part:
        self._bot.alterations.actions = True
        return (yield from self._bear(Point.UNKNOWN_ACTION))

    def _bear(self, point: Point) -> Part:
        """It must answer later pings on the same connection, and play on."""
        bot, session = self._bot, self._bot.session
        ping, acts = bot.clock_marks.last_ping, bot.active
        alive = yield Wait(lambda: bot.pongs_after > ping or bot.session is not session, PONG_US)
        stayed = alive and bot.session is session
        self._book.check(point, stayed, "it went silent, or away")
        if stayed:
            played = yield Wait(lambda: bot.active > acts or bot.session is not session, SOON_US)
            stayed = played and bot.session is session
            self._book.check(point, stayed, "it did not play on")
        return stayed or (yield from self._back())

    def _back(self) -> Part:
        """After a loss nobody meant, and while it may still come back."""
        if self._bot.said_bye:
            return False
        return (yield Wait(lambda: self._bot.seated or self._bot.said_bye, SOON_US))

    # -- refusals and losses -----------------------------------------------------------------

    def _refusal(self) -> Part:
        bot = self._bot
        bot.excuse(True)
        bot.refuse_next = True
        refused = yield Wait(lambda: not bot.refuse_next, SOON_US)
        if not refused:
            bot.refuse_next = False
            self._book.failed(Point.REFUSED, "it did nothing that could be refused")
        else:
            acts = bot.acts
            again = yield Wait(lambda: bot.acts > acts, SOON_US)
            self._book.check(Point.REFUSED, again, "it did nothing after that in 30 seconds")
        bot.excuse(False)
        return bot.seated or (yield from self._back())

    def _cut_short(self) -> Part:
        return (yield from self._cut(Point.AFTER_MISSED))

    def _cut_for_view(self) -> Part:
        self._bot.fresh_view = True
        return (yield from self._cut(Point.AFTER_VIEW))

    def _cut(self, point: Point) -> Part:
        """Cut the connection in the middle of play; it must come back and play on."""
        bot = self._bot
        yield Wait(lambda: bot.playing and self._quiet(), SOON_US)
        bot.excuse(True)
        bot.cut = True
        resumed = bot.resumed
        if bot.session is not None:
            bot.session.drop()
        back = yield Wait(lambda: bot.session is not None and bot.resumed > resumed, SOON_US)
        bot.cut = False
        if not back:
            self._book.failed(Point.RETURNS, "it did not come back within 30 seconds")
            return False
        active = bot.active
        played = yield Wait(lambda: bot.active > active, SOON_US)
        self._book.check(point, played, "it came back, and did nothing in 30 seconds")
        bot.excuse(False)
        return bot.seated or (yield from self._back())

    def _quiet(self) -> bool:
        return self._bot.seated and self._clock.now_us() - self._bot.told_us > QUIET_US

    # -- the end -------------------------------------------------------------------------------

    def _end(self) -> Script:
        bot = self._bot
        if not bot.matches:
            for player in self._house:
                player.pace_us = QUICK_PACE_US
            self._house[0].call_last_round()
        ended = yield Wait(lambda: bot.matches > 0, END_US)
        why = "no match came to its end, or the bot had left before"
        self._book.check(Point.MATCH, ended, why)
        return "" if ended else why
