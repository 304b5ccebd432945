"""What the last bout of Durak came to: the log between two bouts, gathered.

What lives here: LastBout, found in the log, and its words in shorter and shorter forms. What must
not: layout; single events (durak_words.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cardclient.records import Logged
from cardclient.theme import Look
from cardclient.who import Who
from cardprotocol.games import durak


@dataclass(frozen=True, slots=True)
class LastBout:
    """How a bout ended and what was drawn after it; `line` is the log's of its end."""

    line: Logged
    ended: durak.BoutEnded
    drawn: tuple[durak.Drew, ...]


def last_bout(log: Sequence[Logged]) -> LastBout | None:
    """The last bout of this match that ended; None in the first one."""
    drawn: list[durak.Drew] = []
    for line in reversed(log):
        match line.what:
            case durak.Drew() as event:
                drawn.append(event)
            case durak.BoutEnded() as ended:
                return LastBout(line, ended, tuple(reversed(drawn)))
            case durak.Dealt():
                return None
            case _:
                pass
    return None


def last_bout_forms(bout: LastBout, look: Look) -> Iterator[tuple[str, ...]]:
    """The bout's end and the draws in words, the fullest first: all, no cards, no draws."""
    who = Who(look, bout.line.names, bout.line.seat)
    short, draws = _end(bout.ended, who), _draws(bout.drawn, who)
    yield tuple(filter(None, (f"{short}: {who.cards(bout.ended.cards)}", draws)))
    yield tuple(filter(None, (short, draws)))
    yield (short,)


def _end(ended: durak.BoutEnded, who: Who) -> str:
    texts, number = who.look.texts, len(ended.cards)
    if ended.taken:
        said = texts.tn("last bout: {who} took {n} card", "last bout: {who} took {n} cards", number)
        return said.format(who=who.name(ended.defender), n=number)
    said = texts.tn(
        "last bout: beaten off, {n} card discarded",
        "last bout: beaten off, {n} cards discarded",
        number,
    )
    return said.format(n=number)


def _draws(drawn: Sequence[durak.Drew], who: Who) -> str:
    """Who drew how many; one's own by their faces."""
    if not drawn:
        return ""
    parts = [f"{who.name(e.seat)} {who.cards(e.cards) if e.cards else e.count}" for e in drawn]
    return who.look.texts.t("drawn: {what}").format(what=", ".join(parts))
