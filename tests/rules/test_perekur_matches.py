"""Thousands of random matches of Perekur keep the contract of all games and what its rules imply.

That a match always ends is so for `collect = all`; with `pile` matches may be long, so
the redeals are limited there, or a host calls the last round.
"""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardprotocol.games.common import Outcome
from cardprotocol.games.perekur import Dealt
from cardrules.kind import Previous
from cardrules.perekur import PEREKUR, PerekurOptions
from cardrules.shuffle import SeededLots
from tests.support.game_contract import Played, play_match
from tests.support.perekur_facts import PEREKUR_FACTS

# By number of players: together, with gaps, and up to the last chair.
SEATS = {
    3: [(0, 1, 2), (0, 2, 5), (3, 4, 5)],
    4: [(0, 1, 2, 3), (0, 1, 3, 5), (1, 2, 4, 5)],
    5: [(0, 1, 2, 3, 4), (0, 1, 2, 4, 5), (1, 2, 3, 4, 5)],
    6: [(0, 1, 2, 3, 4, 5)],
}
# By number of players: fewer where they are long (6 play three times as long as 3).
COLLECT_ALL = {3: 1000, 4: 300, 5: 120, 6: 60}
COLLECT_PILE = {3: 300, 4: 140, 5: 60, 6: 40}
BATCHES = 4  # so that several processes share them


def _play(seats: tuple[int, ...], options: PerekurOptions, seed: int, odds: float = 0) -> Played:
    loser = Outcome(reason="stuck", ranking=(), losers=(seats[-1],))
    return play_match(
        PEREKUR,
        PEREKUR_FACTS,
        seats,
        options,
        seed,
        previous=Previous(loser) if options.dealer == "loser" else None,
        control_odds=odds,
    )


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("players", SEATS)
def test_matches_that_collect_everything_end_with_one_loser(players: int, batch: int) -> None:
    for number in range(batch, COLLECT_ALL[players], BATCHES):
        seed = players * 1000 + number
        seats = SEATS[players][number // 4 % len(SEATS[players])]
        options = PerekurOptions(dealer=("lot", "loser")[number // 4 % 2])  # type: ignore[arg-type]
        played = _play(seats, options, seed)
        outcome = played.last.outcome()
        assert outcome is not None
        assert outcome.reason in ("last_with_cards", "stuck")
        assert len(outcome.losers) == 1
        assert len(outcome.ranking) == players
        loser = next(h for h in played.last.open_view().hands if h.seat == outcome.losers[0])  # type: ignore[attr-defined]
        assert loser.cards >= 1


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("players", SEATS)
def test_matches_that_collect_the_pile_end_by_their_limit_of_redeals(
    players: int, batch: int
) -> None:
    for number in range(batch, COLLECT_PILE[players], BATCHES):
        seed = players * 1000 + number
        seats = SEATS[players][number // 4 % len(SEATS[players])]
        limit = (1, 1, 2)[number // 4 % 3]
        played = _play(seats, PerekurOptions(collect="pile", max_redeals=limit), seed)
        rounds = [event.round for event in played.events if isinstance(event, Dealt)]
        assert rounds == list(range(1, len(rounds) + 1))
        assert len(rounds) <= limit + 1


@settings(max_examples=40, deadline=None, derandomize=True)
@given(
    seats=st.sampled_from(list(itertools.chain.from_iterable(SEATS.values()))),
    collect=st.sampled_from(["all", "pile"]),
    dealer=st.sampled_from(["lot", "loser"]),
    limit=st.integers(1, 4),
    look=st.integers(0, 10),
    stall=st.sampled_from([0, 5, 60]),
    seed=st.integers(0, 2**32),
    odds=st.sampled_from([0.0, 0.02, 0.3]),
)
def test_any_options_and_a_host_who_calls_the_last_round_keep_the_contract(
    seats: tuple[int, ...],
    collect: str,
    dealer: str,
    limit: int,
    look: int,
    stall: int,
    seed: int,
    odds: float,
) -> None:
    options = PerekurOptions(
        collect=collect,  # type: ignore[arg-type]
        dealer=dealer,  # type: ignore[arg-type]
        max_redeals=limit,
        look_seconds=look,
        stall_seconds=stall,
    )
    _play(seats, options, seed, odds)


@pytest.mark.parametrize("players", SEATS)
def test_the_server_alone_plays_a_match_to_its_end(players: int) -> None:
    options = PerekurOptions(collect="pile", max_redeals=2)
    lots = SeededLots.of(bytes([players]) * 32)
    game = PEREKUR.begin(SEATS[players][-1], options, lots, None).game
    while (act := game.fallback(frozenset(game.seats))) is not None:
        game = game.apply(*act).game
    assert game.outcome() is not None
