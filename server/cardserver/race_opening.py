"""Entrants to and from their records, so that a race can be judged again from its log.

What lives here: the two conversions. What must not: judging. Of a
ClockEstimate only what judging uses is recorded; the rest is filled with
values that judging does not look at. Pure.
"""

from __future__ import annotations

from dataclasses import replace

from cardserver.clocksync import UNSYNCED
from cardserver.race_log import EntrantRecord
from cardserver.race_seat import Entrant


def entrant_record(entrant: Entrant) -> EntrantRecord:
    """What judging needs of an entrant."""
    estimate = entrant.estimate
    return EntrantRecord(
        seat=entrant.seat,
        nonce=entrant.nonce,
        expected_us=entrant.expected_us,
        at_client_us=entrant.at_client_us,
        credit_us=entrant.credit_us,
        awaited=entrant.awaited,
        synced=estimate.synced,
        one_way_us=estimate.one_way_us,
        noise_us=estimate.noise_us,
        uncertainty_us=estimate.uncertainty_us,
        offset_us=estimate.offset_us,
        drift_ppb=estimate.drift_ppb,
        offset_at_us=estimate.at_us,
        stamped_us=entrant.stamped_us,
        drawn_us=entrant.drawn_us,
    )


def entrant_from(record: EntrantRecord) -> Entrant:
    """An entrant that is judged as the recorded one was."""
    estimate = replace(
        UNSYNCED,
        synced=record.synced,
        one_way_us=record.one_way_us,
        noise_us=record.noise_us,
        uncertainty_us=record.uncertainty_us,
        offset_us=record.offset_us,
        drift_ppb=record.drift_ppb,
        at_us=record.offset_at_us,
    )
    return Entrant(
        seat=record.seat,
        nonce=record.nonce,
        expected_us=record.expected_us,
        at_client_us=record.at_client_us,
        estimate=estimate,
        credit_us=record.credit_us,
        awaited=record.awaited,
        stamped_us=record.stamped_us,
        drawn_us=record.drawn_us,
    )
