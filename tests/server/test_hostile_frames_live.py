"""Generated and mutated frames into the sessions of a running server."""

from __future__ import annotations

import gc
from collections import Counter

import pytest

from tests.support.fuzz_evening import Evening


@pytest.mark.parametrize("seed", [1, 2])
def test_hostile_frames_meet_our_own_errors_only_and_harm_nobody_else(seed: int) -> None:
    evening = Evening(seed)
    for _ in range(4):
        evening.attack(1_000)
        assert evening.honest_are_well()
    assert evening.faults == []
    # Else the fuzzer would have knocked at closed doors only.
    assert {"Error", "View", "Reveal", "Events", "Done"} <= set(evening.met)
    assert {"frame/malformed", "message/field", "message/state", "rules/not_held"} <= set(
        evening.codes
    )
    assert len(evening.codes) >= 18


def test_what_hostile_clients_leave_behind_does_not_grow() -> None:
    evening = Evening(3)
    evening.attack(3_000)
    before = _sizes(evening)
    evening.attack(3_000)
    after = _sizes(evening)
    grown = {name: after[name] - before[name] for name in after if after[name] > before[name] + 40}
    assert grown == {}


def _sizes(evening: Evening) -> Counter[str]:
    """Objects of the server's own types that are alive."""
    gc.collect()
    sizes = Counter(
        type(found).__name__
        for found in gc.get_objects()
        if str(type(found).__module__).startswith("cardserver")
    )
    sizes["timers"] = evening.clock.pending()
    sizes["sessions"] = len(evening.server.sessions)
    return sizes
