"""What practice asks of each game besides the options typed: flags, levels, a pace for onlookers.

What lives here: one entry a game. What must not: starting a practice (practice.py), arguments
(__main__.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from cardclient.reaction import Level


@dataclass(frozen=True, slots=True)
class PracticeGame:
    """One game's terms; a game that is not listed has these.

    `least_bots` make a table with one person. `flags`: the option that a flag of the command sets.
    `level_option` takes a level; without one an easy bot plays by `easy_strategy`. `unattended`:
    options for a match that nobody plays himself.
    """

    least_bots: int = 1
    flags: Mapping[str, str] = field(default_factory=dict)
    level_option: str = ""
    easy_strategy: str = "auto"
    unattended: Mapping[str, str] = field(default_factory=dict)

    def options(self, flags: Mapping[str, str], level: str | None) -> dict[str, str]:
        """What `flags`, which must be this game's, and `level` say as options."""
        made = {self.flags[flag]: value.replace("-", "_") for flag, value in flags.items()}
        return (
            made if level is None or not self.level_option else {self.level_option: level, **made}
        )

    def strategy(self, level: str | None) -> str:
        """How bots of `level` play."""
        easy = level == Level.EASY.value and not self.level_option
        return self.easy_strategy if easy else "auto"


_GAMES: Final[Mapping[str, PracticeGame]] = {
    "perekur": PracticeGame(
        least_bots=2,
        level_option="bot_level",
        # Without anybody who looks or types, a short look and quick rivals: half a minute.
        unattended={"look_seconds": "1", "bot_level": "hard"},
    ),
    "durak": PracticeGame(flags={"variant": "mode", "deck": "deck"}, easy_strategy="lowest"),
}


def practice_game(name: str) -> PracticeGame:
    """The terms of the game called `name`."""
    return _GAMES.get(name, PracticeGame())


def games_with(flag: str) -> tuple[str, ...]:
    """The games that `flag` is for."""
    return tuple(name for name, game in _GAMES.items() if flag in game.flags)
