"""verify accepts what was played and refuses what was altered, with its place."""

from __future__ import annotations

from random import Random

import pytest

from cardreplay import replay_file
from cardreplay.refusals import NotGenuine, StillPlaying
from cardreplay.verify import verify
from cardserver.records import Acted, MatchBegun, MatchOver
from tests.support.replay_matches import ALTERATIONS, KINDS, Alteration, Records, played

SEEDS = range(2)
ALTERED = 520


@pytest.mark.parametrize("kind", range(len(KINDS)))
@pytest.mark.parametrize("seed", SEEDS)
def test_every_match_that_was_played_is_genuine_from_the_journal_and_from_a_file(
    seed: int, kind: int
) -> None:
    for records in played(seed, kind):
        begun, over = records[0], records[-1]
        assert isinstance(begun, MatchBegun)
        assert isinstance(over, MatchOver)
        genuine = verify(records)
        claims = [r for r in records if isinstance(r, Acted) and r.by == "claim"]
        assert (genuine.match_id, genuine.commitment) == (begun.match_id, begun.commitment)
        assert (genuine.races, genuine.outcome) == (len(claims), over.outcome)
        assert verify(replay_file.from_bytes(replay_file.to_bytes(records))) == genuine


def refused(alteration: Alteration, records: Records, rng: Random) -> bool:
    """Whether the altered match was refused; None altered counts as not tried."""
    altered = alteration.make(records, rng)
    if altered is None:
        return False
    # A forger writes the file anew, with right digests: only the match itself gives it away.
    with pytest.raises((NotGenuine, StillPlaying)) as caught:
        verify(tuple(altered))
    error = caught.value
    if isinstance(error, NotGenuine):
        assert error.place.startswith(("act ", "the "))
    return True


@pytest.mark.parametrize("alteration", ALTERATIONS, ids=lambda a: a.name)
def test_an_altered_match_is_refused_even_with_right_digests(alteration: Alteration) -> None:
    rng = Random(alteration.name)
    matches = [m for seed in SEEDS for kind in range(len(KINDS)) for m in played(seed, kind)]
    tries = sum(
        refused(alteration, rng.choice(matches), rng) for _ in range(ALTERED // len(ALTERATIONS))
    )
    assert tries >= 10


def test_dead_heats_are_among_the_races_that_were_verified() -> None:
    verdicts = [
        record.verdict
        for seed in SEEDS
        for kind in range(2)
        for records in played(seed, kind)
        for record in records
        if isinstance(record, Acted) and record.verdict is not None
    ]
    assert any(claim.lot for verdict in verdicts for claim in verdict.claims)
    assert any(claim.drawn for verdict in verdicts for claim in verdict.claims)


def test_a_match_that_is_played_on_is_no_forgery() -> None:
    with pytest.raises(StillPlaying, match="its seed is not public yet"):
        verify(played(0, 0)[0][:-1])
