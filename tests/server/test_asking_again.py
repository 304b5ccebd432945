"""A seat that shows reveals a little later than the claimant is asked for its stamp again."""

from __future__ import annotations

from cardprotocol.messages import to_client as told
from cardprotocol.messages import to_server as said
from tests.support.house import Guest, House
from tests.support.perekur_positions import A, B, C, at
from tests.support.refusals import lay

POSITION = at({A: "TC KC", B: "JC AC", C: "QC"}, 47, last=C)
LATE_US = 1_500  # of a redraw; under the 3 ms that everybody is waited for


def shown_later() -> tuple[House, list[Guest]]:
    """300 ms into a race that Bob's client showed `LATE_US` after Ann's."""
    house = House()
    guests = house.table("perekur", "Ann", "Bob", "Cid", look_seconds=1)
    house.begin(*guests)
    house.set_up(POSITION)
    while not house.match.pacer.armed:
        house.rest(50)  # to the moment of the reveal: milliseconds matter here
    number = house.race()
    ann, bob, cid = guests
    for guest in (ann, cid):
        guest.say(said.Shown(race=number, shown_us=guest.now_us()))
    house.rest(LATE_US)
    bob.say(said.Shown(race=number, shown_us=bob.now_us()))
    house.rest(300_000)
    return house, guests


def test_a_race_is_closed_by_proof_as_soon_as_a_stamp_can_be_one() -> None:
    house, (ann, bob, _cid) = shown_later()
    ann.say(ann.claim(lay("TC")))
    house.rest(400_000)
    verdict = bob.last(told.Reveal).verdict
    assert verdict is not None
    assert verdict.closed_by == "proof"
    assert LATE_US - 500 < verdict.waited_us < LATE_US + 1_000


def test_all_seats_are_asked_again_alike_and_once() -> None:
    house, guests = shown_later()
    claimed_us = house.clock.now_us()
    guests[A].say(guests[A].claim(lay("TC")))
    house.rest(4_000)
    for guest in guests:
        asked = [us for us, message in guest.heard if isinstance(message, told.Ping)]
        assert len([us for us in asked if us >= claimed_us]) == 2, guest.name
