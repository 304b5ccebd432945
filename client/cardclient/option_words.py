"""Every table option named, explained in a sentence, and its values in words.

What lives here: texts by the option's name on the wire. What must not: which
options a game has (the server says); an unknown one is shown by its name.
"""

from __future__ import annotations

from cardclient.texts import Texts
from cardprotocol.fields import OptionValue
from cardprotocol.messages.parts import OptionSpec
from cardprotocol.switches import switch_word


def label(name: str, texts: Texts) -> str:
    """An option's short name for people, in at most 23 cells; its own for one not known here."""
    known = {**_common_labels(texts), **_perekur_labels(texts), **_durak_labels(texts)}
    return known.get(name) or name.replace("_", " ")


def explained(name: str, texts: Texts) -> str:
    """What an option does; "" for one this client does not know."""
    return {**_common(texts), **_perekur(texts), **_durak(texts)}.get(name, "")


def value_words(name: str, value: OptionValue, texts: Texts) -> str:
    """The value of the option `name` as people read it."""
    if isinstance(value, bool):
        return texts.tp("option", "on") if value else texts.tp("option", "off")
    known = {**_common_choices(texts), **_durak_choices(texts)}.get(name, {})
    return known.get(str(value)) or str(value).replace("_", " ")


def range_words(spec: OptionSpec, texts: Texts) -> str:
    """What an option may be."""
    if spec.choices:
        return " / ".join(value_words(spec.name, choice, texts) for choice in spec.choices)
    if spec.least is not None and spec.most is not None:
        return texts.t("{least} to {most}").format(least=spec.least, most=spec.most)
    return " / ".join((texts.tp("option", "on"), texts.tp("option", "off")))


def typed(name: str, value: OptionValue) -> str:
    """An option as it is typed: ``hints=on``."""
    return f"{name}={switch_word(value) if isinstance(value, bool) else value}"


def _common_labels(texts: Texts) -> dict[str, str]:
    t = texts.t
    return {
        "absent": t("when a player is gone"),
        "absent_seconds": t("gone after (s)"),
        "watchers_see_hands": t("spectators see hands"),
        "watchers_delay_seconds": t("spectators' delay (s)"),
        "bots_race": t("how bots race"),
        "bot_level": t("bots' level"),
        "misplay_lock_ms": t("lock for a fault (ms)"),
    }


def _perekur_labels(texts: Texts) -> dict[str, str]:
    t = texts.t
    return {
        "collect": t("collected when stuck"),
        "stall_seconds": t("server lays after (s)"),
        "dealer": t("who deals"),
        "max_redeals": t("most redeals"),
        "look_seconds": t("time to look (s)"),
        "hints": t("light up cards"),
    }


def _durak_labels(texts: Texts) -> dict[str, str]:
    t = texts.t
    return {
        "mode": t("variant"),
        "deck": t("cards in the deck"),
        "first_move": t("first attack"),
        "draw_order": t("drawing up"),
        "throw_after_take": t("throw in after a take"),
        "attack_cap": t("most attacking cards"),
        "first_discard_five": t("five till first discard"),
        "multi_lead": t("open with several"),
        "throwers": t("who throws in"),
        "throw_order": t("order of throwing in"),
        "both_out": t("last two run out"),
        "no_trump_start": t("if nobody has trumps"),
        "show_lowest_trump": t("show the lowest trump"),
        "show_trump_transfer": t("transfer by showing"),
        "no_first_transfer": t("no transfer at first"),
        "turn_seconds": t("time for a turn (s)"),
    }


def _common_choices(texts: Texts) -> dict[str, dict[str, str]]:
    """Words for the choices of every game's options and of Perekur's, by option."""
    t = texts.t
    return {
        "absent": {"autoplay": t("the server plays"), "stop_game": t("the match stops")},
        "bots_race": {"humanlike": t("like people"), "raw": t("flat out"), "none": t("no bots")},
        "bot_level": {"easy": t("easy"), "normal": t("normal"), "hard": t("hard")},
        "collect": {"all": t("hands and pile"), "pile": t("the pile alone")},
        "dealer": {"lot": t("by lot"), "loser": t("the loser")},
    }


