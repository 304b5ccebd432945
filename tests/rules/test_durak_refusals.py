"""Every refusal has its own code, says what was wrong, and changes nothing."""

from __future__ import annotations

import pytest

from cardprotocol.cards import Card
from cardprotocol.errors import ErrorCode
from cardprotocol.games.durak import Attack, Pass
from cardprotocol.games.perekur import Lay
from cardrules.durak import DurakMatch, DurakOptions
from cardrules.game import IllegalAction
from tests.support.durak_positions import after, position, refusal


def match(**options: object) -> DurakMatch:
    hands = {
        "A": "6S 6D 7S 8C KC KD",
        "B": "7C 8S 9D 10D JD 7H",
        "C": "6C 7D 9S 10S JS QS",
    }
    chosen = DurakOptions(**options)  # type: ignore[arg-type]
    return position(hands, "AS 6H 8H 9H", options=chosen)


def test_an_attack_out_of_turn() -> None:
    refused = refusal(match(), "B leads 7C")
    assert (refused.code, refused.field) == (ErrorCode.RULES_TURN, "seat")
    assert (refused.value, refused.expected) == ("1", "seat 0")


def test_a_card_that_does_not_beat() -> None:
    refused = refusal(after(match(), "A leads KC"), "B beats KC with 8S")
    assert (refused.code, refused.value) == (ErrorCode.RULES_NOT_BEATING, "8S")
    assert refused.expected == "higher than KC, or any of H"
    position_of_trumps = position({"A": "8H KC", "B": "7H 9S"})
    refused = refusal(after(position_of_trumps, "A leads 8H"), "B beats 8H with 7H")
    assert (refused.code, refused.expected) == (ErrorCode.RULES_NOT_BEATING, "higher than 8H")


def test_a_card_to_beat_that_does_not_lie_there() -> None:
    started = after(match(), "A leads 6S")
    refused = refusal(started, "B beats 6D with 9D")
    assert (refused.code, refused.field, refused.value, refused.expected) == (
        ErrorCode.RULES_NO_TARGET,
        "target",
        "6D",
        "6S",
    )
    beaten = after(started, "B beats 6S with 8S")
    assert refusal(beaten, "B beats 6S with 7H").code is ErrorCode.RULES_NO_TARGET


def test_a_card_that_is_not_held_wherever_it_is() -> None:
    for elsewhere in ("7C", "6C", "AS", "9H", "6H", "2S"):  # hands, stock and no place at all
        refused = refusal(match(), f"A leads {elsewhere}")
        assert (refused.code, refused.value) == (ErrorCode.RULES_NOT_HELD, elsewhere)
        assert refused.expected == "a card of your hand"


def test_one_card_laid_twice() -> None:
    assert refusal(match(multi_lead=True), "A leads 6S 6S").code is ErrorCode.RULES_NOT_HELD


def test_a_seventh_card() -> None:
    deep = position(
        {
            "A": "6S 6D 6C 7S 7C 7D 8D",
            "B": "6H 7H 8H 9H 10H JH QH KH AH",
        }
    )
    deep = after(
        deep,
        "A leads 6S; B beats 6S with 8H; A throws 6D; B beats 6D with 7H; A throws 6C;"
        " B beats 6C with 9H; A throws 7S; B beats 7S with 10H; A throws 7C; B beats 7C with JH",
    )
    refused = refusal(deep, "A throws 7D 8D")
    assert (refused.code, refused.value, refused.expected) == (ErrorCode.RULES_LIMIT, "2", "1")


def test_with_the_cap_off_only_the_defenders_hand_counts() -> None:
    deep = position(
        {"A": "6S 6D 6C 7S 7C 7D 8D", "B": "6H 7H 8H 9H 10H JH QH KH AH"},
        options=DurakOptions(attack_cap="hand"),
    )
    deep = after(
        deep,
        "A leads 6S; B beats 6S with 8H; A throws 6D; B beats 6D with 7H; A throws 6C;"
        " B beats 6C with 9H; A throws 7S; B beats 7S with 10H; A throws 7C; B beats 7C with JH",
    )
    after(deep, "A throws 7D 8D")


