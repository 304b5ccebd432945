"""The table as a place: seats, readiness, clocks, options, the last match (F3 and before a match).

What lives here: its lines. What must not: cards.
"""

from __future__ import annotations

from cardclient.link_words import doubt_sentence, doubts
from cardclient.option_words import label, value_words
from cardclient.screen.paint import Line, Span, columns, fit, wrapped
from cardclient.screen.seats import Stage, out_word
from cardclient.sentences import outcome_sentence
from cardclient.who import Who
from cardprotocol.messages.parts import SeatInfo, TableInfo


def lines(stage: Stage, chosen: int, cells: int, height: int) -> list[Line]:
    """Seats, then options that differ in nothing from others' view, then the last match."""
    table = stage.model.table
    if table is None:
        return []
    t = stage.look.texts.t
    head = columns(
        [
            ([("class:dim", "   " + t("seat"))], 9),
            ([("class:dim", t("name"))], 22),
            ([("class:dim", t("stands"))], 24),
            ([("class:dim", t("round trip, clock"))], cells - 55),
        ]
    )
    seats = [_seat(stage, table, seat, seat == chosen, cells) for seat in range(table.most_seats)]
    above = [head, *seats, fit([], cells), *_facts(stage, table, cells)]
    if chosen >= 0:  # on F3; before a match the corner's word is enough
        above += _doubts(stage, cells)
    return [*above, *_options(stage, table, cells, height - len(above))][:height]


def keys(stage: Stage, chosen: int) -> str:
    """The keys of F3 that lead to something now, with the seat `chosen`."""
    model, table, t = stage.model, stage.model.table, stage.look.texts.t
    if table is None:
        return ""
    taken = any(info.seat == chosen for info in table.seats)
    hosting = model.seat is not None and model.seat == table.host
    words = [
        t("F4 sit") if not taken and not table.playing else "",
        t("F6 last round") if hosting and "last_round" in table.controls else "",
        t("F7 leave"),
        t("F8 remove") if hosting and taken and chosen != model.seat and not table.playing else "",
        t("left/right options") if hosting and not table.playing else "",
        t("F3 back"),
    ]
    return " · ".join(word for word in words if word)


def _seat(stage: Stage, table: TableInfo, seat: int, chosen: bool, cells: int) -> Line:
    t, look = stage.look.texts.t, stage.look
    info = next((info for info in table.seats if info.seat == seat), None)
    style = "class:chosen" if chosen else ""
    number: Line = [(style, f" {'>' if chosen else ' '} {seat + 1}")]
    if info is None:
        return columns([(number, 9), ([("class:dim", t("free"))], cells - 9)])
    name = look.clean(info.name)
    own = seat == stage.model.seat
    marks = [t("you")] if own else []
    marks += [t("bot")] if info.bot else []
    marks += [t("host")] if seat == table.host else []
    label = f"{name} ({', '.join(marks)})" if marks else name
    return columns(
        [
            (number, 9),
            ([("class:you" if own else "class:title", label)], 22),
            ([_standing(stage, table, info)], 24),
            ([("", _path(stage, info))], cells - 55),
        ]
    )


def _standing(stage: Stage, table: TableInfo, info: SeatInfo) -> Span:
    t = stage.look.texts.t
    if info.gave_up:
        return ("class:warn", t("left: server plays"))
    if not info.connected:
        return ("class:warn", t("disconnected"))
    if info.away:
        return ("class:warn", t("away: not waited for"))
    if table.playing:
        return _out(stage, info) or ("", t("in play"))
    return ("class:good", t("ready")) if info.ready else ("class:warn", t("not ready"))


def _out(stage: Stage, info: SeatInfo) -> Span | None:
    """That a player of the running match has no more cards to play, if so."""
    hands = stage.model.game.hands if stage.model.game else ()
    hand = next((hand for hand in hands if hand.seat == info.seat), None)
    return None if hand is None else out_word(stage, hand)


def _path(stage: Stage, info: SeatInfo) -> str:
    t, tp = stage.look.texts.t, stage.look.texts.tp
    clocks = {
        "good": tp("a clock, 10 cells", "good"),
        "fair": tp("a clock, 10 cells", "fair"),
        "doubtful": tp("a clock, 10 cells", "doubtful"),
        "unsynced": t("not measured"),
    }
    clock = clocks.get(info.clock, stage.look.clean(info.clock))
    if info.rtt_us is None:
        return clock
    return f"{stage.look.ms(f'{info.rtt_us / 1000:.1f}')}, {clock}"


def _doubts(stage: Stage, cells: int) -> list[Line]:
    """What is doubtful about this client's own link, each in a sentence."""
    if stage.model.seat is None:
        return []
    said = [doubt_sentence(doubt, stage.look) for doubt in doubts(stage.model)]
    rows = [row for sentence in said for row in wrapped(sentence, cells - 2)]
    return [fit([("class:warn", f" {row}")], cells) for row in rows]


def _facts(stage: Stage, table: TableInfo, cells: int) -> list[Line]:
    texts = stage.look.texts
    said = [
        texts.t("match {n}").format(n=table.match) if table.match else texts.t("no match yet"),
        texts.tn("{n} spectator", "{n} spectators", table.spectators).format(n=table.spectators),
    ]
    if table.commitment is not None:
        proof = texts.t("deal sealed as {digest}").format(digest=table.commitment.hex()[:16])
        said.append(proof)
    made: list[Line] = [fit([("", " " + " · ".join(said))], cells)]
    tunnelled = [stage.look.clean(info.name) for info in table.seats if info.tunnelled]
    if tunnelled:
        through = texts.t("through a tunnel, round trip not checked: {who}")
        row = wrapped(through.format(who=", ".join(tunnelled)), cells - 2)
        made += [fit([("class:warn", f" {part}")], cells) for part in row]
    outcome = stage.model.record.outcome
    if outcome is not None:
        who = Who(stage.look, stage.model.names, stage.model.seat)
        made.append(fit([("", f" {outcome_sentence(outcome, who)}")], cells))
    return made


def _options(stage: Stage, table: TableInfo, cells: int, room: int) -> list[Line]:
    """All options, several a line, so that everybody sees them before the deal (D15).

    Where they need more than `room` lines the last of them are left out, whole, for a mark and
    the key of the panel that has room for them.
    """
    look = stage.look
    heading = look.texts.t("options").capitalize()
    entries = [look.clean(entry) for entry in _option_words(stage, table)]
    rows: list[str] = []
    for count in range(len(entries), -1, -1):
        more = [] if count == len(entries) else [f"{look.lines.more} F3"]
        rows = wrapped(f"{heading}: {', '.join([*entries[:count], *more])}", cells - 2)
        if len(rows) <= room:
            break
    return [fit([("class:dim", f" {row}")], cells) for row in rows[: max(0, room)]]


def _option_words(stage: Stage, table: TableInfo) -> list[str]:
    """Each option with its value: those unlike their default first, with the form's mark."""
    texts, games = stage.look.texts, stage.model.games
    specs = next((game.options for game in games if game.name == table.game), ())
    defaults = {spec.name: spec.default for spec in specs}
    changed = [name for name, value in table.options.items() if defaults.get(name, value) != value]
    return [
        f"{label(name, texts)}{mark}: {value_words(name, table.options[name], texts)}"
        for names, mark in (
            (changed, "*"),
            ([name for name in table.options if name not in changed], ""),
        )
        for name in names
    ]
