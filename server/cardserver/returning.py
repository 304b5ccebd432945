"""Those who come back to a match, or come to watch it: what they missed, or a fresh view.

What lives here: choosing and sending it. What must not: anything that changes
the match.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardprotocol.messages.parts import RaceOpening
from cardprotocol.messages.to_client import Events, Reveal, View
from cardrules.game import Race, Seat
from cardserver.entrants import NONCE_BYTES, make_entrant
from cardserver.racing import Racing
from cardserver.table_words import table_info
from cardserver.turning import Turning

if TYPE_CHECKING:
    from cardserver.announcement import Announcement
    from cardserver.match import Match
    from cardserver.session import Session
    from cardserver.table import Table


def welcome_back(
    match: Match, session: Session, seat: Seat | None, seq: int, request: int | None
) -> None:
    """Send what came after `seq`, or a fresh view, as soon as nothing is being revealed."""
    match.pacer.when_shown(lambda: _catch_up(match, session, seat, seq, request))


def _catch_up(
    match: Match, session: Session, seat: Seat | None, seq: int, request: int | None
) -> None:
    if session.table is not match.table:
        session.done(request)  # carried out, and left again meanwhile
        return
    told = missed(match, seq)
    if told is None or seat is None or match.table.match is not match:
        session.send(view_of(match.table, session, seat, request))
        return
    session.send(match.table.message(session, request))
    for announcement in told:
        session.send(_as_frame(match, announcement, seat, session))
    if not match.over:
        _reopen(match, seat, session)


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


def view_of(table: Table, session: Session, seat: Seat | None, request: int | None) -> View:
    """Everything this receiver may know of the table and its match."""
    match = table.match
    if match is None:
        return View(re=request, seq=table.dealing.seq, table=table_info(table), seat=seat)
    open_hands = seat is None and match.table.options.watchers_see_hands
    pacer = match.pacer
    return View(
        re=request,
        seq=match.seq,
        table=table_info(match.table),
        seat=seat,
        game=match.game.open_view() if open_hands else match.game.view(seat),  # type: ignore[arg-type]
        turn=pacer.turn_for(seat, session) if isinstance(pacer, Turning) else None,
        race=_enter_race(match, pacer, seat, session) if isinstance(pacer, Racing) else None,
    )


def _enter_race(
    match: Match, racing: Racing, seat: Seat | None, session: Session
) -> RaceOpening | None:
    """The open race for somebody who comes back: judged from T like all others."""
    race = racing.race
    pace = match.game.pace()
    if race is None or not isinstance(pace, Race):
        return None
    if seat is None or seat not in pace.racers:
        return RaceOpening(race=race.number)
    nonce = match.table.chance(NONCE_BYTES)
    entrant = make_entrant(match, race.number, seat, session, race.show_us, race.show_us, nonce)
    return RaceOpening(race=race.number, nonce=nonce) if race.enter(entrant) else None


def _reopen(match: Match, seat: Seat, session: Session) -> None:
    """The open race, or the turn, for one seat that came back."""
    pacer = match.pacer
    if isinstance(pacer, Turning):
        session.send(Events(seq=match.seq, events=(), turn=pacer.turn_for(seat, session)))
        return
    opening = _enter_race(match, pacer, seat, session)
    if opening is not None:
        now_us = match.table.clock.now_us()
        at_us = session.path.estimate(now_us).to_client(now_us)
        session.send(Reveal(seq=match.seq, at_us=at_us, race=opening))
