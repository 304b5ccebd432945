"""The rooms of the code stand as drawn in docs/architecture.md: this reads them, without running.

Arrows: cardserver -> cardrules -> cardprotocol <- cardclient, cardreplay over all of them,
and cardlearn over the rules.
Pure rooms know no clock, no chance, no socket. Files and functions stay short, and say
what they are.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = {
    "cardprotocol": ROOT / "protocol" / "cardprotocol",
    "cardrules": ROOT / "server" / "cardrules",
    "cardserver": ROOT / "server" / "cardserver",
    "cardreplay": ROOT / "server" / "cardreplay",
    "cardlearn": ROOT / "server" / "cardlearn",
    "cardclient": ROOT / "client" / "cardclient",
}

# What each room may import besides itself and the standard library.
ALLOWED = {
    "cardprotocol": {"msgpack", "msgspec"},
    "cardrules": {"cardprotocol", "msgspec"},
    "cardserver": {
        "cardprotocol",
        "cardrules",
        "click",
        "msgspec",
        "openskill",
        "platformdirs",
        "twisted",
        "zope",
    },
    # Looks at what is past from both sides, and nobody imports it; so it needs no Twisted.
    "cardreplay": {
        "cardclient",
        "cardprotocol",
        "cardrules",
        "cardserver",
        "click",
        "msgspec",
        "platformdirs",
        "prompt_toolkit",
    },
    # The rules alone, for agents that learn; an extra, and nobody imports it.
    "cardlearn": {"cardprotocol", "cardrules", "gymnasium", "numpy", "pettingzoo"},
    "cardclient": {
        "cardprotocol",
        "click",
        "msgspec",
        "platformdirs",
        "prompt_toolkit",
    },
}
# The rules know cards and what is said of a game, not how it is sent.
RULES_MAY_READ = re.compile(r"cardprotocol\.(cards|errors|fields|games(\.\w+)?|messages\.parts)")

# Time, chance and the world reach a pure file as arguments only.
BANNED_WHERE_PURE = {
    "asyncio",
    "datetime",
    "logging",
    "os",
    "random",
    "secrets",
    "select",
    "selectors",
    "signal",
    "socket",
    "sqlite3",
    "subprocess",
    "threading",
    "time",
    "twisted",
    "uuid",
}
PURE_IN_SERVER = re.compile(
    r"(clock_\w+|clocksync|credit|excess|flags|path_needs|reactions|reveal|race\w*)\.py"
)

MOST_FILE_LINES = 300
MOST_FUNCTION_LINES = 40


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

    @property
    def pure(self) -> bool:
        """Whether clocks, chance and the outside world are banned here."""
        if self.room == "cardserver":
            return PURE_IN_SERVER.fullmatch(self.inside) is not None
        return self.room in ("cardprotocol", "cardrules")


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


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_what_the_arrows_allow(room: str) -> None:
    allowed = ALLOWED[room] | {room} | sys.stdlib_module_names
    wrong = {
        f"{source.name}: {module}"
        for source in of(room)
        for module in source.imports()
        if module.split(".")[0] not in allowed
    }
    assert not wrong


def test_client_and_server_never_import_each_other() -> None:
    others = [room for room in ROOMS if room != "cardreplay"]
    assert all("cardreplay" not in ALLOWED[room] for room in others)
    assert {"cardserver", "cardrules", "twisted"}.isdisjoint(ALLOWED["cardclient"])
    assert {"cardclient", "prompt_toolkit"}.isdisjoint(ALLOWED["cardserver"])
    assert {"cardclient", "cardserver"}.isdisjoint(ALLOWED["cardrules"])


def test_the_rules_read_only_the_vocabulary_of_the_protocol() -> None:
    wrong = {
        f"{source.name}: {module}"
        for source in of("cardrules")
        for module in source.imports()
        if module.startswith("cardprotocol.") and not RULES_MAY_READ.match(module)
    }
    assert not wrong


def test_pure_files_import_no_clock_no_chance_and_no_world() -> None:
    wrong = {
        f"{source.name}: {module}"
        for source in sources()
        if source.pure
        for module in source.imports()
        if module.split(".")[0] in BANNED_WHERE_PURE
    }
    assert not wrong


def test_pure_files_of_the_server_lean_on_pure_files_alone() -> None:
    """A clock must not come in by a detour; ports.py and records.py are types only."""
    types = {"cardserver", "cardserver.ports", "cardserver.records", "cardserver.constants"}
    pure = {f"cardserver.{Path(s.inside).stem}" for s in of("cardserver") if s.pure}
    wrong = {
        f"{source.name}: {module}"
        for source in of("cardserver")
        if source.pure
        for module in source.imports()
        if module.startswith("cardserver.") and module not in types | pure
    }
    assert not wrong


def test_only_the_codec_imports_msgpack() -> None:
    found = {source.name for source in sources() if "msgpack" in source.imports()}
    assert found == {"protocol/cardprotocol/codec.py"}


def test_only_the_registry_and_a_game_itself_import_its_rules() -> None:
    wrong = set()
    for source in sources():
        for module in source.imports():
            game = re.match(r"cardrules\.(perekur|durak)\b", module)
            own = game and source.inside.startswith((f"{game[1]}/", f"{game[1]}.py"))
            if game and not (
                source.room == "cardrules" and (own or source.inside == "registry.py")
            ):
                wrong.add(f"{source.name}: {module}")
    assert not wrong


def test_in_the_server_no_file_knows_what_a_particular_game_says() -> None:
    wrong = {
        f"{source.name}: {module}"
        for source in of("cardserver")
        for module in source.imports()
        if re.match(r"cardprotocol\.games\.(perekur|durak)\b", module)
    }
    assert not wrong


def test_every_file_opens_by_saying_what_it_is() -> None:
    tests = [path for path in (ROOT / "tests").rglob("*.py") if path.read_text(encoding="utf-8")]
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in tests}
    trees |= {source.path: source.tree for source in sources()}
    silent = {str(path.relative_to(ROOT)) for path, t in trees.items() if not ast.get_docstring(t)}
    assert not silent


def test_no_file_is_longer_than_300_lines() -> None:
    lengths = {source.name: len(source.text.splitlines()) for source in sources()}
    assert not {name: lines for name, lines in lengths.items() if lines > MOST_FILE_LINES}


def test_no_function_is_longer_than_40_lines() -> None:
    long = {
        f"{source.name}: {node.name}": (node.end_lineno or 0) - node.lineno + 1
        for source in sources()
        for node in ast.walk(source.tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert not {name: lines for name, lines in long.items() if lines > MOST_FUNCTION_LINES}


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("import os.path", {"os.path"}),
        ("from time import monotonic", {"time"}),
        ("from cardrules import perekur", {"cardrules", "cardrules.perekur"}),
        ("from . import state", {"cardrules.durak", "cardrules.durak.state"}),
        ("from ..game import Game", {"cardrules.game"}),
        ("def late():\n    import random", {"random"}),
    ],
)
def test_imports_are_found_however_they_are_written(written: str, expected: set[str]) -> None:
    path = ROOMS["cardrules"] / "durak" / "made_up.py"
    assert Source("cardrules", path, written, ast.parse(written)).imports() == expected
