"""Claims sent again, at any later moment and over any connection, change nothing (T12).

What a repeat is told: `claim/second` while the race is open, `claim/late` after it, and
`table/no_match` after the match (docs/decisions/0016-a-repeated-claim-is-refused.md).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardprotocol.errors import ErrorCode
from cardprotocol.messages import to_client as told
from cardprotocol.messages import to_server as said
from cardserver.race import Decision, Race, replay
from tests.support.house import ONE_WAY_US, Guest, House
from tests.support.judge import MS, NONCE, SHOW_US, end, entrant, first_seat
from tests.support.refusals import perekur

Claim = tuple[int, int, int]  # arrival, seat, press

claims = st.lists(
    st.tuples(st.integers(101 * MS, 900 * MS), st.integers(0, 140 * MS)), min_size=2, max_size=5
)


def judged(paths: list[int], stream: list[Claim]) -> tuple[Decision, list[ErrorCode | None]]:
    """The decision on a stream of claims in order of arrival, and each one's answer."""
    entrants = [entrant(s, one_way_us, credit_us=150 * MS) for s, one_way_us in enumerate(paths)]
    race = Race(1, SHOW_US, entrants, first_seat)
    answers = []
    for arrived_us, seat, pressed_us in stream:
        fault = race.claim(seat, NONCE, SHOW_US, pressed_us, arrived_us)
        answers.append(None if fault is None else fault.code)
    decision = end(race)
    assert replay(race.record(), first_seat) == decision
    return decision, answers


@settings(max_examples=500, deadline=None, derandomize=True)
@given(claims, st.randoms(use_true_random=False))
def test_a_stream_with_repeats_is_judged_as_without(
    table: list[tuple[int, int]], chance: Random
) -> None:
    once = sorted(
        (SHOW_US + reaction_us + one_way_us, seat, SHOW_US + reaction_us)
        for seat, (reaction_us, one_way_us) in enumerate(table)
    )
    originals = [chance.choice(once) for _ in range(chance.randint(1, 40))]
    repeats = [(at + chance.randint(0, 600 * MS), seat, pressed) for at, seat, pressed in originals]
    both = sorted(once + repeats, key=lambda claim: claim[0])  # stable: no repeat comes first
    paths = [one_way_us for _, one_way_us in table]
    decision, answers = judged(paths, once)
    decision_again, answers_again = judged(paths, both)
    assert decision_again == decision
    seen: set[tuple[int, int]] = set()
    firsts = []
    for (_, seat, pressed_us), answer in zip(both, answers_again, strict=True):
        if (seat, pressed_us) in seen:
            assert answer is ErrorCode.CLAIM_SECOND
        else:
            seen.add((seat, pressed_us))
            firsts.append(answer)
    assert firsts == answers
    seats = [claim.seat for claim in decision.verdict.claims]
    assert len(seats) == len(set(seats))


@dataclass
class Evening:
    """A match of claims on a server: what came of it, and each claim's requests."""

    house: House
    guests: list[Guest]
    coming_back: Random
    sent: list[tuple[int, said.Claim]] = field(default_factory=list)  # seat and claim
    repeats: list[tuple[Guest, int]] = field(default_factory=list)  # and its request

    def play(self, races: int, chance: Random | None) -> None:
        """All who can claim do, 1 ms apart; with `chance` earlier claims are sent again between."""
        for _ in range(races):
            if self.house.match.game.outcome() is not None:
                return
            number = self.house.race(*self.guests)
            for guest in self.guests:  # whose clock is not known is shown the reveal at once
                guest.at_us = guest.at_us or guest.now_us()
            self.house.rest(300_000)
            game = self.house.match.game
            able = sorted(game.actors())
            able = able[number % len(able) :] + able[: number % len(able)]
            claims = [(seat, self.guests[seat].claim(game.legal(seat)[0])) for seat in able]
            for seat, claim in claims:
                self._claim(seat, claim)
                self._repeat(chance)
                self.house.rest(1_100)
            self.house.rest(700_000)
            if self.coming_back.random() < 0.2:
                seat = self.coming_back.randrange(len(self.guests))
                self.guests[seat] = again = self.house.back(self.guests[seat])
                again.say(said.Resume())
                self._repeat(chance)  # as a client does that got no answer

    def _claim(self, seat: int, claim: said.Claim) -> None:
        """Pressed now, for the race that was open when the claims of this race were made."""
        guest = self.guests[seat]
        claim = msgspec.structs.replace(claim, pressed_us=guest.now_us() - ONE_WAY_US)
        self.sent.append((seat, claim))
        guest.say(claim)

    def _repeat(self, chance: Random | None) -> None:
        for _ in range(0 if chance is None else chance.randrange(4)):
            assert chance is not None
            seat, claim = chance.choice(self.sent[-8:])
            guest, request = self.guests[seat], 10_000 + len(self.repeats)
            self.repeats.append((guest, request))
            guest.say(msgspec.structs.replace(claim, id=request))

    def verdicts(self) -> list[tuple[int, int | None, list[int]]]:
        """Every race with its winner and who was judged in it, as one onlooker was told."""
        found = [reveal.verdict for reveal in self.guests[-1].all(told.Reveal) if reveal.verdict]
        return [(v.race, v.winner, [claim.seat for claim in v.claims]) for v in found]


def evening(races: int, seed: int, chance: Random | None) -> Evening:
    """A match that was played for so many races; who comes back when follows from `seed`."""
    house, guests = perekur(look_seconds=0)
    wim = house.guest("Wim")
    wim.ask(said.WatchTable(table="House"))
    house.begin(*guests)
    played = Evening(house, guests, Random(seed))
    played.play(races, chance)
    played.guests.append(wim)
    return played


@pytest.mark.parametrize("seed", range(4))
def test_a_match_with_repeats_is_played_as_without_and_each_is_refused_once(seed: int) -> None:
    plain, repeated = evening(60, seed, None), evening(60, seed, Random(seed))
    assert len(repeated.repeats) > 50
    assert repeated.verdicts() == plain.verdicts()
    assert len(plain.verdicts()) >= 20
    assert repeated.house.match.game == plain.house.match.game
    for guest, request in repeated.repeats:
        answers = [m for _, m in guest.heard if m.re == request]
        if not guest.closed:
            (refusal,) = answers
            assert isinstance(refusal, told.Error)
            assert refusal.code in ("claim/second", "claim/late", "table/no_match")
            assert not refusal.locked_us
    assert repeated.house.faults == []
