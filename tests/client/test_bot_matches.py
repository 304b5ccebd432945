"""Whole matches of real bots against the real server, in virtual time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from cardclient.bot import Bot
from cardclient.bot_run import Plan, run_bots
from cardclient.bots import STRATEGIES
from cardprotocol.address import Address
from cardprotocol.fields import OptionValue
from cardprotocol.games.common import Outcome
from cardprotocol.games.vocabulary import AnyEvent
from cardprotocol.messages.to_client import Error
from tests.support.virtual_loop import VirtualLoop, run_virtually
from tests.support.virtual_server import VirtualServer

SERVER = Address("server", 1)
# What two seats that may act at once can meet: the other was there first.
CROSSED = {"rules/turn", "rules/limit", "rules/no_target", "rules/action"}


class Played:
    """What a run left behind."""

    def __init__(self) -> None:
        self.outcomes: list[Outcome] = []
        self.events: list[object] = []
        self.errors: list[Error] = []
        self.seconds = 0.0


def play(
    strategies: Sequence[str],
    game: str,
    options: Mapping[str, OptionValue],
    *,
    seed: int = 1,
    matches: int = 1,
) -> Played:
    played = Played()

    def watched(kind: type[Bot]) -> type[Bot]:
        class Watched(kind):  # type: ignore[valid-type, misc]
            def on_event(self, event: AnyEvent) -> None:
                super().on_event(event)
                if self.seat == 0:
                    played.events.append(event)

            def on_match_end(self, outcome: Outcome) -> None:
                if self.seat == 0:
                    played.outcomes.append(outcome)

        return Watched

    async def story(loop: VirtualLoop) -> None:
        server = VirtualServer(loop, seed)
        bots = [
            watched(STRATEGIES[name].make)(f"Bot{number}", seed=f"{seed}/{number}")
            for number, name in enumerate(strategies)
        ]
        plan = Plan(table="one", game=game, options=options, matches=matches)
        await run_bots(bots, SERVER, plan, clock=loop.now_us)
        played.errors = [m for m in server.told if isinstance(m, Error)]
        played.seconds = loop.seconds - 100

    run_virtually(story)
    return played


QUICK = {"look_seconds": 0, "stall_seconds": 5}


@pytest.mark.parametrize("race", ["raw", "humanlike"])
def test_perekur_is_played_to_its_loser_and_nothing_but_late_claims_is_refused(race: str) -> None:
    played = play(["auto", "first", "first"], "perekur", {**QUICK, "bots_race": race})
    assert [len(outcome.losers) for outcome in played.outcomes] == [1]
    assert {error.code for error in played.errors} <= {"table/unknown", "claim/late"}


@pytest.mark.parametrize("mode", ["throw_in", "transfer", "simple"])
@pytest.mark.parametrize("order", ["turn", "free"])
def test_durak_is_played_to_its_end_and_only_moments_that_passed_are_refused(
    mode: str, order: str
) -> None:
    options = {"mode": mode, "deck": "52", "throw_order": order}
    played = play(["lowest", "counting", "auto", "lowest"], "durak", options)
    assert [outcome.reason for outcome in played.outcomes] in (["fool"], ["draw"])
    codes = {error.code for error in played.errors} - {"table/unknown"}
    assert codes <= (set() if order == "turn" else CROSSED)


def test_the_same_seeds_play_the_same_match() -> None:
    first, second = (
        play(["counting"] * 3, "durak", {"mode": "transfer"}, seed=5, matches=2) for _ in range(2)
    )
    assert first.events == second.events
    assert len(first.outcomes) == 2
    assert play(["counting"] * 3, "durak", {"mode": "transfer"}, seed=6).events != first.events
