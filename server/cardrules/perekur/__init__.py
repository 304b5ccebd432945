"""Perekur, the race game, as immutable values (docs/rules/perekur.md).

match.py is what tables see (Game); state.py has the facts of a match, laying.py
what a card leads to, dealing.py deals and redeals, view.py what a seat may
know, position.py builds positions for tests. Must not hold: time, chance of
its own, what another game needs.
"""

from typing import Final

from cardrules.kind import GameKind
from cardrules.perekur.match import Perekur, begin
from cardrules.perekur.options import PerekurOptions
from cardrules.perekur.position import position

__all__ = ["PEREKUR", "Perekur", "PerekurOptions", "position"]

PEREKUR: Final = GameKind(
    name=Perekur.name,
    least_seats=3,  # P4, PA22
    most_seats=6,
    options=PerekurOptions,
    begin=begin,
)
