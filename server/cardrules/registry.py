"""Which games there are: name -> GameKind.

The only place, with the client's own screen for it, where a game is named
outside its own files (docs/adding-a-game.md).
"""

from __future__ import annotations

from cardrules.durak import DURAK
from cardrules.kind import GameKind
from cardrules.perekur import PEREKUR


def game_kinds() -> dict[str, GameKind]:
    """Every game, by the name used on the wire and the command line."""
    return {kind.name: kind for kind in (PEREKUR, DURAK)}
