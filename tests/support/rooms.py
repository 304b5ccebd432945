"""The code of the rooms as text and trees, for tests that read it without running.

What lives here: where the rooms are, their files, and what each imports. What must not: which
import is right (tests/test_rooms.py, tests/test_purity.py).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOMS = {
    "cardprotocol": ROOT / "protocol" / "cardprotocol",
    "cardrules": ROOT / "server" / "cardrules",
    "cardserver": ROOT / "server" / "cardserver",
    "cardreplay": ROOT / "server" / "cardreplay",
    "cardlearn": ROOT / "server" / "cardlearn",
    "cardclient": ROOT / "client" / "cardclient",
}


@dataclass(frozen=True, slots=True)
class Source:
    """One file of a room, read and parsed."""

    room: str
    path: Path
    text: str
    tree: ast.Module

    @property
    def name(self) -> str:
        """Its path in the repository, with forward slashes."""
        return self.path.relative_to(ROOT).as_posix()

    @property
    def inside(self) -> str:
        """Its path in the room."""
        return self.path.relative_to(ROOMS[self.room]).as_posix()

    def imports(self) -> set[str]:
        """Every module named by an import, those for type checkers and in functions included."""
        return set(_imports(self))


def _imports(source: Source) -> Iterator[str]:
    package = [source.room, *Path(source.inside).parent.parts]
    for node in ast.walk(source.tree):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                above = package[: len(package) - level + 1] if level else []
                base = ".".join([*above, *([module] if module else [])])
                yield base
                if _is_package(base):  # `from package import module`
                    yield from (f"{base}.{alias.name}" for alias in names)


def _is_package(module: str) -> bool:
    room, *rest = module.split(".")
    return room in ROOMS and (ROOMS[room].joinpath(*rest) / "__init__.py").is_file()


@cache
def sources() -> tuple[Source, ...]:
    """Every Python file of the rooms."""
    found = []
    for room, folder in ROOMS.items():
        for path in sorted(folder.rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            found.append(Source(room, path, text, ast.parse(text)))
    return tuple(found)


def of(room: str) -> list[Source]:
    """The files of one room."""
    return [source for source in sources() if source.room == room]
