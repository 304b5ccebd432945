"""Perekur, the race game, as immutable values (docs/rules/perekur.md).

May import what cardrules may. match.py is what tables see (Game); state.py has the
facts of a match, laying.py what a card leads to, dealing.py deals and redeals,
view.py what a seat may know. Must not hold: time, chance of its own, what another
game needs.
"""

from cardrules.perekur.match import PEREKUR, Perekur
from cardrules.perekur.options import PerekurOptions

__all__ = ["PEREKUR", "Perekur", "PerekurOptions"]
