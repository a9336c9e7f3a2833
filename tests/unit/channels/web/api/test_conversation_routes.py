"""Another surface holds the conversation of the running program."""

import asyncio
from typing import Any

import httpx2
import pytest

from assistant.errors import ErrorCategory, ProviderError
from assistant.home import Home
from assistant.protocol.conversation import NewConversation, Say
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice
from assistant.protocol.questions import QuestionClosed
from assistant.protocol.turns import TurnFailed, TurnFinished, TurnStarted
from assistant.questions.model.question import (
    Answered,
    Cancelled,
    CancelReason,
    Channel,
    Method,
    Origin,
    Purpose,
    Question,
    QuestionKind,
    QuestionSet,
    TimedOut,
    YouDecide,
)
from tests.helpers.clock import ManualClock
from tests.helpers.engine.running_core import chose
from tests.helpers.llm.scripted_model import ScriptedModel, Wait, says, uses_tool
from tests.helpers.questions.builders import QUESTION
from tests.helpers.web.api_program import ASKS, DATABASES, PORT, TLS, ApiProgram, calling, problem

DAYS_S = 3 * 24 * 60 * 60.0


def held(program: ApiProgram) -> str:
    """Return the id of the conversation that is held."""
    return program.running.core.conversations.current.conversation_id


async def say(program: ApiProgram, text: str) -> httpx2.Response:
    return await program.post("message", {"session_id": held(program), "text": text})


async def settle(
    program: ApiProgram, created: dict[str, Any], response: dict[str, Any]
) -> httpx2.Response:
    """Settle what was put."""
    named = {"session_id": created["session_id"], "question_id": created["set_id"]}
    return await program.post("response", named | {"response": response})


async def test_words_are_said_and_how_things_stand_is_told(home: Home) -> None:
    gate = asyncio.Event()
    model = ScriptedModel([[Wait(gate=gate), *says("Hello.")], ASKS])
    async with calling(home, model) as program:
        before = (await program.get("conversation")).json()
        assert (before["messages"], before["is_replying"], before["open"]) == ([], False, [])
        taken = await say(program, " Good morning ")
        assert taken.status_code == 200, taken.text
        assert taken.json()["last_event_id"] != before["last_event_id"]
        assert (await program.get("conversation")).json()["is_replying"] is True
        gate.set()
        await program.running.until(TurnFinished)
        await say(program, "Which?")
        asked = await program.running.until_asked()
        state = (await program.get("conversation", count=2)).json()
        assert [(one["role"], one["text"]) for one in state["messages"]] == [
            ("assistant", "Hello."),
            ("user", "Which?"),
        ]
        assert (state["session_id"], state["model"]) == (held(program), "scripted")
        (waiting,) = state["open"]
        assert QuestionSet.model_validate(waiting["form"]).questions == asked.questions.questions
        assert waiting["may_answer"] is True


async def test_a_reply_is_stopped(home: Home) -> None:
    model = ScriptedModel([[says("One two")[0], Wait(gate=asyncio.Event())]])
    async with calling(home, model) as program:
        await say(program, "Count")
        answer = await program.post("stop", {"session_id": held(program)})
        assert answer.status_code == 200
        assert (await program.running.until(TurnFailed)).cancelled
        again = await program.post("stop", {"session_id": held(program)})
        assert again.status_code == 200, "nothing to stop is no error"


async def test_words_for_another_conversation_are_refused(program: ApiProgram) -> None:
    first = held(program)
    await program.running.do(NewConversation())
    for path, body in (("message", {"text": "Hi"}), ("stop", {})):
        answer = await program.post(path, {"session_id": first} | body)
        assert problem(answer) == (409, "not_current")
        nowhere = await program.post(path, {"session_id": "nowhere"} | body)
        assert problem(nowhere) == (404, "session_not_found")
    assert not program.running.model.requests


async def test_each_message_is_told_what_became_of_it(home: Home) -> None:
    gate = asyncio.Event()
    model = ScriptedModel([[Wait(gate=gate), *says("Hello.")], ASKS, says("B it is.")])
    async with calling(home, model) as program:
        begun, waits = [(await say(program, text)).json() for text in ("Hi", "Which?")]
        assert (begun["status"], waits["status"]) == ("accepted", "queued")
        gate.set()
        await program.running.until_asked()
        assert (await say(program, "2")).json()["status"] == "handled"
        await program.running.until(TurnFinished, 2)


async def test_what_is_told_of_something_else_is_not_taken_for_the_reason(
    program: ApiProgram,
) -> None:
    core = program.running.core

    def interfere(event: EngineEvent) -> None:
        if isinstance(event, Notice) and event.code == "model_unavailable":
            core.emit(Notice(code="other", text="The disk is nearly full."))

    core.subscribe(interfere)
    program.running.model.refusal = ProviderError(
        "There is no key.", category=ErrorCategory.AUTHENTICATION
    )
    answer = await say(program, "Hi")
    assert problem(answer) == (409, "not_taken")
    assert answer.json()["message"] == "There is no key."


