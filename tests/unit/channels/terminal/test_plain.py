"""Questions as a numbered list, answered by typing."""

from collections.abc import Sequence

import pytest

from assistant.channels.terminal.plain import (
    PlainPresenter,
    describe,
    printable,
    understand_typed,
)
from assistant.questions.model import (
    Answer,
    Answered,
    Cancelled,
    Channel,
    Draft,
    Kind,
    Later,
    NoneFit,
    Option,
    Origin,
    Question,
    QuestionSet,
    YouDecide,
)
from tests.helpers.clock import ManualClock

DATABASE = Question(
    id="q1",
    kind=Kind.SINGLE,
    header="Database",
    text="Which database should we use?",
    options=(
        Option(id="1", label="PostgreSQL", description="Relational", recommended=True),
        Option(id="2", label="SQLite", description="A file"),
        Option(id="3", label="MongoDB"),
    ),
    allow_other=True,
)
FEATURES = DATABASE.model_copy(update={"id": "q2", "kind": Kind.MULTI, "allow_other": False})
SURE = Question(id="q3", kind=Kind.BOOLEAN, text="Go on?")
NAME = Question(id="q4", kind=Kind.TEXT, text="What name?")


class Desk:
    """A presentation that counts."""

    def __init__(self) -> None:
        self.shown_times = 0
        self.touched_times = 0

    def shown(self) -> None:
        """Count."""
        self.shown_times += 1

    def touched(self) -> None:
        """Count."""
        self.touched_times += 1

    def draft_changed(self, draft: Draft) -> None:
        """Fail: nothing is a draft here."""
        raise AssertionError(draft)


class Terminal:
    """Types prepared lines and keeps what is written."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = list(lines)
        self.written: list[str] = []

    async def read_line(self, prompt: str) -> str:
        """Type the next line; the end of input after the last."""
        if not self._lines:
            raise EOFError
        return self._lines.pop(0)


async def ask(terminal: Terminal, *questions: Question, desk: Desk | None = None) -> object:
    """Put questions and return the response."""
    presenter = PlainPresenter(
        write=terminal.written.append, read_line=terminal.read_line, clock=ManualClock()
    )
    return await presenter.present(
        QuestionSet(id="s", questions=questions), Draft(), desk or Desk()
    )


@pytest.mark.parametrize("typed", ["2", "2.", "2)", "#2", " 2번 ", "SQLite", "sqlite"])
def test_a_number_an_id_and_a_label_are_the_same_answer(typed: str) -> None:
    assert understand_typed(DATABASE, typed.strip()) == Answer(question_id="q1", option_ids=("2",))


@pytest.mark.parametrize(
    ("typed", "chosen"),
    [("1,3", ("1", "3")), ("3 1", ("1", "3")), ("2", ("2",)), ("mongodb, 1", ("1", "3"))],
)
def test_several_numbers_choose_several_in_the_authors_order(
    typed: str, chosen: tuple[str, ...]
) -> None:
    assert understand_typed(FEATURES, typed) == Answer(question_id="q2", option_ids=chosen)


@pytest.mark.parametrize("typed", ["", "4", "0", "99."])
def test_a_number_that_is_not_shown_is_no_answer(typed: str) -> None:
    assert understand_typed(DATABASE, typed) is None
    assert understand_typed(FEATURES, typed) is None


def test_other_words_are_the_persons_own_answer_where_those_are_allowed() -> None:
    assert understand_typed(DATABASE, "DuckDB") == Answer(question_id="q1", other="DuckDB")
    assert understand_typed(FEATURES, "DuckDB") is None


@pytest.mark.parametrize(
    ("typed", "value"), [("yes", True), ("네", True), ("否", False), ("No.", False)]
)
def test_yes_and_no_in_three_languages(typed: str, value: bool) -> None:
    assert understand_typed(SURE, typed) == Answer(question_id="q3", boolean=value)
    assert understand_typed(SURE, "perhaps") is None


def test_an_optional_question_may_be_left_empty() -> None:
    optional = NAME.model_copy(update={"required": False})
    assert understand_typed(optional, "") == Answer(question_id="q4")


def test_the_list_shows_everything_the_person_needs() -> None:
    lines = describe(DATABASE.model_copy(update={"context": "For the new service."}))
    assert lines[1:] == [
        "[Database] Which database should we use?",
        "For the new service.",
        "1. PostgreSQL (Recommended) - Relational",
        "2. SQLite - A file",
        "3. MongoDB",
        "Please reply with the number",
    ]


def test_no_text_can_steer_the_terminal() -> None:
    assert printable("a\x1b[2Jb\u202ec\x07\n") == "a[2Jbc\n"


async def test_questions_are_asked_one_after_the_other_and_answered_together() -> None:
    desk = Desk()
    terminal = Terminal(["7", "2", "Parley"])
    response = await ask(terminal, DATABASE, NAME, desk=desk)
    assert isinstance(response, Answered)
    assert response.answers == (
        Answer(question_id="q1", option_ids=("2",)),
        Answer(question_id="q4", text="Parley"),
    )
    assert "Question 2 of 2" in terminal.written
    assert any("not one of the answers" in line for line in terminal.written)
    assert (desk.shown_times, desk.touched_times) == (2, 3)


async def test_a_follow_up_is_asked_when_its_option_is_chosen() -> None:
    parent = DATABASE.model_copy(update={"follow_ups": {"2": (NAME,)}})
    response = await ask(Terminal(["2", "data.db"]), parent)
    assert isinstance(response, Answered)
    assert [a.question_id for a in response.answers] == ["q1", "q4"]


@pytest.mark.parametrize(
    ("typed", "kind"),
    [
        ("/cancel", Cancelled),
        ("/decide", YouDecide),
        ("/later", Later),
        ("/none too dear", NoneFit),
    ],
)
async def test_there_are_four_ways_not_to_answer(typed: str, kind: type[object]) -> None:
    assert isinstance(await ask(Terminal([typed]), DATABASE), kind)


async def test_at_the_end_of_input_the_question_stays_open() -> None:
    assert await ask(Terminal([]), DATABASE) is None


def test_only_questions_of_this_terminal_are_presented() -> None:
    terminal = Terminal([])
    presenter = PlainPresenter(
        write=terminal.written.append, read_line=terminal.read_line, clock=ManualClock()
    )
    questions = QuestionSet(id="s", questions=(SURE,))
    assert presenter.fits(questions, Origin(channel=Channel.TERMINAL, conversation_id="c"))
    assert not presenter.fits(questions, Origin(channel=Channel.DESKTOP, conversation_id="c"))
