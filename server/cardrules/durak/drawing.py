"""How a bout begins and what follows its end: cards away, drawing up, going out, the fool.

What lives here: D23-D27 and DA13-DA23. What must not: acts within a bout
(bout.py) or the very first attacker (start.py).
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from cardprotocol.games.common import MatchEnded, Outcome, WentOut
from cardprotocol.games.durak import BoutEnded, BoutStarted, Drew
from cardrules.durak.state import Bout, Change, Player, State, told
from cardrules.game import Seat, Told

HAND_SIZE = 6  # D9, D25


def attack_cap(state: State) -> int | None:
    """Most attacking cards whatever the defender holds; None: only his hand counts (DA13).

    One in simple durak (DA27), five while nothing was discarded where the table says so (DA13a).
    """
    options = state.options
    if options.mode == "simple":
        return 1
    if options.first_discard_five and not state.discard:
        return 5
    return 6 if options.attack_cap == "6" else None


def limit_against(state: State, defender: Seat) -> int:
    """Most attacking cards in a bout that `defender` takes on now (DA13, DA29)."""
    held = len(state.hand(defender))
    cap = attack_cap(state)
    return held if cap is None else min(cap, held)


def start_bout(state: State, opener: Seat) -> Change:
    """A new bout: `opener` attacks the next player to his left who is still in (D17)."""
    defender = state.next_in(opener)
    limit = limit_against(state, defender)
    bout = Bout(opener, defender, held=len(state.hand(defender)), limit=limit)
    event = BoutStarted(attacker=opener, defender=defender, limit=limit)
    return told(replace(state, bout=bout), event)


def end_bout(state: State) -> Change:
    """Clear the table, draw up, let players go, and start the next bout or end the match."""
    return _clear_table(state).then(_draw_up).then(_let_go)


def _clear_table(state: State) -> Change:
    bout = state.bout
    lying = bout.cards()
    after = replace(state, bouts_ended=state.bouts_ended + 1, bout=replace(bout, pairs=()))
    if bout.taking:
        after = after.with_hand(bout.defender, (*after.hand(bout.defender), *lying))
    else:
        after = replace(after, discard=after.discard + lying)
    event = BoutEnded(
        taken=bout.taking, defender=bout.defender, cards=lying, discard=len(after.discard)
    )
    return told(after, event)


def _draw_up(state: State) -> Change:
    change = Change(state)
    for seat in drawing_order(state):
        change = change.then(partial(_draw, seat=seat))
    return change


def drawing_order(state: State) -> tuple[Seat, ...]:
    """Who draws when: the opener first, even if he came to defend (D25, DA14, DA15)."""
    bout = state.bout
    order = state.clockwise(bout.opener)
    if state.options.draw_order == "clockwise" or bout.defender == bout.opener:
        return order
    return (*(seat for seat in order if seat != bout.defender), bout.defender)


def _draw(state: State, seat: Seat) -> Change:
    hand = state.hand(seat)
    drawn = state.stock[: max(0, HAND_SIZE - len(hand))]
    if not drawn:
        return Change(state)
    after = replace(state.with_hand(seat, hand + drawn), stock=state.stock[len(drawn) :])
    public = Drew(seat=seat, count=len(drawn), left=len(hand) + len(drawn), stock=len(after.stock))
    own = Drew(seat=seat, count=public.count, left=public.left, stock=public.stock, cards=drawn)
    return Change(after, (Told(public, {seat: own}),))


def _let_go(state: State) -> Change:
    """Who holds nothing after drawing is out; the last with cards is the fool (DA21-DA23)."""
    bout = state.bout
    playing = state.clockwise(0)
    empty = [seat for seat in playing if not state.hand(seat)]
    still = [seat for seat in playing if state.hand(seat)]
    if not still and state.options.both_out == "defender":
        empty.remove(bout.defender)
        still = [bout.defender]
    change = _out(state, empty)
    if len(still) > 1:
        return change.then(lambda now: start_bout(now, _next_opener(now)))
    return change.then(lambda now: finish(now, "fool" if still else "draw", tuple(still)))


def _out(state: State, seats: list[Seat]) -> Change:
    """Players of one bout leave together and share a place."""
    place = 1 + sum(player.place > 0 for player in state.players)
    players = tuple(
        Player(player.seat, player.hand, place) if player.seat in seats else player
        for player in state.players
    )
    events = [WentOut(seat=seat, place=place) for seat in seats]
    return told(replace(state, players=players), *events)


def _next_opener(state: State) -> Seat:
    """Beaten off: the defender, or the next one in; taken: the one past him (DA18, DA19)."""
    bout = state.bout
    if bout.taking:
        return state.next_in(bout.defender)
    return state.clockwise(bout.defender)[0]


def finish(state: State, reason: str, losers: tuple[Seat, ...]) -> Change:
    """End the match: those who left in the order of leaving, then anybody left, then `losers`."""
    places = sorted({player.place for player in state.players if player.place})
    groups = [_group(state, place) for place in places]
    rest = tuple(seat for seat in _group(state, 0) if seat not in losers)
    ranking = tuple(group for group in (*groups, rest, losers) if group)
    outcome = Outcome(reason=reason, ranking=ranking, losers=losers)
    return told(replace(state, outcome=outcome), MatchEnded(outcome=outcome))


def _group(state: State, place: int) -> tuple[Seat, ...]:
    return tuple(player.seat for player in state.players if player.place == place)
