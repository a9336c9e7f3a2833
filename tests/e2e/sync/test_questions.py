"""A question goes along: asked on one device, answered on another, gone on with on exactly one."""

import asyncio
from collections.abc import Sequence

import pytest

from assistant.llm.messages_api.messages import Block, TextBlock, ToolResultBlock, ToolUseBlock
from assistant.llm.messages_api.model_client import BlockReceived, ReplyReceived
from assistant.protocol.conversation import Say
from assistant.protocol.history import OpenConversation
from assistant.protocol.notices import Notice
from assistant.protocol.questions import QuestionClosed, SaveDraft
from assistant.protocol.sync import SyncNow
from assistant.protocol.turns import TurnFinished
from assistant.questions.model.question import Answer, Answered, Draft
from tests.helpers.engine.running_core import RunningCore, chose, opened
from tests.helpers.llm.reactive_model import ReactiveModel
from tests.helpers.llm.scripted_model import Step, Wait, says
from tests.helpers.questions.builders import QUESTION
from tests.helpers.sync.devices import (
    PATIENCE_S,
    UserDevices,
    until_alike,
    until_out_of_reach,
    until_said,
)

pytestmark = pytest.mark.requirement("SYNC-03")


def advise(last: Sequence[Block]) -> list[Step]:
    """Ask which one, and reply to the result with the option that was chosen."""
    for block in last:
        if isinstance(block, ToolResultBlock):
            return says("B it is." if "B" in str(block.content) else "A it is.")
    words = "".join(block.text for block in last if isinstance(block, TextBlock))
    if words.endswith("Help me"):
        call = ToolUseBlock(id="toolu_01", name="ask_user_question", input=QUESTION)
        return [BlockReceived(block=call), ReplyReceived(stop_reason="tool_use")]
    return says("You are welcome.")


def model() -> ReactiveModel:
    return ReactiveModel(advise)


def continuations(*devices: RunningCore) -> int:
    """Return how often a model was sent the result of the question, over all devices."""
    return sum(
        any(isinstance(block, ToolResultBlock) for block in request.messages[-1].content)
        for device in devices
        if isinstance(device.client, ReactiveModel)
        for request in device.client.requests
    )


async def choose(device: RunningCore, option: str) -> None:
    """Answer the question that is before the user."""
    asked = device.presented[-1].questions
    first = asked.questions[0]
    await device.respond(asked, chose(asked, **{first.id: option}))


async def until_presented(device: RunningCore) -> None:
    await device.until_true(lambda: bool(device.presented), patience_s=PATIENCE_S)


async def test_the_device_with_the_live_turn_goes_on_after_an_answer_on_another(
    devices: UserDevices,
) -> None:
    async with devices.on("laptop", model()) as laptop, devices.on("tower", model()) as tower:
        await until_alike(laptop, tower)
        await laptop.do(Say(text="Help me"))
        await laptop.until_asked()
        await until_presented(tower)
        await choose(tower, "2")
        finished = await laptop.until(TurnFinished)
        assert finished.text == "B it is."
        closed = laptop.of(QuestionClosed)[-1]
        assert isinstance(closed.response, Answered)
        assert closed.response.answers[0].option_ids == ("2",)
        # The one that answered was led to the conversation, and reads what came of it.
        await until_said(tower, "Help me", "", "", "B it is.")
        assert continuations(laptop, tower) == 1


async def test_the_device_that_answers_goes_on_if_the_one_that_asked_is_gone(
    devices: UserDevices,
) -> None:
    async with devices.on("tower", model()) as tower:
        async with devices.on("laptop", model()) as laptop:
            await until_alike(laptop, tower)
            await laptop.do(Say(text="Help me"))
            await laptop.until_asked()
            await until_presented(tower)
            begun = continuations(laptop)
        await choose(tower, "2")
        await tower.until_true(lambda: bool(tower.of(TurnFinished)), patience_s=PATIENCE_S)
        assert tower.of(TurnFinished)[-1].text == "B it is."
        assert (begun, continuations(tower)) == (0, 1)
        async with devices.on("laptop", model()) as laptop:
            await until_said(laptop, "Help me", "", "", "B it is.")
            await laptop.settle()
            assert continuations(laptop, tower) == 1
            assert not laptop.core.desk.pending()


@pytest.mark.requirement("SYNC-04")
async def test_a_device_that_starts_leaves_the_turn_of_another_to_it(devices: UserDevices) -> None:
    """What is in its store looks like a turn that its own end cut in the middle."""

    def think_after_answer(last: Sequence[Block]) -> list[Step]:
        if any(isinstance(block, ToolResultBlock) for block in last):
            return [Wait(gate=asyncio.Event())]
        return advise(last)

    async with devices.on("laptop", ReactiveModel(think_after_answer)) as laptop:
        async with devices.on("tower", model()) as tower:
            await until_alike(laptop, tower)
            await laptop.do(Say(text="Help me"))
            await laptop.until_asked()
            await until_presented(tower)
            conversation_id = laptop.core.conversations.current.conversation_id
            await tower.do(OpenConversation(conversation_id=conversation_id))
            await choose(laptop, "2")
            async with asyncio.timeout(PATIENCE_S):
                while len(await tower.core.store.messages.chain(conversation_id)) < 3:
                    pass
        async with opened(devices.home("tower"), model()) as tower:  # nothing is synchronised yet
            await until_said(tower, "Help me", "", "")
            await tower.core.taken_up()
            await tower.settle()
            assert continuations(tower) == 0


async def test_selections_go_along(devices: UserDevices) -> None:
    async with devices.on("laptop", model()) as laptop, devices.on("tower", model()) as tower:
        await until_alike(laptop, tower)
        await laptop.do(Say(text="Help me"))
        asked = await laptop.until_asked()
        await until_presented(tower)
        first = asked.questions.questions[0]
        draft = Draft(answers={first.id: Answer(question_id=first.id, option_ids=("2",))})
        await laptop.do(SaveDraft(questions_id=asked.questions.id, draft=draft))
        await tower.until_true(
            lambda: tower.core.desk.pending()[0].draft == draft, patience_s=PATIENCE_S
        )


async def test_of_two_answers_the_first_counts_and_the_other_user_is_told(
    devices: UserDevices,
) -> None:
    async with devices.on("laptop", model()) as laptop, devices.on("tower", model()) as tower:
        await until_alike(laptop, tower)
        await laptop.do(Say(text="Help me"))
        await laptop.until_asked()
        await until_presented(tower)
        with devices.server_down():
            await choose(laptop, "1")
            await laptop.until(TurnFinished)
            await choose(tower, "2")
            await until_out_of_reach(laptop, tower)
        await tower.do(SyncNow())
        await until_alike(tower)
        await laptop.do(SyncNow())
        await laptop.until_true(
            lambda: "answered_elsewhere" in {notice.code for notice in laptop.of(Notice)},
            patience_s=PATIENCE_S,
        )
        for device in (laptop, tower):
            await until_said(device, "Help me", "", "", "B it is.")
        assert laptop.of(TurnFinished)[0].text == "A it is."
        assert continuations(laptop, tower) == 2
