"""Is a match genuine? Commitment, deal, rules and every verdict, from the records alone.

What lives here: the whole check of one match and what it found. What must not:
files (replay_file.py) and journals (archive.py), which have checks of their own.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from dataclasses import dataclass

from cardprotocol.games.common import ActedBy, Outcome
from cardreplay.evidence import check_act
from cardreplay.refusals import NotGenuine
from cardreplay.walk import BEGINNING, frame_of, moments
from cardrules.shuffle import commitment
from cardserver.contests import Contests, tallied
from cardserver.records import Acted, Record


@dataclass(frozen=True, slots=True)
class Genuine:
    """What was checked. Who saw `commitment` before the deal knows that nothing was chosen."""

    match_id: str
    game: str
    commitment: bytes
    acts: int
    races: int
    outcome: Outcome


def verify(records: Sequence[Record]) -> Genuine:
    """Play the match again and judge every race again.

    Raises NotGenuine with the place of the first thing that does not agree, StillPlaying for
    a match that is not over.
    """
    played = frame_of(records)
    begun, over = played.begun, played.over
    if not hmac.compare_digest(commitment(over.seed, begun.match_id), begun.commitment):
        raise NotGenuine(BEGINNING, "the seed is not the one that was committed to")
    acts, races, earlier = 0, 0, 0
    contests: Contests = ()
    for moment in moments(records, played):
        check_act(moment, played, earlier)
        if moment.before is not None:
            contests = tallied(contests, moment.before, moment.record)
        if isinstance(moment.record, Acted):
            acts, earlier = acts + 1, moment.record.n
            races += moment.record.by == ActedBy.CLAIM
    if over.contests != contests:
        raise NotGenuine("the end", "the contested races are not those of the cards")
    return Genuine(begun.match_id, begun.game, begun.commitment, acts, races, over.outcome)
