"""When the terminal's bell rings, for those who asked for it: your move, and you were beaten to it.

What lives here: the decision, from the model before and after a message. What must not: ringing.

An open race never rings (docs/decisions/0015): a verdict is shown together with the race after it,
so its bell would be a go signal for the ears, which are faster than the eyes.
"""

from __future__ import annotations

from cardclient.model import Model


def rings(before: Model, after: Model) -> bool:
    """Whether the step from `before` to `after` is one to ring for."""
    if after.race is not None or after.seat is None:
        return False
    return (_may_act(after) and not _may_act(before)) or _beaten(before, after)


def _may_act(model: Model) -> bool:
    return model.playing and model.turn is not None and model.seat in model.turn.actors


def _beaten(before: Model, after: Model) -> bool:
    """Whether a verdict came that this seat had claimed in, and somebody else won."""
    if not after.races or (before.races and before.races[-1].verdict is after.races[-1].verdict):
        return False
    verdict = after.races[-1].verdict
    claimed = any(claim.seat == after.seat for claim in verdict.claims)
    return claimed and verdict.winner != after.seat
