"""One lifelike message of every type, in both directions: the protocol document's examples.

What lives here: values alone. What must not: rendering (protocol_doc.py) or
edge cases (field_edges.py).
"""

from __future__ import annotations

from typing import Final

from cardprotocol.cards import Card, Suit, cards
from cardprotocol.games import common, durak, perekur
from cardprotocol.messages import parts
from cardprotocol.messages import to_client as c
from cardprotocol.messages import to_server as s
from cardprotocol.messages.base import ToClient, ToServer

NONCE: Final = bytes.fromhex("1f6ab02d94c35e87")
TOKEN: Final = bytes.fromhex("5b0e9d1cf2374a6881d3c4b7e6095fa2")
ENTROPY: Final = bytes.fromhex("00112233445566778899aabbccddeeff")
SEED: Final = bytes(range(32))
DIGEST: Final = bytes(range(64, 96))
# What one client's clock says in the examples: the show time of a reveal.
SHOW_US: Final = 81_204_500_000

TO_SERVER: Final[tuple[ToServer, ...]] = (
    s.Hello(id=1, version=1, name="Olena", client="docs 1.0", bot=True),
    s.Pong(ping=7, received_us=SHOW_US - 950_000, sent_us=SHOW_US - 949_960),
    s.Tick(sent_us=SHOW_US + 25_000),
    s.ListTables(id=2),
    s.ListGames(id=3),
    s.ListScores(id=4, game="durak", page=1),
    s.CreateTable(id=5, table="Kitchen", game="perekur", options={"look_seconds": 2}),
    s.JoinTable(id=6, table="Kitchen"),
    s.WatchTable(id=7, table="Kitchen"),
    s.LeaveTable(id=8),
    s.Resume(id=9, seq=41),
    s.TakeSeat(id=10, seat=2),
    s.Ready(id=11, entropy=ENTROPY),
    s.SetOptions(id=12, options={"stall_seconds": 30, "collect": "pile"}),
    s.RemovePlayer(id=13, seat=3),
    s.Control(id=14, control="last_round"),
    s.Chat(id=15, text="Well played"),
    s.Shown(race=18, shown_us=SHOW_US + 400),
    s.Claim(
        id=16,
        race=18,
        nonce=NONCE,
        action=perekur.Lay(card=Card("7H")),
        shown_us=SHOW_US + 400,
        pressed_us=SHOW_US + 414_730,
    ),
    s.Act(id=17, action=durak.Beat(card=Card("TS"), target=Card("9S"))),
    s.Bye(),
)

_SEATS: Final = (
    parts.SeatInfo(seat=0, name="Olena", bot=True, rtt_us=410, clock="good"),
    parts.SeatInfo(seat=1, name="Taras", ready=True, rtt_us=3_200, clock="fair"),
    parts.SeatInfo(seat=2, name="Mira", connected=False),
)
TABLE: Final = parts.TableInfo(
    table="Kitchen",
    game="perekur",
    options={"look_seconds": 2, "collect": "all", "watchers_see_hands": False},
    seats=_SEATS,
    least_seats=3,
    most_seats=6,
    host=0,
    match=1,
    playing=True,
    match_id="kitchen-1",
    commitment=DIGEST,
    controls=("last_round",),
)
_HANDS: Final = (
    common.Hand(seat=0, cards=3),
    common.Hand(seat=1, cards=2),
    common.Hand(seat=2, cards=0, place=1),
)
VIEW: Final = perekur.PerekurView(
    phase="race",
    hands=_HANDS,
    dealer=1,
    round=1,
    redeal=0,
    pile=47,
    wanted=9,
    top=Card("8D"),
    last=1,
    cards=cards("4C 9S 9H"),
)
VERDICT: Final = parts.Verdict(
    race=18,
    closed_by="proof",
    waited_us=11_800,
    winner=0,
    margin_us=12_070,
    claims=(
        parts.ClaimEvidence(
            seat=0,
            reaction_us=414_330,
            judged_us=414_330,
            late_us=400,
            arrived_us=415_020,
            credit_us=80,
            allowed_us=3_000,
            uncertainty_us=310,
            behind_us=0,
        ),
        parts.ClaimEvidence(
            seat=2,
            reaction_us=426_400,
            judged_us=426_400,
            late_us=2_100,
            arrived_us=431_000,
            credit_us=1_400,
            allowed_us=9_500,
            uncertainty_us=900,
            behind_us=12_070,
        ),
    ),
    locks=(parts.Lock(seat=1, code="claim/false_start", locked_us=250_000),),
    lead_us=2_300,
)
OUTCOME: Final = common.Outcome(reason="last_with_cards", ranking=((2,), (0,), (1,)), losers=(1,))
PROOF: Final = parts.MatchProof(
    match_id="kitchen-1", seed=SEED, entropies=(ENTROPY, b"", ENTROPY[::-1])
)

