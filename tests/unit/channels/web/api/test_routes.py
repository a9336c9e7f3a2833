"""Every call that answers or puts questions, and who may call, over real HTTP, on a real core."""

import asyncio
from datetime import timedelta
from typing import Any

import httpx2
import pytest

from assistant.errors import StoreError
from assistant.home import Home
from assistant.locale import use_language
from assistant.questions.model.question import (
    Answered,
    Channel,
    Origin,
    Purpose,
    Question,
    QuestionKind,
    QuestionSet,
)
from tests.helpers.clock import ManualClock
from tests.helpers.web.api_program import (
    DATABASES,
    PORT,
    PROVIDERS,
    TLS,
    ApiProgram,
    calling,
    closed,
    problem,
)

# Answers.

LONG_IDS = [f"{n}".rjust(249, "x") for n in range(4)]
LONG: dict[str, Any] = PROVIDERS | {"options": [{"id": id, "label": id[-1]} for id in LONG_IDS]}
"""All of its ids together are too long for an answer."""


OTHER = {"allow_other": True}
ANSWERS: dict[str, tuple[dict[str, Any], object]] = {
    "option id": (DATABASES, "lite"),
    "own words": (DATABASES | OTHER, {"other": "DuckDB"}),
    "words as long as they may be": (DATABASES | OTHER, {"other": "x" * 256}),
    "array": (PROVIDERS, ["google", "github"]),
    "long array": (LONG, LONG_IDS[:3]),
    "empty array": (PROVIDERS | {"required": False}, []),
    "array and words": (PROVIDERS | OTHER, ["google", {"other": "Mine"}]),
    "text": (PORT, "8080"),
    "text as long as it may be": (PORT, "x" * 1000),
    "yes": (TLS, True),
    "no": (TLS, False),
    "left out": (PORT | {"required": False}, None),
}


@pytest.mark.requirement("API-01", "API-02", "API-03", "API-04", "API-05", "PR-26", "TEST-25")
async def test_an_answer_is_taken_and_comes_back_as_it_was_sent(program: ApiProgram) -> None:
    taken = {"success": True, "message": "Answer submitted, the task continues"}
    for count, (name, (definition, value)) in enumerate(ANSWERS.items(), start=1):
        created = await program.put(definition)
        answer = await program.answer(created, value)
        assert (answer.status_code, answer.json()) == (200, taken), name
        event = await closed(program, count)
        assert isinstance(event.response, Answered), name
        assert event.channel is Channel.API
        path = f"question/{created['set_id']}"
        state = (await program.get(path, session_id=created["session_id"])).json()
        assert state["status"] == "answered", name
        assert state["answers"] == {created["question_id"]: value}, name


@pytest.mark.requirement("API-06")
async def test_the_message_is_in_the_persons_language(program: ApiProgram) -> None:
    created = await program.put(TLS)
    use_language("zh")
    answer = await program.answer(created, True)
    assert answer.json() == {"success": True, "message": "答案已提交，任务继续执行"}


@pytest.mark.requirement("API-01")
async def test_a_remark_stays_with_the_answer(program: ApiProgram) -> None:
    created = await program.put(TLS)
    await program.answer(created, True, note="from next week on")
    event = await closed(program)
    assert isinstance(event.response, Answered)
    assert event.response.answers[0].note == "from next week on"


MISFITS: dict[str, tuple[dict[str, Any], object]] = {
    "unknown option": (DATABASES, "oracle"),
    "label": (DATABASES, "PostgreSQL"),
    "array for one": (DATABASES, ["pg"]),
    "words not allowed": (DATABASES, {"other": "DuckDB"}),
    "nothing": (DATABASES, None),
    "yes for one": (DATABASES, True),
    "number": (DATABASES, 1),
    "one for several": (PROVIDERS, "google"),
    "one unknown": (PROVIDERS, ["google", "gitlab"]),
    "none": (PROVIDERS, []),
    "array in an array": (PROVIDERS, [["google"]]),
    "number for text": (PORT, 8080),
    "empty text": (PORT, ""),
    "long text": (PORT, "x" * 1001),
    "control character": (PORT, "\u0000"),
    "text for yes": (TLS, "true"),
    "number for yes": (TLS, 1),
    "long words": (DATABASES | OTHER, {"other": "x" * 257}),
    "long array": (LONG, LONG_IDS),
}


