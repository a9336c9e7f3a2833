import asyncio
import logging
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import pytest

from assistant.mcp_server import ServerState
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    Channel,
    Method,
    NoneFit,
    Provenance,
    Response,
)
from assistant.tools.mcp.connection import CONNECT_S
from assistant.tools.mcp.model.peer import Elicit, OnProgress, ServerError
from assistant.tools.mcp.model.server_offer import CallAnswer, RemoteTool, ServerOffer, ServerText
from tests.helpers.mcp.peers import FakeAsker, FakeConnect, FakePeer, HeardConnection, connected

pytestmark = [pytest.mark.asyncio, pytest.mark.looptime]

OFFER = ServerOffer(tools=(RemoteTool(name="do"),))
FORM: dict[str, Any] = {
    "message": "Who?",
    "requestedSchema": {"type": "object", "properties": {"who": {"type": "string"}}},
}
BY = Provenance(channel=Channel.DESKTOP, method=Method.CLICK, at=datetime(2026, 3, 1, tzinfo=UTC))
BO = Answered(answers=(Answer(question_id="who", text="Bo"),), provenance=BY)


def nothing(progress: float, total: float | None, message: str | None) -> None:
    """Take no note."""


async def call(heard: HeardConnection, asker: FakeAsker | None = None) -> CallAnswer:
    return await heard.connection.call_tool(
        "do", {"n": 1}, on_progress=nothing, asker=asker or FakeAsker()
    )


async def test_a_server_is_reached_used_and_left() -> None:
    peer = FakePeer(OFFER)
    connect = FakeConnect(peer)
    heard = HeardConnection(connect)
    heard.connection.start()
    await heard.until(ServerState.CONNECTED)
    assert heard.connection.offer is OFFER
    assert heard.connection.title == "fake 1.0"
    assert (await call(heard)).parts == (ServerText(text="fine"),)
    assert peer.calls == [("do", {"n": 1})]
    await heard.connection.aclose()
    assert connect.open == 0
    assert heard.connection.standing is ServerState.OFF
    with pytest.raises(ServerError, match="not connected"):
        await call(heard)


async def test_a_server_that_is_off_is_not_tried() -> None:
    connect = FakeConnect(FakePeer(OFFER))
    heard = HeardConnection(connect, is_enabled=False)
    heard.connection.start()
    await asyncio.sleep(1000)
    assert connect.tries == []
    await heard.connection.aclose()


@pytest.mark.requirement("TOOL-18")
async def test_it_is_tried_again_with_longer_and_longer_waits_until_it_is_there() -> None:
    error = ServerError("The command x was not found.", hint="Install it.")
    connect = FakeConnect(*[error] * 8, FakePeer(OFFER))
    heard = HeardConnection(connect)
    heard.connection.start()
    await heard.until(ServerState.CONNECTED)
    waits = [b - a for a, b in zip(connect.tries, connect.tries[1:], strict=False)]
    assert waits == pytest.approx([1, 2, 4, 8, 16, 32, 60, 60])
    assert (ServerState.LOST, "The command x was not found. Install it.") in heard.history
    assert heard.connection.detail == ""
    await heard.connection.aclose()


async def test_it_can_be_tried_at_once() -> None:
    connect = FakeConnect(*[ServerError("no")] * 7, FakePeer(OFFER))
    heard = HeardConnection(connect)
    heard.connection.start()
    await asyncio.sleep(1 + 2 + 4 + 8 + 16 + 32 + 1)
    assert len(connect.tries) == 7
    began = asyncio.get_running_loop().time()
    heard.connection.retry()
    await heard.until(ServerState.CONNECTED)
    assert asyncio.get_running_loop().time() - began < 1
    await heard.connection.aclose()


async def test_a_server_that_does_not_answer_is_given_up_for_now() -> None:
    heard = HeardConnection(FakeConnect(None, FakePeer(OFFER)))
    heard.connection.start()
    await heard.until(ServerState.LOST)
    assert asyncio.get_running_loop().time() == pytest.approx(CONNECT_S)
    assert "in time" in heard.connection.detail
    await heard.until(ServerState.CONNECTED)
    await heard.connection.aclose()


@pytest.mark.requirement("TOOL-18")
async def test_a_lost_server_comes_back_with_its_tools() -> None:
    peer = FakePeer(OFFER)
    async with connected(peer) as heard:
        peer.ended.set()
        await heard.until(ServerState.LOST)
        assert heard.connection.offer is OFFER
        with pytest.raises(ServerError):
            await call(heard)
        await heard.until(ServerState.CONNECTED)
        await call(heard)


