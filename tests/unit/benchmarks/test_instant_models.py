"""The models that answer at once."""

import asyncio
from collections.abc import Mapping
from contextlib import aclosing
from typing import Any

import pytest

from assistant.llm.messages_api.messages import TextBlock, ToolUseBlock
from assistant.llm.messages_api.model_client import (
    BlockReceived,
    ModelEvent,
    ModelRequest,
    ReplyReceived,
    TextReceived,
)
from assistant.questions.formats.tool_schema import validate_strict
from benchmarks.instant_models import (
    PIECE,
    REPLY,
    AskingModel,
    InstantModel,
    TalkingModel,
    choice_question,
    long_text,
    pieces,
)
from benchmarks.voice.sentences import SENTENCES

REQUEST = ModelRequest(system=(), messages=())


async def reply(model: InstantModel) -> list[ModelEvent]:
    return [event async for event in model.stream(REQUEST)]


async def test_the_instant_model_says_one_thing() -> None:
    events = await reply(InstantModel())
    assert "".join(e.text for e in events if isinstance(e, TextReceived)).strip() == REPLY
    assert events[-1] == ReplyReceived(stop_reason="end_turn")


@pytest.mark.looptime
async def test_it_may_take_its_time_to_the_first_word_and_counts_what_it_was_asked() -> None:
    model = InstantModel(delay_s=0.5)
    begin = asyncio.get_running_loop().time()
    async with aclosing(model.stream(REQUEST)) as events:
        await anext(events)
        assert asyncio.get_running_loop().time() == begin + 0.5
    await reply(model)
    assert model.requests == 2


async def test_the_asking_model_asks_while_there_is_a_question() -> None:
    waiting: list[Mapping[str, Any]] = [choice_question("Which?", ("Red", "Blue"))]
    model = AskingModel(next_question=lambda: waiting.pop() if waiting else None, tool="ask")
    asked = await reply(model)
    call = asked[0]
    assert isinstance(call, BlockReceived)
    assert isinstance(call.block, ToolUseBlock)
    assert (call.block.name, asked[-1]) == ("ask", ReplyReceived(stop_reason="tool_use"))
    assert (await reply(model))[-1] == ReplyReceived(stop_reason="end_turn")


def test_its_question_is_one_that_a_model_may_put() -> None:
    assert validate_strict(choice_question("Which?", ("Red", "Blue", "Green", "White"))) == []


async def test_the_talking_model_talks_at_length() -> None:
    events = await reply(TalkingModel(SENTENCES, characters=5000))
    said = [event.text for event in events if isinstance(event, TextReceived)]
    assert all(len(piece) <= PIECE for piece in said)
    block = events[-2]
    assert isinstance(block, BlockReceived)
    assert isinstance(block.block, TextBlock)
    assert block.block.text == "".join(said)
    assert 5000 <= len(block.block.text) <= 5000 + sum(map(len, SENTENCES)) + len(SENTENCES)


def test_a_long_text_is_the_sentences_again_and_again() -> None:
    assert long_text(("One.", "Two."), 20) == "One. Two. One. Two. One. Two."
    assert "".join(pieces("x" * 200)) == "x" * 200
    with pytest.raises(ValueError, match="nothing"):
        long_text((), 20)


def test_no_wake_word_is_said_by_the_program() -> None:
    said = " ".join(SENTENCES).lower()
    assert not any(word in said for word in ("jarvis", "alexa", "mycroft", "rhasspy"))
