"""Which words the model may be asked about ahead: those that are not for a question."""

import asyncio
import json
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest
from typing_extensions import override

from assistant.clock import SystemClock
from assistant.home import Home
from assistant.protocol.conversation import Say
from assistant.protocol.conversation_state import ConversationSignal
from assistant.protocol.notices import Notice
from assistant.protocol.sent_context import ContextSent
from assistant.protocol.turns import RequestSent, TurnFinished, TurnStarted
from assistant.protocol.voice import SentenceSpoken
from assistant.voice.events import Samples
from assistant.voice.protocols import Transcript
from assistant.voice.session.policy.voice_state import Speculation, VoiceOptions
from assistant.voice.session.voice_session import VoiceSession
from tests.helpers.engine.running_core import RunningCore, opened
from tests.helpers.llm.scripted_model import ScriptedModel, says
from tests.helpers.voice.fakes import FakeListener, FakePlayer, FakeSynthesiser, FakeTranscriber

CHOICE = json.dumps(
    {
        "type": "user_choice",
        "question": "Which?",
        "options": [{"id": "1", "label": "Postgres"}, {"id": "2", "label": "SQLite"}],
    }
)
WORDS = "what time is it"


async def prepare(running: RunningCore, text: str, *, asks: int) -> None:
    """Listen, and hear words at a pause; `asks` is how often the model was asked by then."""
    talk = running.core.conversations
    if talk.current.accepts(ConversationSignal.WAKE):
        talk.signal(ConversationSignal.WAKE)
    talk.prepare(text)
    await running.until_requested(asks)
    await running.settle()
    assert len(running.model.requests) == asks


async def test_words_that_may_correct_an_answer_are_not_asked_ahead(home: Home) -> None:
    async with opened(home, ScriptedModel([])) as running:
        await prepare(running, "Actually, the first", asks=0)


async def test_words_for_the_model_are_asked_ahead_and_answered_once(home: Home) -> None:
    async with opened(home, ScriptedModel([says("Ten.")])) as running:
        await prepare(running, WORDS, asks=1)
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
        await prepare(running, "the second one", asks=1)


async def test_a_wish_to_change_an_answer_is_not(home: Home) -> None:
    async with opened(home) as running:
        await prepare(running, "change my last answer", asks=0)


async def test_another_conversation_gives_it_up(home: Home) -> None:
    async with opened(home, ScriptedModel([says("Ten."), says("Two.")])) as running:
        await prepare(running, WORDS, asks=1)
        await running.core.conversations.open(None)
        assert running.model.n_open == 0
        await prepare(running, WORDS, asks=2)
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
        await prepare(running, WORDS, asks=1)
        assert not [n for n in running.of(Notice) if n.code.startswith("memory_")]
        if is_said:
            await running.core.conversations.say(WORDS, spoken=True)
            await running.until(TurnFinished)
            assert [n.code for n in running.of(Notice)] == ["memory_0"]


@dataclass
class GatedTranscriber(FakeTranscriber):
    """Understands pauses once it may; drafts are there at once."""

    gate: asyncio.Event = field(default_factory=asyncio.Event)

    @override
    async def transcribe(self, audio: Samples, *, bias: Sequence[str] = ()) -> Transcript:
        await self.gate.wait()
        return await super().transcribe(audio, bias=bias)


@asynccontextmanager
async def hearing(
    running: RunningCore,
    player: FakePlayer | None = None,
    transcriber: FakeTranscriber | None = None,
) -> AsyncGenerator[FakeListener]:
    """Have the program listen to a turn that has begun, eager to ask ahead."""
    listener, core = FakeListener(), running.core
    session = VoiceSession(
        conversation=core.conversations,
        subscribe=core.subscribe,
        listener=listener,
        transcriber=transcriber or FakeTranscriber(seconds=0),
        synthesiser=None if player is None else FakeSynthesiser(seconds=0),
        player=player,
        clock=SystemClock(),
        options=VoiceOptions(speculate=Speculation.EAGER),
    )
    core.conversations.attach(session)
    await session.start()
    try:
        listener.wake()
        await running.settle()
        listener.begin()
        yield listener
    finally:
        await session.aclose()


async def test_a_pause_asks_ahead_and_its_end_takes_the_reply_over(home: Home) -> None:
    model = ScriptedModel([says("WRONG"), says("It is ten o'clock.")])
    async with opened(home, model) as running:
        async with hearing(running) as listener:
            listener.pause("what time")
            await running.until_requested(1)
            await running.settle()
            assert len(model.requests) == 1
            listener.resume()
            await running.settle()
            listener.pause(WORDS)
            await running.until_requested(2)
            await running.settle()
            assert len(model.requests) == 2
            assert not running.of(TurnStarted)
            listener.end(WORDS)
            finished = await running.until(TurnFinished)
        assert finished.text == "It is ten o'clock."
        assert len(model.requests) == 2
        await nothing_is_left_of_what_was_wrong(running)


async def test_a_draft_asks_ahead_when_the_pause_begins_and_is_taken_over(home: Home) -> None:
    model = ScriptedModel([says("It is ten o'clock.")])
    player = FakePlayer()
    async with opened(home, model) as running:
        async with hearing(running, player) as listener:
            listener.progress("Please write me a poem about rain.")
            await running.settle()
            assert not model.requests
            listener.pause("please write me a poem, about rain!")
            await running.until_requested(1)
            await running.settle()
            assert len(model.requests) == 1
            assert not running.of(TurnStarted)
            assert not running.of(SentenceSpoken)
            listener.end("please write me a poem, about rain!")
            finished = await running.until(TurnFinished)
        assert finished.text == "It is ten o'clock."
        assert len(model.requests) == 1
        [started] = running.of(TurnStarted)
        assert started.text == "Please write me a poem about rain."
        await nothing_is_left_of_what_was_wrong(running)


async def test_a_draft_that_was_wrong_leaves_no_trace(home: Home) -> None:
    model = ScriptedModel([says("WRONG. WRONG."), says("It is ten o'clock.")])
    player, transcriber = FakePlayer(), GatedTranscriber(seconds=0)
    async with opened(home, model) as running:
        async with hearing(running, player, transcriber) as listener:
            listener.progress("Please write me a poem about trains.")
            await running.settle()
            listener.pause("please write me a poem about rain.")
            await running.until_requested(1)
            await running.settle()
            assert len(model.requests) == 1
            transcriber.gate.set()
            await running.until_requested(2)
            await running.settle()
            assert len(model.requests) == 2
            listener.end("please write me a poem about rain.")
            finished = await running.until(TurnFinished)
            await running.until(SentenceSpoken)
        assert finished.text == "It is ten o'clock."
        assert not [text for _at, text in player.played if "WRONG" in text]
        assert [sent.in_vain for sent in running.of(ContextSent)] == [1]
        await nothing_is_left_of_what_was_wrong(running)


async def nothing_is_left_of_what_was_wrong(running: RunningCore) -> None:
    stored = await running.core.store.messages.chain(conversation_id(running))
    assert [record.role for record in stored] == ["user", "assistant"]
    assert "WRONG" not in repr(stored) + repr(running.events)


def conversation_id(running: RunningCore) -> str:
    """Return the id of the current conversation."""
    return running.core.conversations.current.conversation_id
