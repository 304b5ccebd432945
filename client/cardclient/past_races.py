"""Races that are over, as this seat had them: presses that came too late for them.

What lives here: what a race that closed leaves behind, finding the race that a
late key was meant for, and noting it. What must not: sending, words, rules.

A race closes a millisecond or two after the winner's claim, and the next is
open on the screen as soon. Who presses a moment later presses for the rank
before, into the new race. By the rules that costs nothing (PA13), so it must
not be taken for a wrong rank or a false start.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from cardclient import games
from cardclient.model import Model, hinted
from cardclient.records import Hint, JudgedRace, Noted, OpenRace, OwnLate
from cardprotocol.cards import Card, Rank
from cardprotocol.games.common import Event
from cardprotocol.messages.parts import Verdict

# People who react to the same card differ by a few tenths of a second, and a finger on its way
# can't be called back for about 0.2 s. After half a second the new rank has been seen long ago.
GRACE_US: Final = 500_000
# A key kept down repeats first after 0.25 to 0.66 s, as systems are set up: a rank whose claim
# went out asks for nothing more for so long.
SPENT_US: Final = 1_000_000


def told(races: Iterable[JudgedRace]) -> list[JudgedRace]:
    """Those of `races` that have something to tell, the newest first."""
    return [race for race in races if race.verdict.claims or race.late][::-1]


def judged(model: Model, verdict: Verdict, events: Iterable[Event], now_us: int) -> JudgedRace:
    """The open race of `model` as `verdict`, shown at `now_us`, leaves it.

    A claim of this seat's that is not among the verdict's came after the close.
    """
    wanted = 0 if model.game is None else games.wanted(model.game)
    mine = _mine(model, verdict.race)
    race = JudgedRace(verdict, wanted, games.won_with(events), now_us, mine)
    seen = any(claim.seat == model.seat for claim in verdict.claims)
    if mine is None or mine.claimed is None or mine.claimed.rank != wanted or seen:
        return race
    return replace(race, late=race.behind(mine.pressed_us))


def _mine(model: Model, number: int | None) -> OpenRace | None:
    """The open race if it is that one and this seat may lay in it."""
    race, game = model.race, model.game
    if race is None or race.race != number or race.nonce is None or race.shown_us is None:
        return None
    if model.seat is None or game is None or not model.in_play:
        return None
    return None if games.barred(game, model.seat) else race


def noted(model: Model, race: JudgedRace, now_us: int) -> Model:
    """The model with what the loser of `race` is told (PA12), if this seat lost it by a press."""
    if model.seat is None:
        return model
    if race.late is not None:
        record = model.record.with_late(model.seat)
        return hinted(replace(model, record=record), _too_late(race.late), now_us)
    claims, winner = race.verdict.claims, race.verdict.winner
    own = next((claim for claim in claims if claim.seat == model.seat), None)
    if own is None or own.lot or winner in (None, model.seat):
        return model
    return hinted(model, Noted(Hint.LATE, behind_us=own.behind_us), now_us)


def meant(model: Model, rank: Rank, pressed_us: int) -> JudgedRace | None:
    """The race before that a key for `rank` was meant for; None if it is for the open one."""
    if model.race is not None and model.game is not None and games.wanted(model.game) == rank:
        return None
    for race in reversed(model.races):
        age_us = pressed_us - race.at_us
        if age_us >= SPENT_US:
            return None
        if race.wanted == rank and race.mine is not None:
            return race if age_us < GRACE_US or race.mine.claimed is not None else None
    return None


def pressed_late(model: Model, race: JudgedRace, card: Card, pressed_us: int) -> Model:
    """A claim with `card` went out for `race`, whose verdict was on the screen already."""
    if race.mine is None or model.seat is None:
        return model
    mine = replace(race.mine, claimed=card, pressed_us=pressed_us)
    late = replace(race, mine=mine, late=race.behind(pressed_us))
    races = tuple(late if kept is race else kept for kept in model.races)
    return noted(replace(model, races=races), late, pressed_us)


def is_told(model: Model, number: int | None) -> bool:
    """Whether the screen says, or will with the verdict, that the claim in `number` was late."""
    mine = _mine(model, number)
    if mine is not None and mine.claimed is not None and model.game is not None:
        return games.wanted(model.game) == mine.claimed.rank
    return any(race.verdict.race == number and race.late for race in model.races)


def _too_late(late: OwnLate) -> Noted:
    return Noted(Hint.LATE, behind_us=late.behind_us)
