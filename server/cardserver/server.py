"""The server as one object: its people, its lobby, its connections and its journal.

What lives here: greeting, connection limits, the shared ports, stopping. What
must not: Twisted (connection.py, running.py), or what happens at a table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from cardprotocol.errors import ErrorCode
from cardprotocol.messages import to_server as said
from cardprotocol.messages.to_client import Scores as ScoresMessage
from cardprotocol.messages.to_client import Welcome
from cardprotocol.messages.unions import PROTOCOL_VERSION
from cardrules.kind import GameKind
from cardrules.registry import game_kinds
from cardserver.counted import counted
from cardserver.disk_room import DiskRoom, FreeBytes
from cardserver.flags import Flag
from cardserver.judge_stats import judge_line
from cardserver.limits import FailureLimiter
from cardserver.lobby import Lobby
from cardserver.people import People
from cardserver.ports import Clock, Journal, ScoreBook, Wire
from cardserver.records import AnyRecord
from cardserver.refusal import Refusal
from cardserver.session import Session
from cardserver.settings import ServerSettings
from cardserver.suspicion import Suspicion

if TYPE_CHECKING:
    from cardserver.people import Player
    from cardserver.table import Table

FEATURES: Final = ("resume", "scores", "watch")
TOKEN_BYTES: Final = 16
SCORES_PAGE: Final = 15  # what a screen of 24 lines has room for
JUDGE_LINE_US: Final = 1_000_000  # from a decision to the line about it: past any show time


class Server:
    """One server. `chance(n)` gives n unpredictable bytes; `wall_ms()` dates records.

    `free_bytes` asks for the room on the journal's disk, where there is one.
    """

    def __init__(
        self,
        clock: Clock,
        journal: Journal,
        chance: Callable[[int], bytes],
        settings: ServerSettings,
        *,
        scores: ScoreBook | None = None,
        wall_ms: Callable[[], int] = lambda: 0,
        kernel_checked: bool = False,
        free_bytes: FreeBytes | None = None,
        report: Callable[[str, Exception | None], None] = lambda _text, _error: None,
    ) -> None:
        self.clock = clock
        self.journal = journal
        self.chance = chance
        self.settings = settings
        self.kinds: dict[str, GameKind] = game_kinds()
        self.kernel_checked = kernel_checked
        self.people = People()
        self.scores = scores
        self.suspicion = Suspicion(self._suspicious, self._judge_line)
        self.lobby = Lobby(self)
        self.sessions: dict[Session, None] = {}  # oldest first
        self.stopping = False
        self._wall_ms = wall_ms
        self._report = report
        limits = settings.limits
        self.disk_room = DiskRoom(clock, free_bytes, limits.free_bytes, self.report)
        self._token_failures = FailureLimiter(limits.token_failures, limits.token_wait_us)
        self._addresses: Counter[str] = Counter()

    # -- connections ---------------------------------------------------------------

    def connected(self, wire: Wire) -> Session:
        """A new connection; one too many is told so and closed."""
        session = self.make_session(wire)
        self.sessions[session] = None
        self._addresses[wire.peer] += 1
        limits = self.settings.limits
        if self.stopping:
            session.close(ErrorCode.SERVER_STOPPING)
        elif len(self.sessions) > limits.connections:
            self._oldest_stranger().close(ErrorCode.HELLO_FULL)
        elif (
            not self.is_local(wire.peer)
            and self._addresses[wire.peer] > limits.connections_per_address
        ):
            session.close(ErrorCode.HELLO_ADDRESS)
        return session

    def _oldest_stranger(self) -> Session:
        """Who said no hello yet and came first: silence must not keep players out."""
        return next(session for session in self.sessions if session.player is None)

    def make_session(self, wire: Wire) -> Session:
        """What is said on `wire` goes through it; the referee has one of its own."""
        return Session(self, wire, self.clock.now_us())

    @staticmethod
    def is_local(peer: str) -> bool:
        """Whether `peer` is this machine: exempt from limits per address."""
        return peer.startswith("127.") or peer in ("::1", "local")

    def lost(self, session: Session) -> None:
        """A connection is gone; a seat it had is kept."""
        self.sessions.pop(session, None)
        self._addresses[session.wire.peer] -= 1
        if self._addresses[session.wire.peer] <= 0:
            del self._addresses[session.wire.peer]
        player = session.player
        table, session.table = session.table, None
        if player is None or player.session is not session:
            return
        player.session = None
        self.report(f"{player.name} is gone")
        if self.stopping:
            return  # tables stay as they are
        if table is not None:
            table.presence.lost(session)
        if not player.seated:
            self.people.forget(player)

    def seat_refused(self, table: Table, player: Player, *, never_made: bool) -> None:
        """The journal could not take that `player` sits at `table`, or that there is one at all."""
        if never_made:
            self.lobby.remove(table)
        else:
            self.lobby.drop_if_deserted(table)
        if player.session is None and not player.seated:
            self.people.forget(player)

    def bye(self, session: Session) -> None:
        """Gone on purpose: the seat is given up."""
        player = session.player
        if session.table is not None:
            session.table.seating.leave(session, None)
        elif player is not None and player.seated:
            self.lobby.find(player.seated).seating.leave(session, None)
        session.wire.close()
        session.lost()

    def report(self, text: str, error: Exception | None = None) -> None:
        """A line for the host's log."""
        self._report(text, error)

    def _suspicious(self, name: str, flag: Flag) -> None:
        """Something odd about a player's claims: the host is told, nobody is punished."""
        player = self.people.find(name)
        if player is None or not player.bot:  # a bot says that it is one: it may be quick
            self.report(
                f"odd: {name}: {flag.kind.value} {flag.figure} against {flag.limit}"
                f" in {counted(flag.count, 'observation')}"
            )

    def _judge_line(self, line: str) -> None:
        """How the judge does, a moment later: a host who plays must not see that a race is over."""
        self.clock.call_later_us(JUDGE_LINE_US, lambda: self.report(line))

    # -- greeting ------------------------------------------------------------------

    def hello(self, session: Session, message: said.Hello) -> None:
        """Greet a client, or say why not and close."""
        try:
            self._greet(session, message)
        except Refusal as refusal:
            session.send(refusal.message(message.id))
            if refusal.code is ErrorCode.HELLO_VERSION:
                session.close(refusal.code, refusal.expected)

    def _greet(self, session: Session, message: said.Hello) -> None:
        if message.version != PROTOCOL_VERSION:
            raise Refusal(
                ErrorCode.HELLO_VERSION,
                field="version",
                value=str(message.version),
                expected=str(PROTOCOL_VERSION),
            )
        now_us = self.clock.now_us()
        peer = session.wire.peer
        if not self.is_local(peer) and self._token_failures.blocked(peer, now_us):
            raise Refusal(ErrorCode.HELLO_ADDRESS, expected="half a minute of patience")
        self._check_room(message)
        token = message.token or self.chance(TOKEN_BYTES)
        try:
            player = self.people.greet(message.name, message.token, token, bot=message.bot)
        except Refusal as refusal:
            if refusal.code is ErrorCode.HELLO_TOKEN:
                self._token_failures.failed(peer, now_us)
            raise
        self._supersede(player.session)
        self.people.add(player)  # losing the old connection frees a name that has no seat
        player.session = session
        session.send(
            Welcome(
                re=message.id,
                version=PROTOCOL_VERSION,
                server=f"{self.settings.name} {self.settings.version}".strip(),
                name=player.name,
                token=token,
                features=FEATURES,
                table=player.seated,
                kernel_checked=self.kernel_checked,
            )
        )
        self.report(f"{player.name} is here from {peer} with {message.client or 'no name'}")
        session.greeted(player, now_us, tunnelled=player.name in self.settings.tunnelled)

    def _check_room(self, message: said.Hello) -> None:
        limits = self.settings.limits
        if len(self.sessions) <= limits.connections - limits.kept_for_resuming:
            return
        known = self.people.find(message.name)
        if known is None or not known.seated or message.token is None:
            raise Refusal(ErrorCode.HELLO_FULL)

    def _supersede(self, old: Session | None) -> None:
        """The newest connection with the right token is the player."""
        if old is not None:
            old.close(ErrorCode.SESSION_SUPERSEDED)

    # -- records and scores --------------------------------------------------------

    def append(
        self,
        records: Sequence[AnyRecord],
        then: Callable[[], None],
        failed: Callable[[str], None],
    ) -> None:
        """Write `records` as one unit, dated; see ports.Journal."""
        at_ms = self._wall_ms()
        dated = [msgspec.structs.replace(record, at_ms=at_ms) for record in records]

        def durable() -> None:
            if self.scores is not None:
                for record in dated:
                    self.scores.take(record)
            then()

        self.journal.append(dated, durable, failed)

    def list_scores(self, session: Session, message: said.ListScores) -> None:
        """One page of a game's leaderboard."""
        if message.game not in self.kinds:
            raise Refusal(
                ErrorCode.TABLE_GAME,
                field="game",
                value=message.game,
                expected=", ".join(self.kinds),
            )
        lines = self.scores.lines(message.game) if self.scores is not None else ()
        pages = max(1, -(-len(lines) // SCORES_PAGE))
        page = min(message.page, pages - 1)
        above = page * SCORES_PAGE
        session.send(
            ScoresMessage(
                re=message.id,
                game=message.game,
                scores=tuple(lines[above : above + SCORES_PAGE]),
                page=page,
                pages=pages,
                above=above,
            )
        )

    # -- stopping ------------------------------------------------------------------

    def stop(self) -> None:
        """Tell everybody and close every connection; tables stay as they are."""
        self.stopping = True
        self._report(judge_line(self.suspicion.snapshot()), None)
        for session in tuple(self.sessions):
            session.close(ErrorCode.SERVER_STOPPING)
        for table in self.lobby.tables:
            table.audience.forget()
            if table.match is not None:
                table.match.pacer.halt()
