"""What is chosen and typed on this screen, which is nobody else's business.

What lives here: Ui, a frozen value that goes with the model, and Result, what
a key led to. What must not: what a key does (controls.py), drawing.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from cardclient.model import Model
from cardclient.records import JudgedRace
from cardprotocol.cards import Card, Rank
from cardprotocol.fields import OptionValue
from cardprotocol.messages.base import ToServer


class Panel(enum.Enum):
    """What is laid over the table or the lobby."""

    NONE = "none"
    HELP = "help"
    RACES = "races"
    TABLE = "table"
    SCORES = "scores"
    CREATE = "create"


@dataclass(frozen=True, slots=True)
class Form:
    """A table being described: a new one, or (`editing`) the options of this one.

    `suggested` is whether the name is still the one nobody typed.
    """

    game: str
    name: str = ""
    values: Mapping[str, OptionValue] = field(default_factory=dict)
    row: int = 0
    editing: bool = False
    suggested: bool = False


@dataclass(frozen=True, slots=True)
class Ui:
    """Selections. `typing` is the chat line being typed, None while keys are keys.

    `chosen`, `marked` and `target` are cards, not places, so that they survive a changed hand.
    `race` is the one looked at on F2, by its number; None follows the newest.
    `leaving_us` is when F7 was pressed in a match, which a second press must confirm.
    `last_rank` is the rank key read last, at `last_rank_us`, which tells a key that is kept down.
    """

    panel: Panel = Panel.NONE
    row: int = 0
    page: int = 0
    chosen: Card | None = None
    marked: tuple[Card, ...] = ()
    target: Card | None = None
    typing: str | None = None
    form: Form | None = None
    race: int | None = None
    leaving_us: int | None = None
    last_rank: Rank | None = None
    last_rank_us: int = 0


def chosen_race(ui: Ui, judged: Sequence[JudgedRace]) -> int:
    """The place of the race looked at among `judged`, the newest first; the newest if gone."""
    numbers = [race.verdict.race for race in judged]
    return numbers.index(ui.race) if ui.race in numbers else 0


@dataclass(frozen=True, slots=True)
class Result:
    """What a key led to: the new values, what to send, and whether to go."""

    model: Model
    ui: Ui
    send: tuple[ToServer, ...] = ()
    quit: bool = False
    interrupted: bool = False
