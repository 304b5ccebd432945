"""Going out, the fool, the draw, giving up, and acts made for the absent (D26, D27, DA20-DA40)."""

from __future__ import annotations

from cardprotocol.cards import Card
from cardprotocol.errors import ErrorCode
from cardprotocol.games.common import MatchEnded, Outcome, WentOut
from cardprotocol.games.durak import Attack, Pass, Take
from cardrules.durak import DurakMatch, DurakOptions
from cardrules.game import Over, Turns
from tests.support.durak_positions import (
    acting,
    after,
    bout,
    codes,
    hand,
    play,
    position,
    refusal,
)


def fool(match: DurakMatch) -> tuple[int, ...]:
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.reason == "fool"
    return outcome.losers


SIX = (
    "A leads 6S; B beats 6S with 7H; A throws 6D; B beats 6D with 8H; A throws 6C;"
    " B beats 6C with 9H; A throws 7S; B beats 7S with 10H; A throws 7D; B beats 7D with JH;"
    " A throws 7C; B beats 7C with QH"
)


def test_the_last_card_of_the_stock_keeps_its_drawer_in_and_the_beater_goes_out() -> None:
    hands = {"A": "6S 6D 6C 7S 7D 7C 8S", "B": "7H 8H 9H 10H JH QH"}
    match = after(position(hands, "AH", discarded=22), SIX)
    assert hand(match, "A") == codes("8S AH")
    assert fool(match) == (0,)


def test_when_both_last_hands_are_empty_nobody_is_the_fool() -> None:
    hands = {"A": "6S 6D 6C 7S 7D 7C", "B": "7H 8H 9H 10H JH QH"}
    match, told = play(position(hands, discarded=24), SIX)
    assert match.outcome() == Outcome(reason="draw", ranking=((0, 1),), losers=())
    assert told[-3:] == [
        WentOut(seat=0, place=1),
        WentOut(seat=1, place=1),
        MatchEnded(outcome=Outcome(reason="draw", ranking=((0, 1),))),
    ]
    assert match.pace() == Over()
    assert match.actors() == frozenset()
    assert match.view(0).phase == "over"


def test_a_draw_goes_against_the_defender_where_the_table_says_so() -> None:
    match = position(
        {"A": "9S", "B": "10S"}, discarded=34, options=DurakOptions(both_out="defender")
    )
    match = after(match, "A leads 9S; B beats 9S with 10S")
    assert match.outcome() == Outcome(reason="fool", ranking=((0,), (1,)), losers=(1,))


def test_one_card_each_is_a_draw_when_beaten_and_makes_the_taker_the_fool() -> None:
    match = after(position({"A": "9S", "B": "10S"}, discarded=34), "A leads 9S")
    beaten = after(match, "B beats 9S with 10S").outcome()
    assert beaten is not None
    assert beaten.reason == "draw"
    taken = after(match, "B takes")
    assert fool(taken) == (1,)
    assert hand(taken, "B") == codes("9S 10S")


def test_beating_is_not_enough_for_who_keeps_cards() -> None:
    match = position({"A": "9S", "B": "10S 6D 6C"}, discarded=32)
    match = after(match, "A leads 9S; B beats 9S with 10S")
    assert fool(match) == (1,)
    assert hand(match, "B") == codes("6D 6C")


def test_who_runs_out_during_a_bout_is_out_at_its_end_and_safe() -> None:
    match = position({"A": "9S", "B": "10S QD KD", "C": "9C 6D 7D"})
    match, told = play(match, "A leads 9S; B beats 9S with 10S")
    assert acting(match) == "C"  # A holds nothing and is not asked
    assert refusal(match, "A passes").code is ErrorCode.RULES_TURN
    match, told = play(match, "C passes")
    assert WentOut(seat=0, place=1) in told
    assert bout(match) == "B>C"
    assert match.view(None).hands[0].place == 1
    assert refusal(match, "A leads 9S").code is ErrorCode.RULES_FINISHED


