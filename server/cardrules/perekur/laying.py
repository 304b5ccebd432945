"""What a laid card leads to: legality, leaving, the stuck pile, the end.

Must not hold: who was first (the judge), or how cards are dealt (dealing.py).
"""

from __future__ import annotations

from dataclasses import replace

from cardprotocol.cards import Card
from cardprotocol.errors import ErrorCode
from cardprotocol.games.common import Action, MatchEnded, Outcome, WentOut
from cardprotocol.games.perekur import Laid, Lay, Stuck
from cardrules.game import IllegalAction, Seat, Told
from cardrules.perekur.dealing import redeal, told_dealt
from cardrules.perekur.state import State

Events = tuple[Told, ...]
Moved = tuple[State, Events]


def lay(state: State, seat: Seat, action: Action) -> Moved:
    """The match after `seat` laid a card, through to the next moment that is open to a race."""
    card = _checked(state, seat, action)
    place = state.seats.index(seat)
    left = tuple([held for held in state.hands[place] if held is not card])
    state = replace(
        state,
        hands=(*state.hands[:place], left, *state.hands[place + 1 :]),
        pile=(*state.pile, card),
        last=seat,
    )
    told: Events = (_laid(state, seat, card, len(left)),)
    if not left:  # PA3: out at once
        state, more = _leave(state, seat)
        told += more
    state, more = _consequence(state, seat)
    return state, told + more


def _checked(state: State, seat: Seat, action: Action) -> Card:
    """The card to lay; IllegalAction in the order over, out, action, held, barred, rank."""
    if state.outcome is not None:
        raise IllegalAction(ErrorCode.RULES_OVER, field="seat", value=str(seat))
    if seat in state.out or seat not in state.seats:
        raise IllegalAction(
            ErrorCode.RULES_FINISHED if seat in state.seats else ErrorCode.TABLE_SEAT,
            field="seat",
            value=str(seat),
            expected=_listed(state.in_play),
        )
    if not isinstance(action, Lay):
        raise IllegalAction(
            ErrorCode.RULES_ACTION, field="action", value=type(action).__name__, expected="lay"
        )
    _check_card(state, seat, action.card)
    return action.card


def _check_card(state: State, seat: Seat, card: Card) -> None:
    if card not in state.hand(seat):
        raise IllegalAction(
            ErrorCode.RULES_NOT_HELD, field="card", value=card.code, expected="a card of yours"
        )
    if seat == state.last:  # P20, P21
        raise IllegalAction(
            ErrorCode.RULES_BARRED, field="seat", value=str(seat), expected=_listed(state.racers)
        )
    if card.rank != state.wanted:
        raise IllegalAction(
            ErrorCode.RULES_WRONG_RANK,
            field="card",
            value=card.code,
            expected=state.wanted.letter,
        )


def _consequence(state: State, seat: Seat) -> Moved:
    """What follows once the card of `seat` lies: nothing, an end, or a stuck pile."""
    if len(state.in_play) == 1:  # P24
        return _ended(state, "last_with_cards", state.in_play)
    if state.able():
        return state, ()
    if len(state.in_play) == 2:
        return _stuck_between_two(state, seat)
    if state.final:
        return _last_round_over(state, seat)
    return _collected(state, seat)


def _stuck_between_two(state: State, seat: Seat) -> Moved:
    """P25: the last layer drops out, with what he holds; the other loses (PA9)."""
    state, left = _leave(state, seat)
    state, ended = _ended(state, "stuck", state.in_play)
    return state, (_stuck(state, seat, 0), *left, *ended)


def _last_round_over(state: State, seat: Seat) -> Moved:
    """PA19: whoever holds most cards loses; equals share the loss."""
    most = max(len(state.hand(other)) for other in state.in_play)
    losers = tuple(other for other in state.in_play if len(state.hand(other)) == most)
    state, ended = _ended(state, "last_round", losers)
    return state, (_stuck(state, seat, 0), *ended)


def _collected(state: State, seat: Seat) -> Moved:
    """P22: the last layer collects and deals to the others; under `all` he is out (PA1)."""
    left: Events = ()
    collected = len(state.pile)
    if state.options.collect == "all":
        collected += sum(len(hand) for hand in state.hands)
        state, left = _leave(state, seat)
    state = redeal(state, seat)
    return state, (_stuck(state, seat, collected), *left, told_dealt(state))


def _leave(state: State, seat: Seat) -> Moved:
    out = (*state.out, seat)
    return replace(state, out=out), (Told(WentOut(seat=seat, place=len(out))),)


def _ended(state: State, reason: str, losers: tuple[Seat, ...]) -> Moved:
    """Ranked are those who left, in order, then those with fewer cards before those with more."""
    sizes = sorted({len(state.hand(seat)) for seat in state.in_play})
    remaining = tuple(
        tuple(seat for seat in state.in_play if len(state.hand(seat)) == size) for size in sizes
    )
    ranking = (*((seat,) for seat in state.out), *remaining)
    outcome = Outcome(reason=reason, ranking=ranking, losers=losers)
    return replace(state, outcome=outcome), (Told(MatchEnded(outcome=outcome)),)


def _laid(state: State, seat: Seat, card: Card, left: int) -> Told:
    pile = len(state.pile)
    return Told(Laid(seat=seat, card=card, left=left, pile=pile, wanted=int(state.wanted)))


def _stuck(state: State, seat: Seat, collected: int) -> Told:
    return Told(Stuck(seat=seat, cards=collected, redeal=state.redeals))


def _listed(seats: tuple[Seat, ...]) -> str:
    return ", ".join(str(seat) for seat in seats)
