"""Two ways to play Durak.

What lives here: the choice among the legal actions the server offers. What
must not: what is legal. Copy one to start your own.
"""

from __future__ import annotations

from collections.abc import Iterable

from cardclient.bot import Bot
from cardclient.reaction import HumanReaction
from cardprotocol.cards import DECK_36, DECK_52, Card
from cardprotocol.games import durak
from cardprotocol.games.durak import DurakView
from cardprotocol.games.vocabulary import AnyAction, AnyEvent
from cardprotocol.messages.parts import Turn


class Lowest(Bot):
    """Plays the cheapest card that is legal, trumps last; takes or passes when it has none."""

    def on_turn(self, turn: Turn) -> None:
        view = self.game
        if isinstance(view, DurakView):
            self.act(min(turn.legal, key=lambda action: (_giving_in(action), cost(action, view))))


class Counting(Bot):
    """Remembers every card it has seen, keeps its trumps, and knows when nobody can stop it.

    Of 500 two-handed matches against Lowest it lost 219 and won 259 (the rest were draws).
    """

    def __init__(
        self,
        name: str = "Bot",
        *,
        seed: int | str | None = None,
        reaction: HumanReaction | None = None,
    ) -> None:
        super().__init__(name, seed=seed, reaction=reaction)
        self.gone: set[Card] = set()
        self.held: dict[int, set[Card]] = {}

    def on_event(self, event: AnyEvent) -> None:
        match event:
            case durak.Dealt():
                self.gone, self.held = set(), {}
            case durak.BoutEnded(taken=True, defender=seat, cards=cards):
                self.held.setdefault(seat, set()).update(cards)
            case durak.BoutEnded(cards=cards):
                self.gone.update(cards)
            case durak.Attacked(seat=seat, cards=cards):
                self.held.get(seat, set()).difference_update(cards)
            case durak.BeatCard(seat=seat, card=card) | durak.Transferred(seat=seat, card=card):
                self.held.get(seat, set()).discard(card)

    def on_turn(self, turn: Turn) -> None:
        view = self.game
        if not isinstance(view, DurakView):
            return
        if view.defender == self.seat:
            self.act(self._defence(turn.legal, view))
        else:
            self.act(self._attack(turn.legal, view))

    def unseen(self, view: DurakView) -> set[Card]:
        """Cards that may be in a rival's hand or in the stock."""
        options = self.table.options if self.table else {}
        deck = DECK_52 if str(options.get("deck")) == "52" else DECK_36
        on_table = {c for pair in view.table for c in (pair.attack, pair.by) if c is not None}
        return set(deck) - self.gone - set(view.cards) - on_table

    def _defence(self, legal: tuple[AnyAction, ...], view: DurakView) -> AnyAction:
        free: list[AnyAction] = [a for a in legal if isinstance(a, durak.ShowTransfer)]
        cheap: list[AnyAction] = [
            a for a in legal if isinstance(a, durak.Transfer) and a.card.suit is not view.trump
        ]
        beating = [a for a in legal if isinstance(a, durak.Beat)]
        for choice in (free, cheap):
            if choice:
                return min(choice, key=lambda action: cost(action, view))
        if beating:
            return min(beating, key=lambda beat: self._beat_cost(beat, view))
        return min(legal, key=lambda action: (_giving_in(action), cost(action, view)))

    @staticmethod
    def _beat_cost(beat: durak.Beat, view: DurakView) -> int:
        """A rank that lies there already invites no further throwing in: worth three ranks."""
        lying = {c.rank for pair in view.table for c in (pair.attack, pair.by) if c is not None}
        return cost(beat, view) - (3 if beat.card.rank in lying else 0)

    def _attack(self, legal: tuple[AnyAction, ...], view: DurakView) -> AnyAction:
        leads = [a for a in legal if isinstance(a, durak.Attack)]
        if leads:
            return min(leads, key=lambda lead: self._lead_cost(lead, view))
        throws = [a for a in legal if isinstance(a, durak.ThrowIn)]
        worth = [t for t in throws if self._spare(t.cards[0], view)]
        return min(worth, key=lambda t: cost(t, view)) if worth else _last_resort(legal, view)

    def _lead_cost(self, lead: durak.Attack, view: DurakView) -> tuple[bool, int]:
        """Lowest first; but when all cards but one win, the winners first."""
        if view.stock == 0:
            rivals = tuple(self._rivals(view))
            sure = [c for c in self.hand if not any(beats(by, c, view) for by in rivals)]
            if len(sure) >= len(self.hand) - 1:
                return (lead.cards[0] not in sure, cost(lead, view))
        return (False, cost(lead, view))

    def _rivals(self, view: DurakView) -> Iterable[Card]:
        """What the defender may hold: all of its hand if that is known, else all that is unseen."""
        known = self.held.get(view.defender, set())
        size = next((hand.cards for hand in view.hands if hand.seat == view.defender), 0)
        return known if len(known) == size else self.unseen(view)

    def _spare(self, card: Card, view: DurakView) -> bool:
        """Trumps are kept while there is a stock, and never given to one who takes."""
        if card.suit is view.trump:
            return view.stock == 0 and view.phase != "taking"
        return True


def beats(by: Card, card: Card, view: DurakView) -> bool:
    """Whether `by` beats `card` (rules D18 to D20)."""
    if by.suit is card.suit:
        return by.rank > card.rank
    return by.suit is view.trump


def cost(action: AnyAction, view: DurakView) -> int:
    """What an action spends: ranks, and 20 more for a trump; nothing for a word."""
    match action:
        case durak.Attack(cards=spent) | durak.ThrowIn(cards=spent):
            return sum(_price(card, view) for card in spent)
        case durak.Beat(card=card) | durak.Transfer(card=card):
            return _price(card, view)
        case _:
            return 0


def _price(card: Card, view: DurakView) -> int:
    return int(card.rank) + (20 if card.suit is view.trump else 0)


def _giving_in(action: AnyAction) -> bool:
    return isinstance(action, durak.Take | durak.Pass)


def _last_resort(legal: tuple[AnyAction, ...], view: DurakView) -> AnyAction:
    """Take or pass where one may; else the cheapest there is."""
    return min(legal, key=lambda action: (not _giving_in(action), cost(action, view)))
