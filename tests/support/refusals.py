"""What a story of one refusal hands to the test: who is refused, how, and who must not notice.

What lives here: Stage and scenes that several stories start from. What must not: the stories.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cardprotocol.cards import Card
from cardprotocol.games.perekur import Lay
from cardprotocol.messages import to_client as told
from cardprotocol.messages import to_server as said
from cardprotocol.messages.base import ToServer
from cardrules.durak import DurakMatch
from cardrules.perekur import Perekur
from tests.support.durak_positions import read_move
from tests.support.house import Guest, House

Answer = told.Error | told.Closing


@dataclass(frozen=True, slots=True)
class Stage:
    """Everything is ready: `provoke` gives the refusal, which `others` must not hear of.

    `field` is what the refusal must name, `expects` a part of what it must say would have been
    right. `shared`: the trouble is the table's, so that the others are told as well.
    """

    house: House
    provoke: Callable[[], Answer]
    others: tuple[Guest, ...] = ()
    field: str = ""
    expects: str = ""
    shared: bool = False


Story = Callable[[], Stage]


def asked(
    house: House,
    guest: Guest,
    message: ToServer,
    others: tuple[Guest, ...] = (),
    *,
    field: str = "",
    expects: str = "",
) -> Stage:
    """A request that is refused at once."""
    return Stage(house, lambda: guest.refused(message), others, field, expects)


def closing(guest: Guest) -> told.Closing:
    """The goodbye that `guest` got last; the server has closed the connection after it."""
    assert guest.closed
    last = guest.heard[-1][1]
    assert isinstance(last, told.Closing)
    return last


def perekur(**options: bool | int | str) -> tuple[House, list[Guest]]:
    """Three people at a table of Perekur, not begun."""
    house = House()
    return house, house.table("perekur", "Ann", "Bob", "Cid", **options)


def race_at(position: Perekur) -> tuple[House, list[Guest]]:
    """Three people 300 ms into a race that opened in `position`."""
    house, guests = perekur(look_seconds=1)
    house.begin(*guests)
    house.set_up(position)
    house.race(*guests)
    house.rest(300_200)
    return house, guests


def bout_at(position: DurakMatch) -> tuple[House, list[Guest]]:
    """As many people as `position` seats, in a bout that stands there."""
    house = House()
    names = ("Ann", "Bob", "Cid", "Dot")[: len(position.seats)]
    guests = house.table("durak", *names)
    house.begin(*guests)
    house.set_up(position)
    return house, guests


def lay(code: str) -> Lay:
    """The action of laying a card."""
    return Lay(card=Card(code))


def acted(
    house: House, guests: list[Guest], sentence: str, *, field: str = "", expects: str = ""
) -> Stage:
    """A move of Durak, told as in durak_positions, that is refused."""
    seat, action = read_move(sentence)
    others = tuple(guest for number, guest in enumerate(guests) if number != seat)
    act = said.Act(action=action)  # type: ignore[arg-type]
    return asked(house, guests[seat], act, others, field=field, expects=expects)
