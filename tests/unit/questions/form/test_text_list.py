"""Questions as plain text."""

from collections.abc import Iterator

import pytest

from assistant.locale import use_language
from assistant.questions.form.text_list import describe, describe_question
from assistant.questions.model.question import (
    Answer,
    Markers,
    Option,
    Purpose,
    Question,
    QuestionKind,
    QuestionSet,
)
from tests.helpers.questions.builders import choice

DATABASE = Question(
    id="q1",
    kind=QuestionKind.SINGLE,
    header="Database",
    text="Which database should we use?",
    context="For the new service.",
    options=(
        Option(id="1", label="PostgreSQL", description="Relational", recommended=True),
        Option(id="2", label="SQLite", description="A file"),
        Option(id="3", label="MongoDB"),
    ),
    allow_other=True,
)
NAME = Question(id="name", kind=QuestionKind.TEXT, text="What name?")
EXTRAS = choice("Tests", "Docs", id="extras", kind=QuestionKind.MULTI, header=None, required=False)


@pytest.fixture
def in_korean() -> Iterator[None]:
    use_language("ko")
    yield
    use_language("en")


@pytest.mark.requirement("Q-TEXT-01")
def test_the_list_is_question_context_options_and_instruction(in_korean: None) -> None:
    question = Question(
        id="1",
        kind=QuestionKind.SINGLE,
        text="어떤 방식으로 진행할까요?",
        context="빌드가 느려요.",
        options=(
            Option(id="1", label="캐시", description="가장 빠름"),
            Option(id="2", label="병렬화"),
        ),
    )
    assert describe_question(question) == (
        "어떤 방식으로 진행할까요?",
        "빌드가 느려요.",
        "1. 캐시 - 가장 빠름",
        "2. 병렬화",
        "번호로 응답해 주세요",
    )
    assert describe(QuestionSet(id="s", questions=(question,))) == (
        "어떤 방식으로 진행할까요?\n빌드가 느려요.\n1. 캐시 - 가장 빠름\n2. 병렬화\n번호로 응답해 주세요"
    )


@pytest.mark.requirement("Q-TEXT-02")
def test_every_question_of_a_set_is_listed_and_numbered_by_itself() -> None:
    asked = QuestionSet(id="s", questions=(DATABASE, EXTRAS, NAME), title="Set-up")
    assert describe(asked) == "\n".join(
        [
            "Set-up",
            "",
            "[Database] Question 1 of 3",
            "Which database should we use?",
            "For the new service.",
            "1. PostgreSQL (Recommended) - Relational",
            "2. SQLite - A file",
            "3. MongoDB",
            "4. Other - Provide custom input",
            "Please reply with the number",
            "",
            "Question 2 of 3",
            "Which database should we use for this project? (optional: /skip)",
            "1. Tests",
            "2. Docs",
            "3. Other - Provide custom input",
            "Please reply with the numbers, such as 1, 3",
            "",
            "Question 3 of 3",
            "What name?",
            "Please type your answer",
        ]
    )


def test_one_question_shows_no_progress() -> None:
    assert not any("Question 1" in line for line in describe_question(DATABASE))
    assert "Question 1 of 2" in "\n".join(describe_question(DATABASE, total=2))


def test_own_words_of_a_permission_deny_it() -> None:
    asked = QuestionSet(id="s", questions=(DATABASE,), purpose=Purpose.PERMISSION)
    own = "4. Deny and say why - The program reads your words"
    assert own in describe(asked).splitlines()
    assert own in describe_question(DATABASE, purpose=Purpose.PERMISSION)


def test_places_are_letters_where_the_question_says_so() -> None:
    question = DATABASE.model_copy(update={"markers": Markers.LETTERS})
    lines = describe_question(question)
    assert "B. SQLite - A file" in lines
    assert lines[-2] == "D. Other - Provide custom input"
    assert lines[-1] == "Please reply with the letter"
    lines = describe_question(question.model_copy(update={"kind": QuestionKind.MULTI}))
    assert lines[-1] == "Please reply with the letters, such as A, C"


def test_a_yes_or_no_question_says_how_to_reply() -> None:
    sure = Question(id="q", kind=QuestionKind.BOOLEAN, text="Go on?")
    assert describe_question(sure) == ("Go on?", "Please reply with yes or no")
    yes = Answer(question_id="q", boolean=True)
    assert describe_question(sure, yes)[1].startswith("Selected: Yes (")


def test_long_labels_and_descriptions_are_not_cut() -> None:
    label, description = "L" * 256, "d" * 1000
    option = Option(id="1", label=label, description=description)
    question = DATABASE.model_copy(update={"options": (option,)})
    assert f"1. {label} - {description}" in describe_question(question)


def test_what_is_selected_is_shown() -> None:
    selected = Answer(question_id="q1", option_ids=("2",), other="and Redis")
    lines = describe_question(DATABASE, selected)
    assert "Selected: 2. SQLite, and Redis (an empty line or /keep keeps it)" in lines
