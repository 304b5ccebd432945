"""Who may throw in and in which order, and the options as a lobby reads them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardprotocol.cards import cards
from cardprotocol.errors import ErrorCode
from cardprotocol.games.durak import Attacked
from cardrules.durak import DurakMatch, DurakOptions
from cardrules.game import IllegalAction
from cardrules.options import describe, option_values, read_options
from tests.support.durak_positions import acting, after, bout, may, play, position, refusal

HANDS = {
    "A": "8S 8C 9C 7C",
    "B": "KS KC KH AH",
    "C": "8D JC 7D 9D",
    "D": "8H JS 10S QS",
    "E": "KD 9S AD 6D",
}


def beaten(**options: object) -> DurakMatch:
    """A leads 8S and B beats it with the king: eights and kings may be thrown in."""
    chosen = DurakOptions(**options)  # type: ignore[arg-type]
    match = position(HANDS, "6C 6S 7S 9H", options=chosen)
    return after(match, "A leads 8S; B beats 8S with KS")


def asked_in_turn(match: DurakMatch) -> str:
    """Who is asked one after the other when everybody passes."""
    order = ""
    while match.view(None).phase == "throw_in":
        order += acting(match)
        match = after(match, f"{acting(match)} passes")
    return order


@pytest.mark.parametrize(
    ("throwers", "expected"), [("all", "ACDE"), ("neighbours", "AC"), ("opener", "A")]
)
def test_only_the_chosen_throwers_are_asked(throwers: str, expected: str) -> None:
    assert asked_in_turn(beaten(throwers=throwers)) == expected


@pytest.mark.parametrize(
    ("throwers", "expected"), [("all", "ACDE"), ("neighbours", "AC"), ("opener", "A")]
)
def test_thrown_freely_all_the_chosen_may_act_at_once(throwers: str, expected: str) -> None:
    assert acting(beaten(throwers=throwers, throw_order="free")) == expected


def test_a_throw_closes_a_free_window_and_a_beat_opens_it_to_all_again() -> None:
    match = beaten(throw_order="free")
    match = after(match, "D passes; A passes")
    assert acting(match) == "CE"
    assert refusal(match, "D throws 8H").code is ErrorCode.RULES_TURN
    match = after(match, "E throws KD")
    assert acting(match) == "B"
    match = after(match, "B beats KD with AH")
    assert acting(match) == "ACDE"


def test_a_free_window_ends_when_all_have_passed_in_any_order() -> None:
    match = after(beaten(throw_order="free"), "E passes; C passes; A passes")
    assert acting(match) == "D"
    assert bout(after(match, "D passes")) == "B>C"


def test_several_cards_of_several_ranks_may_be_thrown_in_at_once() -> None:
    match = position({"A": "8S 8C KC 7C", "B": "KS KD 9C AD", "C": "6D 6C"})
    match, told = play(match, "A leads 8S; B beats 8S with KS; A throws 8C KC")
    assert told[-1] == Attacked(seat=0, cards=cards("8C KC"), left=1, thrown=True)
    assert may(match, "B") == {"beats 8C with 9C", "takes"}
    match = after(match, "B beats 8C with 9C; B takes")
    assert len(match.state.hand(1)) == 7
    assert bout(match) == "C>A"


def test_an_opener_who_came_to_defend_leaves_no_thrower_where_only_he_may_throw() -> None:
    match = position(
        {"A": "9S QD JS AD", "B": "9D QC 6S 8C"},
        options=DurakOptions(mode="transfer", throwers="opener"),
    )
    match = after(match, "A leads 9S; B transfers 9D; A beats 9S with JS; A beats 9D with QD")
    assert bout(match) == "A>B"


def test_every_option_is_described_with_its_values_and_default() -> None:
    specs = {spec.name: spec for spec in describe(DurakOptions)}
    assert specs["deck"].choices == ("36", "52")
    assert specs["attack_cap"].choices == ("6", "hand")
    assert (specs["turn_seconds"].least, specs["turn_seconds"].most) == (0, 600)
    assert set(specs) == set(option_values(DurakOptions()))
    assert {"absent", "absent_seconds", "watchers_see_hands", "mode", "both_out"} <= set(specs)


def test_options_from_the_wire_are_read_or_refused_by_name() -> None:
    options = read_options(DurakOptions, {"deck": "52", "multi_lead": True, "turn_seconds": 30})
    assert (options.deck, options.multi_lead, options.turn_seconds) == ("52", True, 30)
    with pytest.raises(IllegalAction) as caught:
        read_options(DurakOptions, {"deck": 52})
    assert (caught.value.field, caught.value.expected) == ("deck", "36 / 52")


def test_the_rules_for_players_list_every_option_with_its_default_first() -> None:
    text = (Path(__file__).parents[2] / "docs" / "rules" / "durak.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \|", text, re.MULTILINE)
    listed = {name: values.strip() for name, values in rows}
    assert set(listed) == {spec.name for spec in describe(DurakOptions)}
    for spec in describe(DurakOptions):
        if spec.choices:
            others = [choice for choice in spec.choices if choice != spec.default]
            wanted = ", ".join(f"`{choice}`" for choice in (spec.default, *others))
        elif isinstance(spec.default, bool):
            wanted = "on, off" if spec.default else "off, on"
        else:
            wanted = f"{spec.default} ({spec.least} to {spec.most})"
            listed[spec.name] = listed[spec.name].split(";")[0]
        assert listed[spec.name] == wanted
