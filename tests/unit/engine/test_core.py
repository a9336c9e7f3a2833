"""The core as it stands: real store, real desk, real tools, a scripted model."""

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import replace

import pytest

from assistant.clock import SystemClock
from assistant.errors import ErrorCategory, HomeBusyError, ProviderError, StoreError
from assistant.home import Home
from assistant.llm.messages_api.messages import ToolResultBlock
from assistant.llm.model_choice.choice import LocalServerOffer
from assistant.protocol.conversation import ConversationOpened, NewConversation, Say
from assistant.protocol.conversation_state import ConversationPhase
from assistant.protocol.messages import HistoryLoaded
from assistant.protocol.models import ModelSwitched, UseLocalServer
from assistant.protocol.notices import Notice
from assistant.protocol.questions import AnswerQuestion, QuestionAsked, QuestionClosed
from assistant.protocol.turns import TurnFailed, TurnFinished
from assistant.questions.model.question import Answer, Answered, Channel, Method, Provenance
from assistant.settings import load, save
from tests.helpers.engine.running_core import RunningCore, opened
from tests.helpers.llm.scripted_model import SCRIPTED_PROFILE, ScriptedModel, says, uses_tool
from tests.helpers.questions.builders import QUESTION

Start = Callable[..., Awaitable[RunningCore]]


@pytest.fixture
async def start(home: Home) -> AsyncGenerator[Start]:
    """Return a function that opens a core on the test's home; closes all that are open."""
    async with AsyncExitStack() as stack:

        async def open_it(
            model: ScriptedModel | None = None, *, resume: bool = True
        ) -> RunningCore:
            running = await stack.enter_async_context(opened(home, model, resume=resume))
            return running

        yield open_it


@pytest.mark.requirement("MSG-15")
async def test_a_conversation_goes_on_after_a_restart(home: Home) -> None:
    async with opened(home, ScriptedModel([says("Hello.")])) as first:
        await first.turn("Hi")
    async with opened(home) as second:
        assert [m.text for m in second.of(HistoryLoaded)[0].messages] == ["Hi", "Hello."]
        assert second.of(ConversationOpened)[0].resumed
    async with opened(home, resume=False) as third:
        assert not third.of(ConversationOpened)[0].resumed


async def test_another_model_begins_another_conversation(home: Home) -> None:
    async with opened(home, ScriptedModel([says("Hello.")])) as first:
        await first.turn("Hi")
    other = ScriptedModel()
    other.profile = replace(other.profile, model="another")
    async with opened(home, other) as second:
        assert not second.of(ConversationOpened)[0].resumed


async def test_a_new_conversation_keeps_the_old_one(start: Start) -> None:
    running = await start(ScriptedModel([says("Hello.")]))
    await running.turn("Hi")
    old = running.core.conversations.current.conversation_id
    await running.do(NewConversation())
    assert running.core.conversations.current.is_empty
    assert len(await running.core.store.messages.chain(old)) == 2


@pytest.mark.requirement("Q-DLG-14", "Q-LIFE-01", "Q-LIFE-02")
async def test_the_models_question_is_asked_answered_and_returned(start: Start) -> None:
    running = await start(
        ScriptedModel([uses_tool("ask_user_question", QUESTION), says("B it is.")])
    )
    await running.do(Say(text="Help me"))
    await running.until(QuestionAsked)
    assert running.core.conversations.state.phase is ConversationPhase.AWAITING_ANSWER
    await running.answer_b()
    await running.until(TurnFinished)
    (result,) = running.model.requests[1].messages[-1].content
    assert "Selected: B" in result.model_dump()["content"]
    assert running.of(QuestionClosed)[0].channel is Channel.DESKTOP


async def test_a_question_open_at_the_end_is_asked_again_and_its_answer_reaches_the_model(
    home: Home,
) -> None:
    async with opened(home, ScriptedModel([uses_tool("ask_user_question", QUESTION)])) as first:
        await first.do(Say(text="Help me"))
        await first.until(QuestionAsked)
    async with opened(home, ScriptedModel([says("B it is.")])) as second:
        await second.answer_b()
        await second.until(TurnFinished)
        (result,) = second.model.requests[0].messages[-1].content
        assert isinstance(result, ToolResultBlock)
        assert "Selected: B" in result.content
        assert not result.is_error


async def test_a_second_core_on_the_same_home_is_refused(home: Home, start: Start) -> None:
    await start()
    with pytest.raises(HomeBusyError, match="already running"):
        async with opened(home):
            pass


async def test_what_a_killed_parley_was_writing_is_gone_after_the_next_run(home: Home) -> None:
    left = home.root / "run" / ".api.json.k3x9a_b2.new"
    left.parent.mkdir(parents=True)
    left.write_text("a secret", encoding="utf-8")
    async with opened(home):
        pass
    assert not left.exists()


async def test_a_damaged_database_is_set_aside_and_told(home: Home) -> None:
    async with opened(home):
        pass
    whole = home.database.read_bytes()
    home.database.write_bytes(whole[:2048] + b"\xff" * (len(whole) - 2048))
    async with opened(home) as running:
        (notice,) = [n for n in running.of(Notice) if n.code == "database_set_aside"]
        assert "damaged" in notice.text
    assert list(home.database.parent.glob("*damaged*"))