@pytest.mark.requirement("API-09", "TEST-25")
async def test_an_answer_that_does_not_fit_is_refused_with_the_form_that_does(
    program: ApiProgram,
) -> None:
    for name, (definition, value) in MISFITS.items():
        created = await program.put(definition)
        answer = await program.answer(created, value)
        assert problem(answer) == (400, "invalid_answer"), name
        details = answer.json()["details"]
        assert details["type"] == definition["type"], name
        assert details["expected"] in answer.json()["message"], name
        (pending,) = program.running.core.desk.pending()
        assert pending.id == created["set_id"], name
        cancelled = {"session_id": created["session_id"], "question_id": created["set_id"]}
        assert (await program.post("cancel", cancelled)).status_code == 200


@pytest.mark.requirement("API-11", "TEST-25")
async def test_a_second_answer_is_refused(program: ApiProgram) -> None:
    created = await program.put(TLS)
    assert (await program.answer(created, True)).status_code == 200
    again = await program.answer(created, False)
    assert problem(again) == (400, "already_answered")
    state = await program.get(f"question/{created['set_id']}", session_id=created["session_id"])
    assert state.json()["answers"] == {"tls": True}


@pytest.mark.requirement("API-01")
async def test_of_two_at_the_same_time_one_is_taken(program: ApiProgram) -> None:
    created = await program.put(TLS)
    both = await asyncio.gather(program.answer(created, True), program.answer(created, False))
    assert sorted(answer.status_code for answer in both) == [200, 400]


@pytest.mark.requirement("API-11")
async def test_a_closed_question_takes_no_answer(program: ApiProgram) -> None:
    created = await program.put(TLS)
    await program.running.core.desk.cancel(questions_id=created["set_id"])
    assert problem(await program.answer(created, True)) == (400, "closed")


@pytest.mark.requirement("API-07", "TEST-25", "Q-LIFE-19")
async def test_a_session_that_nobody_knows_is_told(program: ApiProgram) -> None:
    created = await program.put(TLS)
    for unknown in ("nobody", "api-nobody", f"a:b:{created['session_id']}"):
        answer = await program.answer(created | {"session_id": unknown}, True)
        assert problem(answer) == (404, "session_not_found")
    assert len(program.running.core.desk.pending()) == 1


@pytest.mark.requirement("API-08", "TEST-25")
async def test_a_question_of_another_session_is_not_found(program: ApiProgram) -> None:
    created, other = await program.put(TLS), await program.put(PORT)
    answer = await program.answer(created | {"session_id": other["session_id"]}, True)
    assert problem(answer) == (404, "question_not_found")
    assert len(program.running.core.desk.pending()) == 2


@pytest.mark.requirement("API-07")
async def test_a_session_is_over_a_day_after_the_last_that_happened_in_it(home: Home) -> None:
    clock = ManualClock()
    async with calling(home, clock=clock) as program:
        created = await program.put(TLS)
        clock.advance(timedelta(hours=20).total_seconds())
        await program.answer(created, True)
        path = f"session/{created['session_id']}"
        clock.advance(timedelta(hours=23, minutes=59).total_seconds())
        assert (await program.get(path)).status_code == 200
        clock.advance(61)
        assert problem(await program.get(path)) == (404, "session_not_found")


@pytest.mark.requirement("PR-26")
async def test_a_confirmation_is_not_the_apis_to_give(program: ApiProgram) -> None:
    core = program.running.core
    question = Question(id="sure", kind=QuestionKind.BOOLEAN, text="Delete everything?")
    questions = QuestionSet(id="confirm", questions=(question,), purpose=Purpose.CONFIRM)
    session_id = core.conversations.current.conversation_id
    origin = Origin(channel=Channel.DESKTOP, conversation_id=session_id)
    asking = asyncio.create_task(core.desk.ask(questions, origin))
    await program.running.until_asked()
    for path, body in (("answer", {"answer": True}), ("cancel", {"reason": "client"})):
        named = {"session_id": session_id, "question_id": "sure"}
        assert problem(await program.post(path, named | body)) == (403, "not_allowed")
    (waiting,) = (await program.get(f"session/{session_id}")).json()["pending"]
    assert waiting["may_answer"] is False
    asking.cancel()
    await asyncio.wait([asking])


# Several together.


@pytest.mark.requirement("API-18")
async def test_answers_to_a_form_wait_for_each_other(program: ApiProgram) -> None:
    created = await program.put(DATABASES, PORT)
    first = await program.answer(created, "pg")
    assert first.json()["open_questions"] == ["port"]
    assert len(program.running.core.desk.pending()) == 1
    assert problem(await program.answer(created, "lite")) == (400, "already_answered")
    second = await program.answer(created | {"question_id": "port"}, "8080")
    assert "open_questions" not in second.json()
    event = await closed(program)
    assert isinstance(event.response, Answered)
    assert [answer.question_id for answer in event.response.answers] == ["database", "port"]


