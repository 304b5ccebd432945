"""What `list` and `stats` print: rows of text, and the same as JSON.

What lives here: the wording of rows. What must not: reading, computing.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Final

from cardprotocol.text import harmless
from cardreplay.archive import Summary
from cardserver.ratings import Standing

_BARS: Final = "▁▂▃▄▅▆▇█"
_ASCII_BARS: Final = ".:-=+*#@"
_BUCKET_MS: Final = 50
_BUCKETS: Final = 24  # up to 1.2 s, as the client's own histogram; what is slower is in the last


def match_rows(found: Sequence[Summary]) -> list[str]:
    """A line for each match, under a heading."""
    head = ("match", "begun", "game", "table", "acts", "lost")
    return columns([head, *(_match_row(summary) for summary in found)])


def _match_row(summary: Summary) -> tuple[str, ...]:
    begun = time.strftime("%Y-%m-%d %H:%M", time.localtime(summary.at_ms / 1000))
    return (
        summary.match_id,
        begun,
        summary.game,
        harmless(summary.table),
        str(summary.acts),
        _ending(summary),
    )


def _ending(summary: Summary) -> str:
    if summary.outcome is None:
        return "(being played)"
    if summary.losers:
        return ", ".join(harmless(name) for name in summary.losers)
    return f"({harmless(summary.outcome.reason)})"


def match_json(summary: Summary) -> dict[str, object]:
    """One match for programs."""
    outcome = summary.outcome
    return {
        "match": summary.match_id,
        "begun_ms": summary.at_ms,
        "game": summary.game,
        "table": summary.table,
        "players": list(summary.names),
        "acts": summary.acts,
        "reason": None if outcome is None else outcome.reason,
        "losers": list(summary.losers),
    }


def standing_rows(standings: Sequence[Standing], *, ascii_only: bool) -> list[str]:
    """A leaderboard: a line for each player, with the histogram of its reactions."""
    raced = any(standing.reactions for standing in standings)
    head: tuple[str, ...] = ("", "name", "matches", "lost", "rating")
    if raced:
        head = (*head, "won", "of shared", "median", "best", "0 to 1.2 s")
    rows = [
        _standing_row(place, standing, raced=raced, ascii_only=ascii_only)
        for place, standing in enumerate(standings, start=1)
    ]
    return columns([head, *rows])


def _standing_row(
    place: int, standing: Standing, *, raced: bool, ascii_only: bool
) -> tuple[str, ...]:
    line = standing.line()
    name = harmless(line.name) + (" (bot)" if line.bot else "")
    row = (str(place), name, str(line.matches), str(line.losses), f"{line.rating / 100:.2f}")
    if not raced:
        return row
    bars = histogram(standing.reactions, _ASCII_BARS if ascii_only else _BARS)
    return (
        *row,
        str(line.races_won),
        str(line.races),
        _ms(line.median_us),
        _ms(line.best_us),
        bars,
    )


def _ms(span_us: int | None) -> str:
    return "" if span_us is None else f"{span_us // 1000} ms"


def standing_json(standing: Standing) -> dict[str, object]:
    """One standing for programs; reactions as counts by whole milliseconds."""
    line = standing.line()
    return {
        "name": line.name,
        "bot": line.bot,
        "matches": line.matches,
        "losses": line.losses,
        "rating": line.rating / 100,
        "races_contested": line.races,
        "races_won": line.races_won,
        "median_us": line.median_us,
        "best_us": line.best_us,
        "reactions_ms": {str(ms): standing.reactions[ms] for ms in sorted(standing.reactions)},
    }


def histogram(reactions: Mapping[int, int], bars: str) -> str:
    """Counts by millisecond as one character per 50 ms; the least count still shows."""
    counts = [0] * _BUCKETS
    for ms, count in reactions.items():
        counts[min(_BUCKETS - 1, ms // _BUCKET_MS)] += count
    most = max(counts) or 1
    return "".join(" " if n == 0 else bars[(n * len(bars) - 1) // most] for n in counts)


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as text, each column as wide as its widest cell."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.ljust(size) for cell, size in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
