"""A command's --help in the language of the terminal it is asked from.

What lives here: a click command whose texts are translated when they are shown. What must not: the
texts (each command has its own, as `Words`); click's own words, which it translates itself.
"""

from __future__ import annotations

import copy
from gettext import gettext
from typing import Final

import click

from cardclient.command_line import here
from cardclient.texts import Words, in_words_of

_BLOCK: Final = "\b\n{text}"  # as it is written, where click would join the lines
STATUSES: Final = Words(
    "Exit status: 0 done, 1 an error in the game or the server, 2 wrong usage, 3 no server there,"
    " 4 the server refused, 128+n ended by signal n."
)
OF_A_NEW_TABLE: Final = Words("Of a table that is made.")
OF_A_NEW_TABLE_GAME: Final = Words("Of a table that is made.  [default: perekur]")


def page(*paragraphs: Words) -> Words:
    """A help text of several paragraphs."""
    parts = {f"p{number}": each for number, each in enumerate(paragraphs)}
    layout = "\n\n".join(f"{{{name}}}" for name in parts)
    return Words(layout, **parts)


def block(text: Words) -> Words:
    """A paragraph whose lines stay as they are."""
    return Words(_BLOCK, text=text)


class Translated(click.Command):
    """A command whose help, and that of its options, are `Words`."""

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The command's own text."""
        said = copy.copy(self)
        said.help = in_words_of(here().texts, self.help or "")
        click.Command.format_help_text(said, ctx, formatter)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """One row an option."""
        options = [each for each in self.get_params(ctx) if isinstance(each, click.Option)]
        rows = [in_words(each).get_help_record(ctx) for each in options]
        with formatter.section(gettext("Options")):  # click's own word, in click's own way
            formatter.write_dl([row for row in rows if row is not None])


def in_words(option: click.Option) -> click.Option:
    """`option` with its help and its default in the language of this terminal."""
    said, texts = copy.copy(option), here().texts
    # click strips a help text, and so makes a plain one of it; its own it has translated.
    said.help = texts.t(option.help) if option.help else option.help
    if isinstance(option.show_default, Words):
        said.show_default = in_words_of(texts, option.show_default)
    return said