async def test_a_sixth_message_that_would_wait_is_refused_with_the_reason(home: Home) -> None:
    async with calling(home, ScriptedModel([[Wait(gate=asyncio.Event())]])) as program:
        for n in range(6):
            assert (await say(program, f"{n}")).status_code == 200
        answer = await say(program, "6")
        assert problem(answer) == (409, "not_taken")
        assert answer.json()["message"].startswith("Five messages are waiting already")


async def test_words_that_are_not_taken_are_refused_with_the_reason(program: ApiProgram) -> None:
    program.running.model.refusal = ProviderError(
        "There is no key.", category=ErrorCategory.AUTHENTICATION, hint="Add one."
    )
    answer = await say(program, "Hi")
    assert problem(answer) == (409, "not_taken")
    assert answer.json()["message"] == "There is no key. Add one."
    assert problem(await say(program, " \n")) == (400, "invalid_request")


async def answer_in_words(
    program: ApiProgram, created: dict[str, Any], text: str, **named: object
) -> httpx2.Response:
    """Send words for one question."""
    body = {"session_id": created["session_id"], "question_id": created["question_id"]}
    return await program.post("message", body | {"text": text} | named)


@pytest.mark.requirement("Q-LIFE-17")
async def test_words_answer_the_question_that_they_name_and_no_other(program: ApiProgram) -> None:
    created = await program.put(DATABASES)
    await program.put(PORT)
    answer = await answer_in_words(program, created, "the second one", version=created["version"])
    assert (answer.status_code, answer.json()["status"]) == (200, "handled")
    closed = await program.running.until(QuestionClosed)
    assert closed.questions.id == created["set_id"]
    assert isinstance(closed.response, Answered)
    assert closed.response.answers[0].option_ids == ("lite",)
    again = await answer_in_words(program, created, "the second one")
    assert problem(again) == (400, "already_answered")
    assert len(program.running.core.desk.pending()) == 1


async def test_words_that_name_a_question_are_no_message_where_they_do_not_fit(
    program: ApiProgram,
) -> None:
    strict = DATABASES | {"allow_other": False}
    created = await program.put(strict)
    refused = await answer_in_words(program, created, "What a nice day")
    assert problem(refused) == (400, "invalid_answer")
    assert "SQLite" in refused.json()["details"]["expected"]
    assert problem(await answer_in_words(program, created, "2", version=2)) == (
        404,
        "question_not_found",
    )
    assert problem(await answer_in_words(program, created, "2", question_id="else")) == (
        404,
        "question_not_found",
    )
    assert len(program.running.core.desk.pending()) == 1
    assert not program.running.of(TurnStarted)


async def test_words_name_a_question_of_a_form(program: ApiProgram) -> None:
    created = await program.put(DATABASES, PORT)
    answer = await answer_in_words(program, created, "5432", question_id="port")
    assert answer.json()["status"] == "handled"
    answer = await answer_in_words(program, created, "1", question_id="database")
    assert answer.json()["status"] == "handled"
    response = (await program.running.until(QuestionClosed)).response
    assert isinstance(response, Answered)
    assert [one.text or one.option_ids for one in response.answers] == [("pg",), "5432"]


async def test_words_do_not_answer_a_permission(program: ApiProgram) -> None:
    core = program.running.core
    question = Question(id="sure", kind=QuestionKind.BOOLEAN, text="May it?")
    questions = QuestionSet(id="confirm", questions=(question,), purpose=Purpose.CONFIRM)
    await core.desk.open(questions, Origin(channel=Channel.DESKTOP, conversation_id=held(program)))
    named = {"session_id": held(program), "question_id": "sure"}
    assert problem(await answer_in_words(program, named, "yes")) == (403, "not_allowed")
    assert core.desk.pending()


async def test_the_conversation_that_is_held_is_known_however_old_it_is(home: Home) -> None:
    clock = ManualClock()
    async with calling(home, ScriptedModel([says("Yes.")] * 2), clock=clock) as program:
        await say(program, "Hi")
        await program.running.until(TurnFinished)
        clock.advance(DAYS_S)
        assert (await program.get("session")).status_code == 200
        assert (await program.get("conversation")).status_code == 200
        assert problem(await program.get(f"session/{held(program)}")) == (404, "session_not_found")
        assert (await say(program, "Still there?")).status_code == 200
        await program.running.until(TurnFinished, 2)


