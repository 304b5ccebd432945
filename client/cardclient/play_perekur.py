"""A rank key in a race of Perekur.

What lives here: which card a key lays, and what a key that lays nothing
costs. What must not: drawing, sending, clocks.

A key pressed while no race is open can't be judged by the server (a claim
needs the race's nonce), so this client locks itself for as long as the table's
rules lock a false start. A program that leaves that out gains nothing: no claim
of its is valid before its reveal, and under 100 ms after it is a false start.
"""

from __future__ import annotations

from dataclasses import replace

from cardclient.keys import Meaning
from cardclient.model import claimed, hinted, locked
from cardclient.records import Hint, Noted, OpenRace, Seat
from cardclient.ui import Result
from cardprotocol.cards import Card, Rank
from cardprotocol.games.perekur import Lay
from cardprotocol.messages.to_server import Claim


def press(result: Result, key: Meaning, pressed_us: int) -> Result:
    """What `key` leads to; only ranks mean anything here."""
    model = result.model
    if not isinstance(key, Rank):
        return result
    if model.seat is None:
        return _note(result, Noted(Hint.WATCHING), pressed_us)
    if not model.in_play:
        return _note(result, Noted(Hint.OUT), pressed_us)
    left_us = model.locked_us(model.seat, pressed_us)
    if left_us:
        return _note(result, Noted(Hint.LOCKED, left_us=left_us), pressed_us)
    race = model.race
    if race is None or race.shown_us is None or race.nonce is None:
        return _early(result, model.seat, pressed_us)
    if race.claimed is not None:
        return _note(result, Noted(Hint.ALREADY, rank=race.claimed.rank.letter), pressed_us)
    card = next((card for card in model.hand if card.rank is key), None)
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
        action=Lay(card=card),
        shown_us=race.shown_us or 0,
        pressed_us=pressed_us,
    )


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
