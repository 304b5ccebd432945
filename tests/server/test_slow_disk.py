"""A disk that takes long to sync holds up what must be durable first, and nothing else.

Time is simulated, the journal and its writer thread are real: its commit stands still until the
test lets it go. What a failing journal does stands in test_while_the_journal_writes.py.
"""

from __future__ import annotations

from pathlib import Path

from cardprotocol.messages import to_client as told
from cardprotocol.messages import to_server as said
from cardserver.records import Acted
from tests.support.journal_gate import gated
from tests.support.journal_records import CallQueue
from tests.support.perekur_positions import A, B, C, at
from tests.support.refusals import lay, race_at

FORCED = at({A: "TC KC", B: "JC AC", C: "QC"}, 47, last=C)
SYNC_US = 5_000_000


def test_while_the_disk_syncs_for_seconds_pings_and_requests_are_answered(
    tmp_path: Path,
) -> None:
    house, guests = race_at(FORCED)
    ann, bob, cid = guests
    calls = CallQueue()
    journal, gate = gated(tmp_path, calls)
    house.server.journal = journal
    ann.say(ann.claim(lay("TC")))
    house.rest(100_000)  # the race closes; every guest's stamps are in
    assert gate.reached.acquire(timeout=30)  # the writer stands in its sync
    heard = {guest: guest.mark() for guest in guests}
    pings = {guest: len(guest.all(told.Ping)) for guest in guests}
    for _ in range(5):
        house.rest(SYNC_US // 5)
        assert isinstance(bob.ask(said.ListTables()), told.Tables)
        cid.say(said.Chat(text="slow disk?"))
    assert all(len(guest.all(told.Ping)) - pings[guest] >= 4 for guest in guests)
    assert all(guest.session.path.estimate(house.clock.now_us()).synced for guest in guests)
    assert len(bob.all(told.Said)) == 5
    for guest in guests:  # nobody is told of what is not durable
        assert not [m for m in guest.since(heard[guest]) if isinstance(m, told.Reveal)]
    assert house.match.acts == 0
    gate.go.release()
    calls.run(1)
    house.rest(200_000)
    verdicts = [guest.last(told.Reveal).verdict for guest in guests]
    assert [verdict.winner for verdict in verdicts if verdict is not None] == [0, 0, 0]
    assert house.match.acts == 1
    assert [type(record) for _, record in journal.load()] == [Acted]
    gate.armed = False
    journal.close()
