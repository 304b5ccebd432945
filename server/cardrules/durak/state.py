"""A Durak match as an immutable value: hands, stock, discard pile and the bout.

What lives here: the state and the questions asked of it everywhere. What must
not: what an act does (bout.py, variants.py), how a bout ends (drawing.py), and
what a seat may know (view.py).
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from operator import attrgetter

from cardprotocol.cards import Card, Rank, Suit
from cardprotocol.games.common import Event, Outcome
from cardprotocol.games.durak import Pair
from cardrules.durak.options import DurakOptions
from cardrules.game import Seat, Told


class Phase(enum.Enum):
    """Where a bout stands; the value is the view's word for it."""

    ATTACK = "attack"
    DEFEND = "defend"
    THROW_IN = "throw_in"
    TAKING = "taking"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Player:
    """One seat: its hand in ascending order, and its place once it is out (0: still in)."""

    seat: Seat
    hand: tuple[Card, ...] = field(repr=False)  # no repr: it must not slip into a log
    place: int = 0


@dataclass(frozen=True, slots=True)
class Bout:
    """One attack from its opening to its end.

    `opener` stays who made the first move, also after a transfer (DA15). `held` is the
    defender's hand when he became defender, `limit` what follows from it (DA13).
    """

    opener: Seat
    defender: Seat
    held: int
    limit: int
    pairs: tuple[Pair, ...] = ()
    passed: frozenset[Seat] = frozenset()  # who answered in the present throwing window
    taking: bool = False

    def unbeaten(self) -> tuple[Card, ...]:
        """Attacking cards that nothing beats yet, in the order they were laid."""
        return tuple(pair.attack for pair in self.pairs if pair.by is None)

    def cards(self) -> tuple[Card, ...]:
        """Every card on the table: each attack followed by what beats it."""
        return tuple(
            card for pair in self.pairs for card in (pair.attack, pair.by) if card is not None
        )

    def ranks(self) -> frozenset[Rank]:
        """Ranks on the table, attacking and beating cards alike (DA11)."""
        return frozenset(card.rank for card in self.cards())


@dataclass(frozen=True, slots=True)
class State:
    """The whole match. `players` ascend by seat; `stock` is listed from its top.

    The stock's last card fixed the trump suit and is known to nobody (D10, DA1): neither
    stock nor discard pile nor hands, shown trumps in them included, appear in the repr.
    """

    options: DurakOptions
    trump: Suit
    players: tuple[Player, ...]
    bout: Bout
    stock: tuple[Card, ...] = field(repr=False)
    discard: tuple[Card, ...] = field(default=(), repr=False)
    bouts_ended: int = 0
    shown: frozenset[Card] = field(default=frozenset(), repr=False)  # trumps shown (DA31)
    outcome: Outcome | None = None

    @property
    def phase(self) -> Phase:
        """Where the bout stands; follows from the table alone."""
        if self.outcome is not None:
            return Phase.OVER
        if not self.bout.pairs:
            return Phase.ATTACK
        if self.bout.taking:
            return Phase.TAKING
        beaten = all(pair.by is not None for pair in self.bout.pairs)
        return Phase.THROW_IN if beaten else Phase.DEFEND

    def player(self, seat: Seat) -> Player:
        """The player on `seat`; KeyError if it was not dealt in."""
        for player in self.players:
            if player.seat == seat:
                return player
        raise KeyError(seat)

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        """The hand of `seat`, ascending; KeyError if it was not dealt in."""
        return self.player(seat).hand

    def clockwise(self, start: Seat) -> tuple[Seat, ...]:
        """Seats still in the match, from `start` (itself first, if it is in) round the table."""
        before: list[Seat] = []
        after: list[Seat] = []
        for player in self.players:
            if not player.place:
                (after if player.seat >= start else before).append(player.seat)
        return (*after, *before)

    def next_in(self, seat: Seat) -> Seat:
        """The next seat still in, to the left of `seat`; ValueError if there is none."""
        for other in self.clockwise(seat + 1):
            if other != seat:
                return other
        raise ValueError("nobody else is in the match")

    def with_hand(self, seat: Seat, hand: Iterable[Card]) -> State:
        """The state with another hand, put in order."""
        ordered = tuple(sorted(hand, key=attrgetter("order")))
        return replace(self, players=self._holding(seat, ordered))

    def laid(self, seat: Seat, gone: tuple[Card, ...], bout: Bout) -> State:
        """The state after `seat` laid `gone` out of its hand, with the bout that comes of it."""
        hand = tuple(card for card in self.hand(seat) if card not in gone)
        return replace(self, players=self._holding(seat, hand), bout=bout)

    def _holding(self, seat: Seat, hand: tuple[Card, ...]) -> tuple[Player, ...]:
        return tuple(
            [
                Player(seat, hand, player.place) if player.seat == seat else player
                for player in self.players
            ]
        )


@dataclass(frozen=True, slots=True)
class Change:
    """A state reached, and what is told on the way there, in order."""

    state: State
    told: tuple[Told, ...] = ()

    def then(self, step: Callable[[State], Change]) -> Change:
        """This change and, from its state, the next one."""
        after = step(self.state)
        return Change(after.state, self.told + after.told)


def told(state: State, *events: Event) -> Change:
    """A change of which all events are public."""
    return Change(state, tuple(Told(event) for event in events))
