"""Durak positions from a few strings, and matches told as sentences.

Seats are letters (A is seat 0), moves read like "A leads 8S", "B beats 8S with JS",
"C throws 8D JD", "B transfers 9D", "B shows 9H", "B takes", "A passes". What must not stand
here: expectations of a particular test.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import pytest

from cardprotocol.cards import Card, Suit, cards
from cardprotocol.games.common import Action, Event
from cardprotocol.games.durak import Attack, Beat, Pass, ShowTransfer, Take, ThrowIn, Transfer
from cardrules.durak import DurakMatch, DurakOptions
from cardrules.durak.drawing import start_bout
from cardrules.durak.state import Bout, Player, State
from cardrules.game import IllegalAction, Seat

T = TypeVar("T")


def seat(letter: str) -> Seat:
    """A is 0, F is 5."""
    return "ABCDEF".index(letter)


@dataclass(frozen=True, slots=True)
class StackedLots:
    """A pack that lies as given, and draws that give `drawn`."""

    pack: tuple[Card, ...] = ()
    drawn: int = 0

    def shuffle(self, purpose: str, index: int, items: Sequence[T]) -> tuple[T, ...]:
        """The stacked pack, for the one shuffle a Durak match has."""
        assert (purpose, index) == ("deal", 0)
        assert sorted(self.pack) == sorted(items)  # type: ignore[type-var]
        return self.pack  # type: ignore[return-value]

    def draw(self, purpose: str, index: int, below: int) -> int:
        """The chosen lot, for the one draw a Durak match has."""
        assert (purpose, index) == ("first_attacker", 0)
        return self.drawn % below


def stacked(hands: Sequence[str], last: str, deck: DurakOptions | None = None) -> tuple[Card, ...]:
    """A pack that deals `hands` from the first seat and has `last` at the bottom."""
    dealt = [card for row in zip(*(cards(hand) for hand in hands), strict=True) for card in row]
    rest = [card for card in (deck or DurakOptions()).pack if card not in dealt]
    bottom = Card(last)
    return (*dealt, *(card for card in rest if card is not bottom), bottom)


def position(
    hands: Mapping[str, str],
    pack: str = "",
    *,
    trump: Suit = Suit.HEARTS,
    opener: str = "A",
    out: Mapping[str, int] | None = None,
    discarded: int | None = None,
    options: DurakOptions | None = None,
) -> DurakMatch:
    """A match before the opening of a bout; what is in no hand and no pack was discarded.

    `discarded` must then be the number of those cards; without it nothing is checked.
    """
    chosen = options or DurakOptions()
    players = [Player(seat(letter), tuple(sorted(cards(hand)))) for letter, hand in hands.items()]
    players += [Player(seat(letter), (), place) for letter, place in (out or {}).items()]
    placed = [card for player in players for card in player.hand] + list(cards(pack))
    assert len(set(placed)) == len(placed), "a card stands twice in the position"
    discard = tuple(card for card in chosen.pack if card not in placed)
    assert discarded is None or len(discard) == discarded
    state = State(
        options=chosen,
        trump=trump,
        players=tuple(sorted(players, key=lambda player: player.seat)),
        bout=Bout(0, 1, held=0, limit=0),
        stock=cards(pack),
        discard=discard,
        bouts_ended=len(discard) // 2,
    )
    return DurakMatch(start_bout(state, seat(opener)).state)


def read_move(sentence: str) -> tuple[Seat, Action]:
    """The seat and the action a sentence means."""
    who, verb, *rest = sentence.split()
    laid = cards(" ".join(word for word in rest if word != "with"))
    match verb:
        case "leads":
            return seat(who), Attack(laid)
        case "throws":
            return seat(who), ThrowIn(laid)
        case "beats":
            return seat(who), Beat(laid[1], laid[0])
        case "transfers":
            return seat(who), Transfer(laid[0])
        case "shows":
            return seat(who), ShowTransfer(laid[0])
        case "takes":
            return seat(who), Take()
        case "passes":
            return seat(who), Pass()
    raise AssertionError(f"no move is called {verb!r}")


def in_words(action: Action) -> str:
    """An action as the sentence after the seat."""
    match action:
        case Attack(cards=laid):
            return f"leads {_codes(laid)}"
        case ThrowIn(cards=laid):
            return f"throws {_codes(laid)}"
        case Beat(card=card, target=target):
            return f"beats {target.code} with {card.code}"
        case Transfer(card=card):
            return f"transfers {card.code}"
        case ShowTransfer(card=card):
            return f"shows {card.code}"
        case Take():
            return "takes"
    return "passes"


def play(match: DurakMatch, *moves: str) -> tuple[DurakMatch, list[Event]]:
    """The match after `moves`, and what was told to all; a move may hold several after ";"."""
    told: list[Event] = []
    for move in re.split(r"\s*;\s*", "; ".join(moves)):
        step = match.apply(*read_move(move))
        assert isinstance(step.game, DurakMatch)
        match = step.game
        told += [event.public for event in step.events]
    return match, told


def after(match: DurakMatch, *moves: str) -> DurakMatch:
    """The match after `moves`."""
    return play(match, *moves)[0]


def may(match: DurakMatch, letter: str) -> set[str]:
    """What a seat may do, in words; empty for who may not act."""
    return {in_words(action) for action in match.legal(seat(letter))}


def refusal(match: DurakMatch, move: str) -> IllegalAction:
    """The refusal of `move`; the match is as it was, and its code is the rules'."""
    before = match.open_view()
    with pytest.raises(IllegalAction) as caught:
        match.apply(*read_move(move))
    assert match.open_view() == before
    return caught.value


def hand(match: DurakMatch, letter: str) -> set[str]:
    """The codes in a seat's hand."""
    return {card.code for card in match.state.hand(seat(letter))}


def codes(text: str) -> set[str]:
    """The codes written in `text`."""
    return {card.code for card in cards(text)}


def bout(match: DurakMatch) -> str:
    """Who attacks whom, for example "B>C"."""
    return f"{'ABCDEF'[match.state.bout.opener]}>{'ABCDEF'[match.state.bout.defender]}"


def acting(match: DurakMatch) -> str:
    """The letters of who may act."""
    return "".join("ABCDEF"[actor] for actor in sorted(match.actors()))


def _codes(laid: tuple[Card, ...]) -> str:
    return " ".join(card.code for card in laid)
