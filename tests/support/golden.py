"""Golden playthroughs: a match as text, every step with all that is told and seen.

A file in tests/rules/golden/ begins with five lines (game, seats, options as
JSON, seed in hex, and optionally the host's controls as ``step:name``) and then
holds the match that follows from them. To add one, write those lines and run
``python -m tests.support.golden``, which rewrites every file; read the
difference before you commit it. What must not stand here: a particular game.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from cardrules.game import Game, Seat, Step
from cardrules.kind import GameKind
from cardrules.options import read_options
from cardrules.registry import game_kinds
from cardrules.shuffle import SeededLots

FOLDER = Path(__file__).parent.parent / "rules" / "golden"
_KEYS = ("game", "seats", "options", "seed", "controls")


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a playthrough follows from. The acts are drawn from `seed` as well (purpose "act")."""

    game: str
    seats: tuple[Seat, ...]
    options: dict[str, bool | int | str]
    seed: bytes
    controls: dict[int, str]

    @classmethod
    def read(cls, text: str) -> Recipe:
        """The recipe in the first lines of a file; ValueError or KeyError if there is none."""
        head = dict(line.split(": ", 1) for line in text.splitlines()[: len(_KEYS)])
        controls = (pair.split(":") for pair in head["controls"].split() if pair != "-")
        return cls(
            game=head["game"],
            seats=tuple(int(seat) for seat in head["seats"].split()),
            options=json.loads(head["options"]),
            seed=bytes.fromhex(head["seed"]),
            controls={int(step): name for step, name in controls},
        )

    def lines(self) -> list[str]:
        """The first lines of a file, as `read` reads them."""
        controls = " ".join(f"{step}:{name}" for step, name in self.controls.items())
        return [
            f"game: {self.game}",
            f"seats: {' '.join(map(str, self.seats))}",
            f"options: {json.dumps(self.options)}",
            f"seed: {self.seed.hex()}",
            f"controls: {controls or '-'}",
        ]


def playthrough(recipe: Recipe) -> str:
    """The whole file: the recipe, then every step of its match."""
    kind: GameKind = game_kinds()[recipe.game]
    lots = SeededLots.of(recipe.seed)
    step = kind.begin(recipe.seats, read_options(kind.options, recipe.options), lots, None)
    lines = [*recipe.lines(), "", "step 0: begin", *_told(step)]
    number = 0
    while step.game.outcome() is None:
        number += 1
        said, step = _next(recipe, lots, step.game, number)
        lines += ["", f"step {number}: {said}", *_told(step)]
    return "\n".join([*lines, "", *_ending(step.game), ""])


def _next(recipe: Recipe, lots: SeededLots, game: Game, number: int) -> tuple[str, Step]:
    if number in recipe.controls:
        name = recipe.controls[number]
        return f"the host calls {name}", game.control(name)
    choices = [(seat, act) for seat in sorted(game.actors()) for act in game.legal(seat)]
    seat, action = choices[lots.draw("act", number, len(choices))]
    return f"seat {seat} of {sorted(game.actors())} acts {_json(action)}", game.apply(seat, action)


def _told(step: Step) -> Iterator[str]:
    for told in step.events:
        yield f"  told {_json(told.public)}"
        for seat in sorted(told.private):
            yield f"    to {seat} {_json(told.private[seat])}"
    yield f"  seen {_json(step.game.view(None))}"


def _ending(game: Game) -> Iterator[str]:
    yield f"open {_json(game.open_view())}"
    yield f"over {_json(game.outcome())}"


def _json(said: object) -> str:
    return msgspec.json.encode(said).decode()


def files() -> list[Path]:
    """All golden files, sorted by name."""
    return sorted(FOLDER.glob("*.txt"))


def main() -> int:
    """Rewrite every golden file from its recipe; name those that changed."""
    for file in files():
        before = file.read_text(encoding="utf-8")
        after = playthrough(Recipe.read(before))
        if after != before:
            file.write_text(after, encoding="utf-8")
            print(f"rewritten: {file.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
