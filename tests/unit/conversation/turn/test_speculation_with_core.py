"""Which words the model may be asked about ahead: those that are not for a question."""

import json

import pytest

from assistant.clock import SystemClock
from assistant.home import Home
from assistant.protocol.conversation import Say
from assistant.protocol.conversation_state import ConversationSignal
from assistant.protocol.notices import Notice
from assistant.protocol.turns import RequestSent, TurnFinished, TurnStarted
from assistant.voice.session.policy.voice_state import Speculation, VoiceOptions
from assistant.voice.session.voice_session import VoiceSession
from tests.helpers.engine.running_core import RunningCore, opened
from tests.helpers.llm.scripted_model import ScriptedModel, says
from tests.helpers.voice.fakes import FakeListener, FakeTranscriber

CHOICE = json.dumps(
    {
        "type": "user_choice",
        "question": "Which?",
        "options": [{"id": "1", "label": "Postgres"}, {"id": "2", "label": "SQLite"}],
    }
)
WORDS = "what time is it"


async def prepare(running: RunningCore, text: str) -> None:
    """Listen, and hear words at a pause."""
    talk = running.core.conversations
    if talk.accepts(ConversationSignal.WAKE):
        talk.signal(ConversationSignal.WAKE)
    talk.prepare(text)
    await running.settle()


async def test_words_for_the_model_are_asked_ahead_and_answered_once(home: Home) -> None:
    async with opened(home, ScriptedModel([says("Ten.")])) as running:
        await prepare(running, WORDS)
        assert len(running.model.requests) == 1
        assert not await running.core.store.messages.chain(conversation_id(running))
        assert not running.of(RequestSent)
        await running.core.conversations.say(WORDS, spoken=True)
        await running.until(TurnFinished)
        assert len(running.model.requests) == 1
        stored = await running.core.store.messages.chain(conversation_id(running))
        assert [record.role for record in stored] == ["user", "assistant"]


async def test_what_may_be_an_answer_is_not(home: Home) -> None:
    model = ScriptedModel([says(f"```json\n{CHOICE}\n```")])
    async with opened(home, model) as running:
        await running.do(Say(text="Help me"))
        await running.until_asked()
        await running.settle()
        await prepare(running, "the second one")
        assert len(model.requests) == 1


async def test_a_wish_to_change_an_answer_is_not(home: Home) -> None:
    async with opened(home) as running:
        await prepare(running, "change my last answer")
        assert running.model.requests == []


async def test_another_conversation_gives_it_up(home: Home) -> None:
    async with opened(home, ScriptedModel([says("Ten."), says("Two.")])) as running:
        await prepare(running, WORDS)
        await running.core.conversations.open(None)
        assert running.model.n_open == 0
        await prepare(running, WORDS)
        await running.core.conversations.say(WORDS, spoken=True)
        finished = await running.until(TurnFinished)
        assert finished.text == "Two."


@pytest.mark.parametrize("is_said", [True, False])
async def test_what_is_wrong_with_a_memory_file_is_told_only_once_it_was_said(
    home: Home, is_said: bool
) -> None:
    async with opened(home, ScriptedModel([says("Ten.")])) as running:
        path = home.workspace("default") / "memory.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"\xff\xfe broken \xff")
        running.events.clear()
        await prepare(running, WORDS)
        assert len(running.model.requests) == 1
        assert not [n for n in running.of(Notice) if n.code.startswith("memory_")]
        if is_said:
            await running.core.conversations.say(WORDS, spoken=True)
            await running.until(TurnFinished)
            assert [n.code for n in running.of(Notice)] == ["memory_0"]


async def test_a_pause_asks_ahead_and_its_end_takes_the_reply_over(home: Home) -> None:
    model = ScriptedModel([says("WRONG"), says("It is ten o'clock.")])
    async with opened(home, model) as running:
        listener = FakeListener()
        transcriber = FakeTranscriber(seconds=0)
        core = running.core
        session = VoiceSession(
            talk=core.conversations,
            subscribe=core.subscribe,
            listener=listener,
            transcriber=transcriber,
            synthesiser=None,
            player=None,
            clock=SystemClock(),
            options=VoiceOptions(speculate=Speculation.EAGER),
        )
        core.conversations.attach(session)
        await session.start()
        try:
            listener.wake()
            await running.settle()
            listener.begin()
            listener.pause("what time")
            await running.settle()
            assert len(model.requests) == 1
            listener.resume()
            await running.settle()
            listener.pause(WORDS)
            await running.settle()
            assert len(model.requests) == 2
            assert not running.of(TurnStarted)
            listener.end(WORDS)
            finished = await running.until(TurnFinished)
        finally:
            await session.aclose()
        assert finished.text == "It is ten o'clock."
        assert len(model.requests) == 2
        stored = await core.store.messages.chain(conversation_id(running))
        assert [record.role for record in stored] == ["user", "assistant"]
        assert "WRONG" not in repr(stored) + repr(running.events)


def conversation_id(running: RunningCore) -> str:
    """Return the id of the current conversation."""
    return running.core.conversations.current.conversation_id
