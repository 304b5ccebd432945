"""Finished matches with all their evidence, played by simulated people on the real server.

What lives here: making them from a seed, and altering them. What must not: checks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from msgspec.structs import replace

from cardprotocol.cards import DECK_52
from cardprotocol.fields import OptionValue
from cardprotocol.games.durak import Attack, Beat, ThrowIn
from cardprotocol.games.perekur import Lay
from cardprotocol.messages.parts import ClaimEvidence
from cardserver.race_log import RaceRecord, decode_record, encode_record
from cardserver.records import Acted, MatchBegun, MatchOver, Record
from tests.support.sim_character import Character
from tests.support.sim_world import SimWorld, seconds

Records = tuple[Record, ...]
_RACED: Mapping[str, OptionValue] = {"look_seconds": 0}
# Game, options, seats.
KINDS: tuple[tuple[str, Mapping[str, OptionValue], int], ...] = (
    ("perekur", _RACED, 3),
    ("perekur", {**_RACED, "bots_race": "raw", "collect": "pile", "max_redeals": 2}, 4),
    ("durak", {}, 2),
    ("durak", {"mode": "transfer"}, 3),
)


def quick(rng: Random) -> int:
    """Reactions close together, so that races are close and dead heats happen."""
    return rng.randrange(200_000, 206_000)


@cache
def played(seed: int, kind: int, matches: int = 2) -> tuple[Records, ...]:
    """Some matches of KINDS[kind] at one table, each as its own records."""
    game, options, seats = KINDS[kind]
    world = SimWorld(seed)
    for number in range(seats):
        world.add(
            Character(
                f"P{number}",
                game=game,
                options=options,
                host=number == 0,
                bot=number == 1,
                reaction=quick,
                seats_expected=seats,
                matches=matches,
            )
        )
    world.run(world.all_done, seconds(3_000))
    records = [record for _, record in world.journal.load()]
    ids = [record.match_id for record in records if isinstance(record, MatchBegun)]
    return tuple(
        tuple(record for record in records if getattr(record, "match_id", "") == match_id)
        for match_id in ids
    )


@dataclass(frozen=True, slots=True)
class Alteration:
    """A forgery: `make` gives the altered records, or None where it does not apply."""

    name: str
    make: Callable[[Records, Random], Sequence[Record] | None]


def _acts(records: Records, *, raced: bool = False) -> list[int]:
    found = [k for k, record in enumerate(records) if isinstance(record, Acted)]
    return [k for k in found if not raced or records[k].race_log]  # type: ignore[attr-defined]


def _with(records: Records, at: int, **changes: object) -> Records:
    return (*records[:at], replace(records[at], **changes), *records[at + 1 :])


def _other_card(records: Records, rng: Random) -> Records | None:
    at = rng.choice(_acts(records))
    record = records[at]
    assert isinstance(record, Acted)
    card = rng.choice(DECK_52)
    match record.action:
        case Lay(card=old) if old != card:
            return _with(records, at, action=Lay(card=card))
        case Attack(cards=(old,)) | ThrowIn(cards=(old,)) if old != card:
            return _with(records, at, action=replace(record.action, cards=(card,)))
        case Beat(card=old) if old != card:
            return _with(records, at, action=replace(record.action, card=card))
    return None


def _other_seat(records: Records, rng: Random) -> Records:
    begun = records[0]
    assert isinstance(begun, MatchBegun)
    at = rng.choice(_acts(records))
    seat = records[at].seat  # type: ignore[attr-defined]
    return _with(records, at, seat=rng.choice([s for s in begun.seats if s != seat]))


def _flipped(data: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]


def _seed(records: Records, rng: Random) -> Records:
    over = records[-1]
    assert isinstance(over, MatchOver)
    return _with(records, len(records) - 1, seed=_flipped(over.seed, rng))


def _commitment(records: Records, rng: Random) -> Records:
    begun = records[0]
    assert isinstance(begun, MatchBegun)
    return _with(records, 0, commitment=_flipped(begun.commitment, rng))


def _entropy(records: Records, rng: Random) -> Records:
    begun = records[0]
    assert isinstance(begun, MatchBegun)
    entropies = list(begun.entropies)
    at = rng.randrange(len(entropies))
    entropies[at] = _flipped(entropies[at], rng)
    return _with(records, 0, entropies=tuple(entropies))


def _lost_act(records: Records, rng: Random) -> Records:
    at = rng.choice(_acts(records))
    return (*records[:at], *records[at + 1 :])


def _doubled_act(records: Records, rng: Random) -> Records:
    at = rng.choice(_acts(records))
    return (*records[:at], records[at], *records[at:])


def _swapped_acts(records: Records, rng: Random) -> Records | None:
    acts = _acts(records)
    at = rng.choice(acts[:-1])
    one, two = records[at], records[at + 1]
    if not isinstance(two, Acted):
        return None
    return (
        *records[:at],
        replace(two, n=at),
        replace(one, n=at + 1),
        *records[at + 2 :],
    )


def _outcome(records: Records, _rng: Random) -> Records:
    over = records[-1]
    assert isinstance(over, MatchOver)
    ranking = tuple(reversed(over.outcome.ranking)) or ((0,),)
    outcome = replace(over.outcome, ranking=ranking, losers=ranking[-1])
    return _with(records, len(records) - 1, outcome=outcome)


def _evidence(records: Records, rng: Random) -> Records | None:
    """One figure of one claim in a verdict."""
    acts = _acts(records, raced=True)
    if not acts:
        return None
    at = rng.choice(acts)
    verdict = records[at].verdict  # type: ignore[attr-defined]
    claim: ClaimEvidence = verdict.claims[0]
    name = rng.choice(("reaction_us", "judged_us", "arrived_us", "credit_us", "late_us"))
    altered = replace(claim, **{name: getattr(claim, name) + rng.choice((-1, 1))})
    claims = (altered, *verdict.claims[1:])
    return _with(records, at, verdict=replace(verdict, claims=claims))


def _race_log(records: Records, rng: Random) -> Records | None:
    """The press of the winner in the log: the verdict then shows another reaction."""
    acts = _acts(records, raced=True)
    if not acts:
        return None
    at = rng.choice(acts)
    record = records[at]
    assert isinstance(record, Acted)
    log: RaceRecord = decode_record(record.race_log)
    messages = [
        replace(m, pressed_us=m.pressed_us + 40_000)
        if hasattr(m, "pressed_us") and m.seat == record.seat
        else m
        for m in log.messages
    ]
    drawn = any(e.drawn_us is not None and e.seat == record.seat for e in log.entrants)
    if drawn:
        return None  # the press of a bot with a drawn reaction decides nothing
    return _with(records, at, race_log=encode_record(replace(log, messages=tuple(messages))))


def _stripped(records: Records, rng: Random) -> Records | None:
    """A claim said to have been the server's own act."""
    acts = _acts(records, raced=True)
    return _with(records, rng.choice(acts), by="absent", race_log=b"") if acts else None


def _cut(records: Records, rng: Random) -> Records:
    return records[: rng.randrange(1, len(records))]


def _contests(records: Records, _rng: Random) -> Records | None:
    over = records[-1]
    assert isinstance(over, MatchOver)
    if not over.contests:
        return None
    first = replace(over.contests[0], won=over.contests[0].won + 1)
    return _with(records, len(records) - 1, contests=(first, *over.contests[1:]))


ALTERATIONS = (
    Alteration("another card", _other_card),
    Alteration("another seat", _other_seat),
    Alteration("another seed", _seed),
    Alteration("another commitment", _commitment),
    Alteration("another entropy", _entropy),
    Alteration("a lost act", _lost_act),
    Alteration("a doubled act", _doubled_act),
    Alteration("two acts swapped", _swapped_acts),
    Alteration("another outcome", _outcome),
    Alteration("altered evidence", _evidence),
    Alteration("an altered race log", _race_log),
    Alteration("a claim made the server's", _stripped),
    Alteration("a match cut short", _cut),
    Alteration("altered contests", _contests),
)
