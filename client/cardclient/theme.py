"""How things look: characters, colours, card faces.

What lives here: Look, made once from options and environment, and the style
sheet. What must not: layout, models, prompt_toolkit objects.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from cardclient.texts import Texts, languages_of
from cardprotocol.cards import Card, Rank, Suit
from cardprotocol.text import harmless


class Deck(enum.Enum):
    """How many colours the suits have."""

    FOUR = "4"
    TWO = "2"
    MONO = "mono"


@dataclass(frozen=True, slots=True)
class Lines:
    """The characters frames and bars are drawn with."""

    across: str
    down: str
    corners: str  # top left, top right, bottom left, bottom right
    joins: str  # left, right
    bar: str
    tip: str
    blocks: str  # a histogram's eight heights
    gap: str
    doubt: str  # of a bar: reported, and not believed
    arrival: str  # on a bar: when the claim was at the server
    more: str  # where something goes on that is not shown


UNICODE_LINES: Final = Lines("─", "│", "┌┐└┘", "├┤", "·", "▌", "▁▂▃▄▅▆▇█", "··", "░", "›", "…")
ASCII_LINES: Final = Lines("-", "|", "++++", "++", ".", "#", ".:-=+*#@", "..", "=", ">", "...")

# Four colours that differ in lightness too and hold up for red-green blindness: blue diamonds and
# orange-red hearts part on the blue-yellow axis, clubs are green but spades plain.
_SUIT_STYLES: Final[dict[Deck, dict[Suit, str]]] = {
    Deck.FOUR: {
        Suit.SPADES: "class:spade",
        Suit.HEARTS: "class:heart",
        Suit.DIAMONDS: "class:diamond",
        Suit.CLUBS: "class:club",
    },
    Deck.TWO: {
        Suit.SPADES: "class:spade",
        Suit.HEARTS: "class:heart",
        Suit.DIAMONDS: "class:heart",
        Suit.CLUBS: "class:spade",
    },
    Deck.MONO: dict.fromkeys(Suit, "class:spade"),
}

_COLOURS: Final = {
    "spade": "bold",
    "heart": "bold ansibrightred",
    "diamond": "bold ansibrightblue",
    "club": "bold ansigreen",
    "frame": "ansibrightblack",
    "title": "bold",
    "dim": "ansibrightblack",
    "good": "ansigreen",
    "warn": "ansiyellow",
    "bad": "bold ansired",
    "you": "bold ansicyan",
    "chosen": "reverse",
    "keys": "ansicyan",
    "big": "bold",
}
# Without colour the same places differ by weight alone; every state is a word as well.
_PLAIN: Final = {
    name: "reverse"
    if name == "chosen"
    else "bold"
    if name in ("spade", "heart", "diamond", "club", "title", "bad", "you", "big")
    else ""
    for name in _COLOURS
}


@dataclass(frozen=True, slots=True)
class Look:
    """All that drawing needs beside the model.

    `time_of_day` says a clock stamp as HH:MM:SS. `ssh`: keys come through an ssh session, which
    hides their timing in steps of 20 ms (OpenSSH since 9.5) and adds its own way to each.
    """

    texts: Texts
    lines: Lines = UNICODE_LINES
    ascii: bool = False
    deck: Deck = Deck.FOUR
    colour: bool = True
    ssh: bool = False
    time_of_day: Callable[[int], str] = lambda _at_us: ""

    def rank(self, rank: Rank | int) -> str:
        """A rank as people write it: ``10``, and the language's letters for court cards."""
        value = Rank(rank)
        if value <= Rank.TEN:
            return str(int(value))
        letters = {
            Rank.JACK: self.texts.tp("card rank", "J"),
            Rank.QUEEN: self.texts.tp("card rank", "Q"),
            Rank.KING: self.texts.tp("card rank", "K"),
            Rank.ACE: self.texts.tp("card rank", "A"),
        }
        return value.letter if self.ascii else letters[value]

    def suit(self, suit: Suit) -> str:
        """A suit as one cell: its symbol, or its letter in ASCII mode."""
        return suit.value if self.ascii else suit.symbol

    def card(self, card: Card) -> str:
        """A card in two or three cells, for example ``10♥`` or ``10H``."""
        return self.rank(card.rank) + self.suit(card.suit)

    def ms(self, number: str) -> str:
        """A number of milliseconds with its unit."""
        return self.texts.t("{ms} ms").format(ms=number)

    def style(self, suit: Suit) -> str:
        """The style class of a suit."""
        return _SUIT_STYLES[self.deck][suit]

    def clean(self, remote: str) -> str:
        """Text that came over the wire, fit for this terminal."""
        if remote.isascii() and remote.isprintable():
            return remote
        shown = harmless(remote)
        return shown.encode("ascii", "replace").decode() if self.ascii else shown

    def style_sheet(self) -> dict[str, str]:
        """Style classes and their meaning, as prompt_toolkit's Style.from_dict takes them."""
        return dict(_COLOURS if self.colour else _PLAIN)


def look_of(
    environment: Mapping[str, str],
    *,
    ascii_only: bool = False,
    deck: Deck = Deck.FOUR,
    time_of_day: Callable[[int], str] = lambda _at_us: "",
) -> Look:
    """The look that options and environment ask for.

    Python's UTF-8 mode hides the locale's encoding, so the variables are read here
    (LC_ALL, LC_CTYPE, LANG: the first that is set decides). NO_COLOR: https://no-color.org.
    """
    plain = ascii_only or not _is_utf8(environment)
    return Look(
        texts=Texts(() if plain else languages_of(environment)),
        lines=ASCII_LINES if plain else UNICODE_LINES,
        ascii=plain,
        deck=deck,
        colour=not environment.get("NO_COLOR") and environment.get("TERM") != "dumb",
        ssh="SSH_CONNECTION" in environment,
        time_of_day=time_of_day,
    )


def _is_utf8(environment: Mapping[str, str]) -> bool:
    for variable in ("LC_ALL", "LC_CTYPE", "LANG"):
        value = environment.get(variable, "")
        if value:
            return "utf8" in value.lower().replace("-", "")
    return False
