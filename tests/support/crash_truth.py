"""What the journal says happened: every table's events in order, by playing its records again.

What lives here: Truth, fed with records, and the comparison with what a client was told. What
must not: processes, or the server's own way of restoring (this is the second opinion).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from cardprotocol.cards import DECK_36, DECK_52
from cardprotocol.games.durak import DurakView
from cardprotocol.games.perekur import PerekurView
from cardprotocol.games.vocabulary import AnyView
from cardrules.game import Game, Step, Told
from cardrules.kind import Previous
from cardrules.options import read_options
from cardrules.registry import game_kinds
from cardrules.shuffle import SeededLots
from cardserver.announcement import time_ran_out
from cardserver.records import Acted, MatchBegun, MatchOver, Record
from tests.support.crash_witness import Witness


class Loss(AssertionError):  # noqa: N818 - reads as what it is
    """Something told is not in the journal, or something is there twice."""


@dataclass
class Moment:
    """One event that happened, in a match at a table."""

    told: Told
    begun: MatchBegun


@dataclass
class TableTruth:
    """One table: `moments[k]` is event k + 1; `games[seq]` the match after event `seq`."""

    moments: list[Moment] = field(default_factory=list)
    games: dict[int, Game] = field(default_factory=dict)
    begun: MatchBegun | None = None
    acts: int = 0


class Truth:
    """All tables. `unseal` is the journal's; `keep` moments of each match can be compared."""

    def __init__(self, unseal: Callable[[bytes], bytes], keep: int = 40) -> None:
        self.tables: dict[str, TableTruth] = {}
        self.records = 0
        self._unseal = unseal
        self._keep = keep

    def take(self, number: int, record: Record) -> None:
        """Play one record. Loss if a record or an act is missing, doubled or impossible."""
        if number != self.records + 1:
            raise Loss(f"record {number} follows record {self.records}")
        self.records = number
        if isinstance(record, MatchBegun):
            self._begin(record)
        elif isinstance(record, Acted):
            self._act(record)
        elif isinstance(record, MatchOver):
            table = self.tables[record.table]
            if table.games[len(table.moments)].outcome() != record.outcome:
                raise Loss(f"{record.table}: the end of match {record.match_id} is another")

    def _begin(self, begun: MatchBegun) -> None:
        table = self.tables.setdefault(begun.table, TableTruth())
        table.begun, table.acts = begun, 0
        kind = game_kinds()[begun.game]
        lots = SeededLots.of(self._unseal(begun.sealed_seed), begun.entropies)
        previous = None if begun.previous is None else Previous(begun.previous)
        options = read_options(kind.options, begun.options)
        self._step(table, kind.begin(begun.seats, options, lots, previous), ())

    def _act(self, record: Acted) -> None:
        table = self.tables[record.table]
        if table.begun is None or table.begun.match_id != record.match_id:
            raise Loss(f"{record.table}: an act of a match that is not being played")
        table.acts += 1
        if record.n != table.acts:
            raise Loss(f"{record.table}: act {record.n} stands where {table.acts} was due")
        step = table.games[len(table.moments)].apply(record.seat, record.action)
        self._step(table, step, time_ran_out(record.seat, record.by))

    def _step(self, table: TableTruth, step: Step, before: tuple[Told, ...]) -> None:
        assert table.begun is not None
        table.moments += [Moment(told, table.begun) for told in (*before, *step.events)]
        earlier = dict(list(table.games.items())[: self._keep])
        table.games = {len(table.moments): step.game, **earlier}
        _check_cards(step.game, table.begun)

    def check(self, witness: Witness, since: int) -> None:
        """Loss unless all that `witness` was told after event `since` happened just so."""
        table = self.tables.get(witness.table, TableTruth())
        for number, event in witness.since(since):
            if number > len(table.moments):
                raise Loss(f"{witness.name} was told event {number}; the journal has fewer")
            moment = table.moments[number - 1]
            seat = moment.begun.seats[moment.begun.names.index(witness.name)]
            if moment.told.form_for(seat) != event:
                raise Loss(f"{witness.name}: event {number} was {event}, now {moment.told}")
        self._check_views(witness, table)

    @staticmethod
    def _check_views(witness: Witness, table: TableTruth) -> None:
        for number, view in witness.views.items():
            game = table.games.get(number)
            if game is None:
                continue  # long ago
            begun = table.moments[number - 1].begun
            seat = begun.seats[begun.names.index(witness.name)]
            if game.view(seat) != view:
                raise Loss(f"{witness.name}: the view at event {number} was {view}")


def _check_cards(game: Game, begun: MatchBegun) -> None:
    """No card is lost or doubled: the open view accounts for the whole deck."""
    view: AnyView = game.open_view()  # type: ignore[assignment]
    held = [card for hand in view.open_hands for card in hand.cards]
    if len(set(held)) != len(held):
        raise Loss(f"{begun.table}: a card is held twice")
    match view:
        case PerekurView(pile=pile):
            counted, deck = len(held) + pile, len(DECK_52)
        case DurakView(stock=stock, discard=discard, table=pairs):
            on_table = sum(1 + (pair.by is not None) for pair in pairs)
            counted = len(held) + stock + discard + on_table
            deck = len(DECK_52) if begun.options.get("deck") == "52" else len(DECK_36)
    if counted != deck:
        raise Loss(f"{begun.table}: {counted} of {deck} cards are accounted for")
