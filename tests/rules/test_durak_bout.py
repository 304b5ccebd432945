"""Worked bouts of throw-in and simple durak, card by card."""

from __future__ import annotations

import pytest

from cardprotocol.cards import Card, Suit
from cardprotocol.errors import ErrorCode
from cardprotocol.games.durak import (
    Attacked,
    BeatCard,
    BoutEnded,
    BoutStarted,
    Drew,
    Passed,
    Taking,
)
from cardrules.durak import DurakMatch, DurakOptions
from cardrules.durak.bout import beats
from cardrules.game import Turns
from tests.support.durak_positions import (
    acting,
    after,
    bout,
    codes,
    hand,
    may,
    play,
    position,
    refusal,
)

PACK = "9S 8C 10D QC 7H AC 8H 9H JH QH KH AH"
TO_THE_SIXTH_STEP = "A leads 8S; B beats 8S with JS; A passes; C throws JC; B beats JC with KC"
BEATEN = (
    f"{TO_THE_SIXTH_STEP}; A passes; C passes; D throws KS; B beats KS with 10H;"
    " A passes; C passes; D passes"
)


def four_players(**options: object) -> DurakMatch:
    """The first bout of a later game, A opens, nothing is discarded."""
    return position(
        {
            "A": "8S 6C JD 9C QD 7D",
            "B": "JS 10H KC 7S 6S AD",
            "C": "8D JC AS KD 10C 6D",
            "D": "KS QS 10S 9D 7C 6H",
        },
        PACK,
        discarded=0,
        options=DurakOptions(**options),  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(
    ("card", "target", "trump", "expected"),
    [
        ("8S", "7S", "H", True),
        ("6S", "7S", "H", False),
        ("TS", "9S", "H", True),
        ("JS", "TS", "H", True),
        ("8C", "7S", "H", False),
        ("6H", "7S", "H", True),
        ("6H", "AS", "H", True),
        ("8H", "7H", "H", True),
        ("AS", "7H", "H", False),
        ("6H", "7H", "H", False),
        ("2C", "AD", "C", True),
        ("3D", "2D", "C", True),
    ],
)
def test_a_card_beats_by_rank_in_its_suit_and_a_trump_beats_every_plain_card(
    card: str, target: str, trump: str, expected: bool
) -> None:
    assert beats(Card(card), Card(target), Suit(trump)) is expected


def test_nothing_beats_the_ace_of_trumps_and_the_lowest_plain_card_beats_nothing() -> None:
    assert not any(beats(card, Card.HA, Suit.HEARTS) for card in Card)
    assert not any(beats(Card.D2, card, Suit.CLUBS) for card in Card)


def test_the_opener_may_lead_any_of_his_cards_and_nobody_else_may_act() -> None:
    match = four_players()
    assert may(match, "A") == {f"leads {code}" for code in codes("8S 6C JD 9C QD 7D")}
    assert [may(match, other) for other in "BCD"] == [set(), set(), set()]
    assert match.pace() == Turns(frozenset({0}), 60)


def test_the_defender_may_beat_with_higher_cards_and_trumps_or_take() -> None:
    match = after(four_players(), "A leads 8S")
    assert may(match, "B") == {"beats 8S with JS", "beats 8S with TH", "takes"}
    assert acting(match) == "B"


def test_the_right_to_throw_in_goes_from_the_opener_clockwise_past_the_defender() -> None:
    match = after(four_players(), "A leads 8S; B beats 8S with JS")
    assert acting(match) == "A"
    assert may(match, "A") == {"throws JD", "passes"}
    match = after(match, "A passes")
    assert acting(match) == "C"
    assert may(match, "C") == {"throws 8D", "throws JC", "passes"}


def test_a_card_thrown_in_and_beaten_opens_a_new_window_at_the_opener() -> None:
    match = after(four_players(), TO_THE_SIXTH_STEP)
    assert acting(match) == "A"  # though he has passed before
    match = after(match, "A passes")
    assert may(match, "C") == {"throws 8D", "throws KD", "passes"}
    match = after(match, "C passes")
    assert may(match, "D") == {"throws KS", "passes"}
    match = after(match, "D throws KS")
    assert may(match, "B") == {"beats KS with TH", "takes"}
    match = after(match, "B beats KS with 10H")
    assert may(match, "A") == {"throws JD", "passes"}
    match = after(match, "A passes")
    assert may(match, "C") == {"throws 8D", "throws KD", "throws TC", "passes"}
    match = after(match, "C passes")
    assert may(match, "D") == {"throws TS", "passes"}


def test_a_beaten_bout_goes_to_the_discard_and_all_draw_in_the_order_of_the_seed() -> None:
    match = after(four_players(), BEATEN)
    assert len(match.state.discard) == 6
    assert hand(match, "A") == codes("6C JD 9C QD 7D 9S")
    assert hand(match, "B") == codes("7S 6S AD 8C 10D QC")
    assert hand(match, "C") == codes("8D AS KD 10C 6D 7H")
    assert hand(match, "D") == codes("QS 10S 9D 7C 6H AC")
    assert len(match.state.stock) == 6
    assert bout(match) == "B>C"


def test_with_defender_last_the_defender_draws_after_all_others() -> None:
    match = after(four_players(draw_order="defender_last"), BEATEN)
    assert codes("9S") <= hand(match, "A")
    assert codes("8C") <= hand(match, "C")
    assert codes("10D") <= hand(match, "D")
    assert codes("QC 7H AC") <= hand(match, "B")
    assert bout(match) == "B>C"


def test_events_tell_a_bout_in_the_order_it_happened() -> None:
    _, told = play(four_players(), BEATEN)
    assert [type(event) for event in told] == [
        *(Attacked, BeatCard, Passed, Attacked, BeatCard, Passed, Passed, Attacked, BeatCard),
        *(Passed, Passed, Passed, BoutEnded, Drew, Drew, Drew, Drew, BoutStarted),
    ]
    assert [event.thrown for event in told if isinstance(event, Attacked)] == [False, True, True]
    assert [(e.seat, e.count, e.stock) for e in told if isinstance(e, Drew)] == [
        (0, 1, 11),
        (1, 3, 8),
        (2, 1, 7),
        (3, 1, 6),
    ]
    assert all(event.cards == () for event in told if isinstance(event, Drew))
    assert told[-1] == BoutStarted(attacker=1, defender=2, limit=6)


@pytest.mark.parametrize("order", ["clockwise", "defender_last"])
def test_a_defender_who_takes_gets_every_card_and_the_next_to_his_left_attacks(order: str) -> None:
    match, told = play(
        four_players(draw_order=order),
        TO_THE_SIXTH_STEP,
        "A passes; C passes; D throws KS; B takes",
    )
    assert hand(match, "B") == codes("10H 7S 6S AD 8S JS JC KC KS")
    assert match.state.discard == ()
    assert [type(event) for event in told[-6:]] == [
        *(Taking, BoutEnded, Drew, Drew, Drew, BoutStarted)
    ]
    assert codes("9S") <= hand(match, "A")
    assert codes("8C") <= hand(match, "C")
    assert codes("10D") <= hand(match, "D")
    assert len(match.state.stock) == 9
    assert bout(match) == "C>D"


FIVE = (
    "A leads 6S; B beats 6S with 7H; A throws 6D; B beats 6D with 8H; A throws 6C;"
    " B beats 6C with 9H; A throws 7S; B beats 7S with 10H; A throws 7D; B beats 7D with JH"
)


def two_players(**options: object) -> DurakMatch:
    """Six low cards against six trumps; the pack is full of others."""
    rest = "8S 9S 10S JS QS KS AS 8D 9D 10D JD QD KD AD 8C 9C 10C JC QC KC AC 6H KH AH"
    return position(
        {"A": "6S 6D 6C 7S 7D 7C", "B": "7H 8H 9H 10H JH QH"},
        rest,
        discarded=0,
        options=DurakOptions(**options),  # type: ignore[arg-type]
    )


def test_five_cards_fill_the_first_bout_where_the_table_says_so() -> None:
    match, told = play(two_players(first_discard_five=True), FIVE)
    ended = [event for event in told if isinstance(event, BoutEnded)]
    assert [event.discard for event in ended] == [10]
    assert codes("7C") <= hand(match, "A")
    assert codes("QH") <= hand(match, "B")
    assert match.state.bout.limit == 6  # the discard pile is no longer empty


def test_without_that_option_a_sixth_card_is_thrown_and_the_last_beat_ends_the_bout() -> None:
    match = after(two_players(), FIVE)
    assert may(match, "A") == {"throws 7C", "passes"}
    match, told = play(match, "A throws 7C; B beats 7C with QH")
    assert isinstance(told[2], BoutEnded)  # DA20: nobody is asked again
    assert not told[2].taken
    assert bout(match) == "B>A"


def test_in_simple_durak_one_card_is_the_whole_bout() -> None:
    match, told = play(four_players(mode="simple"), "A leads 8S; B beats 8S with JS")
    assert not any(isinstance(event, Passed) for event in told)
    assert len(match.state.discard) == 2
    assert codes("9S") <= hand(match, "A")
    assert codes("8C") <= hand(match, "B")
    assert bout(match) == "B>C"


def test_in_simple_durak_nothing_is_thrown_in_after_a_take_either() -> None:
    match = after(four_players(mode="simple", throw_after_take=True), "A leads 8S; B takes")
    assert bout(match) == "C>D"
    assert len(hand(match, "B")) == 7


def test_a_take_ends_the_bout_at_once_where_nothing_may_be_thrown_after_it() -> None:
    match = after(four_players(), "A leads 8S; B takes")  # the option is off
    assert len(hand(match, "B")) == 7
    assert codes("9S") <= hand(match, "A")
    assert bout(match) == "C>D"


def test_after_a_take_others_throw_in_by_the_same_order_until_all_have_passed() -> None:
    match = after(four_players(throw_after_take=True), "A leads 8S; B takes")  # the option is on
    assert match.view(None).phase == "taking"
    assert may(match, "A") == {"passes"}
    assert refusal(match, "B takes").code is ErrorCode.RULES_TURN  # he has said so already
    assert refusal(match, "B beats 8S with JS").code is ErrorCode.RULES_TURN
    match = after(match, "A passes; C throws 8D")
    assert acting(match) == "A"
    match = after(match, "A passes; C passes")
    assert acting(match) == "D"
    match = after(match, "D passes")
    assert hand(match, "B") == codes("JS 10H KC 7S 6S AD 8S 8D")
    assert codes("9S") <= hand(match, "A")
    assert codes("8C") <= hand(match, "C")
    assert bout(match) == "C>D"


def test_the_limit_holds_after_a_take_and_ends_the_bout_when_it_is_reached() -> None:
    match = position(
        {"A": "6S 6D 6C QH", "B": "7S 8S", "C": "KS KD KC"},
        options=DurakOptions(throw_after_take=True),
    )
    match = after(match, "A leads 6S; B takes")
    assert refusal(match, "A throws 6D 6C").code is ErrorCode.RULES_DEFENDER_CARDS
    match = after(match, "A throws 6D")
    assert hand(match, "B") == codes("7S 8S 6S 6D")
    assert bout(match) == "C>A"


def test_who_is_not_asked_yet_is_refused_and_his_pass_does_not_count_later() -> None:
    match = after(four_players(), "A leads 8S; B beats 8S with JS")
    early = refusal(match, "C throws JC")
    assert (early.code, early.expected) == (ErrorCode.RULES_TURN, "seat 0")
    assert codes("JC") <= hand(match, "C")
    assert acting(match) == "A"
    assert refusal(match, "D passes").code is ErrorCode.RULES_TURN
    match = after(match, "A passes; C passes")
    assert acting(match) == "D"
