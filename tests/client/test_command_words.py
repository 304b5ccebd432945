"""Help, errors and exit words of the commands, in the language of the terminal they appear on."""

from __future__ import annotations

import os

import click
import pytest
from click.testing import CliRunner

from cardclient import __main__ as cardclient
from cardclient import bot_command
from cardclient.command_line import exit_code
from cardclient.problems import CannotConnect, Refused
from cardclient.reconnect import refused
from cardclient.texts import Texts, Words, in_words_of
from cardprotocol.errors import ErrorCode
from cardprotocol.messages.to_client import Closing, Error
from tests.support.catalogue import LANGUAGES

COMMANDS = {"cardclient": cardclient.main, "cardbot": bot_command.main}
NOBODY = "127.0.0.1:9"  # the discard port: nothing listens there
_CLICKS_OWN = ("help", "version")


def asked(command: str, *arguments: str, language: str = "uk") -> str:
    """What a command prints in a terminal of `language`, with single blanks."""
    environment = {
        "PEREKUR_CONFIG": os.devnull,
        "LANGUAGE": "",
        "LC_ALL": "",
        "LANG": f"{language}.UTF-8",
    }
    done = CliRunner().invoke(COMMANDS[command], list(arguments), env=environment)
    return " ".join(done.output.split())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_is_in_every_language_option_by_option(command: str, language: str) -> None:
    shown, texts = asked(command, "--help", language=language), Texts((language,))
    helps = [
        each.help
        for each in COMMANDS[command].params
        if isinstance(each, click.Option) and each.help and each.name not in _CLICKS_OWN
    ]
    assert helps
    for text in helps:
        assert texts.t(text) != text
        assert " ".join(texts.t(text).split()) in shown
    page = COMMANDS[command].help
    assert isinstance(page, Words)
    for paragraph in page.values.values():
        assert isinstance(paragraph, Words)
        said = in_words_of(texts, paragraph)
        assert said != paragraph
        assert " ".join(said.replace("\b", "").split()) in shown


def test_the_help_is_english_where_nothing_else_is_asked_for() -> None:
    assert "Your name. [default: your login name]" in asked("cardclient", "--help", language="C")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "який сервер?"),
        (["localhost", "--watch"], "за яким столом?"),
        (["localhost:0"], "не називає сервера"),
        (["localhost", "--option", "deck"], "це не NAME=VALUE"),
        (["--practice", "localhost"], "має власний сервер"),
        (["--practice", "--variant", "simple"], "додайте --game durak"),
        (["--practice", "--bots", "1"], "потрібно більше гравців"),
        (["localhost", "--name", ""], "від 1 до 16 видимих символів"),
        ([NOBODY], f"не вдалося з'єднатися з {NOBODY}: у з'єднанні відмовлено"),
    ],
)
def test_mistakes_are_said_in_the_language_of_the_terminal(arguments: list[str], said: str) -> None:
    assert said in asked("cardclient", *arguments)


def test_a_sentence_remembers_how_it_was_made() -> None:
    why = Words("connection refused")
    error = CannotConnect(Words("cannot connect to {address}: {why}", address="{x}", why=why))
    assert str(error) == "cannot connect to {x}: connection refused"
    assert in_words_of(Texts(("ru",)), error.reason) == (
        "не удалось соединиться с {x}: в соединении отказано"
    )
    assert in_words_of(Texts(("ru",)), "as it is") == "as it is"


def test_a_refusal_is_said_by_its_code_and_an_unknown_one_in_the_servers_words() -> None:
    russian = Texts(("ru",))
    full = refused(Closing(code="server/stopping", text="no", expected="later"))
    assert in_words_of(russian, full.reason) == russian.t(ErrorCode("server/stopping").sentence)
    assert in_words_of(russian, Refused("new/code", "never heard").reason) == "never heard"
    told = refused(Error(code="table/option", text="no", field="deck", value="40", expected="36"))
    assert (told.field, told.value, str(told)) == ("deck", "40", "no deck='40' (expected: 36)")


def test_a_refused_option_is_told_as_the_game_tells_it(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit), exit_code("cardbot"):
        raise Refused("table/option", "no", "36 / 52", field="deck", value="40")
    assert "cards in the deck [deck]: 40" in capsys.readouterr().err
