"""The rooms of the code stand as drawn in docs/architecture.md: this reads them, without running.

Arrows: cardserver -> cardrules -> cardprotocol <- cardclient, cardreplay over all of them,
and cardlearn over the rules.
Files and functions stay short, and say what they are. What is pure: tests/test_purity.py.
"""

from __future__ import annotations

import ast
import re
import sys

import pytest

from tests.support.rooms import ROOMS, ROOT, Source, of, sources

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

MOST_FILE_LINES = 300
MOST_FUNCTION_LINES = 40


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


# Said once more, apart from the lists above, so that a list can't quietly grow by one of these.
NEVER_IMPORTED = {
    "cardprotocol": {"cardrules", "cardserver", "cardclient", "cardreplay", "cardlearn"},
    "cardrules": {"cardserver", "cardclient", "cardreplay", "cardlearn", "twisted"},
    "cardserver": {"cardclient", "cardreplay", "cardlearn", "prompt_toolkit"},
    "cardclient": {"cardserver", "cardrules", "cardreplay", "cardlearn", "twisted"},
    "cardlearn": {"cardserver", "cardclient", "cardreplay", "twisted"},
    "cardreplay": {"cardlearn", "twisted"},
}


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_never_imports_against_an_arrow(room: str) -> None:
    tops = {module.split(".")[0] for source in of(room) for module in source.imports()}
    assert not tops & NEVER_IMPORTED[room]


def test_the_rules_read_only_the_vocabulary_of_the_protocol() -> None:
    wrong = {
        f"{source.name}: {module}"
        for source in of("cardrules")
        for module in source.imports()
        if module.startswith("cardprotocol.") and not RULES_MAY_READ.match(module)
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


def test_in_the_client_a_games_words_are_known_to_its_own_files_and_the_tables_of_games() -> None:
    own = re.compile(
        r"((model|play)_)?(perekur|durak)(_\w+)?\.py|(screen|bots)/(perekur|durak)(_\w+)?\.py"
    )
    tables = {"games.py", "plays.py", "screen/games.py"}
    wrong = {
        f"{source.name}: {module}"
        for source in of("cardclient")
        for module in source.imports()
        if re.match(r"cardprotocol\.games\.(perekur|durak)\b", module)
        and not (own.fullmatch(source.inside) or source.inside in tables)
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
    tests = {path: path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py")}
    lengths |= {path.name: len(text.splitlines()) for path, text in tests.items()}
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
