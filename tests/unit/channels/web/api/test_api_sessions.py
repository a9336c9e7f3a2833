"""Sessions of the API: where they stand, how they are followed, waited for and cancelled."""

import asyncio
import json
from contextlib import AsyncExitStack
from typing import Any

import httpx2
import pytest

from assistant.assembly.web.api import open_api
from assistant.channels.web.api.question_service import QuestionService
from assistant.channels.web.client.running_program import connect
from assistant.errors import StoreError
from assistant.home import Home
from assistant.protocol.conversation import NewConversation, Say, Stop
from assistant.protocol.turns import TurnFinished
from assistant.questions.model.question import Cancelled, CancelReason
from tests.helpers.engine.running_core import opened
from tests.helpers.llm.scripted_model import ScriptedModel, Wait, says
from tests.helpers.patience import PATIENCE_S
from tests.helpers.web.api_program import ASKS, PORT, TLS, ApiProgram, calling, closed, problem

# Events.


class Events:
    """Reads a stream over HTTP."""

    def __init__(self, answer: httpx2.Response) -> None:
        assert answer.headers["content-type"].startswith("text/event-stream")
        self._lines = answer.aiter_lines()
        self.last_id = ""

    async def begun(self) -> None:
        """Wait until events are followed."""
        async with asyncio.timeout(PATIENCE_S):
            assert (await anext(self._lines)).startswith("retry: ")

    async def of(self, kind: str) -> dict[str, Any]:
        """Return the next event of this kind."""
        async with asyncio.timeout(PATIENCE_S):
            async for line in self._lines:
                if line.startswith("id: "):
                    self.last_id = line.removeprefix("id: ")
                if line.startswith("data: "):
                    event = json.loads(line.removeprefix("data: "))
                    if event["type"] == kind:
                        return event
        raise EOFError


@pytest.mark.requirement("API-17")
async def test_events_are_followed_and_taken_up_again(program: ApiProgram) -> None:
    async with program.http.stream("GET", "/api/task/events") as answer:
        events = Events(answer)
        await events.begun()
        created = await program.put(TLS)
        asked = await events.of("ask_user")
        assert (asked["id"], asked["session_id"]) == (created["set_id"], created["session_id"])
        assert asked["questions"][0]["question_id"] == "tls"
    await program.answer(created, True)
    other = await program.put(PORT)
    back = {"Last-Event-ID": events.last_id}
    async with program.http.stream("GET", "/api/task/events", headers=back) as answer:
        again = Events(answer)
        closed_one = await again.of("question_closed")
        assert (closed_one["id"], closed_one["outcome"]) == (created["set_id"], "answered")
        assert (await again.of("ask_user"))["id"] == other["set_id"]


@pytest.mark.requirement("API-07")
async def test_a_session_that_nobody_knows_cannot_be_followed(program: ApiProgram) -> None:
    assert problem(await program.get("events", session_id="x")) == (404, "session_not_found")


@pytest.mark.requirement("G-13")
async def test_who_follows_or_waits_does_not_keep_the_port(home: Home) -> None:
    async with opened(home) as running, AsyncExitStack() as stack:
        address = await stack.enter_async_context(
            open_api(running.core, running.core.plan.settings.api)
        )
        async with connect(address) as http:
            program = ApiProgram(running, address, http)
            sent = http.build_request("GET", "/api/task/events")
            stream = await http.send(sent, stream=True)
            await Events(stream).begun()
            created = await program.put(TLS)
            path = f"question/{created['set_id']}"
            waiting = asyncio.create_task(
                program.get(path, session_id=created["session_id"], wait_s=50)
            )
            for _call in range(5):  # by then the one that waits has arrived
                await program.get("session")
            await stack.aclose()  # the one that waits would take longer than this test may
            assert problem(await waiting) == (503, "unavailable")
            await stream.aclose()


# Sessions.


@pytest.mark.requirement("API-15")
async def test_the_state_of_a_session_has_its_rounds_and_what_is_open(home: Home) -> None:
    model = ScriptedModel([ASKS, says("B it is."), ASKS])
    async with calling(home, model) as program:
        running = program.running
        await running.do(Say(text="Help me"))
        await running.answer_b()
        await running.until(TurnFinished)
        await running.do(Say(text="And now?"))
        asked = await running.until_asked(2)
        session_id = running.core.conversations.current.conversation_id
        state = (await program.get(f"session/{session_id}")).json()
        assert state["session_key"] == f"default:default:{session_id}"
        assert state["current_round"] == 1
        history = [(one["round"], one["answer"]) for one in state["dialog_history"]]
        assert history == [(1, "B"), (1, None)]
        (waiting,) = state["pending"]
        assert waiting["set_id"] == asked.questions.id
        question = asked.questions.questions[0]
        body = {"session_id": session_id, "question_id": question.id, "answer": "1"}
        assert (await program.post("answer", body)).status_code == 200
        await closed(program, 2)


@pytest.mark.requirement("API-15")
async def test_the_session_that_is_held_now_is_told_without_its_name(program: ApiProgram) -> None:
    state = (await program.get("session")).json()
    assert state["session_id"] == program.running.core.conversations.current.conversation_id
    assert (state["current_round"], state["dialog_history"], state["pending"]) == (0, [], [])


