"""Pairs of matches that look alike to all but one or two seats: equal acts, other hidden cards.

What lives here: packs stacked by hand, scripts of public acts, swaps that leave every public event
as it was, and playing a script on a real server. What must not: what is compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final, TypeVar

from cardprotocol.cards import DECK_36, DECK_52, Card
from cardprotocol.games.common import Action, Event
from cardprotocol.games.perekur import Lay, PerekurView
from cardprotocol.messages import to_server as said
from cardrules.durak import DURAK
from cardrules.game import Game, IllegalAction, Step
from cardrules.kind import GameKind
from cardrules.options import read_options
from cardrules.perekur import PEREKUR
from tests.support.house import REACTION_US, TABLE, Guest, House

T = TypeVar("T")
KINDS: Final[dict[str, GameKind]] = {"perekur": PEREKUR, "durak": DURAK}
SEATS: Final = {"perekur": 4, "durak": 3}
_OPTIONS: Final[dict[str, dict[str, bool | int | str]]] = {
    "perekur": {"look_seconds": 0, "stall_seconds": 0},
    "durak": {},
}
_TRIES: Final = 30


@dataclass(frozen=True, slots=True)
class StackedPack:
    """Lots that put every card where `pack` has it; draws depend on their purpose alone."""

    pack: tuple[Card, ...]

    def shuffle(self, purpose: str, index: int, items: Sequence[T]) -> tuple[T, ...]:  # noqa: ARG002
        """`items` in the order of the pack."""
        return tuple(sorted(items, key=self.pack.index))

    def draw(self, purpose: str, index: int, below: int) -> int:
        """A number that is the same in every world."""
        return Random(f"{purpose} {index}").randrange(below)


@dataclass(frozen=True, slots=True)
class Move:
    """One act as all see it; in a race `losing` also claim a card, and `wrong` misplay one."""

    seat: int
    action: Action
    losing: tuple[tuple[int, Action], ...] = ()
    wrong: tuple[tuple[int, Action], ...] = ()

    def cards(self) -> set[str]:
        """The codes of every card anybody moves."""
        acts = (self.action, *(act for _, act in (*self.losing, *self.wrong)))
        return {code for act in acts for code in _codes(act)}


def _codes(action: Action) -> Iterator[str]:
    for name in action.__struct_fields__:
        value = getattr(action, name)
        for card in value if isinstance(value, tuple) else (value,):
            yield Card(card).code


def deal(game: str, pack: tuple[Card, ...]) -> Step:
    """The match as `pack` deals it."""
    kind = KINDS[game]
    options = read_options(kind.options, _OPTIONS[game])
    return kind.begin(tuple(range(SEATS[game])), options, StackedPack(pack), None)


def hand(game: Game, seat: int) -> tuple[Card, ...]:
    """What a seat holds."""
    view = game.view(seat)
    return tuple(view.cards)  # type: ignore[attr-defined]


def script(game: str, pack: tuple[Card, ...], moves: int, rng: Random) -> list[Move]:
    """Random acts from the deal on; in races others claim too, some of them wrongly."""
    match, made = deal(game, pack).game, list[Move]()
    while len(made) < moves and match.actors():
        move = _race_move(match, rng) if game == "perekur" else _turn_move(match, rng)
        made.append(move)
        match = match.apply(move.seat, move.action).game
    return made


def _turn_move(match: Game, rng: Random) -> Move:
    seat = rng.choice(sorted(match.actors()))
    return Move(seat, rng.choice(match.legal(seat)))


def _race_move(match: Game, rng: Random) -> Move:
    able = sorted(match.actors())
    seat = rng.choice(able)
    losing = [(s, rng.choice(match.legal(s))) for s in able if s != seat and rng.random() < 0.5]
    view = match.view(None)
    assert isinstance(view, PerekurView)
    erring = [s for s in match.seats if s not in able and s != view.last and hand(match, s)]
    wrong = [(s, Lay(card=rng.choice(hand(match, s)))) for s in erring if rng.random() < 0.3]
    return Move(seat, rng.choice(match.legal(seat)), tuple(losing), tuple(wrong))


def public(game: str, pack: tuple[Card, ...], moves: list[Move]) -> list[Event] | None:
    """Every public event of the script with `pack`; None where an act would be another's fault."""
    step = deal(game, pack)
    told = [one.public for one in step.events]
    for move in moves:
        try:
            for seat, action in move.losing:
                step.game.apply(seat, action)
            if any(not _is_wrong(step.game, *wrong) for wrong in move.wrong):
                return None
            step = step.game.apply(move.seat, move.action)
        except IllegalAction:
            return None
        told += [one.public for one in step.events]
    return told


