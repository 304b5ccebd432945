"""One seat in an open race: what was heard of it, and what its claim is worth.

What lives here: the arithmetic of one claim. What must not: comparing seats,
waiting, lots (race.py). Pure; time is passed in.

Measured and reported time never share a variable: `reported` is the client's
own figure for its reaction, `measured` what the server says without believing
any stamp, `judged` what comes of the two; `believed` is `reported` and
what the client's kernel says was left out of it.
"""

from __future__ import annotations

from dataclasses import dataclass

from cardprotocol.errors import ErrorCode
from cardprotocol.messages.parts import ClaimEvidence
from cardserver.clocksync import ClockEstimate
from cardserver.constants import (
    CREDIT_MIN_US,
    EARLY_SHOW_US,
    FLOOR_US,
    FUTURE_SLACK_US,
    RECEIPT_SLACK_US,
    SILENCE_US,
    STAMP_SLACK_US,
)
from cardserver.race_log import ClaimSeen


@dataclass(frozen=True, slots=True)
class Entrant:
    """A seat as it stands when the race opens. Times in microseconds.

    `expected_us` is when the server expects it to see the reveal (its own
    clock), `at_client_us` the show time in the client's clock, `stamped_us`
    the newest stamp seen before. `awaited`: connected and publicly in the
    race, whatever it holds. `drawn_us`: a human-like bot's reaction, drawn by
    the server.
    """

    seat: int
    nonce: bytes
    expected_us: int
    at_client_us: int
    estimate: ClockEstimate
    credit_us: int
    awaited: bool
    stamped_us: int | None = None
    drawn_us: int | None = None


@dataclass(frozen=True, slots=True)
class ClaimFault:
    """Why a claim does not count, to be answered to its sender alone; `locked`: a misplay."""

    code: ErrorCode
    locked: bool = False
    field: str = ""
    value: str = ""
    expected: str = ""


@dataclass(frozen=True, slots=True)
class JudgedClaim:
    """A claim that counts from `entered_us` (server clock) on."""

    seat: int
    reported_us: int
    measured_us: int
    judged_us: int
    credit_us: int  # what it used, may be negative: measured minus judged
    allowed_us: int
    late_us: int
    entered_us: int
    uncertainty_us: int
    drawn: bool

    def evidence(self, show_us: int, best_us: int, *, lot: bool) -> ClaimEvidence:
        """The claim as everybody may check it."""
        return ClaimEvidence(
            seat=self.seat,
            reaction_us=self.reported_us,
            judged_us=self.judged_us,
            late_us=self.late_us,
            arrived_us=self.entered_us - show_us,
            credit_us=self.credit_us,
            allowed_us=self.allowed_us,
            uncertainty_us=self.uncertainty_us,
            behind_us=self.judged_us - best_us,
            drawn=self.drawn,
            lot=lot,
        )


