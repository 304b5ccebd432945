"""Options that are on or off: true or false in messages, several words where people type them.

What lives here: those words, for both ends. What must not: other values of options.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

# What a refused value should have been, as the rules say it; and what people are told instead.
SENT: Final = "true / false"
TYPED: Final = "on / off"
_WORDS: Final[Mapping[str, bool]] = MappingProxyType(
    {"on": True, "off": False, "yes": True, "no": False, "true": True, "false": False}
)


def switch_of(text: str) -> bool | None:
    """What a typed `text` means; None if it is none of the words."""
    return _WORDS.get(text.lower())


def switch_word(value: bool) -> str:
    """The word to type for `value`."""
    return "on" if value else "off"


def expected_of_people(expected: str) -> str:
    """What a message says was `expected`, as it is typed."""
    return TYPED if expected == SENT else expected
