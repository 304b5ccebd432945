"""A seat on the screen: its name and, in words, how it stands.

What lives here: the label and the state of one seat, for both games. What
must not: where seats are put (the games' screens), colour without a word.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cardclient.model import Model
from cardclient.records import Seat
from cardclient.screen.paint import Line, Span, width
from cardclient.theme import Look
from cardprotocol.games.common import Hand
from cardprotocol.messages.parts import SeatInfo


@dataclass(frozen=True, slots=True)
class Stage:
    """What drawing one moment needs: the model, the look and the time."""

    model: Model
    look: Look
    now_us: int


def info_of(model: Model, seat: Seat) -> SeatInfo | None:
    """The table's line on `seat`; None where nobody sits."""
    seats = model.table.seats if model.table else ()
    return next((info for info in seats if info.seat == seat), None)


def name_of(stage: Stage, seat: Seat) -> str:
    """A seat's name as all see it, with the mark of a bot."""
    look, info = stage.look, info_of(stage.model, seat)
    name = look.clean(stage.model.names.get(seat, "")) or look.texts.t("seat {n}").format(
        n=seat + 1
    )
    bot = look.texts.t("bot")
    return f"{name} ({bot})" if info is not None and info.bot else name


def rivals(stage: Stage, hands: tuple[Hand, ...]) -> tuple[Hand, ...]:
    """The other seats in a match, clockwise from this one; all of them for a spectator."""
    me = stage.model.seat
    if me is None:
        return hands
    after = [hand for hand in hands if hand.seat > me]
    return tuple(after + [hand for hand in hands if hand.seat < me])


def name_line(stage: Stage, hand: Hand) -> Line:
    """Name and number of cards, for example ``Olena  5 cards``."""
    style = "class:dim" if hand.place else "class:title"
    return [(style, name_of(stage, hand.seat)), ("", "  "), ("", cards_word(stage, hand.cards))]


def cards_word(stage: Stage, number: int) -> str:
    """A number of cards, said."""
    return stage.look.texts.tn("{n} card", "{n} cards", number).format(n=number)


def absence(stage: Stage, seat: Seat) -> Span | None:
    """Why a person is not there, if so."""
    t, info = stage.look.texts.t, info_of(stage.model, seat)
    if info is None:
        return ("class:warn", t("seat empty: server plays"))
    if info.gave_up:
        return ("class:warn", t("left: server plays"))
    if not info.connected:
        return ("class:warn", t("disconnected"))
    if info.away:
        return ("class:warn", t("away: not waited for"))
    return None


def tunnel_word(stage: Stage, seat: Seat) -> Span | None:
    """That a seat's path ends at a proxy, if so: nobody can check its round trip."""
    info = info_of(stage.model, seat)
    if info is None or not info.tunnelled:
        return None
    return ("class:warn", stage.look.texts.t("tunnel"))


def whole_words(words: Sequence[Span | None], cells: int | None = None) -> Line:
    """Those `words` that there are, the most important first; as many as fit whole."""
    made: Line = []
    for word in filter(None, words):
        longer: Line = [*made, ("", "  "), word] if made else [word]
        if cells is not None and made and width(longer) > cells:
            break
        made = longer
    return made


def out_word(stage: Stage, hand: Hand) -> Span | None:
    """That a seat is out of the match, if so."""
    if not hand.place:
        return None
    return ("class:good", stage.look.texts.t("out, place {n}").format(n=hand.place))


def lock_word(stage: Stage, seat: Seat) -> Span | None:
    """That a seat is locked after a fault, if so."""
    left_us = stage.model.locked_us(seat, stage.now_us)
    if not left_us:
        return None
    said = stage.look.texts.t("locked {s} s").format(s=f"{-(-left_us // 100_000) / 10:.1f}")
    return ("class:bad", said)
