"""Documents that a user sends: read only where the settings allow it."""

import asyncio

from assistant.channels.telegram.chat import MAX_DOWNLOAD_BYTES
from assistant.home import Home
from assistant.llm.messages_api.messages import DocumentBlock, TextBlock
from tests.helpers.llm.scripted_model import ScriptedModel, says
from tests.helpers.pdfs import pdf
from tests.helpers.pictures import png
from tests.helpers.telegram.running_channel import polling
from tests.helpers.telegram.server import TelegramServer
from tests.helpers.telegram.users import TelegramUser

PNG = png()


async def test_documents_are_not_read_unless_that_is_allowed(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    async with polling(home, telegram, ada) as bot:
        ada.send_document(b"words", name="a.txt")
        await bot.until(lambda: ada.chat.texts)
        assert ada.chat.texts[0].startswith("Documents are not read here.")
        assert telegram.called("getFile") == []


async def test_a_document_is_read_with_its_words(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    model = ScriptedModel(script=[says("Short."), says("A cat."), says("Two pages.")])
    async with polling(home, telegram, ada, model=model, take_documents=True) as bot:
        ada.send_document(b"long words", name="a.txt", caption="sum up")
        await bot.until(lambda: ada.chat.texts == ["Short."])
        *_time, document, words = model.requests[0].messages[-1].content
        assert document == DocumentBlock(
            name="a.txt", media_type="text/plain", text="long words", characters=10
        )
        assert words == TextBlock(text="sum up")
        ada.send_document(PNG, name="a.png", mime_type="image/png")
        await bot.until(lambda: ada.chat.texts[1:] == ["A cat."])
        assert model.requests[1].messages[-1].content[-1].type == "image"
        ada.send_document(pdf(["One", "Two"]), name="a.pdf", mime_type="application/pdf")
        await bot.until(lambda: ada.chat.texts[2:] == ["Two pages."])
        paper = model.requests[2].messages[-1].content[-1]
        assert isinstance(paper, DocumentBlock)
        assert (paper.pages, paper.text) == (2, "One\n\nTwo")
        ada.send_document(b"\x00", name="a.bin")
        await bot.until(lambda: ada.chat.texts[-1].startswith("This is neither a picture nor"))
        ada.send_document(bytes(MAX_DOWNLOAD_BYTES + 1), name="a.bin")
        await bot.until(lambda: "20 MB at most" in ada.chat.texts[-1])


async def test_a_file_for_which_telegram_only_has_errors_is_given_up_and_keeps_no_other_from_its_turn(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    async def hasty(_seconds: float) -> None:
        await asyncio.sleep(0)

    model = ScriptedModel(script=[says("Fine.")])
    async with polling(home, telegram, ada, model=model, pause=hasty, take_documents=True) as bot:
        telegram.fail("getFile", 502, times=1_000_000)
        ada.send_document(b"long words", name="a.txt")
        ada.send("how are you?")
        await bot.until(lambda: ada.chat.texts[-1:] == ["Fine."])
        given_up, _answer = ada.chat.texts
        assert given_up == "Telegram does not give the file.\n\nSend it again later."
