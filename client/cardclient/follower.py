"""Following a table: reveals held until their time, the model kept, races shown.

What lives here: Follower, the part of a bot that is the same for all. What
must not: hooks and decisions (bot.py), connecting (bot_run.py).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from cardclient.link import Channel
from cardclient.model import Model, painted
from cardclient.receiving import advance
from cardclient.timeline import Timeline
from cardprotocol.messages import to_client as c
from cardprotocol.messages.base import ToServer
from cardprotocol.messages.to_server import Shown
from cardprotocol.messages.unions import AnyToClient

Observer = Callable[[AnyToClient], None]


class Follower:
    """A model that follows one table through a Channel, on the running event loop."""

    def __init__(self) -> None:
        self.model = Model()
        self.on_failure: Callable[[Exception], None] = _raise
        self._channel: Channel | None = None
        self._observer: Observer | None = None
        self._timeline = Timeline()
        self._timers: set[asyncio.TimerHandle] = set()

    def send(self, message: ToServer) -> None:
        """Say anything of the protocol (docs/protocol.md); nothing once detached."""
        if self._channel is not None:
            self._channel.send(message)

    def attach(self, channel: Channel, observer: Observer) -> None:
        """Play over `channel`; `observer` sees every message once the model has it."""
        self._channel, self._observer = channel, observer
        channel.on_message = self._received

    def detach(self) -> None:
        """Stop following; nothing is called any more."""
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()
        self._channel = None

    def _received(self, message: AnyToClient, arrived_us: int) -> None:
        self._timeline = self._timeline.push(message, arrived_us)
        self._guarded(self._show_due)

    def _show_due(self) -> None:
        while self._channel is not None:
            due, self._timeline = self._timeline.due(self._now_us())
            for message in due:
                self._show(message)
            next_us = self._timeline.next_us()
            if next_us is None:
                return
            if next_us > self._now_us():
                self._at(next_us, self._show_due)
                return

    def _show(self, message: AnyToClient) -> None:
        shown_us = self._now_us()
        self.model = advance(self.model, (message,), shown_us)
        if isinstance(message, c.Reveal | c.View):
            self._paint(shown_us)
        self._tell(message)
        if self._observer is not None:
            self._observer(message)
        self._offer(message)

    def _tell(self, message: AnyToClient) -> None:
        """Report `message`, which the model has already."""

    def _offer(self, message: AnyToClient) -> None:
        """Ask for a decision, if `message` made one possible."""

    def _paint(self, shown_us: int) -> None:
        race = self.model.race
        racing = race is not None and race.nonce is not None
        if self._channel is not None:
            self._channel.race_open(racing)
        if race is not None and racing:
            self.model = painted(self.model, shown_us)
            self.send(Shown(race=race.race, shown_us=shown_us))

    # time

    def _now_us(self) -> int:
        return 0 if self._channel is None else self._channel.now_us()

    def _at(self, at_us: int, call: Callable[[], None]) -> None:
        """Run `call` at `at_us` of this client's clock; at once if that is now."""
        wait_us = at_us - self._now_us()
        if wait_us <= 0:
            call()
            return
        loop = asyncio.get_running_loop()
        self._timers = {timer for timer in self._timers if timer.when() > loop.time()}
        self._timers.add(loop.call_later(wait_us / 1_000_000, self._guarded, call))

    def _guarded(self, call: Callable[[], None]) -> None:
        try:
            call()
        except Exception as error:
            self.detach()
            self.on_failure(error)


def _raise(error: Exception) -> None:
    raise error
