"""Which keys choose which row."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given

from assistant.questions.desk.model.lint import lint
from assistant.questions.form.choices import choices_of
from assistant.questions.form.option_keys import KeyEntry, TypedKeys, option_keys
from assistant.questions.form.typed_answer import parse_typed_answer
from assistant.questions.formats import parse_any
from assistant.questions.model.option_markers import has_letters, marker
from assistant.questions.model.question import Answer, Question, QuestionKind, QuestionSet
from assistant.questions.spoken.labels.label_numbers import is_distinguishing
from assistant.questions.spoken.tokenizer import composed
from benchmarks.answer_set import load_answers
from benchmarks.voice.answer_phrases import load_phrases
from tests.helpers.questions.builders import choice, question_set
from tests.helpers.questions.strategies import question_sets

DATA = Path(__file__).parents[3] / "data" / "questions"


def put(question: Question) -> Question:
    """Return a question as the desk puts it."""
    (mended,) = lint(question_set(question)).questions.questions
    return mended


def case(name: str) -> Question:
    """Return the first question of a case."""
    value = json.loads((DATA / "shown" / f"{name}.json").read_text("utf-8"))
    return lint(parse_any(value, set_id="s").questions).questions.questions[0]


def at_once(keys: Mapping[str, TypedKeys]) -> dict[str, int]:
    """Return what chooses a row without Enter."""
    return {
        typed: meant.row
        for typed, meant in keys.items()
        if meant.row is not None and not meant.goes_on
    }


def taken(question: Question, typed: str) -> int | None:
    """Return the row that a person gets who types this and then waits."""
    entry = KeyEntry(keys=option_keys(question))
    for key in typed:
        entry = entry.press(key) or entry
        if entry.is_complete:
            break
    return entry.row


def labels_of(question: Question) -> list[str]:
    return [option.label for option in choices_of(question)]


def numbers_of(question: Question) -> Iterator[tuple[int, str]]:
    """Return each label's row and digits, where they are what the label is named by."""
    labels = labels_of(question)
    for row, label in enumerate(labels):
        digits = re.match(r"\d+", composed(label))
        if digits is not None and is_distinguishing(labels, row):
            yield row, digits.group()


def rows_of(question: Question) -> int:
    """Return how many rows a question shows, the one for the user's own words included."""
    return len(choices_of(question)) + question.allow_other


def faults(question: Question) -> Iterator[str]:
    """Return every place, and every number of a label, by which another option is taken."""
    if not choices_of(question):
        return
    for row in range(rows_of(question)):
        place = marker(question, row)
        if taken(question, place) != row:
            yield f"{place} takes {taken(question, place)} of {labels_of(question)}"
    for row, number in numbers_of(question):
        labels = labels_of(question)
        same = [n for n, label in enumerate(labels) if composed(label).startswith(number)]
        if taken(question, number) not in {row, None, *same}:
            yield f"{number} takes {taken(question, number)} of {labels}"


@cache
def of_benches() -> Sequence[Question]:
    """Return the questions of the benches, each once."""
    asked = {(row.kind, row.labels) for row in load_answers()}
    asked |= {
        (row.question.kind, tuple(option.label for option in row.question.options))
        for row in load_phrases()
    }
    return [
        put(choice(*labels, kind=kind))
        for kind, labels in sorted(asked, key=str)
        if kind in {QuestionKind.SINGLE, QuestionKind.MULTI}
    ]


@pytest.mark.parametrize(
    "labels",
    [
        ("1a", "1b", "2a", "2b"),
        ("2b", "2a", "1b", "1a"),
        ("1B", "1A"),
        ("Section 3b", "Section 3a", "Section 1c"),
        ("2XL", "3XL", "1XL"),
        ("100", "1000", "10", "1"),
        ("1.5", "15", "1", "5"),
        ("v1.2.3", "v1.2", "v1"),
        ("2023", "2024", "2025", "202"),
        ("$5", "$15", "$50", "$1.50"),
        ("-5", "5", "-10", "10"),
    ],
)
def test_whoever_types_what_a_label_is_named_by_gets_it_whatever_stands_beside_it(
    labels: tuple[str, ...],
) -> None:
    question = put(choice(*labels))
    places = {marker(question, row): row for row in range(rows_of(question))}
    for row, label in enumerate(labels):
        name = label.rpartition(" ")[2].lstrip("v$")
        typed = name.lower()
        assert taken(question, typed) == places.get(name, row), (typed, label)


