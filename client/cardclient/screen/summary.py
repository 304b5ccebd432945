"""After a match: who left when, who lost, everybody's reactions, and the deal's proof.

What lives here: its lines, and the histogram of own reactions. What must not:
statistics over several matches (scores.py).
"""

from __future__ import annotations

from typing import Final

from cardclient.records import MatchRecord, Reactions, Seat
from cardclient.screen.paint import Line, Span, columns, fit
from cardclient.screen.seats import Stage
from cardclient.sentences import outcome_sentence
from cardclient.who import Who, milliseconds

_BUCKETS: Final = 24
_BUCKET_US: Final = 50_000  # 24 buckets of 50 ms: 0 to 1.2 s, where reactions lie


def lines(stage: Stage, cells: int, height: int) -> list[Line]:
    """The summary in at most `height` lines."""
    record, t = stage.model.record, stage.look.texts.t
    who = Who(stage.look, {**record.names, **stage.model.names}, stage.model.seat)
    if record.outcome is None:
        return []
    said = outcome_sentence(record.outcome, who)
    made: list[Line] = [fit([("class:title", f" {said[:1].upper()}{said[1:]}")], cells)]
    made += _missed(stage, record, cells)
    if record.reactions:
        made.append(
            _row(
                (
                    t("place"),
                    t("name"),
                    t("median"),
                    t("best"),
                    t("won"),
                    _own_contested_title(stage, record),
                ),
                cells,
                "class:dim",
            )
        )
    for place, seat in _order(record):
        made.append(_player(stage, record, place, seat, who, cells))
    return [
        *made,
        *_margins(stage, record, cells),
        *_own(stage, record, cells),
        _proof(stage, record, cells),
    ][:height]


def _missed(stage: Stage, record: MatchRecord, cells: int) -> list[Line]:
    """That the figures are not the whole match's, where this client was not there for all of it."""
    if not record.races_missed:
        return []
    t = stage.look.texts.t
    if stage.model.seat is None:
        said = t("Only the races since you came to watch are counted.")
    elif record.reactions:
        said = t("Only the races since you came back are counted.")
    else:
        said = t("No race was judged since you came back: earlier ones are not known here.")
    return [fit([("class:warn", f"  {said}")], cells)]


def _order(record: MatchRecord) -> list[tuple[int, Seat]]:
    """Seats with their places, best first; equals share a place."""
    made: list[tuple[int, Seat]] = []
    for group in record.outcome.ranking if record.outcome else ():
        place = len(made) + 1
        made += [(place, seat) for seat in group]
    return made


def _player(
    stage: Stage, record: MatchRecord, place: int, seat: Seat, who: Who, cells: int
) -> Line:
    found = record.reactions.get(seat, Reactions())
    texts: tuple[str, ...] = (str(place), who.name(seat))
    if record.reactions:
        # Exact for the own seat alone: of late presses everybody knows only the own ones.
        own = seat == stage.model.seat and found.contested
        contested = f"{found.contested_won}/{found.contested}" if own else ""
        texts += (_ms(stage, found.median_us), _ms(stage, found.best_us), str(found.won), contested)
    lost = record.outcome is not None and seat in record.outcome.losers
    style = "class:bad" if lost else "class:you" if seat == stage.model.seat else ""
    return _row(texts, cells, style)


def _own_contested_title(stage: Stage, record: MatchRecord) -> str:
    """The heading of the races that this seat and others pressed in; "" where it raced in none."""
    seat = stage.model.seat
    own = record.reactions.get(seat) if seat is not None else None
    return stage.look.texts.t("you, contested") if own and own.contested else ""


def _ms(stage: Stage, span_us: int | None) -> str:
    return "" if span_us is None else stage.look.ms(milliseconds(span_us))


def _row(texts: tuple[str, ...], cells: int, style: str) -> Line:
    widths = (7, 18, 11, 11, 9, 16)
    parts = [([(style, text)], cell) for text, cell in zip(texts, widths, strict=False)]
    return fit([("", "  "), *columns(parts)], cells)


def _margins(stage: Stage, record: MatchRecord, cells: int) -> list[Line]:
    if record.least_margin_us is None or record.most_margin_us is None:
        return []
    said = stage.look.texts.t("closest race {least} ms, widest {most} ms").format(
        least=milliseconds(record.least_margin_us), most=milliseconds(record.most_margin_us)
    )
    return [fit([("", f"  {said}")], cells)]


def _own(stage: Stage, record: MatchRecord, cells: int) -> list[Line]:
    """A histogram of this seat's reactions in block characters."""
    seat = stage.model.seat
    own = record.reactions.get(seat) if seat is not None else None
    if own is None or not own.judged_us:
        return []
    bars = histogram(own.judged_us, stage.look.lines.blocks)
    label = stage.look.texts.t("your reactions, 0 to 1.2 s")
    return [fit([("", f"  {label}  "), ("class:you", bars)], cells)]


def histogram(judged_us: tuple[int, ...], blocks: str) -> str:
    """Counts per 50 ms as block characters; what is slower stands in the last."""
    counts = [0] * _BUCKETS
    for judged in judged_us:
        counts[max(0, min(_BUCKETS - 1, judged // _BUCKET_US))] += 1
    most = max(counts)
    # The least count still shows; an empty bucket is a blank.
    return "".join(" " if n == 0 else blocks[(n * len(blocks) - 1) // most] for n in counts)


def _proof(stage: Stage, record: MatchRecord, cells: int) -> Line:
    t = stage.look.texts.t
    shown: Span
    match record.proven:
        case True:
            shown = ("class:good", t("deal's proof: the seed matches its commitment"))
        case False:
            shown = ("class:bad", t("deal's proof: THE SEED DOES NOT MATCH its commitment"))
        case None:
            shown = ("class:dim", t("deal's proof: no commitment was seen"))
    return fit([("", "  "), shown], cells)
