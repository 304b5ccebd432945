"""Bots one decision at a time in races: what they see, say and wait for."""

from __future__ import annotations

import asyncio

from cardclient.bot import Bot
from cardclient.bots.perekur import First, Lazy
from cardclient.pacing import Pace
from cardclient.reaction import FASTEST_US, HumanReaction, Level
from cardprotocol.cards import Card, cards
from cardprotocol.errors import ErrorCode
from cardprotocol.games.common import Hand
from cardprotocol.games.perekur import Laid, Lay, PerekurView
from cardprotocol.messages.parts import RaceOpening
from cardprotocol.messages.to_client import Error, Reveal
from cardprotocol.messages.to_server import Claim, Shown
from tests.support.bot_wire import seated_bot, table_info
from tests.support.virtual_loop import VirtualLoop, run_virtually

NONCE = b"12345678"


def _perekur(hand: str, last: int | None = None) -> PerekurView:
    return PerekurView(
        phase="race",
        hands=tuple(Hand(n, 5) for n in range(3)),
        dealer=0,
        round=1,
        redeal=0,
        pile=3,
        wanted=5,
        last=last,
        cards=cards(hand),
    )


def _race(at_us: int, race: int = 7) -> Reveal:
    return Reveal(seq=2, at_us=at_us, race=RaceOpening(race, NONCE))


def test_a_reveal_is_shown_at_its_time_then_claimed_at_once_where_the_server_draws() -> None:
    async def story(loop: VirtualLoop) -> None:
        wire = seated_bot(First(), loop, _perekur("5H 9S"), table_info(bots_race="humanlike"))
        wire.tell(_race(100_100_000))
        await asyncio.sleep(0.099)
        assert wire.sent == []
        await asyncio.sleep(0.5)
        claim = Claim(
            race=7,
            nonce=NONCE,
            action=Lay(card=Card("5H")),
            shown_us=100_100_000,
            pressed_us=100_100_000,
        )
        shown = Shown(race=7, shown_us=100_100_000)
        assert wire.sent == [(100_100_000, shown), (100_100_000, claim)]
        assert wire.racing

    run_virtually(story)


def test_where_bots_race_raw_it_waits_as_long_as_the_rules_ask_or_as_its_model_says() -> None:
    async def story(loop: VirtualLoop) -> None:
        table = table_info(bots_race="raw")
        quick = seated_bot(First(), loop, _perekur("5H"), table)
        human = HumanReaction.of(Level.NORMAL)
        slow = seated_bot(First(seed=3, reaction=human), loop, _perekur("5H"), table)
        for wire in (quick, slow):
            wire.tell(_race(100_000_000))
        await asyncio.sleep(5)
        [(quick_us, _)], [(slow_us, _)] = quick.of(Claim), slow.of(Claim)
        assert quick_us == 100_000_000 + FASTEST_US
        assert slow_us > 100_250_000

    run_virtually(story)


def test_a_press_for_a_race_that_was_decided_meanwhile_is_not_sent() -> None:
    async def story(loop: VirtualLoop) -> None:
        wire = seated_bot(First(), loop, _perekur("5H"), table_info(bots_race="raw"))
        wire.tell(_race(100_000_000))
        await asyncio.sleep(0.05)
        laid = Laid(seat=0, card=Card("5S"), left=4, pile=4, wanted=6)
        wire.tell(Reveal(seq=3, at_us=100_050_000, events=(laid,)))
        await asyncio.sleep(1)
        assert wire.of(Claim) == []
        assert not wire.racing

    run_virtually(story)


def test_a_barred_seat_and_one_without_the_rank_send_no_claim() -> None:
    async def story(loop: VirtualLoop) -> None:
        barred = seated_bot(First(), loop, _perekur("5H", last=1), table_info())
        without = seated_bot(First(), loop, _perekur("9S"), table_info())
        for wire in (barred, without):
            wire.tell(_race(100_000_000))
        await asyncio.sleep(1)
        assert barred.of(Claim) == []
        assert without.of(Claim) == []

    run_virtually(story)


def test_after_a_false_start_it_tries_again_when_the_lock_is_over() -> None:
    async def story(loop: VirtualLoop) -> None:
        wire = seated_bot(First(), loop, _perekur("5H"), table_info(bots_race="humanlike"))
        wire.tell(_race(100_000_000))
        code = ErrorCode.CLAIM_FALSE_START
        wire.tell(Error(code=code.value, text=code.sentence, race=7, locked_us=250_000))
        await asyncio.sleep(1)
        first, second = (at for at, _ in wire.of(Claim))
        assert second - first == 270_000

    run_virtually(story)


def test_a_lazy_bot_lets_most_races_go_by_and_its_seed_repeats_which() -> None:
    async def story(loop: VirtualLoop) -> None:
        claims = []
        for _ in range(2):
            wire = seated_bot(Lazy(seed=4), loop, _perekur("5H"), table_info(bots_race="humanlike"))
            for number in range(40):
                wire.tell(_race(loop.now_us(), race=number))
            claims.append([message.race for _, message in wire.of(Claim)])  # type: ignore[attr-defined]
        assert claims[0] == claims[1]
        assert 5 < len(claims[0]) < 25

    run_virtually(story)


def test_a_pace_gives_a_burst_then_one_at_a_time_and_recovers() -> None:
    pace = Pace(gap_us=100, burst=3)
    for _ in range(3):
        assert pace.wait_us(0) == 0
        pace.spend(0)
    assert pace.wait_us(0) == 100
    assert pace.wait_us(60) == 40
    assert pace.wait_us(1_000) == 0


def test_an_exception_in_a_hook_ends_the_bot_and_is_handed_on() -> None:
    class Broken(Bot):
        def on_race(self, wanted: int) -> None:
            raise ZeroDivisionError(wanted)

    async def story(loop: VirtualLoop) -> None:
        failures: list[Exception] = []
        bot = Broken()
        wire = seated_bot(bot, loop, _perekur("5H"), table_info())
        bot.on_failure = failures.append
        wire.tell(_race(100_000_000), _race(100_000_000, race=8))
        assert [type(failure) for failure in failures] == [ZeroDivisionError]

    run_virtually(story)
