"""What happened in a bout of Durak, said.

What lives here: one sentence an event. What must not: layout, other games.
"""

from __future__ import annotations

from cardclient.who import Who
from cardprotocol.cards import Suit
from cardprotocol.games import durak


def suit_name(suit: Suit, who: Who) -> str:
    """A suit as a word."""
    tp = who.look.texts.tp
    names = {
        Suit.SPADES: tp("suit", "spades"),
        Suit.HEARTS: tp("suit", "hearts"),
        Suit.DIAMONDS: tp("suit", "diamonds"),
        Suit.CLUBS: tp("suit", "clubs"),
    }
    return names[suit]


def durak_sentence(event: object, who: Who) -> str:
    """`event` in one sentence; "" if it is no event of this game."""
    t, name, cards = who.look.texts.t, who.name, who.cards
    match event:
        case durak.Dealt():
            said = t("dealt: trumps are {suit}, {n} cards in the stock")
            return said.format(suit=suit_name(event.trump, who), n=event.stock)
        case durak.FirstAttacker():
            return _first(event, who)
        case durak.BoutStarted():
            said = t("bout: {attacker} against {defender}, limit {n}")
            return said.format(
                attacker=name(event.attacker), defender=name(event.defender), n=event.limit
            )
        case durak.Attacked():
            said = t("{who} threw in {cards}") if event.thrown else t("{who} attacked with {cards}")
            return said.format(who=name(event.seat), cards=cards(event.cards))
        case durak.BeatCard():
            said = t("{who} beat {target} with {card}")
            target, card = cards((event.target,)), cards((event.card,))
            return said.format(who=name(event.seat), target=target, card=card)
        case durak.Transferred():
            return _transferred(event, who)
        case durak.Passed():
            return t("{who} passed").format(who=name(event.seat))
        case durak.Taking():
            return t("{who}: I take").format(who=name(event.seat))
        case durak.BoutEnded():
            said = t("{who} took {cards}") if event.taken else t("beaten off, discarded: {cards}")
            return said.format(who=name(event.defender), cards=cards(event.cards))
        case durak.Drew():
            return _drew(event, who)
        case _:
            return ""


def _first(event: durak.FirstAttacker, who: Who) -> str:
    t = who.look.texts.t
    reasons = {
        "lowest_trump": t("lowest trump"),
        "lowest_card": t("lowest card"),
        "lot": t("by lot"),
        "under": t("under the fool"),
        "from_under": t("from under the fool"),
    }
    why = reasons.get(event.why, who.look.clean(event.why))
    if event.card is not None:
        why = f"{why} {who.look.card(event.card)}"
    return t("first to attack: {who} ({why})").format(who=who.name(event.seat), why=why)


def _transferred(event: durak.Transferred, who: Who) -> str:
    t = who.look.texts.t
    said = t("{who} transferred with {card}; {then}")
    if event.shown:
        said = t("{who} showed {card} and transferred; {then}")
    then = t("now defending: {defender}").format(defender=who.name(event.defender))
    if event.defender == who.seat:
        then = t("now you defend")
    return said.format(who=who.name(event.seat), card=who.look.card(event.card), then=then)


def _drew(event: durak.Drew, who: Who) -> str:
    if event.cards:
        said = who.look.texts.t("{who} drew {cards}")
        return said.format(who=who.name(event.seat), cards=who.cards(event.cards))
    said = who.look.texts.tn("{who} drew {n} card", "{who} drew {n} cards", event.count)
    return said.format(who=who.name(event.seat), n=event.count)
