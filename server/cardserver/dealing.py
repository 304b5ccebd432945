"""From readiness to a match, and from its end to the next: what is dealt at one table.

What lives here: seeds and their commitments, beginning a match when all are
ready, keeping what the next match needs. What must not: a running match's
decisions (match.py), seats (seating.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardprotocol.errors import ErrorCode
from cardprotocol.games.common import STOPPED, Outcome
from cardprotocol.messages import to_server as said
from cardrules.kind import Previous
from cardrules.options import option_values, read_options
from cardrules.shuffle import SEED_BYTES, SeededLots, commitment
from cardserver.match import Match
from cardserver.records import MatchBegun, MatchOver
from cardserver.refusal import Refusal

if TYPE_CHECKING:
    from cardserver.session import Session
    from cardserver.table import Table

MATCH_ID_BYTES: Final = 8


class Dealing:
    """The matches of `table`, one after another."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.number = 0  # matches begun
        self.seq = 0  # of the last event told before the match that runs or comes
        self.previous: Previous | None = None
        self._seed, self.match_id = self._next_seed()

    @property
    def commitment(self) -> bytes:
        """What the next match's seed is committed to, before anybody adds entropy."""
        return commitment(self._seed, self.match_id)

    def ready(self, session: Session, message: said.Ready) -> None:
        """Ready or not; when all are, the match begins."""
        state = self._table.own_seat(session)
        self._table.check_sound()
        if self._table.playing:
            raise Refusal(ErrorCode.TABLE_IN_MATCH)
        state.ready = message.ready
        state.entropy = message.entropy or b""
        session.done(message.id)
        self._table.announce()
        # What is being written of the table goes into the deal, or does not: seats and options.
        self._table.writing.when_written(self._begin_if_ready)

    def _begin_if_ready(self) -> None:
        states = list(self._table.seats.values())
        if len(states) < self._table.kind.least_seats or self._table.playing or self._table.frozen:
            return
        if all(state.ready and state.connected for state in states):
            self._begin()

    def _next_seed(self) -> tuple[bytes, str]:
        return self._table.chance(SEED_BYTES), self._table.chance(MATCH_ID_BYTES).hex()

    def _begin(self) -> None:
        seats = tuple(sorted(self._table.seats))
        states = [self._table.seats[seat] for seat in seats]
        begun = MatchBegun(
            table=self._table.name,
            match_id=self.match_id,
            number=self.number + 1,
            game=self._table.kind.name,
            options=option_values(self._table.options),
            seats=seats,
            names=tuple(state.player.name for state in states),
            bots=tuple(state.player.bot for state in states),
            sealed_seed=self._table.server.journal.seal(self._seed),
            commitment=commitment(self._seed, self.match_id),
            entropies=tuple(state.entropy for state in states),
            previous=None if self.previous is None else self.previous.outcome,
        )
        match = self.prepare(begun, self._seed)
        self._table.append([begun], lambda: self._begun(match), self._not_begun)

    def prepare(self, begun: MatchBegun, seed: bytes) -> Match:
        """Make the match of a record the table's own, without telling anybody."""
        lots = SeededLots.of(seed, begun.entropies)
        previous = None if begun.previous is None else Previous(begun.previous)
        options = read_options(self._table.kind.options, begun.options)
        first = self._table.kind.begin(begun.seats, options, lots, previous)
        self._table.match = Match(self._table, begun, lots, seed, first, self.seq)
        self.number = begun.number
        self._table.presence.match_begins()
        for state in self._table.seats.values():
            state.ready = False
            state.locked_until_us = 0
        return self._table.match

    def _begun(self, match: Match) -> None:
        self._table.announce()
        match.begin()

    def _not_begun(self, text: str) -> None:
        match, self._table.match = self._table.match, None
        self.number -= 1
        self._table.storage_failed(text)
        self.free_given_up()  # who left while it was written will not come back
        if match is not None:
            match.dropped()
        self._table.announce()

    def match_over(self) -> None:
        """The end of the match is on the screens: the table is open for another."""
        match = self._table.match
        assert match is not None
        self.settle(match.game.outcome() or Outcome(reason=STOPPED, ranking=()))
        self.free_given_up()
        self._table.announce()

    def free_given_up(self) -> None:
        """Free the seats of players who do not come back."""
        missing = self._table.presence.missing_seats()
        for state in [self._table.seats[seat] for seat in sorted(missing)]:
            self._table.seating.free_seat(state)

    def settle(self, outcome: Outcome) -> None:
        """Keep what the next match needs of this one."""
        assert self._table.match is not None
        self._table.match.settled = True
        self.seq = self._table.match.seq
        if outcome.counts:
            self.previous = Previous(outcome)
        self._seed, self.match_id = self._next_seed()

    def passed_over(self, begun: MatchBegun, over: MatchOver) -> None:
        """A finished match that another followed: only what that one builds on (restart)."""
        self.number, self.seq = begun.number, over.seq
        if over.outcome.counts:
            self.previous = Previous(over.outcome)

    def over_record(self, record: MatchOver) -> None:
        """A journalled end (restart)."""
        if self._table.match is not None:
            self._table.match.replay_over(record.outcome)
            self.settle(record.outcome)
