"""Who may lay what in Perekur: worked positions and refusals (docs/rules/perekur.md)."""

from __future__ import annotations

import pytest

from cardprotocol.cards import Card
from cardprotocol.errors import ErrorCode
from cardprotocol.games.common import Action, MatchEnded, TimeRanOut, WentOut
from cardprotocol.games.durak import Take
from cardprotocol.games.perekur import Dealt, Laid, Lay
from cardrules.game import IllegalAction, Race
from cardrules.perekur import PerekurOptions
from tests.support.perekur_positions import (
    PILE,
    A,
    B,
    C,
    D,
    E,
    F,
    at,
    counts,
    dealt,
    hand,
    lay,
    may,
    own_hands,
    refusal,
    told,
)


def test_six_players_get_an_uneven_deal_and_any_holder_of_a_two_may_open() -> None:
    game = dealt(6).game
    assert counts(game) == [9, 9, 9, 9, 8, 8]
    assert hand(game, A) == "2S 5C 6D 7H 8S JC QD KH AS"
    assert hand(game, F) == "4C 5D 6H 7S TC JD QH KS"
    assert may(game) == {A: "2S", B: "2H", C: "2D", D: "2C"}
    why = refusal(game, A, "8S")
    assert (why.code, why.field, why.value, why.expected) == (
        ErrorCode.RULES_WRONG_RANK,
        "card",
        "8S",
        "2",
    )


def test_five_and_three_players_get_the_odd_cards_from_the_dealers_left() -> None:
    five = dealt(5).game
    assert counts(five) == [11, 11, 10, 10, 10]
    assert C not in five.actors()
    assert counts(dealt(3).game) == [18, 17, 17]
    assert counts(dealt(4).game) == [13, 13, 13, 13]
    assert counts(dealt(3, dealer=A).game) == [17, 18, 17]


def test_a_race_and_nobody_lays_twice_in_a_row() -> None:
    game = lay(dealt(6).game, B, "2H").game
    assert may(game) == {C: "3H", D: "3D", E: "3C"}
    assert refusal(game, B, "3S").code is ErrorCode.RULES_BARRED
    game = lay(game, E, "3C").game  # the judge found E earlier than C
    assert "3H" in hand(game, C)
    assert may(game) == {C: "4S", D: "4H", F: "4C"}
    why = refusal(game, E, "4D")
    assert (why.code, why.field, why.value) == (ErrorCode.RULES_BARRED, "seat", "4")
    assert why.expected == "0, 1, 2, 3, 5"
    assert refusal(game, B, "3S").code is ErrorCode.RULES_WRONG_RANK


def test_a_forced_line_is_played_to_its_loser() -> None:
    game = at({A: "10C KC", B: "JC AC", C: "QC"}, 47, last=C)
    assert may(game) == {A: "TC"}
    after = lay(game, A, "10C").game
    assert may(after) == {B: "JC"}
    after = lay(after, B, "JC").game
    assert may(after) == {C: "QC"}
    step = lay(after, C, "QC")
    assert told(step)[1:] == [WentOut(seat=C, place=1)]
    assert may(step.game) == {A: "KC"}
    step = lay(step.game, A, "KC")
    assert [type(event) for event in told(step)] == [Laid, WentOut, MatchEnded]
    outcome = step.game.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.ranking, outcome.losers) == (
        "last_with_cards",
        ((C,), (A,), (B,)),
        (B,),
    )
    assert hand(step.game, B) == "AC"


def test_the_server_lays_for_the_first_able_player_left_of_the_last_layer() -> None:
    game = lay(dealt(6).game, B, "2H").game
    found = game.fallback(frozenset(game.seats))
    assert found == (C, Lay(card=Card("3H")))
    assert may(game.apply(*found).game) == may(lay(game, C, "3H").game)
    assert game.fallback(frozenset({B, A})) is None
    assert game.fallback(frozenset({B, E})) == (E, Lay(card=Card("3C")))


def test_at_the_start_of_a_round_the_server_begins_at_the_dealers_left() -> None:
    everybody = frozenset(range(6))
    assert dealt(6).game.fallback(everybody) == (A, Lay(card=Card("2S")))
    assert dealt(6, dealer=B).game.fallback(everybody) == (C, Lay(card=Card("2S")))
    assert dealt(3, dealer=A).game.fallback(everybody) == (B, Lay(card=Card("2S")))
    assert dealt(3, dealer=A).game.fallback(frozenset({A})) == (A, Lay(card=Card("2D")))


