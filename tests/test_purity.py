"""Pure files know no clock, no chance and no world, and are those that say so.

They are all of cardprotocol and cardrules, the judge and the counting parts of cardserver, and in
cardclient all between the link and the terminal: model, words, screens, keys.
"""

from __future__ import annotations

import ast
import re

import pytest

from tests.support.rooms import Source, of, sources

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
# By room, its pure files.
PURE = {
    "cardprotocol": re.compile(r".*"),
    "cardrules": re.compile(r".*"),
    "cardserver": re.compile(
        r"(budgets|clock_\w+|clocksync|contests|credit|excess|flags|limits|path_needs|reactions"
        r"|reveal|race(_\w+)?|referee/alterations)\.py"
    ),
    "cardreplay": re.compile(r"viewer\.py"),
    "cardclient": re.compile(
        r"(screen/.*|asked|certainty|durak_bout|model(_\w+)?|receiving|timeline|pacing|records"
        r"|games|hands|option_values|past_races|keys|controls|forms|plays|play_\w+|ui|theme|who|sentences|spoken"
        r"|(durak|evidence|line|link|option|perekur|refusal|verdict)_words)(\.py)?"
    ),
}
# What a pure file may lean on besides pure files: types, constants, and the texts of a language.
TYPES = {
    "cardserver": {
        "cardserver",
        "cardserver.constants",
        "cardserver.ports",
        "cardserver.records",
        "cardserver.settings",
    },
    "cardclient": {"cardclient", "cardclient.texts"},
}
# "Pure.", "as pure functions"; not "the pure judge (race.py)", which speaks of another file.
SAYS_PURE = re.compile(r"\bpure\b(?! (judge|rules))", re.IGNORECASE)
WIDTH_TABLE = {"prompt_toolkit.utils", "prompt_toolkit.utils.get_cwidth"}


def is_pure(source: Source) -> bool:
    """Whether clocks, chance and the outside world are banned there."""
    names = PURE.get(source.room)
    return names is not None and names.fullmatch(source.inside) is not None


def says_pure(source: Source) -> bool:
    """Whether its docstring claims that; what a whole room's says is not about one file."""
    docstring = ast.get_docstring(source.tree) or ""
    return source.inside != "__init__.py" and SAYS_PURE.search(docstring) is not None


def pure_files() -> list[Source]:
    """All that are held to it."""
    return [source for source in sources() if is_pure(source)]


def module(source: Source) -> str:
    """The name by which it is imported."""
    parts = source.inside.removesuffix(".py").removesuffix("/__init__").split("/")
    return ".".join((source.room, *parts))


def test_pure_files_import_no_clock_no_chance_and_no_world() -> None:
    wrong = {
        f"{source.name}: {module}"
        for source in pure_files()
        for module in source.imports()
        if module.split(".")[0] in BANNED_WHERE_PURE
    }
    assert not wrong


def test_pure_files_open_no_files_and_print_nothing() -> None:
    wrong = {
        f"{source.name}:{node.lineno}"
        for source in pure_files()
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Name) and node.id in ("open", "print", "input", "__import__")
    }
    assert not wrong


def test_every_file_that_calls_itself_pure_is_held_to_it() -> None:
    assert not {s.name for s in sources() if says_pure(s) and not is_pure(s)}


def test_every_pure_file_of_the_server_calls_itself_pure() -> None:
    assert not {s.name for s in of("cardserver") if is_pure(s) and not says_pure(s)}


@pytest.mark.parametrize("room", TYPES)
def test_pure_files_lean_on_pure_files_alone(room: str) -> None:
    """A clock must not come in by a detour."""
    allowed = {module(s) for s in of(room) if is_pure(s)} | TYPES[room]
    files = {module(s) for s in of(room)}
    wrong = {
        f"{source.name}: {imported}"
        for source in of(room)
        if is_pure(source)
        for imported in source.imports() & files
        if imported not in allowed
    }
    assert not wrong


def test_of_the_terminal_pure_files_of_the_client_know_the_widths_of_characters_alone() -> None:
    wrong = {
        f"{source.name}: {imported}"
        for source in of("cardclient")
        if is_pure(source)
        for imported in source.imports() - WIDTH_TABLE
        if imported.split(".")[0] == "prompt_toolkit"
    }
    assert not wrong
