"""What happened, said in one line of the player's language.

What lives here: an entry of the log to a sentence. What must not: layout. The
games' own events are said in perekur_words.py and durak_words.py, verdicts in
verdict_words.py, refusals in refusal_words.py.
"""

from __future__ import annotations

from typing import Final

from cardclient.asked import unlike_sentence
from cardclient.durak_words import durak_sentence
from cardclient.option_words import label, value_words
from cardclient.perekur_words import perekur_sentence
from cardclient.records import Entry, JudgedRace, Logged, MatchBegan, Noted, OptionsChanged, Unlike
from cardclient.refusal_words import code_sentence, hint_sentence, refusal_sentence
from cardclient.theme import Look
from cardclient.verdict_words import verdict_sentence
from cardclient.who import Who
from cardprotocol.games import common
from cardprotocol.games.common import ActedBy, Outcome
from cardprotocol.messages.to_client import Closing, Error, Said

# The client's one list of its games' words (with games.py, plays.py and screen/games.py).
_SENTENCES: Final = (perekur_sentence, durak_sentence)


def sentence(line: Logged, look: Look) -> str:
    """`line` as one sentence, safe for the terminal."""
    return said(line.what, Who(look, line.names, line.seat))


def said(what: Entry, who: Who) -> str:
    """`what` as one sentence."""
    look, t = who.look, who.look.texts.t
    match what:
        case Said():
            return f"{look.clean(what.name)}: {look.clean(what.text)}"
        case Error():
            return refusal_sentence(what, look)
        case Closing():
            reason = code_sentence(what.code, what.text, look)
            return t("The server closes the connection: {why}").format(why=reason)
        case Noted():
            return hint_sentence(what, look)
        case Unlike():
            return unlike_sentence(what, look)
        case OptionsChanged():
            return _changed(what, look)
        case MatchBegan():
            return t("match {id} begins").format(id=look.clean(what.match_id))
        case JudgedRace():
            return verdict_sentence(what, who)
        case common.MatchEnded():
            return outcome_sentence(what.outcome, who)
        case common.TimeRanOut():
            return _played_for(what, who)
        case common.WentOut():
            return t("{who}: out and safe, place {n}").format(who=who.name(what.seat), n=what.place)
        case _:
            return next(filter(None, (words(what, who) for words in _SENTENCES)), "")


def _changed(what: OptionsChanged, look: Look) -> str:
    texts = look.texts
    now = [
        f"{label(name, texts)}: {value_words(name, value, texts)}" for name, value in what.options
    ]
    return texts.t("the host changed: {what}").format(what=look.clean(", ".join(now)))


def outcome_sentence(outcome: Outcome, who: Who) -> str:
    """How a match ended, in one sentence."""
    t = who.look.texts.t
    match outcome.reason:
        case "fool":
            return t("the match is over, the fool: {who}").format(who=who.all(outcome.losers))
        case "draw":
            return t("the match is over: a draw, nobody is the fool")
        case common.STOPPED:
            return t("the match was stopped and does not count")
        case reason:
            how = _lost_by(reason, who.look)
            said = t("the match is over: {loss}, {how}") if outcome.losers else "{over}: {how}"
            loss = _loss(outcome, who)
            return said.format(over=t("the match is over"), loss=loss, how=how)


def _lost_by(reason: str, look: Look) -> str:
    t = look.texts.t
    known = {
        "last_with_cards": t("the last with cards"),
        "stuck": t("stuck between two"),
        "last_round": t("most cards in the last round"),
        "gave_up": t("gave up"),
    }
    return known.get(reason) or look.clean(reason)


def _loss(outcome: Outcome, who: Who) -> str:
    """Who lost; to oneself in the second person."""
    texts, losers = who.look.texts, outcome.losers
    if tuple(losers) == (who.seat,):
        return texts.t("you lose")
    said = texts.tn("{who} loses", "{who} lose", len(losers))
    return said.format(who=who.all(losers))


def _played_for(event: common.TimeRanOut, who: Who) -> str:
    t = who.look.texts.t
    reasons: dict[str, str] = {
        ActedBy.IDLE: t("time ran out"),
        ActedBy.ABSENT: t("absent"),
        ActedBy.STALLED: t("nobody laid"),
    }
    why = reasons.get(event.why, who.look.clean(event.why))
    if event.seat == who.seat:
        return t("the server played for you: {why}").format(why=why)
    return t("the server plays for {who}: {why}").format(who=who.name(event.seat), why=why)