async def test_a_form_is_settled_as_a_surface_settles_it(program: ApiProgram) -> None:
    created = await program.put(DATABASES, PORT)
    answers = [
        {"question_id": "database", "option_ids": ["pg"]},
        {"question_id": "port", "text": "5432", "note": "the usual one"},
    ]
    given = {"outcome": "answered", "answers": answers, "provenance": {"method": "key"}}
    assert (await settle(program, created, given)).status_code == 200
    response = (await program.running.until(QuestionClosed)).response
    assert isinstance(response, Answered)
    assert [answer.note for answer in response.answers] == [None, "the usual one"]
    assert (response.provenance.channel, response.provenance.method) == (Channel.API, Method.KEY)
    assert problem(await settle(program, created, given)) == (400, "already_answered")


async def test_a_choice_is_left_to_the_asker_and_a_method_nobody_here_has_is_not_kept(
    program: ApiProgram,
) -> None:
    given = {"outcome": "you_decide", "provenance": {"method": "timeout_default"}}
    assert (await settle(program, await program.put(TLS), given)).status_code == 200
    response = (await program.running.until(QuestionClosed)).response
    assert isinstance(response, YouDecide)
    assert response.provenance.method is Method.TYPED


@pytest.mark.requirement("G-13")
async def test_a_question_is_cancelled_as_by_the_person(program: ApiProgram) -> None:
    created = await program.put(TLS | {"allow_cancel": False})
    given = {"outcome": "cancelled", "reason": "shutdown"}
    assert problem(await settle(program, created, given)) == (403, "not_allowed")
    assert (await settle(program, await program.put(PORT), given)).status_code == 200
    response = (await program.running.until(QuestionClosed)).response
    assert isinstance(response, Cancelled)
    assert response.reason is CancelReason.USER


MISFITS: dict[str, dict[str, Any]] = {
    "nothing": {},
    "unknown": {"outcome": "maybe"},
    "time-out": {"outcome": "timeout", "after_s": 1},
    "no answers": {"outcome": "answered", "answers": []},
    "no list": {"outcome": "answered", "answers": "pg"},
    "wrong": {"outcome": "answered", "answers": [{"question_id": "tls", "text": "x"}]},
    "too much": {"outcome": "later", "words": "x"},
}


@pytest.mark.requirement("API-09")
async def test_a_response_that_does_not_fit_is_refused(program: ApiProgram) -> None:
    created = await program.put(TLS)
    for name, given in MISFITS.items():
        assert problem(await settle(program, created, given)) == (400, "invalid_answer"), name
        assert len(program.running.core.desk.pending()) == 1, name


@pytest.mark.requirement("API-08", "PR-26")
async def test_what_is_not_there_or_not_the_apis_is_refused(program: ApiProgram) -> None:
    question = Question(id="sure", kind=QuestionKind.BOOLEAN, text="Delete everything?")
    questions = QuestionSet(id="confirm", questions=(question,), purpose=Purpose.CONFIRM)
    core = program.running.core
    origin = Origin(channel=Channel.DESKTOP, conversation_id=held(program))
    asking = asyncio.create_task(core.desk.ask(questions, origin))
    await program.running.until_asked()
    yes = {"outcome": "answered", "answers": [{"question_id": "sure", "boolean": True}]}
    bodies: dict[str, dict[str, Any]] = {
        "response": {"response": yes},
        "draft": {"draft": {"answers": {}}},
    }
    for path, body in bodies.items():
        named = {"session_id": held(program), "question_id": "confirm"}
        assert problem(await program.post(path, named | body)) == (403, "not_allowed")
        other = named | {"question_id": "other"} | body
        assert problem(await program.post(path, other)) == (404, "question_not_found")
    asking.cancel()
    await asyncio.wait({asking})


async def test_words_that_are_said_confirm_nothing(home: Home) -> None:
    question = Question(id="sure", kind=QuestionKind.BOOLEAN, text="Delete everything?")
    questions = QuestionSet(id="confirm", questions=(question,), purpose=Purpose.CONFIRM)
    async with calling(home, ScriptedModel([says("To what?")])) as program:
        core = program.running.core
        origin = Origin(channel=Channel.DESKTOP, conversation_id=held(program))
        asking = asyncio.create_task(core.desk.ask(questions, origin))
        await program.running.until_asked()
        assert (await say(program, "yes")).status_code == 200
        await program.running.until(TurnFinished)
        assert [pending.id for pending in core.desk.pending()] == ["confirm"]
        asking.cancel()
        await asyncio.wait({asking})


async def test_what_is_selected_is_kept_as_far_as_it_fits(program: ApiProgram) -> None:
    created = await program.put(DATABASES, PORT)
    draft = {
        "answers": {
            "database": {"question_id": "elsewhere", "option_ids": ["lite", "oracle"]},
            "port": {"question_id": "port", "text": "54"},
            "strange": {"question_id": "strange", "text": "x"},
        }
    }
    named = {"session_id": created["session_id"], "question_id": created["set_id"]}
    assert (await program.post("draft", named | {"draft": draft})).status_code == 200
    await program.running.settle()
    (pending,) = program.running.core.desk.pending()
    assert {
        key: answer.model_dump(exclude_none=True) for key, answer in pending.draft.answers.items()
    } == {
        "database": {"question_id": "database", "option_ids": ("lite",)},
        "port": {"question_id": "port", "option_ids": (), "text": "54"},
    }


