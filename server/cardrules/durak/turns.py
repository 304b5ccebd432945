"""Whose turn it is, what he may do, and the refusal of everything else.

What lives here: actors, legal acts, the mildest act (DA39), and the one door
through which every act enters. What must not: what an act does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from cardprotocol.cards import Card
from cardprotocol.errors import ErrorCode
from cardprotocol.games.common import Action
from cardprotocol.games.durak import (
    Attack,
    Beat,
    Pass,
    ShowTransfer,
    Take,
    ThrowIn,
    Transfer,
)
from cardrules.durak import bout, variants
from cardrules.durak.state import Change, Phase, State
from cardrules.game import IllegalAction, Seat

# What may be asked in each phase, by a seat whose turn it is.
_ACTS: Final[dict[Phase, tuple[type[Action], ...]]] = {
    Phase.ATTACK: (Attack,),
    Phase.DEFEND: (Beat, Transfer, ShowTransfer, Take),
    Phase.THROW_IN: (ThrowIn, Pass),
    Phase.TAKING: (ThrowIn, Pass),
    Phase.OVER: (),
}

# What a defender hears who acts while it is the attackers' turn; better than "not your turn".
_TOO_SOON: Final[dict[type[Action], ErrorCode]] = {
    Take: ErrorCode.RULES_NOTHING_TO_TAKE,
    Beat: ErrorCode.RULES_NO_TARGET,
}


def actors(state: State) -> frozenset[Seat]:
    """Who may act now: one seat, or every thrower at once where the table throws freely."""
    match state.phase:
        case Phase.ATTACK:
            return frozenset((state.bout.opener,))
        case Phase.DEFEND:
            return frozenset((state.bout.defender,))
        case Phase.THROW_IN | Phase.TAKING:
            waiting = bout.asked(state)
            return frozenset(waiting if state.options.throw_order == "free" else waiting[:1])
        case Phase.OVER:
            return frozenset()


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    """Every legal act of one card: cards ascending, then take or pass; empty for a non-actor."""
    if seat not in actors(state):
        return ()
    match state.phase:
        case Phase.ATTACK:
            return tuple(Attack((card,)) for card in state.hand(seat))
        case Phase.DEFEND:
            return (*_beats(state, seat), *_transfers(state, seat), Take())
        case _:
            ranks = state.bout.ranks()
            fitting = (card for card in state.hand(seat) if card.rank in ranks)
            return (*(ThrowIn((card,)) for card in fitting), Pass())


def _beats(state: State, seat: Seat) -> tuple[Action, ...]:
    return tuple(
        Beat(card, target)
        for target in state.bout.unbeaten()
        for card in state.hand(seat)
        if bout.beats(card, target, state.trump)
    )


def _transfers(state: State, seat: Seat) -> tuple[Action, ...]:
    if state.options.mode != "transfer":
        return ()
    rank = state.bout.pairs[0].attack.rank
    fitting = [card for card in state.hand(seat) if card.rank is rank]
    laid = [Transfer(c) for c in fitting if _permits(variants.check_transfer, state, seat, c)]
    kept = [ShowTransfer(c) for c in fitting if _permits(variants.check_show, state, seat, c)]
    return (*laid, *kept)


def _permits(
    check: Callable[[State, Seat, Card], Seat], state: State, seat: Seat, card: Card
) -> bool:
    try:
        check(state, seat, card)
    except IllegalAction:
        return False
    return True


def mildest(state: State, seat: Seat) -> Action | None:
    """What is done for a seat whose time ran out (DA39); None for a non-actor.

    The opener leads his lowest plain card (his lowest trump if he has no other), the
    defender takes, anybody else throws nothing in.
    """
    if seat not in actors(state):
        return None
    match state.phase:
        case Phase.ATTACK:
            hand = state.hand(seat)
            plain = [card for card in hand if card.suit is not state.trump]
            return Attack(((plain or hand)[0],))
        case Phase.DEFEND:
            return Take()
        case _:
            return Pass()


def act(state: State, seat: Seat, action: Action) -> Change:
    """The change that `action` makes; raises IllegalAction with the reason why not."""
    _check_turn(state, seat, action)
    match action:
        case Attack():
            return bout.attack(state, seat, action.cards)
        case ThrowIn():
            return bout.throw_in(state, seat, action.cards)
        case Beat():
            return bout.beat(state, seat, action.card, action.target)
        case Transfer():
            return variants.transfer(state, seat, action.card)
        case ShowTransfer():
            return variants.show_transfer(state, seat, action.card)
        case Take():
            return bout.take(state, seat)
        case Pass():
            return bout.decline(state, seat)
        case _:
            raise _no_such_act(state, action)


def _check_turn(state: State, seat: Seat, action: Action) -> None:
    """Refuse whoever may not act now, then whatever may not be asked in this phase."""
    waiting = actors(state)
    if seat not in waiting:
        raise _not_an_actor(state, seat, action, waiting)
    if not isinstance(action, _ACTS[state.phase]):
        raise _no_such_act(state, action)


def _not_an_actor(
    state: State, seat: Seat, action: Action, waiting: frozenset[Seat]
) -> IllegalAction:
    """Why this seat may not act, by the most particular reason."""
    playing = state.clockwise(0)
    if state.phase is Phase.OVER:
        return _not_now(ErrorCode.RULES_OVER, seat, "")
    if seat not in playing:
        dealt_in = any(player.seat == seat for player in state.players)
        code = ErrorCode.RULES_FINISHED if dealt_in else ErrorCode.TABLE_SEAT
        return _not_now(code, seat, _seats(playing))
    if seat == state.bout.defender and state.phase is not Phase.TAKING:
        _check_defender(state, action)
    return _not_now(ErrorCode.RULES_TURN, seat, _seats(sorted(waiting)))


def _not_now(code: ErrorCode, seat: Seat, expected: str) -> IllegalAction:
    return IllegalAction(code, field="seat", value=str(seat), expected=expected)


def _seats(seats: Iterable[Seat]) -> str:
    return "seat " + ", ".join(map(str, seats))


def _check_defender(state: State, action: Action) -> None:
    """The particular refusals of a defender before or after his time in the bout."""
    if isinstance(action, Transfer | ShowTransfer) and state.phase is Phase.THROW_IN:
        variants.check_allowed(state, action.card)
    code = _TOO_SOON.get(type(action))
    if code is not None:
        raise IllegalAction(code, field="do", value=_word(type(action)), expected="an attack")


def _no_such_act(state: State, action: Action) -> IllegalAction:
    wanted = ", ".join(_word(kind) for kind in _ACTS[state.phase])
    return IllegalAction(
        ErrorCode.RULES_ACTION, field="do", value=_word(type(action)), expected=wanted
    )


def _word(kind: type[Action]) -> str:
    """The action's name on the wire."""
    return str(kind.__struct_config__.tag)
