"""The deal, the trump suit and the first attacker, in first and later matches (D8-D15)."""

from __future__ import annotations

import random

import pytest

from cardprotocol.cards import Card, Suit
from cardprotocol.games.common import Outcome
from cardprotocol.games.durak import BoutStarted, Dealt, FirstAttacker
from cardrules.durak import DURAK, DurakMatch, DurakOptions
from cardrules.game import Step
from cardrules.kind import Previous
from cardrules.options import TableOptions
from cardrules.shuffle import SeededLots
from tests.support.durak_positions import StackedLots, acting, bout, codes, hand, may, stacked

# This order gives each of six players one card in turn.
W_D9 = "6S 7S 8S 9S TS JS QS KS AS 6H 7H 8H 9H TH JH QH KH AH 6C 7C 8C 9C TC JC QC KC AC"
W_D9 += " 6D 7D 8D TD JD QD KD AD 9D"


def deal(
    pack: tuple[Card, ...],
    seats: tuple[int, ...],
    *,
    previous: Previous | None = None,
    drawn: int = 0,
    **options: object,
) -> Step:
    chosen = DurakOptions(**options)  # type: ignore[arg-type]
    return DURAK.begin(seats, chosen, StackedLots(pack, drawn), previous)


def match_of(step: Step) -> DurakMatch:
    assert isinstance(step.game, DurakMatch)
    return step.game


def opening_of(step: Step) -> FirstAttacker:
    assert isinstance(step.events[1].public, FirstAttacker)
    return step.events[1].public


def previous(loser: int | None, *others: int, reason: str = "fool") -> Previous:
    losers = () if loser is None else (loser,)
    return Previous(Outcome(reason=reason, ranking=(others, losers), losers=losers))


def test_the_lowest_trump_attacks_first_with_any_of_his_cards() -> None:
    pack = stacked(["9H QH 6S 7C 10D KS", "7H AC 8D 8S JC 9D", "6C 6D 10S 10C QS QD"], "JH")
    step = deal(pack, (0, 1, 2))
    match = match_of(step)
    assert opening_of(step) == FirstAttacker(seat=1, why="lowest_trump", card=Card.H7)
    assert bout(match) == "B>C"
    assert may(match, "B") == {f"leads {code}" for code in codes("7H AC 8D 8S JC 9D")}
    assert may(match, "A") == may(match, "C") == set()


def test_the_lowest_trump_is_not_named_where_the_table_hides_it() -> None:
    pack = stacked(["9H QH 6S 7C 10D KS", "7H AC 8D 8S JC 9D"], "JH")
    assert opening_of(deal(pack, (0, 1), show_lowest_trump=False)).card is None


@pytest.mark.parametrize("drawn", [0, 1])
def test_without_trumps_equal_lowest_cards_draw_lots(drawn: int) -> None:
    pack = stacked(["6C 9S JD QS KD AC", "6D 7S 8C 10D JS QC"], "9H")
    opening = opening_of(deal(pack, (0, 1), drawn=drawn))
    assert (opening.seat, opening.why, opening.card) == (drawn, "lot", None)


def test_without_trumps_the_only_lowest_card_attacks() -> None:
    pack = stacked(["8S 9S JD QS KD AC", "6D 7S 8C 10D JS QC"], "9H")
    opening = opening_of(deal(pack, (0, 1)))
    assert (opening.seat, opening.why) == (1, "lowest_card")


@pytest.mark.parametrize("drawn", [0, 1])
def test_without_trumps_a_table_may_draw_lots_among_all(drawn: int) -> None:
    pack = stacked(["8S 9S JD QS KD AC", "6D 7S 8C 10D JS QC"], "9H")
    opening = opening_of(deal(pack, (0, 1), drawn=drawn, no_trump_start="lot"))
    assert (opening.seat, opening.why) == (drawn, "lot")


def test_six_players_get_the_whole_pack_of_36_and_its_last_card_is_trump() -> None:
    pack = tuple(Card(code) for code in W_D9.split())
    step = deal(pack, tuple(range(6)))
    match = match_of(step)
    assert match.state.trump is Suit.DIAMONDS
    assert match.state.stock == ()
    assert hand(match, "A") == codes("6S QS 9H 6C QC 10D")
    assert hand(match, "C") == codes("8S AS JH 8C AC QD")
    assert hand(match, "F") == codes("JS 8H AH JC 8D 9D")
    assert opening_of(step).card is Card.D6
    assert bout(match) == "D>E"
    dealt = step.events[0]
    assert dealt.public == Dealt(trump=Suit.DIAMONDS, stock=0, hands=match.view(None).hands)
    told_to_f = dealt.form_for(5)
    assert isinstance(told_to_f, Dealt)
    assert set(told_to_f.cards) == set(match.state.hand(5))  # in no special place: sorted


@pytest.mark.parametrize(
    ("seats", "deck", "stock"),
    [(5, "52", 22), (6, "52", 16), (2, "52", 40), (2, "36", 24), (5, "36", 6), (6, "36", 0)],
)
def test_everybody_gets_six_cards_and_the_rest_is_the_stock(
    seats: int, deck: str, stock: int
) -> None:
    options = DurakOptions(deck=deck)  # type: ignore[arg-type]
    match = match_of(DURAK.begin(tuple(range(seats)), options, SeededLots.of(bytes(32)), None))
    assert [standing.cards for standing in match.view(None).hands] == [6] * seats
    assert match.view(None).stock == stock


