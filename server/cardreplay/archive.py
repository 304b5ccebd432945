"""Finding matches in a journal, also while its server runs.

What lives here: summaries of all matches and the records of one. What must not:
checks of what they say (verify.py), printing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from cardprotocol.games.common import Outcome
from cardreplay.refusals import NotFound, NotGenuine
from cardreplay.walk import BEGINNING
from cardserver.journal.opening import read_records
from cardserver.records import Acted, MatchBegun, MatchOver, OfMatch, Record


@dataclass(frozen=True, slots=True)
class Summary:
    """One match in a list. `outcome` is None while it is played; `at_ms` is when it began."""

    match_id: str
    at_ms: int
    table: str
    game: str
    names: tuple[str, ...]
    seats: tuple[int, ...]
    acts: int = 0
    outcome: Outcome | None = None

    @property
    def losers(self) -> tuple[str, ...]:
        """Who lost, by name."""
        lost = () if self.outcome is None else self.outcome.losers
        return tuple(n for s, n in zip(self.seats, self.names, strict=True) if s in lost)


def summaries(records: Iterable[Record]) -> list[Summary]:
    """All matches, in the order in which they began."""
    found: dict[str, Summary] = {}
    for record in records:
        match record:
            case MatchBegun():
                found[record.match_id] = Summary(
                    record.match_id,
                    record.at_ms,
                    record.table,
                    record.game,
                    record.names,
                    record.seats,
                )
            case Acted(match_id=match_id) if match_id in found:
                found[match_id] = replace(found[match_id], acts=found[match_id].acts + 1)
            case MatchOver(match_id=match_id) if match_id in found:
                found[match_id] = replace(found[match_id], outcome=record.outcome)
    return list(found.values())


def match_records(folder: Path, wanted: str) -> tuple[Record, ...]:
    """The records of the one match whose id begins with `wanted`.

    Raises NotFound, and NotGenuine if the match was not dealt after the one before at its table.
    """
    found: dict[str, list[Record]] = {}
    ended: dict[str, Outcome] = {}  # the last result by table: what the next match begins from
    for _, record in read_records(folder):
        if not isinstance(record, OfMatch):
            continue
        if record.match_id.startswith(wanted):
            found.setdefault(record.match_id, []).append(record)
            _check_previous(record, ended)
        if isinstance(record, MatchOver) and record.outcome.counts:
            ended[record.table] = record.outcome
    if not found:
        raise NotFound(f"There is no match {wanted!r} in {folder}; `cardreplay list` names them.")
    if len(found) > 1:
        raise NotFound(f"Several matches begin with {wanted!r}: {', '.join(sorted(found))}.")
    return tuple(next(iter(found.values())))


def _check_previous(record: OfMatch, ended: dict[str, Outcome]) -> None:
    """Dealer and first attacker follow from the match before, if the deal names one."""
    if isinstance(record, MatchBegun) and record.previous not in (None, ended.get(record.table)):
        raise NotGenuine(BEGINNING, "the match before at this table ended otherwise")
