"""Pictures that a user sends, and those that come back."""

import base64
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from assistant.channels.telegram.model.pictures import (
    MAX_PICTURE_BYTES,
    largest_picture,
)
from assistant.channels.telegram.model.updates import PhotoSize
from assistant.home import Home
from assistant.llm.messages_api.messages import ImageBlock
from assistant.llm.messages_api.pictures import image_block
from assistant.tools.tool import ToolContext, ToolResult
from tests.helpers.llm.scripted_model import SCRIPTED_PROFILE, ScriptedModel, says, uses_tool
from tests.helpers.pictures import png
from tests.helpers.telegram.running_channel import polling
from tests.helpers.telegram.server import TelegramServer
from tests.helpers.telegram.users import TelegramUser
from tests.helpers.tools.fakes import ScriptedTool

PNG = png()
BLIND = replace(SCRIPTED_PROFILE, images=False)


def photo(width: int, file_size: int | None = None) -> PhotoSize:
    return PhotoSize(file_id=str(width), width=width, height=10, file_size=file_size)


@pytest.mark.parametrize(
    ("sizes", "chosen"),
    [
        ([photo(90), photo(1280), photo(320)], "1280"),
        ([photo(90), photo(2560)], "90"),
        ([photo(90), photo(1280, MAX_PICTURE_BYTES + 1)], "90"),
        ([photo(9000)], None),
        ([], None),
    ],
)
def test_the_largest_picture_that_a_model_takes_is_chosen(
    sizes: list[PhotoSize], chosen: str | None
) -> None:
    found = largest_picture(sizes)
    assert (found and found.file_id) == chosen


async def test_what_is_no_picture_is_not_sent_whatever_it_is_called(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    model = ScriptedModel()
    async with polling(home, telegram, ada, model=model) as bot:
        ada.send_photo(png()[:40], caption="what is it?")
        told = (
            "This picture is damaged or incomplete.\n\n"
            "Save it anew as PNG or JPEG, and attach that."
        )
        await bot.until(lambda: ada.chat.texts == [told])
        assert model.requests == []


async def test_a_picture_is_shown_to_the_model_with_its_words(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    model = ScriptedModel(script=[says("A cat."), says("A dog.")])
    async with polling(home, telegram, ada, model=model) as bot:
        ada.send_photo(PNG, caption="what is it?")
        await bot.until(lambda: ada.chat.texts == ["A cat."])
        ada.send_photo(PNG)
        await bot.until(lambda: ada.chat.texts == ["A cat.", "A dog."])
        first, second = (request.messages[-1].content for request in model.requests)
        assert [block.type for block in first][-2:] == ["image", "text"]
        assert "what is it?" in model.requests[0].messages[-1].text
        assert second[-1] == image_block(PNG, "image/png")
        assert telegram.refusals == []


async def test_a_file_that_telegram_does_not_give_is_told_and_holds_nothing_up(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    async with polling(home, telegram, ada, model=ScriptedModel([says("Yes.")])) as bot:
        telegram.fail("getFile", 400)
        ada.send_photo(PNG, caption="what is it?")
        await bot.until(lambda: ada.chat.texts == ["Telegram does not give the file."])
        ada.send("still there?")
        await bot.until(lambda: ada.chat.texts[-1] == "Yes.")


async def test_a_model_that_sees_nothing_is_not_asked(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    async with polling(home, telegram, ada, model=ScriptedModel(profile=BLIND)) as bot:
        ada.send_photo(PNG)
        await bot.until(lambda: ada.chat.texts == ["The model that answers cannot see pictures."])


@pytest.mark.requirement("TG-04", "TG-14")
@pytest.mark.parametrize(
    ("data", "kind"),
    [(PNG, "photo"), (b"no picture", "document"), (PNG + bytes(10 * 1024 * 1024), "document")],
)
async def test_pictures_of_tools_are_sent_behind_the_reply(
    home: Home, telegram: TelegramServer, ada: TelegramUser, data: bytes, kind: str
) -> None:
    model = ScriptedModel(script=[uses_tool("draw", {}), says("Here.")])
    image = ImageBlock(
        source={
            "type": "base64",
            "media_type": "image/png",
            "data": base64.b64encode(data).decode(),
        }
    )
    async with polling(home, telegram, ada, model=model) as bot:
        bot.running.core.registry.add(drawing(image))
        ada.send("draw")
        await bot.until(lambda: len(ada.chat.from_bot) == 2)
        assert ada.chat.texts[0] == "Here."
        assert kind in ada.chat.from_bot[1].raw


def drawing(image: ImageBlock) -> ScriptedTool:
    async def work(arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        return ToolResult(content="It is drawn.", images=(image,))

    return ScriptedTool("draw", work)
