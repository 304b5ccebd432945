"""Invisible Durak with its throw-in, transfer and simple variants, as immutable values.

May import what cardrules may. Read state.py first, then bout.py and
drawing.py; turns.py is the door for acts, match.py the face towards tables.
The rules stand in docs/rules/durak.md.
"""

from __future__ import annotations

from cardrules.durak.match import DURAK, DurakMatch
from cardrules.durak.options import DurakOptions

__all__ = ["DURAK", "DurakMatch", "DurakOptions"]
