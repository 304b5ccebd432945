"""A program that plays: subclass Bot, override the hooks you care about.

What lives here: Bot, which follows a table for you (hand, view, races, turns)
and turns `lay` and `act` into messages. What must not: strategies (bots/),
connecting and seating (bot_run.py), sockets. docs/bots.md shows it at work.
"""

from __future__ import annotations

import random
import secrets
from typing import Final

from cardclient import games
from cardclient.follower import Follower
from cardclient.model import LEAVE_ID
from cardclient.pacing import Pace
from cardclient.reaction import FASTEST_US, HumanReaction
from cardprotocol.cards import Card
from cardprotocol.errors import ErrorCode
from cardprotocol.games.common import MatchEnded, Outcome
from cardprotocol.games.vocabulary import AnyAction, AnyEvent, AnyView
from cardprotocol.messages import to_client as c
from cardprotocol.messages.parts import TableInfo, Turn
from cardprotocol.messages.to_server import Act, Chat, Claim, Ready
from cardprotocol.messages.unions import AnyToClient

# A void claim locks the seat (PA13); trying again a little later meets no lock.
_AFTER_LOCK_US: Final = 20_000
# After too many messages the server reads nothing of ours for a second.
_AFTER_RATE_US: Final = 1_100_000
_AGAIN: Final = frozenset(
    code.value for code in (ErrorCode.CLAIM_FALSE_START, ErrorCode.CLAIM_LOCKED)
)


