"""What holds in every match of Durak, whatever the variant, deck, seats and options.

Thousands of matches are checked step by step for the invariants that are cheap to see;
some of each kind go through the whole contract of all games besides.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardprotocol.cards import Card
from cardprotocol.games.common import Outcome
from cardrules.durak import DURAK, DurakMatch
from cardrules.durak.state import Phase
from cardrules.game import Seat, Step
from cardrules.kind import Previous
from cardrules.shuffle import SeededLots
from tests.support.durak_facts import DURAK_FACTS, random_options, random_seats
from tests.support.game_contract import play_match

MODES = ("throw_in", "transfer", "simple")
KINDS = [(mode, deck) for mode in MODES for deck in ("36", "52")]
# 5 seat counts x 6 kinds x 68 = 2,040 matches, in chunks that several workers can share.
MATCHES_A_COUNT = 68
MOST_ACTS = 5_000

_encode = msgspec.json.Encoder().encode


@dataclass(slots=True)
class Walk:
    """One random match, step by step, with the card nobody may know."""

    seed: int
    mode: str
    deck: str
    count: int

    def begin(self) -> Step:
        """The first step; half the matches follow another one and its fool rule."""
        rng = random.Random(self.seed)
        seats = random_seats(rng, self.count)
        before = None
        if rng.random() < 0.5:
            fool = rng.randrange(6)
            before = Previous(Outcome(reason="fool", ranking=((fool,),), losers=(fool,)))
        options = random_options(rng, mode=self.mode, deck=self.deck)
        return DURAK.begin(seats, options, SeededLots(self.seed.to_bytes(32, "big")), before)

    def steps(self) -> Iterator[tuple[DurakMatch, Step]]:
        """Every step with the match before it (for the first: the match itself)."""
        rng = random.Random(self.seed)
        step = self.begin()
        match = step.game
        assert isinstance(match, DurakMatch)
        yield match, step
        while match.outcome() is None:
            seat = rng.choice(sorted(match.actors()))
            before = match
            step = match.apply(seat, rng.choice(match.legal(seat)))
            match = step.game
            assert isinstance(match, DurakMatch)
            yield before, step


def walk(seed: int, mode: str, deck: str, count: int) -> DurakMatch:
    """Walk through a match; assert the invariants at each step; give its end."""
    for acts, (before, step) in enumerate(Walk(seed, mode, deck, count).steps()):
        match = step.game
        assert isinstance(match, DurakMatch)
        check_cards(match)
        check_turns(match, match.seats if acts % 4 == 0 else match.actors())
        check_bottom_card(before, match, step, all_views=acts % 16 == 0)
        assert acts < MOST_ACTS, "the match does not end"
        if match.outcome() is not None:
            return match
    raise AssertionError("the match has no end")


def check_cards(match: DurakMatch) -> None:
    """Every card of the pack is in exactly one place, and the bout keeps within its limit."""
    state = match.state
    hands = [card for player in state.players for card in player.hand]
    places = [*hands, *state.stock, *state.discard, *state.bout.cards()]
    assert len(places) == len({card.order for card in places}) == len(state.options.pack)
    assert len(state.bout.pairs) <= state.bout.limit <= state.bout.held
    if state.phase is Phase.DEFEND:
        assert len(state.bout.unbeaten()) <= len(state.hand(state.bout.defender))


def check_turns(match: DurakMatch, seats: Iterable[Seat]) -> None:
    """Acts are legal for actors alone (looked at for `seats`); there are actors until the end."""
    actors = match.actors()
    for seat in seats:
        assert bool(match.legal(seat)) == (seat in actors)
    assert bool(actors) == (match.outcome() is None)


def check_bottom_card(before: DurakMatch, match: DurakMatch, step: Step, all_views: bool) -> None:
    """The stock's last card is told to its drawer alone, and before that to nobody."""
    if not before.state.stock:
        return
    bottom = before.state.stock[-1]
    code = b'"' + bottom.code.encode() + b'"'
    drawer = next((p.seat for p in match.state.players if bottom in p.hand), None)
    assert code not in _encode([told.public for told in step.events])
    for told in step.events:
        for seat, form in told.private.items():
            assert seat == drawer or code not in _encode(form)
    if all_views or drawer is not None:
        assert drawer is not None or bottom.code not in repr(match)
        for viewpoint in (None, *match.seats):
            assert viewpoint == drawer is not None or code not in _encode(match.view(viewpoint))
        assert drawer is not None or code not in _encode(match.open_view())