def _is_wrong(match: Game, seat: int, action: Action) -> bool:
    """Whether the act is refused for its rank, as in the first world."""
    try:
        match.apply(seat, action)
    except IllegalAction as illegal:
        return illegal.code.value == "rules/wrong_rank"
    return False


@dataclass(frozen=True, slots=True)
class Twins:
    """Two packs and one script; all but `insiders` must be told the same, byte by byte."""

    game: str
    packs: tuple[tuple[Card, ...], tuple[Card, ...]]
    moves: list[Move]
    insiders: frozenset[int]


def twins(game: str, rng: Random, moves: int, variants: int) -> list[Twins]:
    """One match and up to `variants` others that differ from it in two hidden cards."""
    deck = DECK_52 if game == "perekur" else DECK_36
    pack = tuple(rng.sample(deck, len(deck)))
    made = script(game, pack, moves, rng)
    seen = public(game, pack, made)
    assert seen is not None
    first = deal(game, pack).game
    owners = {card: seat for seat in first.seats for card in hand(first, seat)}
    moved = set().union(*(move.cards() for move in made)) if made else set[str]()
    quiet = [card for card in pack if card.code not in moved]
    found: list[Twins] = []
    for _ in range(_TRIES * variants):
        one, other = rng.sample(quiet, 2)
        insiders = frozenset({owners.get(one, -1), owners.get(other, -1)}) - {-1}
        if owners.get(one) == owners.get(other) or len(found) == variants:
            continue
        swapped = tuple({one: other, other: one}.get(card, card) for card in pack)
        if public(game, swapped, made) == seen and _nobody_else_drew(game, pack, made, one, other):
            found.append(Twins(game, (pack, swapped), made, insiders))
    return found


def _nobody_else_drew(
    game: str, pack: tuple[Card, ...], moves: list[Move], one: Card, other: Card
) -> bool:
    """Whether the two cards are where the deal put them until the script ends."""
    step = deal(game, pack)
    before = [card in hand(step.game, seat) for seat in step.game.seats for card in (one, other)]
    for move in moves:
        step = step.game.apply(move.seat, move.action)
    after = [card in hand(step.game, seat) for seat in step.game.seats for card in (one, other)]
    return before == after


Streams = dict[str, list[tuple[int, bytes]]]


def played(
    game: str, pack: tuple[Card, ...], moves: list[Move], **options: bool | int | str
) -> Streams:
    """Every frame each seat ("0", "1", ...) and a spectator ("spectator") got, and when."""
    house = House()
    kind = KINDS[game]
    house.server.kinds[game] = replace(
        kind, begin=lambda seats, options, _lots, last: kind.begin(seats, options, lots, last)
    )
    lots = StackedPack(pack)
    names = [f"P{seat}" for seat in range(SEATS[game])]
    guests = house.table(game, *names, **_OPTIONS[game], **options)
    spectator = house.guest("Wim")
    spectator.ask(said.WatchTable(table=TABLE))
    house.begin(*guests)
    for move in moves:
        _let_happen(house, guests, move)
    house.rest(500_000)
    assert house.match.acts == len(moves), "the script was not played"
    assert not house.faults
    return {
        **{str(seat): guest.frames for seat, guest in enumerate(guests)},
        "spectator": spectator.frames,
    }


def _let_happen(house: House, guests: list[Guest], move: Move) -> None:
    if not isinstance(move.action, Lay):
        guests[move.seat].say(said.Act(action=move.action))  # type: ignore[arg-type]
        house.rest(150_000)
        return
    house.race(*guests)
    house.rest(REACTION_US)
    for seat, action in move.wrong:
        guests[seat].say(guests[seat].claim(action))
    house.rest(1_000)
    guests[move.seat].say(guests[move.seat].claim(move.action))
    house.rest(1_500)
    for seat, action in move.losing:
        guests[seat].say(guests[seat].claim(action))
    house.rest(60_000)