def _durak_choices(texts: Texts) -> dict[str, dict[str, str]]:
    t = texts.t
    return {
        "mode": {"throw_in": t("throw-in"), "transfer": t("transfer"), "simple": t("simple")},
        "first_move": {"under": t("under the fool"), "from_under": t("from under the fool")},
        "draw_order": {"clockwise": t("clockwise"), "defender_last": t("defender last")},
        "attack_cap": {"hand": t("the defender's hand")},
        "throwers": {
            "all": t("everybody"),
            "neighbours": t("neighbours"),
            "opener": t("the opener"),
        },
        "throw_order": {"turn": t("in turn"), "free": t("freely")},
        "both_out": {"draw": t("a draw"), "defender": t("the defender loses")},
        "no_trump_start": {"lowest": t("lowest card"), "lot": t("by lot")},
    }


def _common(texts: Texts) -> dict[str, str]:
    t = texts.t
    return {
        "absent": t("When a player is gone: the server plays for the seat, or the match stops."),
        "absent_seconds": t("After how many seconds a disconnected player counts as gone."),
        "watchers_see_hands": t("Spectators see all hands, after the delay below."),
        "watchers_delay_seconds": t("How many seconds spectators lag behind."),
        "bots_race": t(
            "How bots race: at human reaction times, as fast as they can, or not at all."
        ),
        "bot_level": t("Median reaction of human-like bots: easy 650, normal 450, hard 330 ms."),
        "misplay_lock_ms": t(
            "How long a wrong or early card locks its player, in thousandths of a second."
        ),
    }


def _perekur(texts: Texts) -> dict[str, str]:
    t = texts.t
    return {
        "collect": t(
            "Stuck pile: the last player to lay collects all hands and the pile and leaves,"
            " or deals out the pile alone and keeps the hand: far longer matches."
        ),
        "stall_seconds": t("If nobody lays for so many seconds, the server lays. 0: never."),
        "dealer": t("Who deals a match: by lot, or the loser of the last one."),
        "max_redeals": t("The match ends after so many redeals. 0: no limit."),
        "look_seconds": t("Seconds to look at fresh cards before laying opens."),
        "hints": t("Light up the cards that may be laid, for everybody."),
    }


def _durak(texts: Texts) -> dict[str, str]:
    t = texts.t
    return {
        "mode": t(
            "Throw-in: others add cards of ranks on the table. Transfer: the defender may pass"
            " the attack on as well. Simple: one card against one."
        ),
        "deck": t("36 cards (six to ace) or 52 (two to ace)."),
        "first_move": t(
            "Who attacks first after a match: the player on the fool's right (under the fool),"
            " or the one on the left (from under)."
        ),
        "draw_order": t("Drawing up: clockwise from the attacker, or the defender last."),
        "throw_after_take": t('Cards may still be thrown in after "I take".'),
        "attack_cap": t("Most attacking cards in a bout: six, or as many as the defender holds."),
        "first_discard_five": t("At most five attacking cards until the first are discarded."),
        "multi_lead": t("An attack may open with several cards of one rank."),
        "throwers": t("Who may throw in: all, the defender's neighbours, or the opener alone."),
        "throw_order": t("Throw in in turn from the opener, or freely, whoever is first."),
        "both_out": t("If the last two run out together: a draw, or the defender is the fool."),
        "no_trump_start": t("If nobody holds a trump: the lowest card begins, or a lot decides."),
        "show_lowest_trump": t("The first attacker's lowest trump is shown to all."),
        "show_trump_transfer": t(
            "The trump of the attacking rank may be shown, and kept, to pass the attack on."
        ),
        "no_first_transfer": t("No transfer in the first bout."),
        "turn_seconds": t(
            "Seconds to think in each turn; then the mildest act is made. 0: no limit."
        ),
    }