async def test_a_call_that_fails_has_the_connection_looked_at() -> None:
    peer = FakePeer(OFFER)
    async with connected(peer) as heard:
        peer.fails = ServerError("says no", is_lost=True)
        with pytest.raises(ServerError, match="says no"):
            await call(heard)
        await asyncio.sleep(10)
        assert heard.connection.standing is ServerState.CONNECTED  # it still answers
        peer.check_fails = True
        with pytest.raises(ServerError):
            await call(heard)
        await heard.until(ServerState.LOST)


async def test_changes_are_taken_up_not_faster_than_they_can_be_followed() -> None:
    peer = FakePeer(OFFER)
    async with connected(peer) as heard:
        before = len(heard.history)
        peer.offered = ServerOffer(tools=(RemoteTool(name="new"),))
        for _ in range(10):
            for _again in range(100):
                peer.changed()
            await asyncio.sleep(0.2)
        await asyncio.sleep(3)
        assert heard.connection.offer is peer.offered
        assert len(heard.history) - before <= 4


async def test_a_list_that_failed_is_asked_for_again_but_not_without_end() -> None:
    partial = ServerOffer(left_out=("tools",), is_partial=True)
    peer = FakePeer(partial)
    async with connected(peer) as heard:
        assert heard.connection.detail.endswith("Left out: tools")
        await asyncio.sleep(5)
        peer.offered = OFFER
        await asyncio.sleep(30)
        assert heard.connection.offer is OFFER
        assert heard.connection.detail == ""
        peer.offered = partial
        peer.changed()
        await asyncio.sleep(3600)
        asked = len(heard.history)
        await asyncio.sleep(3600)
        assert len(heard.history) == asked


async def asks(arguments: Mapping[str, Any], on_progress: OnProgress, elicit: Elicit) -> CallAnswer:
    action = await elicit(FORM)
    return CallAnswer(structured=action)


async def test_a_server_asks_during_a_call_and_reads_the_answer() -> None:
    peer = FakePeer(OFFER)
    peer.work = asks
    async with connected(peer) as heard:
        asker = FakeAsker()
        asker.answers(BO)
        answer = await call(heard, asker)
        assert answer.structured == {"action": "accept", "content": {"who": "Bo"}}
        assert asker.asked[0].source == "MCP server home"


STEPS: dict[str, Any] = {
    "message": "How many?",
    "requestedSchema": {
        "type": "object",
        "properties": {"n": {"type": "integer", "multipleOf": 5}},
    },
}


def number(text: str) -> Answered:
    return Answered(answers=(Answer(question_id="n", text=text),), provenance=BY)


async def test_an_answer_that_the_server_does_not_allow_is_asked_for_again_and_never_sent() -> None:
    peer = FakePeer(OFFER)

    async def counts(
        arguments: Mapping[str, Any], on_progress: OnProgress, elicit: Elicit
    ) -> CallAnswer:
        return CallAnswer(structured=[await elicit(STEPS), await elicit(STEPS)])

    peer.work = counts
    async with connected(peer) as heard:
        asker = FakeAsker()
        for text in ("7", "10", "1", "2", "3"):
            asker.answers(number(text))
        answer = await call(heard, asker)
        assert answer.structured == [
            {"action": "accept", "content": {"n": 10}},
            {"action": "cancel"},
        ]
        assert len(asker.asked) == 5
        assert len({questions.id for questions in asker.asked}) == 5
        assert "does not fit" in asker.asked[1].description
        assert asker.asked[1].questions[0].default_text == "7"


@pytest.mark.parametrize(
    ("response", "action"), [(NoneFit(words="", provenance=BY), "decline"), (Cancelled(), "cancel")]
)
async def test_what_the_user_refused_is_not_asked_again_in_the_same_call(
    response: Response, action: str
) -> None:
    peer = FakePeer(OFFER)

    async def insists(
        arguments: Mapping[str, Any], on_progress: OnProgress, elicit: Elicit
    ) -> CallAnswer:
        forms = [FORM, {**FORM, "_meta": {"progressToken": 2}}, STEPS, FORM]
        actions = [await elicit(form) for form in forms]
        return CallAnswer(structured=[done and done["action"] for done in actions])

    peer.work = insists
    async with connected(peer) as heard:
        asker = FakeAsker()
        asker.answers(response)
        asker.answers(number("10"))
        answer = await call(heard, asker)
        assert answer.structured == [action, action, "accept", action]
        assert len(asker.asked) == 2
        asker.answers(BO)
        peer.work = asks
        assert (await call(heard, asker)).structured == {
            "action": "accept",
            "content": {"who": "Bo"},
        }


