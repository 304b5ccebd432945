"""The command `cardserver`: its arguments, its words and its exit codes.

What lives here: reading arguments. What must not: running a server (running.py).
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal

import click

from cardprotocol.address import DEFAULT_PORT, Address, parse_address
from cardprotocol.codec import is_compiled
from cardprotocol.messages.parts import OptionSpec
from cardprotocol.switches import expected_of_people, switch_of
from cardrules.game import IllegalAction
from cardrules.kind import GameKind
from cardrules.options import describe, read_options
from cardrules.registry import game_kinds
from cardserver.house_bots import HouseBots
from cardserver.journal.opening import default_folder
from cardserver.settings import LIMIT_RANGES, Limits, ServerSettings

SLOW_MSGPACK = (
    "msgpack runs in its pure Python form, with which one client could keep the server busy:"
    " unset MSGPACK_PUREPYTHON, or install msgpack with its compiled part"
)
MOST_DIGITS = 18  # of a number on the command line: Python refuses to read some thousands
MOST_SHOWN = 60  # characters of a wrong value that are repeated

HELP = """Judge card games for people who connect with cardclient.

\b
Examples:
  cardserver                                    everybody on the network may join
  cardserver --bots 3                           and three bots wait at a table
  cardserver --bots 2 --game durak --option mode=transfer
  cardserver --listen 127.0.0.1:0 --no-data     for this machine only, nothing kept
  cardserver --referee --game durak             examine a bot in Durak, by docs/protocol.md

