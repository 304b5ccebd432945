"""Appends on their way to the writer, taken off the queue as groups.

What lives here: Job and how many of them share a commit. What must not: SQL.
"""

from __future__ import annotations

import queue
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

# Bounds of one commit: an append waits for at most this much of others' before its own sync
# (about 10 ms of inserting), and a failed group concerns no more than these.
MOST_JOBS: Final = 1024
MOST_BYTES: Final = 1 << 20


@dataclass(frozen=True, slots=True, eq=False)
class Job:
    """One append: its records' bytes, whom to tell, and the round it was made in."""

    bodies: tuple[bytes, ...]
    then: Callable[[], None]
    failed: Callable[[str], None]
    round: int


def next_group(jobs: queue.SimpleQueue[Job | None]) -> list[Job]:
    """The jobs that wait, at least one; empty when the queue was ended by None."""
    first = jobs.get()
    if first is None:
        return []
    group, size = [first], _bytes(first)
    while len(group) < MOST_JOBS and size < MOST_BYTES:
        try:
            job = jobs.get_nowait()
        except queue.Empty:
            break
        if job is None:
            jobs.put(None)  # nothing is put behind the end, so it is found again next time
            break
        group.append(job)
        size += _bytes(job)
    return group


def _bytes(job: Job) -> int:
    return sum(len(body) for body in job.bodies)
