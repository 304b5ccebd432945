"""F2 and the line mode show all the evidence of a race, and never claim more than it gives."""

from __future__ import annotations

import asyncio

import pytest

from cardclient.certainty import Certainty, certainty
from cardclient.line import LineMode
from cardclient.line_words import race_lines
from cardclient.model import Model
from cardclient.receiving import show
from cardclient.screen.seats import Stage
from cardclient.screen.whole import draw
from cardclient.theme import Look, look_of
from cardclient.ui import Panel, Ui
from cardclient.wishes import Wishes
from cardprotocol.messages import to_client as c
from cardprotocol.messages.parts import ClaimEvidence, Verdict
from tests.support.client_keys import after, start
from tests.support.client_story import (
    claim,
    dealt,
    in_bout,
    in_race,
    raced,
    reveal,
    table_info,
    verdict,
    welcome,
)
from tests.support.fake_channel import FakeChannel

LOOKS = {name: look_of({"LANG": f"{name}.UTF-8"}) for name in ("en", "uk", "ru")}
WINNER = claim(1, 387_000, late_us=400, arrived_us=388_100, credit_us=700, allowed_us=9_500)
FAR = claim(2, 402_000, 15_000, late_us=62_000, arrived_us=530_000, uncertainty_us=60_300)
CLIPPED = claim(0, 401_000, 14_000, reaction_us=380_000)


def after_race(*claims: ClaimEvidence, **more: object) -> Model:
    judged = verdict(4, *claims, **more)
    return show(raced(3), reveal(verdict=judged, race=5), 4_000_000)


def rows(model: Model, ui: Ui | None = None, look: Look = LOOKS["en"]) -> list[str]:
    drawn = draw(Stage(model, look, 0), ui or Ui(panel=Panel.RACES), 80, 24)
    return ["".join(text for _, text in line) for line in drawn]


def told(model: Model) -> str:
    return " ".join(" ".join(row[1:79].split()) for row in rows(model))


def test_every_figure_of_a_claim_stands_in_the_table_of_the_chosen_race() -> None:
    said = told(after_race(WINNER, FAR))
    assert "race 4 reaction judged shown arrived credit clock" in said
    assert "Petro 387.0 387.0 +0.4 388.1 0.7 / 9.5 ±0.3" in said
    assert "Daria 402.0 402.0 +62.0 530.0 0.0 / 3.0 ±60.3" in said


@pytest.mark.parametrize(
    ("judged", "expected"),
    [
        (verdict(1, WINNER), Certainty.UNRIVALLED),
        (verdict(1, WINNER, claim(0, 401_000, 14_000)), Certainty.CLEAR),
        (verdict(1, WINNER, claim(0, 387_400, 400, lot=True)), Certainty.LOT),
        (verdict(1, WINNER, FAR), Certainty.OWN_CLOCKS),
        (verdict(1, WINNER, CLIPPED), Certainty.DOUBTED),
        # Not believed in full, but slower even by its own report: nothing to doubt.
        (verdict(1, WINNER, claim(0, 409_000, reaction_us=390_000)), Certainty.CLEAR),
        # The winner's own unbelieved part can only have made it slower.
        (verdict(1, claim(1, 387_000, reaction_us=370_000), FAR), Certainty.OWN_CLOCKS),
        # A clock that was never measured has no error to compare with.
        (verdict(1, WINNER, claim(0, 401_000, uncertainty_us=0)), Certainty.OWN_CLOCKS),
        # A reaction drawn by the server is on the server's own clock.
        (verdict(1, WINNER, claim(3, 388_100, drawn=True)), Certainty.CLEAR),
        (verdict(1, closed_by="void"), Certainty.UNRIVALLED),
    ],
)
def test_how_sure_a_verdict_is(judged: Verdict, expected: Certainty) -> None:
    assert certainty(judged) is expected


def test_within_the_error_no_sure_verdict_is_claimed() -> None:
    clipped = told(after_race(WINNER, CLIPPED))
    assert "race 4, wanted 5, margin 14 ms, not sure" in clipped
    assert "Too close to be sure: you reported 380 ms, which could not be checked." in clipped
    far = told(after_race(WINNER, FAR))
    assert "Too close to be sure by the server's clock (±61 ms): own clocks decided." in far
    lot = told(after_race(WINNER, claim(0, 387_400, 400, lot=True)))
    assert "Too close to be sure: within 1 ms a lot decides." in lot
    assert "beyond the clocks' error (±0.6 ms)" in told(after_race(WINNER, claim(0, 401_000)))


def test_a_doubted_verdict_has_its_mark_on_the_table_too() -> None:
    said = "\n".join(rows(after_race(WINNER, CLIPPED), Ui()))
    assert "first by 14 ms ?" in said
    assert "first by 14 ms ?" not in "\n".join(rows(after_race(WINNER, FAR), Ui()))


def test_a_bar_shows_what_was_not_believed_and_when_the_claim_arrived() -> None:
    late = claim(0, 401_000, 14_000, reaction_us=330_000, arrived_us=480_000)
    bar = next(row for row in rows(after_race(WINNER, late)) if "not believed" in row)
    assert bar.count("░") == 3
    assert "▌   ›" in bar
    plain = look_of({"LANG": "C"})
    bar = next(row for row in rows(after_race(WINNER, late), look=plain) if "not believed" in row)
    assert "===#   >" in bar


