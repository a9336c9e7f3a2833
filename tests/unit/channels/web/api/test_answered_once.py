"""An answer that is sent twice settles nothing twice: ids, versions and what hangs on answers."""

import getpass
from typing import Any

import pytest

from assistant.home import Home
from assistant.protocol.conversation import Say
from assistant.protocol.questions import (
    AmendAnswer,
    QuestionAsked,
    ReopenTimedOutQuestion,
)
from assistant.protocol.turns import TurnFinished
from assistant.questions.model.question import Answered, Cancelled, CancelReason, Draft, TimedOut
from assistant.questions.model.response_text import structured_result
from tests.helpers.clock import ManualClock
from tests.helpers.llm.scripted_model import ScriptedModel, says, uses_tool
from tests.helpers.questions.builders import QUESTION
from tests.helpers.questions.presenters import FakePresenter
from tests.helpers.web.api_program import (
    DATABASES,
    PORT,
    TLS,
    ApiProgram,
    calling,
    closed,
    problem,
)

CALL: dict[str, Any] = {"questions": [QUESTION["questions"][0] | {"question_id": "db"}]}
"""A call of the question tool that names its question."""


async def answered(program: ApiProgram) -> tuple[QuestionAsked, dict[str, Any]]:
    """Have the model ask and answer it by the API; return the question and the answer's body."""
    await program.running.do(Say(text="Help me"))
    asked = await program.running.until_asked()
    body = {
        "session_id": asked.origin.conversation_id,
        "question_id": "db",
        "answer": "1",
    }
    assert (await program.post("answer", body)).status_code == 200
    return asked, body


async def put_with_dependent(program: ApiProgram) -> tuple[dict[str, Any], dict[str, Any]]:
    """Put a question and, in the same session, one that applies if its answer is `lite`."""
    first = await program.put(DATABASES)
    condition = {"question_id": "database", "in": ["lite"]}
    file = PORT | {"question_id": "file", "depends_on": condition}
    return first, await program.put(file, session_id=first["session_id"])


@pytest.mark.requirement("Q-LIFE-17", "Q-MODEL-43", "Q-MODEL-44", "API-11", "SEC-08")
async def test_an_answer_sent_twice_does_not_reach_the_next_question_of_that_name(
    home: Home,
) -> None:
    first = uses_tool("ask_user_question", CALL, id="call_1")
    second = uses_tool("ask_user_question", CALL, id="call_2")
    async with calling(home, ScriptedModel([first, second, says("Done.")])) as program:
        running = program.running
        _asked, body = await answered(program)
        session_id = body["session_id"]
        again = await running.until_asked(2)
        assert again.questions.questions[0].id == "db#2"
        for call in ("answer", "answers"):
            more = {"answers": [{"question_id": "db", "answer": "1"}]}
            sent = body if call == "answer" else {"session_id": session_id} | more
            refused = await program.post(call, sent)
            details = refused.json() if call == "answer" else refused.json()["results"][0]
            assert details["error"] == "already_answered", call
        cancelled = await program.post("cancel", {"session_id": session_id, "question_id": "db"})
        assert problem(cancelled) == (400, "already_answered")
        (pending,) = running.core.desk.pending()
        assert pending.id == again.questions.id
        assert (await program.post("answer", body | {"question_id": "db#2"})).status_code == 200
        await closed(program, 2)


@pytest.mark.requirement("Q-LIFE-17", "API-11")
async def test_an_answer_that_is_being_changed_is_answered_by_its_version(home: Home) -> None:
    model = ScriptedModel(
        [uses_tool("ask_user_question", CALL), says("A it is."), says("B, then.")]
    )
    async with calling(home, model) as program:
        running = program.running
        asked, body = await answered(program)
        await running.until(TurnFinished)
        await running.do(AmendAnswer(questions_id=asked.questions.id))
        await running.until_asked(2)
        refused = await program.post("answer", body)
        assert problem(refused) == (400, "already_answered")
        assert refused.json()["details"]["version"] == 2
        assert problem(await program.post("answer", body | {"version": 1})) == (
            400,
            "already_answered",
        )
        assert problem(await program.post("answer", body | {"version": 3})) == (
            404,
            "question_not_found",
        )
        state = (await program.get(f"session/{body['session_id']}")).json()
        (waiting,) = state["pending"]
        assert (waiting["version"], waiting["questions"][0]["question_id"]) == (2, "db")
        changed = body | {"answer": "2", "version": waiting["version"]}
        assert (await program.post("answer", changed)).status_code == 200


