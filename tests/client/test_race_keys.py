"""What keys mean, and what a rank key does in a race."""

from __future__ import annotations

from dataclasses import replace

from cardclient import keys
from cardclient.keys import Do
from cardclient.model import linked, locked, painted
from cardclient.receiving import show
from cardclient.records import Hint, LinkState
from cardprotocol.cards import Card, Rank
from cardprotocol.games.perekur import Lay
from cardprotocol.messages import to_server as s
from tests.support.client_keys import after, hint, open_race, start
from tests.support.client_story import NONCE, at_table, dealt, in_race, raced, reveal

# the table of keys


def test_every_key_of_the_issue_means_its_rank() -> None:
    expected = {
        **{str(n): Rank(n) for n in range(2, 10)},
        **dict.fromkeys("01", Rank.TEN),
        **dict.fromkeys("jJоОвВ", Rank.JACK),
        **dict.fromkeys("qQйЙдД", Rank.QUEEN),
        **dict.fromkeys("kKлЛкК", Rank.KING),
        **dict.fromkeys("aAфФтТ", Rank.ACE),
    }
    assert expected == keys.RANK_KEYS


def test_letters_mean_ranks_and_nothing_else() -> None:
    others = {**keys.GAME_KEYS, **keys.COMMON_KEYS, **keys.LOBBY_KEYS, **keys.TABLE_PANEL_KEYS}
    assert not [key for key in others if len(key) == 1 and key.isalnum()]


def test_no_key_starts_another() -> None:
    everything = {*keys.RANK_KEYS, *keys.GAME_KEYS, *keys.COMMON_KEYS}
    assert "escape" not in everything
    assert all(len(key) == 1 or key[0] in "cfluрdr" for key in everything)


# a race


def test_a_rank_key_claims_with_its_own_stamps() -> None:
    result = after(start(open_race()), "2", at_us=388_000)
    assert result.send == (
        s.Claim(
            race=5,
            nonce=NONCE,
            action=Lay(card=Card("2S")),
            shown_us=1_000,
            pressed_us=388_000,
        ),
    )


def test_of_two_cards_of_a_rank_the_first_suit_goes() -> None:
    result = after(start(open_race()), "3")
    (claim,) = result.send
    assert isinstance(claim, s.Claim)
    assert claim.action == Lay(card=Card("3H"))


def test_a_second_press_in_the_same_race_sends_nothing() -> None:
    result = after(start(open_race()), "2", "3")
    assert len(result.send) == 1
    assert hint(result) is Hint.ALREADY


def test_a_rank_not_in_hand_sends_nothing_and_says_so() -> None:
    result = after(start(open_race()), "5")
    assert result.send == ()
    assert hint(result) is Hint.NOT_HELD


def test_a_wrong_rank_that_is_held_is_sent_and_costs_what_the_rules_say() -> None:
    assert len(after(start(open_race()), "7").send) == 1


def test_a_key_before_the_race_is_open_locks_as_long_as_a_false_start() -> None:
    looking = show(at_table(), reveal(dealt()), 0)
    result = after(start(looking), "2", at_us=10_000)
    assert result.send == ()
    assert hint(result) is Hint.NOT_OPEN
    assert result.model.locked_us(0, 10_000) == 250_000


def test_without_a_connection_a_key_locks_nothing_and_says_why() -> None:
    result = after(start(linked(open_race(), LinkState.LOST)), "2")
    assert result.send == ()
    assert hint(result) is Hint.NO_LINK
    assert not result.model.locked_us(0, 400_000)


def test_hammering_before_the_race_does_not_help() -> None:
    result = after(start(show(at_table(), reveal(dealt()), 0)), "2", at_us=900_000)
    opened = painted(show(result.model, reveal(race=1), 1_000_000), 1_000_000)
    result = replace(result, model=opened)
    still = after(result, "2", at_us=1_149_000)
    assert still.send == ()
    assert hint(still) is Hint.LOCKED
    assert len(after(result, "2", at_us=1_150_000).send) == 1


def test_a_race_not_yet_painted_can_not_be_claimed() -> None:
    assert after(start(in_race()), "2").send == ()


def test_a_locked_seat_sends_nothing_until_the_lock_is_over() -> None:
    model = locked(open_race(), 0, 500_000)
    assert after(start(model), "2", at_us=499_999).send == ()
    assert len(after(start(model), "2", at_us=500_000).send) == 1


def test_a_spectator_and_a_finished_player_are_told_why_nothing_happens() -> None:
    spectating = replace(open_race(), seat=None)
    assert hint(after(start(spectating), "2")) is Hint.SPECTATOR
    finished = show(raced(1), reveal(dealt(()), race=9), 0)
    finished = replace(finished, seat=5)
    assert hint(after(start(finished), "2")) is Hint.OUT


def test_every_meaning_of_a_key_is_used_by_some_screen() -> None:
    bound = {
        *keys.GAME_KEYS.values(),
        *keys.COMMON_KEYS.values(),
        *keys.LOBBY_KEYS.values(),
        *keys.TABLE_PANEL_KEYS.values(),
    }
    assert bound == set(Do)
