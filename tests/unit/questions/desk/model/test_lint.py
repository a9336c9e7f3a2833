"""What is odd about a question, and what is mended."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.questions.desk.model.lint import (
    LONG_SPOKEN,
    LONG_SPOKEN_WIDE,
    lint,
    short_label,
    sound_alike,
    sound_keys,
)
from assistant.questions.model.option_markers import marker
from assistant.questions.model.question import Markers, Option, Question, QuestionKind, QuestionSet
from assistant.questions.spoken.answer_interpreter import parse_spoken_answer
from assistant.questions.spoken.understanding import SpokenChoice
from tests.helpers.questions.builders import choice, question_set
from tests.helpers.questions.strategies import question_sets


def linted(*questions: Question) -> QuestionSet:
    return lint(question_set(*questions)).questions


def notes(*questions: Question, **fields: object) -> list[str]:
    asked = question_set(*questions).model_copy(update={"description": "Why"} | fields)
    return [note.partition(": ")[2] for note in lint(asked).notes]


def spoken(*labels: str) -> list[str]:
    return [option.spoken for option in linted(choice(*labels)).questions[0].options]


def test_a_good_question_is_left_alone() -> None:
    asked = question_set(choice())
    assert lint(asked).questions == asked
    assert lint(asked).notes == ()


def test_labels_with_numbers_get_letters() -> None:
    asked = linted(choice("2 players", "3 players"), choice("A", "B", id="q2"))
    assert [q.markers for q in asked.questions] == [Markers.LETTERS, Markers.NUMBERS]
    assert [marker(asked.questions[0], n) for n in range(2)] == ["A", "B"]
    assert notes(choice("two", "more")) == ["labels contain numbers, the options get letters"]


def test_letters_the_author_wants_stay() -> None:
    lettered = choice("Tea", "Coffee").model_copy(update={"markers": Markers.LETTERS})
    assert linted(lettered).questions == (lettered,)
    assert notes(lettered) == []


def test_more_options_than_letters_keep_their_numbers() -> None:
    assert linted(choice(*(f"Room {n}" for n in range(27)))).questions[0].markers is Markers.NUMBERS
    assert linted(choice(*(f"Room {n}" for n in range(26)))).questions[0].markers is Markers.LETTERS


def test_follow_ups_are_mended_too() -> None:
    child = choice("2 players", "3 players", id="q2")
    asked = linted(choice("A", "B", follow_ups={"1": (child,)}))
    assert asked.find("q2").markers is Markers.LETTERS


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("PostgreSQL", "PostgreSQL"),
        ("ESLint + Prettier", "ESLint + Prettier"),
        ("Testing (Vitest)", "Testing"),
        ("검사 （빠름）", "검사"),
        ("`npm install`", "npm install"),
        ("Use https://www.example.com/a/b?c=1 for docs", "Use example.com for docs"),
        (
            "Rewrite the module from scratch, keeping the public interface as it is",
            "Rewrite the module from scratch",
        ),
        (
            "A long label that never has any clause in it and just goes on",
            "A long label that never has any clause",
        ),
        (
            "기존 모듈을 전부 다시 작성하고 공개 인터페이스는 그대로 유지합니다",
            "기존 모듈을 전부 다시",
        ),
        ("再给一个多选框还是这些选项（我想了解多次对话这个过程）", "再给一个多选框还是这些选项"),
        ("(Recommended)", "(Recommended)"),
        ("-", "-"),
        ("Yes.", "Yes."),
        ("x" * 60, "x" * LONG_SPOKEN),
        ("讲" * 60, "讲" * LONG_SPOKEN_WIDE),
    ],
)
def test_a_label_is_shortened_to_be_said(label: str, said: str) -> None:
    assert short_label(label) == said
    assert short_label(said) == said
    assert spoken(label, "Other thing") == [said if said != label else "", ""]


def test_labels_that_would_sound_the_same_when_shortened_are_not() -> None:
    assert spoken("Python (fast)", "Python (safe)", "Rust (new)") == ["", "", "Rust"]
    assert spoken("Python (fast)", "Python") == ["", ""]


def test_a_shorter_label_of_the_author_stays() -> None:
    options = (Option(id="1", label="Testing (Vitest)", spoken="Tests"), Option(id="2", label="No"))
    asked = choice().model_copy(update={"options": options})
    assert linted(asked).questions == (asked,)


def test_what_is_said_for_an_option_is_understood_as_it() -> None:
    options = (
        Option(id="1", label="Testing (Vitest)", spoken="checks"),
        Option(id="2", label="No"),
    )
    asked = choice().model_copy(update={"options": options})
    meant = parse_spoken_answer(asked, "checks", "en")
    assert isinstance(meant, SpokenChoice)
    assert meant.option_ids == ("1",)


RECOMMENDED = tuple(
    Option(id=str(n), label=label, recommended=n > 1) for n, label in enumerate("ABC", start=1)
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (choice("Yes", "yes "), ["two labels are the same"]),
        (choice("Right", "Write", "Keep"), ["two labels sound alike"]),
        (choice("옵션 하나", "옵션 하내"), ["two labels sound alike"]),
        (
            choice().model_copy(update={"options": RECOMMENDED}),
            ["2 options are recommended", "the recommended option is not the first"],
        ),
        (
            choice().model_copy(update={"options": RECOMMENDED[:2]}),
            ["the recommended option is not the first"],
        ),
        (choice("Testing (Vitest)", "None"), ["1 labels are shortened for the voice"]),
        (
            Question(id="b", kind=QuestionKind.BOOLEAN, text="Shall I use SQLite or PostgreSQL?"),
            ["either-or, put as yes or no"],
        ),
        (
            Question(
                id="b", kind=QuestionKind.BOOLEAN, text="SQLite를 쓸까요, 아니면 MySQL을 쓸까요?"
            ),
            ["either-or, put as yes or no"],
        ),
        (
            Question(id="b", kind=QuestionKind.BOOLEAN, text="用 SQLite 还是 MySQL？"),
            ["either-or, put as yes or no"],
        ),
        (Question(id="b", kind=QuestionKind.BOOLEAN, text="Shall I go on or not?"), []),
        (Question(id="b", kind=QuestionKind.BOOLEAN, text="Shall I use the order form?"), []),
    ],
)
def test_what_only_the_author_could_mend_is_noted(question: Question, expected: list[str]) -> None:
    assert notes(question) == expected


def test_missing_context_is_noted_once_for_a_set() -> None:
    bare = choice(text="Which one?", header=None)
    assert lint(question_set(bare, bare.model_copy(update={"id": "q2"}))).notes == (
        "set1: no context to decide from",
    )
    assert notes(bare) == [], "the set's own description is context"
    explained = bare.model_copy(update={"context": "Because."})
    assert lint(question_set(explained)).notes == ()


@pytest.mark.parametrize(
    ("first", "second", "alike"),
    [
        ("Right site", "write sight", True),
        ("sea", "see", True),
        ("son", "sun", True),
        ("main", "mane", True),
        ("their", "there", True),
        ("Knight", "night", True),
        ("Redis", "Reddis", True),
        ("npm", "pnpm", False),
        ("Java", "JavaScript", False),
        ("React", "Preact", False),
        ("Vite", "Vitest", False),
        ("Google", "GitHub", False),
        ("Yes", "No", False),
        ("3 players", "4 players", False),
        ("+", "-", False),
        ("예", "네", False),
        ("讲笑话", "背唐诗", False),
    ],
)
def test_labels_that_are_easily_confused_are_found(first: str, second: str, alike: bool) -> None:
    assert sound_alike(first, second) is alike
    assert sound_alike(second, first) is alike


@given(st.text(max_size=30))
def test_a_text_sounds_like_itself_in_capitals(text: str) -> None:
    ascii_only = text.encode("ascii", "ignore").decode()
    assert sound_keys(ascii_only.upper()) == sound_keys(ascii_only)


@given(st.text(max_size=120))
def test_a_label_is_never_shortened_to_nothing_and_only_once(label: str) -> None:
    said = short_label(label)
    assert bool(said) == bool(label.split())
    assert len(said) <= max(len(label), LONG_SPOKEN)


@given(question_sets())
def test_linting_again_changes_nothing_and_keeps_ids_labels_and_order(asked: QuestionSet) -> None:
    once = lint(asked).questions
    assert lint(once).questions == once
    assert [question.id for question in once.walk()] == [question.id for question in asked.walk()]
    for before, after in zip(asked.walk(), once.walk(), strict=True):
        assert [(o.id, o.label) for o in after.options] == [(o.id, o.label) for o in before.options]
        said = [option.spoken or option.label for option in after.options]
        if not any(option.spoken for option in before.options):
            assert len(set(said)) == len(said), "what is said for two options differs"


@pytest.mark.parametrize(
    "labels",
    [
        ("zwei Spieler", "drei Spieler"),
        ("deux joueurs", "trois joueurs"),
        ("dos jugadores", "tres jugadores"),
        ("两个人", "三个人"),
        ("두 명", "세 명"),
        ("二人", "三人"),
        ("2nd floor", "3rd floor"),
        ("Second floor", "Third floor"),
        ("Zweiter Stock", "Dritter Stock"),
        ("None", "One", "Two"),
    ],
)
def test_number_words_of_every_language_give_letters(labels: tuple[str, ...]) -> None:
    assert linted(choice(*labels)).questions[0].markers is Markers.LETTERS


@pytest.mark.parametrize(
    "labels",
    [
        ("Run once", "Run often"),
        ("MS-DOS", "Windows"),
        ("统一", "分开"),
        ("이사회", "총회"),
        ("S3", "OAuth2", "k8s"),
        ("UTF-8", "Python 3.12", "Windows 11"),
        ("Ask team 2", "Call room 3", "Wait"),
        ("Minute", "Second"),
        ("First class", "Second class"),
    ],
)
def test_what_only_looks_like_a_number_gives_none(labels: tuple[str, ...]) -> None:
    assert linted(choice(*labels)).questions[0].markers is Markers.NUMBERS
