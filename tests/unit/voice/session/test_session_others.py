"""A voice session in a room where others speak too: a television, people who talk to each other."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final

import pytest

from assistant.protocol.voice import PushToTalk
from assistant.voice.session.policy.user_turns import MAX_UNMEANT
from assistant.voice.turn_taking.endpointing_delay import TurnVerdict
from tests.helpers.voice.session_harness import VoiceHarness

pytestmark = [pytest.mark.asyncio, pytest.mark.looptime]

OWN: Final = -22.0
FAR: Final = OWN - 14
SENTENCES: Final = (
    "The minister said on Tuesday that talks would go on.",
    "And now the weather for the weekend.",
    "Why did you never tell me?",
    "It will be cloudy in the north.",
    "More after the break.",
)


@asynccontextmanager
async def _talking() -> AsyncGenerator[VoiceHarness]:
    """A stage on which a first turn was answered, at the user's own level."""
    async with VoiceHarness().running() as stage:
        stage.listener.dbfs = OWN
        await stage.wake_and_say("what time is it")
        stage.talk.answer("It is ten o'clock.")
        await stage.wait(3)
        assert stage.state == "listening/active"
        yield stage


async def _overheard(stage: VoiceHarness, text: str) -> None:
    stage.listener.dbfs = FAR
    await stage.say(text)
    await stage.wait(0.5)


async def test_ten_minutes_of_television_ask_no_model() -> None:
    async with _talking() as stage:
        asked_ahead = list(stage.talk.prepared)
        lines = list(stage.lines)
        for n in range(200):
            await _overheard(stage, SENTENCES[n % len(SENTENCES)])
            await stage.wait(1.6)
        assert stage.t > 600
        assert [text for text, _ in stage.talk.said] == ["what time is it"]
        assert stage.talk.prepared == asked_ahead
        assert stage.lines == lines, "nothing is said about it"
        assert stage.state == "idle/inactive"


async def test_a_few_in_a_row_end_the_session() -> None:
    async with _talking() as stage:
        for n in range(MAX_UNMEANT):
            assert stage.state == "listening/active"
            await _overheard(stage, SENTENCES[n])
        assert stage.state == "idle/inactive"


async def test_the_user_is_answered_among_them_and_begins_the_count_anew() -> None:
    async with _talking() as stage:
        for n in range(3):
            for _ in range(MAX_UNMEANT - 1):
                await _overheard(stage, SENTENCES[n])
            stage.listener.dbfs = OWN - 3
            await stage.say("and tomorrow")
            await stage.wait(0.5)
            stage.talk.answer("One.")
            await stage.wait(2)
        assert len(stage.talk.said) == 4
        assert stage.state == "listening/active"


@pytest.mark.parametrize("way", ["wake word", "talk key"])
async def test_after_a_call_any_level_is_meant(way: str) -> None:
    async with _talking() as stage:
        stage.listener.dbfs = FAR
        if way == "wake word":
            stage.listener.wake()
            await stage.say("and tomorrow")
        else:
            await stage.command(PushToTalk(pressed=True))
            await stage.say("and tomorrow")
            await stage.command(PushToTalk(pressed=False))
        await stage.wait(0.5)
        assert stage.talk.said[-1] == ("and tomorrow", True)


async def test_a_soft_command_is_meant() -> None:
    async with _talking() as stage:
        stage.talk.known_requests.add("set a timer for ten minutes")
        stage.listener.dbfs = OWN - 12
        await stage.say("set a timer for ten minutes")
        await stage.wait(0.5)
        assert stage.talk.said[-1][0] == "set a timer for ten minutes"


async def test_a_soft_reply_to_a_question_is_meant() -> None:
    async with VoiceHarness().running() as stage:
        stage.listener.dbfs = OWN
        await stage.wake_and_say("book a table")
        stage.talk.answer("For how many?")
        await stage.wait(3)
        stage.listener.dbfs = OWN - 10
        await stage.say("for four")
        await stage.wait(0.5)
        assert stage.talk.said[-1] == ("for four", True)


@pytest.mark.parametrize(
    ("verdict", "text", "is_meant"),
    [
        (TurnVerdict.LIKELY, "for four", True),
        (TurnVerdict.SILENT, "for four", True),
        (TurnVerdict.DOUBTFUL, "It is in the drawer over there.", True),
        (TurnVerdict.DOUBTFUL, "it is in the", False),
    ],
)
async def test_words_that_come_late_are_meant_as_early_ones_are(
    verdict: TurnVerdict, text: str, *, is_meant: bool
) -> None:
    async with VoiceHarness().running() as stage:
        stage.listener.dbfs = OWN
        await stage.wake_and_say("book a table")
        stage.talk.answer("For how many?")
        await stage.wait(3)
        stage.listener.dbfs = OWN - 10
        stage.transcriber.seconds = 4.0
        stage.listener.begin()
        await stage.wait(0.5)
        stage.listener.pause(text)
        await stage.wait(2.5)
        stage.listener.end(text, silence_s=2.5, verdict=verdict)
        await stage.wait(2)
        assert (stage.talk.said[-1] == (text, True)) is is_meant


async def test_the_television_stops_neither_the_voice_nor_the_reply_that_is_made() -> None:
    async with _talking() as stage:
        stage.listener.dbfs = OWN
        await stage.say("tell me more")
        await stage.wait(0.5)
        stage.listener.dbfs = FAR
        for text in (*SENTENCES, "stop"):  # while the reply is made
            stage.listener.suspect()
            stage.listener.go_on()
            stage.listener.withdraw(text)
            await stage.wait(0.5)
        assert stage.state == "streaming/active"
        stage.talk.answer("One two three four. Five six seven eight.")
        await stage.wait(1)
        stage.listener.suspect()  # while it is said
        stage.listener.go_on()
        stage.listener.begin()
        await stage.wait(0.5)
        assert stage.state == "speaking/active"
        assert not stage.player.is_held
        assert stage.talk.stopped == []


async def test_the_first_words_of_a_session_set_the_level() -> None:
    async with VoiceHarness().running() as stage:
        stage.listener.dbfs = FAR
        await stage.wake_and_say("what time is it")
        stage.talk.answer("It is ten o'clock.")
        await stage.wait(3)
        await stage.say("and tomorrow")
        await stage.wait(0.5)
        assert len(stage.talk.said) == 2
