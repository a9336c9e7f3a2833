"""`parley chat` in a real pseudo-terminal; most tests look at one conversation that goes on."""

import os
import signal
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, Final

import pytest

from assistant.home import Home
from tests.helpers.catalog.model_entries import CLOSED
from tests.helpers.llm.messages_server import MessagesServer
from tests.helpers.terminal.keyboard import CTRL_C, CTRL_D, CTRL_L, DOWN, ENTER, ESCAPE, TAB, UP
from tests.helpers.terminal.pseudo_terminal import Console, console

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
        yield shown


@pytest.fixture(scope="module")
def model() -> Generator[MessagesServer]:
    """The scripted model of the conversation that tests share."""
    with MessagesServer(api_key="secret") as server:
        yield server


@pytest.fixture(scope="module")
def held(
    tmp_path_factory: pytest.TempPathFactory, model: MessagesServer
) -> Generator[tuple[Console, Home]]:
    """A conversation that goes on from test to test; a program for each would take minutes."""
    home = Home(root=tmp_path_factory.mktemp("home"), models=Home.locate().models)
    with chat(home, model) as shown:
        shown.until_shown(READY)
        yield shown, home


@pytest.fixture
def shown(held: tuple[Console, Home]) -> Console:
    """The terminal, at rest and with an empty screen."""
    console, _home = held
    console.until(lambda: console.lines()[-1] == ">")
    console.press(CTRL_L)
    console.until(lambda: console.lines() == [">"])
    return console


def say(shown: Console, words: str) -> None:
    """Type words and send them."""
    shown.press(words, ENTER)


def until_done(shown: Console, *texts: str) -> None:
    """Wait for words, and until no reply is under way."""
    until_at_rest(shown, *texts)


def until_at_rest(shown: Console, *texts: str, line: str = ">") -> None:
    """Wait for words, no reply under way, and what is being typed, all at once.

    While it is drawn anew, the one or the other is not on the screen.
    """
    shown.until(
        lambda: (
            all(text in shown.text() for text in texts)
            and "Replying…" not in shown.text()
            and shown.lines()[-1] == line
        )
    )


def leave(shown: Console) -> None:
    """Leave, and look at what that leaves."""
    shown.press(CTRL_D)
    assert shown.ended() == 0
    assert shown.is_sane()


def test_a_reply_is_markdown_that_streams(shown: Console, model: MessagesServer) -> None:
    reply = model.reply("# Plan\n\nUse **SQLite** for ").stall().text("now.\n\n- small\n- fast\n")
    say(shown, "What shall I use?")
    shown.until_shown("Use SQLite for")
    assert "now." not in shown.text()
    reply.release()
    until_done(shown, "• fast")
    text = shown.text()
    assert "**" not in text
    assert text.count("Use SQLite for now.") == 1


def test_what_is_typed_during_a_reply_does_not_disturb_it_and_is_sent_after_it(
    shown: Console, model: MessagesServer
) -> None:
    reply = model.reply("A line that ").stall().text("goes on.\n")
    model.reply("Second reply.")
    say(shown, "First")
    shown.until_shown("A line that")
    say(shown, "Second")
    shown.until_shown("⏳ Second")
    say(shown, "/timers")
    shown.until_shown("No timer is set.")
    shown.press("third")
    shown.until(lambda: shown.lines()[-1] == "> third")
    reply.release()
    until_at_rest(shown, "Second reply.", line="> third")
    lines = [line for line in shown.lines() if line]
    assert lines == [
        *("> First", "> /timers", "No timer is set.", "A line that goes on."),
        *("> Second", "Second reply.", "> third"),
    ]
    shown.press(CTRL_C)  # clears the line


def test_ctrl_c_stops_the_reply_and_the_conversation_goes_on(
    shown: Console, model: MessagesServer
) -> None:
    model.reply("One two three ").stall()
    model.reply("Of course.")
    say(shown, "Count")
    shown.until_shown("One two three")
    shown.press(CTRL_C)
    until_done(shown, "Stopped.")
    say(shown, "Go on?")
    until_done(shown, "Of course.")