class RaceSeat:
    """What was heard of one seat in one race."""

    __slots__ = (
        "_credit_us",
        "_estimate",
        "_heard_stamp",
        "_held_back",
        "_receipt_us",
        "_shown_us",
        "_stamp_us",
        "awaited",
        "claim",
        "entrant",
    )

    def __init__(self, entrant: Entrant) -> None:
        self.entrant = entrant
        self.awaited = entrant.awaited
        self.claim: JudgedClaim | None = None
        self._estimate = entrant.estimate
        self._credit_us = entrant.credit_us
        self._shown_us: int | None = None
        self._receipt_us: int | None = None  # when the reveal was seen to be acknowledged
        self._held_back = False  # it was silent while its kernel answered
        self._stamp_us = entrant.stamped_us
        self._heard_stamp = False
        if not entrant.awaited:
            self.drop()

    @property
    def heard(self) -> bool:
        """Whether any stamp came since the race opened."""
        return self._heard_stamp

    def shown(self, shown_us: int) -> None:
        """The first report counts: a later one would shorten the reaction."""
        if self._shown_us is None and shown_us >= self.entrant.at_client_us - EARLY_SHOW_US:
            self._shown_us = shown_us
        self.stamp(shown_us)

    def stamp(self, client_us: int) -> None:
        """A promise that nothing pressed before `client_us` is still to come."""
        self._heard_stamp = True
        self._stamp_us = client_us if self._stamp_us is None else max(self._stamp_us, client_us)

    def receipt(self, sent_us: int, seen_us: int, show_us: int) -> bool:
        """Take in what the seat's kernel acknowledged; whether it disproves anything new.

        Its kernel had what was sent at `sent_us` one way later. TCP keeps order: what the program
        had sent by then is here, so without a recent stamp the program was silent.
        """
        stamps_count = self.awaited and self._estimate.synced and self.entrant.drawn_us is None
        if not stamps_count or self.claim is not None:
            return False
        at_client_us = self.entrant.at_client_us
        there_us = sent_us + self._estimate.one_way_us - show_us + at_client_us
        silent = there_us - max(self._stamp_us or 0, at_client_us) > SILENCE_US
        news = self._receipt_us is None or (silent and not self._held_back)
        self._held_back = self._held_back or silent
        if self._receipt_us is None:
            self._receipt_us = seen_us
        return news

    def drop(self) -> None:
        """No longer waited for; what comes later is another connection's, and unverified."""
        self.awaited = False
        self._shown_us = self._stamp_us = self._receipt_us = None
        self._credit_us = min(self._credit_us, CREDIT_MIN_US)

    def proves(self, best_us: int) -> bool:
        """Whether a stamp has shown that no claim better than `best_us` can come."""
        drawn_us = self.entrant.drawn_us
        if drawn_us is not None and drawn_us >= best_us:
            return True
        if self._shown_us is None or self._stamp_us is None:
            return False
        return self._stamp_us - self._shown_us >= best_us

    def ask_us(self, best_us: int) -> int | None:
        """From when on an answer to a ping proves as much; None if nothing is known of it."""
        if self._shown_us is None or not self._estimate.synced:
            return None
        return self._estimate.to_server(self._shown_us + best_us) - self._estimate.one_way_us

    def bound_us(self, best_us: int) -> int:
        """From this server time on, any claim that comes would be judged above `best_us`."""
        return self.entrant.expected_us + best_us + self._estimate.one_way_us + self._credit_us

    def refusal(self, seen: ClaimSeen) -> ClaimFault | None:
        """What is wrong with a claim before its time is looked at."""
        if seen.nonce != self.entrant.nonce:
            return ClaimFault(ErrorCode.CLAIM_NONCE, field="nonce", expected="the reveal's nonce")
        if self.claim is not None:
            return ClaimFault(ErrorCode.CLAIM_SECOND)
        if self.entrant.drawn_us is not None:
            return None  # its stamps are not used
        if seen.pressed_us < seen.shown_us:
            return self._false_start(seen.pressed_us - seen.shown_us)
        return self._bad_stamp(seen)

    def judge(self, seen: ClaimSeen, show_us: int) -> JudgedClaim | ClaimFault:
        """The claim's worth, or the false start it is; does not change anything."""
        entrant = self.entrant
        entered_us = seen.arrived_us
        if entrant.drawn_us is None:
            shown_us = min(seen.shown_us, self._shown_us or seen.shown_us)
            # A press stamped just before a tick that overtook it counts from the tick: the
            # tick's promise may have closed the race against this seat already.
            reported_us = max(seen.pressed_us, self._stamp_us or 0) - shown_us
            believed_us = reported_us + self._disproved_us(shown_us, show_us)
            late_us = shown_us - entrant.at_client_us if entrant.at_client_us else 0
        else:
            reported_us = believed_us = entrant.drawn_us
            late_us = 0
            entered_us = max(entered_us, show_us + entrant.drawn_us)
        measured_us = entered_us - self._estimate.one_way_us - entrant.expected_us
        most_us = min(self._credit_us, CREDIT_MIN_US) if self._held_back else self._credit_us
        credit_us = min(measured_us - believed_us, most_us)
        judged_us = measured_us - credit_us
        if judged_us < FLOOR_US:
            return self._false_start(judged_us)
        return JudgedClaim(
            seat=entrant.seat,
            reported_us=reported_us,
            measured_us=measured_us,
            judged_us=judged_us,
            credit_us=credit_us,
            allowed_us=most_us,
            late_us=late_us,
            entered_us=entered_us,
            uncertainty_us=self._estimate.uncertainty_us,
            drawn=entrant.drawn_us is not None,
        )

    def _disproved_us(self, shown_us: int, show_us: int) -> int:
        """How much later `shown_us` is than a reveal that its kernel had can have been shown.

        The kernel had it one way before that was seen, by the client's clock as by ours: the
        mapping's error and the path's asymmetry cancel (docs/timing.md, "Receipts").
        """
        if self._receipt_us is None:
            return 0
        there_us = max(self._receipt_us - self._estimate.one_way_us, self.entrant.expected_us)
        latest_us = there_us - show_us + self.entrant.at_client_us + RECEIPT_SLACK_US
        return max(0, shown_us - latest_us)

    def _bad_stamp(self, seen: ClaimSeen) -> ClaimFault | None:
        earliest_us = self.entrant.at_client_us - EARLY_SHOW_US
        if self.awaited and seen.shown_us < earliest_us:
            return _stamp_fault("shown_us", seen.shown_us, f"at least {earliest_us}")
        if self._stamp_us is not None and seen.pressed_us < self._stamp_us - STAMP_SLACK_US:
            least_us = self._stamp_us - STAMP_SLACK_US
            return _stamp_fault("pressed_us", seen.pressed_us, f"at least {least_us}")
        if not (self.awaited and self._estimate.synced):
            return None
        slack_us = self._estimate.noise_us + FUTURE_SLACK_US
        ahead_us = self._estimate.to_server(seen.pressed_us) - seen.arrived_us - slack_us
        if ahead_us > 0:
            most_us = seen.pressed_us - ahead_us
            return _stamp_fault("pressed_us", seen.pressed_us, f"at most {most_us}")
        return None

    @staticmethod
    def _false_start(reaction_us: int) -> ClaimFault:
        return ClaimFault(
            ErrorCode.CLAIM_FALSE_START,
            locked=True,
            field="pressed_us",
            value=f"{reaction_us} us after the reveal",
            expected=f"at least {FLOOR_US} us",
        )


def _stamp_fault(field: str, value: int, expected: str) -> ClaimFault:
    return ClaimFault(ErrorCode.CLAIM_STAMP, field=field, value=str(value), expected=expected)