@pytest.mark.requirement("Q-LIFE-17", "Q-LIFE-32")
async def test_a_question_that_timed_out_and_was_reopened_is_another_version(home: Home) -> None:
    clock = ManualClock()
    async with calling(home, clock=clock) as program:
        running = program.running
        dialog = FakePresenter()
        running.core.desk.register(dialog)
        created = await program.put(TLS, timeout_s=3600)
        assert created["version"] == 1
        body = {"session_id": created["session_id"], "question_id": "tls"}
        await dialog.presenting()
        await running.settle()
        clock.advance(3601)
        running.core.desk.register(FakePresenter(fits=False))  # it looks at its clock again
        assert (await closed(program)).response == TimedOut(after_s=3600)
        late = await program.answer(created, True)
        assert problem(late) == (400, "closed")
        await running.do(ReopenTimedOutQuestion(questions_id=created["set_id"]))
        await running.until(QuestionAsked, 2)
        old = await program.answer(created, True, version=created["version"])
        assert problem(old) == (400, "closed")
        response = {"outcome": "you_decide"}
        for call, more in (("cancel", {}), ("response", {"response": response})):
            refused = await program.post(call, body | more | {"version": 1})
            assert problem(refused) == (400, "closed"), call
        state = await program.get(f"question/{created['set_id']}", session_id=created["session_id"])
        assert (state.json()["version"], state.json()["status"]) == (2, "pending")
        assert (await program.answer(created, True, version=2)).status_code == 200


@pytest.mark.requirement("Q-LIFE-10")
async def test_a_question_waits_for_one_that_was_put_before_and_is_asked_if_it_applies(
    program: ApiProgram,
) -> None:
    first, file = await put_with_dependent(program)
    state = (await program.get(f"session/{first['session_id']}")).json()
    assert [one["set_id"] for one in state["pending"]] == [first["set_id"]]
    early = await program.answer(file, "a.db")
    assert early.status_code in {400, 403}
    assert (await program.answer(first, "lite")).status_code == 200
    asked = await program.running.until_asked(2)
    assert asked.questions.id == file["set_id"]
    assert (await program.answer(file, "a.db")).status_code == 200
    event = await closed(program, 2)
    assert isinstance(event.response, Answered)
    assert event.response.answers[0].text == "a.db"


@pytest.mark.requirement("Q-LIFE-36")
async def test_the_record_of_an_answer_names_the_user_and_what_leaves_the_program_does_not(
    program: ApiProgram,
) -> None:
    created = await program.put(TLS)
    await program.answer(created, True)
    event = await closed(program)
    assert isinstance(event.response, Answered)
    assert event.response.provenance.user == getpass.getuser()
    assert "user" not in structured_result(event.questions, event.response)["provenance"]


@pytest.mark.requirement("Q-LIFE-10")
async def test_a_question_is_dropped_if_the_answer_it_waits_for_is_another(
    program: ApiProgram,
) -> None:
    first, file = await put_with_dependent(program)
    assert (await program.answer(first, "pg")).status_code == 200
    event = await closed(program, 2)
    assert (event.questions.id, event.response) == (
        file["set_id"],
        Cancelled(reason=CancelReason.DEPENDENCY),
    )
    session = {"session_id": first["session_id"]}
    unknown = PORT | {"question_id": "x", "depends_on": {"question_id": "y", "in": ["1"]}}
    assert problem(await program.post("question", unknown | session)) == (400, "invalid_question")


@pytest.mark.requirement("Q-MODEL-48", "Q-MODEL-51")
async def test_what_was_put_right_in_a_definition_is_told(program: ApiProgram) -> None:
    options = [option | {"default": True} for option in DATABASES["options"]]
    below = {"oracle": [TLS]}
    created = await program.put(DATABASES | {"options": options, "follow_up_questions": below})
    notes = "\n".join(created["notes"])
    assert "default" in notes
    assert "follow-up questions of an option that does not exist" in notes
    (pending,) = program.running.core.desk.pending()
    assert [one.default for one in pending.questions.questions[0].options] == [True, False]
    assert (await program.put(TLS))["notes"] == []
    assert (await program.put(DATABASES | {"header": "Which of the two databases"}))["notes"] == []


async def test_a_form_that_is_closed_while_an_answer_is_kept_is_told_as_closed(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with calling(home) as program:
        created = await program.put(PORT, TLS)
        desk = program.running.core.desk
        save = desk.save_draft

        async def closing(questions_id: str, draft: Draft) -> None:
            await desk.cancel(questions_id=questions_id)
            await closed(program)
            await save(questions_id, draft)

        monkeypatch.setattr(desk, "save_draft", closing)
        assert problem(await program.answer(created, "8080")) == (400, "closed")
        assert problem(await program.answer(created, "8080")) == (400, "closed")
