"""Settings: the user's file, names, table options as typed."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from cardclient.settings import default_names, option_of, read_config
from cardprotocol.text import name_of


def test_a_file_says_what_it_says_and_no_file_says_nothing(tmp_path: Path) -> None:
    path = tmp_path / "client.toml"
    assert read_config(path) == {}
    path.write_text('name = "Олена"\nascii = true\n', encoding="utf-8")
    assert read_config(path) == {"name": "Олена", "ascii": True}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nmae = 'x'", "no setting is called 'nmae'; there are: server, name, suits"),
        ("ascii = 'yes'", "ascii must be true or false"),
        ("name = 5", "name must be a text in quotes"),
        ("name =", "Invalid value"),
    ],
)
def test_a_mistake_in_the_file_is_one_sentence_with_its_path(
    tmp_path: Path, text: str, said: str
) -> None:
    path = tmp_path / "client.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"client\.toml") as caught:
        read_config(path)
    assert said in str(caught.value)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "client.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ValueError, match=r"client\.toml"):
        read_config(path)


@pytest.mark.parametrize(
    ("login", "first", "second"),
    [
        ("olena", "olena", "olena2"),
        ("a-login-name-that-is-long", "a-login-name-tha", "a-login-name-2"),
        ("", "player", "player2"),
        ("\x1b]0;boo", "player", "player2"),
    ],
)
def test_names_come_from_the_login_and_are_always_valid(
    monkeypatch: pytest.MonkeyPatch, login: str, first: str, second: str
) -> None:
    monkeypatch.setattr("getpass.getuser", lambda: login)
    names = list(itertools.islice(default_names(), 3))
    assert names[:2] == [first, second]
    assert [name_of(name) for name in names] == names


def test_a_user_without_a_name_is_a_player(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown() -> str:
        raise OSError("no entry for this user")

    monkeypatch.setattr("getpass.getuser", unknown)
    assert next(default_names()) == "player"


def test_options_are_name_equals_value() -> None:
    assert option_of("deck=52") == ("deck", "52")
    assert option_of("a=b=c") == ("a", "b=c")
    for text in ("deck", "=5", "deck=", ""):
        with pytest.raises(ValueError, match="NAME=VALUE"):
            option_of(text)
