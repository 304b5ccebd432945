"""A race's evidence in full, said: every figure that came with a verdict.

What lives here: the figures of one claim, how sure a verdict is, a whole race as lines of text.
What must not: the short form of a verdict (verdict_words.py), layout (screen/evidence.py).
"""

from __future__ import annotations

from collections.abc import Callable

from cardclient.certainty import (
    Certainty,
    certainty,
    clock_error_us,
    clocks_error_us,
    doubted,
)
from cardclient.model import Model
from cardclient.past_races import told
from cardclient.records import JudgedRace
from cardclient.theme import Look
from cardclient.verdict_words import (
    belief_words,
    closing_words,
    late_words,
    lock_words,
    ordered,
    result_words,
)
from cardclient.who import Who, milliseconds
from cardprotocol.messages.parts import ClaimEvidence, Verdict


def sureness_words(verdict: Verdict, who: Who) -> str:
    """How sure the order is; "" where nobody had to be told apart."""
    t = who.look.texts.t
    error_us = clocks_error_us(verdict)
    error = "?" if error_us is None else milliseconds(error_us)
    match certainty(verdict):
        case Certainty.UNRIVALLED:
            return ""
        case Certainty.LOT:
            return t("Too close to be sure: within 1 ms a lot decides.")
        case Certainty.DOUBTED:
            claim = doubted(verdict)
            if claim is None:
                return t("Too close to be sure.")
            said = t("Too close to be sure: {who} reported {ms} ms, which could not be checked.")
            return said.format(who=who.name(claim.seat), ms=milliseconds(claim.reaction_us))
        case Certainty.OWN_CLOCKS:
            said = t("Too close to be sure by the server's clock ({error}): own clocks decided.")
        case Certainty.CLEAR:
            said = t("The margin is beyond the clocks' error ({error}).")
    return said.format(error=who.look.ms(about(who.look, error)))


def about(look: Look, number: str) -> str:
    """An error with its sign, for example ``±0.3``."""
    return f"+-{number}" if look.ascii else f"±{number}"


def exact(span_us: int) -> str:
    """A span with one decimal however long it is, for columns that are compared."""
    return f"{span_us / 1000:.1f}"


def clock_words(
    claim: ClaimEvidence, look: Look, unit: Callable[[str], str] = lambda number: number
) -> str:
    """The error of the server's idea of a claimant's clock; `unit` adds one."""
    error_us = clock_error_us(claim)
    if claim.drawn:
        return "-"
    return "?" if error_us is None else unit(about(look, exact(error_us)))


def claim_line(claim: ClaimEvidence, verdict: Verdict, who: Who) -> str:
    """Everything about one claim in one line."""
    look, t = who.look, who.look.texts.t
    said = t(
        "{who}: {result}; reaction {reaction} ms, judged {judged} ms ({belief}), shown {late} ms"
        " and arrived {arrived} ms after the show time, credit {credit} of {allowed} ms,"
        " clock {clock}"
    )
    return said.format(
        who=who.name(claim.seat),
        result=result_words(claim, verdict, who),
        reaction=exact(claim.reaction_us),
        judged=exact(claim.judged_us),
        belief=belief_words(claim, look),
        late=exact(claim.late_us),
        arrived=exact(claim.arrived_us),
        credit=exact(max(0, claim.credit_us)),
        allowed=exact(claim.allowed_us),
        clock=clock_words(claim, look, look.ms),
    )


def race_heading(race: JudgedRace, look: Look) -> list[str]:
    """Which race and how close it was: parts of one line."""
    verdict, t = race.verdict, look.texts.t
    parts = [t("race {n}").format(n=verdict.race)]
    if race.wanted:
        parts.append(t("wanted {rank}").format(rank=look.rank(race.wanted)))
    if verdict.margin_us is not None:
        parts.append(t("margin {ms} ms").format(ms=milliseconds(verdict.margin_us)))
    if not certainty(verdict).sure:
        parts.append(t("not sure"))
    return parts


def race_lines(race: JudgedRace, who: Who) -> list[str]:
    """A race's evidence in full, a claim a line."""
    verdict, t = race.verdict, who.look.texts.t
    made = [", ".join([*race_heading(race, who.look), closing_words(verdict, who.look)])]
    made += [claim_line(claim, verdict, who) for claim in ordered(verdict)]
    if race.late is not None and who.seat is not None:
        said = t("{who}: {result}; reaction {ms} ms by your own clock, after the close, not judged")
        reaction, result = exact(race.late.reaction_us), late_words(race.late, who.look)
        made.append(said.format(who=who.name(who.seat), result=result, ms=reaction))
    made += [lock_words(lock, who) for lock in verdict.locks]
    sure = sureness_words(verdict, who)
    return [*made, sure] if sure else made


def no_race_words(model: Model, look: Look) -> str:
    """That there is no race to show, as far as this client knows."""
    if model.record.races_missed:
        return look.texts.t("No race has been judged since you came.")
    return look.texts.t("No race has been judged in this match yet.")


def evidence_lines(model: Model, look: Look, most: int) -> list[str]:
    """The last `most` races in full, the oldest of them first."""
    who = Who(look, model.names, model.seat)
    newest = told(model.races)[:most]
    if not newest:
        return [no_race_words(model, look)]
    return [line for race in reversed(newest) for line in race_lines(race, who)]
