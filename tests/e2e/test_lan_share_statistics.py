"""The figures of the end-to-end share are themselves right, on made-up lines.

What must not: processes.
"""

from __future__ import annotations

import json
from random import Random

import pytest

from tests.support.netns_lan_share import Races

LATE_US = 60_000


def _drawn(race: int, who: str, drawn_us: int) -> str:
    return json.dumps({"who": who, "match": "m", "race": race, "drawn_us": drawn_us})


def _verdict(race: int, winner: str, arrived_us: dict[str, int]) -> str:
    claims = {
        who: {"reaction_us": us, "judged_us": us, "arrived_us": us}
        for who, us in arrived_us.items()
    }
    line = {"who": "cable 1", "match": "m", "race": race, "winner": winner, "claims": claims}
    return json.dumps(line | {"closed_by": "proof", "waited_us": 0, "lead_us": 0})


def _evening(races: int, judge_of: str) -> Races:
    """Two seats draw from one law; the far one's claims arrive 60 ms later."""
    rng, found = Random(5), Races()
    for race in range(races):
        near_us, far_us = (round(rng.gauss(250_000, 50_000)) for _ in range(2))
        arrived_us = {"cable 1": near_us, "far 1": far_us + LATE_US}
        judged_us = {"cable 1": near_us, "far 1": far_us} if judge_of == "reaction" else arrived_us
        winner = min(judged_us, key=lambda who: judged_us[who])
        found.take([_drawn(race, "cable 1", near_us), _drawn(race, "far 1", far_us)])
        found.take([_verdict(race, winner, arrived_us)])
    return found


def test_a_judge_of_reactions_is_found_fair_and_right() -> None:
    share = _evening(600, "reaction").share("far")
    assert share.races == 600
    assert share.fair == 300
    assert share.is_fair
    assert share.clear_right == share.clear > 400


def test_a_judge_of_arrivals_is_found_out() -> None:
    share = _evening(600, "arrival").share("far")
    assert not share.is_fair
    assert share.z < -5
    assert share.z == share.z_by_arrival
    assert share.clear_right < share.clear


def test_arrival_order_is_told_beside_a_fair_judge() -> None:
    share = _evening(600, "reaction").share("far")
    assert share.z_by_arrival < -5


def test_only_races_that_two_could_win_count_and_only_with_that_host() -> None:
    races = Races()
    races.take([_drawn(1, "far 1", 200_000), _verdict(1, "far 1", {"far 1": 260_000})])
    races.take([_drawn(2, "cable 1", 200_000), _drawn(2, "beside 1", 210_000)])
    races.take([_verdict(2, "cable 1", {"cable 1": 200_000})])
    races.take([_drawn(3, "far 1", 200_000), _drawn(3, "beside 1", 210_000)])
    assert len(races.verdicts) == 2
    with pytest.raises(ValueError, match="far has not raced"):
        races.share("far")
    assert races.share("cable").races == 1
