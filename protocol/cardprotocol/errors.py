"""The closed list of error codes, each with its one English sentence.

What lives here: every reason for which anything is ever refused, in the protocol, at a table and
by the rules. What must not: how a refusal is found or sent. A code is never reused with another
meaning; sentences may improve (programs go by the code, people's clients translate it).
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Final


class ErrorCode(enum.Enum):
    """``room/what``; `sentence` says it in English, `cure` what to do about it."""

    # frames and messages
    FRAME_TOO_LARGE = "frame/too_large"
    FRAME_MALFORMED = "frame/malformed"
    FRAME_TIMEOUT = "frame/timeout"
    MESSAGE_UNKNOWN = "message/unknown"
    MESSAGE_FIELD = "message/field"
    MESSAGE_STATE = "message/state"
    MESSAGE_RATE = "message/rate"
    # greeting and identity
    HELLO_VERSION = "hello/version"
    HELLO_TIMEOUT = "hello/timeout"
    HELLO_NAME = "hello/name"
    HELLO_NAME_TAKEN = "hello/name_taken"
    HELLO_TOKEN = "hello/token"
    HELLO_FULL = "hello/full"
    HELLO_ADDRESS = "hello/address"
    SESSION_SUPERSEDED = "session/superseded"
    SESSION_SILENT = "session/silent"
    SESSION_SLOW = "session/slow"
    # lobby and tables
    TABLE_UNKNOWN = "table/unknown"
    TABLE_NAME = "table/name"
    TABLE_NAME_TAKEN = "table/name_taken"
    TABLE_GAME = "table/game"
    TABLE_OPTION = "table/option"
    TABLE_FULL = "table/full"
    TABLE_SPECTATORS_FULL = "table/spectators_full"
    TABLE_LIMIT = "table/limit"
    TABLE_NOT_AT = "table/not_at"
    TABLE_ALREADY_AT = "table/already_at"
    TABLE_SEAT = "table/seat"
    TABLE_SEAT_TAKEN = "table/seat_taken"
    TABLE_SPECTATOR = "table/spectator"
    TABLE_NOT_HOST = "table/not_host"
    TABLE_IN_MATCH = "table/in_match"
    TABLE_NO_MATCH = "table/no_match"
    TABLE_BOTS = "table/bots"
    CHAT_TEXT = "chat/text"
    CHAT_RATE = "chat/rate"
    # clocks
    CLOCK_STAMP = "clock/stamp"
    # races
    CLAIM_NO_RACE = "claim/no_race"
    CLAIM_LATE = "claim/late"
    CLAIM_FALSE_START = "claim/false_start"
    CLAIM_LOCKED = "claim/locked"
    CLAIM_NONCE = "claim/nonce"
    CLAIM_STAMP = "claim/stamp"
    CLAIM_SECOND = "claim/second"
    # rules of both games
    RULES_NOT_OPEN = "rules/not_open"
    RULES_OVER = "rules/over"
    RULES_FINISHED = "rules/finished"
    RULES_ACTION = "rules/action"
    RULES_NOT_HELD = "rules/not_held"
    RULES_WRONG_RANK = "rules/wrong_rank"
    RULES_BARRED = "rules/barred"
    RULES_TURN = "rules/turn"
    RULES_NOT_BEATING = "rules/not_beating"
    RULES_NO_TARGET = "rules/no_target"
    RULES_LIMIT = "rules/limit"
    RULES_DEFENDER_CARDS = "rules/defender_cards"
    RULES_RANK_ABSENT = "rules/rank_absent"
    RULES_RANKS_DIFFER = "rules/ranks_differ"
    RULES_NOTHING_TO_TAKE = "rules/nothing_to_take"
    RULES_TRANSFER_OFF = "rules/transfer_off"
    RULES_TRANSFER_RANK = "rules/transfer_rank"
    RULES_TRANSFER_LATE = "rules/transfer_late"
    RULES_TRANSFER_LIMIT = "rules/transfer_limit"
    RULES_SHOWN = "rules/shown"
    RULES_CONTROL = "rules/control"
    # the server itself
    SERVER_STOPPING = "server/stopping"
    SERVER_STORAGE = "server/storage"
    SERVER_DISK = "server/disk"
    SERVER_FAULT = "server/fault"

    @property
    def sentence(self) -> str:
        """What happened, as one English sentence without names or numbers."""
        return _TEXTS[self][0]

    @property
    def cure(self) -> str:
        """What its receiver can do about it."""
        return _TEXTS[self][1]


_TEXTS: Final[Mapping[ErrorCode, tuple[str, str]]] = {
    ErrorCode.FRAME_TOO_LARGE: (
        "The frame's length is over the limit.",
        "Send frames of at most 1,024 bytes. The connection was closed.",
    ),
    ErrorCode.FRAME_MALFORMED: (
        "The frame is not one msgpack map within the limits.",
        "Check the framing and the encoding. The frame was ignored.",
    ),
    ErrorCode.FRAME_TIMEOUT: (
        "A started frame was not completed in time.",
        "Send each frame in one write. The connection was closed.",
    ),
    ErrorCode.MESSAGE_UNKNOWN: (
        "This server knows no message of that type.",
        "Look at the features in `welcome`; the message was ignored.",
    ),
    ErrorCode.MESSAGE_FIELD: (
        "A field is missing or its value is not allowed.",
        "`field`, `value` and `expected` say which and what was expected.",
    ),
    ErrorCode.MESSAGE_STATE: (
        "This message may not be sent now.",
        "`expected` names the state in which it may.",
    ),
    ErrorCode.MESSAGE_RATE: (
        "Too many messages.",
        "Slow down; after three strikes the connection is closed.",
    ),
    ErrorCode.HELLO_VERSION: (
        "Client and server speak different versions of the protocol.",
        "`expected` names the version needed.",
    ),
    ErrorCode.HELLO_TIMEOUT: (
        "No hello came in time.",
        "Send `hello` within 5 seconds. The connection was closed.",
    ),
    ErrorCode.HELLO_NAME: (
        "That name can't be used.",
        "Use 1 to 16 visible characters without control or direction marks.",
    ),
    ErrorCode.HELLO_NAME_TAKEN: (
        "That name belongs to somebody else on this server.",
        "Choose another name, or send the token that came with it.",
    ),
    ErrorCode.HELLO_TOKEN: (
        "The token is not the one this name was given.",
        "Send the token kept from `welcome`, or choose another name.",
    ),
    ErrorCode.HELLO_FULL: (
        "The server has no room for another connection.",
        "Try again later; players with a seat are still let in.",
    ),
    ErrorCode.HELLO_ADDRESS: (
        "Too many connections or failed attempts from this address.",
        "Wait half a minute and try again.",
    ),
    ErrorCode.SESSION_SUPERSEDED: (
        "Another connection took over this session.",
        "Nothing, if that was you. The connection was closed.",
    ),
    ErrorCode.SESSION_SILENT: (
        "Nothing was heard for too long.",
        "Answer pings. The connection was closed; the seat is kept.",
    ),
    ErrorCode.SESSION_SLOW: (
        "The connection does not read what it is sent.",
        "Read faster. The connection was closed; the seat is kept.",
    ),
    ErrorCode.TABLE_UNKNOWN: ("No table has that name.", "Ask for `list_tables`."),
    ErrorCode.TABLE_NAME: ("That can't be the name of a table.", "Use 1 to 24 visible characters."),
    ErrorCode.TABLE_NAME_TAKEN: ("A table with that name exists.", "Join it, or choose another."),
    ErrorCode.TABLE_GAME: ("This server has no such game.", "Ask for `list_games`."),
    ErrorCode.TABLE_OPTION: (
        "A table option is unknown or its value is not allowed.",
        "`field` names the option, `expected` its values.",
    ),
    ErrorCode.TABLE_FULL: ("Every seat of the table is taken.", "Watch it, or choose another."),
    ErrorCode.TABLE_SPECTATORS_FULL: (
        "The table takes no more spectators.",
        "Watch another, or try again later; `expected` says how many it takes.",
    ),
    ErrorCode.TABLE_LIMIT: (
        "No more tables can be made now.",
        "Wait a few seconds, or join a table.",
    ),
    ErrorCode.TABLE_NOT_AT: ("You are not at a table.", "Join or watch one first."),
    ErrorCode.TABLE_ALREADY_AT: ("You are already at a table.", "Leave it first."),
    ErrorCode.TABLE_SEAT: ("The table has no such seat.", "`expected` names the seats."),
    ErrorCode.TABLE_SEAT_TAKEN: ("That seat is taken.", "Choose a free one."),
    ErrorCode.TABLE_SPECTATOR: ("Spectators can't do that.", "Take a seat first."),
    ErrorCode.TABLE_NOT_HOST: ("Only the table's host may do that.", "Ask the host."),
    ErrorCode.TABLE_IN_MATCH: (
        "A match is being played.",
        "Wait for its end, or watch the table meanwhile.",
    ),
    ErrorCode.TABLE_NO_MATCH: ("No match is being played.", "Say that you are ready."),
    ErrorCode.TABLE_BOTS: ("This table takes no bots.", "Choose a table with bots."),
    ErrorCode.CHAT_TEXT: ("That text can't be shown.", "Use 1 to 200 visible characters."),
    ErrorCode.CHAT_RATE: ("Too much chat.", "One line a second, five at once."),
    ErrorCode.CLOCK_STAMP: (
        "That time can't be: it was not used.",
        "Stamp with one monotonic clock, in microseconds, and send at once; say `shown` only from"
        " T on.",
    ),
    ErrorCode.CLAIM_NO_RACE: ("No such race is open.", "Claim only after a reveal."),
    ErrorCode.CLAIM_LATE: (
        "The race was over when the claim arrived.",
        "The card stays in your hand.",
    ),
    ErrorCode.CLAIM_FALSE_START: (
        "False start: nobody reacts that fast.",
        "The card stays in your hand and the seat is locked for a moment.",
    ),
    ErrorCode.CLAIM_LOCKED: (
        "The seat is locked after a mistake.",
        "Wait as long as `locked_us` says.",
    ),
    ErrorCode.CLAIM_NONCE: (
        "The claim does not carry this race's nonce.",
        "Copy `nonce` from the reveal.",
    ),
    ErrorCode.CLAIM_STAMP: (
        "The claim's times can't be.",
        "Stamp with one monotonic clock, in microseconds, and send at once.",
    ),
    ErrorCode.CLAIM_SECOND: ("A seat claims once in a race.", "Wait for the verdict."),
    ErrorCode.RULES_NOT_OPEN: ("Play is not open yet.", "Wait for the reveal."),
    ErrorCode.RULES_OVER: ("The match is over.", "Say that you are ready for another."),
    ErrorCode.RULES_FINISHED: ("You are out of this match, and safe.", "Watch, and wait."),
    ErrorCode.RULES_ACTION: ("This game has no such action now.", "See the game's actions."),
    ErrorCode.RULES_NOT_HELD: ("You do not hold that card.", "Look at your hand."),
    ErrorCode.RULES_WRONG_RANK: ("That rank is not wanted.", "`expected` names the wanted rank."),
    ErrorCode.RULES_BARRED: (
        "You laid last: somebody else must lay first.",
        "Wait for the next card.",
    ),
    ErrorCode.RULES_TURN: ("It is not your turn.", "`expected` says whose it is."),
    ErrorCode.RULES_NOT_BEATING: (
        "That card does not beat.",
        "Beat with a higher card of the suit, or a trump.",
    ),
    ErrorCode.RULES_NO_TARGET: ("There is no such unbeaten card.", "Name a card to be beaten."),
    ErrorCode.RULES_LIMIT: (
        "That is more than the bout takes.",
        "`expected` says how many may still be laid.",
    ),
    ErrorCode.RULES_DEFENDER_CARDS: (
        "The defender does not hold that many cards.",
        "`expected` says how many may still be laid.",
    ),
    ErrorCode.RULES_RANK_ABSENT: (
        "No card of that rank lies on the table.",
        "Throw in only ranks on the table.",
    ),
    ErrorCode.RULES_RANKS_DIFFER: (
        "Several cards must be of one rank.",
        "Choose cards of one rank.",
    ),
    ErrorCode.RULES_NOTHING_TO_TAKE: (
        "There is nothing to take.",
        "Wait until a card is to be beaten.",
    ),
    ErrorCode.RULES_TRANSFER_OFF: (
        "A transfer is not allowed here.",
        "Beat or take; `expected` says when the table would allow it.",
    ),
    ErrorCode.RULES_TRANSFER_RANK: (
        "A transfer needs a card of the attacking rank.",
        "Beat or take instead.",
    ),
    ErrorCode.RULES_TRANSFER_LATE: (
        "A card of this bout can't be transferred any more.",
        "Beat or take instead.",
    ),
    ErrorCode.RULES_TRANSFER_LIMIT: (
        "The next player could not face that many cards.",
        "Beat or take instead.",
    ),
    ErrorCode.RULES_SHOWN: ("That trump was shown before.", "Each trump is shown once a match."),
    ErrorCode.RULES_CONTROL: ("The game has no such control now.", "See the game's controls."),
    ErrorCode.SERVER_STOPPING: ("The server is stopping.", "Come back later; the seat is kept."),
    ErrorCode.SERVER_STORAGE: (
        "The server can't write its journal: play is paused.",
        "Nothing was lost; play goes on when there is room.",
    ),
    ErrorCode.SERVER_DISK: (
        "The server's disk is nearly full: no new tables can be made.",
        "Join a table that is there, or tell the host; matches go on.",
    ),
    ErrorCode.SERVER_FAULT: (
        "The server met an error of its own at this table.",
        "The table is frozen; other tables go on.",
    ),
}
