"""The corner of the title line: the honest latency, or how the connection stands.

What lives here: round trip, clock and what is doubtful about them, in words.
What must not: measuring, the rest of the line (whole.py).
"""

from __future__ import annotations

from cardclient.link_words import check_word, clock_quality, racing
from cardclient.model import Model
from cardclient.records import LinkState
from cardclient.screen.paint import Line, Span
from cardclient.screen.seats import Stage
from cardprotocol.messages.parts import Turn


def corner(stage: Stage) -> Line:
    """Round trip and clock, or how the connection stands: always in the corner."""
    t, model = stage.look.texts.t, stage.model
    if model.link is LinkState.LOST:
        return [("class:bad", t("connection lost: {why}").format(why=model.link_note))]
    if model.link is LinkState.CONNECTING:
        return [("class:warn", t("connecting"))]
    if model.table is not None and model.table.paused:
        return [("class:bad", t("paused: the server can't save"))]
    if model.my_seat is None and model.table is not None:
        return [("class:dim", t("spectator"))]
    path = _path(model, stage)
    if not racing(model):
        return [("", path), *(_time_left(stage, model.turn) if model.turn else [])]
    if model.turn is not None and path:
        return [("", path), *_time_left(stage, model.turn)]
    unsynced = clock_quality(model) == "unsynced"
    if unsynced and model.clock is not None and model.table is not None:
        return [("class:warn", t("clock not measured: no compensation"))]
    if unsynced or not path:
        return [("class:dim", t("clock not measured yet"))]
    measured = ("", path + "  ")
    if stage.look.ssh:
        return [measured, ("class:bad", t("over ssh: F1"))]
    return [measured, *_clock(stage)]


def _clock(stage: Stage) -> Line:
    """The clock's quality, and that nobody could check the round trip it rests on."""
    t, quality = stage.look.texts.t, clock_quality(stage.model)
    words: dict[str, Span] = {
        "good": ("class:good", t("clock good")),
        "fair": ("class:warn", t("clock fair")),
    }
    if quality == "doubtful":
        return [("class:bad", t("clock doubtful: races cost you"))]
    found = words.get(quality, ("class:dim", stage.look.clean(quality)))
    unchecked = check_word(stage.model, stage.look)
    return [found, ("class:warn", f", {unchecked}")] if unchecked else [found]


def _path(model: Model, stage: Stage) -> str:
    """This client's round trip in words, as the server told last."""
    clock, me = model.clock, model.my_seat
    if clock is not None:
        about = "+-" if stage.look.ascii else "±"
        return stage.look.ms(f"{clock.rtt_us / 1000:.1f} {about}{clock.uncertainty_us / 1000:.1f}")
    if me is None or me.rtt_us is None:
        return ""
    return stage.look.ms(f"{me.rtt_us / 1000:.1f}")


def _time_left(stage: Stage, turn: Turn) -> Line:
    """How long whoever is asked may still think."""
    if turn.until_us is None:
        return []
    left = max(0, turn.until_us - stage.now_us) // 1_000_000
    said = stage.look.texts.t("{m}:{s:02} to move").format(m=left // 60, s=left % 60)
    return [("class:warn", f" · {said}")]
