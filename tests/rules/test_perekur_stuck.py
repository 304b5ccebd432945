"""The stuck pile, leaving and the end, the last round: worked positions of Perekur."""

from __future__ import annotations

import pytest

from cardprotocol.errors import ErrorCode
from cardprotocol.games.common import MatchEnded, Outcome, WentOut
from cardprotocol.games.perekur import Dealt, Laid, LastRoundCalled, Stuck
from cardrules.game import IllegalAction, Over, Race
from cardrules.perekur import Perekur, PerekurOptions
from cardrules.shuffle import SeededLots
from tests.support.lots import IdentityLots
from tests.support.perekur_positions import (
    A,
    B,
    C,
    D,
    at,
    counts,
    hand,
    lay,
    may,
    own_hands,
    position,
    told,
)

STUCK_AT_ONCE = {
    A: "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS 3H 3D 3C 4H 5H",
    B: "2H 6H 7H 8H 9H 10H JH QH KH AH 2D 4D 5D 6D 7D 8D 9D",
    C: "10D JD QD KD AD 2C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC",
}
STUCK_LATE = {
    A: "5D 6D 6C 7D 7C",
    B: "8D 8C 9D 9C 10D 10C",
    C: "JD JC QD QC KD KC",
    D: "AD AC 2C 3C 4C 5C",
}
ALL = PerekurOptions()


def test_w_p3_stuck_on_the_first_card_the_collector_deals_one_card_and_keeps_his_hand() -> None:
    step = lay(at(STUCK_AT_ONCE, 0, last=None), A, "2S")
    assert [type(event) for event in told(step)] == [Laid, Stuck, Dealt]
    assert told(step)[1] == Stuck(seat=A, cards=1, redeal=1)
    assert counts(step.game) == [17, 18, 17]
    assert may(step.game) == {B: "2S 2H 2D", C: "2C"}
    assert own_hands(step) == {A: 17, B: 18, C: 17}


def test_w_p3_collecting_everything_lets_the_collector_out_and_leaves_two() -> None:
    step = lay(at(STUCK_AT_ONCE, 0, last=None, options=ALL), A, "2S")
    assert told(step)[1:3] == [Stuck(seat=A, cards=52, redeal=1), WentOut(seat=A, place=1)]
    assert counts(step.game) == [0, 26, 26]
    assert own_hands(step) == {B: 26, C: 26}
    pace = step.game.pace()
    assert isinstance(pace, Race)
    assert pace.racers == {B, C}
    assert pace.wait_seconds == ALL.look_seconds
    view = step.game.view(A)
    assert (view.phase, view.dealer, view.round, view.redeal) == ("look", A, 2, 1)  # type: ignore[attr-defined]
    assert (view.pile, view.top, view.last, view.wanted) == (0, None, None, 2)  # type: ignore[attr-defined]


def test_w_p4_stuck_late_with_four_in_play_the_others_get_ten_cards_each() -> None:
    game = at(STUCK_LATE, 29, last=D)
    step = lay(game, A, "5D")
    assert counts(step.game) == [4, 16, 16, 16]
    assert may(step.game) == {B: "2S", C: "2H", D: "2D 2C"}
    assert hand(step.game, A) == "6D 6C 7D 7C"


def test_w_p5_stuck_late_the_odd_card_goes_to_the_collectors_left() -> None:
    hands = {**STUCK_LATE, A: "6D 7D 7C", D: "AD AC 2C 3C 4C 5C 6C"}
    step = lay(at(hands, 30, last=D), A, "6D")
    assert told(step)[1] == Stuck(seat=A, cards=31, redeal=1)
    assert counts(step.game) == [2, 17, 16, 17]


def test_the_collector_may_open_the_next_round_if_he_holds_a_two() -> None:
    hands = {**STUCK_LATE, A: "5D 6D 6C 7D 7C 2C", D: "AD AC 3C 4C 5C"}
    game = lay(at(hands, 29, last=D), A, "5D").game
    assert may(game)[A] == "2C"


def test_a_seeded_redeal_keeps_the_counts_and_moves_the_cards() -> None:
    lots = SeededLots.of(bytes(32))
    step = lay(at(STUCK_LATE, 29, last=D, lots=lots), A, "5D")
    assert counts(step.game) == [4, 16, 16, 16]
    assert hand(step.game, B) != hand(lay(at(STUCK_LATE, 29, last=D), A, "5D").game, B)


