"""Pages of a leaderboard: whole, and each with how many players stand above it."""

from __future__ import annotations

from cardprotocol.messages import to_client as told
from cardprotocol.messages import to_server as said
from cardprotocol.messages.parts import ScoreLine
from cardserver.records import Record
from tests.support.house import House


class _Book:
    """A leaderboard of 17 players."""

    def take(self, record: Record) -> None:
        """Nothing is counted."""

    def lines(self, _game: str) -> list[ScoreLine]:
        return [ScoreLine(f"P{place}", 1, 0) for place in range(1, 18)]


def test_pages_of_scores_say_how_many_stand_above_them() -> None:
    house = House()
    house.server.scores = _Book()
    ann = house.guest("Ann")
    pages = [ann.ask(said.ListScores(game="durak", page=page)) for page in (0, 1, 99)]
    shown = [
        (p.above, p.scores[0].name, len(p.scores)) for p in pages if isinstance(p, told.Scores)
    ]
    assert shown == [(0, "P1", 15), (15, "P16", 2), (15, "P16", 2)]
