"""Lines of styled text: measuring, cutting, padding, framing.

What lives here: the smallest tools all screens are drawn with. A Span is
(style class, text), a Line a list of spans, a screen a list of lines. What
must not: models or words. Widths are terminal cells (wcwidth's table).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from prompt_toolkit.utils import get_cwidth

from cardclient.theme import Lines
from cardprotocol.text import harmless

Span = tuple[str, str]
Line = list[Span]
SEPARATOR: Final = " · "


def width(line: Iterable[Span]) -> int:
    """Cells that `line` takes."""
    return sum(get_cwidth(text) for _, text in line)


def cut_text(text: str, cells: int) -> str:
    """As much of `text` as fits into `cells`."""
    if get_cwidth(text) <= cells:
        return text
    used, kept = 0, 0
    for character in text:
        used += get_cwidth(character)
        if used > cells:
            break
        kept += 1
    return text[:kept]


def tail_text(text: str, cells: int, mark: str) -> str:
    """The end of `text` in `cells`, with `mark` where it was cut off."""
    if get_cwidth(text) <= cells:
        return text
    room = cells - get_cwidth(mark)
    first = len(text)
    while first and get_cwidth(text[first - 1 :]) <= room:
        first -= 1
    return mark + text[first:]


def words_text(text: str, cells: int, mark: str) -> str:
    """As many whole words of `text` as fit into `cells`, with `mark` where it goes on."""
    if get_cwidth(text) <= cells:
        return text
    first, *_ = wrapped(text, max(1, cells - get_cwidth(mark))) or [""]
    return cut_text(first.rstrip(";:,·. ") + mark, cells)


def ranked(said: str) -> list[tuple[int, str]]:
    """The entries of a list of keys, numbered from 1 in the order in which they matter."""
    return list(enumerate(said.split(SEPARATOR), 1))


def fitting(entries: Sequence[tuple[int, str]], cells: int) -> str:
    """As many whole `entries` as fit, those of the least rank first, in the order given."""
    kept: set[int] = set()
    said = ""
    for place, _ in sorted(enumerate(entries), key=lambda entry: entry[1][0]):
        longer = SEPARATOR.join(t for n, (_, t) in enumerate(entries) if n in kept | {place})
        if get_cwidth(longer) <= cells:
            kept.add(place)
            said = longer
    return said


def fit(line: Iterable[Span], cells: int) -> Line:
    """`line` in exactly `cells` cells: cut, or padded on the right.

    The last gate before the terminal: what can't be printed is made harmless here too.
    """
    made: Line = []
    room = cells
    for style, text in line:
        shown = text if text.isprintable() else harmless(text)
        taken = len(shown) if shown.isascii() else get_cwidth(shown)
        if taken > room:
            shown = cut_text(shown, room)
            taken = get_cwidth(shown)
        if shown:
            made.append((style, shown))
            room -= taken
    if room > 0:
        made.append(("", " " * room))
    return made


def ascii_only(line: Iterable[Span]) -> Line:
    """`line` for a terminal without UTF-8: the dot that separates words becomes a dash.

    Text from elsewhere is ASCII already (Look.clean), so no width changes here.
    """
    return [
        (style, text.replace("·", "-").encode("ascii", "replace").decode()) for style, text in line
    ]


def centred(line: Sequence[Span], cells: int) -> Line:
    """`line` in the middle of `cells` cells."""
    left = max(0, (cells - width(line)) // 2)
    return fit([("", " " * left), *line], cells)


def ends(left: Sequence[Span], right: Sequence[Span], cells: int) -> Line:
    """`left` and `right` at the two ends of a line, a blank between; `left` gives way."""
    room = max(0, cells - width(right) - 1)
    return fit([*fit(left, room), ("", " "), *right], cells)


def columns(parts: Sequence[tuple[Sequence[Span], int]]) -> Line:
    """Several lines side by side, each fitted into its cells."""
    return [span for line, cells in parts for span in fit(line, cells)]


def framed(line: Sequence[Span], cells: int, lines: Lines) -> Line:
    """`line` between two borders, `cells` wide in all."""
    edge = ("class:frame", lines.down)
    return [edge, *fit(line, cells - 2), edge]


def rule(cells: int, lines: Lines, place: str) -> Line:
    """A border across: `place` is `top`, `middle` or `bottom`."""
    ends_of = {"top": lines.corners[:2], "middle": lines.joins, "bottom": lines.corners[2:]}
    edges = ends_of[place]
    return [("class:frame", edges[0] + lines.across * (cells - 2) + edges[1])]


def wrapped(text: str, cells: int) -> list[str]:
    """`text` broken at blanks into lines of at most `cells`; a longer word is cut."""
    made: list[str] = []
    current = ""
    for word in text.split():
        longer = f"{current} {word}" if current else word
        if get_cwidth(longer) <= cells:
            current = longer
            continue
        if current:
            made.append(current)
        current = cut_text(word, cells)
    return [*made, current] if current else made


def to_height(lines: list[Line], height: int, cells: int) -> list[Line]:
    """`lines` cut or filled with blank lines to `height`."""
    blank: Line = [("", " " * cells)]
    return lines[:height] + [blank] * (height - len(lines))
