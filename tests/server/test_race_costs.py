"""A16: what an open race costs each client in bytes, counted on a server in memory.

Whole evenings with claims and verdicts over real sockets: `python -m tests.benchmarks.real_stack`.
"""

from __future__ import annotations

from collections import Counter

import pytest

from cardprotocol.framing import frame
from cardprotocol.messages import to_server as said
from cardserver.constants import TICK_US
from tests.support import house as houses
from tests.support.house import Guest, House

MOST_BYTES_S = 2_000
SECONDS = 10
# Stamps of a machine that has been up for a month take nine bytes; those of a new one less.
UPTIME_US = 30 * 86_400 * 1_000_000


def tick(house: House, guest: Guest) -> None:
    """Stamps each 25 ms, as clients send them in a race."""
    guest.say(said.Tick(sent_us=guest.now_us()))
    house.clock.call_later_us(TICK_US, lambda: tick(house, guest))


def test_an_open_race_costs_a_client_less_than_2_kb_a_second_each_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(houses, "OFFSET_US", UPTIME_US)
    house = House()
    guests = house.table("perekur", "Ann", "Bob", "Cid", "Dot", look_seconds=0, stall_seconds=0)
    up: Counter[str] = Counter()

    def counted(guest: Guest) -> None:
        say = guest.say_bytes

        def say_and_count(body: bytes) -> None:
            up[guest.name] += len(frame(body))
            say(body)

        monkeypatch.setattr(guest, "say_bytes", say_and_count)

    house.begin(*guests)
    house.race(*guests)
    for guest in guests:
        counted(guest)
        tick(house, guest)
    before = {guest.name: len(guest.frames) for guest in guests}
    house.rest(SECONDS * 1_000_000)
    for guest in guests:
        down = sum(len(data) for _, data in guest.frames[before[guest.name] :])
        assert 1_000 * SECONDS < up[guest.name] < MOST_BYTES_S * SECONDS
        assert 100 * SECONDS < down < MOST_BYTES_S * SECONDS
