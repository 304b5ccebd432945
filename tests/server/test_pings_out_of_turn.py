"""The ping on a race's first claim takes the place of the next regular one, and no more come."""

from __future__ import annotations

from itertools import pairwise

from cardprotocol.messages import to_client as told
from cardserver.constants import ARMED_PING_GAP_US
from tests.support.house import Guest
from tests.support.perekur_positions import A, B, C, at
from tests.support.refusals import lay, race_at


def pings_us(guest: Guest) -> list[int]:
    """When the guest was pinged."""
    return [us for us, message in guest.heard if isinstance(message, told.Ping)]


def test_after_a_ping_out_of_turn_the_next_comes_a_whole_gap_later() -> None:
    house, (ann, bob, _cid) = race_at(at({A: "TC KC", B: "JC AC", C: "QC"}, 47, last=C))
    bob.answers = False  # else the race would be over at once
    house.rest(33_333)
    claimed_us = house.clock.now_us()
    ann.say(ann.claim(lay("TC")))
    house.rest(400_000)
    asked = [us for us in pings_us(bob) if us >= claimed_us]
    assert asked[0] == claimed_us
    gaps_us = [late - early for early, late in pairwise(asked)]
    assert min(gaps_us) >= ARMED_PING_GAP_US, gaps_us
