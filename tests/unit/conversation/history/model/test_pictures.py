"""Pictures that tools give: seen by the user, sent to the model, kept."""

import pytest

from assistant.conversation.context.model.message_groups import ReplayOptions, read_group
from assistant.conversation.history.model.message_view import to_message_views
from assistant.llm.messages_api.messages import ImageBlock, ToolResultBlock
from assistant.protocol.messages import ImagePart, ToolPart
from assistant.protocol.turns import ToolFinished
from tests.helpers.llm.scripted_model import says, uses_tool
from tests.unit.conversation.conftest import Talk

PICTURE = ImageBlock(source={"type": "base64", "media_type": "image/png", "data": "QQ=="})
PART = ImagePart(media_type="image/png", data="QQ==")

pytestmark = pytest.mark.looptime


async def test_a_picture_is_shown_at_its_call_and_sent_after_the_results(talk: Talk) -> None:
    talk.tool.images = (PICTURE,)
    talk.model.script += [uses_tool("clock", {}), says("A cat.")]

    await talk.turn("What is this?")

    assert talk.only(ToolFinished).images == (PART,)
    assert talk.model.requests[1].messages[-1].content == (
        ToolResultBlock(tool_use_id="toolu_01", content="ran clock"),
        PICTURE,
    )


async def test_a_picture_is_there_when_the_conversation_is_opened_again(talk: Talk) -> None:
    talk.tool.images = (PICTURE,)
    talk.model.script += [uses_tool("clock", {}), says("A cat.")]
    await talk.turn("What is this?")

    talk.opened()
    await talk.history.load()

    parts = [part for message in to_message_views(talk.history.entries) for part in message.parts]
    assert [part.images for part in parts if isinstance(part, ToolPart)] == [(PART,)]


async def test_results_with_a_picture_count_with_their_call(talk: Talk) -> None:
    weights: list[int] = []
    for images in ((), (PICTURE,)):
        fresh = Talk()
        fresh.tool.images = images
        fresh.model.script += [uses_tool("clock", {}), says("A cat.")]
        await fresh.turn("What is this?")
        entries = fresh.history.entries
        group = read_group(entries, 0, len(entries), ReplayOptions(turn_id=""))
        assert group is not None
        weights.append(group.weight)

    assert weights == [3, 3]


async def test_a_tool_knows_whether_the_model_takes_pictures(talk: Talk) -> None:
    talk.model.script += [uses_tool("clock", {}), says("Noon.")]

    await talk.turn("What time is it?")

    assert talk.tool.takes_images is talk.model.profile.images
