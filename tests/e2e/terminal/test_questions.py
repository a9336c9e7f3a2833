"""`parley ask` in a real pseudo-terminal: every key, and what is left on the screen afterwards."""

import json
import os
import signal
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest

from assistant.home import Home
from assistant.settings import save
from tests.helpers.terminal.keyboard import (
    BACKSPACE,
    CTRL_C,
    CTRL_D,
    CTRL_J,
    DOWN,
    END,
    ENTER,
    ESCAPE,
    HOME,
    LEFT,
    SPACE,
    TAB,
    UP,
)
from tests.helpers.terminal.pseudo_terminal import Console, console

DATABASE: dict[str, Any] = {
    "question": "Which database should we use?",
    "header": "Database",
    "multiSelect": False,
    "options": [
        {"label": "PostgreSQL", "description": "Relational"},
        {"label": "SQLite", "description": "A file"},
    ],
}
FEATURES: dict[str, Any] = {
    "question": "Which features should we enable?",
    "header": "Features",
    "multiSelect": True,
    "options": ["TypeScript", "ESLint", "Vitest"],
}
TEXT: dict[str, Any] = {"type": "text", "question": "What is your name?", "header": "Name"}
BOOLEAN: dict[str, Any] = {"type": "boolean", "question": "Shall I go on?"}
FORM = {"questions": [DATABASE, FEATURES]}
ONE = {"questions": [DATABASE]}
SEVERAL = {"questions": [FEATURES]}


