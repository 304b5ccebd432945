"""Nobody but its drawer ever learns the stock's last card, which fixed the trump (DA1)."""

from __future__ import annotations

import msgspec
import pytest

from cardprotocol.cards import Card, Suit
from cardprotocol.errors import ErrorCode
from cardprotocol.games.durak import BoutEnded, Drew
from cardrules.durak import DURAK, DurakMatch, DurakOptions
from cardrules.game import IllegalAction, Step
from tests.support.durak_positions import (
    StackedLots,
    after,
    position,
    read_move,
    refusal,
    stacked,
)

NINE = "9H"


def shows_it(said: object) -> bool:
    """Whether the nine of hearts stands anywhere in what would be sent."""
    return f'"{NINE}"'.encode() in msgspec.json.encode(said)


def begun() -> Step:
    pack = stacked(["8H QH 6S 7C 10D KS", "7H AC 8D 8S JC 9D"], NINE)
    return DURAK.begin((0, 1), DurakOptions(), StackedLots(pack), None)


def test_the_deal_announces_the_suit_and_the_size_of_the_stock_alone() -> None:
    step = begun()
    view = step.game.view(None)
    assert msgspec.to_builtins(view)["trump"] == "H"
    assert msgspec.to_builtins(view)["stock"] == 24
    for told in step.events:
        assert not any(shows_it(told.form_for(seat)) for seat in (None, 0, 1))
    assert not any(shows_it(step.game.view(seat)) for seat in (None, 0, 1))
    assert not shows_it(step.game.open_view())


def test_a_match_written_into_a_log_shows_neither_stock_nor_hands() -> None:
    match = begun().game
    assert isinstance(match, DurakMatch)
    dealt = {card.code for player in match.state.players for card in player.hand}
    written = f"{match!r} {match.state.players!r}"
    assert not [code for code in {NINE, *dealt} if code in written]
    assert match.state.trump is Suit.HEARTS


def test_a_refusal_says_the_same_of_the_last_card_as_of_any_other_that_is_not_held() -> None:
    match = begun().game
    assert isinstance(match, DurakMatch)
    last = refusal(match, f"B leads {NINE}")
    other = refusal(match, "B leads AS")
    assert (last.code, last.field, last.expected) == (other.code, other.field, other.expected)
    assert last.code is ErrorCode.RULES_NOT_HELD


def test_no_refusal_of_a_transfer_writes_the_trump_it_would_need() -> None:
    options = DurakOptions(mode="transfer", show_trump_transfer=True)
    match = position({"A": "9S 6C", "B": "9D 6S 8C", "C": "7C 8S"}, f"7S {NINE}", options=options)
    match = after(match, "A leads 9S")
    refused = refusal(match, "B shows 9D")
    assert refused.code is ErrorCode.RULES_TRANSFER_RANK
    assert refused.expected == "rank 9 of suit H"


def test_only_the_drawers_own_message_has_it_as_one_card_like_others() -> None:
    match = position(
        {"A": "9S 6C 7D QS KC", "B": "10S 6S 8C JD QC", "C": "KS KD 7C 7H AC JC"},
        f"7S 8S {NINE}",
    )
    step = match.apply(*read_move("A leads 9S"))
    step = step.game.apply(*read_move("B beats 9S with 10S"))
    step = step.game.apply(*read_move("A passes"))
    step = step.game.apply(*read_move("C passes"))
    drew = [told for told in step.events if isinstance(told.public, Drew)]
    assert [told.public for told in drew] == [
        Drew(seat=0, count=2, left=6, stock=1),
        Drew(seat=1, count=1, left=5, stock=0),
    ]
    assert drew[1].private == {1: Drew(seat=1, count=1, left=5, stock=0, cards=(Card.H9,))}
    assert not any(shows_it(told.form_for(seat)) for told in step.events for seat in (None, 0, 2))
    assert not any(shows_it(step.game.view(seat)) for seat in (None, 0, 2))
    assert shows_it(step.game.view(1))


def test_what_was_discarded_is_never_seen_again() -> None:
    match = position({"A": "9S 6C", "B": "10S 6S", "C": "KS KD"})
    step = match.apply(*read_move("A leads 9S"))
    step = step.game.apply(*read_move("B beats 9S with 10S"))
    step = step.game.apply(*read_move("A passes"))
    step = step.game.apply(*read_move("C passes"))
    ended = step.events[1].public
    assert isinstance(ended, BoutEnded)
    assert ended.cards == (Card.S9, Card.ST)  # face up until now (DA42)
    said = msgspec.json.encode([step.game.view(0), step.game.open_view()])
    assert b'"9S"' not in said  # DA38
    with pytest.raises(IllegalAction):
        step.game.apply(*read_move("B leads 9S"))
