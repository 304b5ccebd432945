"""What holds of the cards after every event of a simulated world that plays Durak.

What lives here: one small class an invariant, for Durak's events and view. What must not: what
holds for every game (sim_invariants.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

import msgspec

from cardprotocol.cards import Card
from cardprotocol.games import durak
from cardprotocol.games.common import Event
from cardprotocol.games.durak import DurakView
from cardprotocol.messages import to_client as told
from cardprotocol.messages.unions import AnyToClient
from cardrules.durak import DurakOptions
from cardrules.game import Game
from tests.support.sim_invariants import (
    CARD,
    JournalIsTheState,
    NoGaps,
    OneConnectionASeat,
    OneVerdict,
    Readers,
)
from tests.support.sim_player import SimPlayer
from tests.support.sim_world import Invariant, SimWorld


def _shown_to_all(event: Event) -> Iterable[Card]:
    """Cards that an event of its own lays face up, or names to everybody."""
    match event:
        case durak.Attacked(cards=laid):
            return laid
        case durak.BeatCard(card=card) | durak.Transferred(card=card):
            return (card,)
        case durak.FirstAttacker(card=Card() as card):
            return (card,)
    return ()


def _codes(cards: Iterable[Card]) -> set[bytes]:
    return {card.code.encode() for card in cards}


class NoForeignCards(Readers):
    """No frame shows a card that its receiver neither got himself nor saw face up."""

    def __init__(self) -> None:
        super().__init__(self._looked_at)
        self._known: dict[str, set[bytes]] = {}

    def _looked_at(self, player: SimPlayer, _connection: int, message: AnyToClient) -> None:
        if not isinstance(message, told.Events | told.Reveal | told.View):
            return
        name, seat = player.character.name, player.model.seat
        known = self._known.get(name, set())
        for event in () if isinstance(message, told.View) else message.events:
            if isinstance(event, durak.Dealt):
                known = _codes(event.cards) if seat is not None else set()
            elif isinstance(event, durak.Drew) and event.seat == seat:
                known = known | _codes(event.cards)
            known = known | _codes(_shown_to_all(event))
        if isinstance(message, told.View) and isinstance(message.game, DurakView):
            view = message.game
            assert seat is not None or not view.cards, f"{name} watches and was given a hand"
            pairs = [card for pair in view.table for card in (pair.attack, pair.by) if card]
            known = known | _codes((*view.cards, *pairs))
        self._known[name] = known
        shown = set(CARD.findall(msgspec.json.encode(message)))
        assert shown <= known, f"{name} was shown {shown - known}"


class HandsAreApart(Readers):
    """In a match each card is dealt or drawn once, and by one; as many as everybody is told."""

    def __init__(self) -> None:
        super().__init__(self._got)
        self._owner: dict[tuple[str, Card], str] = {}

    def _got(self, player: SimPlayer, _connection: int, message: AnyToClient) -> None:
        if not isinstance(message, told.Events | told.Reveal) or player.model.seat is None:
            return
        for event in message.events:
            if isinstance(event, durak.Dealt):
                self._size(player, event)
                self._own(player, event.cards)
            elif isinstance(event, durak.Drew) and event.seat == player.model.seat:
                assert len(event.cards) == event.count, f"told of {event.count}: {event.cards}"
                self._own(player, event.cards)

    def _size(self, player: SimPlayer, dealt: durak.Dealt) -> None:
        name, seat = player.character.name, player.model.seat
        (size,) = (hand.cards for hand in dealt.hands if hand.seat == seat)
        assert len(dealt.cards) == size, f"{name} got {len(dealt.cards)}, all were told {size}"

    def _own(self, player: SimPlayer, cards: tuple[Card, ...]) -> None:
        name, match_id = player.character.name, player.model.record.match_id
        for card in cards:
            owner = self._owner.setdefault((match_id, card), name)
            assert owner == name, f"{name} and {owner} both got {card}"


class CardsAreConserved:
    """The server's own match always holds the whole pack once, and says how large hands are."""

    def __init__(self, table: str = "sim") -> None:
        self._table = table
        self._game: Game | None = None

    def check(self, world: SimWorld) -> None:
        """Look whenever the match has another value."""
        table = world.table(self._table)
        match = None if table is None else table.match
        if table is None or match is None or match.game is self._game:
            return
        self._game = match.game
        view = match.game.open_view()
        assert isinstance(view, DurakView)
        pairs = [card for pair in view.table for card in (pair.attack, pair.by) if card]
        seen = [*pairs, *(card for hand in view.open_hands for card in hand.cards)]
        assert len(set(seen)) == len(seen), "a card is in two places"
        pack = cast(DurakOptions, table.options).pack
        assert len(seen) + view.stock + view.discard == len(pack), "cards were lost"
        sizes = {hand.seat: hand.cards for hand in view.hands}
        assert {hand.seat: len(hand.cards) for hand in view.open_hands} == sizes


def durak_invariants() -> tuple[Invariant, ...]:
    """Fresh ones for one world of Durak."""
    return (
        NoGaps(),
        OneVerdict(),
        NoForeignCards(),
        HandsAreApart(),
        CardsAreConserved(),
        JournalIsTheState(),
        OneConnectionASeat(),
    )
