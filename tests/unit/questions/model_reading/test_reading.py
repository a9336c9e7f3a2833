"""What a model is sent to read an answer, and what counts of its report."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.languages.lexicon import CommandKind
from assistant.questions.model.question import Option, Question, QuestionKind
from assistant.questions.model_reading.reading_reply import BY_MODEL, read_report
from assistant.questions.model_reading.reading_request import COMMANDS, reading_request
from assistant.questions.model_reading.unread_words import UnreadWords
from assistant.questions.spoken.understanding import (
    SpokenChoice,
    SpokenCommand,
    UnclearAnswer,
    Understanding,
)
from tests.helpers.questions.answer_reader import reports
from tests.helpers.questions.builders import choice, question_set

WORDS = "hm, the one with the elephant"
YES_NO = Question(id="b", kind=QuestionKind.BOOLEAN, text="Shall I use the new layout?")
SEVERAL = choice("Figs", "Basil", "Olives", kind=QuestionKind.MULTI, text="What on it?")
CLOSED = choice(allow_other=False)
OPTIONAL = choice(required=False)
CLICKED = choice("Red", "Green").model_copy(
    update={
        "options": (
            Option(id="red", label="Red", by_click=True),
            Option(id="green", label="Green", description="like grass"),
            Option(id="blue", label="Blue"),
        )
    }
)


def unread(question: Question, words: str = WORDS) -> UnreadWords:
    return UnreadWords(questions=question_set(question), question=question, words=words)


def chose(*option_ids: str, boolean: bool | None = None, text: str | None = None) -> SpokenChoice:
    return SpokenChoice(option_ids=option_ids, boolean=boolean, text=text, score=BY_MODEL)


def wants(kind: CommandKind, words: str = "", *, doubtful: bool = False) -> SpokenCommand:
    return SpokenCommand(kind=kind, words=words, score=BY_MODEL, needs_confirming=doubtful)


@pytest.mark.parametrize(
    ("question", "report", "meant"),
    [
        (choice(), reports("1"), chose("1")),
        (choice(), reports(means="own_words"), chose(text=WORDS)),
        (choice(), reports(means="command", command="explain_options"), wants(CommandKind.EXPLAIN)),
        (choice(), reports(means="command", command="answer_later"), wants(CommandKind.LATER)),
        (choice(), reports(means="command", command="none_fits"), wants(CommandKind.OTHER)),
        (
            choice(),
            reports(means="command", command="cancel"),
            wants(CommandKind.CANCEL, WORDS, doubtful=True),
        ),
        (
            choice(),
            reports(means="command", command="assistant_decides"),
            wants(CommandKind.DECIDE, doubtful=True),
        ),
        (OPTIONAL, reports(means="command", command="skip_question"), wants(CommandKind.SKIP)),
        (SEVERAL, reports("3", "1"), chose("1", "3")),
        (YES_NO, reports("yes"), chose(boolean=True)),
        (YES_NO, reports("no"), chose(boolean=False)),
        (CLICKED, reports("1"), chose("green")),
        (CLICKED, reports("2"), chose("blue")),
    ],
)
def test_a_report_of_what_was_offered_counts(
    question: Question, report: dict[str, object], meant: Understanding
) -> None:
    assert read_report(unread(question), report) == meant


@pytest.mark.parametrize(
    ("question", "report"),
    [
        pytest.param(choice(), reports(means="unclear"), id="unclear"),
        pytest.param(choice(), reports("5"), id="an unknown id"),
        pytest.param(choice(), reports("PostgreSQL"), id="a label in place of an id"),
        pytest.param(choice(), reports("1", "2"), id="two where one is wanted"),
        pytest.param(SEVERAL, reports("1", "1"), id="one twice"),
        pytest.param(SEVERAL, reports("1", "7"), id="a known and an unknown one"),
        pytest.param(choice(), reports(), id="options without one"),
        pytest.param(choice(), reports("1", means="unclear"), id="an option that is unclear"),
        pytest.param(choice(), reports("1", means="own_words"), id="an option and own words"),
        pytest.param(choice(), reports("1", command="cancel"), id="an option and a command"),
        pytest.param(choice(), reports(means="command"), id="a command without one"),
        pytest.param(choice(), reports(means="command", command="delete"), id="unknown command"),
        pytest.param(choice(), reports(means="command", command="skip_question"), id="no skip"),
        pytest.param(CLOSED, reports(means="own_words"), id="own words that are not allowed"),
        pytest.param(YES_NO, reports(means="own_words"), id="own words for yes or no"),
        pytest.param(YES_NO, reports("1"), id="a number for yes or no"),
        pytest.param(YES_NO, reports("yes", "no"), id="yes and no"),
        pytest.param(CLICKED, reports("3"), id="an option that only a click chooses"),
        pytest.param(choice(), {}, id="nothing"),
        pytest.param(choice(), {"means": "options", "option_ids": "1"}, id="no list"),
        pytest.param(choice(), {"means": "options", "option_ids": [1]}, id="a number"),
        pytest.param(choice(), {"means": "options", "option_ids": ["1"], "why": "x"}, id="more"),
        pytest.param(choice(), {"means": "yes"}, id="another meaning"),
        pytest.param(choice(), {"means": None, "option_ids": ["1"]}, id="no meaning"),
    ],
)
def test_any_other_report_is_unclear(question: Question, report: dict[str, Any]) -> None:
    assert isinstance(read_report(unread(question), report), UnclearAnswer)


def test_a_set_that_cannot_be_cancelled_is_not() -> None:
    asked = question_set().model_copy(update={"allow_cancel": False})
    words = UnreadWords(questions=asked, question=choice(), words=WORDS)
    report = reports(means="command", command="cancel")
    assert isinstance(read_report(words, report), UnclearAnswer)
    assert "cancel" not in reading_request(words).schema["properties"]["command"]["enum"]


def test_the_request_holds_the_question_its_options_and_the_words_and_nothing_else() -> None:
    request = reading_request(unread(CLICKED))
    assert json.loads(request.message) == {
        "question": CLICKED.text,
        "choose": "one",
        "options": [{"id": "1", "text": "Green: like grass"}, {"id": "2", "text": "Blue"}],
        "words": WORDS,
    }
    properties = request.schema["properties"]
    assert properties["means"]["enum"] == ["options", "own_words", "command", "unclear"]
    assert properties["option_ids"]["items"]["enum"] == ["1", "2"]
    assert set(properties["command"]["enum"]) == set(COMMANDS) - {"skip_question"}
    assert request.schema["additionalProperties"] is False


@pytest.mark.parametrize(
    ("question", "choose", "ids", "means"),
    [
        (SEVERAL, "several", ["1", "2", "3"], ["options", "own_words", "command", "unclear"]),
        (YES_NO, "one", ["yes", "no"], ["options", "command", "unclear"]),
        (CLOSED, "one", ["1", "2", "3", "4"], ["options", "command", "unclear"]),
    ],
)
def test_what_is_offered_depends_on_the_kind(
    question: Question, choose: str, ids: list[str], means: list[str]
) -> None:
    request = reading_request(unread(question))
    message = json.loads(request.message)
    assert message["choose"] == choose
    assert [one["id"] for one in message["options"]] == ids
    assert request.schema["properties"]["means"]["enum"] == means


_TEXT = st.sampled_from(["1", "2", "3", "9", "yes", "no", "", "red", "options", "cancel"])
_VALUE = st.none() | st.booleans() | st.integers() | _TEXT | st.lists(_TEXT, max_size=4)
_REPORT = st.dictionaries(
    st.sampled_from(["means", "option_ids", "command", "words"]), _VALUE
) | st.fixed_dictionaries(
    {"means": st.sampled_from(["options", "own_words", "command", "unclear"])},
    optional={
        "option_ids": st.lists(_TEXT, max_size=3),
        "command": st.sampled_from([*COMMANDS, "", "delete"]),
    },
)


@given(
    question=st.sampled_from([choice(), CLOSED, SEVERAL, YES_NO, CLICKED, OPTIONAL]),
    report=_REPORT,
)
def test_whatever_is_reported_only_what_was_offered_and_the_users_own_words_count(
    question: Question, report: dict[str, Any]
) -> None:
    meant = read_report(unread(question), report)
    offered = {option.id for option in question.options if not option.by_click}
    match meant:
        case SpokenChoice():
            assert offered.issuperset(meant.option_ids)
            assert len(meant.option_ids) <= 1 or question.traits.is_multiple
            assert meant.text in {None, WORDS}
            assert meant.text is None or question.allow_other
            assert [bool(meant.option_ids), meant.boolean is not None, bool(meant.text)].count(
                True
            ) == 1
        case SpokenCommand():
            assert meant.words in {"", WORDS}
            assert meant.needs_confirming is (
                meant.kind in {CommandKind.CANCEL, CommandKind.DECIDE}
            )
        case UnclearAnswer():
            pass