class Bot(Follower):
    """One seat at one table, played by hooks that are called on the event loop.

    With a `seed` every decision that uses `self.random` repeats exactly. `reaction` is how long
    the bot waits in a race at a table where bots race raw; None is as fast as the rules allow.
    An exception in a hook ends the bot and comes out of `run_bots`.
    """

    def __init__(
        self,
        name: str = "Bot",
        *,
        seed: int | str | None = None,
        reaction: HumanReaction | None = None,
    ) -> None:
        super().__init__()
        self.name = name
        self.random = random.Random(seed)
        self._seeded = seed is not None
        self._reaction = reaction
        self._next_id = LEAVE_ID + 1  # that one is taken
        self._acting: int | None = None
        self._acted_seq = 0
        self._offered_seq: int | None = None
        self._pace = Pace()
        self.think_ms = 0  # how long it thinks about a turn, about; people want to follow
        self._thought_us = 0  # when it has thought

    # what a bot can see

    @property
    def hand(self) -> tuple[Card, ...]:
        """Its own cards, sorted by rank, then suit."""
        return self.model.hand

    @property
    def game(self) -> AnyView | None:
        """The match as this seat may know it; None before the first deal."""
        return self.model.game

    @property
    def table(self) -> TableInfo | None:
        """Seats, options and standing of the table; None in the lobby."""
        return self.model.table

    @property
    def seat(self) -> int | None:
        """Its own seat; None while it has none."""
        return self.model.seat

    # hooks: override what you need

    def on_welcome(self, welcome: c.Welcome) -> None:
        """The server greeted, for the first time or after a loss."""

    def on_table(self, table: TableInfo) -> None:
        """Seats, options or readiness changed."""

    def on_event(self, event: AnyEvent) -> None:
        """Something happened in the match; `self.game` has it already."""

    def on_reveal(self, reveal: c.Reveal) -> None:
        """A reveal's time came; `reveal.verdict` tells how the race before was decided."""

    def on_race(self, wanted: int) -> None:
        """A race for the rank `wanted` is open: `self.lay(card)` claims."""

    def on_turn(self, turn: Turn) -> None:
        """This seat may act: `self.act(action)` with one of `turn.legal`."""

    def on_match_end(self, outcome: Outcome) -> None:
        """The match is over."""

    def on_said(self, said: c.Said) -> None:
        """Somebody chatted."""

    def on_error(self, error: c.Error) -> None:
        """The server refused something; nothing was changed by it."""

    # what a bot can do

    def lay(self, card: Card) -> None:
        """Claim the open race with `card`, when this bot's reaction time is over."""
        race = self.model.race
        if race is None or race.shown_us is None or race.nonce is None:
            return
        self._at(race.shown_us + self._reaction_us(), lambda: self._press(race.race, card))

    def act(self, action: AnyAction) -> None:
        """Do `action` in a game of turns."""
        self._acting, self._next_id = self._next_id, self._next_id + 1
        self._acted_seq = self.model.seq
        self._pace.spend(self._now_us())
        self.send(Act(id=self._acting, action=action))

    def say(self, text: str) -> None:
        """Chat to the table (the server takes 200 characters)."""
        self.send(Chat(text=text[:200]))

    def ready(self, ready: bool = True) -> None:
        """Be ready for the next match, with fresh entropy for its deal."""
        entropy = self.random.randbytes(16) if self._seeded else secrets.token_bytes(16)
        self.send(Ready(ready=ready, entropy=entropy if ready else None))

    # telling the hooks: reports first, then what asks for a decision

    def _tell(self, message: AnyToClient) -> None:
        """Call the hooks that report; those that ask come after (`_offer`)."""
        match message:
            case c.Welcome():
                self.on_welcome(message)
            case c.View() | c.Table():
                self.on_table(message.table)
            case c.Reveal():
                self.on_reveal(message)
                self._tell_events(message.events)
            case c.Events():
                self._tell_events(message.events)
            case c.Said():
                self.on_said(message)
            case c.Error():
                self.on_error(message)

    def _tell_events(self, events: tuple[AnyEvent, ...]) -> None:
        for event in events:
            self.on_event(event)
            if isinstance(event, MatchEnded):
                self.on_match_end(event.outcome)

    def _offer(self, message: AnyToClient) -> None:
        match message:
            case c.Reveal() | c.View() if self.model.race is not None:
                self._offer_race()
            case c.Welcome():
                # An act that was under way when the server went may never be answered: its
                # events, or the same turn again, come with what was missed.
                self._acting = self._offered_seq = None
            case c.View():
                self._acting = self._offered_seq = None
                self._think()
                self._offer_turn()
            case c.Events():
                self._offered_seq = None
                self._think()
                self._offer_turn()
            case c.Done(re=re) if re is not None and re == self._acting:
                self._acting = None  # the events that came of it, and the next turn, follow
            case c.Error():
                self._refused(message)

    def _offer_race(self) -> None:
        race, game = self.model.race, self.model.game
        if race is None or race.nonce is None or game is None or not self.model.in_play:
            return
        if self.seat is None or games.barred(game, self.seat):
            return
        self.on_race(games.wanted(game))

    def _think(self) -> None:
        if self.think_ms:
            span_us = self.think_ms * self.random.randint(600, 1400)
            self._thought_us = self._now_us() + span_us

    def _offer_turn(self) -> None:
        turn, seq = self.model.turn, self.model.seq
        if self._acting is not None or turn is None or not turn.legal or self._offered_seq == seq:
            return
        wait_us = max(self._pace.wait_us(self._now_us()), self._thought_us - self._now_us())
        if wait_us > 0:
            self._at(self._now_us() + wait_us, self._offer_turn)
        else:
            self._offered_seq = seq
            self.on_turn(turn)

    def _refused(self, error: c.Error) -> None:
        race = self.model.race
        if error.re is not None and error.re == self._acting:
            self._acting = None
            if error.code == ErrorCode.MESSAGE_RATE.value:
                self._offered_seq = None
                self._at(self._now_us() + _AFTER_RATE_US, self._offer_turn)
            elif self.model.seq != self._acted_seq:  # refused because the moment had passed
                self._offer_turn()
        elif race is not None and error.race == race.race and error.code in _AGAIN:
            again_us = self._now_us() + error.locked_us + _AFTER_LOCK_US
            self._at(again_us, lambda: self._again(race.race))

    def _again(self, race: int) -> None:
        if self.model.race is not None and self.model.race.race == race:
            self._offer_race()

    # racing

    def _reaction_us(self) -> int:
        table = self.table
        if table is not None and table.options.get("bots_race") != "raw":
            return 0  # the server draws a human-like reaction itself
        if self._reaction is None:
            return FASTEST_US
        return self._reaction.sample_us(self.random)

    def _press(self, race_id: int, card: Card) -> None:
        race, game = self.model.race, self.model.game
        if race is None or race.race != race_id or race.nonce is None or race.shown_us is None:
            return  # decided in the meantime
        assert game is not None
        self.send(
            Claim(
                race=race_id,
                nonce=race.nonce,
                action=games.lay(game, card),
                shown_us=race.shown_us,
                pressed_us=self._now_us(),
            )
        )
