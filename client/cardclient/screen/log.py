"""The log: what happened and what was said, newest last.

What lives here: choosing and breaking the lines. What must not: sentences.
"""

from __future__ import annotations

import enum

from cardclient.records import JudgedRace, Logged, Noted
from cardclient.refusal_words import refusal_words
from cardclient.screen.paint import Line, fit, wrapped
from cardclient.screen.seats import Stage
from cardclient.sentences import sentence
from cardclient.verdict_words import lock_words
from cardclient.who import Who
from cardprotocol.messages.to_client import Error, Said


class Part(enum.Enum):
    """Which lines of the log: where there is room, talk has a place of its own."""

    ALL = "all"
    EVENTS = "events"
    TALK = "talk"

    def has(self, entry: Logged) -> bool:
        """Whether `entry` belongs to this part."""
        return self is Part.ALL or isinstance(entry.what, Said) is (self is Part.TALK)


def newest(stage: Stage, height: int, cells: int, part: Part = Part.ALL) -> list[Line]:
    """The newest lines of the log in `height` lines of `cells`, the last one lowest."""
    made: list[Line] = []
    for entry in filter(part.has, reversed(stage.model.log)):
        if len(made) >= height:
            break
        made = [*_lines(stage, entry, cells), *made]
    return made[-height:] if height else []


def _lines(stage: Stage, entry: Logged, cells: int) -> list[Line]:
    text = _text(stage, entry)
    if not text:
        return []
    stamp = stage.look.time_of_day(entry.at_us)
    style = _style(entry)
    first, *rest = wrapped(f"{stamp} {text}" if stamp else text, cells - 2) or [""]
    return [fit([(style, f" {first}")], cells), *(fit([(style, f"   {r}")], cells) for r in rest)]


def _text(stage: Stage, entry: Logged) -> str:
    """The sentence without a code; of a verdict only the faults: the rest is shown elsewhere."""
    if isinstance(entry.what, Error):
        return refusal_words(entry.what, stage.look)
    if isinstance(entry.what, JudgedRace):
        who = Who(stage.look, entry.names, entry.seat)
        # Of an own fault the refusal has told already.
        locks = [lock for lock in entry.what.verdict.locks if lock.seat != entry.seat]
        return " · ".join(lock_words(lock, who) for lock in locks)
    return sentence(entry, stage.look)


def _style(entry: Logged) -> str:
    match entry.what:
        case Said():
            return "class:title"
        case Error():
            return "class:bad"
        case JudgedRace() | Noted():
            return "class:warn"
        case _:
            return ""
