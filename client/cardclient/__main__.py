"""The command `cardclient`: its arguments, its words and its exit codes.

What lives here: reading arguments, environment and file. What must not: what
is done with them (visit.py).
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import click
from click.core import ParameterSource

from cardclient.command_line import address_of, exit_code, here, in_words, options_of
from cardclient.games import DEFAULT_GAME
from cardclient.help_words import (
    OF_A_NEW_TABLE,
    OF_A_NEW_TABLE_GAME,
    STATUSES,
    Translated,
    block,
    page,
)
from cardclient.practice import Practice
from cardclient.practice_games import games_with, practice_game
from cardclient.reaction import Level
from cardclient.settings import Settings, config_file, read_config
from cardclient.texts import Words
from cardclient.theme import Deck
from cardclient.version import client_version
from cardclient.visit import practise, visit
from cardprotocol.address import Address
from cardprotocol.text import NAME_CELLS, name_of

HELP = page(
    Words("Play Perekur or Invisible Durak on a server, or practise against bots."),
    Words("ADDRESS is HOST, HOST:PORT or [IPV6]:PORT, as the server prints it."),
    block(
        Words(
            """Examples:
  cardclient --practice                      against three bots, nothing to set up
  cardclient 192.168.1.5                     the lobby of a server
  cardclient localhost --table kitchen       a seat at a table; it is made if it is not there
  cardclient localhost --table cellar --game durak --option mode=transfer
  cardclient localhost --table kitchen --watch
  cardclient localhost --line                one event a line: screen readers, pipes"""
        )
    ),
    Words(
        "Settings come from, first to last: options, PEREKUR_* in the environment, the user's"
        " client.toml (see --config), defaults."
    ),
    STATUSES,
)


def t(english: str) -> str:
    """`english` in the language of this terminal."""
    return here().texts.t(english)


GAME_FLAGS: Final = ("variant", "deck")  # each is for some games only


def _load(context: click.Context, parameter: click.Parameter, path: Path) -> Path:
    """Let the user's file say what neither options nor environment do."""
    source = context.get_parameter_source(parameter.name or "")
    if source is not ParameterSource.DEFAULT and not path.exists():
        raise click.UsageError(t("there is no settings file {path}").format(path=path))
    try:
        found = read_config(path)
    except ValueError as error:
        raise click.UsageError(in_words(error)) from None
    if "server" in found:
        found["address"] = found.pop("server")
    context.default_map = found
    return path


@click.command(cls=Translated, help=HELP, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("address", required=False, envvar="PEREKUR_SERVER")
@click.option("--name", envvar="PEREKUR_NAME", help=Words("Your name.  [default: your login name]"))
@click.option("--table", default="", help=Words("Sit down there.  [default: the lobby]"))
@click.option("--watch", is_flag=True, help=Words("Watch the table, do not play."))
@click.option("--game", help=OF_A_NEW_TABLE_GAME)
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help=OF_A_NEW_TABLE)
@click.option("--practice", is_flag=True, help=Words("Against bots, on a private server."))
@click.option(
    "--bots",
    default=3,
    show_default=True,
    type=click.IntRange(1, 5),
    help=Words("Bots to practise with."),
)
@click.option(
    "--level",
    type=click.Choice([level.value for level in Level]),
    help=Words("How fast practice bots react; in Durak, easy ones play their lowest card."),
)
@click.option(
    "--variant",
    type=click.Choice(["throw-in", "transfer", "simple"]),
    help=Words("Of Durak, in practice."),
)
@click.option("--deck", type=click.Choice(["36", "52"]), help=Words("Of Durak, in practice."))
@click.option(
    "--line", is_flag=True, envvar="PEREKUR_LINE", help=Words("No full screen: lines of text.")
)
@click.option("--ascii", is_flag=True, envvar="PEREKUR_ASCII", help=Words("ASCII characters only."))
@click.option(
    "--suits",
    type=click.Choice([deck.value for deck in Deck]),
    default=Deck.FOUR.value,
    show_default=True,
    envvar="PEREKUR_SUITS",
    help=Words("Colours of the suits."),
)
@click.option(
    "--bell",
    is_flag=True,
    envvar="PEREKUR_BELL",
    help=Words("Ring when it is your move, and when you were beaten to it and no race is open."),
)
@click.option(
    "--token-store/--no-token-store",
    default=True,
    envvar="PEREKUR_TOKEN_STORE",
    help=Words("Keep the secret that makes you the same player next time."),
)
@click.option(
    "--config",
    type=click.Path(dir_okay=False, path_type=Path),
    default=config_file,
    is_eager=True,
    expose_value=False,
    callback=_load,
    envvar="PEREKUR_CONFIG",
    show_default=Words("client.toml in the user's settings folder"),
    help=Words("Settings file."),
)
@click.version_option(client_version(), message="%(version)s")
def main(address: str | None, **arguments: Any) -> None:
    """Parse, play, and leave with the exit code that says how it went."""
    practising = arguments["practice"]
    if practising and (address or arguments["watch"]):
        raise click.UsageError(t("--practice brings its own server: no ADDRESS, no --watch"))
    settings = _settings(arguments)
    practice = _practice(arguments, settings) if practising else None
    where = None if practising else _given(address)
    with exit_code("cardclient"):
        if practice is not None:
            sys.exit(practise(practice, settings))
        assert where is not None
        sys.exit(asyncio.run(visit(where, settings)))


def _given(address: str | None) -> Address:
    if not address:
        raise click.UsageError(
            t("which server? Give its ADDRESS, or --practice to play against bots")
        )
    return address_of(address)


def _settings(arguments: Mapping[str, Any]) -> Settings:
    if arguments["watch"] and not arguments["table"]:
        raise click.UsageError(t("--watch needs --table: which one?"))
    return Settings(
        name=_name(arguments["name"]),
        table=arguments["table"],
        watch=arguments["watch"],
        game=arguments["game"],
        options=options_of(arguments["options"]),
        line=arguments["line"],
        ascii=arguments["ascii"],
        suits=Deck(arguments["suits"]),
        token_store=arguments["token_store"],
        bell=arguments["bell"],
    )


def _name(given: str | None) -> str | None:
    """The name asked for, as a server would take it; a usage error otherwise."""
    try:
        return None if given is None else name_of(given)
    except ValueError as error:
        what = t("1 to {n} visible characters ({why})").format(n=NAME_CELLS, why=error)
        raise click.BadParameter(what, param_hint="--name") from None


def _practice(arguments: Mapping[str, Any], settings: Settings) -> Practice:
    """The practice that `--game`, `--bots`, `--level` and the game's own flags describe."""
    name = settings.game or DEFAULT_GAME
    game, level = practice_game(name), arguments["level"]
    flags = {flag: arguments[flag] for flag in GAME_FLAGS if arguments[flag]}
    for flag in flags:
        if flag not in game.flags:
            said = t("--{flag} is not for this game: add --game {game}")
            raise click.UsageError(said.format(flag=flag, game=" / ".join(games_with(flag))))
    if arguments["bots"] < game.least_bots:
        said = t("this game needs more players: --bots {n} or more")
        raise click.UsageError(said.format(n=game.least_bots))
    options = {**settings.options, **game.options(flags, level)}
    return Practice(name, arguments["bots"], game.strategy(level), options=options)


if __name__ == "__main__":
    main(prog_name="cardclient")
