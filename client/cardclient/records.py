"""Small values the model is made of: log lines, judged races, a match's figures.

What lives here: frozen values and what can be read off them. What must not:
messages being received (receiving.py), words for people (sentences.py), a clock.
"""

from __future__ import annotations

import enum
import statistics
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from cardprotocol.cards import Card
from cardprotocol.fields import OptionValue
from cardprotocol.games.common import Outcome
from cardprotocol.games.vocabulary import AnyEvent
from cardprotocol.messages.parts import MatchProof, Verdict
from cardprotocol.messages.to_client import Closing, Error, Said

Seat = int
Names = Mapping[Seat, str]


class LinkState(enum.Enum):
    """How the connection stands; the layer that reconnects tells it (Model.link)."""

    CONNECTING = "connecting"
    ONLINE = "online"
    LOST = "lost"


class Hint(enum.Enum):
    """What the client itself has to say about a key that sent nothing."""

    NO_LINK = "no_link"
    NOT_OPEN = "not_open"
    NOT_HELD = "not_held"
    LATE = "late"
    LATE_NOT_HELD = "late_not_held"
    SSH = "ssh"
    LOCKED = "locked"
    ALREADY = "already"
    OUT = "out"
    SPECTATOR = "spectator"
    NOT_YOUR_TURN = "not_your_turn"
    NOTHING_SUCH = "nothing_such"
    NOTHING_TO_TAKE = "nothing_to_take"
    NOTHING_TO_PASS = "nothing_to_pass"
    LEAVE_AGAIN = "leave_again"
    NO_KEY = "no_key"
    NO_TABLE = "no_table"
    NO_TABLES = "no_tables"
    NO_GAMES = "no_games"
    NO_LAST_ROUND = "no_last_round"
    NO_OPTIONS = "no_options"


@dataclass(frozen=True, slots=True)
class Noted:
    """A hint with what it is about: a rank's letter, a time left, how late (None: unknown)."""

    hint: Hint
    rank: str = ""
    left_us: int = 0
    behind_us: int | None = None


@dataclass(frozen=True, slots=True)
class MatchBegan:
    """A match began; the commitment it was dealt under."""

    match_id: str


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing of a table that is not as `asked`: "table", "game" or the name of an option.

    `found` None: the table's game has no such option.
    """

    name: str
    asked: OptionValue
    found: OptionValue | None


@dataclass(frozen=True, slots=True)
class Unlike:
    """A table that was there already, and is not as the command line described it."""

    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class OptionsChanged:
    """The host changed options of the table; what they are now, by name."""

    options: tuple[tuple[str, OptionValue], ...]


@dataclass(frozen=True, slots=True)
class OpenRace:
    """A race on this screen.

    `shown_us` is stamped once the frame is painted, `claimed` is the card of a claim under
    way and `pressed_us` its key press.
    """

    race: int
    nonce: bytes | None
    shown_us: int | None = None
    claimed: Card | None = None
    pressed_us: int = 0


@dataclass(frozen=True, slots=True)
class OwnLate:
    """A press of one's own that reached no judge: figures of this client alone (µs).

    `behind_us` counts from the winner's judged time; None where there is none to compare with,
    or where the press was no later and only its claim was.
    """

    reaction_us: int
    behind_us: int | None = None


@dataclass(frozen=True, slots=True)
class JudgedRace:
    """A verdict with what it was about, as all saw it, and this seat's own part in it.

    `at_us` is when the verdict was shown; `mine` is the race as it stood on this screen then,
    None if this seat could not have laid in it.
    """

    verdict: Verdict
    wanted: int
    card: Card | None = None
    at_us: int = 0
    mine: OpenRace | None = None
    late: OwnLate | None = None

    def behind(self, pressed_us: int) -> OwnLate:
        """How far a key of one's own, pressed at `pressed_us`, was behind the winner."""
        shown_us = self.mine.shown_us if self.mine is not None else None
        reaction_us = pressed_us - (self.at_us if shown_us is None else shown_us)
        claims, winner = self.verdict.claims, self.verdict.winner
        best_us = next((claim.judged_us for claim in claims if claim.seat == winner), None)
        if best_us is None or reaction_us <= best_us:
            return OwnLate(reaction_us)
        return OwnLate(reaction_us, reaction_us - best_us)


Entry = (
    AnyEvent | Said | Error | Closing | Noted | Unlike | OptionsChanged | MatchBegan | JudgedRace
)


@dataclass(frozen=True, slots=True)
class Logged:
    """One line of the log: when it was shown, who sat where then, and what it was."""

    at_us: int
    what: Entry
    names: Names
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Reactions:
    """One seat's judged races in a match; times as the judge believed them (µs)."""

    judged_us: tuple[int, ...] = ()
    won: int = 0
    contested: int = 0
    contested_won: int = 0

    @property
    def median_us(self) -> int | None:
        """Median reaction, None before the first claim."""
        return round(statistics.median(self.judged_us)) if self.judged_us else None

    @property
    def best_us(self) -> int | None:
        """Shortest reaction, None before the first claim."""
        return min(self.judged_us, default=None)


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """What a match has shown this client so far: reactions by seat, margins, how it ended.

    `races_missed`: some may have been judged while this client was not there.
    """

    match_id: str = ""
    commitment: bytes | None = None
    names: Names = field(default_factory=dict)
    reactions: Mapping[Seat, Reactions] = field(default_factory=dict)
    least_margin_us: int | None = None
    most_margin_us: int | None = None
    races_missed: bool = False
    outcome: Outcome | None = None
    proof: MatchProof | None = None
    proven: bool | None = None

    def with_verdict(self, verdict: Verdict) -> MatchRecord:
        """The record after one more judged race."""
        contested = len(verdict.claims) > 1
        reactions = dict(self.reactions)
        for claim in verdict.claims:
            won = claim.seat == verdict.winner
            old = reactions.get(claim.seat, Reactions())
            reactions[claim.seat] = Reactions(
                (*old.judged_us, claim.judged_us),
                old.won + won,
                old.contested + contested,
                old.contested_won + (won and contested),
            )
        margins = [
            margin
            for margin in (self.least_margin_us, self.most_margin_us, verdict.margin_us)
            if margin is not None
        ]
        return replace(
            self,
            reactions=reactions,
            least_margin_us=min(margins, default=None),
            most_margin_us=max(margins, default=None),
        )

    def with_late(self, seat: Seat) -> MatchRecord:
        """The record after a race that `seat` took part in too late to be judged."""
        old = self.reactions.get(seat, Reactions())
        fresh = replace(old, contested=old.contested + 1)
        return replace(self, reactions={**self.reactions, seat: fresh})