@pytest.mark.requirement("API-18")
async def test_a_follow_up_is_asked_for_when_its_option_is_chosen(program: ApiProgram) -> None:
    definition = DATABASES | {"follow_up_questions": {"pg": [PORT]}}
    created = await program.put(definition)
    early = await program.answer(created | {"question_id": "port"}, "5432")
    assert problem(early) == (400, "invalid_answer")
    first = await program.answer(created, "pg")
    assert first.json()["open_questions"] == ["port"]
    assert (await program.answer(created | {"question_id": "port"}, "5432")).status_code == 200
    await closed(program)


@pytest.mark.requirement("API-18")
async def test_several_answers_are_taken_or_refused_each_for_itself(program: ApiProgram) -> None:
    created = await program.put(DATABASES)
    session_id = created["session_id"]
    other = await program.put(TLS, session_id=session_id)
    given = [
        {"question_id": "database", "answer": "oracle"},
        {"question_id": "tls", "answer": True},
        {"question_id": "tls", "answer": False},
        {"question_id": "nothing", "answer": True},
    ]
    answer = await program.post("answers", {"session_id": session_id, "answers": given})
    assert answer.status_code == 200
    body = answer.json()
    assert body["success"] is False
    assert [(one["question_id"], one["success"], one["error"]) for one in body["results"]] == [
        ("database", False, "invalid_answer"),
        ("tls", True, None),
        ("tls", False, "already_answered"),
        ("nothing", False, "question_not_found"),
    ]
    event = await closed(program)
    assert event.questions.id == other["set_id"]
    assert [pending.id for pending in program.running.core.desk.pending()] == [created["set_id"]]


@pytest.mark.requirement("API-18")
async def test_a_whole_form_is_answered_in_one_request(program: ApiProgram) -> None:
    created = await program.put(DATABASES, PORT | {"required": False}, TLS)
    given = [
        {"question_id": "tls", "answer": True},
        {"question_id": "database", "answer": "pg"},
    ]
    body = {"session_id": created["session_id"], "answers": given}
    answer = await program.post("answers", body)
    assert answer.json()["success"] is True
    event = await closed(program)
    assert isinstance(event.response, Answered)
    assert [a.question_id for a in event.response.answers] == ["database", "port", "tls"]


# Definitions.


UNASKABLE: dict[str, tuple[dict[str, Any], str, str]] = {
    "no options": ({**DATABASES, "options": ()}, "too_few", "options"),
    "twice": ({"questions": [DATABASES, DATABASES]}, "duplicate", "questions[1].question_id"),
    "nothing": ({}, "missing", "questions"),
    "no text": (DATABASES | {"question_text": " "}, "missing", "question"),
}


@pytest.mark.requirement("API-12", "TEST-25")
async def test_a_definition_that_cannot_be_asked_is_refused(program: ApiProgram) -> None:
    for name, (definition, code, field) in UNASKABLE.items():
        answer = await program.post("question", definition)
        assert problem(answer) == (400, "invalid_question"), name
        (found, *_others) = answer.json()["details"]["problems"]
        assert (found["code"], found["field"]) == (code, field), name
    assert not program.running.core.desk.pending()


@pytest.mark.requirement("API-12", "TEST-25")
async def test_an_id_that_the_session_has_is_refused(program: ApiProgram) -> None:
    created = await program.put(DATABASES)
    again = await program.post("question", DATABASES | {"session_id": created["session_id"]})
    assert problem(again) == (400, "invalid_question")
    (found,) = again.json()["details"]["problems"]
    assert (found["code"], found["field"]) == ("duplicate", "question_id")


async def test_an_asker_that_cannot_be_read_is_refused(program: ApiProgram) -> None:
    askers: list[tuple[object, str]] = [
        ("Deployer", "asker must be an object"),
        ([], "asker must be an object"),
        ({"project": "webshop"}, "asker.agent is missing"),
        ({"agent": 5}, "asker.agent must be a text"),
        ({"agent": "Deployer", "mark": 1}, "asker.mark"),
    ]
    for asker, said in askers:
        answer = await program.post("question", TLS | {"asker": asker})
        assert problem(answer) == (400, "invalid_question"), asker
        assert said in answer.json()["message"], asker
    assert not program.running.core.desk.pending()


