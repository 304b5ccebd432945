"""Messages folded into the model: what a client knows after each.

What lives here: `receive` (a message came), `show` (a reveal's time came) and
`advance` (both, in a timeline's order). What must not: clocks, sending,
drawing, words, rules. `receive` leaves reveals alone: hold them until
`at_us` (timeline.py) and then `show` them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256
from typing import Final

from msgspec import structs

from cardclient import games, past_races
from cardclient.model import LEAVE_ID, Model, elsewhere, left_table, locked, logged
from cardclient.records import (
    Hint,
    LinkState,
    MatchBegan,
    MatchRecord,
    OpenRace,
    OptionsChanged,
    Seat,
)
from cardprotocol.errors import ErrorCode
from cardprotocol.games import common
from cardprotocol.games.vocabulary import AnyEvent
from cardprotocol.messages import to_client as c
from cardprotocol.messages.parts import RaceOpening, TableInfo, Verdict
from cardprotocol.messages.unions import AnyToClient

MAX_RACES: Final = 50  # verdicts kept for F2


def receive(model: Model, message: AnyToClient, now_us: int) -> Model:
    """The model after `message`, shown at `now_us`. Reveals and pings change nothing here."""
    match message:
        case c.Welcome():
            return _welcomed(model, message)
        case c.Tables(tables=tables, page=page, pages=pages):
            return replace(model, tables=tables, tables_page=page, tables_pages=pages)
        case c.Games(games=games):
            return replace(model, games=games)
        case c.Scores():
            return replace(model, scores=message)
        case c.Clock():
            return replace(model, clock=message)
        case c.View():
            return _viewed(model, message)
        case c.Table(table=table, seat=seat):
            return _seated(_options_noted(model, table, now_us), table, seat)
        case c.Events():
            told = _happened(replace(model, turn=message.turn), message, now_us)
            return _proven(replace(told, seq=message.seq), message)
        case c.Said():
            return logged(model, message, now_us)
        case c.Error():
            return _refused(model, message, now_us)
        case c.Done(re=request) if request == LEAVE_ID:
            return left_table(model)
        case c.Closing():
            return logged(model, message, now_us)
        case _:
            return model


def show(model: Model, reveal: c.Reveal, now_us: int) -> Model:
    """The model at a reveal's show time: the verdict, what came of it, the next race."""
    if reveal.verdict is not None:
        model = _judged(model, reveal.verdict, reveal.events, now_us)
    model = _happened(replace(model, race=None, seq=reveal.seq), reveal, now_us)
    model = _proven(model, reveal)
    return model if reveal.race is None else _opened(model, reveal.race)


def advance(model: Model, messages: Iterable[AnyToClient], now_us: int) -> Model:
    """The model after `messages` in order, reveals shown: what a timeline says is due."""
    for message in messages:
        if isinstance(message, c.Reveal):
            model = show(model, message, now_us)
        else:
            model = receive(model, message, now_us)
    return model


def _welcomed(model: Model, message: c.Welcome) -> Model:
    return replace(
        model if message.table else left_table(model),
        link=LinkState.ONLINE,
        link_note="",
        name=message.name,
        server=message.server,
        kernel_checked=message.kernel_checked,
        clock=None,
    )


def _seated(model: Model, table: TableInfo, seat: Seat | None) -> Model:
    return replace(model, table=table, seat=seat)


def _options_noted(model: Model, table: TableInfo, now_us: int) -> Model:
    """With a line in the log if options of the same table became others."""
    before = model.table
    if before is None or before.table != table.table:
        return model
    changed = tuple(
        (name, value)
        for name, value in table.options.items()
        if before.options.get(name, value) != value
    )
    return logged(model, OptionsChanged(changed), now_us) if changed else model


def _viewed(model: Model, message: c.View) -> Model:
    if model.table is None or model.table.table != message.table.table:
        model = elsewhere(model)
    # A view is the whole truth: what was folded before is forgotten, figures of the match are not.
    same = model.record.match_id == message.table.match_id
    record = model.record if same else _record_of(message.table)
    races = model.races if same else ()
    if _racing(message) and not (same and message.seq == model.seq):
        record = replace(record, races_missed=True)
    model = _seated(model, message.table, message.seat)
    model = replace(model, race=None, races=races, record=record)
    model = replace(model, seq=message.seq, game=message.game, turn=message.turn)
    return model if message.race is None else _opened(model, message.race)


