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

_WIDTHS: Final = (6, 20, 9, 9, 8, 13, 12)  # place, name, matches, lost, rating, races, median


def lines(stage: Stage, cells: int, height: int) -> list[Line]:
    """One page of the leaderboard, best first."""
    t, scores = stage.look.texts.t, stage.model.scores
    if scores is None:
        return [[], fit([("class:dim", "  " + t("asking for the scores"))], cells)]
    title = t("{game}: results, best rating first").format(
        game=stage.look.clean(game_title(scores.game, stage.look.texts))
    )
    head = (
        t("place"),
        t("name"),
        t("matches"),
        t("lost"),
        t("rating"),
        t("races won"),
        t("median"),
    )
    made = [fit([("class:title", f" {title}")], cells), [], _row(head, cells, "class:dim")]
    if not scores.scores:
        made.append(fit([("", "   " + t("Nobody has finished a match yet."))], cells))
    for place, line in enumerate(scores.scores[: height - 5]):
        mine = "class:you" if line.name == stage.model.name else ""
        made.append(_row(score_words(stage, place + 1, line), cells, mine))
    if scores.pages > 1:
        said = t("page {n} of {all}").format(n=scores.page + 1, all=scores.pages)
        made.append(fit([("class:dim", f"   {said}")], cells))
    return made


def score_words(stage: Stage, place: int, line: ScoreLine) -> tuple[str, ...]:
    """One player's row, cell by cell."""
    median = "" if line.median_us is None else stage.look.ms(milliseconds(line.median_us))
    races = f"{line.races_won}/{line.races}" if line.races else ""
    return (
        str(place),
        stage.look.clean(line.name),
        str(line.matches),
        str(line.losses),
        f"{line.rating / 100:.2f}",
        races,
        median,
    )


def _row(texts: Sequence[str], cells: int, style: str) -> Line:
    parts = [([(style, text)], width) for text, width in zip(texts, _WIDTHS, strict=True)]
    return fit([("", " "), *columns(parts)], cells)