def test_the_server_chooses_among_suits_in_the_order_spades_hearts_diamonds_clubs() -> None:
    hands = {A: "9H 9D 9C", B: "10D 10C JH JD JC QH QD QC KH", C: "8C KD KC AH AD AC"}
    lying = "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS 2H 3H 4H 5H 6H 7H 8H"
    pile = len(lying.split())
    rest = "10H 2D 3D 4D 5D 6D 7D 8D 2C 3C 4C 5C 6C 7C"
    game = at({**hands, B: f"{hands[B]} {rest}"}, pile, last=C)
    assert may(game) == {A: "9H 9D 9C"}
    assert game.fallback(frozenset(range(3))) == (A, Lay(card=Card("9H")))


def test_one_card_and_then_wait_for_somebody_elses() -> None:
    game = lay(lay(dealt(6).game, B, "2H").game, E, "3C").game
    game = lay(game, F, "4C").game
    assert may(game) == {A: "5C", D: "5S", E: "5H"}
    assert refusal(game, F, "5D").code is ErrorCode.RULES_BARRED
    game = lay(game, D, "5S").game
    assert may(game) == {A: "6D", B: "6C", E: "6S", F: "6H"}
    game = lay(game, A, "6D").game
    assert may(game) == {B: "7D", C: "7C", F: "7S"}
    assert refusal(game, A, "7H").code is ErrorCode.RULES_BARRED
    assert refusal(game, D, "9D").code is ErrorCode.RULES_WRONG_RANK
    game = lay(game, C, "7C").game
    assert refusal(game, C, "8D").code is ErrorCode.RULES_BARRED
    assert may(game) == {A: "8S", B: "8H", D: "8C"}


def test_the_whole_hand_comes_in_one_event_and_only_to_its_holder() -> None:
    step = dealt(4)
    (deal,) = step.events
    assert isinstance(deal.public, Dealt)
    assert deal.public.cards == ()
    assert own_hands(step) == {A: 13, B: 13, C: 13, D: 13}
    assert deal.form_for(None) == deal.public
    assert step.game.view(None).cards == ()  # type: ignore[attr-defined]


@pytest.mark.parametrize("look_seconds", [0, 3, 10])
def test_a_race_opens_only_after_the_time_to_look(look_seconds: int) -> None:
    options = PerekurOptions(look_seconds=look_seconds, stall_seconds=7)
    game = dealt(3, options).game
    assert game.pace() == Race(frozenset({A, B, C}), look_seconds, 7)
    assert lay(game, A, "2C").game.pace() == Race(frozenset({B, C}), 0, 7)


def test_refusals_come_in_the_order_over_out_held_barred_rank() -> None:
    game = at({A: "9C", B: "10C QC", C: "JC KC AC"}, 46, last=C)
    assert refusal(game, C, "9C").code is ErrorCode.RULES_NOT_HELD  # and barred, and not wanted
    assert refusal(game, C, "KC").code is ErrorCode.RULES_BARRED  # and not wanted
    assert refusal(game, B, "QC").code is ErrorCode.RULES_WRONG_RANK
    game = lay(game, A, "9C").game
    why = refusal(game, A, "9C")
    assert (why.code, why.field, why.value, why.expected) == (
        ErrorCode.RULES_FINISHED,
        "seat",
        "0",
        "1, 2",
    )
    game = lay(lay(lay(game, B, "10C").game, C, "JC").game, B, "QC").game
    assert {refusal(game, seat, "KC").code for seat in (A, B, C)} == {ErrorCode.RULES_OVER}


def test_a_card_not_held_is_refused_with_the_card_named() -> None:
    why = refusal(dealt(6).game, E, "2S")
    assert (why.code, why.field, why.value) == (ErrorCode.RULES_NOT_HELD, "card", "2S")
    assert why.expected


@pytest.mark.parametrize("action", [Take(), TimeRanOut(seat=0, why="idle")])
def test_an_action_of_another_game_is_refused(action: Action) -> None:
    with pytest.raises(IllegalAction) as refused:
        dealt(6).game.apply(A, action)
    assert refused.value.code is ErrorCode.RULES_ACTION


def test_a_seat_that_was_not_dealt_in_may_do_nothing() -> None:
    assert refusal(dealt(3).game, F, "2S").code is ErrorCode.TABLE_SEAT
    assert dealt(3).game.legal(F) == ()


def test_any_refusal_leaves_the_match_as_it_was() -> None:
    game = dealt(6, PILE).game
    before = game.open_view()
    for seat, code in ((E, "2S"), (A, "8S"), (F, "7S")):
        refusal(game, seat, code)
    assert game.open_view() == before
    assert game == dealt(6, PILE).game