@pytest.mark.requirement("API-16")
async def test_a_question_is_put_in_a_conversation(program: ApiProgram) -> None:
    conversation_id = program.running.core.conversations.current.conversation_id
    created = await program.put(
        TLS,
        session_id=conversation_id,
        source="Deployer",
        asker={"agent": "Deployer", "project": "web\nshop"},
    )
    assert created["session_key"] == f"default:default:{conversation_id}"
    asked = await program.running.until_asked()
    assert asked.origin == Origin(
        channel=Channel.API,
        conversation_id=conversation_id,
        session_key=created["session_key"],
    )
    assert asked.questions.source == "Deployer"
    assert asked.questions.asked_by == "Deployer · web shop"
    by_key = created | {"session_id": created["session_key"]}
    assert (await program.answer(by_key, True)).status_code == 200


async def test_a_question_is_stored_and_open_when_its_id_is_told(program: ApiProgram) -> None:
    core = program.running.core
    for _n in range(3):
        created = await program.put(TLS)
        assert (core.desk.pending()[-1].id, core.desk.pending()[-1].is_presented) == (
            created["set_id"],
            True,
        )
        record = await core.store.questions.get(created["set_id"])
        assert record is not None
        assert record.status == "pending"


async def test_a_question_that_cannot_be_stored_is_told(
    program: ApiProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_given: object) -> None:
        raise StoreError("The disk is full.", hint="Free some space.")

    with monkeypatch.context() as patched:
        patched.setattr(program.running.core.store.questions, "add", fails)
        answer = await program.post("question", TLS)
        assert problem(answer) == (503, "unavailable")
    assert program.running.core.desk.pending() == ()
    await program.put(TLS)


async def test_a_question_that_comes_as_the_program_ends_is_told_so(program: ApiProgram) -> None:
    await program.running.core.desk.aclose()
    assert problem(await program.post("question", TLS)) == (503, "unavailable")


@pytest.mark.requirement("API-16")
async def test_a_question_set_in_the_programs_own_form_may_not_say_what_only_it_may(
    program: ApiProgram,
) -> None:
    question = {"id": "sure", "kind": "boolean", "text": "Sure?"}
    await program.put(
        {"questions": [question]},
        purpose="confirm",
        voice_confirm=True,
        tool_use_id="toolu_1",
        amends="other",
        route="program",
    )
    questions = (await program.running.until_asked()).questions
    assert (questions.purpose, questions.voice_confirm) == (Purpose.ASK, False)
    assert (questions.tool_use_id, questions.amends, questions.route.value) == (None, None, "api")


@pytest.mark.requirement("API-10", "TEST-25", "Q-ROUND-13")
async def test_ten_rounds_may_follow_one_another(program: ApiProgram) -> None:
    first = await program.put(TLS | {"question_id": "q0"})
    session = {"session_id": first["session_id"]}
    for number in range(1, 10):
        await program.put(TLS | {"question_id": f"q{number}"} | session)
    answer = await program.post("question", TLS | {"question_id": "q10"} | session)
    assert problem(answer) == (429, "recursive_limit_exceeded")
    assert answer.json()["details"] == {"limit": 10}
    assert len(program.running.core.desk.pending()) == 10


@pytest.mark.requirement("API-10")
async def test_a_session_of_a_program_alone_is_not_used_up_for_good(home: Home) -> None:
    clock = ManualClock()
    async with calling(home, clock=clock) as program:
        put = await program.put(TLS | {"question_id": "q0"})
        session = {"session_id": put["session_id"]}
        for number in range(1, 10):
            await program.answer(put, True)
            put = await program.put(TLS | {"question_id": f"q{number}"} | session)
        answer = await program.post("question", TLS | {"question_id": "q10"} | session)
        assert problem(answer) == (429, "recursive_limit_exceeded")
        await program.answer(put, True)
        clock.advance(5 * 60)
        await program.put(TLS | {"question_id": "q10"} | session)


# Requests that cannot be read.


UNREADABLE: dict[bytes, str] = {
    b"": "body is missing",
    b"{": "body is not JSON: Expecting property name enclosed in double quotes, at character 2",
    b"[]": "body must be an object",
    b"null": "body must be an object, and is null",
    b'{"session_id": "s", "question_id": "q"}': "answer is missing",
    b'{"session_id": "s", "answer": "a"}': "question_id is missing",
    b'{"session_id": 1, "question_id": "q", "answer": "a"}': "must be a text, and is 1",
    b'{"session_id": "s", "question_id": "q", "answer": "a", "x": 1}': "x is not known here",
    b"\xff\xfe": "body is not JSON: Expecting value, at character 1",
    b'{"session_id": "\xff"}': "The body is not UTF-8 text.",
    b"[" * 60_000: "The body is nested too deeply.",
    b'{"session_id": "\\ud800", "question_id": "q", "answer": 1}': "what is no character",
    b'{"session_id": "s", "question_id": "q", "answer": ' + b"9" * 5000 + b"}": "no JSON",
    b'{"\\ud800": 1}': "what is no character",
}
"""Bodies, and what is said of each."""


