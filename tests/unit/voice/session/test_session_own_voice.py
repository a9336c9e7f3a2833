"""A voice session in which only the user's voice counts."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final

import pytest

from assistant.protocol.notices import Notice
from assistant.protocol.voice import PushToTalk, ToggleMicrophone
from assistant.voice.session.policy.user_turns import MAX_UNMEANT, REFUSALS_TOLD
from tests.helpers.voice.fakes import FakeVerifier
from tests.helpers.voice.session_harness import VoiceHarness

pytestmark = [pytest.mark.asyncio, pytest.mark.looptime]

SENTENCES: Final = (
    "The minister said on Tuesday that talks would go on.",
    "Set a timer for ten minutes.",
    "Goodbye.",
    "Why did you never tell me?",
)


@asynccontextmanager
async def _checked() -> AsyncGenerator[tuple[VoiceHarness, FakeVerifier]]:
    """A stage, and who tells whose voice it is."""
    verifier = FakeVerifier()
    async with VoiceHarness(verifier=verifier).running() as stage:
        yield stage, verifier


async def _talk(stage: VoiceHarness) -> None:
    """Have a first turn answered."""
    await stage.wake_and_say("what time is it")
    stage.talk.answer("It is ten o'clock.")
    await stage.wait(3)
    assert stage.state == "listening/active"


def _told(stage: VoiceHarness) -> list[str]:
    return [
        event.code
        for event in stage.talk.events
        if isinstance(event, Notice) and event.code == "other_voice"
    ]


async def test_another_voice_asks_nothing_even_ahead_and_a_few_end_the_session() -> None:
    async with _checked() as (stage, verifier):
        await _talk(stage)
        asked_ahead, lines = list(stage.talk.prepared), list(stage.lines)
        stage.talk.known_requests.add(SENTENCES[1])
        verifier.is_own = False
        for n in range(MAX_UNMEANT):
            assert stage.state == "listening/active"
            await stage.say(SENTENCES[n])
            await stage.wait(0.5)
        assert stage.state == "idle/inactive"
        assert [text for text, _ in stage.talk.said] == ["what time is it"]
        assert stage.talk.prepared == asked_ahead
        assert stage.lines == lines


@pytest.mark.parametrize("told", [True, None])
async def test_the_user_and_whoever_cannot_be_told_are_answered(told: bool | None) -> None:
    async with _checked() as (stage, verifier):
        await _talk(stage)
        verifier.is_own = told
        await stage.say("and tomorrow")
        await stage.wait(0.5)
        assert stage.talk.said[-1] == ("and tomorrow", True)


async def test_a_verdict_that_is_late_counts_as_none_and_delays_no_turn_for_long() -> None:
    async with _checked() as (stage, verifier):
        await _talk(stage)
        verifier.is_own, verifier.is_stuck = False, True
        await stage.say("and tomorrow")
        await stage.wait(0.5)
        assert stage.talk.said[-1] == ("and tomorrow", True)


async def test_a_call_by_another_voice_does_not_wake() -> None:
    async with _checked() as (stage, verifier):
        verifier.is_own = False
        stage.listener.wake()
        await stage.wait(1)
        assert stage.state == "idle/inactive"
        verifier.is_stuck = True
        stage.listener.wake()
        await stage.wait(1)
        assert stage.state == "listening/active", "a call that cannot be told is one"


async def test_called_by_hand_any_voice_counts_until_the_users_own_is_heard() -> None:
    async with _checked() as (stage, verifier):
        verifier.is_own = False
        await stage.command(ToggleMicrophone())
        await stage.say("what time is it")
        await stage.wait(0.5)
        for text, is_own in (("one", False), ("two", True), ("three", False)):
            stage.talk.answer("It is ten o'clock.")
            await stage.wait(3)
            verifier.is_own = is_own
            await stage.say(text)
            await stage.wait(0.5)
        assert [text for text, _ in stage.talk.said] == ["what time is it", "one", "two"]


async def test_with_the_talk_key_any_voice_counts() -> None:
    async with _checked() as (stage, verifier):
        await _talk(stage)
        verifier.is_own = False
        await stage.command(PushToTalk(pressed=True))
        await stage.say("and tomorrow")
        await stage.command(PushToTalk(pressed=False))
        await stage.wait(0.5)
        assert stage.talk.said[-1] == ("and tomorrow", True)


async def test_after_the_users_call_another_voice_still_does_not_count() -> None:
    async with _checked() as (stage, verifier):
        stage.listener.wake()
        await stage.wait(0.5)
        verifier.is_own = False
        await stage.say(SENTENCES[0])
        await stage.wait(0.5)
        assert stage.talk.said == []
        assert stage.state == "listening/active"


async def test_whoever_is_refused_again_and_again_is_told_once_what_to_do() -> None:
    async with _checked() as (stage, verifier):
        verifier.is_own = False
        for count in range(1, 3 * REFUSALS_TOLD):
            stage.listener.wake()
            await stage.wait(1)
            assert len(_told(stage)) == (1 if count >= REFUSALS_TOLD else 0)


async def test_where_every_voice_counts_nothing_is_checked() -> None:
    async with VoiceHarness().running() as stage:
        await _talk(stage)
        await stage.say("and tomorrow")
        await stage.wait(0.5)
        assert len(stage.talk.said) == 2


@pytest.mark.parametrize(
    ("is_own", "state"),
    [(False, "speaking/active"), (True, "listening/active"), (None, "listening/active")],
)
async def test_only_the_users_voice_interrupts_a_reply(is_own: bool | None, state: str) -> None:
    async with _checked() as (stage, verifier):
        await stage.wake_and_say("tell me a story")
        stage.talk.answer("One two three four. Five six seven eight.")
        await stage.wait(1)
        verifier.is_own = is_own
        stage.listener.suspect()
        stage.listener.go_on()
        stage.listener.begin()
        await stage.wait(0.5)
        assert stage.state == state
        assert not stage.player.is_held
