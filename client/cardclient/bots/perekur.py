"""Two ways to race in Perekur.

What lives here: which card to lay. What must not: reaction times (the table
or reaction.py decide those). Copy one to start your own.
"""

from __future__ import annotations

from cardclient.bot import Bot


class First(Bot):
    """Lays the wanted rank whenever it holds one."""

    def on_race(self, wanted: int) -> None:
        for card in self.hand:
            if card.rank == wanted:
                self.lay(card)
                return


class Lazy(First):
    """Lets most races go by, as a player does who looks at his phone."""

    EAGERNESS = 0.35

    def on_race(self, wanted: int) -> None:
        if self.random.random() < self.EAGERNESS:
            super().on_race(wanted)