\b
Exit status: 0 stopped by the end of standard input (with --referee: the bot passed),
1 could not run (the bot did not pass), 2 wrong usage, 128+n ended by signal n.
"""


@click.command(help=HELP, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--listen",
    default=f"0.0.0.0:{DEFAULT_PORT}",
    show_default=True,
    metavar="HOST:PORT",
    help="Port 0 takes any free one.",
)
@click.option("--name", default="perekur", show_default=True, help="What clients call the server.")
@click.option("--bots", default=0, type=click.IntRange(0, 6), help="Bots that wait at a table.")
@click.option("--table", default="kitchen", show_default=True, help="The bots' table.")
@click.option("--game", default="perekur", show_default=True, help="The bots' game.")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="Option of the bots' table."
)
@click.option(
    "--level",
    type=click.Choice(["easy", "normal", "hard"]),
    help="How fast the bots react in a race.",
)
@click.option("--strategy", default="auto", show_default=True, help="How the bots play.")
@click.option(
    "--think-ms",
    default=900,
    show_default=True,
    type=click.IntRange(0, 60_000),
    help="About how long a turn takes the bots, so that people can follow.",
)
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="The journal's folder.  [default: the user's data folder]",
)
@click.option("--no-data", is_flag=True, help="Keep everything in memory only.")
@click.option(
    "--durability",
    type=click.Choice(["full", "normal"]),
    default="full",
    show_default=True,
    help="normal: a power cut may cost the last moments.",
)
@click.option(
    "--limit",
    "limits",
    multiple=True,
    metavar="NAME=N",
    help="Change a limit, for example connections_per_address=32; see docs/operating.md.",
)
@click.option(
    "--tunnelled",
    multiple=True,
    metavar="NAME",
    help="A player behind an SSH tunnel or proxy: his round trip can't be cross-checked.",
)
@click.option("--referee", is_flag=True, help="Examine the bot that connects, report, and stop.")
@click.option(
    "--report",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="The referee's report.",
)
@click.option("--log-json", is_flag=True, help="Log JSON lines.")
@click.option("--exit-with-stdin", is_flag=True, help="Stop when standard input ends.")
@click.version_option(version("perekur"), message="cardserver %(version)s")
def main(log_json: bool, listen: str, **arguments: Any) -> None:
    """Parse, serve, and leave with the exit code that says how it ended."""
    if not is_compiled():
        click.echo(f"cardserver: {SLOW_MSGPACK}", err=True)
        sys.exit(1)
    address = _address(listen)
    folder = _folder(arguments["data"], arguments["no_data"])
    settings = ServerSettings(
        name=arguments["name"],
        version=version("perekur"),
        limits=_limits(arguments["limits"]),
        tunnelled=frozenset(arguments["tunnelled"]),
    )
    house = _house_bots(folder, arguments)
    if arguments["referee"]:
        sys.exit(_examine(address, house, arguments["report"]))
    # Twisted is imported late, so that --help and wrong usage answer at once.
    from cardserver.running import Plan, serve

    plan = Plan(
        listen=address,
        data=folder,
        durability=arguments["durability"],
        settings=settings,
        bots=house if house.count else None,
        exit_with_stdin=arguments["exit_with_stdin"],
    )
    sys.exit(serve(plan, lambda line: click.echo(line), log_json=log_json))


def _examine(listen: Address, house: HouseBots, report: Literal["text", "json"]) -> int:
    from cardserver.referee.running import examine

    kind = game_kinds()[house.game]

    def note(line: str) -> None:
        click.echo(line, err=True)

    return examine(listen, kind, house.options, report, click.echo, note)


def _folder(data: Path | None, no_data: bool) -> Path | None:
    if no_data:
        return None
    return data or default_folder()


def _house_bots(folder: Path | None, arguments: Mapping[str, Any]) -> HouseBots:
    kinds = game_kinds()
    game = arguments["game"]
    if game not in kinds:
        raise click.BadParameter(f"{game!r} is not one of: {', '.join(kinds)}", param_hint="--game")
    return HouseBots(
        count=arguments["bots"],
        table=arguments["table"],
        game=game,
        options=_table_options(kinds[game], arguments["options"], arguments["level"]),
        strategy=arguments["strategy"],
        think_ms=arguments["think_ms"],
        tokens="" if folder is None else str(folder / "house-bots"),
    )


def _address(text: str) -> Address:
    try:
        return parse_address(text)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--listen") from None


def _limits(changes: tuple[str, ...]) -> Limits:
    limits = dataclasses.replace(Limits(), **dict(map(_limit, changes)))
    if limits.kept_for_resuming >= limits.connections:
        raise click.BadParameter(
            f"kept_for_resuming={limits.kept_for_resuming} is not below"
            f" connections={limits.connections}: nobody could come",
            param_hint="--limit",
        )
    return limits


def _limit(change: str) -> tuple[str, int]:
    name, equals, text = change.partition("=")
    allowed = LIMIT_RANGES.get(name)
    if allowed is None or not equals or not text.isdecimal():
        raise click.BadParameter(
            f"{_short(change)!r} is not NAME=N with a name of: {', '.join(sorted(LIMIT_RANGES))}",
            param_hint="--limit",
        )
    value = _number(text)
    if value is None or value not in allowed:
        raise click.BadParameter(
            f"{name}={_short(text)} is not from {allowed[0]} to {allowed[-1]}", param_hint="--limit"
        )
    return name, value


def _number(text: str) -> int | None:
    """The number that `text` writes; None if it is none, or longer than any that is meant."""
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else None


def _short(text: str) -> str:
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}…"


def _table_options(kind: GameKind, options: tuple[str, ...], level: str | None) -> dict[str, str]:
    pairs = dict(_pair(option) for option in options)
    specs = {spec.name: spec for spec in describe(kind.options)}
    if level:
        pairs.setdefault("bot_level", level)
    values = {name: _value(specs.get(name), text) for name, text in pairs.items()}
    try:
        read_options(kind.options, values)
    except IllegalAction as error:
        raise click.BadParameter(
            f"{error.field}={error.value} is not one of: {expected_of_people(error.expected)}",
            param_hint="--option",
        ) from None
    return pairs


def _value(spec: OptionSpec | None, text: str) -> bool | int | str:
    """`text` as the type the option has; left as it is where it can't be."""
    if spec is None or isinstance(spec.default, str):
        return text
    if isinstance(spec.default, bool):
        switch = switch_of(text)
        return text if switch is None else switch
    number = _number(text)
    return text if number is None else number


def _pair(option: str) -> tuple[str, str]:
    name, equals, value = option.partition("=")
    if not equals:
        raise click.BadParameter(f"{option!r} is not NAME=VALUE", param_hint="--option")
    return name, value


if __name__ == "__main__":
    main(prog_name="cardserver")