@pytest.mark.requirement("Q-LIFE-06", "Q-LIFE-15")
async def test_questions_without_an_answer_are_listed_and_asked_again(program: ApiProgram) -> None:
    created = await program.put(TLS)
    named = {"session_id": created["session_id"], "question_id": created["set_id"]}
    assert (await settle(program, created, {"outcome": "later"})).status_code == 200
    (one,) = (await program.get("questions")).json()["questions"]
    assert (one["id"], one["session_id"]) == (created["set_id"], created["session_id"])
    assert (one["standing"], one["may_answer"]) == ("put_off", True)
    assert (await program.post("reopen", named)).status_code == 200
    (again,) = (await program.get("questions")).json()["questions"]
    assert again["standing"] == "open"
    assert (await settle(program, created, {"outcome": "you_decide"})).status_code == 200
    assert (await program.get("questions")).json()["questions"] == []
    assert problem(await program.post("reopen", named)) == (400, "already_answered")


@pytest.mark.parametrize(
    ("way", "told"),
    [
        ("change", "changed"),
        ("go_back", "Selected: A"),
        ("undo", "Selected: A"),
    ],
)
async def test_an_answer_is_changed_from_another_surface(home: Home, way: str, told: str) -> None:
    ask = uses_tool("ask_user_question", QUESTION)
    model = ScriptedModel([ask, says("B it is."), says("A it is.")])
    async with calling(home, model) as program:
        running = program.running
        await running.do(Say(text="Help me"))
        await running.answer_b()
        await running.until(TurnFinished)
        listed = (await program.get("answered")).json()
        (one,) = listed["answers"]
        assert one["may_change"]
        assert one["response"]["answers"][0]["option_ids"] == ["2"]
        named = {"session_id": listed["session_id"], "question_id": one["id"], "way": way}
        assert (await program.post("change", named)).status_code == 200
        again = await running.until_asked(2)
        assert again.questions.amends == one["id"]
        # A copy that is open cannot be changed itself, but names the answer that it changes.
        copy = named | {"question_id": again.questions.id}
        assert (await program.post("change", copy)).status_code == 200
        await running.respond(
            again.questions, chose(again.questions, **{again.questions.questions[0].id: "1"})
        )
        await running.until(TurnFinished, count=2)
        assert told in str(model.requests[-1].messages)
        (one,) = (await program.get("answered")).json()["answers"]
        assert one["response"]["answers"][0]["option_ids"] == ["1"]


async def test_an_answer_that_cannot_be_changed_is_refused(program: ApiProgram) -> None:
    created = await program.put(TLS)
    current = (await program.get("session")).json()["session_id"]
    assert (await program.get("answered")).json()["answers"] == []
    named = {"session_id": created["session_id"], "question_id": created["set_id"]}
    assert problem(await program.post("change", named)) == (409, "not_current")
    of_current = named | {"session_id": current}
    assert problem(await program.post("change", of_current)) == (404, "question_not_found")


@pytest.mark.requirement("Q-LIFE-06")
async def test_a_question_that_timed_out_is_opened_again(program: ApiProgram) -> None:
    created = await program.put(TLS)
    core = program.running.core
    late = TimedOut(after_s=5)
    await core.store.questions.settle(
        created["set_id"],
        status="timeout",
        response_json=late.model_dump_json(),
        channel=None,
        at=core.plan.clock.now(),
    )
    await core.desk.cancel(questions_id=created["set_id"])
    (one,) = (await program.get("questions")).json()["questions"]
    assert one["standing"] == "timed_out"
    named = {"session_id": created["session_id"], "question_id": created["set_id"]}
    assert (await program.post("reopen", named)).status_code == 200
    (one,) = (await program.get("questions")).json()["questions"]
    assert one["standing"] == "open"


async def test_the_words_of_the_window_are_told_in_the_stream(home: Home) -> None:
    async with calling(home, ScriptedModel([says("Hello.")])) as program:
        after = (await program.get("conversation")).json()["last_event_id"]
        await program.running.do(Say(text="Good morning"))
        await program.running.until(TurnFinished)
        async with program.http.stream(
            "GET", "/api/task/events", headers={"Last-Event-ID": after}
        ) as stream:
            found: list[str] = []
            async for line in stream.aiter_lines():
                if line.startswith("event: "):
                    found.append(line.removeprefix("event: "))
                if found[-1:] == ["done"]:
                    break
        assert found == ["message", "text", "done"]
