"""The whole screen: which parts stand where, at any size from 80x24 upwards.

What lives here: composition and the lines every screen has (title with the
honest latency, message line, keys). What must not: what a part looks like.
"""

from __future__ import annotations

from typing import Final

from cardclient.controls import LEAVE_AGAIN_US
from cardclient.link_words import server_words
from cardclient.records import Hint
from cardclient.refusal_words import hint_sentence, refusal_words
from cardclient.screen import form, help, lobby, log, races, scores, seating, summary
from cardclient.screen.games import game_title, screen_of
from cardclient.screen.latency import corner
from cardclient.screen.paint import (
    Line,
    Span,
    ascii_only,
    ends,
    fit,
    framed,
    rule,
    to_height,
    width,
    wrapped,
)
from cardclient.screen.seats import Stage
from cardclient.ui import Panel, Ui

LEAST_WIDTH: Final = 80
LEAST_HEIGHT: Final = 24
# From this width on the log has a column of its own, and the table keeps its 80 cells.
WIDE: Final = 112
# What is said of a key stays until it has been read: races take a second, and the next key has its
# own answer. A refusal tells more, and may be an answer to something that took typing.
HINT_US: Final = 2_000_000
REFUSAL_US: Final = 4_000_000
# The last line of these is their own until something is said of a key.
_WHOLE: Final = (Panel.HELP, Panel.RACES, Panel.SCORES)


def draw(stage: Stage, ui: Ui, width: int, height: int) -> list[Line]:
    """The screen as `height` lines of `width` cells; below 80x24 it says what it needs."""
    lines = _draw(stage, ui, width, height)
    return [ascii_only(line) for line in lines] if stage.look.ascii else lines


def _draw(stage: Stage, ui: Ui, width: int, height: int) -> list[Line]:
    if width < LEAST_WIDTH or height < LEAST_HEIGHT:
        return _too_small(stage, width, height)
    if width < WIDE:
        return _stack(stage, ui, width, height, log.Part.ALL)
    main = _stack(stage, ui, LEAST_WIDTH, height, log.Part.TALK)
    side = _side(stage, width - LEAST_WIDTH, height)
    return [[*left, *right] for left, right in zip(main, side, strict=True)]


def _too_small(stage: Stage, width: int, height: int) -> list[Line]:
    said = stage.look.texts.t("This needs a window of {w}x{h} cells; now it is {x}x{y}.").format(
        w=LEAST_WIDTH, h=LEAST_HEIGHT, x=width, y=height
    )
    lines: list[Line] = [fit([("", text)], width) for text in wrapped(said, max(1, width))]
    return to_height(lines, height, width)


def _side(stage: Stage, cells: int, height: int) -> list[Line]:
    """The log in a column of its own."""
    lines = stage.look.lines
    head = fit([("class:dim", " " + stage.look.texts.t("what happened"))], cells)
    inside = to_height(
        log.newest(stage, height - 4, cells - 2, log.Part.EVENTS), height - 4, cells - 2
    )
    return [
        head,
        rule(cells, lines, "top"),
        *(framed(line, cells, lines) for line in inside),
        rule(cells, lines, "bottom"),
        fit([], cells),
    ]


def _stack(stage: Stage, ui: Ui, cells: int, height: int, part: log.Part) -> list[Line]:
    """Title, framed middle, keys; `part` of the log has its place here."""
    middle = _panel(stage, ui, cells - 2, height - 4)
    lines = stage.look.lines
    if middle is None:
        framed_middle = _game(stage, ui, cells, height - 4, part)
    else:
        framed_middle = [framed(x, cells, lines) for x in to_height(middle, height - 4, cells - 2)]
    return [
        _title(stage, cells),
        rule(cells, lines, "top"),
        *framed_middle,
        rule(cells, lines, "bottom"),
        _foot(stage, ui, cells),
    ]


def _panel(stage: Stage, ui: Ui, cells: int, height: int) -> list[Line] | None:
    """What fills the frame instead of the cards; None for the cards."""
    lines = _panel_lines(stage, ui, cells, height)
    typing = ui.typing is not None
    if lines is None or (ui.panel in _WHOLE and not typing and not _pressed(stage)):
        return lines
    said = message(stage, cells, ui if typing else None)
    return [*to_height(lines, height - 1, cells), said]


def _pressed(stage: Stage) -> bool:
    """Whether something is said of a key; a late card is told with its race, which F2 shows."""
    note = stage.model.hint
    late = note is not None and note.hint in (Hint.LATE, Hint.LATE_NOT_HELD)
    return not late and _spoken(stage) is not None


def _panel_lines(stage: Stage, ui: Ui, cells: int, height: int) -> list[Line] | None:
    room = height - 1
    match ui.panel:
        case Panel.HELP:
            return help.lines(stage, ui.page, cells, height)
        case Panel.RACES:
            return races.lines(stage, ui, cells, height)
        case Panel.SCORES:
            return scores.lines(stage, cells, height)
        case Panel.CREATE if ui.form is not None:
            return form.lines(stage, ui.form, cells, room)
        case Panel.TABLE if stage.model.table is not None:
            return seating.lines(stage, ui.row, cells, room)
        case _ if stage.model.table is None:
            return lobby.lines(stage, ui.row, cells, room)
        case _:
            return None