def _racing(view: c.View) -> bool:
    """Whether a match with races is being played."""
    return view.table.playing and view.game is not None and games.wanted(view.game) != 0


def _record_of(table: TableInfo) -> MatchRecord:
    names = {info.seat: info.name for info in table.seats}
    return MatchRecord(match_id=table.match_id, commitment=table.commitment, names=names)


def _opened(model: Model, race: RaceOpening) -> Model:
    game = None if model.game is None else games.race_opened(model.game)
    # What was said of a key in the race before is over with it, but how late it was comes now.
    late = model.hint is not None and model.hint.hint in (Hint.LATE, Hint.LATE_NOT_HELD)
    hint = model.hint if late else None
    return replace(model, game=game, race=OpenRace(race.race, race.nonce), hint=hint)


def _happened(model: Model, message: c.Reveal | c.Events, now_us: int) -> Model:
    for event in message.events:
        model = logged(_folded(model, event, now_us), event, now_us)
    if not message.open_hands or model.game is None:
        return model
    # Events tell a spectator no hands; where the table is open they come beside the events.
    game = structs.replace(model.game, open_hands=message.open_hands)
    return replace(model, game=game)


def _folded(model: Model, event: AnyEvent, now_us: int) -> Model:
    fresh = games.begun(event)
    if fresh is not None and not model.playing:
        return _match_began(replace(model, game=fresh), model.table, now_us)
    if model.game is None:
        return model
    record = model.record
    if isinstance(event, common.MatchEnded):
        record = replace(record, outcome=event.outcome)
    game = games.folded(model.game, event, model.seat)
    return replace(model, game=game, record=record)


def _match_began(model: Model, table: TableInfo | None, now_us: int) -> Model:
    if table is None:
        return model
    model = replace(model, record=_record_of(table), races=(), locks={})
    return logged(model, MatchBegan(table.match_id), now_us)


def _judged(model: Model, verdict: Verdict, events: tuple[AnyEvent, ...], now_us: int) -> Model:
    judged = past_races.judged(model, verdict, events, now_us)
    for lock in verdict.locks:
        # Others' locks were counted from their own moment; what is left of them is not told.
        model = locked(model, lock.seat, now_us + lock.locked_us)
    model = replace(
        model,
        races=(*model.races[1 - MAX_RACES :], judged),
        record=model.record.with_verdict(verdict),
    )
    return logged(past_races.noted(model, judged, now_us), judged, now_us)


def _proven(model: Model, message: c.Reveal | c.Events) -> Model:
    proof = message.proof
    if proof is None:
        return model
    kept = model.record.commitment
    # The server committed to SHA-256(seed, match id) before anybody's entropy (docs/protocol.md).
    digest = sha256(proof.seed + proof.match_id.encode()).digest()
    proven = None if kept is None else digest == kept
    return replace(model, record=replace(model.record, proof=proof, proven=proven))


def _refused(model: Model, message: c.Error, now_us: int) -> Model:
    if message.code == ErrorCode.CLOCK_STAMP.value:
        return model  # of no use to a person, and may come often: `clock` says how the clock stands
    if message.code == ErrorCode.CLAIM_LATE.value and past_races.is_told(model, message.race):
        return model
    race = model.race
    since_us = now_us
    if race is not None and message.race == race.race:
        since_us = race.pressed_us or now_us
        race = replace(race, claimed=None)
    model = replace(model, race=race)
    if message.code == ErrorCode.TABLE_NOT_AT.value:
        model = left_table(model)  # the host freed the seat
    model = replace(model, refusal=message, refused_at_us=now_us, hint=None)
    if message.locked_us and model.seat is not None:
        model = locked(model, model.seat, since_us + message.locked_us)
    return logged(model, message, now_us)
