"""Questions of the desk in a chat, whole: core, store, poller and the strict fake."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from assistant.assembly.mcp.surfaces import WindowSurface
from assistant.assembly.web.api import open_api
from assistant.channels.mcp.model.tool_calls import read_call
from assistant.channels.telegram.model.card_message import MARK_SIGNS
from assistant.home import Home
from assistant.locale import use_language
from assistant.protocol.conversation import Say
from assistant.protocol.questions import QuestionClosed
from assistant.protocol.turns import TurnFinished
from assistant.questions.model.asker import Asker
from assistant.questions.model.question import Answered, Channel, Origin, Response
from tests.helpers.clock import OffsetClock
from tests.helpers.engine.running_core import chose
from tests.helpers.llm.scripted_model import ScriptedModel, says, uses_tool
from tests.helpers.mcp.clients import CHOICE
from tests.helpers.questions.builders import question_set
from tests.helpers.telegram.running_channel import RunningChannel, hasty, link, polling
from tests.helpers.telegram.server import TelegramServer
from tests.helpers.telegram.users import TelegramUser
from tests.helpers.telegram.world import ShownMessage

SOON: dict[str, Any] = {"escalation": {"phone_after_s": 0}}
FIRST_RETRY_S = 1.0
HEADING = "Asked at your computer, and not answered there"
DB = {
    "question": "Which database?",
    "header": "DB",
    "multiSelect": False,
    "options": [
        {"label": "Postgres", "description": "The big one"},
        {"label": "SQLite", "description": "The small one"},
    ],
}


def asks() -> ScriptedModel:
    return ScriptedModel(
        script=[uses_tool("ask_user_question", {"questions": [DB]}), says("Done.")]
    )


async def shown(bot: RunningChannel, user: TelegramUser) -> ShownMessage:
    """Wait until a question stands in a chat; return its message."""
    await bot.until(lambda: any(message.buttons for message in user.chat.from_bot))
    return next(message for message in user.chat.from_bot if message.buttons)


def program_asks(bot: RunningChannel) -> "asyncio.Task[Response]":
    """Have a program ask, as a coding agent does over MCP or the API."""
    origin = Origin(channel=Channel.API, conversation_id="of a coding agent")
    return asyncio.create_task(bot.running.core.desk.ask(question_set(), origin))


async def test_a_question_of_the_window_is_answered_on_the_phone(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    async with polling(home, telegram, ada, model=asks(), pause=hasty, **SOON) as bot:
        await bot.running.do(Say(text="go"))
        message = await shown(bot, ada)
        assert message.text.startswith(HEADING)
        ada.tap(message, "SQLite")
        await bot.running.until(TurnFinished)
        assert bot.running.of(QuestionClosed)[0].channel is Channel.TELEGRAM
        await bot.until(lambda: message.text == "Which database?\n\n✔ DB: SQLite")
        await bot.handled()
        assert len(ada.chat.texts) == 1  # the reply is the window's
        assert telegram.refusals == []


@pytest.mark.parametrize("words", ["2", "２", "sqlite", "the second one", "两", "두 번째"])
async def test_words_answer_it_too(
    home: Home, telegram: TelegramServer, ada: TelegramUser, words: str
) -> None:
    async with polling(home, telegram, ada, model=asks(), pause=hasty, **SOON) as bot:
        await bot.running.do(Say(text="go"))
        message = await shown(bot, ada)
        ada.send(words)
        await bot.running.until(TurnFinished)
        await bot.until(lambda: message.text == "Which database?\n\n✔ DB: SQLite")


@pytest.mark.requirement("Q-TG-09")
@pytest.mark.parametrize("words", ["how are you?", "tell me about the weather", "7"])
async def test_other_words_are_a_message_unless_they_reply_to_it(
    home: Home, telegram: TelegramServer, ada: TelegramUser, words: str
) -> None:
    model = asks()
    model.script.insert(1, says("I am well."))
    async with polling(home, telegram, ada, model=model, pause=hasty, **SOON) as bot:
        await bot.running.do(Say(text="go"))
        message = await shown(bot, ada)
        ada.send(words)
        await bot.until(lambda: "I am well." in ada.chat.texts)
        assert message.buttons
        assert bot.running.of(QuestionClosed) == []
        ada.send("MariaDB", reply_to=message)
        await bot.until(lambda: message.text == "Which database?\n\n✔ DB: MariaDB")


async def test_an_answer_at_the_desk_is_shown_there_and_a_late_tap_says_so(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    async with polling(home, telegram, ada, model=asks(), pause=hasty, **SOON) as bot:
        await bot.running.do(Say(text="go"))
        message = await shown(bot, ada)
        data = message.raw["reply_markup"]["inline_keyboard"][0][0]["callback_data"]
        asked = bot.running.presented[-1].questions
        await bot.running.respond(asked, chose(asked, **{asked.questions[0].id: "2"}))
        await bot.until(lambda: message.buttons == [] and "✔ DB: SQLite" in message.text)
        late = ada.send_callback(message, data)
        await bot.until(lambda: late.answer is not None)
        assert late.answer is not None
        assert late.answer["text"]
        assert bot.running.of(QuestionClosed)[0].channel is Channel.DESKTOP


async def test_a_question_of_a_program_goes_to_all_phones_of_its_user_and_to_nobody_else(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    grace, bob = telegram.user("Grace"), telegram.user("Bob")
    async with polling(home, telegram, ada, grace, pause=hasty, **SOON) as bot:
        bot.channel.router.add(await link(bot.running, bob, workspace="club"))
        asking = program_asks(bot)
        messages = [await shown(bot, user) for user in (ada, grace)]
        ada.tap(messages[0], "MySQL")
        await asking
        await bot.until(lambda: all(message.buttons == [] for message in messages))
        assert all("✔ Database: MySQL" in message.text for message in messages)
        assert bob.chat.texts == []
        assert telegram.refusals == []


async def test_a_coding_agent_that_asks_over_mcp_is_answered_from_the_phone(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    call = read_call(
        "provide_choice", CHOICE, set_id="set", asker=Asker(agent="Tester"), timeout_s=300
    )
    async with polling(home, telegram, ada, pause=hasty, **SOON) as bot:
        core = bot.running.core
        async with open_api(core, core.plan.settings.api):
            surface = WindowSurface(home.api_file)
            asking = asyncio.create_task(surface.ask(call.questions, lambda _url: None))
            message = await shown(bot, ada)
            assert MARK_SIGNS[Asker(agent="Tester").mark] + " Tester" in message.text
            wanted = call.questions.questions[0].options[1]
            ada.tap(message, wanted.label)
            outcome = await asking
    assert isinstance(outcome.response, Answered)
    assert outcome.response.answers[0].option_ids == (wanted.id,)
    assert telegram.refusals == []


async def test_ticks_of_one_phone_are_shown_on_the_other(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    grace = telegram.user("Grace")
    parts = {**DB, "multiSelect": True}
    model = ScriptedModel(
        script=[uses_tool("ask_user_question", {"questions": [parts]}), says("Done.")]
    )
    async with polling(home, telegram, ada, grace, model=model, pause=hasty, **SOON) as bot:
        await bot.running.do(Say(text="go"))
        here, there = await shown(bot, ada), await shown(bot, grace)
        ada.tap(here, "SQLite")
        await bot.until(lambda: ["☑ 2. SQLite"] in there.buttons and here.buttons == there.buttons)
        grace.tap(there, "Confirm")
        await bot.running.until(TurnFinished)
        await bot.until(lambda: here.buttons == there.buttons == [])


async def test_after_a_restart_the_same_message_goes_on(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    asking = ScriptedModel(script=[uses_tool("ask_user_question", {"questions": [DB]})])
    async with polling(home, telegram, ada, model=asking, pause=hasty, **SOON) as bot:
        await bot.running.do(Say(text="go"))
        message = await shown(bot, ada)
    later: dict[str, Any] = {"escalation": {"phone_after_s": 600}}
    again = ScriptedModel(script=[says("Done.")])
    async with polling(home, telegram, ada, model=again, pause=hasty, **later) as bot:
        await bot.until(lambda: telegram.is_polled)
        await bot.running.until_asked()
        ada.tap(message, "SQLite")
        await bot.running.until(TurnFinished)
        await bot.until(lambda: message.text == "Which database?\n\n✔ DB: SQLite")
        assert len(ada.chat.texts) == 1


async def test_a_phone_that_takes_nothing_leaves_the_question_at_the_desk(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    ada.chat.is_blocked = True
    async with polling(home, telegram, ada, model=asks(), pause=hasty, **SOON) as bot:
        await bot.running.do(Say(text="go"))
        asked = (await bot.running.until_asked()).questions
        await bot.until(lambda: telegram.called("sendMessage"))
        await bot.running.settle()
        assert ada.chat.texts == []
        await bot.running.respond(asked, chose(asked, **{asked.questions[0].id: "2"}))
        await bot.running.until(TurnFinished)


async def test_a_question_that_is_settled_before_the_phone_has_it_is_not_left_open_there(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    failed, is_back = asyncio.Event(), asyncio.Event()

    async def retry_when_back(seconds: float) -> None:
        if seconds == FIRST_RETRY_S:
            failed.set()
            await is_back.wait()
        await hasty(seconds)

    telegram.fail("sendMessage", 502)
    async with polling(home, telegram, ada, model=asks(), pause=retry_when_back, **SOON) as bot:
        await bot.running.do(Say(text="go"))
        asked = (await bot.running.until_asked()).questions
        await failed.wait()
        await bot.running.respond(asked, chose(asked, **{asked.questions[0].id: "2"}))
        await bot.running.until(TurnFinished)
        is_back.set()
        await bot.until(lambda: ada.chat.texts and "✔ DB: SQLite" in ada.chat.texts[0])
        assert not any(message.buttons for message in ada.chat.from_bot)


async def test_nothing_goes_there_unless_a_time_is_set(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    async with polling(home, telegram, ada, model=asks(), pause=hasty) as bot:
        await bot.running.do(Say(text="go"))
        await bot.running.until_asked()
        await bot.running.settle()
        assert ada.chat.texts == []


async def test_after_quiet_hours_a_list_comes_with_the_questions(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    clock, hour = OffsetClock(timedelta()), timedelta(hours=1)
    now = clock.now().astimezone()
    night = {"phone_after_s": 0, "quiet": f"{now - hour:%H:%M}-{now + hour:%H:%M}"}
    async with polling(home, telegram, ada, pause=hasty, clock=clock, escalation=night) as bot:
        desk = bot.running.core.desk
        asking = [
            asyncio.create_task(
                desk.ask(question_set(id=id), Origin(channel=Channel.API, conversation_id=id))
            )
            for id in ("one", "two")
        ]
        await bot.running.until_asked(2)
        await bot.running.settle()
        assert ada.chat.texts == []
        clock.ahead = 2 * hour
        bot.running.core.escalation.look()
        await bot.until(lambda: len(ada.chat.texts) == 3)
        (text,) = (text for text in ada.chat.texts if text.startswith("2 questions"))
        assert text.count("Which database") == 2
        assert all(message.buttons for message in ada.chat.from_bot if message.text != text)
        for id in ("one", "two"):
            await desk.cancel(questions_id=id)
        await asyncio.gather(*asking)


@pytest.mark.parametrize(
    ("language", "heading"),
    [
        ("ko", "컴퓨터에서 물었지만 아직 답이 없는 질문입니다"),
        ("zh", "在您的电脑上提出、尚未回答的问题"),
    ],
)
async def test_why_it_stands_there_is_told_in_the_language_of_the_interface(
    home: Home, telegram: TelegramServer, ada: TelegramUser, language: str, heading: str
) -> None:
    use_language("ko" if language == "ko" else "zh")
    async with polling(home, telegram, ada, pause=hasty, **SOON) as bot:
        asking = program_asks(bot)
        message = await shown(bot, ada)
        assert message.text.startswith(heading)
        ada.tap(message, "MySQL")
        await asking
