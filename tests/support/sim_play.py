"""How a simulated player plays: presses in races, acts in turns, by what it was told.

What lives here: SimPlay, one player's paints, presses, ticks and turns. What must not: rules
(legal actions come from the server, the wanted rank from the view), connections.
"""

from __future__ import annotations

from random import Random
from typing import Final, Protocol

from cardclient import games
from cardclient.model import Model, claimed, painted
from cardprotocol.cards import Card
from cardprotocol.games.perekur import Lay, PerekurView
from cardprotocol.messages import to_server as said
from cardprotocol.messages.base import ToServer
from tests.support.sim_character import Character, Press
from tests.support.sim_clock import LocalClock, SimClock, SimTimer

TICK_US: Final = 25_000
# Event-loop noise of a stamp, measured on idle machines: 0.05 ms and an exponential tail.
_STAMP_FLOOR_US: Final = 50
_STAMP_TAIL_US: Final = 150
# A liar stays above what any judge would call a false start.
_LEAST_LIE_US: Final = 130_000


class Body(Protocol):
    """What playing needs of the player."""

    character: Character
    local: LocalClock
    model: Model
    connections: int

    @property
    def frozen(self) -> bool:
        """Whether the process is stopped."""

    def send(self, message: ToServer) -> None:
        """Write one message."""


class SimPlay:
    """Reacts to what its player's model shows. `presses` keeps the truth."""

    def __init__(self, body: Body, clock: SimClock, rng: Random) -> None:
        self.presses: list[Press] = []
        self._body = body
        self._clock = clock
        self._rng = rng
        self._shown_true_us = 0
        self._ticking: SimTimer | None = None
        self._acting: SimTimer | None = None

    def noise_us(self) -> int:
        """How long an event loop takes to come to something."""
        return _STAMP_FLOOR_US + round(self._rng.expovariate(1 / _STAMP_TAIL_US))

    def stop(self) -> None:
        """Nothing pending any more: the connection is gone."""
        for timer in (self._ticking, self._acting):
            if timer is not None:
                timer.cancel()

    # -- races ---------------------------------------------------------------

    def race_changed(self) -> None:
        """A race opened or closed on the screen."""
        self.stop()
        if self._body.model.race is not None:
            self._clock.call_later_us(self.noise_us(), self._painted)
            self.keep_ticking()

    def keep_ticking(self) -> None:
        """Stamp every 25 ms while the race is open, if this player does."""
        race = self._body.model.race
        if race is not None and race.nonce is not None and self._body.character.ticks:
            self._ticking = self._clock.call_later_us(TICK_US, self._tick)

    def _tick(self) -> None:
        if not self._body.frozen:
            self._body.send(said.Tick(sent_us=self._body.local.now_us()))
            self.keep_ticking()

    def _painted(self) -> None:
        race = self._body.model.race
        if race is None or race.shown_us is not None or self._body.frozen:
            return
        shown_us = self._body.local.now_us()
        self._shown_true_us = self._clock.now_us()
        self._body.model = painted(self._body.model, shown_us)
        if race.nonce is None:
            return
        self._body.send(said.Shown(race=race.race, shown_us=shown_us))
        card = self._wanted_card()
        if card is not None:
            reaction_us = self._body.character.reaction(self._rng)
            self._acting = self._clock.call_later_us(reaction_us, lambda: self._press(card))

    def _wanted_card(self) -> Card | None:
        """A card this player would lay, if it may lay at all."""
        model = self._body.model
        game = model.game
        if not isinstance(game, PerekurView) or game.last == model.seat:
            return None
        rank = games.wanted(game)
        return next((card for card in model.hand if card.rank == rank), None)

    def _press(self, card: Card) -> None:
        body = self._body
        race = body.model.race
        if race is None or race.shown_us is None or race.nonce is None or body.frozen:
            return
        pressed_us = body.local.now_us()
        truth = Press(race.race, card, self._shown_true_us, self._clock.now_us(), body.connections)
        self.presses.append(truth)
        spare_us = pressed_us - race.shown_us - _LEAST_LIE_US
        pressed_us -= max(0, min(body.character.shave_us, spare_us))
        body.model = claimed(body.model, card, pressed_us)
        body.send(
            said.Claim(
                race=race.race,
                nonce=race.nonce,
                action=Lay(card=card),
                shown_us=race.shown_us,
                pressed_us=pressed_us,
            )
        )

    # -- turns ---------------------------------------------------------------

    def turn_changed(self) -> None:
        """Choose one of the legal actions, after a while; a newer turn replaces an older."""
        turn, seat = self._body.model.turn, self._body.model.seat
        if turn is None:
            return
        self.stop()
        if seat in turn.actors and turn.legal:
            act = said.Act(action=self._rng.choice(turn.legal))
            think_us = self._body.character.reaction(self._rng)
            self._acting = self._clock.call_later_us(think_us, lambda: self._body.send(act))
