"""A seat of the real stack that lies, in the ways of virtual_lan_habits.py, over a real socket.

What lives here: the link that answers late and holds ticks back, the seat that looks early and
stamps what it likes. What must not: what a habit is, figures.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import Final

from msgspec.structs import replace

from cardclient import games
from cardclient.link import now_us
from cardprotocol.cards import Card
from cardprotocol.games.perekur import Lay, PerekurView
from cardprotocol.messages import to_client as c
from cardprotocol.messages.base import ToServer
from cardprotocol.messages.to_server import Claim, Pong, Shown, Tick
from cardprotocol.messages.unions import AnyToClient
from tests.support.stack_seat import MeteredLink, SeatSpec, StackSeat, Tell
from tests.support.virtual_lan_habits import Cultivator, EarlyPress, Habit

LIES: Final[dict[str, Callable[[], Habit]]] = {
    "pong 40 ms": lambda: EarlyPress(pong_us=40_000),
    "cultivated": Cultivator,
}


class LyingLink(MeteredLink):
    """Delays pongs and ticks as `habit` says; says nothing while `hushed`."""

    def __init__(self, habit: Habit, rng: Random) -> None:
        super().__init__(lambda _message, _us: None, _lost)
        self.hushed = False
        self._habit = habit
        self._rng = rng
        self._held_until_us = 0
        self._said_us = 0

    def send(self, message: ToServer) -> None:
        """Send now, later or never."""
        match message:
            case Pong():
                self._later(self._habit.pong_delay_us(self._rng), lambda: self._pong(message))
            case Tick() if not self.hushed:
                self._hold(message)
            case Tick():
                pass
            case Shown(shown_us=stamp_us) | Claim(pressed_us=stamp_us):
                self._said_us = stamp_us
                super().send(message)
            case _:
                super().send(message)

    def _pong(self, pong: Pong) -> None:
        if not self.hushed:
            self._said_us = now_us()  # read and answered now, it says
            super().send(replace(pong, received_us=self._said_us, sent_us=self._said_us))

    def _hold(self, tick: Tick) -> None:
        held_us = self._habit.held_us(self._rng)
        self._held_until_us = max(self._held_until_us, now_us() + held_us)
        self._later(self._held_until_us - now_us(), lambda: self._held(tick))

    def _held(self, tick: Tick) -> None:
        if tick.sent_us > self._said_us:  # older than what was said since, it would be impossible
            self._said_us = tick.sent_us
            super().send(tick)

    def _later(self, wait_us: int, call: Callable[[], None]) -> None:
        asyncio.get_running_loop().call_later(max(0, wait_us) / 1_000_000, call)


class LyingSeat(StackSeat):
    """Takes 80 ms off its reaction. What it prints is the truth."""

    link: LyingLink

    def __init__(self, spec: SeatSpec, tell: Tell) -> None:
        self._rng = Random(f"{spec.seed} {spec.name} lies")
        self._habit = LIES[spec.habit]()
        self._at_us = 0  # the show time of the newest reveal
        super().__init__(spec, LyingLink(self._habit, self._rng), tell)

    def _received(self, message: AnyToClient, arrived_us: int) -> None:
        if isinstance(message, c.Reveal):
            self._at_us = message.at_us
            if self._habit.early:
                message = replace(message, at_us=arrived_us)
        super()._received(message, arrived_us)

    def send(self, message: ToServer) -> None:
        """`shown` is stamped as the habit likes, and not sent before its stamp."""
        if not isinstance(message, Shown):
            super().send(message)
        elif self._habit.silent and self._will_press():
            self.link.hushed = True
        else:
            self.link.hushed = False
            said_us = self._habit.shown_report(message.shown_us, self._at_us)
            told = replace(message, shown_us=said_us)
            self._at(said_us, lambda: self._say_shown(told))

    def _will_press(self) -> bool:
        """Whether it holds what is wanted; for ever silent it would be taken for gone."""
        game = self.game
        if not isinstance(game, PerekurView) or game.last == self.seat:
            return False
        return any(card.rank == games.wanted(game) for card in self.hand)

    def _say_shown(self, told: Shown) -> None:
        if self.model.race is not None and self.model.race.race == told.race:
            self.link.send(told)

    def _press(self, race_id: int, card: Card) -> None:
        race, pressed_us = self.model.race, self._now_us()
        if race is None or race.race != race_id or race.nonce is None or race.shown_us is None:
            return  # decided in the meantime
        self.link.hushed = False
        shown, pressed = self._habit.report(race.shown_us, pressed_us, self._at_us)
        self.send(
            Claim(
                race=race_id,
                nonce=race.nonce,
                action=Lay(card=card),
                shown_us=shown,
                pressed_us=pressed,
            )
        )
        self._say(race_id, pressed_us=pressed_us - race.shown_us)


def _lost(reason: str) -> None:
    raise ConnectionError(reason)
