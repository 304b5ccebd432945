"""Whoever comes back is told everything once and in order, also while a commit is under way."""

from __future__ import annotations

import pytest

from cardclient.model import Model
from tests.support.crash_truth import Truth
from tests.support.crash_witness import Witness
from tests.support.paths import Path, SeatPaths
from tests.support.sim_character import Character
from tests.support.sim_world import SimWorld, seconds


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", ["durak", "perekur"])
def test_no_event_is_skipped_by_one_who_returns_while_the_journal_writes(
    game: str, seed: int
) -> None:
    world = SimWorld(seed, commit_us=40_000)
    options = {"look_seconds": 0} if game == "perekur" else {}
    cable = SeatPaths(up=Path(300), down=Path(300))
    world.add(Character("Ann", game=game, host=True, options=options), cable)
    world.add(Character("Bob", game=game), cable)
    returning = world.add(Character("Cid", game=game), cable)

    def lose() -> None:
        if returning.connection is not None and not returning.done:
            returning.connection.reset()

    for moment in range(30):
        world.at(seconds(3) + moment * 1_037_000, lose)
    world.run(world.all_done, seconds(600))
    world.rest(seconds(1))
    assert returning.connections > 3
    witness = Witness("sim", "Cid")
    for _connection, message in returning.received:
        witness.saw(message)  # Contradiction if an event is skipped or told otherwise
    table = world.table()
    assert table is not None
    assert table.match is not None
    assert witness.seq == table.match.seq


@pytest.mark.parametrize(("game", "gap_us"), [("durak", 1_100_000), ("perekur", 80_000)])
def test_a_client_killed_fifty_times_in_one_match_gets_exactly_its_view_back(
    game: str, gap_us: int
) -> None:
    world = SimWorld(5, commit_us=3_000)
    options = {"look_seconds": 0} if game == "perekur" else {}
    cable = SeatPaths(up=Path(300), down=Path(300))
    world.add(Character("Ann", game=game, host=True, options=options), cable)
    world.add(Character("Bob", game=game), cable)
    killed = world.add(Character("Cid", game=game), cable)
    kills = 0

    def kill() -> None:
        nonlocal kills
        if killed.connection is not None and killed.model.playing and kills < 50:
            kills += 1
            killed.model, killed._seq = Model(), 0  # the new process knows its token alone
            killed.connection.reset()

    for moment in range(600):
        world.at(seconds(2) + moment * gap_us, kill)
    world.run(world.all_done, seconds(900))
    assert kills == 50
    witness = Witness("sim", "Cid")
    for _connection, message in killed.received:
        witness.saw(message)
    truth = Truth(world.journal.unseal, keep=10_000)
    for number, record in world.journal.load():
        if hasattr(record, "match_id"):
            truth.records = number - 1
            truth.take(number, record)
    assert len(witness.views) > 5
    truth.check(witness, 0)