@pytest.mark.requirement("API-19")
async def test_a_body_that_cannot_be_read_changes_nothing(program: ApiProgram) -> None:
    await program.put(TLS)
    headers = {"Content-Type": "application/json"}
    for body, why in UNREADABLE.items():
        answer = await program.http.post("/api/task/answer", content=body, headers=headers)
        assert problem(answer) == (400, "invalid_request"), body[:80]
        assert why in answer.json()["message"], body[:80]
        assert len(program.running.core.desk.pending()) == 1, body[:80]


@pytest.mark.requirement("API-19")
async def test_what_is_not_known_in_a_query_is_refused(program: ApiProgram) -> None:
    for path, unknown in {
        "conversation?limt=5": ["limt"],
        "conversation?count=5&Count=5&session_id=a": ["Count", "session_id"],
        "question/a?session_id=a&wait=5": ["wait"],
        "events?sesion_id=a": ["sesion_id"],
        "questions?=": [""],
    }.items():
        answer = await program.http.get(f"/api/task/{path}")
        assert problem(answer) == (400, "invalid_request"), path
        fields = [{"field": f"query.{name}", "message": "is not known here"} for name in unknown]
        assert answer.json()["details"] == {"fields": fields}, path


@pytest.mark.requirement("API-19")
async def test_a_body_of_another_kind_is_told_which_to_send(program: ApiProgram) -> None:
    for kind in ("", "text/plain", "application/x-www-form-urlencoded"):
        headers = {"Content-Type": kind} if kind else {}
        answer = await program.http.post("/api/task/stop", content=b"{}", headers=headers)
        assert problem(answer) == (400, "invalid_request"), kind
        assert "application/json" in answer.json()["message"]


# Who may call.


@pytest.mark.timeout(120)
@pytest.mark.requirement("SEC-09")
async def test_without_the_token_nothing_is_told(program: ApiProgram) -> None:
    paths: dict[str, dict[str, Any]] = (await program.http.get("/api/openapi.json")).json()["paths"]
    token = program.address.token
    strangers: list[dict[str, str]] = [
        {},
        {"Authorization": "Bearer wrong"},
        {"Authorization": f"Basic {token}"},
        {"Authorization": token},
        {"Authorization": "Bearer"},
    ]
    in_query = {"token": token, "access_token": token}
    async with httpx2.AsyncClient(base_url=program.address.url, trust_env=False) as stranger:
        for path, methods in paths.items():
            for method in methods:
                for headers in strangers:
                    answer = await stranger.request(method, path, headers=headers, params=in_query)
                    assert problem(answer) == (401, "unauthorized"), path
                    assert answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.requirement("SEC-09")
async def test_a_foreign_page_is_refused_even_with_the_token(program: ApiProgram) -> None:
    foreign = {"Origin": "https://evil.example"}
    answer = await program.http.post("/api/task/question", json=TLS, headers=foreign)
    assert problem(answer) == (403, "forbidden")
    assert not program.running.core.desk.pending()


@pytest.mark.requirement("SEC-14")
async def test_a_body_of_more_than_64_kib_is_refused(program: ApiProgram) -> None:
    answer = await program.post("question", TLS | {"description": "x" * 65_536})
    assert problem(answer) == (413, "payload_too_large")


@pytest.mark.requirement("C-26", "API-03")
async def test_what_is_said_follows_the_language_that_is_asked_for(program: ApiProgram) -> None:
    use_language("zh")
    told: dict[str, str] = {}
    for accepted in ("", "ko-KR,ko;q=0.9", "en", "fr"):
        program.http.headers["Accept-Language"] = accepted
        created = await program.put(TLS)
        answer = await program.answer(created, True)
        again = await program.answer(created, True)
        assert again.json()["error"] == "already_answered"
        told[accepted] = f"{answer.json()['message']} / {again.json()['message']}"
    assert told["en"].startswith("Answer submitted, the task continues / ")
    assert told[""] == told["fr"], "without one of ours it is the interface's"
    assert len({told[""], told["ko-KR,ko;q=0.9"], told["en"]}) == 3
    for accepted, name in (("ko", "ko"), ("en", "en")):
        program.http.headers["Accept-Language"] = accepted
        program.http.headers["Authorization"] = "Bearer wrong"
        refused = await program.http.get("/api/task/session")
        assert refused.status_code == 401
        assert ("토큰" in refused.json()["message"]) is (name == "ko")
