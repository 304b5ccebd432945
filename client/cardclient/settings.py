"""What the command line, the environment and the user's file ask for, in one frozen value.

What lives here: Settings, the user's TOML file, and a valid default name. What
must not: click (__main__.py), or acting on any of it.
"""

from __future__ import annotations

import getpass
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import platformdirs

from cardclient.texts import Words
from cardclient.theme import Deck
from cardprotocol.text import name_of

FILE_NAME: Final = "client.toml"
# What the file may set, and its type there; the same names as the long options.
FILE_KEYS: Final[dict[str, type]] = {
    "server": str,
    "name": str,
    "suits": str,
    "ascii": bool,
    "line": bool,
    "token_store": bool,
    "bell": bool,
}


@dataclass(frozen=True, slots=True)
class Settings:
    """One session of play as it was asked for. `name` None: choose one from the login name.

    `game` (None: nobody said) and `options` are texts of a table that is made; `line` is the line
    mode.
    """

    name: str | None = None
    table: str = ""
    watch: bool = False
    game: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    line: bool = False
    ascii: bool = False
    suits: Deck = Deck.FOUR
    token_store: bool = True
    bell: bool = False


def config_file() -> Path:
    """The user's own settings file."""
    return Path(platformdirs.user_config_dir("perekur", appauthor=False)) / FILE_NAME


def read_config(path: Path) -> dict[str, str | bool]:
    """The settings in `path`, empty if there is no such file.

    ValueError with one sentence for people if it can't be read or says what is unknown.
    """
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ValueError(f"{path}: {error}") from None
    for key, value in found.items():
        if key not in FILE_KEYS:
            raise ValueError(
                Words(
                    "{path}: no setting is called {key}; there are: {known}",
                    path=path,
                    key=repr(key),
                    known=", ".join(FILE_KEYS),
                )
            )
        if not isinstance(value, FILE_KEYS[key]):
            boolean = FILE_KEYS[key] is bool
            kind = Words("true or false") if boolean else Words("a text in quotes")
            raise ValueError(Words("{path}: {key} must be {kind}", path=path, key=key, kind=kind))
    return found


def default_names() -> Iterator[str]:
    """Names to try in turn: the login name made valid, then with numbers behind it."""
    base = _valid(_login()) or "player"
    yield base
    for number in range(2, 100):
        yield f"{base[:13]}{number}"


def _login() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # no entry for this user id, no environment
        return ""


def _valid(text: str) -> str:
    """`text` as a name a server takes, shortened if it must be; empty if nothing is left."""
    for length in range(min(len(text), 16), 0, -1):
        try:
            return name_of(text[:length])
        except ValueError:
            continue
    return ""


def option_of(text: str) -> tuple[str, str]:
    """A table option written NAME=VALUE; ValueError with a sentence for people otherwise."""
    name, equals, value = text.partition("=")
    if not equals or not name or not value:
        said = Words("{text} is not NAME=VALUE, for example turn_seconds=30", text=repr(text))
        raise ValueError(said)
    return name, value