def test_more_cards_than_the_defender_holds() -> None:
    small = position({"A": "6S 6D 6C", "B": "7S 9D", "C": "KD"}, opener="A")
    small = after(small, "A leads 6S; B beats 6S with 7S")
    refused = refusal(small, "A throws 6D 6C")
    assert refused.code is ErrorCode.RULES_DEFENDER_CARDS
    assert (refused.field, refused.value, refused.expected) == ("cards", "2", "1")
    several = position({"A": "6S 6D 6C", "B": "7S 9D"}, options=DurakOptions(multi_lead=True))
    assert refusal(several, "A leads 6S 6D 6C").code is ErrorCode.RULES_DEFENDER_CARDS


def test_a_throw_in_of_an_absent_rank() -> None:
    started = after(match(), "A leads 6S; B beats 6S with 8S")
    refused = refusal(started, "A throws KC")
    assert (refused.code, refused.value) == (ErrorCode.RULES_RANK_ABSENT, "KC")
    assert refused.expected == "6 8"
    assert refusal(started, "A throws 6D 7S").value == "7S"


def test_several_cards_in_the_first_move() -> None:
    refused = refusal(match(), "A leads 6S 6D")
    assert (refused.code, refused.expected) == (ErrorCode.RULES_LIMIT, "1")
    several = match(multi_lead=True)
    assert refusal(several, "A leads 6S KC").code is ErrorCode.RULES_RANKS_DIFFER
    assert len(after(several, "A leads 6S 6D").view(None).table) == 2
    simple = match(multi_lead=True, mode="simple")
    assert refusal(simple, "A leads 6S 6D").code is ErrorCode.RULES_LIMIT


def test_taking_when_nothing_is_to_be_beaten() -> None:
    assert refusal(match(), "B takes").code is ErrorCode.RULES_NOTHING_TO_TAKE
    beaten = after(match(), "A leads 6S; B beats 6S with 8S")
    assert refusal(beaten, "B takes").code is ErrorCode.RULES_NOTHING_TO_TAKE
    assert refusal(beaten, "C takes").code is ErrorCode.RULES_TURN


def test_throwing_in_before_the_defender_has_beaten() -> None:
    assert refusal(after(match(), "A leads 6S"), "A throws 6D").code is ErrorCode.RULES_TURN


@pytest.mark.parametrize(
    ("moves", "move", "expected"),
    [
        ((), "A passes", "attack"),
        ((), "A throws 6S", "attack"),
        (("A leads 6S",), "B passes", "beat, transfer, show_transfer, take"),
        (("A leads 6S",), "B leads 7C", "beat, transfer, show_transfer, take"),
        (("A leads 6S", "B beats 6S with 8S"), "A leads 6D", "throw_in, pass"),
    ],
)
def test_an_act_of_another_moment(moves: tuple[str, ...], move: str, expected: str) -> None:
    started = after(match(), *moves) if moves else match()
    refused = refusal(started, move)
    assert (refused.code, refused.field) == (ErrorCode.RULES_ACTION, "do")
    assert refused.expected == expected


def test_an_act_of_another_game_and_an_empty_one() -> None:
    with pytest.raises(IllegalAction) as caught:
        match().apply(0, Lay(Card.S6))
    assert caught.value.code is ErrorCode.RULES_ACTION
    with pytest.raises(IllegalAction) as caught:
        match().apply(0, Attack(()))
    assert caught.value.code is ErrorCode.RULES_LIMIT


def test_more_cards_in_one_act_than_the_wire_carries() -> None:
    deep = position(
        {"A": "6S 6D 6C 7S 7C 7D 8D 8S 8C", "B": "6H 7H 8H 9H 10H JH QH KH AH"},
        options=DurakOptions(attack_cap="hand"),
    )
    deep = after(deep, "A leads 6S; B beats 6S with 8H; A throws 6D; B beats 6D with 7H")
    refused = refusal(deep, "A throws 6C 7S 7C 7D 8D 8S 8C")
    assert (refused.code, refused.value, refused.expected) == (ErrorCode.RULES_LIMIT, "7", "6")
    assert len(after(deep, "A throws 6C 7S 7C 7D 8D 8S").view(None).table) == 8


def test_acts_of_a_seat_that_was_not_dealt_in() -> None:
    with pytest.raises(IllegalAction) as caught:
        match().apply(5, Pass())
    assert (caught.value.code, caught.value.field) == (ErrorCode.TABLE_SEAT, "seat")


def test_the_host_has_no_controls() -> None:
    assert match().controls() == ()
    with pytest.raises(IllegalAction) as caught:
        match().control("last_round")
    assert caught.value.code is ErrorCode.RULES_CONTROL
