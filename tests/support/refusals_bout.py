"""Stories of refusals in bouts of Durak.

What must not: races (refusals_race.py).
"""

from __future__ import annotations

from typing import Final

from cardprotocol.errors import ErrorCode as E
from cardprotocol.messages import to_client as told
from cardprotocol.messages import to_server as said
from cardrules.durak import DurakMatch, DurakOptions
from tests.support.durak_positions import after, position, read_move
from tests.support.refusals import Answer, Stage, Story, acted, bout_at

_HANDS: Final = {
    "A": "6S 6D 7S 8C KC KD",
    "B": "7C 8S 9D 10D JD 7H",
    "C": "6C 7D 9S 10S JS QS",
}
_TRANSFER: Final = DurakOptions(mode="transfer", show_trump_transfer=True)


def _hands(**options: object) -> DurakMatch:
    return position(_HANDS, "AS 6H 8H 9H", options=DurakOptions(**options))  # type: ignore[arg-type]


def _after(
    match: DurakMatch, before: str, move: str, *, field: str = "", expects: str = ""
) -> Stage:
    house, guests = bout_at(after(match, before) if before else match)
    return acted(house, guests, move, field=field, expects=expects)


def _over() -> Stage:
    """An act that arrives while the last one is being written."""
    house, guests = bout_at(position({"A": "9S", "B": "10D JD"}))
    ann, bob = guests

    def provoke() -> Answer:
        house.journal.hold = True
        _, leads = read_move("A leads 9S")
        _, takes = read_move("B takes")
        ann.say(said.Act(action=leads))  # type: ignore[arg-type]
        house.journal.release()
        house.journal.hold = True
        bob.say(said.Act(action=takes))  # type: ignore[arg-type]
        bob.say(said.Act(id=7, action=takes))  # type: ignore[arg-type]
        house.journal.release()
        return bob.last(told.Error)

    return Stage(house, provoke, shared=True)


STORIES: Final[dict[E, Story]] = {
    E.RULES_OVER: _over,
    E.RULES_TURN: lambda: _after(_hands(), "", "B leads 7C", field="seat", expects="seat 0"),
    E.RULES_NOT_BEATING: lambda: _after(
        _hands(), "A leads KC", "B beats KC with 8S", expects="higher than KC"
    ),
    E.RULES_NO_TARGET: lambda: _after(
        _hands(), "A leads 6S", "B beats 6D with 9D", field="target", expects="6S"
    ),
    E.RULES_LIMIT: lambda: _after(_hands(), "", "A leads 6S 6D", expects="1"),
    E.RULES_DEFENDER_CARDS: lambda: _after(
        position({"A": "6S 6D 6C", "B": "7S 9D", "C": "KD"}),
        "A leads 6S; B beats 6S with 7S",
        "A throws 6D 6C",
        field="cards",
        expects="1",
    ),
    E.RULES_RANK_ABSENT: lambda: _after(
        _hands(), "A leads 6S; B beats 6S with 8S", "A throws KC", expects="6 8"
    ),
    E.RULES_RANKS_DIFFER: lambda: _after(_hands(multi_lead=True), "", "A leads 6S KC"),
    E.RULES_NOTHING_TO_TAKE: lambda: _after(_hands(), "A leads 6S; B beats 6S with 8S", "B takes"),
    E.RULES_TRANSFER_OFF: lambda: _after(_hands(), "A leads 8C", "B transfers 8S"),
    E.RULES_TRANSFER_RANK: lambda: _after(_hands(mode="transfer"), "A leads 6S", "B transfers 8S"),
    E.RULES_TRANSFER_LATE: lambda: _after(
        position(
            {"A": "6S 6D 8C", "B": "8S 6C 9D 10D", "C": "7C 9S KD"},
            options=DurakOptions(mode="transfer"),
        ),
        "A leads 6S; B beats 6S with 8S; A throws 6D",
        "B transfers 6C",
    ),
    E.RULES_TRANSFER_LIMIT: lambda: _after(
        position(
            {"A": "6S 8C KD", "B": "6D 9D 10D", "C": "7C"}, options=DurakOptions(mode="transfer")
        ),
        "A leads 6S",
        "B transfers 6D",
    ),
    E.RULES_SHOWN: lambda: _after(
        position(
            {"A": "9S 9C QS KS", "B": "9H 7C 7D 8D", "C": "KD 6D AD 9D"},
            options=_TRANSFER,
        ),
        "A leads 9S; B shows 9H; C transfers 9D; A transfers 9C",
        "B shows 9H",
    ),
}
