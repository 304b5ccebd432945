"""A liar with a full bucket says this and that instead of ticking: his kernel is asked as well."""

from __future__ import annotations

import pytest

from cardprotocol.games.common import Action
from cardprotocol.messages import to_server as said
from cardserver.kernel_path import TcpInfo
from cardserver.race import Race
from cardserver.race_log import ReceiptSeen
from tests.support.house import Guest, House
from tests.support.judge import MS

ROUND_TRIP_US = 400
SAVED_US = 100_000
TICKS_US = 20_000
REACTION_US = 17 * TICKS_US


class Acknowledging(Guest):
    """A guest whose kernel acknowledges whatever its program does."""

    _written_us: list[int]

    def send(self, frame: bytes) -> None:
        """See Guest; the kernel takes note."""
        self._written_us = [*getattr(self, "_written_us", []), self._house.clock.now_us()]
        super().send(frame)

    def kernel_path(self) -> TcpInfo:  # type: ignore[override]
        """What was written a round trip ago is acknowledged."""
        now_us = self._house.clock.now_us()
        acked = [at_us for at_us in self._written_us if at_us + ROUND_TRIP_US <= now_us]
        return TcpInfo(ROUND_TRIP_US, ROUND_TRIP_US, 0, 0, max(acked, default=0))


class Evening(House):
    """A house of such guests."""

    def guest(self, name: str, *, peer: str = "127.0.0.1", bot: bool = False) -> Guest:
        """One of them, greeted."""
        guest = Acknowledging(self, name, peer, bot=bot)
        guest.hello()
        return guest


def message_of(habit: str, liar: Guest, action: Action, base_us: int) -> said.ToServer | None:
    now_us = liar.now_us() - 200
    match habit:
        case "a reveal of long ago":
            return said.Shown(race=0, shown_us=now_us)
        case "a claim pressed long ago":
            claim = liar.claim(action)
            return said.Claim(
                race=claim.race,
                nonce=bytes(8),
                action=claim.action,
                shown_us=base_us - 9 * MS,
                pressed_us=base_us - 9 * MS,
            )
        case "a tick of before":
            return said.Tick(sent_us=base_us - 9 * MS)
        case _:
            return None


def play(habit: str) -> tuple[Race, int]:
    """The race after the liar claimed, and his seat."""
    house = Evening(seed=3)
    house.server.kernel_checked = True
    guests = house.table("perekur", "Ann", "Bob", "Cid", look_seconds=1)
    house.begin(*guests)
    while not house.match.pacer.armed:
        house.rest(1_000)
    for guest in guests:
        guest.answers = False  # or the pongs would be looked at
    race = house.match.races("x").race
    assert race is not None
    seat = min(house.match.game.actors())
    liar, lay = guests[seat], house.match.game.legal(seat)[0]
    race._seats[seat]._credit_us = SAVED_US
    house.until(race.show_us)
    base_us = liar.now_us()
    for _ in range(REACTION_US // TICKS_US):
        message = message_of(habit, liar, lay, base_us)
        if message is not None:
            liar.say(message)
        house.rest(TICKS_US)
    claim = liar.claim(lay)
    late = said.Claim(
        race=claim.race,
        nonce=claim.nonce,
        action=claim.action,
        shown_us=liar.at_us + SAVED_US,
        pressed_us=claim.pressed_us,
    )
    liar.say(late)
    return race, seat


@pytest.mark.parametrize(
    "habit",
    ["silence", "a reveal of long ago", "a claim pressed long ago", "a tick of before"],
)
def test_what_a_liar_says_instead_of_ticking_puts_no_question_off(habit: str) -> None:
    race, seat = play(habit)
    claim = race._seats[seat].claim
    assert claim is not None
    assert claim.credit_us < 10 * MS
    assert any(
        isinstance(seen, ReceiptSeen) and seen.seat == seat for seen in race.record().messages
    )