@pytest.mark.requirement("Q-PRES-32")
@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        (("Tea", "Coffee"), {"1": 0, "2": 1, "3": 2}),
        (
            ("Two players", "Three players", "Four players"),
            {"A": 0, "B": 1, "C": 2, "D": 3, "2": 0, "3": 1, "4": 2},
        ),
        (
            ("Zwei Spieler", "Drei Spieler", "Vier Spieler"),
            {"A": 0, "B": 1, "C": 2, "D": 3, "2": 0, "3": 1, "4": 2},
        ),
        (("4", "3", "2"), {"A": 0, "B": 1, "C": 2, "D": 3, "4": 0, "3": 1, "2": 2}),
        # Two labels say "2", so it chooses neither.
        (("2 cups", "1 cup", "2 mugs"), {"A": 0, "B": 1, "C": 2, "D": 3, "1": 1}),
        (("OAuth1", "OAuth2"), {"1": 0, "2": 1, "3": 2}),
        # "5" is the place of one's own words, too.
        (("1", "5", "10", "20"), dict.fromkeys("ABCDE") | {"5": 1, "10": 2, "20": 3}),
        (("12", "13", "Afternoon"), {"12": 0, "13": 1, "2": 1, "3": 2, "4": 3}),
        (("2 hours", "12 hours", "24 hours"), dict.fromkeys("ABCD") | {"12": 1, "24": 2}),
        (("1.5 GB", "15 GB"), {"2": 1, "3": 2, "1.5": 0, "15": 1, "5": None}),
        (("2.4 GHz", "24 GHz"), {"A": 0, "C": 2, "2.4": 0, "24": 1, "4": None}),
        (("10:30", "11:00", "12:15"), {"10:30": 0, "1100": 1, "0": None, "30": None, "15": None}),
        (("$1.50", "$15.00"), {"1.50": 0, "15.00": 1, "0": None, "50": None}),
        (("1a", "1b", "2a"), {"A": 0, "1": None, "1A": 0, "1B": 1, "2": None, "2A": 2}),
        (("1st", "2nd", "3rd"), {"1": 0, "2": 1, "3": 2, "4": 3}),
        (("7", "007"), {"1": 0, "2": 1, "7": 0, "007": 1}),
        (("09:05", "Noon"), {"1": 0, "2": 1, "3": 2, "0905": 0, "09:05": 0}),
        (("-5", "5", "Zero"), {"1": 0, "2": 1, "3": 2, "4": 3, "-5": 0, "5": 1}),
    ],
)
def test_a_row_is_chosen_at_once_by_its_marker_and_by_the_number_that_its_label_alone_says(
    labels: tuple[str, ...], expected: Mapping[str, int | None]
) -> None:
    keys = at_once(option_keys(put(choice(*labels))))
    letters = {letter: place for place, letter in enumerate("ABCDE")}
    filled = {key: letters.get(key, row) for key, row in expected.items()}
    assert {key: row for key, row in keys.items() if key in filled} == {
        key: row for key, row in filled.items() if row is not None
    }


def test_a_yes_or_no_has_two_keys_and_a_text_none() -> None:
    asked = Question(id="q", kind=QuestionKind.BOOLEAN, text="?")
    assert at_once(option_keys(asked)) == {"1": 0, "2": 1}
    assert option_keys(Question(id="q", kind=QuestionKind.TEXT, text="?")) == {}


@pytest.mark.parametrize(
    ("name", "typed", "label"),
    [
        ("hours", "12", "12"),
        ("hours", "13", "13"),
        ("hours", "3", "Afternoon"),
        ("hours", "1", "12"),
        ("hours", "14", None),
        ("n1", "1", "1"),
        ("n1", "5", "5"),
        ("n1", "10", "10"),
        ("n1", "20", "20"),
        ("n1", "2", None),
        ("n1", "b", "5"),
        ("n2", "2", "2 hours"),
        ("n2", "12", "12 hours"),
        ("n2", "24", "24 hours"),
        ("n2", "22", None),
        ("twelve", "1", "January"),
        ("twelve", "12", "December"),
        ("twelve", "10", "October"),
        ("twelve", "912", "September"),
        ("twelve", "012", None),
    ],
)
def test_a_number_is_the_number_that_was_typed(name: str, typed: str, label: str | None) -> None:
    question = case(name)
    row = taken(question, typed)
    assert (None if row is None else question.options[row].label) == label


def test_a_number_is_the_label_of_a_call_of_the_question_tool() -> None:
    replies = json.loads((DATA / "untidy" / "chat_c24_numbers.json").read_text("utf-8"))
    call = parse_any(replies[0][0]["input"], set_id="s")
    (question,) = lint(call.questions).questions.questions
    labels = {"2": "2 hours", "12": "12 hours", "24": "24 hours", "b": "12 hours"}
    assert {typed: labels_of(question)[taken(question, typed) or 0] for typed in labels} == labels


def test_what_is_no_option_swallows_the_digits_that_follow_it() -> None:
    begun = KeyEntry(keys=option_keys(case("twelve")))
    entry = begun.press("0")
    assert entry is not None
    assert not entry.is_possible
    entry = entry.press("5")
    assert entry is not None
    assert (entry.typed, entry.row) == ("05", None)
    assert begun.press("x") is None


def test_no_place_and_no_number_takes_another_option_in_any_question_of_the_benches() -> None:
    found = [fault for question in of_benches() for fault in faults(question)]
    assert not found, found[:10]


@given(asked=question_sets())
def test_no_place_and_no_number_takes_another_option_in_any_question(asked: QuestionSet) -> None:
    questions = lint(asked).questions
    found = [fault for question in questions.walk() for fault in faults(question)]
    assert not found


def test_a_number_means_the_same_typed_as_a_line() -> None:
    found: list[str] = []
    for question in of_benches():
        for row, number in numbers_of(question):
            by_key = taken(question, number)
            if by_key is None:
                continue
            meant = parse_typed_answer(question, number)
            if not isinstance(meant, Answer) or not meant.option_ids:
                continue
            if meant.option_ids != (question.options[by_key].id,):
                found.append(f"{number}, of row {row}, of {labels_of(question)}")
    assert not found, found[:10]


def test_letters_stand_where_a_label_is_the_place_of_ones_own_words() -> None:
    assert has_letters(case("n1"))
    fixed = choice("1", "5", "10", "20").model_copy(update={"allow_other": False})
    assert not has_letters(put(fixed))