TO_CLIENT: Final[tuple[ToClient, ...]] = (
    c.Welcome(re=1, version=1, server="perekur 0.1.0", name="Olena", token=TOKEN),
    c.Error(
        re=16,
        code="rules/wrong_rank",
        text="That rank is not wanted.",
        field="card",
        value="7H",
        expected="9",
        race=18,
        locked_us=250_000,
    ),
    c.Done(re=14),
    c.Ping(ping=7),
    c.Clock(rtt_us=410, uncertainty_us=310, quality="good", kernel_checked=True),
    c.Tables(
        re=2,
        tables=(
            parts.TableLine(
                table="Kitchen",
                game="perekur",
                players=("Olena", "Taras", "Mira"),
                seats=6,
                bots=1,
                playing=True,
                options={"collect": "pile"},
            ),
        ),
    ),
    c.Games(
        re=3,
        games=(
            parts.GameInfo(
                name="perekur",
                least_seats=3,
                most_seats=6,
                options=(
                    parts.OptionSpec(name="collect", default="all", choices=("all", "pile")),
                    parts.OptionSpec(name="look_seconds", default=3, least=0, most=10),
                    parts.OptionSpec(name="watchers_see_hands", default=False),
                ),
            ),
        ),
    ),
    c.Scores(
        re=4,
        game="durak",
        scores=(parts.ScoreLine(name="Mira", matches=12, losses=1, rating=2_871),),
        page=1,
        pages=2,
        above=15,
    ),
    c.View(re=6, seq=41, table=TABLE, seat=0, game=VIEW, race=parts.RaceOpening(18, NONCE)),
    c.Table(table=TABLE, seat=0),
    c.Events(
        seq=44,
        events=(
            durak.BeatCard(seat=1, card=Card("TS"), target=Card("9S"), left=4),
            durak.Passed(seat=0),
        ),
        turn=parts.Turn(actors=(2,), until_us=SHOW_US, legal=(durak.Pass(),)),
    ),
    c.Reveal(
        seq=42,
        at_us=SHOW_US + 600_000,
        events=(perekur.Laid(seat=0, card=Card("9H"), left=2, pile=48, wanted=10),),
        verdict=VERDICT,
        race=parts.RaceOpening(race=19, nonce=NONCE[::-1]),
    ),
    c.Said(name="Taras", text="Well played"),
    c.Closing(
        code="hello/version",
        text="Client and server speak different versions of the protocol.",
        expected="1",
    ),
)

EVENTS: Final[tuple[common.Event, ...]] = (
    common.MatchEnded(outcome=OUTCOME),
    common.TimeRanOut(seat=1, why="stalled"),
    common.WentOut(seat=2, place=1),
    perekur.Dealt(dealer=1, round=1, hands=_HANDS, cards=cards("4C 9S 9H")),
    perekur.Laid(seat=0, card=Card("9H"), left=2, pile=48, wanted=10),
    perekur.Stuck(seat=0, cards=52, redeal=1),
    perekur.LastRoundCalled(),
    durak.Dealt(trump=Suit.HEARTS, stock=18, hands=_HANDS, cards=cards("6S 7S 9H JD QC AC")),
    durak.FirstAttacker(seat=0, why="lowest_trump", card=Card("6H")),
    durak.BoutStarted(attacker=0, defender=1, limit=6),
    durak.Attacked(seat=0, cards=cards("9S"), left=5),
    durak.BeatCard(seat=1, card=Card("TS"), target=Card("9S"), left=5),
    durak.Transferred(seat=1, card=Card("9D"), defender=2, left=5, limit=6),
    durak.Passed(seat=0),
    durak.Taking(seat=1),
    durak.BoutEnded(taken=True, defender=1, cards=cards("9S 9C"), discard=0),
    durak.Drew(seat=0, count=2, left=6, stock=10, cards=cards("7D KC")),
)

ACTIONS: Final[tuple[common.Action, ...]] = (
    perekur.Lay(card=Card("7H")),
    durak.Attack(cards=cards("9S")),
    durak.ThrowIn(cards=cards("9C TD")),
    durak.Beat(card=Card("TS"), target=Card("9S")),
    durak.Transfer(card=Card("9D")),
    durak.ShowTransfer(card=Card("9H")),
    durak.Take(),
    durak.Pass(),
)

VIEWS: Final[tuple[common.View, ...]] = (
    VIEW,
    durak.DurakView(
        phase="defend",
        hands=_HANDS,
        trump=Suit.HEARTS,
        stock=10,
        discard=14,
        attacker=0,
        defender=1,
        limit=6,
        table=(durak.Pair(attack=Card("9S"), by=Card("TS")), durak.Pair(attack=Card("9C"))),
        cards=cards("6S 7S JD"),
    ),
)
