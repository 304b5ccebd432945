"""The whole server in one seeded world: whatever the network, the players and the disk do.

Everything that must always hold is checked after every event (tests/support/sim_invariants.py).
What must not: real time, sockets; figures of the judge (tests/benchmarks/fairness).
"""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from cardprotocol.messages import to_client as told
from cardprotocol.messages.parts import RaceOpening, Verdict
from cardserver.constants import WAIT_CAP_US
from tests.support.paths import Path, Profile, SeatPaths
from tests.support.sim_character import Character
from tests.support.sim_clock import LocalClock, SimClock
from tests.support.sim_evening import evening, play, with_faults
from tests.support.sim_faults import Fault
from tests.support.sim_invariants import (
    NoGaps,
    OneVerdict,
    all_invariants,
    each_claim_was_answered,
    views_agree,
)
from tests.support.sim_world import SimError, SimWorld, seconds


@pytest.mark.parametrize("profile", Profile)
def test_an_honest_evening_ends_and_everybody_saw_the_same(profile: Profile) -> None:
    world = evening(int.from_bytes(profile.value.encode()[:2]), profile=profile)
    play(world)
    each_claim_was_answered(world)
    views_agree(world)


def test_any_pieces_in_which_bytes_arrive_make_the_same_messages() -> None:
    world = evening(5, profile=Profile.WIRED, seats=3, spectators=0, most_chunk_bytes=7)
    play(world)
    views_agree(world)


@pytest.mark.parametrize("kind", Fault)
def test_play_survives_a_kind_of_fault(kind: Fault) -> None:
    world = evening(100 + list(Fault).index(kind))
    faults = with_faults(world, (kind,))
    play(world)
    assert faults.happened[kind] > 0
    each_claim_was_answered(world)
    views_agree(world)


@pytest.mark.parametrize("seed", range(2))
def test_play_survives_everything_at_once(seed: int) -> None:
    world = evening(seed)
    with_faults(world, count=12)
    play(world)
    each_claim_was_answered(world)
    views_agree(world)


@pytest.mark.parametrize("mode", ["simple", "throw_in", "transfer"])
def test_durak_survives_everything_at_once(mode: str) -> None:
    world = evening(7, "durak", options={"mode": mode})
    with_faults(world, count=12)
    play(world)
    views_agree(world)


def test_a_full_disk_at_the_first_seat_leaves_a_journal_that_can_be_restored() -> None:
    world = evening(3, profile=Profile.WIRED, spectators=0)
    world.journal.full = True
    # By then the host was refused; he may try again to make a table after ten seconds.
    world.at(seconds(1), lambda: setattr(world.journal, "full", False))
    play(world)
    (table,) = world.restored().lobby.tables
    assert len(table.seats) == 4


def test_a_spectator_who_connects_again_and_again_is_one_spectator() -> None:
    world = evening(4, profile=Profile.WIRED)
    spectator = world.players[-1]
    for _ in range(3):
        world.rest(seconds(2))
        spectator.start()
    world.rest(seconds(2))
    table = world.table()
    assert table is not None
    assert len(table.audience.spectators) == 1
    names = [session.player.name for session in world.server.sessions if session.player]
    assert sorted(names) == ["P0", "P1", "P2", "P3", "P4"]


@pytest.mark.parametrize("game", ["perekur", "durak"])
def test_a_spectator_hears_of_nothing_before_its_view_however_slow_the_disk(game: str) -> None:
    world = evening(2, game, Profile.WIRED, commit_us=200_000)
    spectator = world.players[-1]
    for come in range(40):
        world.at(seconds(1) + come * 370_000, spectator.start)
    play(world)
    views_agree(world)


def test_the_faults_reach_what_they_are_for() -> None:
    """Without these moments in it, a campaign of faults would test nothing."""
    wanted = {"came back", "into an open race", "claim/late", "proof", "bound", "server"}
    seen: set[str] = set()
    for seed in range(20, 32):
        world = evening(seed)
        with_faults(world, count=12)
        play(world)
        seen |= _moments(world)
        if wanted <= seen:
            return
    raise AssertionError(f"never met: {wanted - seen}")


def _moments(world: SimWorld) -> set[str]:
    """What came about in a world, as far as its players could see it."""
    seen = set()
    for connection, message in (pair for player in world.players for pair in player.received):
        match message:
            case told.Welcome() if connection > 1:
                seen.add("came back")
            case told.View(race=RaceOpening()) if connection > 1:
                seen.add("into an open race")
            case told.Error(code=code):
                seen.add(code)
            case told.Reveal(verdict=Verdict(closed_by=why)):
                seen.add(why)
    return seen


def test_a_seed_decides_everything_whatever_the_order_of_hashes() -> None:
    digests = {
        subprocess.run(
            [sys.executable, "-m", "tests.support.sim_evening", "11"],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("1", "2")
    }
    assert len(digests) == 1


def test_a_stopped_player_far_away_delays_a_verdict_by_the_cap_and_no_more() -> None:
    verdicts = OneVerdict()
    world = SimWorld(2, invariants=(verdicts, NoGaps()))
    far = SeatPaths(up=Path(140_000, 40_000), down=Path(140_000, 40_000))
    options = {"look_seconds": 1, "stall_seconds": 5}
    for name in ("A", "B"):
        world.add(Character(name, host=name == "A", options=options))
    stopped = world.add(Character("C"), far)
    world.run(lambda: len(verdicts.verdicts) >= 10, seconds(60))
    stopped.freeze()
    world.run(lambda: len(verdicts.verdicts) >= 20, seconds(60))
    late = list(verdicts.verdicts.values())[10:]
    assert {verdict.waited_us for verdict in late if verdict.closed_by == "cap"} == {WAIT_CAP_US}
    assert max(verdict.waited_us for verdict in late) == WAIT_CAP_US


def test_a_broken_invariant_names_the_seed_and_the_event() -> None:
    class Broken:
        def check(self, world: SimWorld) -> None:
            assert world.events < 100, "too many"

    world = evening(9)
    world = SimWorld(9, invariants=(*all_invariants(), Broken()))
    world.add(Character("A", host=True))
    with pytest.raises(SimError, match=r"^seed 9, event 100: too many"):
        world.run(lambda: False, seconds(60))


def test_a_local_clock_is_off_and_drifts_and_never_wakes_early() -> None:
    clock = SimClock()
    local = LocalClock(clock, offset_us=-500, drift_ppm=-40)
    start_us = local.now_us()
    assert start_us == clock.now_us() - 500
    woken: list[int] = []
    clock.call_at_us(local.true_us(start_us + seconds(10)), lambda: woken.append(local.now_us()))
    clock.step()
    assert start_us + seconds(10) <= woken[0] <= start_us + seconds(10) + 2
    local.step_by(7)
    assert local.now_us() == woken[0] + 7