@pytest.mark.parametrize("count", range(2, 7))
@pytest.mark.parametrize(("mode", "deck"), KINDS)
def test_every_match_keeps_its_cards_and_its_secret_and_ends(
    mode: str, deck: str, count: int
) -> None:
    for number in range(MATCHES_A_COUNT):
        seed = int.from_bytes(f"{mode}{deck}{count}{number}".encode(), "big")
        end = walk(seed, mode, deck, count)
        outcome = end.outcome()
        assert outcome is not None
        assert outcome.reason in ("fool", "draw")
        assert len(outcome.losers) == (outcome.reason == "fool")
        if outcome.reason == "fool" and end.state.options.both_out == "draw":
            assert end.state.hand(outcome.losers[0])


@pytest.mark.parametrize(("mode", "deck"), KINDS)
def test_the_contract_of_all_games_holds(mode: str, deck: str) -> None:
    for seed in range(5):
        rng = random.Random(seed)
        options = random_options(rng, mode=mode, deck=deck)
        play_match(DURAK, DURAK_FACTS, random_seats(rng, 2 + seed), options, seed)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.integers(0, 2**64), st.sampled_from(MODES), st.sampled_from((2, 3, 6)))
def test_the_same_lots_and_acts_give_the_same_match_told_in_the_same_words(
    seed: int, mode: str, count: int
) -> None:
    once = [step for _, step in Walk(seed, mode, "36", count).steps()]
    again = [step for _, step in Walk(seed, mode, "36", count).steps()]
    assert once == again


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.integers(0, 2**64), st.sampled_from(MODES), st.integers(2, 6), st.integers(0, 40))
def test_the_mildest_act_is_always_legal_and_the_clocks_alone_move_the_match_on(
    seed: int, mode: str, count: int, acts: int
) -> None:
    step = Walk(seed, mode, "36", count).begin()
    for _ in range(acts):
        game = step.game
        if game.outcome() is not None:
            return
        found = game.fallback(game.actors())
        assert found is not None
        seat, action = found
        assert action in game.legal(seat)
        step = game.apply(seat, action)
        assert step.game != game


def test_every_choice_of_every_option_comes_up_in_the_matches_above() -> None:
    seen: dict[str, set[object]] = {}
    for seed in range(40):
        options = random_options(random.Random(seed))
        for name in options.__struct_fields__:
            seen.setdefault(name, set()).add(getattr(options, name))
    fixed = {"turn_seconds", "absent_seconds", "watchers_delay_seconds"}
    assert {name for name, values in seen.items() if len(values) < 2} == fixed
    assert len(seen["throwers"]) == len(seen["mode"]) == 3


def test_the_walk_meets_draws_transfers_and_players_who_run_out_early() -> None:
    """A guard for the properties above: what never happens proves nothing."""
    told: dict[str, int] = {}
    for seed in range(60):
        for _, step in Walk(seed, "transfer", "36", 2 + seed % 2).steps():
            for event in step.events:
                name = type(event.public).__name__
                told[name] = told.get(name, 0) + 1
        outcome = step.game.outcome()
        assert outcome is not None
        told[outcome.reason] = told.get(outcome.reason, 0) + 1
    for name in ("Transferred", "Taking", "Passed", "WentOut", "draw", "fool"):
        assert told[name] > 0


def test_a_seat_sees_its_own_hand_and_a_spectator_none() -> None:
    for _, step in Walk(3, "throw_in", "36", 3).steps():
        match = step.game
        assert isinstance(match, DurakMatch)
        hands: dict[Seat, tuple[Card, ...]] = {p.seat: p.hand for p in match.state.players}
        for seat, hand in hands.items():
            assert match.view(seat).cards == hand
            assert match.view(seat).open_hands == ()
        assert match.view(None).cards == ()
        assert {shown.seat: shown.cards for shown in match.open_view().open_hands} == hands
