"""The command `cardbot`: bots from the command line.

What lives here: its arguments, its words and its exit codes. What must not:
how bots are seated (bot_run.py) or decide (bots/).
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import click

from cardclient.asked import Asked
from cardclient.bot import Bot
from cardclient.bot_run import Plan, Watch, run_bots
from cardclient.bots import STRATEGIES
from cardclient.command_line import address_of, exit_code, here, options_of, run_until_signal
from cardclient.games import DEFAULT_GAME
from cardclient.help_words import (
    OF_A_NEW_TABLE,
    OF_A_NEW_TABLE_GAME,
    STATUSES,
    Translated,
    block,
    page,
)
from cardclient.model import Model
from cardclient.problems import Problem
from cardclient.reaction import HumanReaction, Level
from cardclient.sentences import sentence
from cardclient.spoken import Speaker
from cardclient.texts import Words
from cardclient.token_store import FileTokens, MemoryTokens
from cardclient.version import client_version
from cardclient.wishes import Wishes
from cardprotocol.address import Address
from cardprotocol.messages.unions import AnyToClient

_STRATEGY_LINES = "\n".join(f"  {name:<9} {{{name}}}" for name in STRATEGIES)
_STRATEGIES = {name: strategy.what for name, strategy in STRATEGIES.items()}

HELP = page(
    Words("Play with bots at one table of a server."),
    Words(
        "ADDRESS is HOST, HOST:PORT or [IPV6]:PORT. The table is joined, or made with --game and"
        " --option if there is none of that name. The bots play until their matches are over."
    ),
    block(Words("Strategies:\n{lines}", lines=Words(_STRATEGY_LINES, **_STRATEGIES))),
    block(
        Words(
            """Examples:
  cardbot localhost --count 4                        one match of Perekur among four
  cardbot localhost --count 2 --game durak           one match of Durak
  cardbot 192.168.1.5 --table evening --matches 0    join a table and stay
  cardbot localhost --count 4 --option bots_race=raw --option look_seconds=0"""
        )
    ),
    Words(
        "Settings come from, first to last: options, the environment (PEREKUR_SERVER for ADDRESS,"
        " PEREKUR_BOT_NAME, PEREKUR_BOT_TOKENS), defaults."
    ),
    STATUSES,
)


@click.command(cls=Translated, help=HELP, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("address", envvar="PEREKUR_SERVER")
@click.option(
    "--count",
    default=1,
    show_default=True,
    type=click.IntRange(1, 6),
    help=Words("How many bots."),
)
@click.option("--strategy", default="auto", show_default=True, type=click.Choice(list(STRATEGIES)))
@click.option(
    "--matches", default=1, show_default=True, type=click.IntRange(0), help=Words("0: for ever.")
)
@click.option("--table", default="bots", show_default=True, help=Words("Where to sit."))
@click.option("--game", help=OF_A_NEW_TABLE_GAME)
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help=OF_A_NEW_TABLE)
# Not PEREKUR_NAME: a bot under the name that its owner plays by would keep him out.
@click.option(
    "--name",
    default="Bot",
    show_default=True,
    envvar="PEREKUR_BOT_NAME",
    help=Words("Several get numbers behind it."),
)
@click.option("--seed", type=int, help=Words("Makes every decision of the bots repeat."))
@click.option(
    "--reaction",
    type=click.Choice(["raw", *(level.value for level in Level)]),
    default="raw",
    show_default=True,
    help=Words("How fast to race where bots race raw."),
)
@click.option(
    "--think-ms",
    default=0,
    type=click.IntRange(0, 60_000),
    help=Words("About how long a turn takes."),
)
@click.option(
    "--after-others", is_flag=True, help=Words("Be ready only after the others at the table.")
)
@click.option("--exit-with-stdin", is_flag=True, help=Words("Leave when standard input ends."))
@click.option("--line", is_flag=True, help=Words("Print what the first bot sees."))
@click.option(
    "--tokens",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="PEREKUR_BOT_TOKENS",
    help=Words("Keep the bots' names in this folder for the next run."),
)
@click.version_option(client_version("cardbot"), message="%(version)s")
def main(address: str, **arguments: object) -> None:
    """Parse, play, and leave with the exit code that says how it went."""
    where = address_of(address)
    with exit_code("cardbot"):
        run_until_signal(lambda: _play(where, **arguments))  # type: ignore[arg-type]


async def _play(
    address: Address,
    *,
    count: int,
    strategy: str,
    matches: int,
    table: str,
    game: str | None,
    options: tuple[str, ...],
    name: str,
    seed: int | None,
    reaction: str,
    think_ms: int,
    after_others: bool,
    exit_with_stdin: bool,
    line: bool,
    tokens: Path | None,
) -> None:
    plan = Plan(
        table=table,
        game=game or DEFAULT_GAME,
        options=options_of(options),
        matches=matches,
        after_others=after_others,
    )
    bots = crew(strategy, name, count, seed, reaction)
    for bot in bots:
        bot.think_ms = think_ms
    asked = Asked(table, game, plan.options)
    watch = watching(bots[0], strategy, asked, line_speaker() if line else None)
    kept = MemoryTokens() if tokens is None else FileTokens(tokens)
    playing = asyncio.ensure_future(run_bots(bots, address, plan, watch=watch, tokens=kept))
    if exit_with_stdin:
        await _until_stdin_ends(playing)
    else:
        await playing


async def _until_stdin_ends(playing: asyncio.Future[None]) -> None:
    """Whoever started us holds our standard input open; its end, however it came, is ours."""
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    ended = asyncio.ensure_future(reader.read())
    either: set[asyncio.Future[Any]] = {playing, ended}
    await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
    if playing.done():
        ended.cancel()
        playing.result()
    else:
        playing.cancel()
        await asyncio.wait({playing})


def watching(first: Bot, strategy: str, asked: Asked, speaker: Speaker | None) -> Watch:
    """Checks that the table's game is one for the strategy, and says what the first bot sees.

    A table that is not as `asked` is told of once, on standard error.
    """
    wishes = Wishes(asked=asked)

    def watch(bot: Bot, message: AnyToClient) -> None:
        nonlocal wishes
        if bot is not first:
            return
        known = STRATEGIES[strategy].games
        if bot.table is not None and bot.table.game not in known:
            raise Problem(
                Words(
                    "strategy {strategy} plays {games}, the table {table} plays {game}",
                    strategy=repr(strategy),
                    games=", ".join(known),
                    table=repr(bot.table.table),
                    game=bot.table.game,
                )
            )
        wishes, noted = wishes.compared(Model(), message, 0)
        for line in noted.log:
            click.echo(f"cardbot: {sentence(line, here())}", err=True)
        if speaker is not None:
            speaker.say(bot.model)

    return watch


def line_speaker() -> Speaker:
    """Lines of the log to standard output, each written out at once."""
    return Speaker(here(), lambda line: print(line, flush=True))


def crew(strategy: str, name: str, count: int, seed: int | None, reaction: str) -> list[Bot]:
    """`count` bots of one strategy, numbered if there are several, each with its own seed."""
    made = STRATEGIES[strategy].make
    pace = None if reaction == "raw" else HumanReaction.of(Level(reaction))
    names = [name] if count == 1 else [f"{name}{number}" for number in range(1, count + 1)]
    return [
        made(name, seed=None if seed is None else f"{seed}/{number}", reaction=pace)
        for number, name in enumerate(names)
    ]


if __name__ == "__main__":
    main(prog_name="cardbot")
