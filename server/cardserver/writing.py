"""What of one table is being written: its units in the journal, in order, and what waits for them.

What lives here: appending for one table; waiting until what is under way is settled. What must
not: what a record means (records.py), or how it reaches a disk (journal/).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from cardserver.guard import guarded
from cardserver.records import AnyRecord

if TYPE_CHECKING:
    from cardserver.table import Table

CLOSED: Final = "the table is closed"


class Writing:
    """The way of `table` to the journal.

    Until the table itself is written nothing else of it is: the journal may refuse one unit
    and take the next, and one that spoke of an unknown table could not be read again. After
    its end nothing of it is written either.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._under_way = 0
        self._waiting: deque[Callable[[], None]] = deque()
        self._creating = False
        self._held: list[Callable[[], None]] = []

    @property
    def creating(self) -> bool:
        """Whether it is still open if there is such a table at all."""
        return self._creating

    def create(
        self,
        records: Sequence[AnyRecord],
        then: Callable[[], None],
        failed: Callable[[str], None],
    ) -> None:
        """Write the table's own first unit."""
        self._creating = True

        def settled(call: Callable[[], None]) -> None:
            self._creating = False
            call()
            held, self._held = self._held, []
            for later in held:
                later()

        self._write(records, partial(settled, then), lambda text: settled(partial(failed, text)))

    def append(
        self,
        records: Sequence[AnyRecord],
        then: Callable[[], None],
        failed: Callable[[str], None],
    ) -> None:
        """Write `records` as one unit; see ports.Journal."""
        if self._creating:
            self.when_created(partial(self.append, records, then, failed))
        elif records and self._table.closed:
            failed(CLOSED)
        else:
            self._write(records, then, failed)

    def when_created(self, call: Callable[[], None]) -> None:
        """Run `call` as soon as it is known whether there is such a table."""
        if self._creating:
            self._held.append(call)
        else:
            call()

    def when_written(self, call: Callable[[], None]) -> None:
        """Run `call` as soon as nothing of the table is under way any more, written or refused."""
        if self._under_way:
            self._waiting.append(call)
        else:
            call()

    def _write(
        self,
        records: Sequence[AnyRecord],
        then: Callable[[], None],
        failed: Callable[[str], None],
    ) -> None:
        table, unit = self._table, bool(records)

        def durable() -> None:
            if unit:
                table.storage_works()
            then()

        self._under_way += unit
        fault = table.fault
        table.server.append(
            records,
            partial(self._settled, unit, guarded(durable, fault)),
            lambda text: self._settled(unit, partial(guarded(failed, fault), text)),
        )

    def _settled(self, unit: bool, call: Callable[[], None]) -> None:
        self._under_way -= unit
        call()
        while self._waiting and not self._under_way:
            guarded(self._waiting.popleft(), self._table.fault)()
