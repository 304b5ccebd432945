"""The options of an Invisible Durak table, and the few that several rules read together.

What lives here: names, choices and defaults. What must not: what an option
does (each is read where its rule stands).
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from cardprotocol.cards import DECK_36, DECK_52, Card
from cardrules.options import TableOptions


class DurakOptions(TableOptions, frozen=True, kw_only=True):
    """Every choice a table has; the comment names its rule (docs/rules/durak.md)."""

    mode: Literal["throw_in", "transfer", "simple"] = "throw_in"  # D28, DA27
    deck: Literal["36", "52"] = "36"  # D3, DA35
    first_move: Literal["under", "from_under"] = "under"  # D13-D15, DA24
    draw_order: Literal["clockwise", "defender_last"] = "clockwise"  # D25, DA14
    throw_after_take: bool = False  # DA8
    attack_cap: Literal["6", "hand"] = "6"  # DA13
    first_discard_five: bool = False  # DA13a
    multi_lead: bool = False  # DA7
    throwers: Literal["all", "neighbours", "opener"] = "all"  # DA12
    throw_order: Literal["turn", "free"] = "turn"  # DA9
    both_out: Literal["draw", "defender"] = "draw"  # DA22
    no_trump_start: Literal["lowest", "lot"] = "lowest"  # DA5
    show_lowest_trump: bool = True  # DA6
    show_trump_transfer: bool = False  # DA31
    no_first_transfer: bool = False  # DA32
    turn_seconds: Annotated[int, Meta(ge=0, le=600)] = 60  # DA39; 0: no limit

    @property
    def pack(self) -> tuple[Card, ...]:
        """The unshuffled pack: 6 to ace, or 2 to ace."""
        return DECK_36 if self.deck == "36" else DECK_52