def test_the_attack_passes_over_a_defender_who_went_out() -> None:
    match = position({"A": "9S 6C", "B": "10S", "C": "9C 6D 7D"})
    match = after(match, "A leads 9S; B beats 9S with 10S")
    assert bout(match) == "C>A"


def test_a_taker_is_passed_over_and_so_are_players_who_are_out() -> None:
    match = position({"A": "9S 6C", "C": "6D 7D", "D": "KC QC"}, out={"B": 1})
    assert bout(match) == "A>C"
    match = after(match, "A leads 9S; C takes")
    assert bout(match) == "D>A"


def test_players_are_ranked_in_the_order_they_left_and_of_one_bout_equally() -> None:
    match = position({"A": "9S", "B": "10S", "D": "KC QC AC"}, out={"C": 1}, discarded=31)
    match, told = play(match, "A leads 9S; B beats 9S with 10S")
    assert told[-3:-1] == [WentOut(seat=0, place=2), WentOut(seat=1, place=2)]
    assert match.outcome() == Outcome(reason="fool", ranking=((2,), (0, 1), (3,)), losers=(3,))


def test_nothing_may_be_done_after_the_end() -> None:
    match = after(position({"A": "9S", "B": "10S 6D"}), "A leads 9S; B takes")
    assert refusal(match, "B leads 6D").code is ErrorCode.RULES_OVER
    assert match.give_up(1) is None
    assert match.fallback(frozenset({0, 1})) is None


def test_of_the_last_two_who_gives_up_is_the_fool() -> None:
    match = after(position({"A": "9S 6C", "B": "10S 6D"}), "A leads 9S")
    step = match.give_up(0)
    assert step is not None
    assert step.game.outcome() == Outcome(reason="gave_up", ranking=((1,), (0,)), losers=(0,))
    match = position({"A": "9S", "D": "10S QD"}, out={"B": 1, "C": 2})
    step = match.give_up(3)
    assert step is not None
    outcome = step.game.outcome()
    assert outcome is not None
    assert outcome.ranking == ((1,), (2,), (0,), (3,))
    assert match.give_up(1) is None


def test_with_three_in_play_a_seat_that_gives_up_plays_on() -> None:
    match = position({"A": "9S 6C", "B": "10S 6D", "C": "JS"})
    assert all(match.give_up(seat) is None for seat in range(3))


def test_an_absent_defender_takes_and_finds_the_cards_when_he_is_back() -> None:
    match = position(
        {
            "A": "8S 6C JD 9C QD 7D",
            "B": "JS 10H KC 7S 6S AD",
            "C": "8D JC AS KD 10C 6D",
            "D": "KS QS 10S 9D 7C 6H",
        },
        "9S 8C 10D QC 7H AC 8H 9H JH QH KH AH",
    )
    match = after(match, "A leads 8S")
    assert match.fallback(frozenset({0, 2, 3})) is None
    assert match.fallback(frozenset({1})) == (1, Take())
    game = match.apply(1, Take()).game
    assert isinstance(game, DurakMatch)
    assert codes("9S") <= hand(game, "A")
    assert bout(game) == "C>D"
    assert len(game.view(1).cards) == 7


def test_an_absent_opener_leads_his_lowest_plain_card_or_else_his_lowest_trump() -> None:
    match = position({"A": "6H 8C 7S 7D", "B": "9S 10S"})
    assert match.fallback(frozenset({0})) == (0, Attack((Card.S7,)))
    match = position({"A": "9H 7H", "B": "9S 10S"})
    assert match.fallback(frozenset({0})) == (0, Attack((Card.H7,)))


def test_an_absent_thrower_passes() -> None:
    match = position({"A": "8S JD 6C", "B": "JS 10H KC"})
    match = after(match, "A leads 8S; B beats 8S with JS")
    assert match.fallback(frozenset({0, 1})) == (0, Pass())


def test_the_time_of_a_turn_is_the_tables() -> None:
    match = position({"A": "8S", "B": "9S"}, options=DurakOptions(turn_seconds=0))
    assert match.pace() == Turns(frozenset({0}), 0)
