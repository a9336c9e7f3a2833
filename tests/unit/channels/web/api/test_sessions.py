from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import cast

import pytest

from assistant.channels.web.api.sessions import ApiSession, chain_began
from assistant.channels.web.server.model.problems import ApiProblem
from assistant.conversation.history.model.stored_question import StoredQuestion
from assistant.questions.model.question import (
    Answered,
    Channel,
    Draft,
    Purpose,
    QuestionRoute,
    QuestionSet,
    Response,
)
from assistant.storage.model.records import QuestionStatus
from tests.helpers.questions.builders import AT, ORIGIN, choice, chose, question_set


def stored(
    questions: QuestionSet,
    response: Response | None = None,
    *,
    channel: Channel = Channel.DESKTOP,
    after_s: float = 0,
) -> StoredQuestion:
    """Return a question as it is stored: open without a response, else answered."""
    status: QuestionStatus = "pending" if response is None else "answered"
    return StoredQuestion(
        questions=questions,
        origin=ORIGIN.model_copy(update={"channel": channel}),
        draft=Draft(),
        status=status,
        response=response,
        asked_at=AT + timedelta(seconds=after_s),
        settled_at=None,
        channel=None,
    )


def session(*questions: StoredQuestion) -> ApiSession:
    return ApiSession(session_id="c1", key="w:a:c1", questions=questions, is_conversation=True)


def copy_of(questions: QuestionSet, id: str) -> QuestionSet:
    return questions.model_copy(update={"id": id, "amends": questions.id})


def standing(held: ApiSession) -> list[tuple[str, ...] | None]:
    """Return the option that stands in each round; None while it is open."""
    return [
        one.response.answers[0].option_ids if isinstance(one.response, Answered) else None
        for one in held.rounds()
    ]


def test_a_round_is_a_question_with_its_answer() -> None:
    first, second = question_set(id="s1"), question_set(choice(id="q2"), id="s2")
    assert standing(session(stored(first, chose("1")), stored(second))) == [("1",), None]


def test_a_changed_answer_stands_in_its_round() -> None:
    first = question_set(id="s1")
    once = copy_of(first, "s1b")
    held = session(
        stored(first, chose("1")),
        stored(once, chose("2")),
        stored(copy_of(once, "s1c"), chose("3")),
    )
    assert standing(held) == [("3",)]


def test_an_answer_that_is_being_changed_stands_until_it_is() -> None:
    first = question_set(id="s1")
    assert standing(session(stored(first, chose("1")), stored(copy_of(first, "s1b")))) == [("1",)]


def test_confirmations_and_the_programs_own_questions_are_no_rounds() -> None:
    confirmation = question_set(id="s1").model_copy(update={"purpose": Purpose.CONFIRM})
    own = question_set(id="s2").model_copy(update={"route": QuestionRoute.PROGRAM})
    assert session(stored(confirmation, chose("1")), stored(own, chose("1"))).rounds() == ()


def test_an_id_means_the_open_question_that_has_it_or_else_the_last() -> None:
    asked = [question_set(choice(id="q1"), id=f"s{number}") for number in range(3)]
    over = [stored(one, chose("1")) for one in asked]
    found = session(*over).held("q1")
    assert found.id == "s2"
    found = session(over[0], stored(asked[1]), over[2]).held("q1")
    assert found.id == "s1"
    found = session(*over).held("s0")
    assert found.id == "s0"
    with pytest.raises(ApiProblem, match="no such question"):
        session(*over).held("q9")


# What an answer names.


def versions(*statuses: str) -> ApiSession:
    """Return a session in which one question was put once for each status."""
    asked: list[StoredQuestion] = []
    for n, status in enumerate(statuses, start=1):
        one = question_set(choice(id="db"), id=f"s{n}").model_copy(update={"version": n})
        answer = chose("1", question_id="db")
        kept = stored(one, None if status == "pending" else answer)
        asked.append(replace(kept, status=cast("QuestionStatus", status)))
    return session(*asked)


