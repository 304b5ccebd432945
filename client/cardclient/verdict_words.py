"""A verdict, said so that a player can argue with it.

What lives here: who was first by how much, who was late, who was locked, and
the evidence in words for F2. What must not: layout, judging.
"""

from __future__ import annotations

from cardclient.certainty import STAMPS_US, Certainty, certainty, unbelieved_us
from cardclient.records import JudgedRace, OwnLate
from cardclient.refusal_words import code_sentence
from cardclient.texts import Texts
from cardclient.theme import Look
from cardclient.who import Who, milliseconds
from cardprotocol.errors import ErrorCode
from cardprotocol.messages.parts import ClaimEvidence, ClosedBy, Lock, Verdict


def verdict_sentence(judged: JudgedRace, who: Who) -> str:
    """The whole verdict in one line, for the log of the line mode."""
    verdict, t = judged.verdict, who.look.texts.t
    parts = [lock_words(lock, who) for lock in verdict.locks]
    for claim in ordered(verdict):
        parts.append(
            t("{who} {ms} ms, {result}").format(
                who=who.name(claim.seat),
                ms=milliseconds(claim.judged_us),
                result=result_words(claim, verdict, who),
            )
        )
    if judged.late is not None and who.seat is not None:
        said = t("{who} {ms} ms, {result} (after the close, not judged)")
        ms = milliseconds(judged.late.reaction_us)
        result = late_words(judged.late, who.look)
        parts.append(said.format(who=who.name(who.seat), ms=ms, result=result))
    if not verdict.claims:
        laid = t("the server laid for {who}").format(who=who.name(verdict.winner))
        parts.append(t("the server laid for you") if verdict.winner == who.seat else laid)
    if certainty(verdict) is Certainty.DOUBTED:
        parts.append(t("too close to be sure"))
    return t("race {number}: {parts}").format(number=verdict.race, parts="; ".join(parts) or "-")


def ordered(verdict: Verdict) -> list[ClaimEvidence]:
    """The judged claims, the winner first, then by judged time."""
    return sorted(verdict.claims, key=lambda c: (c.seat != verdict.winner, c.judged_us))


def result_words(claim: ClaimEvidence, verdict: Verdict, who: Who) -> str:
    """First by, late by, drawn by lot, or nobody else was judged."""
    t = who.look.texts.t
    if claim.seat == verdict.winner:
        if verdict.margin_us is None:
            return t("only one in time")
        if claim.lot:
            return t("first by lot")
        return t("first by {ms} ms").format(ms=milliseconds(verdict.margin_us))
    if claim.lot:
        return t("lost the lot")
    return t("late by {ms} ms").format(ms=milliseconds(claim.behind_us))


def late_words(late: OwnLate, look: Look) -> str:
    """Late by how much, by one's own clock."""
    if late.behind_us is None:
        return look.texts.t("too late")
    return look.texts.t("late by {ms} ms").format(ms=milliseconds(late.behind_us))


def lock_words(lock: Lock, who: Who) -> str:
    """A fault with what it cost: to whoever erred as it was refused, to others about it."""
    if lock.seat == who.seat:
        fault = code_sentence(lock.code, "", who.look).rstrip(".")
    else:
        fault = _fault_words(lock.code, who.look.texts).format(who=who.name(lock.seat))
    said = who.look.texts.t("{fault} (locked {ms} ms)")
    return said.format(fault=fault, ms=round(lock.locked_us / 1000))


def _fault_words(code: str, texts: Texts) -> str:
    """What another player did wrong; the codes are those that lock."""
    t = texts.t
    known = {
        ErrorCode.CLAIM_FALSE_START.value: t("{who}: false start"),
        ErrorCode.CLAIM_NO_RACE.value: t("{who} pressed before there was a race"),
        ErrorCode.RULES_NOT_OPEN.value: t("{who} pressed before play was open"),
        ErrorCode.RULES_NOT_HELD.value: t("{who} pressed a card not in hand"),
        ErrorCode.RULES_WRONG_RANK.value: t("{who} pressed a rank not wanted"),
        ErrorCode.RULES_BARRED.value: t("{who} laid last and must wait"),
    }
    return known.get(code) or t("{who} made a mistake")


def belief_words(claim: ClaimEvidence, look: Look) -> str:
    """How far the judge believed the player's own clock."""
    t = look.texts.t
    if claim.drawn:
        return t("drawn by the server")
    over_us = unbelieved_us(claim)
    if over_us <= STAMPS_US:
        return t("believed in full")
    return t("{ms} ms not believed: no credit").format(ms=milliseconds(over_us))


def closing_words(verdict: Verdict, look: Look) -> str:
    """Why the race closed when it did."""
    t, waited = look.texts.t, milliseconds(verdict.waited_us)
    match verdict.closed_by:
        case ClosedBy.PROOF:
            return t("closed by proof in {ms} ms").format(ms=waited)
        case ClosedBy.BOUND:
            return t("closed in {ms} ms: nobody could win any more").format(ms=waited)
        case ClosedBy.CAP:
            return t("closed after the longest wait, {ms} ms").format(ms=waited)
        case ClosedBy.SERVER:
            return t("laid by the server")
        case other:
            return look.clean(other)
