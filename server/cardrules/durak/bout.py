"""The bout: attacking, beating, throwing in, taking, passing, and its limits.

What lives here: what each act of a bout demands and does (D16-D24). What must
not: transfers (variants.py), whose turn it is (turns.py), and what follows a
bout (drawing.py).
"""

from __future__ import annotations

from dataclasses import replace

from cardprotocol.cards import Card, Suit
from cardprotocol.errors import ErrorCode
from cardprotocol.games.durak import Attacked, BeatCard, Pair, Passed, Taking
from cardrules.durak.drawing import attack_cap, end_bout
from cardrules.durak.state import Change, Phase, State, told
from cardrules.game import IllegalAction, Seat

# More never fit into one action on the wire; with the cap of DA13 more never fit into a bout.
MOST_AT_ONCE = 6


def beats(card: Card, target: Card, trump: Suit) -> bool:
    """Whether `card` beats `target`: higher in its suit, or a trump on a plain suit (D18-D20)."""
    if card.suit is target.suit:
        return card.rank > target.rank
    return card.suit is trump


def asked(state: State) -> tuple[Seat, ...]:
    """Who may still throw in within the present window, in the order of right (D22, DA9, DA12).

    Everybody with cards is asked, whether or not one of them fits (DA10).
    """
    bout = state.bout
    order = state.clockwise(bout.opener)
    match state.options.throwers:
        case "neighbours":
            around = state.clockwise(bout.defender)
            order = tuple(seat for seat in order if seat in (around[1], around[-1]))
        case "opener":
            order = (bout.opener,)
        case "all":
            pass
    shut = {bout.defender, *bout.passed}
    return tuple(seat for seat in order if seat not in shut and state.hand(seat))


def attack(state: State, seat: Seat, cards: tuple[Card, ...]) -> Change:
    """Open the bout with a card, or with `multi_lead` with several of one rank (D16, DA7)."""
    check_held(state, seat, cards)
    if len(cards) > 1 and not state.options.multi_lead:
        raise _refuse(ErrorCode.RULES_LIMIT, "cards", len(cards), "1")
    if len({card.rank for card in cards}) > 1:
        raise _refuse(
            ErrorCode.RULES_RANKS_DIFFER, "cards", _codes(cards), f"rank {cards[0].rank.letter}"
        )
    _check_room(state, cards)
    return _lay(state, seat, cards, thrown=False)


def throw_in(state: State, seat: Seat, cards: tuple[Card, ...]) -> Change:
    """Throw in cards of ranks on the table, within the limit (D21, DA9, DA11, DA13)."""
    check_held(state, seat, cards)
    ranks = state.bout.ranks()
    for card in cards:
        if card.rank not in ranks:
            lying = " ".join(rank.letter for rank in sorted(ranks))
            raise _refuse(ErrorCode.RULES_RANK_ABSENT, "cards", card.code, lying)
    _check_room(state, cards)
    return _lay(state, seat, cards, thrown=True).then(settle)


def beat(state: State, seat: Seat, card: Card, target: Card) -> Change:
    """Beat one unbeaten card; with his last card the defender has succeeded (D18-D20, DA20)."""
    check_held(state, seat, (card,))
    open_cards = state.bout.unbeaten()
    if target not in open_cards:
        raise _refuse(ErrorCode.RULES_NO_TARGET, "target", target.code, _codes(open_cards))
    if not beats(card, target, state.trump):
        wanted = f"higher than {target.code}"
        if target.suit is not state.trump:
            wanted += f", or any of {state.trump.value}"
        raise _refuse(ErrorCode.RULES_NOT_BEATING, "card", card.code, wanted)
    pairs = tuple(
        Pair(pair.attack, card) if pair.attack is target else pair for pair in state.bout.pairs
    )
    after = state.laid(seat, (card,), replace(state.bout, pairs=pairs))
    event = BeatCard(seat=seat, card=card, target=target, left=len(after.hand(seat)))
    return told(after, event).then(settle)


def take(state: State, seat: Seat) -> Change:
    """The defender takes; others may first throw in where the table lets them (D24, DA8)."""
    bout = replace(state.bout, taking=True, passed=frozenset())
    change = told(replace(state, bout=bout), Taking(seat=seat))
    return change.then(settle if state.options.throw_after_take else end_bout)


def decline(state: State, seat: Seat) -> Change:
    """A seat throws nothing in, in this window (DA9)."""
    bout = replace(state.bout, passed=state.bout.passed | {seat})
    return told(replace(state, bout=bout), Passed(seat=seat)).then(settle)


def settle(state: State) -> Change:
    """End the bout if nothing can be added to it: it is full, or all have passed.

    Both are public, so the end tells nothing of anybody's cards. A defender who has laid his
    last card needs no line here (DA20): he has beaten as many as he held, and no limit is higher.
    """
    bout = state.bout
    if state.phase is Phase.DEFEND:
        return Change(state)
    full = len(bout.pairs) >= bout.limit
    return end_bout(state) if full or not asked(state) else Change(state)


def _lay(state: State, seat: Seat, cards: tuple[Card, ...], *, thrown: bool) -> Change:
    pairs = state.bout.pairs + tuple(Pair(card) for card in cards)
    after = state.laid(seat, cards, replace(state.bout, pairs=pairs, passed=frozenset()))
    left = len(after.hand(seat))
    return told(after, Attacked(seat=seat, cards=cards, left=left, thrown=thrown))


def check_held(state: State, seat: Seat, cards: tuple[Card, ...]) -> None:
    """RULES_NOT_HELD unless `seat` holds all `cards`, wherever else they may be."""
    hand = state.hand(seat)
    for place, card in enumerate(cards):
        if card not in hand or card in cards[:place]:
            raise _refuse(ErrorCode.RULES_NOT_HELD, "card", card.code, "a card of your hand")


def _check_room(state: State, cards: tuple[Card, ...]) -> None:
    """The two limits of DA13, each with its own code: the cap, and the defender's hand."""
    bout = state.bout
    after = len(bout.pairs) + len(cards)
    cap = attack_cap(state)
    room = min(bout.limit - len(bout.pairs), MOST_AT_ONCE)
    if not cards or len(cards) > MOST_AT_ONCE or (cap is not None and after > cap):
        raise _refuse(ErrorCode.RULES_LIMIT, "cards", len(cards), str(room))
    if after > bout.held:
        raise _refuse(ErrorCode.RULES_DEFENDER_CARDS, "cards", len(cards), str(room))


def _codes(cards: tuple[Card, ...]) -> str:
    return " ".join(card.code for card in cards)


def _refuse(code: ErrorCode, field: str, value: object, expected: str) -> IllegalAction:
    return IllegalAction(code, field=field, value=str(value), expected=expected)