@pytest.mark.parametrize("change", ['content = \'[{"type": "hologram"}]\'', "meta = '[]'"])
async def test_a_message_that_cannot_be_read_costs_no_other(home: Home, change: str) -> None:
    async with opened(home, ScriptedModel([says("Hello."), says("Fine.")])) as running:
        await running.turn("Good morning")
        await running.turn("How are you?")
        conversation = running.core.conversations.current.conversation_id
    with sqlite3.connect(home.database) as connection:
        connection.execute(
            f"UPDATE messages SET {change} WHERE stamp = (SELECT min(stamp) FROM messages)"
        )
    connection.close()
    async with opened(home, ScriptedModel([says("Hello.")])) as running:
        (notice,) = [n for n in running.of(Notice) if n.code == "messages_unreadable"]
        assert notice.text.startswith("1 message of this conversation cannot be read")
        await running.turn("Good night")
        current = running.core.conversations.current
        assert current.conversation_id == conversation
        said = [entry.message.text for entry in current.entries]
        assert said == ["Hello.", "How are you?", "Fine.", "Good night", "Hello."]


async def test_half_a_character_in_what_the_user_says_costs_no_turn(home: Home) -> None:
    async with opened(home, ScriptedModel([says("Hello.")])) as running:
        await running.turn("Hi \ud83d")
        (request,) = running.model.requests
    assert request.messages[-1].text.endswith("Hi \ufffd")


async def test_a_database_of_a_newer_program_is_refused_and_the_home_let_go(home: Home) -> None:
    async with opened(home):
        pass
    with sqlite3.connect(home.database) as connection:
        connection.execute("PRAGMA user_version = 9999")
    connection.close()
    for _attempt in range(2):
        with pytest.raises(StoreError, match="newer"):
            async with opened(home):
                pass


async def test_wrong_settings_are_told_and_the_program_starts(home: Home) -> None:
    home.root.mkdir(parents=True)
    home.settings_file.write_text("[voice]\nspeed = 99\n", encoding="utf-8")
    async with opened(home) as running:
        (notice,) = [n for n in running.of(Notice) if n.code == "setting_0"]
        assert "voice.speed" in notice.text


async def test_a_local_server_is_offered_once_and_used_when_accepted(home: Home) -> None:
    save(home, "llm", "models", "local:llama")
    for attempt in range(2):
        local = ScriptedModel(profile=replace(SCRIPTED_PROFILE, name="local", model="llama"))
        async with opened(home, ScriptedModel(), others={"llama": local}) as running:
            running.core.local_server.offer = LocalServerOffer(
                base_url="http://127.0.0.1:9", model="llama"
            )
            running.core.announce()
            if attempt:
                tasks = {task.get_name(): task for task in asyncio.all_tasks()}
                await tasks["offer-local-server"]
                assert not running.of(QuestionAsked)
                continue
            asked = await running.until(QuestionAsked)
            assert "127.0.0.1:9" in asked.questions.questions[0].context
            response = Answered(
                answers=(Answer(question_id="use_local_server", boolean=True),),
                provenance=Provenance(
                    channel=Channel.DESKTOP, method=Method.CLICK, at=SystemClock().now()
                ),
            )
            await running.do(
                AnswerQuestion(
                    questions_id=asked.questions.id, response=response, channel=Channel.DESKTOP
                )
            )
            assert (await running.until(ModelSwitched)).model == "llama"
    assert load(home, {}).settings.llm.local_accepted == "http://127.0.0.1:9"


async def test_a_local_server_is_used_by_a_button_and_its_question_goes(home: Home) -> None:
    save(home, "llm", "models", "local:llama")
    local = ScriptedModel(profile=replace(SCRIPTED_PROFILE, name="local", model="llama"))
    async with opened(home, ScriptedModel(), others={"llama": local}) as running:
        await running.do(UseLocalServer())
        assert not running.of(ModelSwitched), "none was found"
        running.core.local_server.offer = LocalServerOffer(
            base_url="http://127.0.0.1:9", model="llama"
        )
        running.core.announce()
        await running.until(QuestionAsked)
        await running.do(UseLocalServer())
        assert (await running.until(ModelSwitched)).model == "llama"
        await running.until(QuestionClosed)
    assert load(home, {}).settings.llm.local_accepted == "http://127.0.0.1:9"


@pytest.mark.requirement("CTX-02", "CTX-03", "CTX-05", "CTX-06", "CTX-07")
async def test_memory_persona_and_date_reach_the_model(home: Home, start: Start) -> None:
    memory = home.personal_memory("me")
    memory.parent.mkdir(parents=True)
    memory.write_text("- likes tea\n", encoding="utf-8")
    running = await start(ScriptedModel([says("Hello.")]))
    await running.turn("Hi")
    system = "\n".join(part.text for part in running.model.requests[0].system)
    assert "ask_user_question" in system
    assert "likes tea" in system
    assert "when this session starts" in system


@pytest.mark.requirement("APP-05")
async def test_the_settings_say_how_often_a_request_is_sent_again(home: Home) -> None:
    save(home, "llm", "retries", 0)
    broken = ProviderError("No network", category=ErrorCategory.CONNECTIVITY)
    async with opened(home, ScriptedModel([[broken], says("Hi.")])) as running:
        await running.do(Say(text="Hello"))
        await running.until(TurnFailed)
        assert len(running.model.requests) == 1
