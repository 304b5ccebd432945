"""The one table of keys: what each key means in both games.

What lives here: key names (as prompt_toolkit reports them) to meanings, and
the rows that F1 prints. What must not: what a meaning does (controls.py and
the games' play files), or any binding of two keys: none may start another.
"""

from __future__ import annotations

import enum
from typing import Final

from cardprotocol.cards import Rank


class Do(enum.Enum):
    """What a key that is not a rank asks for."""

    LAY = "lay"
    PASS = "pass"
    TAKE = "take"
    TRANSFER = "transfer"
    SHOW = "show"
    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"
    ENTER = "enter"
    CHAT = "chat"
    HELP = "help"
    RACES = "races"
    TABLE = "table"
    WATCH = "watch"
    LAST_ROUND = "last_round"
    LEAVE = "leave"
    REMOVE = "remove"
    SEAT = "seat"
    CREATE = "create"
    SCORES = "scores"
    QUIT = "quit"
    INTERRUPT = "interrupt"


Meaning = Rank | Do

# Latin letters, the same physical keys on a Cyrillic layout, and the letters Cyrillic cards carry:
# В(алет) Д(ама) К(ороль) Т(уз).
_COURT: Final = {Rank.JACK: "jов", Rank.QUEEN: "qйд", Rank.KING: "kлк", Rank.ACE: "aфт"}

RANK_KEYS: Final[dict[str, Rank]] = {
    **{str(number): Rank(number) for number in range(2, 10)},
    "0": Rank.TEN,
    "1": Rank.TEN,
    **{letter: rank for rank, letters in _COURT.items() for letter in letters + letters.upper()},
}

# What a function key means depends on the screen; on the table F5-F8 are the bout's own keys.
GAME_KEYS: Final[dict[str, Do]] = {
    " ": Do.LAY,
    "c-i": Do.PASS,
    "f6": Do.PASS,
    "c-h": Do.TAKE,
    "f5": Do.TAKE,
    "+": Do.TRANSFER,
    "=": Do.TRANSFER,
    "f7": Do.TRANSFER,
    "f8": Do.SHOW,
}

COMMON_KEYS: Final[dict[str, Do]] = {
    "left": Do.LEFT,
    "right": Do.RIGHT,
    "up": Do.UP,
    "down": Do.DOWN,
    "c-m": Do.ENTER,
    "c-j": Do.ENTER,
    "/": Do.CHAT,
    ".": Do.CHAT,
    "f1": Do.HELP,
    "f2": Do.RACES,
    "f3": Do.TABLE,
    "f10": Do.QUIT,
    "c-c": Do.INTERRUPT,
}

LOBBY_KEYS: Final[dict[str, Do]] = {
    "f4": Do.WATCH,
    "f5": Do.SCORES,
    "f6": Do.CREATE,
}

TABLE_PANEL_KEYS: Final[dict[str, Do]] = {
    "f4": Do.SEAT,
    "f5": Do.SCORES,
    "f6": Do.LAST_ROUND,
    "f7": Do.LEAVE,
    "f8": Do.REMOVE,
}


def at_table(key: str) -> Meaning | None:
    """What `key` means while cards are on the screen."""
    return RANK_KEYS.get(key) or GAME_KEYS.get(key) or COMMON_KEYS.get(key)


def in_lobby(key: str) -> Meaning | None:
    """What `key` means among the tables."""
    return LOBBY_KEYS.get(key) or COMMON_KEYS.get(key)


def in_table_panel(key: str) -> Meaning | None:
    """What `key` means on F3, where seats and options are."""
    return TABLE_PANEL_KEYS.get(key) or COMMON_KEYS.get(key)
