"""The figures that the judge must reach, each with its limit and what was measured.

What lives here: A1 to A9 and A11 to A14 as checks. What must not: how they
are measured. A10, A15 and A16 need the real stack and are asserted by tests
(docs/timing.md); A10's simulated part is here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tests.benchmarks.fairness_play import LIARS
from tests.benchmarks.fairness_tally import Tally, quantile_ms
from tests.benchmarks.fairness_trials import (
    anticipations,
    dead_heats,
    ks_p,
    mapping_errors_ms,
    resync_ms,
    spammer_share,
)

Results = Mapping[tuple[str, str], Tally]


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured figure against its limit."""

    name: str
    what: str
    measured: float
    limit: float
    at_least: bool = False
    slack: float = 0.0  # sampling error allowed for in a quick run

    @property
    def met(self) -> bool:
        """Whether the limit is kept."""
        if self.at_least:
            return self.measured >= self.limit - self.slack
        return self.measured <= self.limit + self.slack

    def line(self) -> str:
        """The figure as a line of text."""
        sign = ">=" if self.at_least else "<="
        mark = "ok" if self.met else "MISSED"
        return f"{self.name:4s} {self.what:58s} {self.measured:8.2f} {sign} {self.limit:<7g} {mark}"


@dataclass(frozen=True, slots=True)
class ProfileLimits:
    """A row of A1 to A6: percentages right, milliseconds, and a liar's points."""

    name: str
    right_5: float
    right_10: float
    right: float
    delay_mean: float
    delay_p95: float
    lead: float
    gain: float


LIMITS = {
    "wired LAN": ProfileLimits("A1", 99.9, 99.9, 99.0, 2, 5, 2, 4),
    "Wi-Fi spikes": ProfileLimits("A2", 98.5, 99.0, 97.5, 25, 100, 12, 8),
    "LAN + WAN 120": ProfileLimits("A3", 99.5, 99.5, 98.5, 80, 110, 80, 4),
    "asymmetric": ProfileLimits("A4", 99.5, 99.5, 98.5, 30, 60, 45, 5),
    "heavy jitter": ProfileLimits("A5", 95, 95.5, 94.5, 60, 160, 35, 12),
    "LAN + WAN 300": ProfileLimits("A6", 99.5, 99.5, 98.5, 175, 210, 150, 4),
}


def gain(results: Results, profile: str, trial: str, honest: str = "honest") -> float:
    """Points of win share that the first seat gains by a trial's lie."""
    liar = results[profile, trial].share_percent
    return liar - results[profile, honest].share_percent


def profile_figures(results: Results, quick: bool) -> Iterator[Figure]:
    """A1 to A6."""
    for profile, limits in LIMITS.items():
        tally = results[profile, "honest"]
        part = 260.0 / tally.races**0.5 if quick else 0.0  # 2.6 standard errors of a share of 1 %
        right = part * 0.1
        name = limits.name

        def figure(what: str, measured: float, limit: float, **more: object) -> Figure:
            return Figure(name, f"{profile}: {what}", measured, limit, **more)  # type: ignore[arg-type]  # noqa: B023

        for what, measured, limit in (
            ("right, gap >= 5 ms, %", tally.right_5_percent, limits.right_5),
            ("right, gap >= 10 ms, %", tally.right_10_percent, limits.right_10),
            ("right, all but dead heats, %", tally.right_percent, limits.right),
        ):
            yield figure(what, measured, limit, at_least=True, slack=right)
        yield figure("decision delay, mean, ms", tally.delay_mean_ms, limits.delay_mean)
        p95 = quantile_ms(tally.delays_us, 0.95)
        yield figure("decision delay, p95, ms", p95, limits.delay_p95, slack=part)
        yield figure("lead, mean, ms", tally.lead_mean_ms, limits.lead)
        for liar in LIARS:
            points = gain(results, profile, liar)
            yield figure(f"liar ({liar}) gains, points", points, limits.gain, slack=part * 0.4)


def network_figures(results: Results) -> Iterator[Figure]:
    """A7 to A11, as far as a simulation shows them."""
    far = results["LAN + WAN 120", "honest"]
    arrival = results["LAN + WAN 120", "arrival order"].right_10_percent
    yield Figure("A7", "LAN + WAN 120: arrival order right, gap >= 10, %", arrival, 85)
    wired = quantile_ms(results["wired LAN", "honest"].skews_us, 0.95)
    yield Figure("A8", "wired LAN: show skew p95, ms", wired, 1)
    yield Figure("A8", "LAN + WAN 120: show skew p95, ms", quantile_ms(far.skews_us, 0.95), 12)
    press = far.press_10_percent
    yield Figure("A8", "LAN + WAN 120: first press wins, gap >= 10, %", press, 99, at_least=True)
    for profile, limit in (
        ("wired LAN", 10),
        ("Wi-Fi spikes", 160),
        ("heavy jitter", 251),
        ("LAN + WAN 300", 251),
    ):
        most = max(results[profile, "suspended"].delays_us) / 1_000
        yield Figure("A9", f"{profile}: a seat suspended, delay at most, ms", most, limit)
    for profile, limit in (("wired LAN", 4), ("Wi-Fi spikes", 8)):
        points = gain(results, profile, "pong 40 ms")
        yield Figure("A10", f"{profile}: pongs delayed 40 ms gain (simulated)", points, limit)
    for profile, limit in (("wired LAN", 6), ("Wi-Fi spikes", 9)):
        points = gain(results, profile, "cultivated")
        yield Figure("A10", f"{profile}: cultivated jitter gains (simulated)", points, limit)
    for profile in ("wired LAN", "Wi-Fi spikes"):
        alone, rivals = (results[profile, k].delays_us for k in ("alone", "with rivals"))
        what = f"{profile}: delay tells who holds, KS p"
        yield Figure("A11", what, ks_p(alone, rivals), 0.01, at_least=True)


def part_figures(quick: bool) -> Iterator[Figure]:
    """A12 to A14."""
    scale = 1 if quick else 4
    chi, unequal = dead_heats(10_000 if not quick else 2_000)
    yield Figure("A12", "dead heats among four, chi-squared (p > 0.01)", chi, 11.34)
    yield Figure("A12", "races judged otherwise when replayed", unequal, 0)
    still = mapping_errors_ms(0, 60, 5 * scale)
    yield Figure("A13", "wired clock mapping, p95 error, ms", still, 0.5)
    for drift in (-100_000, 100_000):
        error = mapping_errors_ms(drift, 600, scale)
        yield Figure("A13", f"{drift // 1000:+d} ppm for 10 min, p95 error, ms", error, 1)
    for step in (-50_000, 50_000):
        took, stale = resync_ms(step)
        yield Figure(
            "A13", f"clock stepped {step // 1000:+d} ms: right again after, ms", took, 1000
        )
        yield Figure("A13", f"clock stepped {step // 1000:+d} ms: stale mapping used", stale, 0)
    yield Figure("A14", "wins of 1,000 anticipations", anticipations(1_000, 3), 0)
    share = spammer_share(3_000 * scale, 3)
    yield Figure("A14", "win share of a spammer among three, %", share, 33.4)
