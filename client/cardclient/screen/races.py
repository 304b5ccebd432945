"""F2: the last races as bars on one time axis, one of them with all its evidence.

What lives here: the list with its bars, and which part of it is shown. What
must not: judging; all figures come with the verdict, and anybody can check
them. The evidence of the chosen race is in evidence.py.
"""

from __future__ import annotations

from typing import Final

from cardclient.certainty import unbelieved_us
from cardclient.evidence_words import no_race_words, race_heading
from cardclient.past_races import told
from cardclient.records import JudgedRace, Seat
from cardclient.screen import evidence
from cardclient.screen.paint import Line, fit, to_height, width
from cardclient.screen.seats import Stage
from cardclient.ui import Ui, chosen_race
from cardclient.verdict_words import belief_words, closing_words, lock_words, ordered
from cardclient.who import Who
from cardprotocol.messages.parts import ClaimEvidence

_NAME: Final = 11
_EVIDENCE: Final = 42
# Somebody thought: such a bar ends at the edge, or all others would be a cell each. The chosen race
# is shown whole.
_LONG_US: Final = 2_000_000
_STEPS_MS: Final = (50, 100, 200, 250, 500, 1000, 2000, 5000)


def lines(stage: Stage, ui: Ui, cells: int, height: int) -> list[Line]:
    """As many races as fit, the newest on top, all on one axis; below, the evidence of one."""
    judged = told(stage.model.races)
    if not judged:
        return [[], fit([("class:dim", "  " + no_race_words(stage.model, stage.look))], cells)]
    chosen = judged[chosen_race(ui, judged)]
    below = evidence.lines(stage, chosen, cells)
    room = height - len(below) - 1
    shown = _shown(judged, chosen, room)
    bar = cells - _NAME - _EVIDENCE - 3
    usual = [most_us for most_us in map(_most_us, shown) if most_us <= _LONG_US]
    span_us = _axis_span_us(max([_most_us(chosen), *usual]))
    made: list[Line] = []
    for race in shown:
        made += _race(stage, race, race is chosen, (bar, span_us, cells))
    return [*to_height(made, room, cells), _axis(stage, bar, span_us, cells), *below]


def _shown(judged: list[JudgedRace], chosen: JudgedRace, room: int) -> list[JudgedRace]:
    """The races in `room` lines: from the newest, or so far down that the chosen one is there."""
    first = 0
    place = judged.index(chosen)
    while first < place and sum(map(_height, judged[first : place + 1])) > room:
        first += 1
    shown = [judged[first]]
    for race in judged[first + 1 :]:
        if sum(map(_height, [*shown, race])) > room:
            break
        shown.append(race)
    return shown


def _height(race: JudgedRace) -> int:
    own = race.late is not None
    return 2 + len(race.verdict.claims) + own + len(race.verdict.locks)


def _most_us(race: JudgedRace) -> int:
    own_us = 0 if race.late is None else race.late.reaction_us
    return max([own_us, *(max(c.judged_us, _arrival_us(c)) for c in race.verdict.claims)])


def _arrival_us(claim: ClaimEvidence) -> int:
    """When the claim was at the server, on the bars' axis: from the card on that screen."""
    return claim.arrived_us - claim.late_us


def _axis_span_us(most_us: int) -> int:
    """The least round span that holds `most_us`."""
    return next((s * 1000 for s in _STEPS_MS if s * 1000 >= most_us), most_us)


def _race(
    stage: Stage, race: JudgedRace, chosen: bool, measures: tuple[int, int, int]
) -> list[Line]:
    cells = measures[-1]
    who = Who(stage.look, stage.model.names, stage.model.seat)
    made: list[Line] = [_heading(stage, race, chosen, cells)]
    for claim in ordered(race.verdict):
        drawn = _drawn(stage, claim, measures)
        said = belief_words(claim, stage.look)
        made.append(_row(stage, who, claim.seat, claim.judged_us, (drawn, said), cells))
    if race.late is not None and who.seat is not None:
        at_us = race.late.reaction_us
        tip: Line = [("class:big", stage.look.lines.tip)]
        drawn = [("class:dim", stage.look.lines.bar * _place(at_us, measures)), *tip]
        said = stage.look.texts.t("after the close, not judged")
        fitted = fit(drawn, measures[0])
        made.append(_row(stage, who, who.seat, at_us, (fitted, said), cells))
    for lock in race.verdict.locks:
        made.append(fit([("class:warn", f"   {lock_words(lock, who)}")], cells))
    return [*made, fit([], cells)]


def _heading(stage: Stage, race: JudgedRace, chosen: bool, cells: int) -> Line:
    """Its parts whole or not at all; why the chosen one closed is said below."""
    first, *parts = race_heading(race, stage.look)
    parts += [] if chosen else [closing_words(race.verdict, stage.look)]
    said = f" {'>' if chosen else ' '} {first}"
    for part in parts:
        if width([("", f"{said}, {part}")]) > cells:
            break
        said = f"{said}, {part}"
    return fit([("class:title", said)], cells)


def _place(at_us: int, measures: tuple[int, int, int]) -> int:
    """The cell of a moment on the bars' axis."""
    bar, span_us, _ = measures
    return min(bar - 1, max(0, at_us * bar // max(1, span_us)))


def _drawn(stage: Stage, claim: ClaimEvidence, measures: tuple[int, int, int]) -> Line:
    """The bar: reported, what was not believed of it, judged, and the arrival if it is apart."""
    chars = stage.look.lines
    judged, arrived = _place(claim.judged_us, measures), _place(_arrival_us(claim), measures)
    reported = judged
    if unbelieved_us(claim):
        reported = min(judged, _place(claim.reaction_us, measures))
    gap = arrived - judged - 1
    line: Line = [
        ("class:dim", chars.bar * reported),
        ("class:warn", chars.doubt * (judged - reported)),
        ("class:big", chars.tip),
    ]
    if gap >= 0:
        line += [("", " " * gap), ("class:dim", chars.arrival)]
    return fit(line, measures[0])


def _row(
    stage: Stage, who: Who, seat: Seat, at_us: int, drawn: tuple[Line, str], cells: int
) -> Line:
    """One seat's time: its name, its bar, the figure and what is said of it."""
    bar, said = drawn
    name = fit([("class:you" if seat == who.seat else "", f" {who.name(seat)}")], _NAME)
    time = stage.look.ms(f"{at_us / 1000:.1f}")
    shown: Line = [*name, ("class:frame", stage.look.lines.down), *bar, ("", f" {time}  {said}")]
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
    arrival = stage.look.lines.arrival
    said = stage.look.texts.t("card to key; {mark} arrived").format(mark=arrival)
    if width([*line, ("", said)]) + 3 < cells:
        line.append(("class:dim", f"   {said}"))
    return fit(line, cells)
