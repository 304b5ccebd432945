"""A polite client in a process of its own, so that an attacker's work is not taken for delay.

``python -m tests.support.polite_probe ADDRESS NAME SECONDS`` prints its round trips in ms as JSON.
What must not live here: attacks.
"""

from __future__ import annotations

import asyncio
import json
import sys

from tests.support.attackers import Delays, Polite, measure


async def probed(address: str, name: str, span_s: float) -> Delays:
    """Start the probe and wait for its figures; RuntimeError if it did not get through."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.support.polite_probe",
        address,
        name,
        str(span_s),
        stdout=asyncio.subprocess.PIPE,
    )
    output, _ = await process.communicate()
    if process.returncode:
        raise RuntimeError(f"the polite client {name} was not served")
    return Delays(json.loads(output))


async def _probe(address: str, name: str, span_s: float) -> list[float]:
    polite, delays = Polite(address, name), Delays()
    await polite.enter()
    await measure(polite, span_s, delays)
    await polite.leave()
    return delays.all_ms


if __name__ == "__main__":
    print(json.dumps(asyncio.run(_probe(sys.argv[1], sys.argv[2], float(sys.argv[3])))))