def chosen(model: Model, *keys: str) -> str:
    result = after(start(model), "f2", *keys)
    return next(row for row in rows(result.model, result.ui) if row.startswith("│ >")).split(",")[0]


def test_a_race_somebody_thought_over_does_not_squeeze_the_others_unless_it_is_chosen() -> None:
    slow = after_race(claim(2, 18_693_000))
    axis = next(row for row in rows(slow) if "ms   card to key" in row)
    assert "18693" in axis
    beside = show(
        slow, reveal(verdict=verdict(5, claim(1, 387_000), claim(0, 401_000)), race=6), 9_000_000
    )
    axis = next(row for row in rows(beside) if "ms   card to key" in row)
    assert "500" in axis
    assert any("18693.0 ms" in row for row in rows(beside))


def test_arrows_choose_the_race_and_stay_with_it_while_others_are_judged() -> None:
    model = raced(6)
    assert chosen(model) == "│ > race 6"
    assert chosen(model, "down", "down") == "│ > race 4"
    assert chosen(model, "down", "up", "up") == "│ > race 6"
    assert chosen(model, *["down"] * 9) == "│ > race 1"
    held = after(start(model), "f2", "down").ui
    later = show(model, reveal(verdict=verdict(7, WINNER), race=8), 9_000_000)
    assert any(row.startswith("│ > race 5") for row in rows(later, held))
    newest = after(start(model), "f2", "down", "up").ui
    assert any(row.startswith("│ > race 7") for row in rows(later, newest))


def test_arrows_keep_their_meaning_where_there_is_no_race_to_choose() -> None:
    result = after(start(in_bout()), "f2", "right", "right")
    assert result.ui.chosen is not None
    assert rows(in_race())[1].startswith("┌")


@pytest.mark.parametrize("language", LOOKS)
def test_six_claims_with_all_their_evidence_fit_the_smallest_screen(language: str) -> None:
    six = tuple(
        claim(n, 387_000 + n * 2_000, n * 2_000, uncertainty_us=60_300, allowed_us=150_000)
        for n in range(6)
    )
    look = LOOKS[language]
    shown = rows(after_race(*six), look=look)
    assert sum("±60.3" in row for row in shown) == 6
    assert sum("│·" in row for row in shown) == 6
    legend = look.texts.t(
        "In ms; shown and arrived after the show time. Credit: delay believed / at most."
        " Clock: the server's error about it. More on F1."
    )
    assert " ".join(legend.split()[-3:]) in shown[-3]


@pytest.mark.parametrize("language", LOOKS)
def test_the_titles_of_the_evidence_do_not_touch(language: str) -> None:
    shown = rows(after_race(WINNER), look=LOOKS[language])
    head = next(
        row for row in shown if LOOKS[language].texts.tp("column, 13 cells", "credit") in row
    )
    assert len([part for part in head[1:-1].split("  ") if part.strip()]) == 7


def test_the_line_mode_says_all_of_it_of_as_many_races_as_asked() -> None:
    model = after_race(WINNER, CLIPPED, closed_by="bound")
    lines = race_lines(Stage(model, LOOKS["en"], 0), "1")
    assert lines == [
        "race 4, wanted 5, margin 14 ms, not sure, closed in 2.0 ms: nobody could win any more",
        "Petro: first by 14 ms; reaction 387.0 ms, judged 387.0 ms (believed in full), shown 0.4 ms"
        " and arrived 388.1 ms after the show time, credit 0.7 of 9.5 ms, clock ±0.3 ms",
        "you: late by 14 ms; reaction 380.0 ms, judged 401.0 ms (21 ms not believed: no credit),"
        " shown 0.0 ms and arrived 401.0 ms after the show time, credit 0.0 of 3.0 ms,"
        " clock ±0.3 ms",
        "Too close to be sure: you reported 380 ms, which could not be checked.",
    ]
    assert [line for line in race_lines(Stage(model, LOOKS["en"], 0)) if line.startswith("race")]
    assert race_lines(Stage(in_race(), LOOKS["en"], 0)) == [
        "No race has been judged in this match yet."
    ]


def test_a_typed_line_asks_for_the_evidence_of_so_many_races() -> None:
    async def main() -> list[str]:
        channel, written = FakeChannel(), list[str]()
        mode = LineMode(Wishes(), LOOKS["en"], lambda: bytes(16), written.append)
        mode.begin(channel)
        view = c.View(seq=0, table=table_info(playing=True), seat=0)
        channel.tell(welcome("kitchen"), view, reveal(dealt()), reveal(race=1))
        for race in (1, 2):
            judged = verdict(race, WINNER, CLIPPED)
            channel.tell(reveal(verdict=judged, race=race + 1))
        for text in ("races 1", "races many"):
            mode.typed(text, 0)
        mode.detach()
        return written

    lines = asyncio.run(main())
    short = "race 2: Petro 387 ms, first by 14 ms; you 401 ms, late by 14 ms; too close to be sure"
    assert short in lines
    asked = lines[-5:]
    assert asked[0].startswith("race 2, wanted")
    assert asked[3].startswith("Too close to be sure")
    assert asked[4].startswith("What is ")
