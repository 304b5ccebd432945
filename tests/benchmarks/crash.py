"""kill -9 of a real server at random moments of bots' matches: is anything lost?

    python -m tests.benchmarks.crash --kills 200

Bots play both games at several tables. After each kill the server is started again on the same
folder, and all that any bot had been told is compared with the journal, which is played again by
a second reader: events by number and receiver, views, cards. At the end the bots must finish
matches by themselves. Exit status 0 when nothing was lost.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cardclient.bot import Bot
from cardclient.bot_run import Plan, run_bots
from cardclient.bots import STRATEGIES
from cardclient.reaction import HumanReaction, Level
from cardprotocol.fields import OptionValue
from cardserver.journal.keyring import Keyring, read_key
from cardserver.journal.opening import read_records
from tests.support.crash_truth import Truth
from tests.support.crash_witness import Witness
from tests.support.server_process import ServerProcess, free_port

Options = dict[str, OptionValue]
# Name, game, options and seats of the tables that play.
TABLES: tuple[tuple[str, str, Options, int], ...] = (
    ("drawn", "perekur", {"bots_race": "humanlike", "bot_level": "hard", "look_seconds": 1}, 4),
    ("throw", "durak", {}, 3),
    ("pass", "durak", {"mode": "transfer"}, 2),
    ("raced", "perekur", {"bots_race": "raw", "look_seconds": 0}, 3),
)
EARLY_SHARE = 0.15  # of the kills come at once, while the server starts or the bots come back
BUSY_SHARE = 0.5  # come when every table plays again, the others when one of them does
PROGRESS_SECONDS = 60.0
FINISH_SECONDS = 180.0


@dataclass
class Evening:
    """One run: the server, the bots' tasks, and what they were told."""

    server: ServerProcess
    data: Path
    rng: random.Random
    tables: Sequence[tuple[str, str, Options, int]] = ()
    witnesses: list[Witness] = field(default_factory=list)
    checked: dict[str, int] = field(default_factory=dict)
    starts: list[float] = field(default_factory=list)
    truth: Truth | None = None

    def start(self) -> None:
        """Start the server, and compare its journal with what was told before."""
        told = {witness.name: max(witness.events, default=0) for witness in self.witnesses}
        self.starts.append(self.server.start())
        self._audit(told)

    def _audit(self, told: dict[str, int]) -> None:
        if self.truth is None:
            key = read_key(self.data)
            assert key is not None
            self.truth = Truth(Keyring(key, random.randbytes).unseal)
        for number, record in read_records(self.data, self.truth.records):
            self.truth.take(number, record)
        for witness in self.witnesses:
            self.truth.check(witness, self.checked.get(witness.name, 0))
            self.checked[witness.name] = told[witness.name]

    def told_by_table(self) -> Counter[str]:
        """How many events each table's bots have been told."""
        counts = Counter({table: 0 for table, *_ in self.tables})
        for witness in self.witnesses:
            counts[witness.table] += len(witness.events)
        return counts

    @property
    def told(self) -> int:
        """How many events all bots together have been told."""
        return sum(len(witness.events) for witness in self.witnesses)


def crew_of(evening: Evening, table: str, game: str, seats: int) -> list[Bot]:
    """The bots of one table, each with a witness that hears what it is told first."""
    bots = []
    for number in range(seats):
        name = f"{table}-{number}"
        reaction = HumanReaction.of(Level.HARD)
        bot = STRATEGIES["auto"].make(name, seed=f"{table}{number}", reaction=reaction)
        witness = Witness(table, name)
        evening.witnesses.append(witness)
        listen(bot, witness)
        bots.append(bot)
    assert game in STRATEGIES["auto"].games
    return bots


def listen(bot: Bot, witness: Witness) -> None:
    """Let `witness` hear every message before `bot` does."""
    hear = bot._received

    def received(message: object, arrived_us: int) -> None:
        witness.saw(message)  # type: ignore[arg-type]
        hear(message, arrived_us)  # type: ignore[arg-type]

    bot._received = received  # type: ignore[method-assign]


async def until(condition: Callable[[], bool], seconds: float, what: str) -> None:
    """Wait for `condition()`; AssertionError after `seconds`."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"{what} within {seconds:.0f} s")
        await asyncio.sleep(0.02)


async def play(evening: Evening, kills: int) -> None:
    """The whole run; raises what was found wrong."""
    evening.start()
    crews = []
    for table, game, options, seats in evening.tables:
        plan = Plan(table=table, game=game, options=options, matches=0, patience_seconds=None)
        bots = crew_of(evening, table, game, seats)
        crews.append(asyncio.ensure_future(run_bots(bots, evening.server.address, plan)))
    try:
        for kill in range(kills):
            await one_kill(evening, crews)
            if kill % 10 == 9:
                print(f"{kill + 1} kills, {evening.told} events told, 0 lost", flush=True)
        await finish(evening, crews)
    finally:
        for crew in crews:
            crew.cancel()
        await asyncio.gather(*crews, return_exceptions=True)


async def one_kill(evening: Evening, crews: Sequence[asyncio.Future[None]]) -> None:
    """Let them play for a random while, kill, start again, compare."""
    lot = evening.rng.random()
    if lot >= EARLY_SHARE:
        before, all_tables = evening.told_by_table(), lot >= 1 - BUSY_SHARE
        wanted = len(evening.tables) if all_tables else 1

        def went_on() -> bool:
            now = evening.told_by_table()
            return sum(now[table] > before[table] + 5 for table in now) >= wanted

        await until(went_on, PROGRESS_SECONDS, "no play went on")
    await asyncio.sleep(evening.rng.random())
    for crew in crews:
        if crew.done():
            crew.result()
            raise AssertionError("a table's bots went home")
    evening.server.kill()
    evening.start()


async def finish(evening: Evening, crews: Sequence[asyncio.Future[None]]) -> None:
    """After the last kill every table's match goes on to its end, and another is played."""
    before = {witness.name: witness.matches for witness in evening.witnesses}

    def all_finished() -> bool:
        return all(w.matches >= before[w.name] + 1 for w in evening.witnesses)

    await until(all_finished, FINISH_SECONDS, "not every match came to its end")
    for crew in crews:
        if crew.done():
            crew.result()
    evening.server.kill()
    evening.start()


def main() -> int:
    """Run, print the figures, and say by the exit status whether anything was lost."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=25)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=int, default=len(TABLES), help="how many of them play")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "server.log"
        data = Path(folder) / "data"
        server = ServerProcess(free_port(), data, log)
        tables = TABLES[-arguments.tables :]
        evening = Evening(server, data, random.Random(arguments.seed), tables)
        try:
            asyncio.run(play(evening, arguments.kills))
        except (AssertionError, RuntimeError) as error:
            print(f"FAILED: {error}", file=sys.stderr)
            print(log.read_text()[-3000:], file=sys.stderr)
            return 1
        finally:
            with contextlib.suppress(Exception):
                server.kill()
        report(evening, arguments.kills)
    return 0


def report(evening: Evening, kills: int) -> None:
    """The figures."""
    starts = sorted(evening.starts)
    matches = sum(w.matches for w in evening.witnesses if w.name.endswith("-0"))
    records = evening.truth.records if evening.truth else 0
    print(f"{kills} kills, {evening.told} events told to {len(evening.witnesses)} bots,")
    print(f"{records} records, {matches} matches finished: 0 lost, 0 doubled")
    print(f"ready after a kill: median {starts[len(starts) // 2]:.2f} s, worst {starts[-1]:.2f} s")


if __name__ == "__main__":
    sys.exit(main())
