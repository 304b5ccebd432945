"""Fair share over real TCP: how a seat behind 60 ms each way fares against seats at 0 ms.

    python -m tests.benchmarks.lan_share [--races 600] [--tables 12] [--path even] [--loss 10000]

Plays the real server and client processes on a virtual LAN (root and /dev/net/tun) and prints
one line a host. Exit status 1 when the far seat's share is outside the 99 % interval, 2 when
this machine can't make a virtual LAN.
What must not: the judge on a fake clock (fairness.py).
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path as FilePath
from statistics import fmean, quantiles
from typing import Any, Final

from tests.support.netns_lan import VirtualLan
from tests.support.netns_lan_evening import FAR, LanEvening
from tests.support.netns_lan_kernel import why_no_lan
from tests.support.netns_lan_share import Share
from tests.support.paths import Path, SeatPaths

_TAIL: Final = Path(delay_us=60_000, jitter_us=20_000)
_LOPSIDED: Final = SeatPaths(
    up=Path(delay_us=100_000, jitter_us=5_000), down=Path(delay_us=20_000, jitter_us=5_000)
)
PATHS: Final[Mapping[str, SeatPaths]] = {
    "even": FAR,  # 40 to 80 ms each way, evenly
    "tail": SeatPaths(up=_TAIL, down=_TAIL),  # 60 ms and an exponential 20 ms on top, each way
    "lopsided": _LOPSIDED,  # 100 ms up, 20 ms down, 5 ms jitter
}
_SECONDS_A_RACE: Final = 3.0  # of patience, over all tables


def main(argv: Sequence[str]) -> int:
    """Run it; returns the exit status."""
    arguments = _parser().parse_args(argv)
    missing = why_no_lan()
    if missing is not None:
        print(missing, file=sys.stderr)
        return 2
    share = measure(
        arguments.races, arguments.tables, arguments.seed, arguments.path, arguments.loss
    )
    return 0 if share.is_fair else 1


def measure(races: int, tables: int, seed: int, path: str, loss_per_million: int = 0) -> Share:
    """Play until the far seat has raced `races` times against somebody; print the figures.

    `loss_per_million`: so many of the far seat's frames are lost, each way, once all sit.
    """
    with VirtualLan(seed) as lan, tempfile.TemporaryDirectory() as data:
        evening = LanEvening(lan, FilePath(data), tables=tables, seed=seed, far=PATHS[path])
        evening.lose("far", loss_per_million)
        evening.collect(
            lambda found: len(found.contested("far")) >= races, 60 + _SECONDS_A_RACE * races
        )
        evening.stop()
        for host in ("far", "cable", "beside"):
            print(f"{host:>7}: {evening.races.share(host)}")
        _print_verdicts(evening.races.verdicts)
        print(f" switch: {lan.precision()}")
        return evening.races.share("far")


def _print_verdicts(verdicts: Sequence[Mapping[str, Any]]) -> None:
    waited_ms = [verdict["waited_us"] / 1000 for verdict in verdicts]
    lead_ms = fmean(verdict["lead_us"] / 1000 for verdict in verdicts)
    p95_ms = quantiles(waited_ms, n=20)[-1]
    closed = ", ".join(
        f"{count} by {why}"
        for why, count in Counter(verdict["closed_by"] for verdict in verdicts).most_common()
    )
    print(
        f"  races: {len(verdicts)} closed ({closed}); lead {lead_ms:.1f} ms,"
        f" wait mean {fmean(waited_ms):.1f}, p95 {p95_ms:.1f}, most {max(waited_ms):.1f} ms"
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.lan_share")
    parser.add_argument("--races", type=int, default=600, help="contested races of the far seat")
    parser.add_argument("--tables", type=int, default=12, help="tables played at the same time")
    parser.add_argument("--seed", type=int, default=1, help="of reactions and delays")
    parser.add_argument("--path", choices=sorted(PATHS), default="even", help="the far path")
    loss = "frames of a million lost on the far path, each way"
    parser.add_argument("--loss", type=int, default=0, help=loss)
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
