"""Everybody has the whole look time before a round's first race, whatever happens meanwhile."""

from __future__ import annotations

import pytest

from cardprotocol.messages import to_client as told
from cardprotocol.messages import to_server as said
from cardserver.restore import restore
from tests.support.house import Guest, House
from tests.support.refusals import perekur

SECOND_US = 1_000_000
LOOK_SECONDS = 5


def looking() -> tuple[House, list[Guest]]:
    """Two seconds into a look of five."""
    house, guests = perekur(look_seconds=LOOK_SECONDS)
    house.begin(*guests)
    house.rest(2 * SECOND_US)
    assert not house.match.pacer.armed
    return house, guests


def opened_us(house: House) -> int:
    """When the next race is on the screens."""
    for _ in range(4_000):
        if house.match.pacer.armed:
            break
        house.rest(5_000)
    race = house.match.races("claim").race
    assert race is not None
    return race.show_us


def restarted(house: House, guests: list[Guest]) -> list[Guest]:
    """Everybody on a new server, made from the journal alone."""
    house.server = house.new_server()
    restore(house.server, [record for _, record in house.journal.load()])  # type: ignore[misc]
    back = [house.back(guest) for guest in guests]
    for guest in back:
        guest.ask(said.Resume(seq=0))
    return back


def test_after_a_restart_hands_may_be_looked_at_for_the_whole_time_again() -> None:
    house, guests = looking()
    came_us = house.clock.now_us()
    back = restarted(house, guests)
    assert opened_us(house) - came_us >= LOOK_SECONDS * SECOND_US
    assert len([m for m in back[0].all(told.Reveal) if m.race is not None]) == 1


def test_after_a_restart_in_the_middle_of_a_round_there_is_no_look() -> None:
    house, guests = perekur(look_seconds=LOOK_SECONDS, stall_seconds=5)
    house.begin(*guests)
    house.race(*guests)
    house.rest(6 * SECOND_US)
    assert house.match.acts == 1  # the server laid
    came_us = house.clock.now_us()
    restarted(house, guests)
    assert opened_us(house) - came_us < SECOND_US


@pytest.mark.parametrize("away_us", [SECOND_US, 10 * SECOND_US])
def test_who_is_gone_for_a_moment_shortens_nobodys_look(away_us: int) -> None:
    house, guests = looking()
    until_us = house.clock.now_us() + 3 * SECOND_US - 100_000
    for guest in guests[1:]:
        guest.hang_up()
    house.rest(away_us)
    for guest in guests[1:]:
        house.back(guest).ask(said.Resume(seq=0))
    assert opened_us(house) >= until_us


def test_a_look_that_ends_while_a_control_is_written_is_followed_by_the_race() -> None:
    house, (ann, _bob, _cid) = looking()
    house.journal.hold = True
    ann.say(said.Control(control="last_round"))
    house.rest(4 * SECOND_US)
    house.journal.release()
    house.rest(SECOND_US)
    assert house.match.pacer.armed


def test_a_disk_that_was_full_for_a_moment_shortens_nobodys_look() -> None:
    house, (ann, _bob, _cid) = looking()
    until_us = house.clock.now_us() + 3 * SECOND_US - 100_000
    house.journal.full = True
    ann.say(said.Control(control="last_round"))
    house.rest(100_000)
    house.journal.full = False
    assert opened_us(house) >= until_us
