"""The leaderboard of a game: the night's table of results.

What lives here: its lines. What must not: computing a rating (the server does).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardclient.screen.games import game_title
from cardclient.screen.paint import Line, columns, fit
from cardclient.screen.seats import Stage
from cardclient.who import milliseconds
from cardprotocol.messages.parts import ScoreLine
from cardprotocol.messages.to_client import Scores

_WIDTHS: Final = (6, 23, 10, 9, 11, 9, 9)  # as in `headings`; each with a blank behind it


def headings(stage: Stage) -> tuple[str, ...]:
    """What each cell of `score_words` is."""
    t = stage.look.texts.t
    return (t("place"), t("name"), t("lost"), t("rating"), t("won/shared"), t("median"), t("best"))


def lines(stage: Stage, cells: int, height: int) -> list[Line]:
    """One page of the leaderboard, best first."""
    t, scores = stage.look.texts.t, stage.model.scores
    if scores is None:
        return [[], fit([("class:dim", "  " + t("asking for the scores"))], cells)]
    title = title_words(stage, scores)
    made = [
        fit([("class:title", f" {title}")], cells),
        [],
        _row(headings(stage), cells, "class:dim"),
    ]
    if not scores.scores:
        made.append(fit([("", "   " + t("Nobody has finished a match yet."))], cells))
    for place, line in placed(scores)[: height - 5]:
        mine = "class:you" if line.name == stage.model.name else ""
        made.append(_row(score_words(stage, place, line), cells, mine))
    if scores.pages > 1:
        made.append(fit([("class:dim", f"   {page_words(stage, scores)}")], cells))
    return made


def title_words(stage: Stage, scores: Scores) -> str:
    """Whose results these are."""
    game = stage.look.clean(game_title(scores.game, stage.look.texts))
    return stage.look.texts.t("{game}: all matches, best rating first").format(game=game)


def page_words(stage: Stage, scores: Scores) -> str:
    """Which page this is, of how many."""
    said = stage.look.texts.t("page {n} of {all}")
    return said.format(n=scores.page + 1, all=scores.pages)


def placed(scores: Scores) -> list[tuple[int, ScoreLine]]:
    """The page's lines with their places, counted on from the pages before."""
    return list(enumerate(scores.scores, scores.above + 1))


def score_words(stage: Stage, place: int, line: ScoreLine) -> tuple[str, ...]:
    """One player's row, cell by cell."""
    name, bot = stage.look.clean(line.name), stage.look.texts.t("bot")
    return (
        str(place),
        f"{name} ({bot})" if line.bot else name,
        f"{line.losses}/{line.matches}",
        f"{line.rating / 100:.2f}",
        f"{line.races_won}/{line.races}" if line.races else "",
        _span(stage, line.median_us),
        _span(stage, line.best_us),
    )


def _span(stage: Stage, span_us: int | None) -> str:
    return "" if span_us is None else stage.look.ms(milliseconds(span_us))


def _row(texts: Sequence[str], cells: int, style: str) -> Line:
    parts = [([(style, text)], width) for text, width in zip(texts, _WIDTHS, strict=True)]
    return fit([("", " "), *columns(parts)], cells)