def test_w_p7_an_empty_hand_leaves_at_once_and_bars_nobody() -> None:
    game = at({A: "9C", B: "10C QC", C: "JC KC AC"}, 46, last=C)
    assert may(game) == {A: "9C"}
    step = lay(game, A, "9C")
    assert told(step)[1] == WentOut(seat=A, place=1)
    pace = step.game.pace()
    assert isinstance(pace, Race)
    assert pace.racers == {B, C}
    assert may(step.game) == {B: "TC"}
    step = lay(lay(lay(step.game, B, "10C").game, C, "JC").game, B, "QC")
    outcome = Outcome(reason="last_with_cards", ranking=((A,), (B,), (C,)), losers=(C,))
    assert told(step)[1:] == [WentOut(seat=B, place=2), MatchEnded(outcome=outcome)]
    assert step.game.pace() == Over()
    assert hand(step.game, C) == "KC AC"


def test_w_p8a_stuck_between_two_the_last_layer_drops_out_with_his_cards() -> None:
    game = at({A: "JC QC AC", B: "KC"}, 48, last=B, out=(C,))
    step = lay(game, A, "JC")
    outcome = Outcome(reason="stuck", ranking=((C,), (A,), (B,)), losers=(B,))
    assert told(step)[1:] == [
        Stuck(seat=A, cards=0, redeal=0),
        WentOut(seat=A, place=2),
        MatchEnded(outcome=outcome),
    ]
    assert counts(step.game) == [2, 1, 0]


def test_w_p8b_between_two_the_one_whose_card_is_wanted_goes_on() -> None:
    game = at({A: "QC AC", B: "KC"}, 49, last=B, out=(C,))
    step = lay(lay(game, A, "QC").game, B, "KC")
    outcome = step.game.outcome()
    assert outcome == Outcome(reason="last_with_cards", ranking=((C,), (B,), (A,)), losers=(A,))
    assert hand(step.game, A) == "AC"


def test_the_host_calls_the_last_round_and_most_cards_lose_at_the_next_stuck_pile() -> None:
    game = at(STUCK_LATE, 29, last=D, options=ALL)
    assert game.controls() == ("last_round",)
    called = game.control("last_round")
    assert told(called) == [LastRoundCalled()]
    assert called.game.view(None).last_round  # type: ignore[attr-defined]
    assert called.game.controls() == ()
    step = lay(called.game, A, "5D")
    outcome = Outcome(reason="last_round", ranking=((A,), (B, C, D)), losers=(B, C, D))
    assert told(step)[1:] == [Stuck(seat=A, cards=0, redeal=0), MatchEnded(outcome=outcome)]


def test_a_control_that_is_not_offered_is_refused() -> None:
    called = at(STUCK_LATE, 29, last=D).control("last_round").game
    for game, name in ((called, "last_round"), (at(STUCK_LATE, 29, last=D), "shuffle")):
        with pytest.raises(IllegalAction) as refused:
            game.control(name)
        assert refused.value.code is ErrorCode.RULES_CONTROL
        assert refused.value.value == name


def test_between_two_no_last_round_is_offered_and_the_seeds_own_end_holds() -> None:
    game = at({A: "JC QC AC", B: "KC"}, 48, last=B, out=(C,))
    assert game.controls() == ()
    options = PerekurOptions(collect="pile", max_redeals=1)
    limited = position(
        {A: "JC QC AC", B: "KC"},
        lots=IdentityLots(),
        options=options,
        pile=48,
        last=B,
        out=(C,),
        round=2,
    )
    outcome = lay(limited, A, "JC").game.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.losers) == ("stuck", (B,))


def test_after_the_allowed_redeals_the_next_stuck_pile_ends_the_match() -> None:
    options = PerekurOptions(collect="pile", max_redeals=2)

    def stuck_in(round_number: int) -> Perekur:
        return position(
            STUCK_LATE,
            lots=IdentityLots(),
            options=options,
            pile=29,
            last=D,
            round=round_number,
        )

    assert lay(stuck_in(2), A, "5D").game.outcome() is None
    step = lay(stuck_in(3), A, "5D")
    outcome = step.game.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.losers) == ("last_round", (B, C, D))
    assert stuck_in(3).controls() == ()


def test_giving_up_takes_no_cards_out_of_the_match() -> None:
    game = at(STUCK_LATE, 29, last=D)
    assert game.give_up(A) is None