@pytest.mark.requirement("Q-TERM-04", "Q-TERM-17")
def test_a_question_is_answered_in_place(shown: Console, model: MessagesServer) -> None:
    model.tool_use("ask_user_question", QUESTION, text_before="Let me ask. ")
    model.reply("SQLite it is.")
    say(shown, "Set up a database")
    shown.answer("╭─ Database ─╮", "2")
    until_done(shown, "SQLite it is.")
    lines = [line for line in shown.lines() if line]
    assert lines == [
        *("> Set up a database", "Let me ask.", "✔ Database: SQLite", "Carrying out: SQLite..."),
        *("SQLite it is.", ">"),
    ]


def test_a_question_that_is_cancelled_goes_away(shown: Console, model: MessagesServer) -> None:
    model.tool_use("ask_user_question", QUESTION)
    model.reply("As you like.")
    say(shown, "Set up a database")
    shown.answer("╭─ Database ─╮", ESCAPE)
    until_done(shown, "As you like.")
    lines = [line for line in shown.lines() if line]
    assert lines == ["> Set up a database", "Cancelled.", "As you like.", ">"]


@pytest.mark.requirement("SEC-13")
def test_what_a_model_and_a_tool_say_cannot_steer_the_terminal(
    shown: Console, model: MessagesServer
) -> None:
    evil = "\x1b[2J\x1b]0;stolen\x07"
    model.tool_use("calculator", {"expression": f"1+{evil}1"}, text_before=f"On{evil}ce ")
    model.reply(f"`co{evil}de`")
    say(shown, "Calculate")
    until_done(shown, "code")
    assert "> Calculate" in shown.lines()
    assert shown.screen.title == ""


def test_the_window_may_change_its_size_during_a_reply(
    shown: Console, model: MessagesServer
) -> None:
    reply = model.reply("Before. ").stall().text("Words after it " * 5)
    say(shown, "Go")
    shown.until_shown("Before.")
    shown.resize(40, 30)
    try:
        reply.release()
        # The last words are on a line of their own, which comes last.
        shown.until(lambda: " ".join(shown.lines()).count("after it") == 5)
        until_done(shown, "Words after")
        assert max(len(line) for line in shown.lines() if "after" in line) <= 40
        assert shown.lines()[-1] == ">"
    finally:
        shown.resize(80, 30)


def test_commands_are_completed_and_carried_out(shown: Console, model: MessagesServer) -> None:
    asked = len(model.requests)
    shown.press("/hel")
    shown.until_shown("list these commands")
    shown.press(TAB, ENTER)
    until_done(shown, "/remember")
    say(shown, "/nwe")
    until_done(shown, "There is no command /nwe.")
    assert len(model.requests) == asked


def test_what_was_said_comes_back_with_the_arrow_after_a_restart_too(
    shown: Console, held: tuple[Console, Home], model: MessagesServer
) -> None:
    model.reply("First.")
    say(shown, "Repeat after me")
    until_done(shown, "First.")
    shown.press(UP)
    shown.until(lambda: shown.lines()[-1] == "> Repeat after me")
    shown.press(CTRL_C)
    shown.until(lambda: shown.lines()[-1] == ">")
    say(shown, "/quit")
    assert shown.ended() == 0
    assert shown.is_sane()
    _console, home = held
    with chat(home, model) as again:
        again.until_shown(READY)
        again.press(UP)
        again.until(lambda: again.lines()[-1] == "> Repeat after me")
        again.press(CTRL_C, CTRL_C)
        again.until_shown("Press Ctrl-C again")
        again.press(CTRL_C)
        assert again.ended() == 0
        assert again.is_sane()


NOTHING_HERE = {
    "PARLEY_LLM__PROFILE": "starter",
    "PARLEY_UI__LANGUAGE": "en",
    "PIP_CONFIG_FILE": os.devnull,
    "PIP_INDEX_URL": f"{CLOSED}/simple",
    "PIP_RETRIES": "0",
    "HTTPS_PROXY": CLOSED,
    "NO_PROXY": "",
}
"""The built-in model is to answer, and neither it nor a network is here."""


@pytest.mark.requirement("Q-PRES-31", "Q-TERM-14")
def test_who_has_no_model_is_told_how_to_get_one(home: Home) -> None:
    with console(
        ["chat", "--home", str(home.root), "--models", str(home.root / "models")],
        environment=NOTHING_HERE,
    ) as shown:
        shown.until_shown("The built-in model is not here yet: /fetch fetches it")
        say(shown, "/fetch")
        until_done(shown, "When you are online, run: parley models get")
        say(shown, "what is 12 times 12")
        until_done(shown, "144")


