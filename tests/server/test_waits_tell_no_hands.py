"""A11 on the wire: nobody can see from what a server sends whether rivals hold the rank.

The same person wins the same race with none, one or two others able to. What the others and a
spectator receive must be equal: how many frames, how long, in which order, when, and what is in
them. Distributions of delays over thousands of races: `python -m tests.benchmarks.fairness`.
"""

from __future__ import annotations

from typing import Final

import pytest

from cardprotocol.cards import DECK_52, Card
from cardprotocol.codec import decode_to_client
from cardprotocol.games.perekur import Lay
from cardprotocol.messages import to_client as told
from cardprotocol.messages import to_server as said
from cardserver.constants import TICK_US
from tests.support.house import ONE_WAY_US, TABLE, Guest, House
from tests.support.perekur_positions import A, B, C, D, at

PILE: Final = 21  # a ten is wanted, and three of them are in hands
WINNING: Final = Card("TH")
# What B, C and D hold of the two other tens; two twos go where the tens are not. D is barred.
WORLDS: Final = {
    "no rival": {B: "2D", C: "2C", D: "TD TC"},
    "one rival": {B: "TD", C: "2C", D: "2D TC"},
    "another rival": {B: "2C", C: "TD", D: "2D TC"},
    "two rivals": {B: "TD", C: "TC", D: "2D 2C"},
}
Received = list[tuple[int, bytes]]


def hands(world: str) -> dict[int, str]:
    """Hands of equal size in every world; what is not in WORLDS is equal too."""
    special = {WINNING, *(Card(code) for code in ["TD", "TC", "2D", "2C"])}
    rest = [card.code for card in DECK_52[PILE:] if card not in special]
    dealt = {seat: " ".join(rest[seat::4]) for seat in (A, B, C, D)}
    return {A: f"{WINNING.code} {dealt[A]}"} | {
        seat: f"{cards} {dealt[seat]}" for seat, cards in WORLDS[world].items()
    }


def tick(house: House, guest: Guest) -> None:
    """Stamps each 25 ms, as clients send them in a race."""
    if not guest.session.gone:
        guest.say(said.Tick(sent_us=guest.now_us()))
        house.clock.call_later_us(TICK_US, lambda: tick(house, guest))


def race(world: str, reaction_us: int, *, ticks: bool, pongs: bool) -> dict[str, Received]:
    """What everybody receives from the reveal of the race to that of the next one."""
    house = House()
    guests = house.table("perekur", "Ann", "Bob", "Cid", "Dot", look_seconds=1)
    spectator = house.guest("Wim")
    spectator.ask(said.WatchTable(table=TABLE))
    house.begin(*guests)
    house.set_up(at(hands(world), PILE, last=D))
    everybody = {guest.name: guest for guest in (*guests, spectator)}
    before = {name: len(guest.frames) for name, guest in everybody.items()}
    house.race(*guests)
    for guest in guests:
        guest.answers = pongs or guest is guests[A]
        if ticks:
            tick(house, guest)
    house.rest(reaction_us + ONE_WAY_US)
    guests[A].say(guests[A].claim(Lay(card=WINNING)))
    house.rest(400_000)
    verdict = guests[B].last(told.Reveal).verdict
    assert verdict is not None
    assert verdict.winner == A
    return {name: guest.frames[before[name] :] for name, guest in everybody.items()}


def shape(received: Received) -> list[tuple[int, int, str]]:
    """When, how long and of which type each frame was."""
    return [(us, len(f), type(decode_to_client(f[2:])).__name__) for us, f in received]


@pytest.mark.parametrize(("ticks", "pongs"), [(True, True), (False, True), (False, False)])
@pytest.mark.parametrize("reaction_us", [140_000, 300_000, 412_345])
def test_all_receive_the_same_frames_at_the_same_times_whoever_could_have_won(
    reaction_us: int, ticks: bool, pongs: bool
) -> None:
    alone = race("no rival", reaction_us, ticks=ticks, pongs=pongs)
    assert any(name == "Ping" for _, _, name in shape(alone["Bob"]))
    for world in WORLDS:
        there = race(world, reaction_us, ticks=ticks, pongs=pongs)
        for name, received in alone.items():
            assert shape(there[name]) == shape(received), (world, name)
            assert there[name] == received, (world, name)