async def test_several_questions_of_a_server_come_one_after_the_other() -> None:
    peer = FakePeer(OFFER)

    async def asks_twice(
        arguments: Mapping[str, Any], on_progress: OnProgress, elicit: Elicit
    ) -> CallAnswer:
        actions = await asyncio.gather(elicit(FORM), elicit(FORM))
        return CallAnswer(structured=[action and action["action"] for action in actions])

    peer.work = asks_twice
    async with connected(peer) as heard:
        asker = FakeAsker()
        calling = asyncio.ensure_future(call(heard, asker))
        await asyncio.sleep(5)
        assert len(asker.asked) == 1
        assert asker.rests == 2  # the time of the call rests for both
        asker.answers(BO)
        await asyncio.sleep(5)
        assert len(asker.asked) == 2
        asker.answers()
        assert (await calling).structured == ["accept", "cancel"]


async def test_a_server_that_asks_without_being_called_is_refused() -> None:
    peer = FakePeer(OFFER)
    async with connected(peer):
        assert peer.elicit is not None
        assert await peer.elicit(FORM) is None


async def test_a_question_goes_away_with_its_call() -> None:
    peer = FakePeer(OFFER)
    peer.work = asks
    async with connected(peer) as heard:
        asker = FakeAsker()
        calling = asyncio.ensure_future(call(heard, asker))
        await asyncio.sleep(1)
        assert peer.elicit is not None
        # As in the older protocol: the question comes on its own, not inside the call.
        apart = asyncio.ensure_future(peer.elicit(FORM))
        await asyncio.sleep(1)
        calling.cancel()
        await asyncio.sleep(1)
        assert asker.was_cancelled
        assert await apart == {"action": "cancel"}


@pytest.mark.parametrize(("chosen", "opened"), [("open", True), ("stay", False)])
async def test_an_address_is_opened_only_when_the_person_says_so(chosen: str, opened: bool) -> None:
    peer = FakePeer(OFFER)

    async def sends(
        arguments: Mapping[str, Any], on_progress: OnProgress, elicit: Elicit
    ) -> CallAnswer:
        return CallAnswer(
            structured=await elicit({"mode": "url", "message": "m", "url": "https://a.example/"})
        )

    peer.work = sends
    async with connected(peer) as heard:
        asker = FakeAsker()
        calling = asyncio.ensure_future(call(heard, asker))
        await asyncio.sleep(1)
        assert heard.visited == []
        asker.answers(
            Answered(answers=(Answer(question_id="address", option_ids=(chosen,)),), provenance=BY)
        )
        assert (await calling).structured == {"action": "accept" if opened else "decline"}
        assert heard.visited == (["https://a.example/"] if opened else [])


async def test_resources_and_prompts_are_fetched() -> None:
    async with connected(FakePeer(OFFER)) as heard:
        parts = await heard.connection.read_resource("note://1", asker=FakeAsker())
        assert parts == (ServerText(text="what note://1 holds", uri="note://1"),)
        words = await heard.connection.get_prompt("greet", {"a": "b"}, asker=FakeAsker())
        assert words == "greet {'a': 'b'}"


async def test_what_a_form_has_that_is_not_kept_is_written_into_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    peer = FakePeer(OFFER)
    form = {
        "message": "m",
        "requestedSchema": {
            "properties": {"who": {"type": ["string", "integer"]}, "parts": {"type": "object"}}
        },
    }

    async def work(
        arguments: Mapping[str, Any], on_progress: OnProgress, elicit: Elicit
    ) -> CallAnswer:
        return CallAnswer(structured=await elicit(form))

    peer.work = work
    caplog.set_level(logging.INFO)
    async with connected(peer) as heard:
        asker = FakeAsker()
        asker.answers(BO)
        answer = await call(heard, asker)
    assert answer.structured == {"action": "accept", "content": {"who": "Bo"}}
    assert "properties.who: one of several types" in caplog.text
    assert "properties.parts: type has fields of its own" in caplog.text