def test_the_better_model_is_fetched_unasked_and_decisions_do_without(home: Home) -> None:
    named = {"PARLEY_LLM__STARTER_MODEL": "qwen2.5-coder-0.5b-instruct"}  # whatever the memory
    with console(
        ["chat", "--home", str(home.root), "--models", str(home.root / "models")],
        environment=NOTHING_HERE | named,
    ) as shown:
        shown.until_shown("A better built-in model is being downloaded: Qwen2.5 Coder 0.5B")
        shown.until_shown("there is no connection.")
        say(shown, "Help me choose a weekend trip")
        shown.until_shown("What should the weekend be like?")
        shown.until_shown("Close to home")


def test_the_terminal_is_sane_when_the_system_ends_it(home: Home, server: MessagesServer) -> None:
    server.tool_use("ask_user_question", QUESTION)
    with chat(home, server) as shown:
        shown.until_shown(READY)
        say(shown, "Set up a database")
        shown.until_shown("╭─ Database ─╮")
        shown.program.send_signal(signal.SIGHUP)
        shown.ended()
        assert shown.is_sane()


def test_a_question_left_open_comes_back(home: Home, server: MessagesServer) -> None:
    server.tool_use("ask_user_question", QUESTION)
    with chat(home, server) as shown:
        shown.until_shown(READY)
        say(shown, "Set up a database")
        shown.answer("╭─ Database ─╮", CTRL_D)
        assert shown.ended() == 0
        assert "The question stays open; it is asked again at the next start." in shown.text()
        assert "Stopped." not in shown.text()
        assert shown.is_sane()
    server.reply("SQLite it is.")
    with chat(home, server) as shown:
        shown.answer("╭─ Database ─╮", "2")
        until_done(shown, "SQLite it is.")
        leave(shown)


@pytest.mark.requirement("Q-LIFE-06", "Q-LIFE-15")
def test_a_question_put_off_is_reopened_with_its_selections_after_a_restart(
    home: Home, server: MessagesServer
) -> None:
    several = {"questions": [{**QUESTION["questions"][0], "multiSelect": True}]}
    server.tool_use("ask_user_question", several)
    server.reply("Tell me when you know.")
    with chat(home, server) as shown:
        shown.until_shown(READY)
        say(shown, "Set up a database")
        shown.answer("╭─ Database ─╮", "2", TAB)
        shown.until_shown("answer later")
        shown.press(DOWN, DOWN, DOWN, ENTER)
        until_done(shown, "Put off until later.", "/questions lists it", "when you know.")
        say(shown, "/questions")
        shown.until_shown("put off · just now · the assistant")
        leave(shown)
    server.reply("SQLite it is.")
    with chat(home, server) as shown:
        shown.until_shown("Questions without an answer: 1. /questions lists them.")
        say(shown, "/questions 1")
        shown.until_shown("☑ 2) SQLite")
        shown.answer("☐ 1) PostgreSQL", ENTER)
        until_done(shown, "✔ Database: SQLite", "SQLite it is.")
        say(shown, "/questions")
        shown.until_shown("No question waits for an answer.")
        leave(shown)


@pytest.mark.timeout(300)
@pytest.mark.requirement("Q-ROUND-18")
def test_an_earlier_answer_is_changed_while_another_question_waits(
    home: Home, server: MessagesServer
) -> None:
    (first,) = QUESTION["questions"]
    server.tool_use("ask_user_question", QUESTION)
    second = {**first, "question": "Which size?", "header": "Size"}
    server.tool_use("ask_user_question", {"questions": [second]})
    server.reply("Both are noted.")
    server.reply("PostgreSQL, then.")
    with chat(home, server) as shown:
        shown.until_shown(READY)
        say(shown, "Set up a database")
        shown.answer("╭─ Database ─╮", "2")
        shown.answer("╭─ Size ─╮", TAB)
        shown.until_shown("what was asked before")
        shown.press(DOWN, ENTER)
        shown.until_shown("enter change")
        shown.press(ENTER)
        shown.answer("╭─ Database ─╮", "1")
        shown.answer("╭─ Size ─╮", "2")
        until_done(shown, "PostgreSQL, then.")
        say(shown, "/answers")
        shown.until_shown("✔ Database: PostgreSQL")
        leave(shown)
