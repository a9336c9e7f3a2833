"""The model that replies to what was said."""

from collections.abc import Sequence

import pytest

from assistant.llm.messages_api.messages import Block, Message, TextBlock
from assistant.llm.messages_api.model_client import ModelRequest, ReplyReceived, TextReceived
from tests.helpers.llm.reactive_model import ReactiveModel
from tests.helpers.llm.scripted_model import Step, says


def echo(last: Sequence[Block]) -> list[Step]:
    """Say the last words again."""
    return says("".join(block.text for block in last if isinstance(block, TextBlock)))


@pytest.mark.parametrize("words", ["a", "b"])
async def test_it_replies_to_the_last_message(words: str) -> None:
    model = ReactiveModel(echo)
    request = ModelRequest(
        system=(),
        messages=(Message(role="user", content=(TextBlock(text=words),)),),
        tools=(),
    )
    events = [event async for event in model.stream(request)]
    assert events[0] == TextReceived(text=words)
    assert isinstance(events[-1], ReplyReceived)
    assert model.requests == [request]
