"""Which races of a match were contested, and who won them: for statistics, public at its end.

Pure: values of the game in, counts out. A race is contested when at least two seats
held what was wanted: a claim that came after the verdict is in no record, so verdicts
alone can't tell. While the match runs the counts would tell hands; they are kept
in memory and written with its end.
"""

from __future__ import annotations

from cardprotocol.games.common import ActedBy
from cardrules.game import Game, Race
from cardserver.records import Acted, Contest, Record

Contests = tuple[Contest, ...]


def tallied(contests: Contests, game: Game, record: Record) -> Contests:
    """The counts, by seat ascending, after `record` was done to `game`.

    What the server laid for somebody (`by` other than ``claim``) was no contest.
    """
    if (
        not isinstance(record, Acted)
        or record.by != ActedBy.CLAIM
        or not isinstance(game.pace(), Race)
    ):
        return contests
    able = game.actors()
    if len(able) < 2:
        return contests
    counts = {contest.seat: (contest.races, contest.won) for contest in contests}
    for seat in able:
        races, won = counts.get(seat, (0, 0))
        counts[seat] = (races + 1, won + (seat == record.seat))
    return tuple(Contest(seat=s, races=r, won=w) for s, (r, w) in sorted(counts.items()))
