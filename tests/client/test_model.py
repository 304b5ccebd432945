"""Stories of what a client knows after each message."""

from __future__ import annotations

import dataclasses
from hashlib import sha256

import pytest

from cardclient.model import LEAVE_ID, Model, claimed, linked, painted
from cardclient.receiving import MAX_RACES, advance, receive, show
from cardclient.records import LinkState, MatchBegan
from cardprotocol.cards import Card, cards
from cardprotocol.games.common import MatchEnded, Outcome, WentOut
from cardprotocol.messages import to_client as c
from cardprotocol.messages.parts import Lock, MatchProof
from tests.support.client_story import (
    HAND,
    at_table,
    claim,
    dealt,
    in_race,
    laid,
    lobby,
    opening,
    raced,
    reveal,
    table_info,
    verdict,
    welcome,
)

ENDED = MatchEnded(Outcome(reason="stuck", ranking=((1,), (2,), (3,), (0,)), losers=(0,)))


def test_a_deal_shows_the_own_hand_sorted_and_begins_the_match() -> None:
    model = show(at_table(), reveal(dealt(cards("KS 2H TD"))), 5)
    assert model.hand == cards("2H TD KS")
    assert model.playing
    assert model.in_play
    assert any(isinstance(line.what, MatchBegan) for line in model.log)


def test_a_reveal_with_a_race_opens_it_unpainted() -> None:
    model = in_race(race=7)
    assert model.race is not None
    assert (model.race.race, model.race.shown_us) == (7, None)
    assert painted(model, 1_234).race.shown_us == 1_234  # type: ignore[union-attr]


def test_a_race_once_painted_keeps_its_first_stamp() -> None:
    model = painted(painted(in_race(), 1_000), 2_000)
    assert model.race is not None
    assert model.race.shown_us == 1_000


def test_a_reveal_without_a_race_closes_the_open_one() -> None:
    assert show(in_race(), reveal(dealt(round_=2)), 9).race is None


def test_an_own_card_accepted_leaves_the_hand() -> None:
    judged = verdict(1, claim(0, 387_000))
    model = show(in_race(), reveal(laid(0, "2S"), verdict=judged, race=2), 9)
    assert Card("2S") not in model.hand
    assert len(model.hand) == len(HAND) - 1


def test_a_verdict_is_kept_with_the_rank_that_was_wanted_and_the_card_laid() -> None:
    model = raced(1)
    assert [(race.wanted, race.card) for race in model.races] == [(2, Card("2C"))]


def test_only_the_last_verdicts_are_kept() -> None:
    model = in_race()
    for race in range(MAX_RACES + 5):
        model = show(model, reveal(verdict=verdict(race, claim(1, 300_000)), race=race + 1), race)
    assert len(model.races) == MAX_RACES
    assert model.races[-1].verdict.race == MAX_RACES + 4


def test_the_match_record_counts_reactions_margins_and_contested_races() -> None:
    record = raced(3).record
    assert record.reactions[1].won == 3
    assert record.reactions[1].contested_won == 3
    assert record.reactions[0].contested == 3
    assert record.reactions[0].contested_won == 0
    assert record.reactions[0].median_us == 401_000
    assert (record.least_margin_us, record.most_margin_us) == (14_000, 14_000)


def test_a_lock_in_a_verdict_locks_that_seat_from_now_on() -> None:
    lock = Lock(seat=2, code="claim/false_start", locked_us=250_000)
    model = show(in_race(), reveal(verdict=verdict(1, locks=(lock,)), race=2), 1_000_000)
    assert model.locked_us(2, 1_100_000) == 150_000
    assert model.locked_us(2, 1_300_000) == 0
    assert model.locked_us(1, 1_100_000) == 0


def test_a_refused_claim_locks_from_the_press_and_may_be_tried_again() -> None:
    model = claimed(painted(in_race(race=4), 1_000), Card("2S"), 500_000)
    refusal = c.Error(code="rules/wrong_rank", text="no", race=4, locked_us=250_000)
    model = receive(model, refusal, 560_000)
    assert model.race is not None
    assert model.race.claimed is None
    assert model.locked_us(0, 560_000) == 190_000
    assert model.refusal == refusal


