"""F2: the last races as bars on one time axis, with the evidence in words.

What lives here: its lines. What must not: judging; all figures come with the
verdict, and anybody can check them.
"""

from __future__ import annotations

from typing import Final

from cardclient.records import JudgedRace, Seat
from cardclient.screen.paint import Line, fit, width
from cardclient.screen.seats import Stage
from cardclient.verdict_words import belief_words, closing_words, lock_words, ordered
from cardclient.who import Who, milliseconds

_NAME: Final = 11
_EVIDENCE: Final = 42
_STEPS_MS: Final = (50, 100, 200, 250, 500, 1000, 2000, 5000)


def lines(stage: Stage, cells: int, height: int) -> list[Line]:
    """As many races as fit, the newest on top, all on one axis."""
    t = stage.look.texts.t
    judged = [race for race in reversed(stage.model.races) if race.verdict.claims or race.late]
    if not judged:
        return [
            [],
            fit([("class:dim", "  " + t("No race has been judged in this match yet."))], cells),
        ]
    room = height - 3
    shown: list[JudgedRace] = []
    for race in judged:
        if room < _height(race):
            break
        shown.append(race)
        room -= _height(race)
    bar = cells - _NAME - _EVIDENCE - 3
    span_us = _axis_span_us(max((_most_us(race) for race in shown), default=0))
    made: list[Line] = []
    for race in shown:
        made += _race(stage, race, bar, span_us, cells)
    return [*made, _axis(stage, bar, span_us, cells)]


def _height(race: JudgedRace) -> int:
    own = race.late is not None
    return 2 + len(race.verdict.claims) + own + len(race.verdict.locks)


def _most_us(race: JudgedRace) -> int:
    own_us = 0 if race.late is None else race.late.reaction_us
    return max([own_us, *(claim.judged_us for claim in race.verdict.claims)])


def _axis_span_us(most_us: int) -> int:
    """The least round span that holds `most_us`."""
    return next((s * 1000 for s in _STEPS_MS if s * 1000 >= most_us), most_us)


def _race(stage: Stage, race: JudgedRace, bar: int, span_us: int, cells: int) -> list[Line]:
    look, verdict, t = stage.look, race.verdict, stage.look.texts.t
    who = Who(look, stage.model.names, stage.model.seat)
    parts = [t("race {n}").format(n=verdict.race)]
    if race.wanted:
        parts.append(t("wanted {rank}").format(rank=look.rank(race.wanted)))
    parts.append(closing_words(verdict, look))
    if verdict.margin_us is not None:
        parts.append(t("margin {ms} ms").format(ms=milliseconds(verdict.margin_us)))
    made: list[Line] = [fit([("class:title", " " + ", ".join(parts))], cells)]
    for claim in ordered(verdict):
        said = belief_words(claim, look)
        made.append(_bar(stage, who, claim.seat, claim.judged_us, said, (bar, span_us, cells)))
    if race.late is not None and who.seat is not None:
        said = t("after the close, not judged")
        at_us = race.late.reaction_us
        made.append(_bar(stage, who, who.seat, at_us, said, (bar, span_us, cells)))
    for lock in verdict.locks:
        made.append(fit([("class:warn", f"   {lock_words(lock, who)}")], cells))
    return [*made, fit([], cells)]


def _bar(
    stage: Stage, who: Who, seat: Seat, at_us: int, said: str, measures: tuple[int, int, int]
) -> Line:
    """One seat's reaction as a bar; `measures`: the bar's cells, the axis' span (µs), all cells."""
    bar, span_us, cells = measures
    lines_of = stage.look.lines
    place = min(bar - 1, max(0, at_us * bar // span_us))
    drawn = lines_of.bar * place + lines_of.tip
    name = fit([("class:you" if seat == who.seat else "", f" {who.name(seat)}")], _NAME)
    time = stage.look.ms(f"{at_us / 1000:.1f}")
    evidence = f" {time}  {said}"
    shown: Line = [
        *name,
        ("class:frame", lines_of.down),
        *fit([("class:dim", drawn[:-1]), ("class:big", drawn[-1:])], bar),
        ("", evidence),
    ]
    return fit(shown, cells)


def _axis(stage: Stage, bar: int, span_us: int, cells: int) -> Line:
    """0 to the span, in four steps."""
    text = ""
    for quarter in range(5):
        label = f"{span_us * quarter // 4000}"
        place = bar * quarter // 4
        text = text.ljust(place - (len(label) // 2 if quarter else 0)) + label
    head = " " * (_NAME + 1)
    line: Line = [("", head), ("class:dim", stage.look.ms(text))]
    late = stage.look.texts.t("reaction: from the card shown to the key")
    if width(line) + len(late) + 3 < cells:
        line.append(("class:dim", f"   {late}"))
    return fit(line, cells)
