"""Perekur as this seat has been told it: its view, kept up to date by events.

What lives here: one pure function an event. What must not: who may lay what
(the server says), other games, words.
"""

from __future__ import annotations

from msgspec.structs import replace

from cardclient import hands
from cardprotocol.cards import Card, Rank
from cardprotocol.games import common, perekur
from cardprotocol.games.common import Event
from cardprotocol.games.perekur import PerekurView

Seat = int


def begin(event: Event) -> PerekurView | None:
    """The view a first deal makes; None if `event` is no deal of this game."""
    if not isinstance(event, perekur.Dealt):
        return None
    return PerekurView(
        phase="look",
        hands=event.hands,
        dealer=event.dealer,
        round=event.round,
        redeal=0,
        pile=0,
        wanted=int(Rank.TWO),
        cards=event.cards,
    )


def fold(view: PerekurView, event: Event, seat: Seat | None) -> PerekurView:
    """The view after `event`, as `seat` (None: a spectator) may know it."""
    match event:
        case perekur.Dealt():
            return _dealt(view, event)
        case perekur.Laid():
            return _laid(view, event, seat)
        case perekur.Stuck():
            return replace(view, redeal=event.redeal)
        case perekur.LastRoundCalled():
            return replace(view, last_round=True)
        case common.WentOut():
            # Of the last two one drops out with his cards (P25); else the deal takes them (PA8).
            return replace(view, hands=hands.placed(view.hands, event.seat, event.place))
        case common.MatchEnded():
            return replace(view, phase="over")
        case _:
            return view


def race_opened(view: PerekurView) -> PerekurView:
    """The view once a race is open."""
    return replace(view, phase="race")


def wanted(view: PerekurView) -> int:
    """The rank to lay next."""
    return view.wanted


def barred(view: PerekurView, seat: Seat) -> bool:
    """Whether `seat` laid last."""
    return view.last == seat


def lay(card: Card) -> perekur.Lay:
    """What is claimed with `card`."""
    return perekur.Lay(card=card)


def won_with(event: Event) -> Card | None:
    """The card that was laid."""
    return event.card if isinstance(event, perekur.Laid) else None


def _dealt(view: PerekurView, event: perekur.Dealt) -> PerekurView:
    # P23: a redeal begins again at two, nobody is barred, the pile is empty (PA5, PA6).
    return replace(
        view,
        phase="look",
        hands=event.hands,
        dealer=event.dealer,
        round=event.round,
        pile=0,
        wanted=int(Rank.TWO),
        top=None,
        last=None,
        cards=event.cards,
        open_hands=(),
    )


def _laid(view: PerekurView, event: perekur.Laid, seat: Seat | None) -> PerekurView:
    gone = (event.card,)
    return replace(
        view,
        phase="race",
        hands=hands.counted(view.hands, event.seat, event.left),
        pile=event.pile,
        wanted=event.wanted,
        top=event.card,
        last=event.seat,
        cards=hands.less(view.cards, gone) if event.seat == seat else view.cards,
        open_hands=hands.opened(
            view.open_hands,
            event.seat,
            hands.less(hands.open_cards(view.open_hands, event.seat), gone),
        ),
    )
