"""Transfer durak: passing an attack on, its limits, and showing a trump."""

from __future__ import annotations

import pytest

from cardprotocol.cards import Card
from cardprotocol.errors import ErrorCode
from cardprotocol.games.durak import Transferred
from cardrules.durak import DurakMatch, DurakOptions
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


def transfer_options(**options: object) -> DurakOptions:
    return DurakOptions(mode="transfer", **options)  # type: ignore[arg-type]


def three_players(**options: object) -> DurakMatch:
    """The first bout."""
    return position(
        {"A": "9S 6C 7D QS KC 8H", "B": "9D 6S 8C JD QC AH", "C": "9C 10S KD JC 7H AC"},
        "10D 8S 7S 6D JS QD KS 7C 10C 8D AD AS 6H JH QH KH 9H 10H",
        discarded=0,
        options=transfer_options(**options),
    )


def test_a_defender_may_beat_transfer_or_take_and_the_next_faces_everything() -> None:
    match = after(three_players(), "A leads 9S")
    assert may(match, "B") == {"beats 9S with AH", "transfers 9D", "takes"}
    match, told = play(match, "B transfers 9D")
    assert told == [Transferred(seat=1, card=Card.D9, defender=2, left=5, limit=6)]
    assert acting(match) == "C"
    assert may(match, "C") == {
        *("beats 9S with TS", "beats 9S with 7H", "beats 9D with KD", "beats 9D with 7H"),
        *("transfers 9C", "takes"),
    }
    match = after(match, "C transfers 9C")
    assert acting(match) == "A"  # round to the opener (DA30)
    assert match.view(None).attacker == 0


def test_who_takes_after_a_transfer_takes_all_and_the_opener_draws_first() -> None:
    match = after(three_players(), "A leads 9S; B transfers 9D; C takes")
    assert len(hand(match, "C")) == 8
    assert codes("10D") <= hand(match, "A")
    assert codes("8S") <= hand(match, "B")
    assert bout(match) == "A>B"


def test_after_a_beaten_transfer_the_opener_is_asked_first_and_the_transferrer_then() -> None:
    match = after(three_players(), "A leads 9S; B transfers 9D")
    match = after(match, "C beats 9S with 10S; C beats 9D with KD")
    assert may(match, "A") == {"throws KC", "passes"}
    match = after(match, "A passes")
    assert may(match, "B") == {"passes"}  # nothing fits, still asked (DA10)
    match = after(match, "B passes")
    assert len(match.state.discard) == 4
    assert codes("10D") <= hand(match, "A")
    assert codes("8S") <= hand(match, "B")
    assert codes("7S 6D") <= hand(match, "C")
    assert bout(match) == "C>A"


def test_once_a_card_of_the_bout_is_beaten_nothing_is_transferred() -> None:
    match = after(three_players(), "A leads 9S; B transfers 9D; C beats 9S with 10S")
    assert "transfers 9C" not in may(match, "C")
    assert refusal(match, "C transfers 9C").code is ErrorCode.RULES_TRANSFER_LATE
    match = after(match, "C beats 9D with KD")
    assert refusal(match, "C transfers 9C").code is ErrorCode.RULES_TRANSFER_LATE


def test_a_transfer_needs_the_attacking_rank() -> None:
    match = after(three_players(), "A leads 9S")
    refused = refusal(match, "B transfers 8C")
    assert (refused.code, refused.expected) == (ErrorCode.RULES_TRANSFER_RANK, "rank 9")
    assert refusal(match, "B transfers 9C").code is ErrorCode.RULES_NOT_HELD


def test_a_table_may_forbid_transfers_in_the_first_bout_only() -> None:
    match = after(three_players(no_first_transfer=True), "A leads 9S")
    assert may(match, "B") == {"beats 9S with AH", "takes"}
    assert refusal(match, "B transfers 9D").code is ErrorCode.RULES_TRANSFER_OFF
    match = after(match, "B takes; C leads 10S")
    assert "transfers TD" in may(match, "A")


@pytest.mark.parametrize("mode", ["throw_in", "simple"])
def test_other_variants_have_no_transfer(mode: str) -> None:
    match = position(
        {"A": "9S 6C", "B": "9D 6S"},
        options=DurakOptions(mode=mode),  # type: ignore[arg-type]
    )
    match = after(match, "A leads 9S")
    assert may(match, "B") == {"takes"}
    assert refusal(match, "B transfers 9D").code is ErrorCode.RULES_TRANSFER_OFF


def test_nobody_is_made_to_face_more_cards_than_he_holds() -> None:
    hands = {"A": "9S 6C 7D", "B": "9D 6S 8C", "C": "9C"}
    match = after(position(hands, options=transfer_options()), "A leads 9S")
    refused = refusal(match, "B transfers 9D")
    assert (refused.code, refused.expected) == (
        ErrorCode.RULES_TRANSFER_LIMIT,
        "at most 1 cards to face",
    )
    assert may(match, "B") == {"takes"}