@pytest.mark.requirement("API-14")
async def test_a_session_is_gone_back_to_a_round_of_it(home: Home) -> None:
    model = ScriptedModel([ASKS, says("B it is."), says("A, then.")])
    async with calling(home, model) as program:
        running = program.running
        await running.do(Say(text="Help me"))
        await running.answer_b()
        await running.until(TurnFinished)
        session_id = running.core.conversations.current.conversation_id
        missing = await program.post("resume", {"session_id": session_id, "round": 7})
        assert problem(missing) == (404, "question_not_found")
        answer = await program.post("resume", {"session_id": session_id, "round": 1})
        assert answer.status_code == 200, answer.text
        (waiting,) = answer.json()["pending"]
        question_id = waiting["questions"][0]["question_id"]
        body = {"session_id": session_id, "question_id": waiting["set_id"], "answer": "1"}
        assert (await program.post("answer", body)).status_code == 200, question_id
        await running.until(TurnFinished, 2)


@pytest.mark.requirement("API-14")
async def test_a_session_without_conversation_has_no_rounds_to_go_back_to(
    program: ApiProgram,
) -> None:
    created = await program.put(TLS)
    session = {"session_id": created["session_id"]}
    assert problem(await program.post("resume", session | {"round": 1})) == (409, "not_resumable")
    assert (await program.post("resume", session)).status_code == 200


@pytest.mark.requirement("API-14")
async def test_a_reply_under_way_is_not_left_for_another_session(home: Home) -> None:
    model = ScriptedModel([says("Hello."), [Wait(gate=asyncio.Event())]])
    async with calling(home, model) as program:
        running = program.running
        await running.do(Say(text="Hi"))
        await running.until(TurnFinished)
        first = {"session_id": running.core.conversations.current.conversation_id}
        await running.do(NewConversation())
        await running.do(Say(text="And?"))
        assert problem(await program.post("resume", first)) == (409, "busy")
        await running.do(Stop())
        answer = await program.post("resume", first)
        assert answer.status_code == 200, answer.text
        assert running.core.conversations.current.conversation_id == first["session_id"]


@pytest.mark.requirement("API-13", "G-13")
async def test_a_store_that_fails_is_told_and_changes_nothing(
    program: ApiProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    created = await program.put(TLS)

    async def fails(*_given: object) -> None:
        raise StoreError("The disk is full.", hint="Free some space.")

    with monkeypatch.context() as patched:
        patched.setattr(program.running.core.store.questions, "history", fails)
        answer = await program.answer(created, True)
        assert problem(answer) == (503, "unavailable")
        assert answer.json()["message"] == "The disk is full. Free some space."
    assert (await program.answer(created, True)).status_code == 200


# Cancelling.


@pytest.mark.requirement("G-13")
async def test_a_question_is_cancelled_with_a_reason(program: ApiProgram) -> None:
    created = await program.put(TLS)
    named = {"session_id": created["session_id"], "question_id": "tls"}
    answer = await program.post("cancel", named | {"reason": "no longer needed"})
    assert answer.status_code == 200
    event = await closed(program)
    assert isinstance(event.response, Cancelled)
    assert (event.response.reason, event.response.text) == (
        CancelReason.CLIENT,
        "no longer needed",
    )
    assert problem(await program.post("cancel", named)) == (400, "closed")


@pytest.mark.requirement("G-13")
async def test_a_question_that_may_not_be_cancelled_is_taken_back_by_who_asked(
    program: ApiProgram,
) -> None:
    created = await program.put(TLS, allow_cancel=False)
    named = {"session_id": created["session_id"], "question_id": created["set_id"]}
    assert problem(await program.post("cancel", named)) == (403, "not_allowed")
    assert (await program.post("cancel", named | {"reason": "client"})).status_code == 200


@pytest.mark.requirement("API-08")
async def test_cancelling_what_is_not_there_is_told(program: ApiProgram) -> None:
    created = await program.put(TLS)
    named = {"session_id": created["session_id"], "question_id": "nothing"}
    assert problem(await program.post("cancel", named)) == (404, "question_not_found")


# Waiting.


async def test_a_call_waits_for_the_answer(program: ApiProgram) -> None:
    created = await program.put(TLS)
    path = f"question/{created['set_id']}"
    waiting = asyncio.create_task(program.get(path, session_id=created["session_id"], wait_s=10))
    await program.answer(created, False)
    state = (await waiting).json()
    assert (state["status"], state["answers"]) == ("answered", {"tls": False})
    assert "Selected: No" in state["result"]
    assert state["response"]["outcome"] == "answered"


async def test_a_call_that_waits_in_vain_learns_that_it_is_open(program: ApiProgram) -> None:
    created = await program.put(TLS)
    state = await program.get(
        f"question/{created['set_id']}", session_id=created["session_id"], wait_s=0.05
    )
    assert (state.json()["status"], state.json()["response"]) == ("pending", None)


@pytest.mark.requirement("G-13")
async def test_the_address_is_the_owners_alone_and_goes_with_the_program(home: Home) -> None:
    async with calling(home) as program:
        assert home.api_file.stat().st_mode & 0o777 == 0o600
        assert program.address.token in home.api_file.read_text("utf-8")
    assert not home.api_file.exists()


def waiting_calls() -> list[str]:
    """Return which calls wait for what becomes of a question."""
    names = [getattr(task.get_coro(), "__qualname__", "") for task in asyncio.all_tasks()]
    return [name for name in names if name == QuestionService.state.__qualname__]


async def test_nobody_waits_for_a_caller_that_is_gone(home: Home) -> None:
    async with calling(home) as program, asyncio.timeout(PATIENCE_S):
        created = await program.put(PORT)
        path = f"question/{created['set_id']}"
        calls = [
            asyncio.create_task(program.get(path, session_id=created["session_id"], wait_s=50))
            for _ in range(3)
        ]
        for count, leave in ((3, True), (0, False)):
            while len(waiting_calls()) != count:
                await program.running.core.store.state.get("nothing")
            if leave:
                for call in calls:
                    call.cancel()
        assert not waiting_calls()
