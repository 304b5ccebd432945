"""What this client has been told: one frozen Model, changed only by pure functions.

What lives here: Model, and the few things a client notes of itself (painted,
claimed, hinted...). What must not: messages being received (receiving.py has
`receive`, `show` and `advance`), clocks, sending, drawing, words, rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from cardclient.records import (
    Entry,
    Hint,
    JudgedRace,
    LinkState,
    Logged,
    MatchRecord,
    Names,
    Noted,
    OpenRace,
    Seat,
)
from cardprotocol.cards import Card
from cardprotocol.games.vocabulary import AnyView
from cardprotocol.messages import to_client as c
from cardprotocol.messages.parts import GameInfo, SeatInfo, TableInfo, TableLine, Turn

# Leaving a table is asked with this id, so that its `done` can be told from others.
LEAVE_ID: Final = 1
MAX_LOG: Final = 200  # lines kept; a screen shows a few, a wide one some dozens


@dataclass(frozen=True, slots=True)
class Model:
    """All that a screen or a bot needs to know. Times are the client's own clock (µs)."""

    link: LinkState = LinkState.CONNECTING
    link_note: str = ""
    name: str = ""
    server: str = ""
    kernel_checked: bool = False
    games: tuple[GameInfo, ...] = ()
    tables: tuple[TableLine, ...] | None = None
    tables_page: int = 0
    tables_pages: int = 1
    scores: c.Scores | None = None
    table: TableInfo | None = None
    seat: Seat | None = None
    seq: int = 0
    game: AnyView | None = None
    turn: Turn | None = None
    race: OpenRace | None = None
    races: tuple[JudgedRace, ...] = ()
    locks: Mapping[Seat, int] = field(default_factory=dict)
    record: MatchRecord = field(default_factory=MatchRecord)
    log: tuple[Logged, ...] = ()
    told: int = 0  # lines logged ever, so that a reader knows how many are new
    refusal: c.Error | None = None
    refused_at_us: int = 0
    hint: Noted | None = None
    hinted_at_us: int = 0
    clock: c.Clock | None = None

    @property
    def hand(self) -> tuple[Card, ...]:
        """This seat's own cards, sorted; empty for a spectator."""
        return () if self.game is None else tuple(sorted(self.game.cards))

    @property
    def names(self) -> Names:
        """Who sits where; the match's names while a seat is empty."""
        seats = self.table.seats if self.table else ()
        return {**self.record.names, **{info.seat: info.name for info in seats}}

    @property
    def my_seat(self) -> SeatInfo | None:
        """The table's line on this seat."""
        seats = self.table.seats if self.table else ()
        return next((info for info in seats if info.seat == self.seat), None)

    @property
    def playing(self) -> bool:
        """Whether a match is being played at this client's table."""
        return self.game is not None and self.game.phase != "over"

    @property
    def in_play(self) -> bool:
        """Whether this seat has cards to play in a running match."""
        hands = self.game.hands if self.game and self.playing else ()
        return any(hand.seat == self.seat and not hand.place for hand in hands)

    def locked_us(self, seat: Seat | None, now_us: int) -> int:
        """How long `seat` is still locked after a fault (µs); 0 if it is not."""
        return 0 if seat is None else max(0, self.locks.get(seat, 0) - now_us)


def painted(model: Model, shown_us: int) -> Model:
    """The open race is on the screen since `shown_us`."""
    if model.race is None or model.race.shown_us is not None:
        return model
    return replace(model, race=replace(model.race, shown_us=shown_us))


def claimed(model: Model, card: Card, pressed_us: int) -> Model:
    """A claim with `card` went out for the open race."""
    if model.race is None:
        return model
    race = replace(model.race, claimed=card, pressed_us=pressed_us)
    return replace(model, race=race, hint=None, refusal=None)


def hinted(model: Model, note: Noted, now_us: int) -> Model:
    """The client has something to say of a key that sent nothing."""
    return replace(model, hint=note, hinted_at_us=now_us, refusal=None)


def locked(model: Model, seat: Seat, until_us: int) -> Model:
    """`seat` is locked until `until_us`, or longer if it is already."""
    return replace(model, locks={**model.locks, seat: max(until_us, model.locks.get(seat, 0))})


def linked(model: Model, link: LinkState, note: str = "") -> Model:
    """How the connection stands now; a lost one has no race open."""
    return replace(
        model, link=link, link_note=note, race=model.race if link is LinkState.ONLINE else None
    )


def warned(model: Model, what: Hint, now_us: int) -> Model:
    """The client has something to say once, in the log."""
    return logged(model, Noted(what), now_us)


def left_table(model: Model) -> Model:
    """Back in the lobby: what was of the table stays there; the list of tables is an old one."""
    return replace(elsewhere(model), table=None, seat=None, seq=0, game=None, tables=None)


def elsewhere(model: Model) -> Model:
    """Not at the table any more of which `model` told: no log, races, locks or hints of it."""
    return replace(
        model,
        turn=None,
        race=None,
        races=(),
        locks={},
        record=MatchRecord(),
        log=tuple(line for line in model.log if _of_the_session(line)),
        hint=None,
        refusal=None,
    )


def _of_the_session(line: Logged) -> bool:
    return isinstance(line.what, Noted) and line.what.hint is Hint.SSH


def logged(model: Model, what: Entry, now_us: int) -> Model:
    """One more line in the log."""
    line = Logged(now_us, what, model.names, model.seat)
    return replace(model, log=(*model.log[1 - MAX_LOG :], line), told=model.told + 1)
