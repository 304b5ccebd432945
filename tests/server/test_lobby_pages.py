"""The lobby's list: what it says of a table, and pages that fit a frame whatever stands in them."""

from __future__ import annotations

import pytest

from cardprotocol.codec import decode_to_client, encode, encode_frame, pack
from cardprotocol.framing import MAX_SERVER_FRAME_BYTES
from cardprotocol.messages import to_client as told
from cardprotocol.messages import to_server as said
from cardprotocol.messages.parts import ScoreLine, TableLine
from cardprotocol.text import name_of, table_name_of
from cardrules.kind import GameKind
from cardrules.options import changed_options, describe, read_options
from cardrules.registry import game_kinds
from cardserver.pages import AROUND_BYTES, MOST_LINES, pages_of
from cardserver.server import SCORES_PAGE
from tests.support.house import TABLE, House

KINDS = game_kinds()
LETTER, ACCENT = "\U00010330", "\U00010a01"  # of four bytes each, one cell and none
LONGEST_NAME = name_of((LETTER + 2 * ACCENT) * 16)
LONGEST_TABLE = table_name_of((LETTER + 2 * ACCENT) * 21 + LETTER)


def all_changed(kind: GameKind) -> dict[str, bool | int | str]:
    """Every option of a game at the value that is not the default and takes most bytes."""
    made: dict[str, bool | int | str] = {}
    for spec in describe(kind.options):
        if spec.choices:
            others = [choice for choice in spec.choices if choice != spec.default]
            made[spec.name] = max(others, key=len)
        elif spec.most is not None:
            made[spec.name] = spec.most
        else:
            made[spec.name] = not spec.default
    return made


def longest(kind: GameKind) -> TableLine:
    """The line of a table than which there is no longer one."""
    return TableLine(
        table=LONGEST_TABLE,
        game=kind.name,
        players=(LONGEST_NAME,) * kind.most_seats,
        seats=kind.most_seats,
        bots=kind.most_seats,
        spectators=2**31 - 1,
        playing=True,
        options=changed_options(read_options(kind.options, all_changed(kind))),
    )


@pytest.mark.parametrize("name", sorted(KINDS))
def test_the_longest_tables_there_can_be_fit_their_pages(name: str) -> None:
    line = longest(KINDS[name])
    assert len(line.options) == len(describe(KINDS[name].options)) <= 32
    pages = pages_of([line] * 256)
    assert sum(len(page) for page in pages) == 256
    assert len(pages[0]) == {"durak": 8, "perekur": 9}[name]
    for page in (pages[0], pages[-1]):
        message = told.Tables(re=2**31 - 1, tables=page, page=2**31 - 1, pages=2**31 - 1)
        assert len(encode_frame(message)) <= MAX_SERVER_FRAME_BYTES + 2
        assert decode_to_client(encode(message)) == message


def test_what_stands_around_the_lines_is_counted() -> None:
    whole = told.Tables(re=2**31 - 1, tables=(), page=2**31 - 1, pages=2**31 - 1)
    assert len(encode(whole)) <= AROUND_BYTES


@pytest.mark.parametrize("count", [0, 1, 19, 20, 21, 256])
def test_usual_tables_come_twenty_a_page_in_order(count: int) -> None:
    lines = [TableLine(table=f"t{n}", game="durak", players=(), seats=6) for n in range(count)]
    pages = pages_of(lines)
    assert [line for page in pages for line in page] == lines
    assert len(pages) == max(1, -(-count // MOST_LINES))


def test_a_page_of_the_longest_scores_fits_as_well() -> None:
    most = 2**53
    line = ScoreLine(
        LONGEST_NAME, 2**31 - 1, 2**31 - 1, most, 2**31 - 1, 2**31 - 1, most, most, True
    )
    assert SCORES_PAGE * len(pack(line)) < MAX_SERVER_FRAME_BYTES - 512


def test_strangers_with_the_longest_names_do_not_close_the_lobby_to_others() -> None:
    house = House()
    for number in range(20):
        at = chr(0x10330 + number) + ACCENT  # another name each
        for seat in range(6):
            name = (at + chr(0x10330 + seat) + 2 * ACCENT) + (LETTER + 2 * ACCENT) * 13
            guest = house.guest(name)
            table = at + (LETTER + 2 * ACCENT) * 20
            if seat == 0:
                made = said.CreateTable(table=table, game="perekur")
                assert isinstance(guest.ask(made), told.View)
            else:
                assert isinstance(guest.ask(said.JoinTable(table=table)), told.View)
    ann, tables = house.guest("Ann"), list[str]()
    first = ann.ask(said.ListTables())
    assert isinstance(first, told.Tables)
    assert first.pages > 1
    for page in range(first.pages):
        answer = ann.ask(said.ListTables(page=page))
        assert isinstance(answer, told.Tables)
        tables += [line.table for line in answer.tables]
    assert len(set(tables)) == len(tables) == 20


def test_a_line_tells_the_options_that_differ_the_games_own_first() -> None:
    house = House()
    house.table("durak", "Ann", "Bob", watchers_see_hands=True, mode="transfer", deck="52")
    listed = house.guest("Wim").ask(said.ListTables())
    assert isinstance(listed, told.Tables)
    (line,) = listed.tables
    assert list(line.options.items()) == [
        ("mode", "transfer"),
        ("deck", "52"),
        ("watchers_see_hands", True),
    ]


def test_a_line_follows_a_change_of_options() -> None:
    house = House()
    ann, _bob = house.table("durak", "Ann", "Bob")
    wim = house.guest("Wim")
    for options in ({"deck": "52"}, {"deck": "36"}):
        ann.ask(said.SetOptions(options=options))
        listed = wim.ask(said.ListTables())
        assert isinstance(listed, told.Tables)
        assert listed.tables[0].table == TABLE
        assert listed.tables[0].options == ({} if options["deck"] == "36" else options)
