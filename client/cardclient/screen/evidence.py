"""The evidence of one race as a table: everything its verdict carries, and what it means.

What lives here: the part of F2 below the bars. What must not: choosing a race
(races.py), words that the line mode says too (evidence_words.py).
"""

from __future__ import annotations

from typing import Final

from cardclient.certainty import certainty
from cardclient.evidence_words import clock_words, exact, race_heading, sureness_words
from cardclient.records import JudgedRace
from cardclient.screen.paint import Line, columns, fit, wrapped
from cardclient.screen.seats import Stage
from cardclient.theme import Look
from cardclient.verdict_words import closing_words, ordered
from cardclient.who import Who
from cardprotocol.messages.parts import ClaimEvidence

# Cells of the columns: who, reaction, judged, shown, arrived, credit, clock.
_WIDTHS: Final = (12, 10, 12, 10, 10, 15, 9)


def lines(stage: Stage, race: JudgedRace, cells: int) -> list[Line]:
    """A claim a line under a head, how sure the order is, and what the columns mean."""
    look, who = stage.look, Who(stage.look, stage.model.names, stage.model.seat)
    number = race_heading(race, look)[0]
    made = [_row((number, *_titles(look)), "class:dim", cells)]
    for claim in ordered(race.verdict):
        style = "class:you" if claim.seat == who.seat else ""
        made.append(_row((who.name(claim.seat), *_figures(claim, look)), style, cells))
    closing = closing_words(race.verdict, look)
    closed = f"{closing[:1].upper()}{closing[1:]}. {sureness_words(race.verdict, who)}"
    made += _said(closed, "" if certainty(race.verdict).sure else "class:warn", cells)
    legend = look.texts.t(
        "In ms; shown and arrived after the show time. Credit: delay believed / at most."
        " Clock: the server's error about it. More on F1."
    )
    return [*made, *_said(legend, "class:dim", cells)]


def _titles(look: Look) -> tuple[str, ...]:
    tp = look.texts.tp
    return (
        tp("column, 9 cells", "reaction"),
        tp("column, 11 cells", "judged"),
        tp("column, 9 cells", "shown"),
        tp("column, 9 cells", "arrived"),
        tp("column, 13 cells", "credit"),
        tp("column, 8 cells", "clock"),
    )


def _figures(claim: ClaimEvidence, look: Look) -> tuple[str, ...]:
    return (
        exact(claim.reaction_us),
        exact(claim.judged_us),
        f"{claim.late_us / 1000:+.1f}",
        exact(claim.arrived_us),
        "-"
        if claim.drawn  # entered at its drawn moment, however it came
        else f"{exact(max(0, claim.credit_us))} / {exact(claim.allowed_us)}",
        clock_words(claim, look),
    )


def _row(texts: tuple[str, ...], style: str, cells: int) -> Line:
    parts = [([(style, f" {text}")], cell) for text, cell in zip(texts, _WIDTHS, strict=True)]
    return fit(columns(parts), cells)


def _said(text: str, style: str, cells: int) -> list[Line]:
    return [fit([(style, f" {part}")], cells) for part in wrapped(text, cells - 2)]
