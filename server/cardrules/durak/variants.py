"""Transfer durak: passing the attack on by laying a card, or by showing a trump.

What lives here: DA28-DA34. (The simple variant is a cap of one card and needs
nothing here: drawing.attack_cap.) What must not: any other act.
"""

from __future__ import annotations

from dataclasses import replace

from cardprotocol.cards import Card
from cardprotocol.errors import ErrorCode
from cardprotocol.games.durak import Pair, Transferred
from cardrules.durak.bout import check_held
from cardrules.durak.drawing import limit_against
from cardrules.durak.state import Bout, Change, State, told
from cardrules.game import IllegalAction, Seat


def transfer(state: State, seat: Seat, card: Card) -> Change:
    """Lay a card of the attacking rank; the next player faces everything (DA28-DA30).

    Raises the RULES_TRANSFER_* refusals and RULES_NOT_HELD.
    """
    target = check_transfer(state, seat, card)
    bout = _against(state, target, (*state.bout.pairs, Pair(card)))
    return _passed_on(state.laid(seat, (card,), bout), seat, card, shown=False)


def show_transfer(state: State, seat: Seat, card: Card) -> Change:
    """Show the trump of the attacking rank and keep it; once a match for each trump (DA31).

    Raises what `transfer` raises, and RULES_SHOWN.
    """
    target = check_show(state, seat, card)
    bout = _against(state, target, state.bout.pairs)
    after = replace(state, bout=bout, shown=state.shown | {card})
    return _passed_on(after, seat, card, shown=True)


def check_transfer(state: State, seat: Seat, card: Card) -> Seat:
    """Who would defend if `seat` laid `card`; raises the refusal if it may not."""
    _check_card(state, seat, card)
    return _check_target(state, seat, card, faced=len(state.bout.pairs) + 1)


def check_show(state: State, seat: Seat, card: Card) -> Seat:
    """Who would defend if `seat` showed `card`; raises the refusal if it may not."""
    if not state.options.show_trump_transfer:
        raise _refuse(ErrorCode.RULES_TRANSFER_OFF, card, "show_trump_transfer on")
    _check_card(state, seat, card)
    if card.suit is not state.trump:
        # In words, not as a code: the card might be the stock's last, of which nothing is written.
        wanted = f"rank {card.rank.letter} of suit {state.trump.value}"
        raise _refuse(ErrorCode.RULES_TRANSFER_RANK, card, wanted)
    if card in state.shown:
        raise _refuse(ErrorCode.RULES_SHOWN, card, "a trump not shown before")
    return _check_target(state, seat, card, faced=len(state.bout.pairs))


def _check_card(state: State, seat: Seat, card: Card) -> None:
    check_allowed(state, card)
    check_held(state, seat, (card,))
    rank = state.bout.pairs[0].attack.rank
    if card.rank is not rank:
        raise _refuse(ErrorCode.RULES_TRANSFER_RANK, card, f"rank {rank.letter}")


def _check_target(state: State, seat: Seat, card: Card, faced: int) -> Seat:
    """The next defender, if he holds enough cards for the `faced` ones (DA29, DA34)."""
    target = next_target(state, seat)
    limit = 0 if target is None else limit_against(state, target)
    if target is None or faced > limit:
        raise _refuse(ErrorCode.RULES_TRANSFER_LIMIT, card, f"at most {limit} cards to face")
    return target


def check_allowed(state: State, card: Card) -> None:
    """RULES_TRANSFER_OFF or RULES_TRANSFER_LATE where no card at all could transfer now."""
    options = state.options
    if options.mode != "transfer":
        raise _refuse(ErrorCode.RULES_TRANSFER_OFF, card, "mode transfer")
    if options.no_first_transfer and state.bouts_ended == 0:
        raise _refuse(ErrorCode.RULES_TRANSFER_OFF, card, "a bout after the first")
    if any(pair.by is not None for pair in state.bout.pairs):
        raise _refuse(ErrorCode.RULES_TRANSFER_LATE, card, "no card of the bout beaten")


def next_target(state: State, seat: Seat) -> Seat | None:
    """The next player to the left who holds cards, the transferrer excepted (DA34)."""
    others = state.clockwise(seat + 1)
    return next((other for other in others if other != seat and state.hand(other)), None)


def _against(state: State, target: Seat, pairs: tuple[Pair, ...]) -> Bout:
    """The bout with `target` defending; the opener stays the opener (DA15)."""
    held, limit = len(state.hand(target)), limit_against(state, target)
    return Bout(state.bout.opener, target, held=held, limit=limit, pairs=pairs)


def _passed_on(after: State, seat: Seat, card: Card, *, shown: bool) -> Change:
    event = Transferred(
        seat=seat,
        card=card,
        defender=after.bout.defender,
        left=len(after.hand(seat)),
        limit=after.bout.limit,
        shown=shown,
    )
    return told(after, event)


def _refuse(code: ErrorCode, card: Card, expected: str) -> IllegalAction:
    return IllegalAction(code, field="card", value=card.code, expected=expected)
