"""Perekur as tables are offered it: options, dealers, seats, views, positions."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardprotocol.errors import ErrorCode
from cardprotocol.games.common import Outcome
from cardprotocol.games.perekur import Dealt, PerekurView
from cardrules.game import IllegalAction, Seat
from cardrules.kind import Previous
from cardrules.options import TableOptions, describe, option_values, read_options
from cardrules.perekur import PEREKUR, Perekur, PerekurOptions
from cardrules.registry import game_kinds
from cardrules.shuffle import SeededLots
from tests.support.lots import IdentityLots
from tests.support.perekur_positions import A, B, C, D, at, dealt, hand, lay, position

DEFAULTS = {
    "collect": "all",
    "stall_seconds": 20,
    "dealer": "lot",
    "max_redeals": 0,
    "look_seconds": 3,
    "hints": False,
    "bots_race": "humanlike",
    "misplay_lock_ms": 250,
    "absent": "autoplay",
    "watchers_see_hands": False,
}


def test_the_registry_offers_perekur_for_three_to_six() -> None:
    kind = game_kinds()["perekur"]
    assert (kind.least_seats, kind.most_seats) == (3, 6)
    assert kind is PEREKUR


def test_every_option_has_its_default_and_is_described() -> None:
    values = option_values(PerekurOptions())
    assert {name: values[name] for name in DEFAULTS} == DEFAULTS
    assert {spec.name for spec in describe(PerekurOptions)} == set(values)


@pytest.mark.parametrize("seconds", [0, 5, 20, 60])
def test_a_stall_time_may_be_off_or_five_to_sixty_seconds(seconds: int) -> None:
    assert read_options(PerekurOptions, {"stall_seconds": seconds}).stall_seconds == seconds


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("stall_seconds", 4, "0 for never, or 5 to 60"),
        ("stall_seconds", 61, "0 for never, or 5 to 60"),
        ("collect", "hands", "all / pile"),
        ("dealer", "host", "lot / loser"),
        ("max_redeals", 101, "0 to 100"),
        ("look_seconds", -1, "0 to 10"),
        ("hints", 1, "true / false"),
    ],
)
def test_an_option_out_of_range_is_refused_with_its_values(
    name: str, value: int | str, expected: str
) -> None:
    with pytest.raises(IllegalAction) as refused:
        read_options(PerekurOptions, {name: value})
    why = refused.value
    assert (why.code, why.field, why.value) == (ErrorCode.TABLE_OPTION, name, str(value))
    assert why.expected == expected


@pytest.mark.parametrize("seats", [(0, 1), (0, 1, 2, 3, 4, 5, 6), (1, 0, 2), (0, 0, 1)])
def test_a_match_needs_three_to_six_seats_in_order(seats: tuple[Seat, ...]) -> None:
    with pytest.raises(ValueError, match="3 to 6"):
        PEREKUR.begin(seats, PerekurOptions(), IdentityLots(), None)


def test_options_of_another_game_are_a_mistake_of_the_caller() -> None:
    with pytest.raises(TypeError):
        PEREKUR.begin((0, 1, 2), TableOptions(), IdentityLots(), None)


def _dealer(options: PerekurOptions, previous: Previous | None, lot: int = 0) -> Seat:
    step = PEREKUR.begin((0, 2, 3, 5), options, IdentityLots({"dealer": lot}), previous)
    deal = step.events[0].public
    assert isinstance(deal, Dealt)
    return deal.dealer


def test_the_dealer_is_drawn_by_lot_before_every_match() -> None:
    lost = Previous(Outcome(reason="stuck", ranking=(), losers=(5,)))
    assert [_dealer(PerekurOptions(), lost, lot) for lot in range(4)] == [0, 2, 3, 5]


def test_the_loser_deals_where_the_table_says_so() -> None:
    options = PerekurOptions(dealer="loser")
    one = Previous(Outcome(reason="stuck", ranking=(), losers=(5,)))
    tied = Previous(Outcome(reason="last_round", ranking=(), losers=(2, 3)))
    gone = Previous(Outcome(reason="stuck", ranking=(), losers=(4,)))
    assert _dealer(options, one, 1) == 5
    assert [_dealer(options, tied, lot) for lot in (0, 1)] == [2, 3]
    assert [_dealer(options, first, 1) for first in (None, gone)] == [2, 2]


def test_a_spectator_sees_what_is_public_and_no_hand() -> None:
    game = lay(dealt(6).game, B, "2H").game
    view = game.view(None)
    assert isinstance(view, PerekurView)
    assert (view.cards, view.open_hands) == ((), ())
    assert (view.phase, view.wanted, view.last, view.pile) == ("race", 3, B, 1)
    assert view.top is not None
    assert view.top.code == "2H"
    assert [one.cards for one in view.hands] == [9, 8, 9, 9, 8, 8]


def test_a_player_who_is_out_sees_no_more_than_a_spectator() -> None:
    game = lay(at({A: "9C", B: "10C QC", C: "JC KC AC"}, 46, last=C), A, "9C").game
    assert game.view(A) == game.view(None)


def test_an_open_view_shows_every_hand() -> None:
    view = dealt(4).game.open_view()
    assert isinstance(view, PerekurView)
    assert {one.seat: len(one.cards) for one in view.open_hands} == {A: 13, B: 13, C: 13, D: 13}


def test_the_same_key_deals_the_same_match_and_another_key_another() -> None:
    def hands(seed: bytes) -> str:
        lots = SeededLots.of(seed)
        return hand(PEREKUR.begin((0, 1, 2), PerekurOptions(), lots, None).game, A)

    assert hands(bytes(32)) == hands(bytes(32))
    assert hands(bytes(32)) != hands(bytes([1]) * 32)


@pytest.mark.parametrize(
    ("hands", "pile", "last", "out", "why"),
    [
        ({A: "9C", B: "10C QC", C: "JC KC"}, 46, C, (), "52 different"),
        ({A: "9C", B: "9C QC", C: "JC KC AC"}, 46, C, (), "52 different"),
        ({A: "9C", B: "10C QC", C: "JC KC AC"}, 46, None, (), "laid last"),
        ({A: "JC QC AC KC", B: ""}, 48, A, (C,), "at least two"),
        ({A: "QC AC", B: "KC"}, 49, A, (C,), "stuck"),
    ],
)
def test_a_position_that_can_not_arise_is_refused(
    hands: dict[Seat, str], pile: int, last: Seat | None, out: tuple[Seat, ...], why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        position(hands, lots=IdentityLots(), pile=pile, last=last, out=out)


def test_a_match_is_a_value() -> None:
    game = dealt(3).game
    assert isinstance(game, Perekur)
    assert game == dealt(3).game
    assert game != lay(game, A, "2S").game
    assert game == dealt(3).game


def test_the_rules_for_players_list_every_option_with_its_values_and_default() -> None:
    text = (Path(__file__).parents[2] / "docs" / "rules" / "perekur.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| (.+? \| .+?) \|", text, re.MULTILINE))
    specs = {spec.name: spec for spec in describe(PerekurOptions)}
    assert set(rows) == set(specs)
    for name, spec in specs.items():
        values, default = rows[name].split(" | ")
        written = (
            {True: "on", False: "off"}[spec.default] if isinstance(spec.default, bool) else None
        )
        assert default.strip("`") == (written or str(spec.default))
        if spec.choices:
            assert re.findall(r"`(\w+)`", values) == list(spec.choices)
        elif written is None:
            numbers = re.findall(r"\d+", values)
            assert (int(numbers[0]), int(numbers[-1])) == (spec.least, spec.most)
