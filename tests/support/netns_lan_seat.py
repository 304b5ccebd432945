"""One client process of an evening on the virtual LAN: a seat at each of several tables.

    python -m tests.support.netns_lan_seat ADDRESS PORT NAME SEED TABLE [TABLE ...]

What lives here: a bot that reacts as people do, drawn by this process on its own clock, and
prints a JSON line when it sits, for every race it could win (`drawn_us`), and every verdict.
What must not: statistics (netns_lan_share.py), starting processes (netns_lan_evening.py).
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

from cardclient.bot import Bot
from cardclient.bot_run import Plan, run_bots
from cardclient.reaction import HumanReaction
from cardprotocol.address import Address
from cardprotocol.fields import OptionValue
from cardprotocol.messages import to_client as c
from cardprotocol.messages.parts import TableInfo, Verdict

# One law for all seats, of brisk people, so that 600 races fit little more than a minute.
LAW: Final = {"mu_us": 180_000, "sigma_us": 15_000, "tau_us": 40_000, "lapse": 0.0}
OPTIONS: Final[Mapping[str, OptionValue]] = {
    "bots_race": "raw",
    "look_seconds": 1,
    "stall_seconds": 5,
}
_FOR_EVER: Final = 0


@dataclass(frozen=True, slots=True)
class NotedReaction(HumanReaction):
    """Reactions that are told to `note` as they are drawn."""

    note: Callable[[int], None] = print

    def sample_us(self, lots: Random) -> int:
        """One reaction, noted."""
        drawn_us = HumanReaction.sample_us(self, lots)
        self.note(drawn_us)
        return drawn_us


class ScriptedSeat(Bot):
    """Lays whenever it holds the wanted rank, after a reaction of its own.

    Lines name seats by their players ("far 2" at the second table); "who" is the printer.
    """

    def __init__(self, name: str, seed: str) -> None:
        super().__init__(name, seed=seed, reaction=NotedReaction(**LAW, note=self._drew))
        self._seated = False

    def on_table(self, table: TableInfo) -> None:
        """Print, once, that it sits."""
        if not self._seated:
            self._seated = True
            _tell({"who": self.name, "table": table.table})

    def on_race(self, wanted: int) -> None:
        """Claim with the first card that fits."""
        fitting = [card for card in self.hand if card.rank == wanted]
        if fitting:
            self.lay(fitting[0])

    def on_reveal(self, reveal: c.Reveal) -> None:
        """Print how the race before went."""
        if reveal.verdict is not None:
            _tell(self._line() | self._evidence(reveal.verdict))

    def _drew(self, drawn_us: int) -> None:
        assert self.model.race is not None
        _tell(self._line() | {"race": self.model.race.race, "drawn_us": drawn_us})

    def _line(self) -> dict[str, object]:
        return {"who": self.name, "match": self.model.record.match_id}

    def _evidence(self, verdict: Verdict) -> dict[str, object]:
        names = self.model.names
        return {
            "race": verdict.race,
            "winner": names[verdict.winner],
            "closed_by": verdict.closed_by,
            "waited_us": verdict.waited_us,
            "lead_us": verdict.lead_us,
            "claims": {
                names[claim.seat]: {
                    "reaction_us": claim.reaction_us,
                    "judged_us": claim.judged_us,
                    "arrived_us": claim.arrived_us,
                }
                for claim in verdict.claims
            },
        }


def _tell(line: dict[str, object]) -> None:
    print(json.dumps(line), flush=True)


async def _play(address: Address, name: str, seed: str, tables: list[str]) -> None:
    seats = [
        run_bots(
            [ScriptedSeat(f"{name} {number}", f"{seed} {table}")],
            address,
            Plan(table=table, options=OPTIONS, matches=_FOR_EVER),
        )
        for number, table in enumerate(tables, start=1)
    ]
    await asyncio.gather(*seats)


if __name__ == "__main__":
    _, _address, _port, _name, _seed, *_tables = sys.argv
    asyncio.run(_play(Address(_address, int(_port)), _name, _seed, _tables))