@dataclass
class Asked:
    """A question that was put, and where its result goes."""

    console: Console
    result: Path

    def outcome(self) -> dict[str, Any]:
        """Return the result, after the end of the program."""
        return json.loads(self.result.read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Asker:
    """Starts `parley ask`."""

    folder: Path
    home: Home

    @contextmanager
    def ask(
        self,
        question: Mapping[str, Any],
        *,
        columns: int = 80,
        rows: int = 30,
        term: str = "xterm-256color",
    ) -> Generator[Asked]:
        """Put a question in a terminal; the result goes to a file."""
        file = self.folder / "question.json"
        file.write_text(json.dumps(question), encoding="utf-8")
        result = self.folder / "result.json"
        with result.open("wb") as out:
            arguments = ["ask", str(file), "--terminal", "--json", "--home", str(self.home.root)]
            with console(
                arguments,
                columns=columns,
                rows=rows,
                term=term,
                stdout=out.fileno(),
                environment={"PARLEY_UI__LANGUAGE": "en"},
            ) as shown:
                yield Asked(console=shown, result=result)


@pytest.fixture
def asker(tmp_path: Path, home: Home) -> Asker:
    return Asker(folder=tmp_path, home=home)


KEYS: Final = (
    (ONE, (ENTER,), "✔ Database: PostgreSQL"),
    (ONE, (DOWN, ENTER), "✔ Database: SQLite"),
    (ONE, (END, UP, UP, ENTER), "✔ Database: PostgreSQL"),
    (ONE, (END, HOME, DOWN, ENTER), "✔ Database: SQLite"),
    (ONE, (UP, SPACE, LEFT, ENTER), "✔ Database: PostgreSQL"),
    (ONE, ("2",), "✔ Database: SQLite"),
    (ONE, ("3", "bum", BACKSPACE, "n", ENTER), "✔ Database: bun"),
    (SEVERAL, (SPACE, DOWN, DOWN, SPACE, ENTER), "✔ Features: TypeScript, Vitest"),
    (SEVERAL, (DOWN, ENTER), "✔ Features: ESLint"),
    (SEVERAL, ("2", ENTER), "✔ Features: ESLint"),
    (TEXT, ("a", CTRL_J, "b", ENTER), "✔ Name: a b"),
    (BOOLEAN, (DOWN, ENTER), "✔ Shall I go on? No"),
    (ONE, (TAB, DOWN, ENTER), "You left the choice to the assistant."),
    (ONE, (TAB, ESCAPE), "✔ Database: PostgreSQL"),
    (ONE, (ESCAPE,), "Cancelled."),
    (ONE, (CTRL_C,), "Cancelled."),
)
"""Questions, the keys that are pressed, and what alone remains on the screen."""


@pytest.mark.parametrize("are_numbered", [True, False])
def test_the_settings_say_whether_options_have_numbers(asker: Asker, are_numbered: bool) -> None:
    save(asker.home, "questions", "terminal_numbers", value=are_numbered)
    with asker.ask(ONE) as asked:
        asked.console.until_shown("esc cancel")
        (line,) = (line for line in asked.console.lines() if "SQLite" in line)
        assert ("2" in line) is are_numbered
        asked.console.answer("╭─", ENTER)
        assert asked.console.ended() == 0


@pytest.mark.requirement(
    "Q-PRES-31", "Q-TERM-02", "Q-TERM-03", "Q-TERM-04", "Q-TERM-14", "TEST-10", "TEST-17", "TEST-20"
)
def test_after_a_key_the_summary_alone_remains(tmp_path: Path, home: Home) -> None:
    given: list[str] = []
    for number, (question, _keys, _summary) in enumerate(KEYS):
        file = tmp_path / f"{number}.json"
        file.write_text(json.dumps(question), encoding="utf-8")
        given.append(json.dumps([str(file), "--terminal", "--json", "--home", str(home.root)]))
    with (
        (tmp_path / "results").open("wb") as out,
        console(
            given,
            module="tests.helpers.terminal.ask_repeatedly",
            stdout=out.fileno(),
            environment={"PARLEY_UI__LANGUAGE": "en"},
        ) as shown,
    ):
        for number, (_question, keys, summary) in enumerate(KEYS):
            shown.answer("╭─", *keys)
            if keys == (TAB, ESCAPE):
                shown.until_shown("navigate  •  enter select  •  tab more")
                shown.press(ENTER)
            shown.until_shown("exit code 0")
            assert shown.lines() == [summary, "exit code 0"], number
            assert shown.is_sane()
            shown.press("\n")
        assert shown.ended() == 0


@pytest.mark.requirement("Q-TERM-10", "TEST-12", "TEST-14")
def test_a_form_goes_forth_and_back_and_ends_in_a_review(asker: Asker) -> None:
    with asker.ask(FORM) as asked:
        shown = asked.console
        shown.answer("Question 1 of 2", "1")
        shown.until_shown("Question 2 of 2")
        shown.press(LEFT)
        shown.until_shown("Question 1 of 2")
        shown.press("2")
        shown.until_shown("Question 2 of 2")
        shown.press(SPACE, ENTER)
        shown.until_shown("Submit")
        assert "✔ Database: SQLite" in shown.text()
        shown.press(ENTER)
        assert shown.ended() == 0
        assert shown.lines() == ["✔ Database: SQLite", "✔ Features: TypeScript"]
        assert shown.is_sane()
        assert [a["selectedOptions"] for a in asked.outcome()["answers"]] == [
            ["SQLite"],
            ["TypeScript"],
        ]


def test_the_window_may_change_its_size_meanwhile(asker: Asker) -> None:
    with asker.ask(FORM) as asked:
        shown = asked.console
        shown.until_shown("Question 1 of 2")
        shown.resize(44, 30)
        shown.until(lambda: any(line.startswith("╰") and len(line) == 43 for line in shown.lines()))
        shown.answer("Question 1 of 2", ESCAPE)
        assert shown.ended() == 0
        assert "╭" not in shown.text()
        assert shown.lines()[-1] == "Cancelled."
        assert shown.is_sane()


@pytest.mark.requirement("Q-PRES-38")
def test_a_list_that_is_higher_than_the_window_scrolls(asker: Asker) -> None:
    names = ("Alpha", "Beta", "Gamma", "Delta")
    options = [{"label": name, "description": "Long"} for name in names]
    with asker.ask({"questions": [DATABASE | {"options": options}]}, rows=9) as asked:
        asked.console.answer("1) Alpha", DOWN, DOWN, DOWN)
        asked.console.until_shown("> ○ 4) Delta")
        asked.console.press(ENTER)
        assert asked.console.ended() == 0
        assert asked.console.lines()[-1] == "✔ Database: Delta"


@pytest.mark.requirement("Q-PRES-22", "Q-TERM-15")
def test_a_time_out_clears_the_question_away(asker: Asker) -> None:
    question = {
        "title": "Which",
        "prompt": "Which?",
        "type": "single_select",
        "options": [{"label": "A"}, {"label": "B"}],
        "timeout_s": 4,  # whoever looks sees it in less, however busy the machine is
    }
    with asker.ask(question) as asked:
        asked.console.until_shown("⏱ 0:0")
        assert asked.console.ended() == 0
        assert asked.console.lines() == ["Nobody answered in time. Nothing was chosen."]
        assert asked.console.is_sane()


def test_who_leaves_gives_no_answer(asker: Asker) -> None:
    with asker.ask(ONE) as asked:
        asked.console.answer("╭─ Database ─╮", CTRL_D)
        assert asked.console.ended() == 1
        assert asked.console.lines() == ["There is no answer."]
        assert asked.console.is_sane()


def test_keys_pressed_before_the_question_appeared_do_not_answer_it(asker: Asker) -> None:
    with asker.ask(ONE) as asked:
        asked.console.press(DOWN)  # the program is loading still
        asked.console.answer("╭─ Database ─╮", ENTER)
        assert asked.console.ended() == 0
        assert asked.console.lines()[-1] == "✔ Database: PostgreSQL"


@pytest.mark.requirement("Q-TERM-13")
def test_a_terminal_without_a_cursor_takes_numbers(asker: Asker) -> None:
    with asker.ask(ONE, term="dumb") as asked:
        shown = asked.console
        shown.until_shown("Please reply with the number")
        shown.press("7\n")
        shown.until_shown("There are only the options 1 to 2.")
        shown.press("2\n")
        assert shown.ended() == 0
        assert "╭" not in shown.text()
        assert [a["selectedOptions"] for a in asked.outcome()["answers"]] == [["SQLite"]]


@pytest.mark.requirement("SEC-13")
def test_what_a_question_says_cannot_steer_the_terminal(asker: Asker) -> None:
    evil = DATABASE | {"question": "Which \x1b[2J\x1b]0;stolen\x07one?", "header": "He\x1b[5mad"}
    with asker.ask({"questions": [evil]}) as asked:
        asked.console.answer("one?", "1")
        assert asked.console.ended() == 0
        assert asked.console.screen.title == ""


@pytest.mark.requirement("Q-PRES-31", "Q-TERM-14")
def test_the_terminal_is_sane_after_a_kill_by_the_system(asker: Asker) -> None:
    with asker.ask(ONE) as asked:
        asked.console.until_shown("╭─ Database ─╮")
        os.kill(asked.console.program.pid, signal.SIGTERM)
        asked.console.ended()
        assert asked.console.is_sane()
