"""How sure a verdict is, read off its own evidence.

What lives here: which claims leave a doubt, and the clocks' error beside the margin. What must
not: words (evidence_words.py), judging: nothing here changes who won.

Reactions are differences of two stamps of one clock and need no common time, so the clocks' error
is no doubt about the order (docs/timing.md, section 1). What could not be believed is one.
"""

from __future__ import annotations

import enum
from typing import Final

from cardprotocol.messages.parts import ClaimEvidence, Verdict

# Two stamps of one clock are good to half a millisecond each (docs/timing.md, section 5).
STAMPS_US: Final = 1_000


class Certainty(enum.Enum):
    """What can be said of the order of the first two."""

    UNRIVALLED = "unrivalled"  # nobody to be told apart from
    LOT = "lot"  # a dead heat
    DOUBTED = "doubted"  # a loser reports no slower a reaction, which could not be believed
    OWN_CLOCKS = "own_clocks"  # the server alone, without the players' own clocks, could not tell
    CLEAR = "clear"  # beyond all errors

    @property
    def sure(self) -> bool:
        """Whether the order may be claimed without a word of doubt."""
        return self not in (Certainty.LOT, Certainty.DOUBTED)


def certainty(verdict: Verdict) -> Certainty:
    """How sure `verdict` is of its winner."""
    if verdict.winner is None or verdict.margin_us is None:
        return Certainty.UNRIVALLED
    if any(claim.lot for claim in verdict.claims):
        return Certainty.LOT
    if doubted(verdict) is not None or verdict.margin_us < STAMPS_US:
        return Certainty.DOUBTED
    clocks_us = clocks_error_us(verdict)
    if clocks_us is None or verdict.margin_us <= clocks_us:
        return Certainty.OWN_CLOCKS
    return Certainty.CLEAR


def doubted(verdict: Verdict) -> ClaimEvidence | None:
    """The loser with the least reported reaction that may have been first, if there is one."""
    winner = next((claim for claim in verdict.claims if claim.seat == verdict.winner), None)
    if winner is None:
        return None
    unsure = [
        claim
        for claim in verdict.claims
        if claim is not winner
        and unbelieved_us(claim) > STAMPS_US
        and claim.reaction_us <= winner.judged_us
    ]
    return min(unsure, key=lambda claim: claim.reaction_us, default=None)


def unbelieved_us(claim: ClaimEvidence) -> int:
    """How much longer the judged time is than the reported one; 0 for a drawn reaction."""
    return 0 if claim.drawn else max(0, claim.judged_us - claim.reaction_us)


def clocks_error_us(verdict: Verdict) -> int | None:
    """The error of the first two's clocks taken together; None if one of them is not known."""
    ordered = sorted(verdict.claims, key=lambda c: (c.seat != verdict.winner, c.judged_us))
    errors = [clock_error_us(claim) for claim in ordered[:2]]
    known = [error_us for error_us in errors if error_us is not None]
    return sum(known) if len(known) == len(errors) else None


def clock_error_us(claim: ClaimEvidence) -> int | None:
    """The error of the server's idea of a claimant's clock; None if it has none.

    A measured clock is never better than 0.3 ms, so nothing at all means that it was not measured.
    A reaction drawn by the server has no clock but the server's.
    """
    if claim.drawn:
        return 0
    return claim.uncertainty_us or None
