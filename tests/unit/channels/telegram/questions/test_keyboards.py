"""Questions in a chat, whole: asked by the model, answered by taps and words, told to the model."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from assistant.home import Home
from assistant.llm.messages_api.messages import ToolResultBlock
from assistant.locale import use_language
from assistant.protocol.questions import AnswerQuestion, QuestionAsked, QuestionClosed
from assistant.questions.model.question import Answered, Channel
from tests.helpers.engine.running_core import chose, opened
from tests.helpers.llm.scripted_model import ScriptedModel, says, uses_tool
from tests.helpers.pictures import png
from tests.helpers.telegram.running_channel import RunningChannel, hasty, polling
from tests.helpers.telegram.server import TelegramServer
from tests.helpers.telegram.users import TelegramUser
from tests.helpers.telegram.world import ShownMessage

DB = {
    "question": "Which database?",
    "header": "DB",
    "multiSelect": False,
    "options": [
        {"label": "Postgres", "description": "The big one"},
        {"label": "SQLite", "description": "The small one"},
    ],
}
PARTS = {
    "question": "Which parts?",
    "header": "Parts",
    "multiSelect": True,
    "options": [{"label": name, "description": f"With {name}"} for name in ("API", "UI", "CLI")],
}
FREE = {"question": "What name?", "type": "text", "header": "Name"}
SURE = {"question": "Are you sure?", "type": "boolean", "header": "Sure"}


def asks(*questions: dict[str, Any]) -> ScriptedModel:
    return ScriptedModel(
        script=[uses_tool("ask_user_question", {"questions": list(questions)}), says("Done.")]
    )


async def shown(bot: RunningChannel, ada: TelegramUser) -> ShownMessage:
    """Wait until a question stands in the chat; return its message."""
    await bot.until(lambda: any(message.buttons for message in ada.chat.from_bot))
    return next(message for message in ada.chat.from_bot if message.buttons)


@asynccontextmanager
async def asked_for(
    home: Home, telegram: TelegramServer, ada: TelegramUser, *questions: dict[str, Any]
) -> AsyncGenerator[tuple[RunningChannel, ShownMessage]]:
    """A channel in whose chat the model has asked, and the message in which it did."""
    async with polling(home, telegram, ada, model=asks(*questions), pause=hasty) as bot:
        ada.send("go")
        yield bot, await shown(bot, ada)


async def done(bot: RunningChannel, ada: TelegramUser) -> str:
    """Wait until the turn is over and its keyboard gone; return what the model was told."""
    await bot.until(lambda: "Done." in ada.chat.texts)
    await bot.until(lambda: not any(message.buttons for message in ada.chat.from_bot))
    await bot.handled()
    assert [r for r in bot.telegram.refusals if "not modified" not in r] == []
    model = bot.running.model
    results = [b for b in model.requests[-1].messages[-1].content if isinstance(b, ToolResultBlock)]
    return results[0].content


@pytest.mark.requirement("Q-TG-01", "Q-TG-03", "Q-PRES-02")
async def test_a_tap_answers_a_single_question(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    async with asked_for(home, telegram, ada, DB) as (bot, message):
        assert message.buttons[:3] == [["1. Postgres"], ["2. SQLite"], ["✏️ Type your own"]]
        assert "1. Postgres – The big one" in message.text
        (asked,) = [e for e in bot.running.of(QuestionAsked) if e.is_presented]
        assert asked.origin.channel is Channel.TELEGRAM  # the window lists it
        tap = ada.tap(message, "SQLite")
        assert "SQLite" in await done(bot, ada)
        assert tap.answer is not None
        assert message.text == "Which database?\n\n✔ DB: SQLite"
        (closed,) = bot.running.of(QuestionClosed)
        assert isinstance(closed.response, Answered)
        assert closed.channel is Channel.TELEGRAM


@pytest.mark.requirement("Q-TG-05")
async def test_options_are_ticked_and_confirmed(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    async with asked_for(home, telegram, ada, PARTS) as (bot, message):
        assert message.buttons[0] == ["☐ 1. API"]
        data = message.raw["reply_markup"]["inline_keyboard"][0][0]["callback_data"]
        ada.tap(message, "API")
        again = ada.send_callback(message, data)  # the same tap twice
        ada.tap(message, "CLI")
        await bot.until(lambda: message.buttons[2] == ["☑ 3. CLI"])
        assert [row[0][0] for row in message.buttons[:3]] == ["☑", "☐", "☑"]
        assert again.answer is not None
        assert again.answer["text"] == "That is so already."
        ada.tap(message, "Confirm")
        told = await done(bot, ada)
        assert "API" in told
        assert "CLI" in told
        assert "UI" not in told.replace("API", "")


@pytest.mark.requirement("Q-TG-06")
async def test_own_words_are_asked_for_by_a_reply(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    async with asked_for(home, telegram, ada, DB) as (bot, message):
        ada.tap(message, "Type your own")
        await bot.until(lambda: "Write your own answer now." in ada.chat.texts)
        prompt = next(m for m in ada.chat.from_bot if m.text == "Write your own answer now.")
        call = telegram.called("sendMessage")[-1]
        assert call.given["reply_markup"]["force_reply"] is True
        ada.send("2", reply_to=prompt)  # no place of an option: these are words
        told = await done(bot, ada)
        assert "SQLite" not in told
        await bot.until(lambda: prompt.is_deleted)


@pytest.mark.requirement("Q-TG-06")
async def test_what_is_asked_for_is_what_the_last_button_wanted(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    async with asked_for(home, telegram, ada, DB) as (bot, message):
        ada.tap(message, "Type your own")
        await bot.until(lambda: "Write your own answer now." in ada.chat.texts)
        ada.tap(message, "More")
        await bot.until(lambda: message.buttons[-1][-1] == "▴ Less")
        ada.tap(message, "None of these")
        await bot.until(lambda: "Write what would fit." in ada.chat.texts)
        assert "Write your own answer now." not in ada.chat.texts
        ada.send("something in the cloud", reply_to=ada.chat.from_bot[-1])
        assert "something in the cloud" in await done(bot, ada)


@pytest.mark.requirement("Q-TG-04", "C-25", "Q-TG-11")
async def test_a_form_is_reviewed_with_its_long_labels_whole_and_sent(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    long = "A label that is much longer than any button of a phone could ever show"
    wide = {**DB, "header": "Wide", "question": "Which way?", "options": [{"label": long}]}
    async with asked_for(home, telegram, ada, DB, wide) as (bot, message):
        assert "○○ 0/2" in message.text
        ada.tap(message, "Postgres")
        await bot.until(lambda: "●○ 1/2" in message.text)
        assert message.buttons[0][0].endswith("…")
        assert long in message.text
        ada.tap(message, message.buttons[0][0])
        await bot.until(lambda: ["🚀 Submit", "🗑️ Reset all"] in message.buttons)
        assert "Done." not in ada.chat.texts  # a button does not send a form
        ada.tap(message, "🚀 Submit")
        told = await done(bot, ada)
        assert "Postgres" in told
        assert long in told


@pytest.mark.requirement("Q-TG-09", "C-22")
@pytest.mark.parametrize(
    ("question", "words", "told"),
    [
        pytest.param(DB, "2", "SQLite", id="number"),
        pytest.param(PARTS, "1, 3", "CLI", id="several"),
        pytest.param(DB, "/other neither", "neither", id="own-words"),
    ],
)
async def test_words_answer_without_waiting_for_the_queue(
    home: Home,
    telegram: TelegramServer,
    ada: TelegramUser,
    question: dict[str, Any],
    words: str,
    told: str,
) -> None:
    async with asked_for(home, telegram, ada, question) as (bot, _message):
        ada.send(words)
        assert told in await done(bot, ada)


async def test_words_that_are_no_answer_are_told_so_and_the_question_stays(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    async with asked_for(home, telegram, ada, DB) as (bot, message):
        ada.send("9")
        await bot.until(lambda: len(ada.chat.from_bot) == 2)
        assert message.buttons
        ada.send("1")
        assert "Postgres" in await done(bot, ada)


@pytest.mark.requirement("C-22")
async def test_a_command_is_never_an_answer(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    async with asked_for(home, telegram, ada, DB) as (bot, message):
        ada.send("/stop")
        await bot.until(lambda: not message.buttons)
        await bot.handled()
        (closed,) = bot.running.of(QuestionClosed)
        assert not isinstance(closed.response, Answered)


@pytest.mark.requirement("Q-TG-09", "C-22")
async def test_what_looks_like_a_command_is_told_of_at_once_and_nothing_is_left_to_the_queue(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    async with asked_for(home, telegram, ada, FREE) as (bot, _message):
        ada.send("/etc/hosts")
        await bot.until(lambda: "write /other before them" in ada.chat.texts[-1])
        ada.send("/other /etc/hosts")
        assert "/etc/hosts" in await done(bot, ada)
        assert len(bot.running.model.requests) == 2
        assert not any("I do not know" in text for text in ada.chat.texts)


@pytest.mark.requirement("Q-TG-09")
async def test_a_picture_that_waits_for_an_answer_says_so_once(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    model = asks(DB)
    model.script += [says("A cat."), says("A dog.")]
    async with polling(home, telegram, ada, model=model, pause=hasty) as bot:
        ada.send("go")
        await shown(bot, ada)
        ada.send_photo(png(2), caption="2")
        ada.send_photo(png(3))
        await bot.until(lambda: "This waits until the question is answered." in ada.chat.texts)
        ada.send("1")
        await bot.until(lambda: ada.chat.texts[-2:] == ["A cat.", "A dog."])
        assert ada.chat.texts.count("This waits until the question is answered.") == 1


CHOICE = """Here is what I think.
```json
{"type": "user_choice", "question": "Which?", "choices": [{"id": "1", "label": "Postgres"}]}
```
"""


@pytest.mark.requirement("Q-TG-09")
@pytest.mark.parametrize("is_put_off", [False, True])
async def test_a_new_conversation_answers_no_question_of_the_one_before(
    home: Home, telegram: TelegramServer, ada: TelegramUser, *, is_put_off: bool
) -> None:
    model = ScriptedModel(script=[says(CHOICE), says("Hello.")])
    async with polling(home, telegram, ada, model=model, pause=hasty) as bot:
        ada.send("go")
        message = await shown(bot, ada)
        if is_put_off:
            ada.send("/later")
            await bot.until(lambda: message.buttons == [["↩️ Answer now"]])
        ada.send_all(["/new", "hi"])
        await bot.until(lambda: "Hello." in ada.chat.texts)
        assert not message.buttons
        assert message.text.endswith("Cancelled.")
        assert [m.text.endswith("hi") for m in model.requests[-1].messages] == [True]
        assert bot.running.core.desk.pending() == ()


async def test_who_unlinks_leaves_no_dead_buttons(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    async with asked_for(home, telegram, ada, DB) as (bot, message):
        ada.send("/unlink")
        await bot.until(lambda: ada.chat.texts[-1].startswith("This account is not linked"))
        await bot.until(lambda: not message.buttons)
        assert bot.running.core.desk.pending() == ()


async def test_stop_waits_for_no_message_that_telegram_does_not_take_yet(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    is_held = asyncio.Event()

    async def held(seconds: float) -> None:
        if seconds > 100:
            is_held.set()
            await asyncio.Event().wait()
        await hasty(seconds)

    async with polling(home, telegram, ada, model=asks(DB), pause=held) as bot:
        ada.send("go")
        await shown(bot, ada)
        telegram.fail("sendMessage", 429, retry_after=3_000)
        ada.send("9")
        await is_held.wait()
        ada.send("/stop")
        closed = await bot.running.until(QuestionClosed)
        assert not isinstance(closed.response, Answered)


async def test_a_question_that_was_put_off_can_be_answered_from_its_message(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    model = asks(DB)
    model.script.append(says("Thanks."))
    async with polling(home, telegram, ada, model=model, pause=hasty) as bot:
        ada.send("go")
        message = await shown(bot, ada)
        ada.send("/later")
        await bot.until(lambda: message.buttons == [["↩️ Answer now"]])
        await bot.until(lambda: "Done." in ada.chat.texts)
        ada.tap(message, "Answer now")
        await bot.until(lambda: ["1. Postgres"] in message.buttons)
        ada.tap(message, "Postgres")
        await bot.until(lambda: "Thanks." in ada.chat.texts)
        assert message.text == "Which database?\n\n✔ DB: Postgres"


@pytest.mark.requirement("Q-TG-03", "Q-TG-10")
async def test_the_first_answer_wins_wherever_it_is_given(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    async with asked_for(home, telegram, ada, DB) as (bot, message):
        buttons = message.raw["reply_markup"]["inline_keyboard"]
        asked = await bot.running.until_asked()
        await bot.running.do(
            AnswerQuestion(
                questions_id=asked.questions.id,
                response=chose(asked.questions, **{asked.questions.questions[0].id: "1"}),
                channel=Channel.DESKTOP,
            )
        )
        await bot.until(lambda: not message.buttons)
        assert "in the window" in message.text
        late = ada.send_callback(message, buttons[1][0]["callback_data"])
        await bot.until(lambda: late.answer is not None)
        assert "SQLite" not in await done(bot, ada)
        assert late.answer is not None
        assert "not open" in late.answer["text"] or "already" in late.answer["text"]


@pytest.mark.requirement("Q-TG-07", "Q-TG-02")
async def test_nobody_else_answers(home: Home, telegram: TelegramServer, ada: TelegramUser) -> None:
    mallory, bob = telegram.user("Mallory"), telegram.user("Bob")
    async with polling(home, telegram, ada, bob, model=asks(DB), pause=hasty) as bot:
        ada.send("go")
        message = await shown(bot, ada)
        data = message.raw["reply_markup"]["inline_keyboard"][0][0]["callback_data"]
        assert len(data.encode()) <= 64
        assert "Postgres" not in data
        for stranger in (mallory, bob):
            tap = stranger.send_callback(message, data)
            await bot.until(lambda tap=tap: tap.answer is not None)
            assert tap.answer is not None
            assert tap.answer["text"] == "You cannot answer this."
        assert message.buttons
        ada.tap(message, "Postgres")
        await done(bot, ada)


@pytest.mark.requirement("Q-TG-07")
async def test_who_knows_the_token_of_another_s_keyboard_changes_nothing_from_a_chat_of_their_own(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    bob = telegram.user("Bob")
    async with polling(home, telegram, ada, bob, model=asks(DB), pause=hasty) as bot:
        ada.send("go")
        message = await shown(bot, ada)
        bob.send("/stop")
        await bot.until(lambda: bob.chat.texts == ["Nothing is under way."])

        async def told() -> str:
            data = message.raw["reply_markup"]["inline_keyboard"][0][0]["callback_data"]
            tap = bob.send_callback(bob.chat.from_bot[0], data)
            await bot.until(lambda: tap.answer is not None)
            return (tap.answer or {})["text"]

        assert await told() == "You cannot answer this."
        ada.send("/later")
        await bot.until(lambda: message.buttons == [["↩️ Answer now"]])
        assert await told() == "This question is not open any more."
        assert message.buttons == [["↩️ Answer now"]]
        ada.tap(message, "Answer now")
        await bot.until(lambda: message.buttons[0] == ["1. Postgres"])


@pytest.mark.requirement("Q-TG-08")
async def test_without_a_keyboard_there_is_a_list(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    telegram.fail("sendMessage", 400, "Bad Request: BUTTON_DATA_INVALID")
    async with polling(home, telegram, ada, model=asks(DB), pause=hasty) as bot:
        ada.send("go")
        await bot.until(lambda: any("Please reply with the number" in t for t in ada.chat.texts))
        ada.send("2")
        assert "SQLite" in await done(bot, ada)


async def test_a_restart_loses_neither_question_nor_ticks(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    asking = ScriptedModel(script=[uses_tool("ask_user_question", {"questions": [PARTS]})])
    async with polling(home, telegram, ada, model=asking, pause=hasty) as bot:
        ada.send("go")
        message = await shown(bot, ada)
        ada.tap(message, "UI")
        await bot.until(lambda: ["☑ 2. UI"] in message.buttons)
    model = ScriptedModel(script=[says("Done.")])
    async with polling(home, telegram, ada, model=model, pause=hasty) as bot:
        await bot.until(lambda: telegram.is_polled)
        await bot.until(lambda: ["☑ 2. UI"] in message.buttons)
        ada.tap(message, "Confirm")
        assert "UI" in await done(bot, ada)
        assert sum("Which parts?" in text for text in ada.chat.texts) == 1


@pytest.mark.requirement("Q-TG-03")
async def test_keyboards_of_questions_that_were_settled_meanwhile_are_taken_away(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    asking = ScriptedModel(script=[uses_tool("ask_user_question", {"questions": [DB]})])
    async with polling(home, telegram, ada, model=asking, pause=hasty) as bot:
        ada.send("go")
        message = await shown(bot, ada)
        asked = await bot.running.until_asked()
    async with opened(home, ScriptedModel(script=[says("Done.")])) as running:
        await running.settle()
        await running.core.desk.cancel(questions_id=asked.questions.id)
    model = ScriptedModel(script=[says("Done.")])
    async with polling(home, telegram, ada, model=model, pause=hasty) as bot:
        await bot.until(lambda: not message.buttons)
        assert "Cancelled." in message.text


async def test_every_kind_is_asked_in_korean_too(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    use_language("ko")
    async with asked_for(home, telegram, ada, DB) as (bot, message):
        assert ["✏️ 직접 입력"] in message.buttons
        ada.tap(message, "SQLite")
        await done(bot, ada)
