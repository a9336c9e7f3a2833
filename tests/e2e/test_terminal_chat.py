"""`parley chat` in a real pseudo-terminal."""

import signal
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, Final

import pytest

from assistant.home import Home
from tests.helpers.keyboards import CTRL_C, CTRL_D, ENTER, ESCAPE, TAB, UP
from tests.helpers.messages_server import MessagesServer
from tests.helpers.terminals import Console, console

READY: Final = "You are talking to"

QUESTION: dict[str, Any] = {
    "questions": [
        {
            "question": "Which database should we use?",
            "header": "Database",
            "multiSelect": False,
            "options": [
                {"label": "PostgreSQL", "description": "Relational"},
                {"label": "SQLite", "description": "A file"},
            ],
        }
    ]
}


@contextmanager
def chat(home: Home, server: MessagesServer, *arguments: str) -> Generator[Console]:
    """Converse in a terminal, with the scripted model."""
    with console(
        ["chat", "--home", str(home.root), *arguments],
        environment={
            "ANTHROPIC_API_KEY": "secret",
            "PARLEY_LLM__PROFILE": "anthropic",
            "PARLEY_LLM__BASE_URL": server.url,
            "PARLEY_UI__LANGUAGE": "en",
        },
    ) as shown:
        shown.until_shown(READY)
        shown.until(lambda: shown.lines()[-1] == ">")
        yield shown


def say(shown: Console, words: str) -> None:
    """Type words and send them."""
    shown.press(words, ENTER)


def until_prompt(shown: Console) -> None:
    """Wait until the next message may be typed."""
    shown.until(lambda: shown.lines()[-1] == ">")


def leave(shown: Console) -> None:
    """Leave, and look at what that leaves."""
    until_prompt(shown)
    shown.press(CTRL_D)
    assert shown.ended() == 0
    assert shown.is_sane()


def test_a_reply_is_markdown_that_streams(home: Home, server: MessagesServer) -> None:
    reply = server.reply("# Plan\n\nUse **SQLite** for ").stall().text("now.\n\n- small\n- fast\n")
    with chat(home, server) as shown:
        say(shown, "What shall I use?")
        shown.until_shown("Use SQLite for")
        assert "now." not in shown.text()
        reply.release()
        shown.until_shown("• fast")
        text = shown.text()
        assert "**" not in text
        assert text.count("Use SQLite for") == 1
        leave(shown)


def test_ctrl_c_stops_the_reply_and_the_conversation_goes_on(
    home: Home, server: MessagesServer
) -> None:
    server.reply("One two three ").stall()
    server.reply("Of course.")
    with chat(home, server) as shown:
        say(shown, "Count")
        shown.until_shown("One two three")
        shown.press(CTRL_C)
        shown.until_shown("Stopped.")
        until_prompt(shown)
        say(shown, "Go on?")
        shown.until_shown("Of course.")
        leave(shown)
    assert len(server.requests) == 2


def test_ctrl_c_twice_at_the_prompt_leaves(home: Home, server: MessagesServer) -> None:
    with chat(home, server) as shown:
        shown.press(CTRL_C)
        shown.until_shown("Press Ctrl-C again")
        shown.press(CTRL_C)
        assert shown.ended() == 0
        assert shown.is_sane()


def test_a_question_is_answered_in_place(home: Home, server: MessagesServer) -> None:
    server.tool_use("ask_user_question", QUESTION, text_before="Let me ask. ")
    server.reply("SQLite it is.")
    with chat(home, server) as shown:
        say(shown, "Set up a database")
        shown.answer("╭─ Database ─╮", "2")
        shown.until_shown("SQLite it is.")
        until_prompt(shown)
        text = shown.text()
        assert "╭" not in text
        assert "✔ Database: SQLite" in text
        assert "Carrying out: SQLite..." in text
        assert text.index("Let me ask.") < text.index("✔ Database") < text.index("SQLite it is.")
        leave(shown)


def test_a_question_that_is_cancelled_goes_away(home: Home, server: MessagesServer) -> None:
    server.tool_use("ask_user_question", QUESTION)
    server.reply("As you like.")
    with chat(home, server) as shown:
        say(shown, "Set up a database")
        shown.answer("╭─ Database ─╮", ESCAPE)
        shown.until_shown("As you like.")
        assert "Cancelled." in shown.text()
        assert "╭" not in shown.text()
        leave(shown)


def test_commands_are_completed_and_carried_out(home: Home, server: MessagesServer) -> None:
    with chat(home, server) as shown:
        shown.press("/hel")
        shown.until_shown("list these commands")
        shown.press(TAB, ENTER)
        shown.until_shown("/remember")
        until_prompt(shown)
        say(shown, "/nwe")
        shown.until_shown("There is no command /nwe.")
        until_prompt(shown)
        say(shown, "/quit")
        assert shown.ended() == 0
        assert shown.is_sane()
    assert server.requests == []


def test_what_was_said_before_comes_back_with_the_arrow(home: Home, server: MessagesServer) -> None:
    server.reply("First.")
    server.reply("Second.")
    with chat(home, server) as shown:
        say(shown, "Repeat after me")
        shown.until_shown("First.")
        until_prompt(shown)
        shown.press(UP)
        shown.until(lambda: shown.lines()[-1] == "> Repeat after me")
        shown.press(ENTER)
        shown.until_shown("Second.")
        leave(shown)


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGHUP])
def test_the_terminal_is_sane_when_the_system_ends_it(
    ending: signal.Signals, home: Home, server: MessagesServer
) -> None:
    server.tool_use("ask_user_question", QUESTION)
    with chat(home, server) as shown:
        say(shown, "Set up a database")
        shown.until_shown("╭─ Database ─╮")
        shown.program.send_signal(ending)
        shown.ended()
        assert shown.is_sane()


def test_a_question_left_open_comes_back(home: Home, server: MessagesServer) -> None:
    server.tool_use("ask_user_question", QUESTION)
    with chat(home, server) as shown:
        say(shown, "Set up a database")
        shown.answer("╭─ Database ─╮", CTRL_D)
        assert shown.ended() == 0
        assert shown.is_sane()
    server.reply("SQLite it is.")
    with console(
        ["chat", "--home", str(home.root)],
        environment={
            "ANTHROPIC_API_KEY": "secret",
            "PARLEY_LLM__PROFILE": "anthropic",
            "PARLEY_LLM__BASE_URL": server.url,
            "PARLEY_UI__LANGUAGE": "en",
        },
    ) as shown:
        shown.answer("╭─ Database ─╮", "2")
        shown.until_shown("SQLite it is.")
        leave(shown)
