"""A table as a client is told of it, built message by message for tests of model and screens.

What lives here: short makers of the messages that client tests need again and
again. What must not: assertions.
"""

from __future__ import annotations

from cardclient.model import Model
from cardclient.receiving import receive, show
from cardprotocol.cards import DECK_52, Card, Suit, cards
from cardprotocol.games import durak, perekur
from cardprotocol.games.common import Hand, SeatHand
from cardprotocol.games.vocabulary import AnyAction, AnyEvent
from cardprotocol.messages import to_client as c
from cardprotocol.messages.parts import (
    ClaimEvidence,
    GameInfo,
    OptionSpec,
    RaceOpening,
    SeatInfo,
    TableInfo,
    TableLine,
    Turn,
    Verdict,
)

NAMES = ("Olga", "Petro", "Daria", "Ivan")
NONCE = b"12345678"
HAND = cards("2S 3H 3D 7C 9H 10D QS AS")

GAMES = (
    GameInfo(
        name="perekur",
        least_seats=3,
        most_seats=6,
        options=(
            OptionSpec(name="collect", default="all", choices=("all", "pile")),
            OptionSpec(name="look_seconds", default=3, least=0, most=10),
            OptionSpec(name="hints", default=False),
        ),
    ),
    GameInfo(
        name="durak",
        least_seats=2,
        most_seats=6,
        options=(OptionSpec(name="mode", default="throw_in", choices=("throw_in", "transfer")),),
    ),
)


def seat_info(seat: int, name: str, **more: object) -> SeatInfo:
    """A connected seat with a good clock; `more` changes any field."""
    values = {"ready": True, "rtt_us": 400, "clock": "good"} | more
    return SeatInfo(seat=seat, name=name, **values)  # type: ignore[arg-type]


def table_info(game: str = "perekur", names: tuple[str, ...] = NAMES, **more: object) -> TableInfo:
    """A table with `names` on seats 0, 1, ...; `more` changes any field."""
    values: dict[str, object] = {
        "options": {"misplay_lock_ms": 250, "hints": False},
        "least_seats": 3,
        "most_seats": 6,
        "host": 0,
        "match_id": "m1",
        "seats": tuple(seat_info(seat, name, bot=seat == 3) for seat, name in enumerate(names)),
    }
    return TableInfo(table="kitchen", game=game, **(values | more))  # type: ignore[arg-type]


def welcome(table: str = "") -> c.Welcome:
    """The greeting answered."""
    return c.Welcome(
        version=1,
        server="test",
        name="Olga",
        token=b"0" * 16,
        table=table,
        kernel_checked=True,
    )


def at_table(game: str = "perekur", names: tuple[str, ...] = NAMES, seat: int | None = 0) -> Model:
    """Greeted and seated, before a match."""
    model = receive(Model(), welcome(), 0)
    return receive(model, c.View(seq=0, table=table_info(game, names), seat=seat), 0)


def open_table(names: tuple[str, ...]) -> Model:
    """A spectator of six players, with the whole pack dealt and every hand open."""
    hands = tuple(SeatHand(seat, DECK_52[seat::6]) for seat in range(6))
    told = c.Reveal(seq=1, at_us=0, events=(dealt(),), open_hands=hands)
    return show(at_table(names=names, seat=None), told, 0)


def opening(race: int) -> RaceOpening:
    """A race with this seat's nonce."""
    return RaceOpening(race=race, nonce=NONCE)


def dealt(hand: tuple[Card, ...] = HAND, round_: int = 1, counts: int = 8) -> perekur.Dealt:
    """A deal of Perekur to four seats."""
    hands = tuple(Hand(seat, counts) for seat in range(4))
    return perekur.Dealt(dealer=1, round=round_, hands=hands, cards=hand)


def laid(seat: int, card: str, left: int = 7, pile: int = 1, wanted: int = 3) -> perekur.Laid:
    """A card accepted on the pile."""
    return perekur.Laid(seat=seat, card=Card(card), left=left, pile=pile, wanted=wanted)


def reveal(*events: AnyEvent, seq: int = 1, race: int | None = None, **more: object) -> c.Reveal:
    """A reveal shown at 0, opening `race` if given."""
    opened = None if race is None else opening(race)
    return c.Reveal(seq=seq, at_us=0, events=events, race=opened, **more)  # type: ignore[arg-type]


def claim(seat: int, judged_us: int, behind_us: int = 0, **more: object) -> ClaimEvidence:
    """A claim believed in full."""
    values = {
        "reaction_us": judged_us,
        "late_us": 0,
        "arrived_us": judged_us,
        "credit_us": 0,
        "allowed_us": 3_000,
        "uncertainty_us": 300,
    } | more
    return ClaimEvidence(seat=seat, judged_us=judged_us, behind_us=behind_us, **values)  # type: ignore[arg-type]


def verdict(race: int, *claims: ClaimEvidence, **more: object) -> Verdict:
    """A verdict for the first of `claims`, closed by proof."""
    values: dict[str, object] = {"closed_by": "proof", "waited_us": 2_000}
    if claims:
        values["winner"] = claims[0].seat
    if len(claims) > 1:
        values["margin_us"] = claims[1].judged_us - claims[0].judged_us
    return Verdict(race=race, claims=claims, **(values | more))  # type: ignore[arg-type]


def in_race(hand: tuple[Card, ...] = HAND, race: int = 1) -> Model:
    """Dealt, looked, and the first race is open on the screen since 1,000 µs."""
    model = show(at_table(), reveal(dealt(hand)), 0)
    return show(model, reveal(race=race), 1_000)


def raced(races: int = 3) -> Model:
    """A match in which seat 1 beat this seat in each of `races` races."""
    model = in_race()
    for race in range(1, races + 1):
        judged = verdict(race, claim(1, 387_000), claim(0, 401_000, 14_000))
        card = Card(f"{'23456789'[race - 1]}C")
        told = laid(1, card.code, left=8 - race, pile=race, wanted=race + 2)
        model = show(model, reveal(told, verdict=judged, race=race + 1), race * 1_000_000)
    return model


def in_bout(*legal: AnyAction, attack: str = "7S", hand: str = "9D QC 6H 10H") -> Model:
    """Durak with hearts as trumps: seat 1 attacked this seat, whose turn has `legal` actions."""
    held = cards(hand)
    hands = (Hand(0, len(held)), Hand(1, 5), Hand(2, 6), Hand(3, 4))
    events: tuple[AnyEvent, ...] = (
        durak.Dealt(trump=Suit.HEARTS, stock=6, hands=hands, cards=held),
        durak.BoutStarted(attacker=1, defender=0, limit=4),
        durak.Attacked(seat=1, cards=cards(attack), left=4),
    )
    model = at_table("durak")
    return receive(model, c.Events(seq=3, events=events, turn=Turn(actors=(0,), legal=legal)), 0)


def lobby(*names: str) -> Model:
    """In the lobby, with tables of these names."""
    model = receive(Model(), welcome(), 0)
    model = receive(model, c.Games(games=GAMES), 0)
    lines = tuple(
        TableLine(table=name, game="perekur", players=("Ann",), seats=6) for name in names
    )
    return receive(model, c.Tables(tables=lines), 0)
