"""A match being played: every decision committed first, then announced, in order.

What lives here: the match's value, its records, the queue behind a commit, and
what is kept for those who come back. How the next act comes about stands in
racing.py and turning.py. What must not: seats and options (table.py).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from cardprotocol.errors import ErrorCode
from cardprotocol.games.common import STOPPED, ActedBy, Action, MatchEnded, Outcome
from cardprotocol.messages.parts import MatchProof, Verdict
from cardrules.game import Game, Race, Seat, Step, Told
from cardrules.lots import Lots
from cardserver.announcement import Announcement, shown_hands, time_ran_out
from cardserver.contests import Contests, tallied
from cardserver.racing import Racing
from cardserver.records import Acted, AnyRecord, ControlUsed, GaveUp, MatchBegun, MatchOver
from cardserver.refusal import Refusal
from cardserver.turning import Turning

if TYPE_CHECKING:
    from cardserver.session import Session
    from cardserver.table import Table

HISTORY: Final = 64  # announcements kept for those who come back; more than a minute of racing
STORAGE_RETRY_US: Final = 1_000_000


class Match:
    """One match at a table. Everything that changes `game` passes through `take`."""

    def __init__(
        self, table: Table, begun: MatchBegun, lots: Lots, seed: bytes, first: Step, seq: int
    ) -> None:
        self.table = table
        self.begun = begun
        self.lots = lots
        self.seq = seq
        self.game: Game = first.game
        self.acts = 0  # records of this match after its beginning; the next race is acts + 1
        self.over = False
        self.restored = False  # from the journal: its people remember more of it than it does
        self.settled = False  # its end is on the screens, and the table open for another
        self.history: deque[Announcement] = deque(maxlen=HISTORY)
        self._seed = seed
        self._contests: Contests = ()
        self._first = first
        self._pending = True  # until the deal is durable
        self._backlog: deque[Callable[[], None]] = deque()
        raced = isinstance(first.game.pace(), Race)
        self.pacer: Racing | Turning = Racing(self) if raced else Turning(self)

    # -- beginning, and restarting ----------------------------------------------------

    def begin(self) -> None:
        """Tell the deal."""
        self.table.server.report(f"match {self.begun.match_id} begins at {self.begun.table}")
        self._free(lambda: self._announce(self._first.events, None))

    def dropped(self) -> None:
        """The deal could not be written: there is no such match, and who waited for it goes on."""
        self.over = True
        self._free(self.pacer.halt)

    def replay(self, record: AnyRecord) -> None:
        """Take a journalled decision without telling anybody (restart)."""
        step, extra = self._replayed(record)
        self._contests = tallied(self._contests, self.game, record)
        if step is not None:
            self.game = step.game
        self.acts += 1
        verdict = record.verdict if isinstance(record, Acted) else None
        self._remember(extra + (() if step is None else step.events), verdict)

    def replay_beginning(self) -> None:
        """Count the deal's events without telling anybody (restart)."""
        self._pending = False
        self.restored = True
        self._remember(self._first.events, None)

    def replay_over(self, outcome: Outcome) -> None:
        """Take a journalled end without telling anybody (restart)."""
        self.over = True
        if self.game.outcome() is None:  # stopped: its end is not an event of the rules
            self._remember((Told(MatchEnded(outcome=outcome)),), None)

    def _replayed(self, record: AnyRecord) -> tuple[Step | None, tuple[Told, ...]]:
        match record:
            case Acted():
                extra = time_ran_out(record.seat, record.by)
                return self.game.apply(record.seat, record.action), extra
            case ControlUsed():
                return self.game.control(record.control), ()
            case GaveUp():
                return self.game.give_up(record.seat), ()
        raise ValueError(f"not a record of a match in play: {type(record).__name__}")

    # -- what people ask -----------------------------------------------------------

    def races(self, asked: str) -> Racing:
        """The races of this match; where the game has none a Refusal of the message `asked`."""
        if isinstance(self.pacer, Racing):
            return self.pacer
        raise Refusal(ErrorCode.RULES_ACTION, field="type", value=asked, expected="act")

    def act(self, session: Session, seat: Seat, action: Action, request: int | None) -> None:
        """An action in turn."""
        if isinstance(self.pacer, Racing):
            raise Refusal(ErrorCode.RULES_ACTION, field="type", value="act", expected="claim")
        self.when_free(
            lambda: session.attempt(lambda: self._act(session, seat, action, request), request)
        )

    def _act(self, session: Session, seat: Seat, action: Action, request: int | None) -> None:
        self._check_on()
        step = self.game.apply(seat, action)
        self.take(step, self.acted(seat, action, ActedBy.TURN), after=lambda: session.done(request))

    def control(self, session: Session, name: str, request: int | None) -> None:
        """The host uses a control of the game."""
        self.when_free(
            lambda: session.attempt(lambda: self._control(session, name, request), request)
        )

    def _control(self, session: Session, name: str, request: int | None) -> None:
        self._check_on()
        step = self.game.control(name)
        record = ControlUsed(
            table=self.begun.table, match_id=self.begun.match_id, n=self.acts + 1, control=name
        )
        self.take(step, record, quiet=True, after=lambda: session.done(request))

    def _check_on(self) -> None:
        """Refusal where the match was stopped while a request waited for a commit."""
        if self.over and self.game.outcome() is None:
            raise Refusal(ErrorCode.TABLE_NO_MATCH)

    def give_up(self, seat: Seat) -> None:
        """A player left on purpose: what the rules make of it (nothing, mostly)."""
        self.when_free(lambda: self._give_up(seat))

    def _give_up(self, seat: Seat) -> None:
        if self.over:
            return
        step = self.game.give_up(seat)
        if step is None:
            self.pacer.people_changed()
            return
        record = GaveUp(
            table=self.begun.table, match_id=self.begun.match_id, n=self.acts + 1, seat=seat
        )
        self.take(step, record)

    # -- committing and announcing -------------------------------------------------

    def acted(
        self,
        seat: Seat,
        action: Action,
        by: ActedBy,
        verdict: Verdict | None = None,
        log: bytes = b"",
    ) -> Acted:
        """The record of an act."""
        return Acted(
            table=self.begun.table,
            match_id=self.begun.match_id,
            n=self.acts + 1,
            seat=seat,
            action=action,  # type: ignore[arg-type]  # every game's actions are in the union
            by=by,
            verdict=verdict,
            race_log=log,
        )

    def take(
        self,
        step: Step,
        record: AnyRecord,
        *,
        verdict: Verdict | None = None,
        quiet: bool = False,
        after: Callable[[], None] | None = None,
    ) -> None:
        """Commit `record`, then let `step` be the match and tell of it.

        `quiet` leaves the open race or turn as it is (a control changes no turn).
        """
        self._pending = True
        records = [record]
        contests = tallied(self._contests, self.game, record)
        extra = time_ran_out(record.seat, record.by) if isinstance(record, Acted) else ()
        outcome = step.game.outcome()
        if outcome is not None:
            last = self.seq + len(extra) + len(step.events)
            records.append(self._over_record(outcome, self.acts + 2, last, contests))

        def committed() -> None:
            self.game = step.game
            self._contests = contests
            self.acts += 1
            if after is not None:
                after()
            self._free(lambda: self._announce(extra + step.events, verdict, quiet=quiet))

        self.table.append(records, committed, self._not_committed)

    def stop(self) -> None:
        """End the match without a result: it does not count."""
        self.when_free(self._stop)

    def _stop(self) -> None:
        if self.over:
            return
        outcome = Outcome(reason=STOPPED, ranking=())
        self.pacer.halt()  # nothing may be decided any more
        self._pending = True
        self.table.append(
            [self._over_record(outcome, self.acts + 1, self.seq + 1, self._contests)],
            lambda: self._free(lambda: self._stopped(outcome)),
            self._not_committed,
        )

    def _stopped(self, outcome: Outcome) -> None:
        self.over = True
        self._announce((Told(MatchEnded(outcome=outcome)),), None)

    def _over_record(self, outcome: Outcome, n: int, seq: int, contests: Contests) -> MatchOver:
        return MatchOver(
            table=self.begun.table,
            match_id=self.begun.match_id,
            n=n,
            outcome=outcome,
            seed=self._seed,
            contests=contests,
            seq=seq,
        )

    def _not_committed(self, text: str) -> None:
        self.pacer.halt()
        self.table.storage_failed(text)
        self.table.clock.call_later_us(STORAGE_RETRY_US, self._retry)

    def _retry(self) -> None:
        def writable() -> None:
            self.table.storage_works()
            self._free(self.pacer.open)
            self.table.presence.people_changed()

        self.table.append([], writable, self._not_committed)

    def when_free(self, call: Callable[[], None]) -> None:
        """Run `call` now, or when the commit that is under way has ended."""
        if self._pending:
            self._backlog.append(call)
        else:
            call()

    def _free(self, first: Callable[[], None]) -> None:
        self._pending = False
        first()
        while self._backlog and not self._pending:
            self._backlog.popleft()()

    @property
    def pending(self) -> bool:
        """Whether a decision waits for its commit."""
        return self._pending

    def _announce(
        self, events: tuple[Told, ...], verdict: Verdict | None, *, quiet: bool = False
    ) -> None:
        ended = self.over or self.game.outcome() is not None
        begun, proof = self.begun, None
        if ended:
            proof = MatchProof(match_id=begun.match_id, seed=self._seed, entropies=begun.entropies)
            self.table.server.report(f"match {begun.match_id} is over at {begun.table}")
        self.over = ended
        told = self._remember(events, verdict, proof)
        tell = self.pacer.tell if quiet else self.pacer.show
        tell(told)

    def _remember(
        self,
        events: tuple[Told, ...],
        verdict: Verdict | None,
        proof: MatchProof | None = None,
    ) -> Announcement:
        self.seq += len(events)
        hands = shown_hands(self.game, self.table.options)
        told = Announcement(self.seq, events, verdict, proof, hands)
        self.history.append(told)
        return told
