"""The referee's report, for people and for programs.

What lives here: results to text. What must not: finding them out.
"""

from __future__ import annotations

import json
from collections import Counter

from cardserver.referee.points import Result, Status

DOCUMENT = "docs/protocol.md"
_WORD_COLUMNS = 12  # the longest status, and a blank


def all_passed(results: tuple[Result, ...]) -> bool:
    """Whether nothing failed and everything was reached."""
    return all(result.status is Status.PASSED for result in results)


def as_text(results: tuple[Result, ...]) -> str:
    """One line a point, with what was wrong below it, and a sum."""
    lines = [line for result in results for line in _lines(result)]
    counts = Counter(result.status for result in results)
    summed = ", ".join(f"{counts[status]} {status.value}" for status in Status)
    return "\n".join([*lines, "", f"{summed}. Sections are those of {DOCUMENT}."])


def _lines(result: Result) -> list[str]:
    point = result.point
    word = result.status.value
    if result.status is Status.FAILED:
        word = word.upper()
    lines = [f"{word:<{_WORD_COLUMNS}}{point.title}  ({point.section})"]
    if result.why:
        lines.append(" " * _WORD_COLUMNS + result.why)
    return lines


def as_json(results: tuple[Result, ...]) -> str:
    """One object: `passed`, and `points` in the order of the text."""
    points = [
        {
            "point": result.point.name.lower(),
            "section": result.point.section,
            "title": result.point.title,
            "status": result.status.value,
            "why": result.why,
        }
        for result in results
    ]
    return json.dumps({"passed": all_passed(results), "points": points}, indent=2)
