"""The line mode's commands: a typed line to what it asks for.

What lives here: one table of words, and reading ranks and cards. What must
not: input, output, and what the acts themselves do (they go the way of keys).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from cardclient.games import DEFAULT_GAME
from cardclient.keys import RANK_KEYS, Do
from cardclient.model import LEAVE_ID, Model
from cardclient.option_values import fitted
from cardclient.plays import play_of
from cardclient.ui import Result, Ui
from cardprotocol.cards import Card, Rank, Suit
from cardprotocol.messages import to_client as c
from cardprotocol.messages import to_server as s
from cardprotocol.messages.base import ToServer


class Unclear(Exception):  # noqa: N818 - what the player typed is unclear
    """A line that can't be read; the text says what was expected."""


@dataclass(frozen=True, slots=True)
class Line:
    """A typed line, when it was read, and 16 random bytes if needed."""

    text: str
    read_us: int
    entropy: Callable[[], bytes]


_SUIT_LETTERS: Final = {
    **{letter: suit for suit in Suit for letter in (suit.value.lower(), suit.symbol)},
}
# As people write them: ten in three ways, court cards in either alphabet.
_RANK_WORDS: Final = {**RANK_KEYS, "10": Rank.TEN, "t": Rank.TEN, "T": Rank.TEN}
MOST_PAGES: Final = 100_000  # as far as anybody counts; a page past the last is the last
_PLAYS: Final = {
    "lay": Do.LAY,
    "take": Do.TAKE,
    "pass": Do.PASS,
    "transfer": Do.TRANSFER,
    "show": Do.SHOW,
}


def obey(result: Result, line: Line) -> Result:
    """What `line` leads to. Raises Unclear for what can't be read."""
    result = replace(result, ui=replace(result.ui, last_rank=None))  # lines don't repeat
    word, _, rest = line.text.strip().partition(" ")
    rest = rest.strip()
    if line.text.startswith("/"):
        return _say(result, line.text[1:].strip())
    if word.lower() in _PLAYS:
        return _play(result, _PLAYS[word.lower()], _cards(rest, result.model), line)
    command = _COMMANDS.get(word.lower())
    if command is not None:
        return command(result, rest, line)
    if word in _RANK_WORDS and not rest:
        return _rank(result, _RANK_WORDS[word], line)
    return _play(result, Do.LAY, _cards(line.text, result.model), line)


def card_of(text: str) -> Card:
    """The card written as `text`: ``9D``, ``10h``, ``Q♠``. Raises Unclear."""
    rank, suit = _RANK_WORDS.get(text[:-1]), _SUIT_LETTERS.get(text[-1:].lower())
    if rank is None or suit is None:
        raise Unclear(text)
    return Card(rank.letter + suit.value)


def _cards(text: str, model: Model) -> tuple[Card, ...]:
    """Cards in `text`; a rank alone stands for a card of it in hand."""
    made = []
    for word in text.split():
        if word in _RANK_WORDS:
            held = [card for card in model.hand if card.rank is _RANK_WORDS[word]]
            if not held:
                raise Unclear(word)
            made.append(held[0])
        else:
            made.append(card_of(word))
    return tuple(made)


def _rank(result: Result, rank: Rank, line: Line) -> Result:
    """A rank alone: laid in a race; elsewhere chosen and laid."""
    if result.model.game is None:
        raise Unclear(line.text)
    chosen = play_of(result.model.game).press(result, rank, line.read_us)
    if chosen.ui.chosen is None or chosen.send:
        return chosen
    return play_of(result.model.game).press(chosen, Do.LAY, line.read_us)


def _play(result: Result, do: Do, cards: tuple[Card, ...], line: Line) -> Result:
    game = result.model.game
    if game is None:
        raise Unclear(line.text)
    if do is Do.LAY and not cards:
        raise Unclear(line.text)
    ui = result.ui
    if cards:
        ui = replace(ui, chosen=cards[0], marked=cards if len(cards) > 1 else (), target=None)
    if not result.model.turn and cards:
        return play_of(game).press(result, cards[0].rank, line.read_us)
    return play_of(game).press(replace(result, ui=ui), do, line.read_us)


def _sent(result: Result, *messages: ToServer) -> Result:
    return replace(result, send=messages)


def _say(result: Result, text: str) -> Result:
    return _sent(result, s.Chat(text=text)) if text else result


def _named(text: str) -> str:
    if not text:
        raise Unclear("NAME")
    return text


def _create(result: Result, rest: str, _line: Line) -> Result:
    """NAME, or NAME: GAME OPTION=VALUE ..."""
    name, _, more = _named(rest).partition(":")
    words = more.split()
    game = next((word for word in words if "=" not in word), DEFAULT_GAME)
    pairs = [word.partition("=") for word in words if "=" in word]
    options = fitted(
        {name: value for name, _, value in pairs}, game, c.Games(games=result.model.games)
    )
    return _sent(result, s.CreateTable(table=name.strip(), game=game, options=options))


def _ready(result: Result, rest: str, line: Line) -> Result:
    ready = rest.lower() != "no"
    return _sent(result, s.Ready(ready=ready, entropy=line.entropy() if ready else None))


def _page(word: str) -> int:
    """A page as people count, from 1; the first if none is given."""
    if not word:
        return 0
    if not word.isdecimal() or not 1 <= int(word) <= MOST_PAGES:
        raise Unclear(word)
    return int(word) - 1


def _tables(result: Result, rest: str, _line: Line) -> Result:
    """Nothing, or PAGE."""
    return _sent(result, s.ListTables(page=_page(rest)))


def _scores(result: Result, rest: str, _line: Line) -> Result:
    """GAME PAGE, either or none; without GAME it is that of the table, or Perekur."""
    words = rest.split()
    table = result.model.table
    game = words.pop(0) if words and not words[0].isdecimal() else ""
    page = _page(" ".join(words))
    return _sent(
        result, s.ListScores(game=game or (table.game if table else DEFAULT_GAME), page=page)
    )


def _seat_number(text: str) -> int:
    """A seat as people count, from 1."""
    if not text.isdecimal() or not 1 <= int(text) <= 6:
        raise Unclear(text or "SEAT")
    return int(text) - 1


Command = Callable[[Result, str, Line], Result]

_COMMANDS: Final[dict[str, Command]] = {
    "tables": _tables,
    "scores": _scores,
    "join": lambda result, rest, _line: _sent(result, s.JoinTable(table=_named(rest))),
    "watch": lambda result, rest, _line: _sent(result, s.WatchTable(table=_named(rest))),
    "create": _create,
    "leave": lambda result, _rest, _line: _sent(result, s.LeaveTable(id=LEAVE_ID)),
    "ready": _ready,
    "say": lambda result, rest, _line: _say(result, rest),
    "seat": lambda result, rest, _line: _sent(result, s.TakeSeat(seat=_seat_number(rest))),
    "remove": lambda result, rest, _line: _sent(result, s.RemovePlayer(seat=_seat_number(rest))),
    "control": lambda result, rest, _line: _sent(result, s.Control(control=_named(rest))),
    "quit": lambda result, _rest, _line: replace(result, ui=Ui(), quit=True),
}
