"""What the line mode says beside the log: the hand, the table, the lobby, whose move it is.

What lives here: a model to lines of plain text. What must not: input, output.
"""

from __future__ import annotations

from typing import Final

from cardclient.evidence_words import evidence_lines
from cardclient.link_words import doubt_sentence, doubts, server_words
from cardclient.model import Model
from cardclient.option_words import label, typed, value_words
from cardclient.screen import open_hands
from cardclient.screen import scores as scores_screen
from cardclient.screen.games import game_title, screen_of
from cardclient.screen.lobby import option_words, people_words
from cardclient.screen.seats import Stage, cards_word, name_of
from cardclient.ui import Ui
from cardprotocol.fields import OptionValue

RACES: Final = 3  # told if nobody says how many


def hand_line(stage: Stage) -> str:
    """The own hand in one line; for a spectator all hands, if they are open."""
    model, look = stage.model, stage.look
    if model.seat is None and model.game is not None:
        return open_hands.sentence(stage, model.game.open_hands)
    said = look.texts.t("hand, {n}").format(n=len(model.hand))
    return f"{said}: {' '.join(look.card(card) for card in model.hand)}"


def table_lines(stage: Stage) -> list[str]:
    """Seats, options and, in a match, what everybody may see."""
    model, look = stage.model, stage.look
    table, t = model.table, look.texts.t
    if table is None:
        where = t("You are in the lobby: join NAME, watch NAME, create NAME.")
        server = server_words(model, look)
        return [f"{server}. {where}" if server else where]
    made = [f"{game_title(table.game, look.texts)}, {look.clean(table.table)}"]
    for info in table.seats:
        ready = t("ready") if info.ready else t("not ready")
        states = ["" if table.playing else ready, t("tunnel") if info.tunnelled else ""]
        parts = [f"{info.seat + 1} {name_of(stage, info.seat)}", *filter(None, states)]
        made.append(", ".join(parts))
    made.append(look.clean(", ".join(_option(stage, *each) for each in table.options.items())))
    return made + (match_lines(stage) if model.playing else [])


def _option(stage: Stage, name: str, value: OptionValue) -> str:
    """An option in words, and in brackets as it is typed."""
    texts = stage.look.texts
    return f"{label(name, texts)}: {value_words(name, value, texts)} [{typed(name, value)}]"


def match_lines(stage: Stage) -> list[str]:
    """Everybody's cards and standing, and the middle of the table."""
    view = stage.model.game
    if view is None:
        return []
    screen = screen_of(view)
    made = [f"{name_of(stage, hand.seat)}: {cards_word(stage, hand.cards)}" for hand in view.hands]
    return [*made, screen.middle(stage, view), hand_line(stage)]


def lobby_lines(stage: Stage) -> list[str]:
    """The tables, one a line."""
    look, model = stage.look, stage.model
    if not model.tables:
        return [look.texts.t("No tables yet: create NAME makes one.")]
    made = [
        f"{look.clean(line.table)}, {look.clean(game_title(line.game, look.texts))}:"
        f" {'; '.join(filter(None, (people_words(stage, line), option_words(stage, line))))}"
        for line in model.tables
    ]
    return [*made, *_page_line(stage, "tables", model.tables_page, model.tables_pages)]


def score_lines(stage: Stage) -> list[str]:
    """The leaderboard, one player a line, each figure with its name."""
    scores = stage.model.scores
    if scores is None:
        return []
    if not scores.scores:
        return [stage.look.texts.t("Nobody has finished a match yet.")]
    made = [scores_screen.title_words(stage, scores)]
    for number, line in scores_screen.placed(scores):
        place, name, *figures = scores_screen.score_words(stage, number, line)
        named = zip(scores_screen.headings(stage)[2:], figures, strict=True)
        said = [f"{heading}: {figure}" for heading, figure in named if figure]
        made.append(", ".join([f"{place} {name}", *said]))
    command = stage.look.clean(f"scores {scores.game}")
    return [*made, *_page_line(stage, command, scores.page, scores.pages)]


def _page_line(stage: Stage, command: str, page: int, pages: int) -> list[str]:
    """Which page of a list this is and what shows the next one; nothing where there is one."""
    if pages < 2:
        return []
    said = stage.look.texts.t("page {n} of {all}; the next one: {command}")
    following = (page + 1) % pages + 1
    return [said.format(n=page + 1, all=pages, command=f"{command} {following}")]


def doubt_lines(stage: Stage) -> list[str]:
    """What is doubtful about this client's link, once the server has told of its clock."""
    model = stage.model
    if model.clock is None or model.seat is None:
        return []
    return [doubt_sentence(doubt, stage.look) for doubt in doubts(model)]


def race_lines(stage: Stage, most: str = "") -> list[str]:
    """The evidence of the last races in full; `most` is how many, as typed."""
    return evidence_lines(stage.model, stage.look, int(most or RACES))


def move_line(stage: Stage, ui: Ui) -> str:
    """That it is this player's move and what may be done; "" if it is not."""
    model: Model = stage.model
    if model.game is None or not model.playing:
        return ""
    choices = screen_of(model.game).choices(stage, model.game, ui)
    if not choices:
        return ""
    return stage.look.texts.t("your move: {choices}").format(choices=choices)


def help_lines(stage: Stage) -> list[str]:
    """The commands."""
    t = stage.look.texts.t
    return [
        t("Perekur: a rank alone lays it: 7, 10, q. Durak: a card lays it: 9d, 10h; or a rank."),
        t("Durak: take, pass, transfer CARD, show CARD; several cards: 7h 7s."),
        "ready, ready no, hand, table, join NAME, watch NAME, leave, quit",
        t("tables PAGE, scores GAME PAGE: the lists, the first page where no PAGE is given."),
        "create NAME: GAME OPTION=VALUE ..., seat N, remove N, control last_round",
        t("races N: all the evidence of the last N races, how sure each is and why it closed."),
        t("/TEXT or say TEXT: chat."),
    ]
