"""A chat with Parley over Telegram, whole: core, store, poller and the strict fake."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from assistant.channels.telegram.router import UpdateRouter
from assistant.errors import ErrorCategory, ProviderError
from assistant.home import Home
from assistant.locale import use_language
from assistant.protocol.turns import TurnFinished
from assistant.tools.tool import ToolContext, ToolResult
from tests.helpers.llm.scripted_model import ScriptedModel, Wait, says, uses_tool
from tests.helpers.telegram.running_channel import polling
from tests.helpers.telegram.server import TelegramServer
from tests.helpers.telegram.users import TelegramUser
from tests.helpers.tools.fakes import ScriptedTool


@pytest.mark.requirement("TG-01", "TG-04", "TG-05", "TEST-27", "TEST-30")
async def test_words_are_answered_in_their_chat(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    model = ScriptedModel(script=[says("Hello **Ada**.")])
    async with polling(home, telegram, ada, model=model) as bot:
        ada.send("hello")
        await bot.until(lambda: ada.chat.texts == ["Hello Ada."])
        await bot.handled()
        assert ada.chat.from_bot[0].entities == [{"type": "bold", "offset": 6, "length": 3}]
        assert model.requests[0].messages[-1].text.endswith("hello")
        assert telegram.refusals == []
        assert "typing" in ada.chat.actions
        assert bot.running.of(TurnFinished) == []


@pytest.mark.requirement("TG-03", "TG-13")
async def test_a_reply_grows_in_one_message(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    gate = asyncio.Event()
    steps = says("One two three.", chunks=["One ", "two ", "three."])
    model = ScriptedModel(script=[[steps[0], Wait(gate=gate), *steps[1:]]])
    async with polling(home, telegram, ada, model=model) as bot:
        ada.send("count")
        await bot.until(lambda: ada.chat.texts == ["One ▌"])
        gate.set()
        await bot.until(lambda: ada.chat.texts == ["One two three."])
        edits = [call.at for call in telegram.called("editMessageText")]
        assert all((b - a).total_seconds() >= 0.9 for a, b in zip(edits, edits[1:], strict=False))
        assert len(telegram.called("sendMessage")) == 1


@pytest.mark.requirement("TG-03")
async def test_a_tool_that_runs_is_told_of(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    may_end = asyncio.Event()

    async def look(_arguments: Mapping[str, Any], _context: ToolContext) -> ToolResult:
        await may_end.wait()
        return ToolResult(content="42")

    model = ScriptedModel(script=[uses_tool("look", {}, text="Let me see."), says("42.")])
    async with polling(home, telegram, ada, model=model) as bot:
        bot.running.core.registry.add(ScriptedTool("look", look))
        ada.send("6*7?")
        await bot.until(lambda: ada.chat.texts == ["Let me see.\n\nUsing look…"])
        may_end.set()
        await bot.until(lambda: ada.chat.texts == ["Let me see.\n\n42."])


@pytest.mark.requirement("TG-06", "TG-12", "TEST-27")
@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Please run this action directly in the app."),
        ("ko", "이 작업은 앱에서 직접 실행해주세요"),
    ],
)
async def test_a_dangerous_tool_is_refused_in_the_chat(
    home: Home, telegram: TelegramServer, ada: TelegramUser, language: str, told: str
) -> None:
    home.root.mkdir()
    home.settings_file.write_text(f'[ui]\nlanguage = "{language}"\n', "utf-8")
    use_language("ko" if language == "ko" else "en")
    model = ScriptedModel(
        script=[uses_tool("write_file", {"path": "a.txt", "text": "x"}), says("No.")]
    )
    async with polling(home, telegram, ada, model=model) as bot:
        ada.send("write")
        await bot.until(lambda: ada.chat.texts == [f"No.\n\n{told}"])
        assert not list(home.root.rglob("a.txt"))


@pytest.mark.requirement("TG-09")
@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "An error occurred while processing."), ("ko", "처리 중 오류가 발생했습니다")],
)
async def test_a_model_that_fails_is_told_of(
    home: Home, telegram: TelegramServer, ada: TelegramUser, language: str, told: str
) -> None:
    use_language("ko" if language == "ko" else "en")
    error = ProviderError("It is broken.", category=ErrorCategory.INVALID_REQUEST)
    model = ScriptedModel(script=[[error], says("Fine again.")])
    async with polling(home, telegram, ada, model=model) as bot:
        ada.send("hello")
        await bot.until(lambda: ada.chat.texts == [f"{told}\n\nIt is broken."])
        ada.send("hello?")
        await bot.until(lambda: ada.chat.texts[1:] == ["Fine again."])


@pytest.mark.requirement("TG-09")
async def test_a_model_that_cannot_be_asked_is_told_of(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    refusal = ProviderError("There is no key.", category=ErrorCategory.AUTHENTICATION)
    model = ScriptedModel(refusal=refusal)
    async with polling(home, telegram, ada, model=model) as bot:
        ada.send("hello")
        await bot.until(lambda: ada.chat.texts)
        await bot.until(lambda: "There is no key." in ada.chat.texts[0])


@pytest.mark.requirement("TG-11")
async def test_fast_messages_are_answered_one_after_the_other(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    gate = asyncio.Event()
    model = ScriptedModel(
        script=[[Wait(gate=gate), *says("First.")], says("Second."), says("Third.")]
    )
    async with polling(home, telegram, ada, model=model) as bot:
        ada.send_all(["one", "two", "three"])
        await bot.until(lambda: ada.chat.actions)
        assert len(model.requests) <= 1
        gate.set()
        await bot.until(lambda: ada.chat.texts == ["First.", "Second.", "Third."])
        said = [request.messages[-1].text.split("</sent>")[-1] for request in model.requests]
        assert said == ["one", "two", "three"]


@pytest.mark.requirement("TG-17")
async def test_several_chats_are_answered_at_once_beside_the_window(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    bob = telegram.user("Bob")
    gate = asyncio.Event()
    model = ScriptedModel(script=[[Wait(gate=gate), *says("Slow.")], says("Fast."), says("Here.")])
    async with polling(home, telegram, ada, bob, model=model) as bot:
        ada.send("take your time")
        await bot.until(lambda: ada.chat.actions)
        bob.send("hurry")
        await bot.until(lambda: bob.chat.texts == ["Fast."])
        assert (await bot.running.turn("and here?")).text == "Here."
        gate.set()
        await bot.until(lambda: ada.chat.texts == ["Slow."])


@pytest.mark.requirement("TG-07", "TG-15")
async def test_a_stranger_is_told_how_to_link_once_a_day_and_groups_nothing(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    """A stranger was not answered at all once; the source has them told what to do."""
    mallory, group = telegram.user("Mallory"), telegram.group()
    model = ScriptedModel(script=[says("Hi Ada.")])
    async with polling(home, telegram, ada, model=model) as bot:
        mallory.send("/start")
        mallory.send("let me in")
        mallory.send_voice(b"OggS")
        ada.send("to all", chat=group)
        ada.send("hello")
        await bot.until(lambda: ada.chat.texts == ["Hi Ada."])
        await bot.handled()
        await bot.until(lambda: mallory.chat.texts)
        sent = {call.given["chat_id"] for call in telegram.calls if "chat_id" in call.given}
        assert sent == {ada.user_id, mallory.user_id}
        (told,) = mallory.chat.texts
        assert told.startswith("Please connect a workspace first.")
        assert "Link an account…" in told
        assert len(model.requests) == 1
        rows = await bot.running.core.store.database.select(
            "SELECT count(*) FROM telegram_updates", read=lambda row: row[0]
        )
        assert rows == (1,)
    async with polling(home, telegram, model=ScriptedModel(script=[says("Hi.")])) as bot:
        mallory.send("the same day, after a new start")
        ada.send("hello")
        await bot.until(lambda: ada.chat.texts[1:] == ["Hi."])
        assert mallory.chat.texts == [told]


@pytest.mark.requirement("TG-07", "G-08")
@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "Please connect a workspace first."), ("ko", "워크스페이스를 먼저 연결해주세요")],
)
async def test_without_a_workspace_the_user_is_told_how_to_connect_one(
    home: Home, telegram: TelegramServer, ada: TelegramUser, language: str, told: str
) -> None:
    use_language("ko" if language == "ko" else "en")
    async with polling(home, telegram, ada, workspace="gone") as bot:
        ada.send("hello")
        await bot.until(lambda: ada.chat.texts)
        assert ada.chat.texts[0].startswith(told + "\n\n")


@pytest.mark.requirement("TG-14")
async def test_a_long_reply_comes_as_several_messages(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    words = "\n\n".join(f"Paragraph {n}: " + "word " * 100 for n in range(20))
    async with polling(home, telegram, ada, model=ScriptedModel(script=[says(words)])) as bot:
        ada.send("tell me")
        await bot.until(lambda: len(ada.chat.texts) == 3 and "Paragraph 19" in ada.chat.texts[2])
        await bot.handled()
        assert all(text.startswith("Paragraph") for text in ada.chat.texts)
        assert telegram.refusals == []


async def test_stop_stops_the_reply_and_new_begins_afresh(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    steps = says("Half", chunks=["Half"])
    model = ScriptedModel(script=[[steps[0], Wait(gate=asyncio.Event())], says("Afresh.")])
    async with polling(home, telegram, ada, model=model) as bot:
        ada.send("/stop")
        await bot.until(lambda: ada.chat.texts == ["Nothing is under way."])
        ada.send("talk")
        await bot.until(lambda: ada.chat.texts[1:] == ["Half ▌"])
        ada.send("/stop")
        await bot.until(lambda: ada.chat.texts[1:] == ["Half\n\nThe reply was stopped."])
        ada.send_all(["/new", "again"])
        await bot.until(lambda: ada.chat.texts[2:] == ["A new conversation begins.", "Afresh."])
        assert len(model.requests[1].messages) == 1


async def test_what_is_written_right_after_stop_is_answered(
    home: Home, telegram: TelegramServer, ada: TelegramUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_answered, handled = asyncio.Event(), UpdateRouter._handled

    async def noted_late(router: UpdateRouter, update_id: int) -> None:
        await is_answered.wait()
        await handled(router, update_id)

    monkeypatch.setattr(UpdateRouter, "_handled", noted_late)
    steps = says("Half", chunks=["Half"])
    model = ScriptedModel(script=[[steps[0], Wait(gate=asyncio.Event())], says("Afresh.")])
    async with polling(home, telegram, ada, model=model) as bot:
        ada.send("talk")
        await bot.until(lambda: ada.chat.texts == ["Half ▌"])
        ada.send_all(["/stop", "again"])
        await bot.until(lambda: ada.chat.texts[-1] == "Afresh.")
        is_answered.set()
        await bot.handled()
        assert ada.chat.texts == ["Half\n\nThe reply was stopped.", "Afresh."]


async def test_unlink_ends_it_for_good(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    async with polling(home, telegram, ada) as bot:
        ada.send_all(["/help", "/unlink", "hello?"])
        await bot.until(lambda: ada.chat.texts[-1:] and "not linked" in ada.chat.texts[-1])
        assert await bot.running.core.store.telegram.accounts() == ()


async def test_the_commands_are_offered_in_every_language(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    async with polling(home, telegram, ada) as bot:
        await bot.until(lambda: len(telegram.called("setMyCommands")) == 3)
        assert telegram.refusals == []