def test_the_lowest_trump_can_be_a_two() -> None:
    options = DurakOptions(deck="52")
    pack = stacked(["3H 4S 5S 6S 7S 8S", "2H 4C 5C 6C 7C 8C"], "AH", options)
    assert opening_of(deal(pack, (0, 1), deck="52")).card is Card.H2


@pytest.mark.parametrize(
    ("seats", "fool", "rule", "expected"),
    [
        ((0, 1, 2, 3), 2, "under", "B>C"),
        ((0, 1, 2, 3), 2, "from_under", "D>A"),
        ((0, 1), 1, "under", "A>B"),
        ((0, 1), 1, "from_under", "A>B"),
        ((0, 1, 3), 2, "under", "B>D"),  # the fool has left
        ((0, 1, 3), 2, "from_under", "D>A"),
        ((0, 1, 2, 3), 0, "under", "D>A"),
        ((0, 1, 2, 3), 3, "from_under", "A>B"),
        ((1, 3, 5), 0, "under", "F>B"),
        ((1, 3, 5), 5, "from_under", "B>D"),
    ],
)
def test_a_later_match_follows_the_fool_rule_past_empty_seats(
    seats: tuple[int, ...], fool: int, rule: str, expected: str
) -> None:
    others = tuple(seat for seat in seats if seat != fool)
    step = DURAK.begin(
        seats,
        DurakOptions(first_move=rule),  # type: ignore[arg-type]
        SeededLots.of(bytes(32)),
        previous(fool, *others),
    )
    assert bout(match_of(step)) == expected
    assert (opening_of(step).why, opening_of(step).card) == (rule, None)


@pytest.mark.parametrize(
    "before", [None, previous(None, 0, 1, reason="draw"), previous(1, 0, reason="stopped")]
)
def test_after_a_draw_or_a_stopped_match_the_lowest_trump_begins_again(
    before: Previous | None,
) -> None:
    pack = stacked(["9H QH 6S 7C 10D KS", "7H AC 8D 8S JC 9D"], "JH")
    opening = opening_of(deal(pack, (0, 1), previous=before))
    assert (opening.seat, opening.why) == (1, "lowest_trump")


def test_who_gave_up_is_the_fool_of_the_next_match() -> None:
    step = deal(DurakOptions().pack, (0, 1), previous=previous(0, 1, reason="gave_up"))
    assert bout(match_of(step)) == "B>A"


def test_cards_are_dealt_from_the_first_seat_and_later_from_the_one_after_the_fool() -> None:
    pack = DurakOptions().pack
    seats = (1, 2, 4)
    assert pack[0] in match_of(deal(pack, seats)).state.hand(1)
    assert pack[0] in match_of(deal(pack, seats, previous=previous(2, 1, 4))).state.hand(4)
    assert pack[0] in match_of(deal(pack, seats, previous=previous(3, 1, 4))).state.hand(4)
    assert pack[0] in match_of(deal(pack, seats, previous=previous(4, 1, 2))).state.hand(1)


@pytest.mark.parametrize("rule", ["under", "from_under"])
def test_in_five_matches_running_the_first_attacker_sits_beside_the_last_fool(rule: str) -> None:
    seats = (0, 2, 3, 5)
    options = DurakOptions(first_move=rule)  # type: ignore[arg-type]
    rng = random.Random(7)
    before: Previous | None = None
    fools: list[int] = []
    while len(fools) < 5:
        lots = SeededLots.of(bytes([len(fools)]) * 32)
        step = DURAK.begin(seats, options, lots, before)
        if fools:
            beside = -1 if rule == "under" else 1
            expected = seats[(seats.index(fools[-1]) + beside) % len(seats)]
            assert opening_of(step).seat == expected
            assert match_of(step).actors() == {expected}
        outcome = finish(step, rng)
        before = Previous(outcome)
        assert len(outcome.losers) == 1, "choose another seed: a draw breaks the series"
        fools += outcome.losers
    assert len(set(fools)) > 1


def finish(step: Step, rng: random.Random) -> Outcome:
    game = step.game
    while (outcome := game.outcome()) is None:
        seat = rng.choice(sorted(game.actors()))
        game = game.apply(seat, rng.choice(game.legal(seat))).game
    return outcome


def test_the_first_bout_is_told_after_the_deal_and_the_first_attacker() -> None:
    step = deal(DurakOptions().pack, (0, 1, 2))
    assert [type(told.public) for told in step.events] == [Dealt, FirstAttacker, BoutStarted]
    assert len(acting(match_of(step))) == 1


@pytest.mark.parametrize("seats", [(0,), (0, 1, 2, 3, 4, 5, 6)])
def test_a_number_of_seats_the_game_is_not_for_is_no_match(seats: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="2 to 6"):
        DURAK.begin(seats, DurakOptions(), StackedLots(), None)


def test_options_of_another_game_are_no_match() -> None:
    with pytest.raises(ValueError, match="DurakOptions"):
        DURAK.begin((0, 1), TableOptions(), StackedLots(), None)