def test_a_refusal_for_an_older_race_leaves_the_claim_of_this_one_under_way() -> None:
    model = claimed(painted(in_race(race=4), 1_000), Card("2S"), 500_000)
    model = receive(model, c.Error(code="claim/late", text="late", race=3), 560_000)
    assert model.race is not None
    assert model.race.claimed is Card("2S")


def test_a_match_that_ended_is_not_played_any_more_and_its_record_stays() -> None:
    model = show(raced(2), reveal(WentOut(1, 1), ENDED), 9_000_000)
    assert not model.playing
    assert model.record.outcome == ENDED.outcome


@pytest.mark.parametrize(("tampered", "proven"), [(False, True), (True, False)])
def test_a_seed_is_checked_against_the_commitment_seen_before_the_deal(
    tampered: bool, proven: bool
) -> None:
    seed = b"s" * 32
    digest = sha256(seed + b"m1").digest()
    model = receive(at_table(), c.Table(table=table_info(commitment=digest), seat=0), 0)
    model = show(model, reveal(dealt()), 1)
    proof = MatchProof(match_id="m1", seed=b"x" * 32 if tampered else seed, entropies=())
    assert show(model, reveal(ENDED, proof=proof), 2).record.proven is proven


def test_a_seed_without_a_commitment_seen_proves_nothing() -> None:
    proof = MatchProof(match_id="m1", seed=b"s" * 32, entropies=())
    assert show(raced(1), reveal(ENDED, proof=proof), 2).record.proven is None


def test_a_rematch_starts_with_an_empty_record() -> None:
    model = show(raced(2), reveal(ENDED), 9)
    model = receive(model, c.Table(table=table_info(match_id="m2"), seat=0), 10)
    model = show(model, reveal(dealt()), 11)
    assert model.record.reactions == {}
    assert model.record.match_id == "m2"
    assert model.races == ()


def test_a_fresh_view_of_the_same_match_keeps_its_figures() -> None:
    model = raced(2)
    view = c.View(seq=40, table=table_info(), seat=0, game=model.game, race=opening(9))
    again = receive(model, view, 99)
    assert again.record == model.record
    assert again.seq == 40
    assert again.race is not None
    assert again.race.race == 9


def test_a_view_of_a_match_that_is_over_is_no_match_being_played() -> None:
    over = show(raced(1), reveal(ENDED), 9).game
    model = receive(receive(Model(), welcome(), 0), c.View(seq=9, table=table_info(), game=over), 0)
    assert not model.playing


def test_leaving_is_done_when_its_own_request_is_done() -> None:
    assert receive(at_table(), c.Done(re=LEAVE_ID + 1), 0).table is not None
    assert receive(at_table(), c.Done(re=LEAVE_ID), 0).table is None


def test_a_player_removed_by_the_host_is_back_in_the_lobby() -> None:
    model = receive(at_table(), c.Error(code="table/not_at", text="removed"), 0)
    assert model.table is None
    assert model.refusal is not None


def test_a_welcome_without_a_table_means_the_lobby() -> None:
    assert receive(raced(1), welcome(), 0).table is None
    assert receive(raced(1), welcome("kitchen"), 0).table is not None


def test_a_lost_connection_has_no_race_open() -> None:
    model = linked(in_race(), LinkState.LOST, "gone")
    assert model.race is None
    assert model.link_note == "gone"


def test_the_lobby_is_unknown_until_it_was_told() -> None:
    assert Model().tables is None
    assert [line.table for line in lobby("a", "b").tables or ()] == ["a", "b"]


def test_every_line_logged_is_counted_although_old_ones_go() -> None:
    model = at_table()
    for number in range(300):
        model = receive(model, c.Said(name="Ann", text=str(number)), number)
    assert model.told == 300
    assert len(model.log) == 200


def test_advance_shows_reveals_and_receives_the_rest_in_order() -> None:
    messages = (reveal(dealt()), c.Said(name="Ann", text="hi"), reveal(race=1))
    model = advance(at_table(), messages, 3)
    assert model.race is not None
    assert model.log[-1].what == messages[1]


def test_a_model_can_not_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Model().seq = 1  # type: ignore[misc]
