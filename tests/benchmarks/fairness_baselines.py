"""Four other ways to judge, played on the same links with the same people.

What lives here: arrival order, a lag quota as chess servers keep it, the
client's own time believed as it stands, and delivery clocks. What must not:
our judge. The reveal goes to all at once and is shown on arrival; the liar
(first seat) takes 80 ms off, by whichever figure that judge believes.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from tests.benchmarks.fairness_tally import Tally
from tests.support.virtual_lan import Link
from tests.support.virtual_lan_habits import PLAUSIBLE_US, SHAVE_US
from tests.support.virtual_lan_profiles import Reflexes, links, loop_noise_us

TICK_US = 25_000
NAMES = ("arrival order", "lag quota", "trusted client time", "delivery clock")
WINDOW_US = 100_000  # how long the quota and the trusting judge wait for rivals
SAFETY_US = 1_000_000  # the delivery clock's only bound
NEVER = 1 << 62


@dataclass
class _Client:
    up: Link
    down: Link
    reflexes: Reflexes
    lag_us: float  # its average round trip
    quota_us: float = 0.0
    gain_us: float = 0.0


@dataclass(frozen=True, slots=True)
class _Run:
    """What one seat did in one race; `claim_us` is None without a claim."""

    seen_us: int  # its stamp of the show
    elapsed_us: int
    claim_us: int | None
    ticks: tuple[tuple[int, int], ...]  # stamped, arrived

    def passes(self, moment_us: int) -> int:
        """When the first tick stamped at or after `moment_us` arrived."""
        return next((arrived for stamped, arrived in self.ticks if stamped >= moment_us), NEVER)


def play_baselines(profile: str, seed: str, seats: int, races: int) -> dict[str, Tally]:
    """Tallies by judge; with " (liar)" after its name those with a liar in the first seat."""
    rng = random.Random(f"{seed}/baselines")
    clients = [_client(profile, rng, seat, seats) for seat in range(seats)]
    tallies = {name + kind: Tally() for name in NAMES for kind in ("", " (liar)")}
    quotas = {kind: [client.quota_us for client in clients] for kind in ("", " (liar)")}
    now_us = 1_000_000_000
    for _ in range(races):
        others = rng.sample(range(1, seats), rng.randint(2, min(4, seats)) - 1)
        reactions = {seat: clients[seat].reflexes.draw_us() for seat in (0, *sorted(others))}
        runs = [_run(rng, c, now_us, reactions.get(s)) for s, c in enumerate(clients)]
        for kind, lie_us in (("", 0), (" (liar)", SHAVE_US)):
            _judge_all(clients, runs, reactions, tallies, quotas[kind], kind, lie_us, now_us)
        now_us = max(arrived for run in runs for _, arrived in run.ticks) + 500_000
    return tallies


def _client(profile: str, rng: random.Random, seat: int, seats: int) -> _Client:
    up, down = links(profile, rng, seat, seats)
    probe = [up.carry(t) - t + down.carry(t) - t for t in range(0, 20_000_000, 50_000)]
    client = _Client(up, down, Reflexes(rng), lag_us=sum(probe) / len(probe))
    # A quota as on lichess: 140 ms a move beyond the lag, three of them to begin with.
    client.gain_us = min(1_000_000.0, client.lag_us + 140_000)
    client.quota_us = 3 * client.gain_us
    return client


def _run(rng: random.Random, client: _Client, now_us: int, reaction_us: int | None) -> _Run:
    shown_us = client.down.carry(now_us)
    seen_us = shown_us + loop_noise_us(rng)
    press_us = None if reaction_us is None else shown_us + reaction_us + loop_noise_us(rng)
    end_us = max(seen_us, press_us or 0) + 700_000
    ticks = []
    claim_us = None
    stamp_us = now_us + rng.randrange(TICK_US)
    while stamp_us < end_us:
        if press_us is not None and claim_us is None and press_us <= stamp_us:
            claim_us = client.up.carry(press_us)
            ticks.append((press_us, claim_us))
        ticks.append((stamp_us, client.up.carry(stamp_us)))
        stamp_us += TICK_US
    elapsed_us = NEVER if press_us is None else press_us - seen_us
    return _Run(seen_us, elapsed_us, claim_us, tuple(ticks))


def _judge_all(
    clients: list[_Client],
    runs: list[_Run],
    reactions: dict[int, int],
    tallies: dict[str, Tally],
    quotas: list[float],
    kind: str,
    lie_us: int,
    now_us: int,
) -> None:
    def tally(name: str, result: tuple[int, int]) -> None:
        tallies[name + kind].add(reactions, *result)

    claims = {seat: runs[seat].claim_us or NEVER for seat in reactions}
    tally(NAMES[0], (min(claims, key=lambda seat: claims[seat]), 0))
    judged = {}
    for seat in reactions:
        client = clients[seat]
        wanted = client.lag_us + (lie_us if seat == 0 else 0)
        used = min(wanted, quotas[seat])
        judged[seat] = int(claims[seat] - now_us - used)
        quotas[seat] = min(quotas[seat] + client.gain_us - used, 7 * client.gain_us)
    wait = _waits_forever(runs)
    tally(NAMES[1], _decide(claims, judged, wait, WINDOW_US))
    elapsed = {seat: _shaved(runs[seat].elapsed_us, lie_us, seat) for seat in reactions}
    tally(NAMES[2], _decide(claims, elapsed, wait, WINDOW_US))
    seen = [run.seen_us + (lie_us if seat == 0 else 0) for seat, run in enumerate(runs)]
    marks: Closing = lambda seat, best: runs[seat].passes(seen[seat] + best)  # noqa: E731
    tally(NAMES[3], _decide(claims, elapsed, (range(len(runs)), marks), SAFETY_US))


Closing = Callable[[int, int], int]


def _waits_forever(runs: list[_Run]) -> tuple[range, Closing]:
    return range(len(runs)), lambda _seat, _best: NEVER


def _shaved(elapsed_us: int, lie_us: int, seat: int) -> int:
    if seat != 0 or not lie_us:
        return elapsed_us
    return max(elapsed_us - lie_us, min(PLAUSIBLE_US, elapsed_us))


def _decide(
    claims: dict[int, int], judged: dict[int, int], closing: tuple[range, Closing], cap_us: int
) -> tuple[int, int]:
    """Winner and delay: after each claim, wait until all others are closed, or for `cap_us`."""
    seats, closes = closing
    order = sorted(claims, key=lambda seat: claims[seat])
    first_us = claims[order[0]]
    for count, seat in enumerate(order, 1):
        known = order[:count]
        best = min(judged[one] for one in known)
        bound = max((closes(s, best) for s in seats if s not in known), default=0)
        due_us = min(max(claims[seat], bound), first_us + cap_us)
        if count == len(order) or due_us < claims[order[count]]:
            winner = min(known, key=lambda one: judged[one])
            return winner, max(0, due_us - first_us)
    raise AssertionError("the last claim always decides")
