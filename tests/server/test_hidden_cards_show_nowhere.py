"""Non-interference: what a seat is told does not depend on cards it may not know.

Content, length, order and simulated time of every byte to every non-owner and to spectators.
"""

from __future__ import annotations

from random import Random

import pytest

from tests.support.twin_worlds import Streams, Twins, played, twins

BASES, VARIANTS = 25, 10  # 500 pairs of both games together


def differing(one: Streams, other: Streams) -> set[str]:
    """Who was told something else, or at another time."""
    return {who for who in one if one[who] != other[who]}


def all_twins(game: str, base: int) -> list[Twins]:
    """The pairs of one base match."""
    found = twins(game, Random(f"{game} {base}"), 2 + base % 4, VARIANTS)
    assert len(found) == VARIANTS, f"only {len(found)} pairs"
    return found


@pytest.mark.parametrize("base", range(BASES))
@pytest.mark.parametrize("game", ["perekur", "durak"])
def test_only_the_owners_of_other_cards_are_told_anything_else(game: str, base: int) -> None:
    found = all_twins(game, base)
    first = played(game, found[0].packs[0], found[0].moves)
    told_apart = 0
    for pair in found:
        differ = differing(first, played(game, pair.packs[1], pair.moves))
        assert differ <= {str(seat) for seat in pair.insiders}, pair
        told_apart += len(differ)
    assert told_apart, "nobody saw a difference: nothing was compared"


@pytest.mark.parametrize("delay_seconds", [0, 30])
@pytest.mark.parametrize("game", ["perekur", "durak"])
def test_a_spectator_who_sees_all_hands_changes_nothing_for_the_seats(
    game: str, delay_seconds: int
) -> None:
    is_open = {"watchers_see_hands": True, "watchers_delay_seconds": delay_seconds}
    found = all_twins(game, 4)
    first = played(game, found[0].packs[0], found[0].moves, **is_open)
    told_apart = False
    for pair in found:
        differ = differing(first, played(game, pair.packs[1], pair.moves, **is_open))
        told_apart |= "spectator" in differ
        assert differ - {"spectator"} <= {str(seat) for seat in pair.insiders}, pair
    # Within the delay a spectator's frames are those of any other.
    assert told_apart is not bool(delay_seconds)


def test_the_same_world_twice_is_the_same_to_the_byte() -> None:
    (pair,) = twins("perekur", Random(1), 4, 1)
    assert differing(*(played("perekur", pair.packs[0], pair.moves) for _ in range(2))) == set()