@pytest.mark.requirement("Q-LIFE-17", "API-11", "SEC-08")
@pytest.mark.parametrize(
    ("statuses", "question_id", "version", "expected"),
    [
        (["pending"], "db", None, "s1"),
        (["pending"], "db", 1, "s1"),
        (["pending"], "s1", None, "s1"),
        (["pending"], "db", 2, "question_not_found"),
        (["pending"], "other", None, "question_not_found"),
        (["answered"], "db", None, "s1"),
        (["answered", "pending"], "db", None, "already_answered"),
        (["answered", "pending"], "db", 1, "s1"),
        (["answered", "pending"], "db", 2, "s2"),
        (["answered", "pending"], "s2", None, "s2"),
        (["cancelled", "pending"], "db", None, "closed"),
        (["cancelled", "answered", "pending"], "db", None, "already_answered"),
    ],
)
def test_an_answer_reaches_the_one_asking_that_it_names(
    statuses: list[str], question_id: str, version: int | None, expected: str
) -> None:
    held = versions(*statuses)
    if expected.startswith("s"):
        assert held.addressed(question_id, version).id == expected
        return
    with pytest.raises(ApiProblem) as error:
        held.addressed(question_id, version)
    assert error.value.code == expected
    if expected != "question_not_found":
        last, told = held.questions[-1], error.value.details
        assert (told["set_id"], told["version"]) == (last.id, last.questions.version)


def test_a_version_that_timed_out_and_was_put_again_is_closed() -> None:
    reopened = question_set().model_copy(update={"version": 2})
    held = session(stored(reopened))
    with pytest.raises(ApiProblem) as error:
        held.addressed("q1", 1)
    assert (error.value.code, error.value.details["version"]) == ("closed", 2)
    assert held.addressed("q1", 2).id == "set1"
    assert held.addressed("q1", None).id == "set1"


def test_of_an_older_programs_questions_with_one_id_none_is_guessed() -> None:
    both = [stored(question_set(id=id)) for id in ("s1", "s2")]
    for version in (None, 1):
        with pytest.raises(ApiProblem) as error:
            session(*both).addressed("q1", version)
        assert error.value.code == "ambiguous_question"
    over = replace(both[0], status="answered", response=chose("1"))
    with pytest.raises(ApiProblem) as error:
        session(over, both[1]).addressed("q1", 1)
    assert error.value.code == "already_answered"
    assert session(*both).addressed("s2", None).id == "s2"


@pytest.mark.requirement("API-10")
def test_rounds_of_programs_are_counted_from_the_persons_own_words_on() -> None:
    held = session(
        stored(question_set(id="s1"), chose("1"), channel=Channel.API),
        stored(question_set(id="s2"), chose("1"), channel=Channel.API, after_s=60),
        stored(question_set(id="s3"), chose("1"), after_s=60),
        stored(question_set(id="s4"), channel=Channel.MCP, after_s=61),
    )
    assert held.asked_by_programs(since=None) == 3
    assert held.asked_by_programs(since=AT + timedelta(seconds=30)) == 2


@pytest.mark.requirement("API-10")
@pytest.mark.parametrize(
    ("asked_s", "open_from", "now_s", "began_s"),
    [
        ([], 0, 0, None),
        ([0, 60, 200], 9, 260, None),
        ([0, 60, 360], 9, 400, 360),
        ([0, 60, 360, 900], 9, 901, 900),
        ([0, 60], 9, 360, 360),
        # A question that waits for its answer keeps the chain, however long that takes.
        ([0, 60], 1, 4000, None),
        ([0, 400, 800], 1, 4000, 400),
    ],
)
def test_where_the_user_never_speaks_a_pause_ends_a_chain_of_rounds(
    asked_s: Sequence[float], open_from: int, now_s: float, began_s: float | None
) -> None:
    questions = [
        stored(
            question_set(id=f"s{n}"),
            chose("1") if n < open_from else None,
            channel=Channel.API,
            after_s=after_s,
        )
        for n, after_s in enumerate(asked_s)
    ]
    began = None if began_s is None else AT + timedelta(seconds=began_s)
    assert chain_began(questions, AT + timedelta(seconds=now_s)) == began
