"""Which decisions a query finds."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.decision_log.decision import Decision, DecisionConversation, decision_of
from assistant.decision_log.decision_query import DecisionQuery
from assistant.questions.model.question import Answer, Question, QuestionKind
from tests.helpers.questions.settled import CLAUDE, START, answered, asked, record


def decision(text: str = "Which database?", words: str = "DuckDB", **fields: Any) -> Decision:
    question = Question(id="q", kind=QuestionKind.TEXT, text=text)
    made = decision_of(
        asked(question, **fields),
        answered(Answer(question_id="q", text=words)),
        conversation=DecisionConversation(id="c1", title="The café", workspace="default"),
        asked_at=START,
    )
    assert made is not None
    return made


@pytest.mark.parametrize(
    ("words", "is_found"),
    [
        ("", True),
        ("database", True),
        ("DATA duckdb", True),
        ("cafe", True),  # the title of the conversation; accents do not count
        ("parley", True),  # who asked
        ('"which database"', True),
        ('"database which"', False),
        ("database postgres", False),
        ("base", False),  # from the start of a word
        ("?!", False),
    ],
)
def test_words_are_found_as_in_messages(words: str, is_found: bool) -> None:
    assert DecisionQuery(words=words).matches(decision()) is is_found


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("어떤 데이터베이스를 쓸까요?", "데이터베이스"),
        ("用哪个数据库？", "数据库"),
        ("どのデータ？", "データ"),
    ],
)
def test_words_of_east_asia_are_found_inside_others(text: str, words: str) -> None:
    assert DecisionQuery(words=words).matches(decision(text))
    assert not DecisionQuery(words=words).matches(decision())


@pytest.mark.parametrize(
    ("project", "is_found"),
    [
        ("webshop", True),
        ("Web Shop", True),
        ("claude code", True),
        ("Claude Code · webshop · 2", True),
        ("web", False),
        ("parley", False),
        ("default", False),
    ],
)
def test_a_project_or_an_asker_is_found_by_its_name(project: str, is_found: bool) -> None:
    assert DecisionQuery(project=project).matches(decision(asker=CLAUDE)) is is_found


@pytest.mark.parametrize("project", ["parley", "default"])
def test_the_assistant_asks_in_its_workspace(project: str) -> None:
    assert DecisionQuery(project=project).matches(decision())


def test_words_that_are_withheld_are_not_found() -> None:
    secret = decision("Your password?", "hunter2")
    assert not DecisionQuery(words="hunter2").matches(secret)


@given(text=st.text(max_size=40), words=st.text(max_size=12))
def test_what_matches_may_match(text: str, words: str) -> None:
    query = DecisionQuery(words=words)
    question = Question(id="q", kind=QuestionKind.TEXT, text=text)
    for shown in (text, f"{text}\n{words}\t{text}"):
        asking = asked(question.model_copy(update={"text": shown}))
        response = answered(Answer(question_id="q", text="yes"))
        made = decision_of(
            asking, response, conversation=DecisionConversation(id="c"), asked_at=START
        )
        assert made is not None
        stored = record(asking, response)
        if query.matches(made):
            assert query.may_match((stored.questions_json, stored.response_json or ""))
