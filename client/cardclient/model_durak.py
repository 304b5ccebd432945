"""Invisible Durak as this seat has been told it: its view, kept up to date by events.

What lives here: one pure function an event. What must not: who may do what
(the server sends the legal actions), other games, words.
"""

from __future__ import annotations

from msgspec.structs import replace

from cardclient import hands
from cardprotocol.cards import Card
from cardprotocol.games import common, durak
from cardprotocol.games.common import Event
from cardprotocol.games.durak import DurakView, Pair

Seat = int


def begin(event: Event) -> DurakView | None:
    """The view a deal makes; None if `event` is no deal of this game."""
    if not isinstance(event, durak.Dealt):
        return None
    # Who attacks is told by the events that follow a deal.
    first = event.hands[0].seat
    return DurakView(
        phase="attack",
        hands=event.hands,
        trump=event.trump,
        stock=event.stock,
        discard=0,
        attacker=first,
        defender=first,
        limit=0,
        cards=event.cards,
    )


def fold(view: DurakView, event: Event, seat: Seat | None) -> DurakView:
    """The view after `event`, as `seat` (None: a spectator) may know it."""
    match event:
        case durak.Dealt():
            return begin(event) or view
        case durak.FirstAttacker():
            return replace(view, attacker=event.seat)
        case durak.BoutStarted():
            return _bout_started(view, event)
        case durak.Attacked():
            return _attacked(view, event, seat)
        case durak.BeatCard():
            return _beat(view, event, seat)
        case durak.Transferred():
            return _transferred(view, event, seat)
        case durak.Taking():
            return replace(view, phase="taking")
        case durak.BoutEnded():
            return _bout_ended(view, event, seat)
        case durak.Drew():
            return _drew(view, event, seat)
        case common.WentOut():
            return replace(view, hands=hands.placed(view.hands, event.seat, event.place))
        case common.MatchEnded():
            return replace(view, phase="over")
        case _:
            return view


def _bout_started(view: DurakView, event: durak.BoutStarted) -> DurakView:
    return replace(
        view,
        phase="attack",
        attacker=event.attacker,
        defender=event.defender,
        limit=event.limit,
        table=(),
    )


def _attacked(view: DurakView, event: durak.Attacked, seat: Seat | None) -> DurakView:
    # Cards thrown in after "I take" leave the defender taking (DA8).
    return replace(
        _gave(view, event.seat, event.cards, event.left, seat),
        phase="taking" if view.phase == "taking" else "defend",
        table=view.table + tuple(Pair(attack=card) for card in event.cards),
    )


def _beat(view: DurakView, event: durak.BeatCard, seat: Seat | None) -> DurakView:
    table = tuple(
        Pair(attack=pair.attack, by=event.card) if pair.attack is event.target else pair
        for pair in view.table
    )
    return replace(
        _gave(view, event.seat, (event.card,), event.left, seat),
        phase="throw_in" if all(pair.by for pair in table) else "defend",
        table=table,
    )


def _transferred(view: DurakView, event: durak.Transferred, seat: Seat | None) -> DurakView:
    moved = replace(view, phase="defend", defender=event.defender, limit=event.limit)
    if event.shown:
        return moved
    return replace(
        _gave(moved, event.seat, (event.card,), event.left, seat),
        table=(*view.table, Pair(attack=event.card)),
    )


def _bout_ended(view: DurakView, event: durak.BoutEnded, seat: Seat | None) -> DurakView:
    ended = replace(view, phase="attack", table=(), discard=event.discard)
    if not event.taken:
        return ended
    return _got(ended, event.defender, event.cards, len(event.cards), seat)


def _drew(view: DurakView, event: durak.Drew, seat: Seat | None) -> DurakView:
    drawn = _got(view, event.seat, event.cards, event.count, seat)
    return replace(
        drawn, stock=event.stock, hands=hands.counted(drawn.hands, event.seat, event.left)
    )


def _gave(
    view: DurakView, giver: Seat, cards: tuple[Card, ...], left: int, seat: Seat | None
) -> DurakView:
    return replace(
        view,
        hands=hands.counted(view.hands, giver, left),
        cards=hands.less(view.cards, cards) if giver == seat else view.cards,
        open_hands=hands.opened(
            view.open_hands, giver, hands.less(hands.open_cards(view.open_hands, giver), cards)
        ),
    )


def _got(
    view: DurakView, taker: Seat, cards: tuple[Card, ...], count: int, seat: Seat | None
) -> DurakView:
    held = next((hand.cards for hand in view.hands if hand.seat == taker), 0)
    return replace(
        view,
        hands=hands.counted(view.hands, taker, held + count),
        cards=tuple(sorted((*view.cards, *cards))) if taker == seat else view.cards,
        open_hands=hands.opened(
            view.open_hands,
            taker,
            tuple(sorted((*hands.open_cards(view.open_hands, taker), *cards))),
        ),
    )
