"""A rank key in a race of Perekur.

What lives here: which card a key lays, and what a key that lays nothing
costs. What must not: drawing, sending, clocks.

A key pressed while no race is open can't be judged by the server (a claim
needs the race's nonce), so this client locks itself for as long as the table's
rules lock a false start. A program that leaves that out gains nothing: no claim
of its is valid before its reveal, and under 100 ms after it is a false start.

A key for the rank before, pressed a moment too late, is told apart (past_races.py): it locks
nothing. A key kept down is one press: its repeats do nothing. Only the first of them, half a
second later, can't be told from a second press.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cardclient import past_races
from cardclient.keys import Meaning
from cardclient.model import claimed, hinted, locked
from cardclient.model_perekur import lay
from cardclient.records import Hint, JudgedRace, LinkState, Noted, OpenRace, Seat
from cardclient.ui import Result
from cardprotocol.cards import Card, Rank
from cardprotocol.messages.to_server import Claim

# Systems repeat a key that is kept down each 30 to 90 ms; nobody taps one key faster than that.
REPEAT_US: Final = 120_000


def press(result: Result, key: Meaning, pressed_us: int) -> Result:
    """What `key` leads to; only ranks mean anything here."""
    model = result.model
    if not isinstance(key, Rank):
        return result
    if model.seat is None:
        return _note(result, Noted(Hint.SPECTATOR), pressed_us)
    if not model.in_play:
        return _note(result, Noted(Hint.OUT), pressed_us)
    if model.link is not LinkState.ONLINE:
        return _note(result, Noted(Hint.NO_LINK), pressed_us)
    last, since_us = result.ui.last_rank, pressed_us - result.ui.last_rank_us
    result = replace(result, ui=replace(result.ui, last_rank=key, last_rank_us=pressed_us))
    if key is last and since_us < REPEAT_US:
        return result
    past = past_races.meant(model, key, pressed_us)
    if past is not None and past.mine is not None:
        return _late(result, past, past.mine, key, pressed_us)
    left_us = model.locked_us(model.seat, pressed_us)
    if left_us:
        return _note(result, Noted(Hint.LOCKED, left_us=left_us), pressed_us)
    race = model.race
    if race is None or race.shown_us is None or race.nonce is None:
        return _early(result, model.seat, pressed_us)
    if race.claimed is not None:
        return _note(result, Noted(Hint.ALREADY, rank=race.claimed.rank.letter), pressed_us)
    card = _held(result, key)
    if card is None:
        return _note(result, Noted(Hint.NOT_HELD, rank=key.letter), pressed_us)
    return replace(
        result,
        model=claimed(model, card, pressed_us),
        send=(_claim(race, card, pressed_us),),
    )


def _claim(race: OpenRace, card: Card, pressed_us: int) -> Claim:
    return Claim(
        race=race.race,
        nonce=race.nonce or b"",
        action=lay(card),
        shown_us=race.shown_us or 0,
        pressed_us=pressed_us,
    )


def _late(result: Result, past: JudgedRace, mine: OpenRace, key: Rank, pressed_us: int) -> Result:
    """A key for a race that was over: it costs nothing, and the server is told of it."""
    model, card = result.model, _held(result, key)
    if mine.claimed is not None:
        return result
    behind_us = past.behind(pressed_us).behind_us
    if card is None:
        missing = Noted(Hint.LATE_NOT_HELD, rank=key.letter, behind_us=behind_us)
        return _note(result, missing, pressed_us)
    if model.locked_us(model.seat, pressed_us):  # nothing could have been laid; no second fault
        return _note(result, Noted(Hint.LATE, behind_us=behind_us), pressed_us)
    return replace(
        result,
        model=past_races.pressed_late(model, past, card, pressed_us),
        send=(_claim(mine, card, pressed_us),),
    )


def _held(result: Result, rank: Rank) -> Card | None:
    return next((card for card in result.model.hand if card.rank is rank), None)


def _early(result: Result, seat: Seat, pressed_us: int) -> Result:
    lock_us = misplay_lock_us(result)
    model = locked(result.model, seat, pressed_us + lock_us)
    return _note(replace(result, model=model), Noted(Hint.NOT_OPEN, left_us=lock_us), pressed_us)


def misplay_lock_us(result: Result) -> int:
    """How long this table locks a seat for a misplay (its option, in ms, as µs)."""
    table = result.model.table
    value = table.options.get("misplay_lock_ms", 0) if table else 0
    return int(value) * 1000


def _note(result: Result, note: Noted, at_us: int) -> Result:
    return replace(result, model=hinted(result.model, note, at_us))
