"""Words for another program, heard by the voice loop."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

import pytest

from assistant.errors import AssistantError, DeviceError
from assistant.protocol.voice import Mute
from assistant.voice.events import InputLost, NoSpeech
from assistant.voice.protocols import ListeningMode, Transcript
from assistant.voice.session.policy.listening_update import HELD_LIMIT_S
from tests.helpers.voice.session_harness import VoiceHarness

pytestmark = [pytest.mark.asyncio, pytest.mark.looptime]


@asynccontextmanager
async def dictating(
    stage: VoiceHarness,
) -> AsyncGenerator[tuple["asyncio.Task[Transcript]", asyncio.Event]]:
    """Hold the key."""
    released = asyncio.Event()
    task = asyncio.create_task(stage.session.dictate(released))
    await stage.wait(0)
    try:
        yield task, released
    finally:
        task.cancel()
        await asyncio.wait({task})


async def test_what_is_said_while_the_key_is_held_is_the_result_and_no_turn() -> None:
    async with VoiceHarness().running() as stage, dictating(stage) as (task, released):
        assert stage.listener.orders[-1] == (ListeningMode.TURN, HELD_LIMIT_S)
        assert stage.listener.held
        stage.listener.begin()
        await stage.wait(1)
        stage.listener.pause("hello world")
        await stage.wait(3)
        released.set()
        await stage.wait(0)
        assert len(stage.listener.let_gos) == 1
        stage.listener.end("hello world")
        await stage.wait(0.5)
        assert task.done()
        assert (await task).text == "hello world"
        assert stage.transcriber.finished == ["hello world"]  # at the pause, and used at the end
        assert stage.talk.said == []
        assert stage.states == []
        assert stage.listener.hearing is ListeningMode.WAKE
        await stage.wake_and_say("what time is it")
        assert stage.talk.said == [("what time is it", True)]


async def test_a_key_held_in_silence_gives_no_words() -> None:
    async with VoiceHarness().running() as stage, dictating(stage) as (task, released):
        released.set()
        await stage.wait(0)
        stage.listener.tell(NoSpeech(at=stage.t))
        await stage.wait(0)
        assert (await task).text == ""


async def test_an_open_conversation_ends_and_its_voice_falls_silent() -> None:
    async with VoiceHarness().running() as stage:
        await stage.wake_and_say("tell me a story")
        stage.talk.reply("Once upon a time. ", "There was a king. ", "And a queen.")
        stage.talk.finish()
        await stage.wait(0.5)
        assert not stage.player.is_idle
        said = list(stage.lines)
        async with dictating(stage) as (task, released):
            assert stage.player.is_idle
            stage.listener.begin()
            released.set()
            await stage.wait(5)
            stage.listener.end("dear sir")
            await stage.wait(0.5)
            assert (await task).text == "dear sir"
        assert stage.lines == said
        assert stage.state == "idle/inactive"
        await stage.wake_and_say("what time is it")
        stage.talk.answer("It is ten.")
        await stage.wait(3)
        assert stage.lines == [*said, "It is ten."]


async def _lock(stage: VoiceHarness) -> None:
    stage.session.set_locked(is_locked=True)


async def _mute(stage: VoiceHarness) -> None:
    await stage.command(Mute(muted=True))


async def _lose(stage: VoiceHarness) -> None:
    stage.listener.tell(InputLost(at=stage.t, reason="It was unplugged."))


async def _close(stage: VoiceHarness) -> None:
    await stage.session.aclose()


@pytest.mark.parametrize(
    ("happens", "reason", "before", "hearing"),
    [
        (_lock, "The screen is locked.", True, ListeningMode.OFF),
        (_mute, "The microphone is muted.", True, ListeningMode.OFF),
        (_lose, "unplugged", True, ListeningMode.WAKE),
        (_close, "The voice was switched off.", False, ListeningMode.TURN),
    ],
)
async def test_whatever_ends_hearing_ends_the_dictation_and_none_begins_after_it(
    happens: Callable[[VoiceHarness], "asyncio.Future[None]"],
    reason: str,
    before: bool,
    hearing: ListeningMode,
) -> None:
    async with VoiceHarness().running() as stage:
        async with dictating(stage) as (task, _released):
            await happens(stage)
            await stage.wait(0)
            with pytest.raises(DeviceError, match=reason):
                await task
        await stage.wait(0)
        assert stage.listener.hearing is hearing
        if before:
            with pytest.raises(DeviceError, match=reason):
                await stage.session.dictate(asyncio.Event())


async def test_without_a_microphone_it_is_said_which_is_missing() -> None:
    async with VoiceHarness(has_listener=False).running() as stage:
        with pytest.raises(DeviceError, match="none was found"):
            await stage.session.dictate(asyncio.Event())


async def test_a_recogniser_that_fails_is_told_and_listening_goes_on() -> None:
    async with VoiceHarness().running() as stage, dictating(stage) as (task, released):
        stage.transcriber.error = AssistantError("The recogniser is broken.")
        stage.listener.begin()
        released.set()
        await stage.wait(0.2)
        stage.listener.end("hello")
        await stage.wait(0.5)
        with pytest.raises(AssistantError, match="broken"):
            await task
        assert stage.listener.hearing is ListeningMode.WAKE


async def test_a_dictation_that_is_given_up_lets_the_wake_word_be_heard_again() -> None:
    async with VoiceHarness().running() as stage:
        async with dictating(stage):
            stage.listener.begin()
        await stage.wait(0)
        assert stage.listener.hearing is ListeningMode.WAKE
