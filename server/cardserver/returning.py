"""Those who come back to a match, or come to watch it: what they missed, or a fresh view.

What lives here: choosing and sending it. What must not: anything that changes
the match.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardprotocol.messages.to_client import Events, Reveal, View
from cardrules.game import Seat
from cardserver.racing import Racing
from cardserver.turning import Turning

if TYPE_CHECKING:
    from cardserver.match import Announcement, Match
    from cardserver.session import Session


def welcome_back(
    match: Match, session: Session, seat: Seat | None, seq: int, request: int | None
) -> None:
    """Send what came after `seq`, or a fresh view, as soon as nothing is being revealed."""
    match.pacer.when_shown(lambda: _catch_up(match, session, seat, seq, request))


def _catch_up(
    match: Match, session: Session, seat: Seat | None, seq: int, request: int | None
) -> None:
    if session.table is not match.table:
        return
    told = missed(match, seq)
    if told is None or seat is None:
        session.send(view_of(match, session, seat, request))
        return
    session.send(match.table.message(session, request))
    for announcement in told:
        session.send(_as_frame(match, announcement, seat, session))
    if not match.over:
        match.pacer.reopen_for(seat, session)


def missed(match: Match, seq: int) -> list[Announcement] | None:
    """Announcements after `seq`; None if they are not all kept, or `seq` is 0."""
    if seq == match.seq:
        return []
    after = [told for told in match.history if told.last > seq]
    if seq == 0 or not after or after[0].last - len(after[0].events) != seq:
        return None
    return after


def _as_frame(match: Match, told: Announcement, seat: Seat, session: Session) -> Reveal | Events:
    """A past announcement, to be shown as soon as it arrives."""
    events = tuple(event.form_for(seat) for event in told.events)
    if isinstance(match.pacer, Turning):
        return Events(seq=told.last, events=events, proof=told.proof)  # type: ignore[arg-type]
    now_us = match.table.clock.now_us()
    return Reveal(
        seq=told.last,
        at_us=session.path.estimate(now_us).to_client(now_us),
        events=events,  # type: ignore[arg-type]
        verdict=told.verdict,
        proof=told.proof,
    )


def view_of(match: Match, session: Session, seat: Seat | None, request: int | None) -> View:
    """Everything this receiver may know of the table and its match."""
    open_hands = seat is None and match.table.options.watchers_see_hands
    pacer = match.pacer
    return View(
        re=request,
        seq=match.seq,
        table=match.table.info(),
        seat=seat,
        game=match.game.open_view() if open_hands else match.game.view(seat),  # type: ignore[arg-type]
        turn=pacer.turn_for(seat, session) if isinstance(pacer, Turning) else None,
        race=pacer.enter(seat, session) if isinstance(pacer, Racing) else None,
    )
