"""The virtual LAN does to messages what a network does, and the judge copes with it."""

from __future__ import annotations

import random

from cardserver.clocksync import PathModel
from cardserver.constants import WAIT_CAP_US
from cardserver.race import replay
from cardserver.race_log import decode_record, encode_record
from tests.benchmarks.fairness_baselines import play_baselines
from tests.benchmarks.fairness_trials import anticipations, dead_heats, ks_p, resync_ms
from tests.support.virtual_lan import ClientClock, Kernel, Link, Stalls, World
from tests.support.virtual_lan_build import build_table
from tests.support.virtual_lan_habits import Cultivator, EarlyPress, LateShown, Suspended
from tests.support.virtual_lan_seat import PlayedRace
from tests.support.virtual_lan_table import VirtualTable

SECOND = 1_000_000


def played(profile: str, races: int, **more: object) -> tuple[VirtualTable, list[PlayedRace]]:
    table = build_table(profile, "test", 4, **more)  # type: ignore[arg-type]
    table.warm(4 * SECOND)
    return table, table.play(races)


def test_events_come_in_order_and_equal_moments_as_they_were_asked_for() -> None:
    world, seen = World(0), []
    for when, name in ((5, "b"), (3, "a"), (5, "c")):
        world.at(when, seen.append, name)
    world.run(lambda: False)
    assert seen == ["a", "b", "c"]


def test_nothing_overtakes_and_a_stall_bunches() -> None:
    rng = random.Random(1)
    link = Link(rng, 1_000, 500, (Stalls(2.0, lambda r: r.uniform(1e4, 1e5)),))
    arrivals = [link.carry(sent) for sent in range(0, 10 * SECOND, 5_000)]
    assert arrivals == sorted(arrivals)
    assert all(
        arrived >= sent + 1_000
        for arrived, sent in zip(arrivals, range(0, 10 * SECOND, 5_000), strict=True)
    )
    assert (
        max(
            arrived - sent
            for arrived, sent in zip(arrivals, range(0, 10 * SECOND, 5_000), strict=True)
        )
        > 10_000
    )


def test_a_clients_clock_reads_and_is_read_back_exactly() -> None:
    clock = ClientClock(123_456_789, -80_000)
    assert clock.when(clock.reads(5_000_000_000)) in range(4_999_999_999, 5_000_000_002)
    before = clock.reads(7)
    clock.step(50_000)
    assert clock.reads(7) == before + 50_000


def test_a_kernel_acknowledges_by_itself_after_40_ms() -> None:
    kernel = Kernel(500)
    kernel.carried(0, 200)
    kernel.heard(300_000, 300_200)
    assert kernel.rtt_us < 500 + 40_400 // 8 + 10
    assert kernel.min_rtt_us == 500


def test_the_same_seed_plays_the_same_races() -> None:
    one, other = (played("Wi-Fi spikes", 5)[1] for _ in range(2))
    assert [r.decision for r in one] == [r.decision for r in other]


def test_every_race_on_a_wire_is_given_to_the_first_reaction() -> None:
    for race in played("wired LAN", 25)[1]:
        assert race.decision is not None
        ranked = sorted(race.reactions, key=lambda seat: race.reactions[seat])
        if race.reactions[ranked[1]] - race.reactions[ranked[0]] >= 5_000:
            assert race.decision.winner == ranked[0]


def test_every_race_closes_in_time_and_its_log_judges_alike() -> None:
    for profile in ("heavy jitter", "LAN + WAN 300"):
        _, races = played(profile, 10)
        for race in races:
            decision = race.decision
            assert decision is not None
            assert decision.verdict.waited_us <= WAIT_CAP_US
            if not any(claim.lot for claim in decision.verdict.claims):
                record = decode_record(encode_record(race.race.record()))
                assert replay(record, min) == decision


def test_a_suspended_client_delays_a_verdict_by_its_bound_and_no_more() -> None:
    table = build_table("wired LAN", "test", 4)
    table.warm(4 * SECOND)
    table.seats[-1].habit = Suspended()
    for race in table.play(10):
        assert race.decision is not None
        assert race.decision.verdict.waited_us <= 10_000


def test_a_seat_that_never_answers_pings_plays_on_uncompensated() -> None:
    table = build_table("wired LAN", "test", 3)
    mute = table.seats[0]
    mute.path = PathModel()
    table._pong = lambda seat, ping: None if seat is mute else VirtualTable._pong(table, seat, ping)  # type: ignore[method-assign]
    table.warm(4 * SECOND)
    races = table.play(15)
    assert all(race.estimates[0].quality == "unsynced" for race in races)
    assert any(race.decision is not None and race.decision.winner == 0 for race in races)


def test_lies_are_clipped_to_the_allowance_and_stand_in_the_evidence() -> None:
    for habit in (EarlyPress(), LateShown(), Cultivator()):
        clipped = 0
        for race in played("wired LAN", 12, habits={0: habit})[1]:
            assert race.decision is not None
            for claim in race.decision.verdict.claims:
                assert claim.credit_us <= claim.allowed_us
                clipped += claim.seat == 0 and claim.judged_us > claim.reaction_us
        assert clipped > 0


def test_the_other_judges_lose_where_they_must() -> None:
    tallies = play_baselines("LAN + WAN 120", "test", 3, 60)
    assert tallies["arrival order"].right_10_percent < 90
    assert tallies["delivery clock"].right_10_percent > 97
    # A quota gives a steady lag back, which arrival order takes.
    quota = tallies["lag quota"].right_10_percent
    assert quota > tallies["arrival order"].right_10_percent + 8
    trusted = tallies["trusted client time"].share_percent
    assert tallies["trusted client time (liar)"].share_percent > trusted + 15


def test_the_trials_of_the_benchmark_can_fail() -> None:
    assert ks_p([1] * 200, [2] * 200) < 1e-6
    assert ks_p(list(range(200)), list(range(200))) == 1.0
    chi, unequal = dead_heats(200)
    assert chi < 16.3
    assert unequal == 0
    assert anticipations(60, 1) == 0
    took_ms, stale = resync_ms(-50_000)
    assert took_ms <= 1_000
    assert not stale
