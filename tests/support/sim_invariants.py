"""What holds after every event of a simulated world, whoever plays and whatever breaks.

What lives here: one small class an invariant; each looks only at what is new since it looked
last, so that a world stays fast. What must not: players, the server's own ways of deciding.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Final

import msgspec

from cardprotocol.games import perekur
from cardprotocol.games.perekur import PerekurView
from cardprotocol.messages import to_client as told
from cardprotocol.messages.parts import Verdict
from cardprotocol.messages.unions import AnyToClient
from cardrules.game import Game
from tests.support.sim_player import SimPlayer
from tests.support.sim_world import Invariant, SimWorld

# A race closes at the latest that long after its first claim, and a timer tick.
MOST_WAIT_US: Final = 250_000 + 1_000
DEAD_HEAT_US: Final = 1_000
CARD: Final = re.compile(rb'"([2-9TJQKA][SHDC])"')


class Readers:
    """Calls `read(player, connection, message)` for everything a player received since."""

    def __init__(self, read: Callable[[SimPlayer, int, AnyToClient], None]) -> None:
        self._read = read
        self._seen: dict[str, int] = {}

    def check(self, world: SimWorld) -> None:
        """Read what is new."""
        for player in world.players:
            seen = self._seen.get(player.character.name, 0)
            if seen == len(player.received):  # most events tell most players nothing
                continue
            for connection, message in player.received[seen:]:
                self._read(player, connection, message)
            self._seen[player.character.name] = len(player.received)


class NoGaps(Readers):
    """Events are numbered without gaps; only a view may jump."""

    def __init__(self) -> None:
        super().__init__(self._numbered)
        self._seq: dict[str, int] = {}

    def _numbered(self, player: SimPlayer, _connection: int, message: AnyToClient) -> None:
        name = player.character.name
        match message:
            case told.View():
                self._seq[name] = message.seq
            case told.Events() | told.Reveal():
                expected = self._seq.get(name, 0) + len(message.events)
                assert message.seq == expected, f"{name} got event {message.seq}, not {expected}"
                self._seq[name] = message.seq


class OneVerdict(Readers):
    """A race has one verdict, the same for everybody and for ever, and it follows its evidence."""

    def __init__(self) -> None:
        super().__init__(self._judged)
        self.verdicts: dict[tuple[str, int], Verdict] = {}

    def _judged(self, player: SimPlayer, _connection: int, message: AnyToClient) -> None:
        if not isinstance(message, told.Reveal) or message.verdict is None:
            return
        verdict = message.verdict
        # What is under way when a table message changes the match is of the match before.
        match_id = player.model.record.match_id
        first = self.verdicts.setdefault((match_id, verdict.race), verdict)
        assert first == verdict, f"{player.character.name} was told another verdict: {verdict}"
        if first is verdict:
            follows_its_evidence(verdict)


def follows_its_evidence(verdict: Verdict) -> None:
    """AssertionError unless least judged time (or a lot within a dead heat) won, in time."""
    assert verdict.waited_us <= MOST_WAIT_US, f"waited {verdict.waited_us} µs"
    for claim in verdict.claims:
        assert claim.credit_us <= claim.allowed_us, f"more credit than allowed: {claim}"
        if not claim.drawn:
            least_us = max(claim.reaction_us, 0)
            assert claim.judged_us >= least_us, f"judged better than it said: {claim}"
    if not verdict.claims:
        return
    best_us = min(claim.judged_us for claim in verdict.claims)
    (winner,) = (claim for claim in verdict.claims if claim.seat == verdict.winner)
    assert winner.judged_us <= best_us + DEAD_HEAT_US, f"not the least won: {verdict}"


class NoForeignCards(Readers):
    """Perekur: no frame shows a card that its receiver has neither been dealt nor seen laid."""

    def __init__(self) -> None:
        super().__init__(self._looked_at)
        self._known: dict[str, set[bytes]] = {}

    def _looked_at(self, player: SimPlayer, _connection: int, message: AnyToClient) -> None:
        if not isinstance(message, told.Reveal | told.Events | told.View):
            return
        name = player.character.name
        known = self._known.get(name, set())
        allowed = set(known)
        for event in () if isinstance(message, told.View) else message.events:
            if isinstance(event, perekur.Dealt):
                known = {card.code.encode() for card in event.cards}
            elif isinstance(event, perekur.Laid):
                known = known | {event.card.code.encode()}
            allowed |= known
        if isinstance(message, told.View) and isinstance(message.game, PerekurView):
            top = (message.game.top,) if message.game.top else ()
            allowed = known = known | {card.code.encode() for card in (*message.game.cards, *top)}
        self._known[name] = known
        shown = set(CARD.findall(msgspec.json.encode(message)))
        assert shown <= allowed, f"{name} was shown {shown - allowed}"


class HandsAreApart(Readers):
    """Perekur: the hands of a deal have no card in common and the sizes that all are told."""

    def __init__(self) -> None:
        super().__init__(self._dealt)
        self._hands: dict[tuple[str, int, int], dict[str, frozenset[str]]] = {}

    def _dealt(self, player: SimPlayer, _connection: int, message: AnyToClient) -> None:
        if not isinstance(message, told.Reveal):
            return
        for event in message.events:
            if isinstance(event, perekur.Dealt) and player.model.seat is not None:
                self._compare(player, event, message.seq)

    def _compare(self, player: SimPlayer, dealt: perekur.Dealt, seq: int) -> None:
        name, seat = player.character.name, player.model.seat
        mine = frozenset(card.code for card in dealt.cards)
        size = sum(hand.cards for hand in dealt.hands if hand.seat == seat and not hand.place)
        assert len(mine) == size, f"{name} got {len(mine)} cards, all were told {size}"
        hands = self._hands.setdefault((player.character.table, seq, dealt.round), {})
        hands[name] = mine
        for other, cards in hands.items():
            assert other == name or not cards & mine, f"{name} and {other} share {cards & mine}"


class CardsAreConserved:
    """The server's own match always holds the whole deck once (rules' census, by open view)."""

    def __init__(self, table: str = "sim", deck: int = 52) -> None:
        self._table = table
        self._deck = deck
        self._game: Game | None = None

    def check(self, world: SimWorld) -> None:
        """Look whenever the match has another value."""
        table = world.table(self._table)
        match = None if table is None else table.match
        if match is None or match.game is self._game:
            return
        self._game = match.game
        view = match.game.open_view()
        if isinstance(view, PerekurView) and view.phase != "over":
            in_hands = [card for hand in view.open_hands for card in hand.cards]
            assert len(set(in_hands)) == len(in_hands), "a card is in two hands"
            assert len(in_hands) + view.pile == self._deck, "cards were lost"


class JournalIsTheState:
    """At every `each`-th commit: what a restart would make of the journal is what is played now."""

    def __init__(self, each: int = 25) -> None:
        self._each = each
        self._compared = 0

    def check(self, world: SimWorld) -> None:
        """Restore and compare, where that is due."""
        due = world.journal.durable // self._each
        if due == self._compared:
            return
        self._compared = due
        restored = {table.name: table for table in world.restored().lobby.tables}
        for table in world.server.lobby.tables:
            twin = restored.get(table.name)
            if table.match is None or twin is None or twin.match is None:
                continue
            if twin.match.acts == table.match.acts:  # else a commit is under way
                same = twin.match.game.open_view() == table.match.game.open_view()
                assert same, f"a restart would change {table.name}"
                assert twin.match.seq == table.match.seq, "a restart would number events anew"


class OneConnectionASeat:
    """Each seat has at most one live connection, each session at most one seat."""

    def check(self, world: SimWorld) -> None:
        """Look at every table."""
        for table in world.server.lobby.tables:
            sessions = [s.session for s in table.seats.values() if s.session is not None]
            assert len(set(map(id, sessions))) == len(sessions), "one session has two seats"
            assert not any(session.gone for session in sessions), "a dead session has a seat"


def all_invariants() -> tuple[Invariant, ...]:
    """Fresh ones for one world of Perekur."""
    return (
        NoGaps(),
        OneVerdict(),
        NoForeignCards(),
        HandsAreApart(),
        CardsAreConserved(),
        JournalIsTheState(),
        OneConnectionASeat(),
    )


def each_claim_was_answered(world: SimWorld) -> None:
    """At rest: every claim of a connection that lives got its verdict or one refusal.

    A race that was opened anew (the disk was full, people were missing) voids what came before.
    """
    for player in world.players:
        messages = [message for _, message in player.received]
        reveals = [message for message in messages if isinstance(message, told.Reveal)]
        openings = Counter(reveal.race.race for reveal in reveals if reveal.race)
        verdicts = [reveal.verdict for reveal in reveals if reveal.verdict]
        answers = Counter(
            verdict.race
            for verdict in verdicts
            if any(claim.seat == player.model.seat for claim in verdict.claims)
        )
        answers.update(
            message.race
            for message in messages
            if isinstance(message, told.Error) and message.race is not None
        )
        for press in player.play.presses:
            if press.connection == player.connections and openings[press.race] == 1:
                name, count = player.character.name, answers[press.race]
                assert count == 1, f"{name}: race {press.race} has {count} answers"


def views_agree(world: SimWorld, table: str = "sim") -> None:
    """At rest: what each client made of the events is what the rules would show it now."""
    there = world.table(table)
    assert there is not None
    assert there.match is not None
    for player in world.players:
        if player.connection is not None and player.model.table is not None:
            told_view, true_view = player.model.game, there.match.game.view(player.model.seat)
            name = player.character.name
            assert told_view == true_view, f"{name} believes {told_view}, true is {true_view}"