def _game(stage: Stage, ui: Ui, cells: int, height: int, part: log.Part) -> list[Line]:
    """Table, hand, message and log, in a frame with two joints."""
    view, lines, inner = stage.model.game, stage.look.lines, cells - 2
    hand: list[Line] = []
    if view is not None and stage.model.playing:
        screen = screen_of(view)
        upper = screen.table(stage, view, inner)
        hand = screen.hand(stage, view, ui, inner)[: max(2, height - 17)]
    elif stage.model.record.outcome is not None:
        upper = summary.lines(stage, inner, 13)
    else:
        upper = seating.lines(stage, -1, inner, 13)
    room = height - 13 - 1 - len(hand) - 1 - 1
    parts: list[Line] = [framed(line, cells, lines) for line in to_height(upper, 13, inner)]
    parts.append(rule(cells, lines, "middle"))
    parts += [framed(line, cells, lines) for line in [*hand, message(stage, inner, ui)]]
    parts.append(rule(cells, lines, "middle"))
    told = to_height(log.newest(stage, room, inner, part), room, inner)
    return [*parts, *(framed(line, cells, lines) for line in told)]


def message(stage: Stage, cells: int, ui: Ui | None = None) -> Line:
    """The line about this player: the chat being typed, a refusal, a hint, the own state."""
    model, look = stage.model, stage.look
    if ui is not None and ui.typing is not None:
        said = look.texts.t("say: {text}").format(text=look.clean(ui.typing))
        return fit([("class:you", f" {said}_")], cells)
    own = _own_state(stage)
    spoken = _spoken(stage)
    if spoken is None and ui is not None and model.game is not None and model.playing:
        spoken = ("class:you", screen_of(model.game).choices(stage, model.game, ui))
    if spoken is None and model.table is not None and not model.playing:
        spoken = _readiness(stage)
    gap: list[Span] = [("", "  ")] if own else []
    return fit([("", " "), *own, *gap, *([spoken] if spoken else [])], cells)


def _own_state(stage: Stage) -> Line:
    model = stage.model
    if model.game is None or not model.playing:
        return []
    return screen_of(model.game).own_state(stage, model.game)


def _spoken(stage: Stage) -> Span | None:
    """The latest answer to a key of this player's, while it is fresh."""
    model, now_us = stage.model, stage.now_us
    asked = model.hint is not None and model.hint.hint is Hint.LEAVE_AGAIN
    stays_us = LEAVE_AGAIN_US if asked else HINT_US  # as long as the question may be answered
    if model.hint is not None and now_us - model.hinted_at_us < stays_us:
        return ("class:warn", hint_sentence(model.hint, stage.look))
    if model.refusal is not None and now_us - model.refused_at_us < REFUSAL_US:
        return ("class:bad", refusal_words(model.refusal, stage.look))
    return None


def _readiness(stage: Stage) -> Span | None:
    t, me, table = stage.look.texts.t, stage.model.my_seat, stage.model.table
    if me is None or table is None:
        return ("class:dim", t("spectator"))
    missing = table.least_seats - len(table.seats)
    if missing > 0:
        return ("class:warn", t("waiting for {n} more to sit down").format(n=missing))
    if me.ready:
        return ("class:good", t("ready: waiting for the others (Enter: not yet)"))
    return ("class:you", t("Enter: ready"))


def _title(stage: Stage, cells: int) -> Line:
    model, look = stage.model, stage.look
    parts: list[str] = []
    facts: list[str] = []
    if model.table is not None:
        parts = [game_title(model.table.game, look.texts), look.clean(model.table.table)]
    if model.game is not None and model.playing:
        facts = screen_of(model.game).title(stage, model.game).split(" · ")
    elif model.table is None:
        parts = ["Perekur", look.texts.t("lobby"), look.clean(model.name)]
        facts = [server_words(model, look)]
    right: Line = [*corner(stage), ("", " ")]
    said = " " + " · ".join(part for part in parts if part)
    for fact in filter(None, facts):  # whole or not at all: half of one reads as part of the corner
        longer = f"{said} · {fact}"
        if width([("", longer)]) >= cells - width(right):
            break
        said = longer
    return ends([("class:title", said)], right, cells)


def _foot(stage: Stage, ui: Ui, cells: int) -> Line:
    """The keys of what is on the screen."""
    return fit([("class:keys", f" {_keys(stage, ui)}")], cells)


def _keys(stage: Stage, ui: Ui) -> str:
    t, model = stage.look.texts.t, stage.model
    if ui.typing is not None:
        return t("Enter says it · an empty line says nothing")
    panels = {
        Panel.CREATE: t("up/down choose · left/right change · Enter done · F6 back"),
        Panel.HELP: t("F1 next page · Enter back"),
        Panel.RACES: t("up/down another race · F2 or Enter back"),
        Panel.SCORES: t("F5 next game · left/right page · Enter back"),
        Panel.TABLE: seating.keys(stage, ui.row),
    }
    if ui.panel in panels:
        return panels[ui.panel]
    if model.table is None:
        return t("up/down · Enter join · F4 watch · F5 scores · F6 new table · F1 help · F10 quit")
    if model.game is not None and model.in_play:
        return screen_of(model.game).keys(stage.look.texts)
    if model.playing or model.seat is None:
        return t("/ chat · F1 help · F2 races · F3 table · F10 quit")
    return t("Enter ready · / chat · F1 help · F2 races · F3 table · F10 quit")
