"""What happened in Perekur, said.

What lives here: one sentence an event. What must not: layout, other games.
"""

from __future__ import annotations

from cardclient.who import Who
from cardprotocol.games import perekur


def perekur_sentence(event: object, who: Who) -> str:
    """`event` in one sentence; "" if it is no event of this game."""
    texts = who.look.texts
    match event:
        case perekur.Dealt():
            said = texts.t("round {n} dealt by {who}: look at your cards")
            return said.format(n=event.round, who=who.name(event.dealer))
        case perekur.Laid():
            said = texts.t("{who} laid {card}, next {rank}")
            card, rank = who.look.card(event.card), who.look.rank(event.wanted)
            return said.format(who=who.name(event.seat), card=card, rank=rank)
        case perekur.Stuck(cards=0):
            return texts.t("stuck: {who} laid last").format(who=who.name(event.seat))
        case perekur.Stuck():
            said = texts.tn(
                "stuck: {who} laid last and collected {n} card (redeal {redeal})",
                "stuck: {who} laid last and collected {n} cards (redeal {redeal})",
                event.cards,
            )
            return said.format(who=who.name(event.seat), n=event.cards, redeal=event.redeal)
        case perekur.LastRoundCalled():
            return texts.t("the host called the last round")
        case _:
            return ""
