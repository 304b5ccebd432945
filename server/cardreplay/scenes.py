"""A match as a client would have shown it, at every step, from any seat.

What lives here: the client's own models folded from what that seat was told
then. What must not: drawing (the client's screen does), keys, time passing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import msgspec

from cardclient.model import Model
from cardclient.receiving import receive, show
from cardclient.records import LinkState
from cardprotocol.messages.parts import MatchProof, SeatInfo, TableInfo
from cardprotocol.messages.to_client import Events, Reveal
from cardreplay.walk import Moment, Played, frame_of, moments
from cardrules.game import Race, Seat
from cardrules.options import option_values
from cardserver.records import Acted, MatchBegun, MatchOver, Record


@dataclass(frozen=True, slots=True)
class Scenes:
    """A match's steps as models. `at_ms[k]` is when step k happened (wall time)."""

    played: Played
    steps: tuple[Moment, ...]

    @property
    def at_ms(self) -> tuple[int, ...]:
        """Wall time of each step."""
        return tuple(step.record.at_ms for step in self.steps)

    def models(self, seat: Seat | None) -> tuple[Model, ...]:
        """What was on the screen of `seat` after each step; None sees all hands."""
        made: list[Model] = []
        model = _before(self.played, seat)
        for step in self.steps:
            model = _after(model, step, self.played, seat)
            made.append(model)
        return tuple(made)


def scenes_of(records: Sequence[Record]) -> Scenes:
    """The steps of a finished match. Raises NotGenuine, StillPlaying."""
    played = frame_of(records)
    return Scenes(played, tuple(moments(records, played)))


def _before(played: Played, seat: Seat | None) -> Model:
    return Model(link=LinkState.ONLINE, table=_table(played), seat=seat)


def _table(played: Played) -> TableInfo:
    begun, bots = played.begun, played.bots
    return TableInfo(
        table=begun.table,
        game=begun.game,
        options=option_values(played.options),
        seats=tuple(
            SeatInfo(seat=seat, name=name, bot=seat in bots, rtt_us=0, clock="good")
            for seat, name in zip(begun.seats, begun.names, strict=True)
        ),
        least_seats=played.kind.least_seats,
        most_seats=played.kind.most_seats,
        match=begun.number,
        playing=True,
        match_id=begun.match_id,
        commitment=begun.commitment,
    )


def _after(model: Model, step: Moment, played: Played, seat: Seat | None) -> Model:
    now_us = step.record.at_ms * 1000
    events = tuple(told.form_for(seat) for told in step.events)
    proof = _proof(played) if isinstance(step.record, MatchOver) else None
    raced = step.before is not None and isinstance(step.before.pace(), Race)
    if raced or isinstance(step.record, MatchBegun):
        verdict = step.record.verdict if isinstance(step.record, Acted) else None
        model = show(
            model,
            Reveal(seq=0, at_us=now_us, events=events, verdict=verdict, proof=proof),  # type: ignore[arg-type]
            now_us,
        )
    else:
        model = receive(model, Events(seq=0, events=events, proof=proof), now_us)  # type: ignore[arg-type]
    view = step.game.open_view() if seat is None else step.game.view(seat)
    return replace(model, game=view, table=_table_then(model.table, over=proof is not None))  # type: ignore[arg-type]


def _table_then(table: TableInfo | None, *, over: bool) -> TableInfo | None:
    return msgspec.structs.replace(table, playing=False) if table and over else table


def _proof(played: Played) -> MatchProof:
    return MatchProof(
        match_id=played.begun.match_id,
        seed=played.over.seed,
        entropies=played.begun.entropies,
    )
