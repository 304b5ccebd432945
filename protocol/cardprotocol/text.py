"""Texts that people write and others see: names, names of tables, chat; and cleaning for display.

What lives here: what may be in a name or a line of chat, when two names look
alike, and making any text harmless to show. Pure functions of Unicode's tables.
What must not: who has which name, widths of a particular terminal, escapes of
a particular log.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from cardprotocol.lookalikes import LOOKALIKES

NAME_CELLS: Final = 16
TABLE_NAME_CELLS: Final = 24
NAME_CHARACTERS: Final = 64  # what a field of the wire holds: marks take no cells
CHAT_CHARACTERS: Final = 200
MARKS_PER_CHARACTER: Final = 2
REPLACEMENT: Final = "·"

# Shown as nothing although Unicode does not call them control or format characters: fillers,
# variation selectors, the combining grapheme joiner, vowel signs without a form, blank braille.
_INVISIBLE: Final = frozenset(
    {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180F, 0x2800, 0x3164, 0xFFA0}
    | set(range(0x180B, 0x180E))
    | set(range(0xFE00, 0xFE10))
    | set(range(0xE0000, 0xE1000))
    | {0x1D159}
)


def name_of(text: str) -> str:
    """`text` as a player's name: NFC, trimmed, single blanks, 1 to 16 cells.

    Raises ValueError with the reason, for people.
    """
    return _label(text, NAME_CELLS)


def table_name_of(text: str) -> str:
    """`text` as the name of a table: as `name_of`, 1 to 24 cells."""
    return _label(text, TABLE_NAME_CELLS)


def chat_of(text: str) -> str:
    """`text` as a line of chat: NFC, trimmed, 1 to 200 characters; ValueError with the reason."""
    line = _visible(text)
    if len(line) > CHAT_CHARACTERS:
        raise ValueError(f"{len(line)} characters are more than {CHAT_CHARACTERS}")
    return line


def folded(name: str) -> str:
    """What two names have in common if people could take one for the other.

    Case, compatibility forms and look-alikes of Latin, Cyrillic, Greek and digits
    are one (``аdmin`` in Cyrillic is ``admin``, ``0lga`` is ``Olga``), blanks and
    punctuation that hardly shows count nothing. For comparing, not for showing.
    """
    # Once before NFKC, which takes some look-alikes for other letters (lunate sigma, like a c).
    seen = name.casefold().translate(LOOKALIKES)
    plain = unicodedata.normalize("NFKC", seen).casefold()
    # Decomposed, so that look-alikes under an accent meet too (Cyrillic ё, Latin ë).
    parts = unicodedata.normalize("NFKD", plain).translate(LOOKALIKES)
    kept = (c for c in parts if unicodedata.category(c)[0] not in "ZC" and c not in "-_.·'’`")
    return unicodedata.normalize("NFC", "".join(kept)) or name


def harmless(text: str) -> str:
    """`text` fit for any screen or log line: no control, no invisible, no direction marks.

    Every character that could do more than show itself becomes ``·``; any blank
    becomes a space; of combining marks on one character two are kept, one without
    a character before it becomes ``·``. Never raises, never gets longer.
    """
    if text.isascii() and text.isprintable():
        return text
    made: list[str] = []
    marks = MARKS_PER_CHARACTER  # a leading mark would sit on what the screen shows before it
    for character in text:
        if _is_mark(character) and not _is_harmful(character):
            if made and marks < MARKS_PER_CHARACTER:
                made.append(character)
            elif not made:
                made.append(REPLACEMENT)
            marks += 1
        else:
            made.append(_shown(character))
            marks = 0
    return "".join(made)


def cells(text: str) -> int:
    """Columns that `text` takes in a terminal: wide characters two, marks none.

    By Unicode's East Asian Width alone; a client may know its terminal better.
    """
    return sum(_character_cells(character) for character in text)


def _character_cells(character: str) -> int:
    if _is_mark(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _shown(character: str) -> str:
    if unicodedata.category(character) == "Zs":
        return " "
    return REPLACEMENT if _is_harmful(character) else character


def _is_harmful(character: str) -> bool:
    """Control, format (direction, zero width), surrogate, private, unassigned, line breaks."""
    category = unicodedata.category(character)
    return category[0] == "C" or category in ("Zl", "Zp") or ord(character) in _INVISIBLE


def _is_mark(character: str) -> bool:
    return unicodedata.category(character) in ("Mn", "Me")


def _label(text: str, most_cells: int) -> str:
    name = _visible(text)
    if cells(name) > most_cells:
        raise ValueError(f"it is {cells(name)} columns wide, {most_cells} are allowed")
    if len(name) > NAME_CHARACTERS:
        raise ValueError(f"it has {len(name)} letters and accents, {NAME_CHARACTERS} are allowed")
    return name


def _visible(text: str) -> str:
    """`text` in NFC with single blanks between words; ValueError if anything can't be shown."""
    for character in text:
        if _is_harmful(character):
            raise ValueError(
                f"it contains an invisible or control character (U+{ord(character):04X})"
            )
    line = " ".join(unicodedata.normalize("NFC", text).split())
    if not line:
        raise ValueError("it is empty")
    _check_marks(line)
    return line


def _check_marks(line: str) -> None:
    marks = MARKS_PER_CHARACTER
    for character in line:
        marks = marks + 1 if _is_mark(character) else 0
        if marks > MARKS_PER_CHARACTER:
            raise ValueError(
                f"it has an accent without a letter, or over {MARKS_PER_CHARACTER} on one letter"
            )
