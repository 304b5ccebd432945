"""Choosing and laying cards in a bout of Durak by keyboard.

What lives here: moving the selection, and turning keys into actions. What
must not: which actions are legal: the server lists them with each turn. A card
that can't be laid is sent all the same, so that the server says why.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cardclient.keys import Do, Meaning
from cardclient.model import Model, hinted
from cardclient.records import Hint, LinkState, Noted
from cardclient.ui import Result, Ui
from cardprotocol.cards import Card, Rank
from cardprotocol.games import durak
from cardprotocol.games.durak import DurakView
from cardprotocol.games.vocabulary import AnyAction
from cardprotocol.messages.to_server import Act


def press(result: Result, key: Meaning, pressed_us: int) -> Result:
    """What `key` leads to in a running bout."""
    if result.model.seat is None and key not in (Do.LEFT, Do.RIGHT, Do.UP, Do.DOWN):
        return replace(result, model=hinted(result.model, Noted(Hint.SPECTATOR), pressed_us))
    ui = settled(result.model, result.ui)
    result = replace(result, ui=ui)
    match key:
        case Rank():
            return _to_rank(result, key, pressed_us)
        case Do.LEFT | Do.RIGHT:
            return _moved(result, 1 if key is Do.RIGHT else -1)
        case Do.UP | Do.DOWN:
            return _aimed(result, 1 if key is Do.DOWN else -1)
        case Do.LAY | Do.TAKE | Do.PASS | Do.TRANSFER | Do.SHOW:
            return _acted(result, key, pressed_us)
        case _:
            return result


def legal(model: Model) -> tuple[AnyAction, ...]:
    """This seat's legal actions of one card now."""
    return model.turn.legal if model.turn else ()


def my_turn(model: Model) -> bool:
    """Whether this seat may act."""
    return model.turn is not None and model.seat in model.turn.actors


def settled(model: Model, ui: Ui) -> Ui:
    """`ui` with a selection that fits the hand: a card still held, else the first that is legal."""
    hand = model.hand
    marked = tuple(card for card in ui.marked if card in hand)
    if ui.chosen in hand:
        return replace(ui, marked=marked)
    playable = [card for card in hand if options_of(model, card)]
    chosen = next(iter(playable or hand), None)
    return replace(ui, chosen=chosen, marked=marked, target=None)


def options_of(model: Model, card: Card) -> tuple[AnyAction, ...]:
    """What may be done with `card` now."""
    return tuple(action for action in legal(model) if card in _cards_of(action))


def beats(model: Model, ui: Ui) -> durak.Beat | None:
    """What the chosen card would beat: the target aimed at, else the first it can."""
    found = [a for a in legal(model) if isinstance(a, durak.Beat) and a.card is ui.chosen]
    return next((a for a in found if a.target is ui.target), found[0] if found else None)


def may_mark(model: Model) -> bool:
    """Whether several cards may go out at once: attacking and throwing in."""
    return any(isinstance(action, durak.Attack | durak.ThrowIn) for action in legal(model))


def _cards_of(action: AnyAction) -> Sequence[Card]:
    match action:
        case durak.Attack(cards=cards) | durak.ThrowIn(cards=cards):
            return cards
        case durak.Beat(card=card) | durak.Transfer(card=card) | durak.ShowTransfer(card=card):
            return (card,)
        case _:
            return ()


def _to_rank(result: Result, rank: Rank, pressed_us: int) -> Result:
    held = [card for card in result.model.hand if card.rank is rank]
    if not held:
        note = Noted(Hint.NOT_HELD, rank=rank.letter)
        return replace(result, model=hinted(result.model, note, pressed_us))
    legal_first = sorted(held, key=lambda card: not options_of(result.model, card))
    chosen = result.ui.chosen
    if chosen in legal_first:
        after = legal_first[(legal_first.index(chosen) + 1) % len(legal_first)]
    else:
        after = legal_first[0]
    return replace(result, ui=replace(result.ui, chosen=after, target=None))


def _moved(result: Result, step: int) -> Result:
    hand, chosen = result.model.hand, result.ui.chosen
    if not hand or chosen is None:
        return result
    after = hand[(hand.index(chosen) + step) % len(hand)]
    return replace(result, ui=replace(result.ui, chosen=after, target=None))


def _aimed(result: Result, step: int) -> Result:
    """Up and down: mark cards to go out together, or aim at another card to be beaten."""
    ui, model = result.ui, result.model
    if ui.chosen is None:
        return result
    if may_mark(model):
        marked = set(ui.marked) ^ {ui.chosen}
        return replace(result, ui=replace(ui, marked=tuple(sorted(marked))))
    targets = [a.target for a in options_of(model, ui.chosen) if isinstance(a, durak.Beat)]
    aimed = beats(model, ui)
    if aimed is None or not targets:
        return result
    target = targets[(targets.index(aimed.target) + step) % len(targets)]
    return replace(result, ui=replace(ui, target=target))


def _acted(result: Result, key: Do, pressed_us: int) -> Result:
    model = result.model
    if model.link is not LinkState.ONLINE:
        return replace(result, model=hinted(model, Noted(Hint.NO_LINK), pressed_us))
    if not my_turn(model):
        return replace(result, model=hinted(model, Noted(Hint.NOT_YOUR_TURN), pressed_us))
    action = _action(model, result.ui, key)
    if action is None:
        return replace(result, model=hinted(model, Noted(Hint.NOTHING_SUCH), pressed_us))
    missing = _missing(model, action)
    if missing is not None:
        return replace(result, model=hinted(model, Noted(missing), pressed_us))
    ui = replace(result.ui, marked=(), target=None)
    return replace(result, ui=ui, send=(Act(action=action),))


def _missing(model: Model, action: AnyAction) -> Hint | None:
    """What to say of a key without a card for which the server lists nothing now."""
    if action in legal(model):
        return None
    match action:
        case durak.Take():
            return Hint.NOTHING_TO_TAKE
        case durak.Pass():
            return Hint.NOTHING_TO_PASS
        case _:
            return None


def _action(model: Model, ui: Ui, key: Do) -> AnyAction | None:
    match key:
        case Do.TAKE:
            return durak.Take()
        case Do.PASS:
            return durak.Pass()
        case Do.TRANSFER if ui.chosen:
            return durak.Transfer(card=ui.chosen)
        case Do.SHOW if ui.chosen:
            return durak.ShowTransfer(card=ui.chosen)
        case Do.LAY if ui.chosen:
            return _laid(model, ui, ui.chosen)
        case _:
            return None


def _laid(model: Model, ui: Ui, chosen: Card) -> AnyAction | None:
    view = model.game
    if not isinstance(view, DurakView):
        return None
    cards = ui.marked or (chosen,)
    if view.phase == "attack":
        return durak.Attack(cards=cards)
    if model.seat != view.defender:
        return durak.ThrowIn(cards=cards)
    aimed = beats(model, ui)
    if aimed is not None:
        return aimed
    target = next((pair.attack for pair in view.table if pair.by is None), None)
    return None if target is None else durak.Beat(card=chosen, target=target)
