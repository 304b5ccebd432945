"""Standings from records: ratings, losses, races, reactions."""

from __future__ import annotations

import random
import statistics

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from cardprotocol.cards import Card
from cardprotocol.games.common import Outcome
from cardprotocol.games.perekur import Lay
from cardprotocol.messages.parts import ClaimEvidence, Verdict
from cardserver.ratings import Scores, median_us
from cardserver.records import Acted, Contest, MatchBegun, MatchOver, TableClosed


def begun(match: str, names: tuple[str, ...], game: str = "perekur", bots: int = 0) -> MatchBegun:
    return MatchBegun(
        table="t",
        match_id=match,
        number=1,
        game=game,
        options={},
        seats=tuple(2 * seat for seat in range(len(names))),
        names=names,
        bots=tuple(seat >= len(names) - bots for seat in range(len(names))),
        sealed_seed=b"",
        commitment=b"",
        entropies=(b"",) * len(names),
    )


def over(match: str, *ranking: tuple[int, ...], reason: str = "stuck") -> MatchOver:
    return MatchOver(
        table="t",
        match_id=match,
        n=9,
        outcome=Outcome(reason=reason, ranking=ranking, losers=ranking[-1] if ranking else ()),
        seed=b"",
    )


def race(match: str, *judged_us: tuple[int, int]) -> Acted:
    """A race whose claims are (seat, judged time), the winner first."""
    claims = tuple(
        ClaimEvidence(
            seat=seat,
            reaction_us=us,
            judged_us=us,
            late_us=0,
            arrived_us=us,
            credit_us=0,
            allowed_us=0,
            uncertainty_us=0,
            behind_us=0,
        )
        for seat, us in judged_us
    )
    verdict = Verdict(race=1, closed_by="proof", waited_us=0, winner=judged_us[0][0], claims=claims)
    return Acted(
        table="t",
        match_id=match,
        n=1,
        seat=judged_us[0][0],
        action=Lay(card=Card.H7),
        by="claim",
        verdict=verdict,
    )


def test_the_winner_rises_the_loser_sinks_and_equals_stay_equal() -> None:
    scores = Scores()
    scores.take(begun("a", ("Ann", "Bob", "Cid")))
    scores.take(over("a", (0, 2), (4,)))
    lines = {line.name: line for line in scores.lines("perekur")}
    assert lines["Ann"].rating == lines["Bob"].rating > lines["Cid"].rating
    assert [lines[name].losses for name in ("Ann", "Bob", "Cid")] == [0, 0, 1]
    assert {line.matches for line in lines.values()} == {1}


def test_who_always_wins_leads_the_table_and_who_always_loses_closes_it() -> None:
    scores = Scores()
    for match in range(20):
        scores.take(begun(str(match), ("Ann", "Bob", "Cid")))
        scores.take(over(str(match), (2,), (4,), (0,)))
    assert [line.name for line in scores.lines("perekur")] == ["Bob", "Cid", "Ann"]
    assert scores.lines("perekur")[0].rating > 0


def test_a_stopped_match_counts_for_nothing_but_its_reactions_stay() -> None:
    scores = Scores()
    scores.take(begun("a", ("Ann", "Bob")))
    scores.take(race("a", (0, 300_000)))
    scores.take(over("a", reason="stopped"))
    assert scores.lines("perekur") == []
    scores.take(begun("b", ("Ann", "Bob")))
    scores.take(over("b", (0,), (2,)))
    ann = scores.lines("perekur")[0]
    assert (ann.name, ann.matches, ann.median_us) == ("Ann", 1, 300_500)


def test_contested_races_come_with_the_end_and_reactions_with_each_race() -> None:
    scores = Scores()
    scores.take(begun("a", ("Ann", "Bob", "Cid")))
    scores.take(race("a", (0, 250_000)))
    scores.take(race("a", (2, 240_400), (0, 251_000)))
    scores.take(race("a", (0, 240_100), (2, 400_000), (4, 500_000)))
    end = over("a", (0,), (2,), (4,))
    contests = (Contest(seat=0, races=3, won=2), Contest(seat=4, races=3, won=1))
    scores.take(msgspec.structs.replace(end, contests=contests))
    lines = {line.name: line for line in scores.lines("perekur")}
    assert (lines["Ann"].races, lines["Ann"].races_won) == (3, 2)
    assert (lines["Bob"].races, lines["Bob"].races_won) == (0, 0)
    assert (lines["Cid"].races, lines["Cid"].races_won) == (3, 1)
    assert (lines["Ann"].best_us, lines["Ann"].median_us) == (240_100, 250_500)


def test_games_are_kept_apart_and_bots_are_marked() -> None:
    scores = Scores()
    scores.take(begun("a", ("Ann", "Robo"), bots=1))
    scores.take(begun("b", ("Ann", "Robo"), game="durak", bots=1))
    scores.take(over("a", (0,), (2,)))
    scores.take(TableClosed(table="t"))
    assert [(line.name, line.bot) for line in scores.lines("perekur")] == [
        ("Ann", False),
        ("Robo", True),
    ]
    assert scores.lines("durak") == []
    assert scores.games() == ["durak", "perekur"]


def test_the_end_of_a_match_never_begun_here_is_passed_over() -> None:
    scores = Scores()
    scores.take(over("unknown", (0,)))
    scores.take(race("unknown", (0, 1)))
    assert scores.games() == []


@given(st.lists(st.integers(0, 3_000), max_size=60))
def test_the_median_of_counts_is_the_median_of_the_values(values: list[int]) -> None:
    counts: dict[int, int] = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    expected = round(statistics.median(values) * 1000) + 500 if values else None
    assert median_us(counts) == expected


def test_the_same_records_give_the_same_table() -> None:
    chance = random.Random(5)
    records: list[MatchBegun | MatchOver] = []
    for match in range(50):
        order = [(0,), (2,), (4,)]
        chance.shuffle(order)
        records += [begun(str(match), ("Ann", "Bob", "Cid")), over(str(match), *order)]
    one, two = Scores(), Scores()
    for record in records:
        one.take(record)
        two.take(record)
    assert one.lines("perekur") == two.lines("perekur")
