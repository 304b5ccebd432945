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
from cardclient.screen import foot, form, help, lobby, log, races, scores, seating, summary
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
    tail_text,
    to_height,
    width,
    words_text,
    wrapped,
)
from cardclient.screen.seats import Stage
from cardclient.ui import Panel, Ui

LEAST_WIDTH: Final = 80
LEAST_HEIGHT: Final = 24
# From this width on the log has a column of its own, and the table keeps its 80 cells.
WIDE: Final = 112
# Lines of the table in every game; fewer where a game needs fewer and the hand more.
_TABLE: Final = 13
_JOINTS: Final = 3  # two rules and the line of messages
_GAP: Final = 2  # blanks at the least between the title and the corner
_LEAST_LOG: Final = 2
_ROOMY_LOG: Final = 10  # before a match, where the screen is high
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
        return _too_small(stage, ui, width, height)
    if width < WIDE:
        return _stack(stage, ui, width, height, log.Part.ALL)
    main = _stack(stage, ui, LEAST_WIDTH, height, log.Part.TALK)
    side = _side(stage, width - LEAST_WIDTH, height)
    return [[*left, *right] for left, right in zip(main, side, strict=True)]


def _too_small(stage: Stage, ui: Ui, width: int, height: int) -> list[Line]:
    """What matters most of a match, what the screen needs, and the two ways on without it."""
    said = stage.look.texts.t("This needs a window of {w}x{h} cells; now it is {x}x{y}.").format(
        w=LEAST_WIDTH, h=LEAST_HEIGHT, x=width, y=height
    )
    way_on = stage.look.texts.t("F10 leaves; cardclient --line needs no such window.")
    view, told = stage.model.game, list[str]()
    if view is not None and stage.model.playing:
        line = message(stage, 4 * LEAST_WIDTH, ui)
        told = [screen_of(view).middle(stage, view), "".join(text for _, text in line)]
    rows = [row for text in (*told, said, way_on) for row in wrapped(text, max(1, width))]
    lines: list[Line] = [fit([("", row)], width) for row in rows]
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
        foot.line(stage, ui, cells),
    ]


def _panel(stage: Stage, ui: Ui, cells: int, height: int) -> list[Line] | None:
    """What fills the frame instead of the cards; None for the cards."""
    lines = _panel_lines(stage, ui, cells, height)
    typing = ui.typing is not None
    if lines is None or (ui.panel in _WHOLE and not typing and not _pressed(stage)):
        return lines
    enters = ui.panel in (Panel.NONE, Panel.TABLE)  # elsewhere Enter makes nobody ready
    said = message(stage, cells, ui if typing else None, enters=enters)
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
    lines, inner = stage.look.lines, cells - 2
    upper, hand = _cards(stage, ui, inner, height - _JOINTS)
    room = max(0, height - _JOINTS - len(upper) - len(hand))
    parts: list[Line] = [framed(line, cells, lines) for line in upper]
    parts.append(rule(cells, lines, "middle"))
    parts += [framed(line, cells, lines) for line in [*hand, message(stage, inner, ui)]]
    parts.append(rule(cells, lines, "middle"))
    told = to_height(log.newest(stage, room, inner, part), room, inner)
    return [*parts, *(framed(line, cells, lines) for line in told)]


def _cards(stage: Stage, ui: Ui, cells: int, room: int) -> tuple[list[Line], list[Line]]:
    """The table and the hand in `room` lines, a few of them left to the log where that can be.

    A hand is never cut for the log's sake, and for the table's only where seats and cards on it
    leave no choice.
    """
    view = stage.model.game
    if view is None or not stage.model.playing:
        before = stage.model.record.outcome is None
        lines = seating.lines(stage, -1, cells, max(_TABLE, room - _ROOMY_LOG))
        if not before:
            lines = summary.lines(stage, cells, _TABLE)
        return to_height(lines, max(_TABLE, len(lines)), cells), []
    screen = screen_of(view)
    wished = len(screen.hand(stage, view, ui, cells, room))
    upper = screen.table(stage, view, cells, min(_TABLE, room - _LEAST_LOG - wished))
    return upper, screen.hand(stage, view, ui, cells, room - len(upper))


def message(stage: Stage, cells: int, ui: Ui | None = None, *, enters: bool = True) -> Line:
    """The line about this player: the chat being typed, a refusal, a hint, the own state."""
    model, look = stage.model, stage.look
    if ui is not None and ui.typing is not None:
        said = look.texts.t("say: {text}")
        room = cells - width([("", said.format(text=""))]) - 2  # a blank before, a cursor after
        text = tail_text(look.clean(ui.typing), room, look.lines.more)
        return fit([("class:you", f" {said.format(text=text)}_")], cells)
    own = _own_state(stage)
    spoken = _spoken(stage)
    if spoken is None and ui is not None and model.game is not None and model.playing:
        spoken = ("class:you", screen_of(model.game).choices(stage, model.game, ui))
    if spoken is None and model.table is not None and not model.playing and enters:
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
    said = " " + " · ".join(part for part in parts if part)
    # A lost connection may have much to say; when it is tried again stands first in it.
    found = corner(stage)
    room = max(cells // 2, cells - width([("", said)]) - _GAP - 1)
    if len(found) == 1 and width(found) > room:
        found = [(found[0][0], words_text(found[0][1], room, look.lines.more))]
    right: Line = [*found, ("", " ")]
    said = words_text(said, cells - width(right) - _GAP, look.lines.more)
    for fact in filter(None, facts):  # whole or not at all: half of one reads as part of the corner
        longer = f"{said} · {fact}"
        if width([("", longer)]) > cells - width(right) - _GAP:
            break
        said = longer
    return ends([("class:title", said)], right, cells)
