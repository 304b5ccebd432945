"""Little room on the journal's disk: no new tables, and nothing else is different."""

from __future__ import annotations

from cardprotocol.messages import to_client as told
from cardprotocol.messages import to_server as said
from cardserver.disk_room import KEPT_US
from cardserver.settings import Limits, ServerSettings
from tests.support.house import TABLE, Guest, House

MIB = 1024 * 1024


class Disk:
    """So many bytes are free; how often that was asked."""

    def __init__(self, free_bytes: int) -> None:
        self.free_bytes = free_bytes
        self.broken = False
        self.asked = 0

    def __call__(self) -> int:
        """See DiskRoom."""
        self.asked += 1
        if self.broken:
            raise OSError("no such folder")
        return self.free_bytes


def create(guest: Guest, name: str) -> str:
    """The code of the refusal, "" for a table."""
    answer = guest.ask(said.CreateTable(table=name, game="perekur"))
    return answer.code if isinstance(answer, told.Error) else ""


def test_with_little_room_there_are_no_new_tables_until_there_is_room() -> None:
    disk = Disk(64 * MIB - 1)
    house = House(free_bytes=disk)
    ann = house.guest("Ann")
    assert create(ann, "One") == "server/disk"
    disk.free_bytes = 64 * MIB
    assert create(ann, "One") == "server/disk"  # what was heard is good for a while
    house.rest(KEPT_US)
    assert create(ann, "One") == ""
    assert [text for text in house.reports if "disk" in text] == [
        "the journal's disk has 64.0 MiB free: no new tables (limit free_bytes)",
        "the journal's disk has 64.0 MiB free: new tables again (limit free_bytes)",
    ]


def test_tables_that_are_there_play_on() -> None:
    disk = Disk(65 * MIB)
    house = House(free_bytes=disk)
    guests = house.table("perekur", "Ann", "Bob", "Cid", look_seconds=0, stall_seconds=5)
    disk.free_bytes = 0
    house.rest(KEPT_US)
    assert create(house.guest("Dot"), "Two") == "server/disk"
    assert isinstance(house.guest("Eve").ask(said.WatchTable(table=TABLE)), told.View)
    house.begin(*guests)
    house.race(*guests)
    house.rest(6_000_000)
    assert house.match.acts
    assert not house.the_table.paused


def test_the_disk_is_asked_seldom_and_by_nobody_but_who_wants_a_table() -> None:
    disk = Disk(65 * MIB)
    house = House(free_bytes=disk)
    house.table("perekur", "Ann", "Bob", "Cid")
    house.rest(60_000_000)
    assert disk.asked == 1
    dot = house.guest("Dot")
    for _ in range(10):
        dot.ask(said.CreateTable(table=TABLE, game="durak"))  # the name is taken
        create(dot, "Two")
        dot.ask(said.LeaveTable())
    assert disk.asked == 2


def test_a_disk_that_cannot_be_asked_keeps_nobody_from_playing() -> None:
    disk = Disk(0)
    disk.broken = True
    assert create(House(free_bytes=disk).guest("Ann"), "One") == ""


def test_the_host_may_set_how_much_room_there_must_be() -> None:
    settings = ServerSettings(limits=Limits(free_bytes=3 * MIB))
    house = House(settings, free_bytes=lambda: 3 * MIB - 1)
    refusal = house.guest("Ann").refused(said.CreateTable(table="One", game="durak"))
    assert refusal.expected == "3 MiB free on the server's disk"
    assert create(House(free_bytes=None).guest("Ann"), "One") == ""