def test_a_transfer_passes_over_who_has_laid_his_last_card() -> None:
    hands = {"A": "6C 7D 8D", "B": "9S", "C": "9D 6S 8C", "D": "9C KC QC"}
    match = position(hands, opener="B", options=transfer_options())
    match = after(match, "B leads 9S; C transfers 9D; D transfers 9C")
    assert acting(match) == "A"
    assert refusal(match, "B passes").code is ErrorCode.RULES_TURN
    hands = {"A": "9H 7D 8D", "B": "9S", "C": "9D 6S 8C 7C"}
    match = position(hands, opener="B", options=transfer_options())
    match = after(match, "B leads 9S; C transfers 9D; A transfers 9H")
    assert acting(match) == "C"  # past B, who holds nothing


def test_a_transfer_that_could_only_come_back_to_its_giver_is_refused() -> None:
    match = position({"A": "9S", "B": "9D 6S"}, options=transfer_options())
    match = after(match, "A leads 9S")
    assert refusal(match, "B transfers 9D").code is ErrorCode.RULES_TRANSFER_LIMIT


def test_with_two_players_a_transfer_goes_straight_back() -> None:
    match = position({"A": "9S 9C 10D", "B": "9D 6S 7S"}, options=transfer_options())
    match = after(match, "A leads 9S; B transfers 9D")
    assert acting(match) == "A"
    match = after(match, "A beats 9D with 10D")
    assert refusal(match, "A passes").code is ErrorCode.RULES_ACTION


@pytest.mark.parametrize("order", ["clockwise", "defender_last"])
def test_an_opener_who_came_to_defend_throws_nothing_in_but_draws_first(order: str) -> None:
    match = position(
        {"A": "9S QD JS AD KS 7S", "B": "9D QC 6S 8C KD 7D"},
        "AS AC 6H 7H",
        options=transfer_options(draw_order=order),
    )
    match = after(match, "A leads 9S; B transfers 9D; A beats 9S with JS; A beats 9D with QD")
    assert acting(match) == "B"
    match = after(match, "B passes")
    assert codes("AS AC 6H") <= hand(match, "A")  # he laid three
    assert codes("7H") <= hand(match, "B")
    assert bout(match) == "A>B"


SHOWING = {"A": "9S QS", "B": "9H 7C", "C": "KD 6D"}


def test_a_trump_may_be_laid_to_transfer_and_where_allowed_shown_instead() -> None:
    match = position(SHOWING, discarded=30, options=transfer_options())
    match = after(match, "A leads 9S")
    assert may(match, "B") == {"beats 9S with 9H", "transfers 9H", "takes"}
    assert refusal(match, "B shows 9H").code is ErrorCode.RULES_TRANSFER_OFF
    match = position(SHOWING, options=transfer_options(show_trump_transfer=True))
    match = after(match, "A leads 9S")
    assert may(match, "B") == {"beats 9S with 9H", "transfers 9H", "shows 9H", "takes"}


def test_a_shown_trump_stays_in_hand_and_the_table_as_it_was() -> None:
    match = position(SHOWING, options=transfer_options(show_trump_transfer=True))
    match, told = play(match, "A leads 9S; B shows 9H")
    assert told[-1] == Transferred(seat=1, card=Card.H9, defender=2, left=2, limit=2, shown=True)
    assert hand(match, "B") == codes("9H 7C")
    assert [pair.attack for pair in match.view(None).table] == [Card.S9]
    assert may(match, "C") == {"takes"}
    match = after(match, "C takes")
    assert hand(match, "C") == codes("KD 6D 9S")
    assert bout(match) == "A>B"


def test_each_trump_is_shown_once_a_match() -> None:
    hands = {"A": "9S 9C QS", "B": "9H 7C 8C", "C": "KD 6D AD"}
    match = position(hands, options=transfer_options(show_trump_transfer=True))
    match = after(match, "A leads 9S; B shows 9H; C takes; A leads 9C")
    assert refusal(match, "B shows 9H").code is ErrorCode.RULES_SHOWN
    assert "shows 9H" not in may(match, "B")
    assert "transfers 9H" in may(match, "B")


def test_only_a_trump_of_the_attacking_rank_is_shown_and_only_against_enough_cards() -> None:
    options = transfer_options(show_trump_transfer=True, multi_lead=True)
    match = position({"A": "9S 9C", "B": "9H 9D 8H", "C": "KD"}, options=options)
    match = after(match, "A leads 9S 9C")
    assert refusal(match, "B shows 9H").code is ErrorCode.RULES_TRANSFER_LIMIT
    assert refusal(match, "B shows 9D").code is ErrorCode.RULES_TRANSFER_RANK
    assert refusal(match, "B shows 8H").code is ErrorCode.RULES_TRANSFER_RANK
    match = position({"A": "9S QC", "B": "9H 9D 8H", "C": "KD"}, options=options)
    match = after(match, "A leads 9S")
    assert "shows 9H" in may(match, "B")  # nothing is added: one card against one
    assert "transfers 9H" not in may(match, "B")
