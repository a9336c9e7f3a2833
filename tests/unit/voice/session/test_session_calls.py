"""Calls that the recogniser is asked about."""

import pytest

from assistant.errors import ModelLoadError
from assistant.voice.events import WakeHeard
from assistant.voice.session.wake_confirmation import CHECK_LIMIT_S
from tests.helpers.voice.fakes import audio_that_says
from tests.helpers.voice.session_harness import VoiceHarness

pytestmark = [pytest.mark.asyncio, pytest.mark.looptime]


def _doubtful(stage: VoiceHarness, text: str) -> None:
    stage.listener.tell(
        WakeHeard(at=stage.t, phrase="hey_jarvis", score=0.55, audio=audio_that_says(text))
    )


async def test_a_doubtful_call_that_the_recogniser_hears_opens_a_session() -> None:
    async with VoiceHarness().running() as stage:
        _doubtful(stage, "Hey, Jarvis.")
        await stage.wait(0.2)
        assert stage.state == "idle/inactive"
        await stage.wait(0.2)
        assert stage.state == "listening/active"
        await stage.say("what time is it")
        await stage.wait(0.5)
        assert stage.talk.said == [("what time is it", True)]


async def test_a_doubtful_call_that_was_none_is_not_even_seen() -> None:
    async with VoiceHarness().running() as stage:
        _doubtful(stage, "Hey chatterbox!")
        await stage.wait(10)
        assert stage.path == []
        assert stage.lines == []


@pytest.mark.parametrize("is_broken", [True, False])
async def test_without_an_answer_of_the_recogniser_the_score_counts(is_broken: bool) -> None:
    stage = VoiceHarness()
    async with stage.running():
        await stage.wait(0)
        if is_broken:
            stage.transcriber.error = ModelLoadError("broken")
        else:
            stage.transcriber.seconds = 60
        _doubtful(stage, "anything")
        await stage.wait(CHECK_LIMIT_S + 0.1)
        assert stage.state == "listening/active"


async def test_a_call_beyond_doubt_is_not_checked() -> None:
    async with VoiceHarness().running() as stage:
        stage.listener.wake()
        await stage.wait(0)
        assert stage.state == "listening/active"
        assert stage.transcriber.heard == []


async def test_a_check_that_is_over_when_a_session_is_open_changes_nothing() -> None:
    async with VoiceHarness().running() as stage:
        _doubtful(stage, "Hey, Jarvis.")
        await stage.wait(0.1)
        stage.listener.wake()
        await stage.wait(5)
        assert stage.path == ["listening/active"]
