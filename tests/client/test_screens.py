"""Every screen fits its terminal, says states as words and lets nothing harmful through."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from prompt_toolkit.utils import get_cwidth

from cardclient.controls import HELP_PAGES
from cardclient.model import Model, hinted, linked, locked
from cardclient.plays import followed
from cardclient.receiving import receive, show
from cardclient.records import Hint, LinkState, Noted
from cardclient.screen.seats import Stage
from cardclient.screen.summary import histogram
from cardclient.screen.whole import draw
from cardclient.theme import ASCII_LINES, UNICODE_LINES, Look, look_of
from cardclient.ui import Form, Panel, Ui
from cardprotocol.cards import DECK_52, Suit, cards
from cardprotocol.games import durak
from cardprotocol.games.common import Hand, MatchEnded, Outcome, WentOut
from cardprotocol.games.perekur import Stuck
from cardprotocol.messages import to_client as c
from cardprotocol.messages.parts import Lock, ScoreLine, Turn
from tests.support.client_story import (
    GAMES,
    at_table,
    claim,
    dealt,
    in_bout,
    in_race,
    laid,
    lobby,
    open_table,
    raced,
    reveal,
    seat_info,
    table_info,
    verdict,
)

LOOK = look_of({"LANG": "en_GB.UTF-8"})
PLAIN = look_of({"LANG": "C"})
SIZES = ((80, 24), (120, 40))
# ESC, OSC 52, C1, bidi override, zero width, combining marks, wide, a variation selector.
HOSTILE = "\x1b]52;c;x\x07\x9b31m\u202e\u200bé\u0301\u0302\u0303\u0304王\ufe0f"
NOW_US = 3_500_000


def ended() -> Model:
    outcome = Outcome(reason="stuck", ranking=((1,), (2,), (3,), (0,)), losers=(0,))
    return show(raced(5), reveal(WentOut(1, 1), MatchEnded(outcome)), 9)


def with_scores() -> Model:
    line = ScoreLine("Olga", 12, 3, 2150, 400, 120, 387_000, 212_000)
    return receive(lobby("a"), c.Scores(game="perekur", scores=(line,) * 30), 0)


def big_bout() -> Model:
    """A defender with 30 cards against twelve attacking cards."""
    hand = cards(" ".join(card.code for card in DECK_52[:30]))
    hands = tuple(Hand(seat, 30) for seat in range(6))
    events = (
        durak.Dealt(trump=Suit.CLUBS, stock=0, hands=hands, cards=hand),
        durak.BoutStarted(attacker=1, defender=0, limit=12),
        durak.Attacked(seat=1, cards=DECK_52[30:36], left=4),
        durak.Attacked(seat=1, cards=DECK_52[36:42], left=4, thrown=True),
    )
    turn = Turn(actors=(0,), legal=(durak.Take(),), until_us=45_000_000)
    model = at_table("durak", ("Olga", "B", "C", "D", "E", "F"))
    return receive(model, c.Events(seq=4, events=events, turn=turn), 0)


def faulty() -> Model:
    lock = Lock(seat=2, code="claim/false_start", locked_us=900_000)
    model = show(
        raced(2), reveal(verdict=verdict(3, claim(3, 300_000), locks=(lock,)), race=4), 3_000_000
    )
    return hinted(locked(model, 0, 3_700_000), Noted(Hint.LOCKED, left_us=200_000), 3_400_000)


def hostile() -> Model:
    model = at_table(names=(HOSTILE, HOSTILE, HOSTILE, HOSTILE))
    model = show(model, reveal(dealt()), 0)
    model = show(
        model, reveal(laid(1, "2C"), verdict=verdict(1, claim(1, 3), claim(2, 5, 2)), race=2), 1
    )
    model = receive(model, c.Said(name=HOSTILE, text=HOSTILE * 20), 2)
    error = c.Error(code=HOSTILE, text=HOSTILE, field=HOSTILE, value=HOSTILE, expected=HOSTILE)
    return receive(model, error, 3_000_000)


MODELS: dict[str, Callable[[], Model]] = {
    "unconnected": Model,
    "lost": lambda: linked(in_race(), LinkState.LOST, "the server closed the connection"),
    "empty lobby": lobby,
    "lobby": lambda: lobby(*(f"table {n}" for n in range(40))),
    "scores": with_scores,
    "before a match": at_table,
    "look": lambda: show(at_table(), reveal(dealt()), 0),
    "race": in_race,
    "whole pack": lambda: show(at_table(), reveal(dealt(DECK_52)), 0),
    "verdicts": lambda: raced(6),
    "faults": faulty,
    "spectator": lambda: replace(raced(2), seat=None),
    "open table": lambda: open_table((HOSTILE,) * 6),
    "bout": lambda: in_bout(durak.Take(), durak.Transfer(card=cards("9D")[0])),
    "big bout": big_bout,
    "over": ended,
    "hostile": hostile,
}
PANELS = (Panel.NONE, Panel.HELP, Panel.RACES, Panel.TABLE, Panel.SCORES, Panel.CREATE)


def screen(
    model: Model, ui: Ui | None = None, size: tuple[int, int] = (80, 24), look: Look = LOOK
) -> str:
    lines = draw(Stage(model, look, NOW_US), ui or followed(Ui(), Model(), model), *size)
    return "\n".join("".join(text for _, text in line) for line in lines)


@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize("name", MODELS)
def test_every_screen_fills_its_terminal_exactly_and_safely(name: str, panel: Panel) -> None:
    model = receive(MODELS[name](), c.Games(games=GAMES), 0)
    form = Form(game="durak", name=HOSTILE, row=2)
    for page in range(HELP_PAGES if panel is Panel.HELP else 1):
        ui = replace(followed(Ui(), Model(), model), panel=panel, form=form, page=page)
        for look in (LOOK, PLAIN):
            for size in SIZES:
                shown = screen(model, ui, size, look)
                assert [get_cwidth(line) for line in shown.split("\n")] == [size[0]] * size[1]
                assert all(line.isprintable() for line in shown.split("\n"))
                assert not set(shown) & set("\u202e\u200b\ufe0f\x1b\x9b")
                assert look is LOOK or shown.isascii()


def test_below_80x24_it_says_what_it_needs() -> None:
    said = screen(in_race(), size=(60, 20))
    assert "80x24" in said
    assert "60x20" in said
    assert len(said.split("\n")) == 20


def test_the_top_card_and_the_wanted_rank_never_move() -> None:
    places = set()
    for races in (1, 3, 6):
        rows = screen(raced(races)).split("\n")
        row = next(n for n, line in enumerate(rows) if "next  " in line)
        places.add((row, rows[row].index("next  ")))
    assert len(places) == 1


def test_states_are_words_beside_the_name() -> None:
    said = screen(faulty())
    assert "laid last: must wait" in screen(raced(1))
    assert "locked 0.4 s" in said
    assert "Still locked for 0.20 s" in said
    assert "false start (locked 900 ms)" in said


def test_absent_players_are_told_apart() -> None:
    seats = (
        seat_info(0, "Olga"),
        seat_info(1, "Petro", connected=False),
        seat_info(2, "Daria", away=True),
        seat_info(3, "Ivan", gave_up=True),
    )
    model = receive(in_race(), c.Table(table=table_info(seats=seats), seat=0), 0)
    said = screen(model)
    assert "disconnected" in said
    assert "away: not waited for" in said
    assert "left: server plays" in said


def test_a_verdict_is_an_answer_in_numbers() -> None:
    said = screen(raced(1))
    assert "Petro     387 ms first by 14 ms" in said
    assert "you       401 ms late by 14 ms" in said


def test_the_latency_and_the_clock_are_always_in_the_corner() -> None:
    assert screen(raced(1)).split("\n")[0].endswith("0.4 ms  clock good ")
    doubtful = (seat_info(0, "Olga", rtt_us=180_000, clock="doubtful"),)
    model = receive(raced(1), c.Table(table=table_info(seats=doubtful), seat=0), 0)
    assert "180.0 ms  clock doubtful" in screen(model).split("\n")[0]


def test_a_player_behind_ssh_is_told_that_keys_arrive_late() -> None:
    behind = look_of({"LANG": "C.UTF-8", "SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22"})
    assert "over ssh: F1" in screen(raced(1), look=behind).split("\n")[0]
    assert "ssh" not in screen(raced(1)).split("\n")[0]


def test_of_an_own_fault_the_log_says_once() -> None:
    lock = Lock(seat=0, code="rules/wrong_rank", locked_us=250_000)
    refused = c.Error(code="rules/wrong_rank", text="no", race=1, locked_us=250_000)
    model = receive(in_race(), refused, 0)
    model = show(model, reveal(verdict=verdict(1, claim(1, 300_000), locks=(lock,)), race=2), 1)
    said = screen(model, Ui(), size=(120, 40))
    assert said.count("That rank is not") == 2  # the log, and the line of messages


def test_playable_cards_are_not_lit_unless_the_table_gives_hints() -> None:
    def lit(model: Model) -> bool:
        lines = draw(Stage(model, LOOK, NOW_US), Ui(), 80, 24)
        return any(style == "class:chosen" for line in lines for style, _ in line)

    assert not lit(in_race())
    hints = table_info(options={"hints": True})
    assert lit(receive(in_race(), c.Table(table=hints, seat=0), 0))


def test_a_bout_marks_what_may_be_played_and_what_keys_do() -> None:
    beat = durak.Beat(card=cards("6H")[0], target=cards("7S")[0])
    said = screen(in_bout(durak.Take(), beat))
    assert "[6♥]" in said
    assert "beats" in said
    assert "Space beats 7♠ · Backspace takes" in said
    assert "trump  ♥  hearts" in said
    assert "stock  6 (unseen)" in said


def test_the_time_to_move_is_shown() -> None:
    assert "0:41 to move" in screen(big_bout())


def test_races_are_bars_on_one_axis_with_evidence_in_words() -> None:
    doubted = claim(0, 401_000, 14_000, reaction_us=380_000)
    model = show(raced(1), reveal(verdict=verdict(2, claim(1, 387_000), doubted), race=3), 0)
    said = screen(model, Ui(panel=Panel.RACES))
    assert "believed in full" in said
    assert "21 ms not believed: no credit" in said
    assert "closed by proof in 2.0 ms" in said
    assert "500 ms" in said


def test_the_summary_says_who_lost_and_what_the_reactions_were() -> None:
    said = screen(ended())
    assert "The match is over: you lose, stuck between two" in said
    assert "387 ms" in said
    assert "you, contested" in said
    assert "0/5" in said
    assert "5/5" not in said  # of somebody else only the wins are known to all
    assert "closest race 14 ms, widest 14 ms" in said
    assert "no commitment was seen" in said


def test_a_histogram_has_one_block_for_each_50_ms() -> None:
    bars = histogram((210_000, 240_000, 310_000, 5_000_000), UNICODE_LINES.blocks)
    assert bars == "    █ ▄                ▄"
    assert histogram((0,), ASCII_LINES.blocks) == "@" + " " * 23


def test_a_stuck_pile_is_told_with_the_number_of_the_redeal() -> None:
    model = show(raced(1), reveal(Stuck(seat=1, cards=20, redeal=2)), 0)
    assert "stuck: Petro laid last and collected 20 cards (redeal 2)" in screen(model)


def test_a_wide_screen_gives_the_log_a_column_and_keeps_the_table() -> None:
    narrow, wide = screen(raced(2)).split("\n"), screen(raced(2), size=(120, 24)).split("\n")
    assert wide[4][:80] == narrow[4]
    assert "what happened" in wide[0]


def test_a_hand_of_all_ranks_stands_under_its_own_label() -> None:
    rows = screen(show(at_table(), reveal(dealt(DECK_52)), 0)).split("\n")
    ranks = next(row for row in rows if "hand, 52" in row)
    assert ranks[2:-1].split() == [
        "hand,",
        "52",
        *["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"],
    ]
    assert rows[rows.index(ranks) + 1].count("♠♥♦♣") == 13


def test_chat_being_typed_is_shown() -> None:
    assert "say: hello_" in screen(in_race(), Ui(typing="hello"))


def test_the_corner_follows_what_the_server_measures_of_the_clock() -> None:
    measured = c.Clock(rtt_us=1_400, uncertainty_us=300, quality="fair", kernel_checked=True)
    model = receive(in_race(), measured, 0)
    assert "1.4 ±0.3 ms  clock fair" in screen(model)


def test_a_refusal_is_said_without_its_code() -> None:
    refused = c.Error(code="rules/wrong_rank", text="no", race=1)
    said = screen(receive(in_race(), refused, NOW_US), size=(120, 40))
    assert said.count("That rank is not") == 2
    assert "wrong_rank" not in said
