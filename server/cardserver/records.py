"""Everything that decides a table's state, as records of the journal.

What lives here: one frozen type a record. Replaying a table's records in
order gives the table as its players last saw it; they are the audit trail, the
replay format and the source of statistics. What must not: storage (journal/)
or what a record means for a table (table.py, restore.py).
Records only grow: a field is never reused with another meaning.
"""

from __future__ import annotations

from msgspec import Struct

from cardprotocol.fields import OptionValue
from cardprotocol.games.common import Outcome
from cardprotocol.games.vocabulary import AnyAction
from cardprotocol.messages.parts import Verdict


class Record(Struct, frozen=True, tag_field="kind", omit_defaults=True, kw_only=True):
    """Base of all records. `at_ms` is wall time (Unix, milliseconds), for people only."""

    at_ms: int = 0


class NameClaimed(Record, frozen=True, tag="name_claimed"):
    """A name now belongs to the holder of a token; SHA-256 of the token."""

    name: str
    folded: str
    token_hash: bytes
    bot: bool = False


class TableCreated(Record, frozen=True, tag="table_created"):
    """A table exists, with all its options by name."""

    table: str
    game: str
    options: dict[str, OptionValue]


class OptionsSet(Record, frozen=True, tag="options_set"):
    """The host changed options (all of them, by name)."""

    table: str
    options: dict[str, OptionValue]


class SeatTaken(Record, frozen=True, tag="seat_taken"):
    """A player sits down; moving is leaving and taking."""

    table: str
    seat: int
    name: str
    bot: bool = False
    host: bool = False


class SeatLeft(Record, frozen=True, tag="seat_left"):
    """A seat is free again (between matches)."""

    table: str
    seat: int


class SeatGivenUp(Record, frozen=True, tag="seat_given_up"):
    """A player left in mid-match: the server plays on; or, with `back`, has the seat again.

    It says how the seat stands, so that the same may be written twice.
    """

    table: str
    seat: int
    back: bool = False


class TableClosed(Record, frozen=True, tag="table_closed"):
    """The table is gone; its matches stay in the log."""

    table: str


class MatchBegun(Record, frozen=True, tag="match_begun"):
    """A match is dealt. `sealed_seed` hides the seed until MatchOver reveals it.

    `names` and `bots` go with `seats` (ascending), as do `entropies` (b"" for none).
    """

    table: str
    match_id: str
    number: int
    game: str
    options: dict[str, OptionValue]
    seats: tuple[int, ...]
    names: tuple[str, ...]
    bots: tuple[bool, ...]
    sealed_seed: bytes
    commitment: bytes
    entropies: tuple[bytes, ...]
    previous: Outcome | None = None


class Acted(Record, frozen=True, tag="acted"):
    """An accepted action; in a race with its verdict and `race_log`, what the judge saw.

    `by` is `claim`, `turn`, `idle`, `absent` or `stalled`. A match's records count up in `n`.
    """

    table: str
    match_id: str
    n: int
    seat: int
    action: AnyAction
    by: str
    verdict: Verdict | None = None
    race_log: bytes = b""


class ControlUsed(Record, frozen=True, tag="control_used"):
    """The host used a control of the game."""

    table: str
    match_id: str
    n: int
    control: str


class GaveUp(Record, frozen=True, tag="gave_up"):
    """A player left a running match on purpose."""

    table: str
    match_id: str
    n: int
    seat: int


class Contest(Struct, frozen=True):
    """One seat's contested races: those in which it and a rival held what was wanted."""

    seat: int
    races: int
    won: int


class MatchOver(Record, frozen=True, tag="match_over"):
    """The match ended, by its rules or stopped; its seed and contested races are public now.

    `seq` is the number of its last event at the table, so that a restart need not play a
    finished match again to go on counting.
    """

    table: str
    match_id: str
    n: int
    outcome: Outcome
    seed: bytes
    contests: tuple[Contest, ...] = ()
    seq: int = 0


OfMatch = MatchBegun | Acted | ControlUsed | GaveUp | MatchOver
OfSeat = SeatTaken | SeatLeft | SeatGivenUp
AnyRecord = NameClaimed | TableCreated | OptionsSet | OfSeat | TableClosed | OfMatch
