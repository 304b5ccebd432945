"""Stories of refusals in races of Perekur: by the judge, by locks, by the rules.

What must not: bouts (refusals_bout.py).
"""

from __future__ import annotations

from typing import Final

import msgspec

from cardprotocol.errors import ErrorCode as E
from cardprotocol.games.durak import Take
from cardprotocol.messages import to_server as said
from tests.support.perekur_positions import A, B, C, at
from tests.support.refusals import Answer, Stage, Story, asked, lay, perekur, race_at

# Needed is a ten, which A holds; C laid last; then B, C and A can go on.
_FORCED: Final = at({A: "TC KC", B: "JC AC", C: "QC"}, 47, last=C)


def _claimed(
    who: int, card: str, *, field: str = "", expects: str = "", **changed: object
) -> Stage:
    """A claim of the `who`-th of three in the race for a ten."""
    house, guests = race_at(_FORCED)
    others = tuple(guest for number, guest in enumerate(guests) if number != who)
    claim = msgspec.structs.replace(guests[who].claim(lay(card)), **changed)
    return asked(house, guests[who], claim, others, field=field, expects=expects)


def _late() -> Stage:
    house, (ann, bob, cid) = race_at(_FORCED)
    ann.say(ann.claim(lay("TC")))
    house.rest(200_000)
    return asked(house, bob, bob.claim(lay("JC"), race=1), (ann, cid))


def _false_start() -> Stage:
    house, (ann, bob, cid) = perekur(look_seconds=1)
    house.begin(ann, bob, cid)
    house.set_up(_FORCED)
    house.race(ann, bob, cid)
    house.rest(60_000)
    return asked(
        house, ann, ann.claim(lay("TC")), (bob, cid), field="pressed_us", expects="at least 100000"
    )


def _locked() -> Stage:
    house, (ann, bob, cid) = race_at(_FORCED)
    assert ann.refused(ann.claim(lay("KC"))).locked_us == 250_000
    return asked(house, ann, ann.claim(lay("TC")), (bob, cid), expects="ms")


def _second() -> Stage:
    house, (ann, bob, cid) = race_at(_FORCED)
    claim = ann.claim(lay("TC"))

    def provoke() -> Answer:
        ann.say(claim)
        return ann.refused(claim)

    return Stage(house, provoke, (bob, cid))


def _not_open() -> Stage:
    house, (ann, bob, cid) = perekur(look_seconds=3)
    house.begin(ann, bob, cid)
    house.rest(1_000_000)
    return asked(house, ann, ann.claim(lay("TC"), race=1), (bob, cid), field="race")


def _finished() -> Stage:
    house, (ann, bob, cid) = race_at(at({B: "TC QC", C: "JC KC AC"}, 47, last=C, out=(A,)))
    return asked(house, ann, ann.claim(lay("TC")), (bob, cid))


def _control() -> Stage:
    house, (ann, bob, cid) = race_at(_FORCED)
    control = said.Control(control="pause")
    return asked(house, ann, control, (bob, cid), field="control", expects="last_round")


def _stamp() -> Stage:
    """A tick from before the ones that came."""
    house, (ann, bob, cid) = race_at(_FORCED)
    ann.say(said.Tick(sent_us=ann.now_us()))
    tick = said.Tick(sent_us=ann.now_us() - 5_000)
    return asked(house, ann, tick, (bob, cid), field="sent_us", expects="at least")


def _other_game() -> Stage:
    house, (ann, bob, cid) = race_at(_FORCED)
    return asked(house, ann, said.Act(action=Take()), (bob, cid), field="type", expects="claim")


STORIES: Final[dict[E, Story]] = {
    E.CLOCK_STAMP: _stamp,
    E.CLAIM_NO_RACE: lambda: _claimed(0, "TC", field="race", expects="1", race=9),
    E.CLAIM_LATE: _late,
    E.CLAIM_FALSE_START: _false_start,
    E.CLAIM_LOCKED: _locked,
    E.CLAIM_NONCE: lambda: _claimed(0, "TC", field="nonce", expects="reveal", nonce=bytes(8)),
    E.CLAIM_STAMP: lambda: _claimed(
        0, "TC", field="pressed_us", expects="at most", pressed_us=2**40
    ),
    E.CLAIM_SECOND: _second,
    E.RULES_NOT_OPEN: _not_open,
    E.RULES_FINISHED: _finished,
    E.RULES_ACTION: _other_game,
    E.RULES_NOT_HELD: lambda: _claimed(1, "TC", field="card"),
    E.RULES_WRONG_RANK: lambda: _claimed(1, "JC", field="card", expects="T"),
    E.RULES_BARRED: lambda: _claimed(2, "QC"),
    E.RULES_CONTROL: _control,
}

# Every one of these is a misplay and locks its sender (PA13); told.Error.locked_us says so.
LOCKING: Final = frozenset(
    {
        E.CLAIM_NO_RACE,
        E.CLAIM_FALSE_START,
        E.RULES_NOT_OPEN,
        E.RULES_NOT_HELD,
        E.RULES_WRONG_RANK,
        E.RULES_BARRED,
    }
)
