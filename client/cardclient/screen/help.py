"""F1: the keys of both games and the rules in short, page by page.

What lives here: the pages. What must not: key bindings (keys.py).
"""

from __future__ import annotations

from typing import Final

from cardclient.controls import HELP_PAGES
from cardclient.screen.paint import Line, columns, fit, wrapped
from cardclient.screen.seats import Stage

_KEYS: Final = 20  # cells of the column with the keys' names


def lines(stage: Stage, page: int, cells: int, height: int) -> list[Line]:
    """Page `page` of the help."""
    texts = stage.look.texts
    pages = (_keys, _perekur, _races, _evidence, _durak)
    heading = texts.t("Help, page {n} of {all}").format(n=page + 1, all=HELP_PAGES)
    made = [fit([("class:title", f" {heading}")], cells), *pages[page % HELP_PAGES](stage, cells)]
    return made[:height]


def _keys(stage: Stage, cells: int) -> list[Line]:
    t = stage.look.texts.t
    rows = [
        ("2-9", t("that rank: Perekur lays it, Durak chooses it")),
        ("0 1", t("ten")),
        ("J Q K A", t("jack, queen, king, ace")),
        ("о й л ф", t("the same keys on a Cyrillic layout")),
        ("В Д К Т", t("the letters of Cyrillic cards")),
        (t("left right"), t("Durak: choose a card")),
        (t("up down"), t("Durak: mark several cards, or aim at another card to beat")),
        (t("Space"), t("Durak: lay the chosen card")),
        (t("Backspace, F5"), t("Durak: take")),
        (t("Tab, F6"), t("Durak: pass, throw nothing in")),
        (t("+ =, F7"), t("Durak: transfer with the chosen card")),
        ("F8", t("Durak: show the trump to transfer (if the table allows it)")),
        (t("Enter"), t("ready for a match, or not after all")),
        ("/ .", t("chat")),
        ("F1 F2 F3", t("help; the last races; seats, options, host's controls")),
        ("F10", t("go: your seat is kept for a while, the same command comes back")),
    ]
    made: list[Line] = []
    if stage.look.ascii:
        rows = [row for row in rows if row[0].isascii()]
    for key, meaning in rows:
        for place, part in enumerate(wrapped(meaning, cells - _KEYS - 1)):
            name = f"   {key}" if place == 0 else ""
            made.append(columns([([("class:keys", name)], _KEYS), ([("", part)], cells - _KEYS)]))
    return made


def _paragraphs(paragraphs: tuple[str, ...], cells: int) -> list[Line]:
    made: list[Line] = []
    for paragraph in paragraphs:
        made += [fit([("", f" {line}")], cells) for line in wrapped(paragraph, cells - 2)]
        made.append(fit([], cells))
    return made[:-1]


def _perekur(stage: Stage, cells: int) -> list[Line]:
    t = stage.look.texts.t
    return _paragraphs(
        (
            t("PEREKUR (BONG). All 52 cards are dealt. Don't be the last one with cards."),
            t(
                "Anybody with a two may start. Then whoever is first lays a three, a four, and so"
                " on to the ace, after which comes a two again. Suits mean nothing."
            ),
            t(
                "One card at a time: who has just laid must wait until somebody else has laid."
                " Whoever runs out of cards is out of the match, and safe."
            ),
            t(
                "If nobody can lay, the pile is stuck: the last one to lay collects the cards and"
                " deals them to the others. With only two left he goes out, and the other loses."
            ),
            t(
                "A card that was too late goes back into the hand and costs nothing. A wrong card,"
                " a card out of turn or one laid too early locks its player for a moment."
            ),
        ),
        cells,
    )


def _races(stage: Stage, cells: int) -> list[Line]:
    t = stage.look.texts.t
    return _paragraphs(
        (
            t(
                "WHO WAS FIRST? What counts is your reaction: the time from the card on your"
                " screen to your key, on your own clock, believed as far as the server can check"
                " it. A slow cable costs you nothing."
            ),
            t(
                "All screens show a card at the same moment. Nobody reacts in under 100 ms: such a"
                " press is a false start and locks you. Within 1 ms a lot decides."
            ),
            t(
                "The corner shows your round trip and how well your clock is known. A doubtful"
                " clock or one not measured is given less credit. 'unchecked': the server's kernel"
                " can't check the round trip. 'tunnel': it ends at a proxy. F3 says more."
            ),
            t(
                "Play on the machine in front of you: over ssh keys arrive in steps of 20 ms and"
                " later than you pressed them."
            ),
        ),
        cells,
    )


def _evidence(stage: Stage, cells: int) -> list[Line]:
    t = stage.look.texts.t
    return _paragraphs(
        (
            t(
                "THE EVIDENCE. F2 shows the claims of the last races, and of the race chosen with"
                " up and down all that its verdict rests on. What was"
                " judged is the same for all; a press after the close is told to its presser alone."
            ),
            t(
                "Reaction: from card to key, on the player's own clock. Judged: what counts of it."
                " Shown, arrived: the card on that screen, the claim at the server, both after the"
                " moment meant for all."
            ),
            t(
                "Credit: the delay that was believed to be the network's, and the most that could"
                " be; more counts as reaction. Clock: the server's error about that clock, which"
                " bounds lies and does not judge."
            ),
            t(
                "A race closes once nobody can win it any more, after 250 ms at the latest. 'Not"
                " sure' and a question mark: a loser claims no slower a reaction, for which its"
                " credit was not enough."
            ),
            t(
                "RESULTS. Median and best are of judged presses: after a match of that match, on"
                " F5 of all. 'You, contested': races that others pressed in too, with your late"
                " presses. 'Won/shared', on F5: races whose rank you and others held."
            ),
        ),
        cells,
    )


def _durak(stage: Stage, cells: int) -> list[Line]:
    t = stage.look.texts.t
    return _paragraphs(
        (
            t(
                "INVISIBLE DURAK. Six cards each. The server deals, looks at the bottom card and"
                " tells only its suit: trumps. Get rid of all your cards; the last one with cards"
                " is the fool."
            ),
            t(
                "The attacker lays a card; the defender, next on the left, beats it with a higher"
                " card of its suit or with a trump, or takes everything. Once all is beaten, the"
                " others may throw in cards of ranks on the table, the attacker first."
            ),
            t(
                "At most six cards in a bout, never more than the defender held. Beaten off: the"
                " cards are discarded and the defender attacks. Taken: the next player attacks."
                " Then all draw up to six, the attacker first."
            ),
            t(
                "Transfer: before beating anything the defender may lay a card of the attacking"
                " rank, and the next player defends. Simple: one card against one, no throwing in."
            ),
        ),
        cells,
    )
