"""The unions of everything any game says: what the wire accepts in one place.

Adding a game adds its types here and nowhere else in this room
(docs/adding-a-game.md).
"""

from __future__ import annotations

from cardprotocol.games import common, durak, perekur

AnyAction = perekur.Lay | durak.DurakAction
AnyView = perekur.PerekurView | durak.DurakView
AnyEvent = (
    common.MatchEnded
    | common.TimeRanOut
    | common.WentOut
    | common.UnknownEvent
    | perekur.Dealt
    | perekur.Laid
    | perekur.Stuck
    | perekur.LastRoundCalled
    | durak.Dealt
    | durak.FirstAttacker
    | durak.BoutStarted
    | durak.Attacked
    | durak.BeatCard
    | durak.Transferred
    | durak.Passed
    | durak.Taking
    | durak.BoutEnded
    | durak.Drew
)
