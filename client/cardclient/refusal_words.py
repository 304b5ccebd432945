"""Refusals and hints, said: the error code's sentence in the player's language.

What lives here: codes to sentences with what was wrong. What must not: the
English sentences (cardprotocol/errors.py has them), layout.
"""

from __future__ import annotations

from typing import Final

from cardclient.option_words import label
from cardclient.records import Hint, Noted
from cardclient.theme import Look
from cardclient.who import milliseconds
from cardprotocol.cards import Rank
from cardprotocol.errors import ErrorCode
from cardprotocol.messages.to_client import Error
from cardprotocol.switches import expected_of_people

# Of these the sentence says it all to a player; field and value are for those who write programs.
_OWN_FAULTS: Final = ("claim/", "rules/")


def code_sentence(code: str, english: str, look: Look) -> str:
    """The sentence for an error code; the server's own words for a code not known here."""
    try:
        return look.texts.t(ErrorCode(code).sentence)
    except ValueError:
        return look.clean(english or code)


def refusal_sentence(error: Error, look: Look) -> str:
    """What was refused and what would have been right, with its code for those who search."""
    return f"{refusal_words(error, look)} [{look.clean(error.code)}]"


def refusal_words(error: Error, look: Look) -> str:
    """What was refused and what would have been right."""
    t = look.texts.t
    said = code_sentence(error.code, error.text, look)
    details = [] if error.code.startswith(_OWN_FAULTS) else _details(error, look)
    if error.locked_us:
        details.append(t("locked {ms} ms").format(ms=round(error.locked_us / 1000)))
    shown = look.clean(" · ".join(details))
    return f"{said} ({shown})" if shown else said


def _details(error: Error, look: Look) -> list[str]:
    details = []
    if error.field:
        field = error.field
        if error.code == ErrorCode.TABLE_OPTION.value and label(field, look.texts) != field:
            field = f"{label(field, look.texts)} [{field}]"
        details.append(f"{field}: {error.value}" if error.value else field)
    if error.expected:
        option = error.code == ErrorCode.TABLE_OPTION.value
        expected = expected_of_people(error.expected) if option else error.expected
        details.append(look.texts.t("expected: {what}").format(what=expected))
    return details


def next_try(seconds: float, look: Look) -> str:
    """When a lost connection is tried again."""
    return look.texts.t("next try in {s} s").format(s=f"{seconds:.1f}".removesuffix(".0"))


def hint_sentence(note: Noted, look: Look) -> str:
    """Why a key sent nothing."""
    t = look.texts.t
    rank = look.rank(Rank.of(note.rank)) if note.rank else ""
    left = f"{-(-note.left_us // 10_000) / 100:.2f}"  # what is left of it is never nothing
    match note.hint:
        case Hint.NO_LINK:
            return t("There is no connection: nothing was sent.")
        case Hint.NOT_OPEN:
            return t("Too early: play is not open. Locked for {s} s.").format(s=left)
        case Hint.NOT_HELD:
            return t("You hold no {rank}.").format(rank=rank)
        case Hint.LATE | Hint.LATE_NOT_HELD:
            return _late_sentence(note, rank, look)
        case Hint.SSH:
            return t("You play over ssh: keys arrive late and in steps of 20 ms (F1).")
        case Hint.LOCKED:
            return t("Still locked for {s} s: nothing was sent.").format(s=left)
        case Hint.ALREADY:
            return t("Your {rank} is on its way; wait for the verdict.").format(rank=rank)
        case Hint.OUT:
            return t("You have no cards to play.")
        case Hint.SPECTATOR:
            return t("You are a spectator: take a seat on F3 to play.")
        case Hint.NOT_YOUR_TURN:
            return t("It is not your turn.")
        case Hint.NOTHING_SUCH:
            return t("Nothing can be done with that now.")
        case Hint.NOTHING_TO_TAKE:
            return t("Only the defender takes.")
        case Hint.NOTHING_TO_PASS:
            return t("You pass only where you may throw in.")
        case Hint.LEAVE_AGAIN:
            return t("F7 again: leave; the server plays on.")
        case _:
            return _place_sentence(note.hint, look)


def _place_sentence(hint: Hint, look: Look) -> str:
    """Why a key that means something elsewhere does nothing here."""
    t = look.texts.t
    return {
        Hint.NO_TABLE: t("You sit at no table: Enter joins one, F6 makes one."),
        Hint.NO_TABLES: t("No tables yet: F6 makes one."),
        Hint.NO_GAMES: t("The server has not told its games yet."),
        Hint.NO_LAST_ROUND: t("The last round can't be called now."),
        Hint.NO_OPTIONS: t("Options change between matches."),
    }.get(hint, t("This key does nothing here; the last line has those that do."))


def _late_sentence(note: Noted, rank: str, look: Look) -> str:
    """What the loser of a race is told (PA12)."""
    t = look.texts.t
    held = note.hint is Hint.LATE
    if note.behind_us is None:
        said = t("Too late: the card stays in your hand.") if held else t("You hold no {rank}.")
        return said.format(rank=rank)
    late = t("Too late by {ms} ms: the card stays in your hand.")
    said = late if held else t("Too late by {ms} ms, and you hold no {rank}.")
    return said.format(ms=milliseconds(note.behind_us), rank=rank)
