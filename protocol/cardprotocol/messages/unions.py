"""The closed unions of messages, and the protocol's version."""

from __future__ import annotations

from typing import Final

from cardprotocol.messages import to_client as c
from cardprotocol.messages import to_server as s

PROTOCOL_VERSION: Final = 1

AnyToServer = (
    s.Hello
    | s.Pong
    | s.Tick
    | s.ListTables
    | s.ListGames
    | s.ListScores
    | s.CreateTable
    | s.JoinTable
    | s.WatchTable
    | s.LeaveTable
    | s.Resume
    | s.TakeSeat
    | s.Ready
    | s.SetOptions
    | s.RemovePlayer
    | s.Control
    | s.Chat
    | s.Shown
    | s.Claim
    | s.Act
    | s.Bye
)
AnyToClient = (
    c.Welcome
    | c.Error
    | c.Done
    | c.Ping
    | c.Clock
    | c.Tables
    | c.Games
    | c.Scores
    | c.View
    | c.Table
    | c.Events
    | c.Reveal
    | c.Said
    | c.Closing
)
