"""What the user says while the reply is awaited or a tool runs, by the second."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from assistant.protocol.turns import ToolStarted
from assistant.protocol.voice import PushToTalk
from assistant.voice.protocols import ListeningMode
from assistant.voice.text.spoken_phrases import GOODBYE
from tests.helpers.llm.scripted_model import Wait, says, uses_tool
from tests.helpers.voice.scene import Scene
from tests.helpers.voice.session_harness import VoiceHarness

pytestmark = [pytest.mark.asyncio, pytest.mark.looptime]


async def _aside(stage: VoiceHarness, text: str | None) -> None:
    """Say something short while the reply is made, and let it be understood."""
    stage.listener.suspect()
    await stage.wait(0.2)
    stage.listener.go_on()
    await stage.wait(0.2)
    stage.listener.withdraw(text)
    await stage.wait(stage.transcriber.seconds)


async def _heard_out(stage: VoiceHarness, text: str) -> None:
    """Let the turn end that was begun by an aside, whose words are known."""
    stage.listener.pause(text, speech_end=stage.moment(stage.t - 0.5))
    await stage.wait(0.1)
    stage.listener.end(text)
    await stage.wait(0)


@asynccontextmanager
async def _thinking() -> AsyncGenerator[VoiceHarness]:
    """A stage on which the user has asked and the model has not answered yet."""
    async with VoiceHarness().running() as stage:
        await stage.wake_and_say("what is the weather")
        assert stage.state == "streaming/active"
        assert stage.listener.hearing is ListeningMode.BARGE_IN
        yield stage


@pytest.mark.requirement("VF-08", "G-22")
async def test_the_user_who_goes_on_before_the_first_sound_is_joined_to_the_turn() -> None:
    async with _thinking() as stage:
        await _aside(stage, "in Paris")
        assert stage.state == "listening/active"
        assert stage.talk.stopped == [""]
        await _heard_out(stage, "in Paris")
        assert stage.state == "streaming/active"
        assert stage.talk.went_on == ["in Paris"]
        assert stage.transcriber.heard == ["what is the weather", "in Paris"]


async def test_long_speech_is_heard_from_its_beginning_and_joined() -> None:
    async with _thinking() as stage:
        stage.listener.suspect()
        began = stage.t - 0.13
        await stage.wait(0.2)
        stage.listener.go_on()
        await stage.wait(0.6)
        stage.listener.begin()
        await stage.wait(0)
        assert stage.state == "listening/active"
        assert stage.turn_since == pytest.approx(began, abs=0.01)
        await stage.say("in Paris and in the evening")
        await stage.wait(0.5)
        assert stage.talk.went_on == ["in Paris and in the evening"]


async def test_a_reply_does_not_begin_while_somebody_speaks() -> None:
    async with _thinking() as stage:
        stage.listener.suspect()
        await stage.wait(0.1)
        stage.talk.answer("It is sunny.")
        await stage.wait(1)
        assert stage.lines == []
        stage.listener.withdraw("mhm")
        await stage.wait(2)
        assert stage.lines == ["It is sunny."]


@pytest.mark.parametrize(
    "text",
    [
        "Stop.",
        "Wait.",
        "Never mind.",
        "Cancel that.",
        "Ach, vergiss es.",
        "Warte mal.",
        "Laisse tomber.",
        "Attends.",
        "Olvídalo.",
        "Espera.",
        "취소해줘",
        "잠깐만요",
        "算了",
        "等一下",
        "なんでもない",
        "ちょっと待って",
    ],
)
async def test_stop_gives_the_reply_up_at_once(text: str) -> None:
    async with _thinking() as stage:
        tones = len(stage.player.cues)
        await _aside(stage, text)
        assert stage.state == "listening/active"
        assert stage.talk.stopped == [""]
        assert len(stage.player.cues) == tones + 1
        await stage.wait(3)
        assert len(stage.talk.said) == 1


async def test_stop_works_for_as_long_as_a_tool_runs() -> None:
    async with _thinking() as stage:
        stage.talk.start_tool()
        await stage.wait(8)
        assert stage.state == "tool_calling/active"
        await _aside(stage, "stop")
        assert stage.state == "listening/active"
        assert stage.talk.stopped == [""]


@pytest.mark.parametrize(
    "text",
    [
        "Thank you, goodbye.",
        "Tschüss.",
        "Au revoir.",
        "Adiós.",
        "再见",
        "さようなら",
        "안녕히 계세요",
    ],
)
async def test_a_goodbye_ends_the_session(text: str) -> None:
    async with _thinking() as stage:
        await _aside(stage, text)
        await _heard_out(stage, text)
        await stage.wait(1)
        assert stage.lines == [GOODBYE]
        assert stage.state == "idle/inactive"
        assert len(stage.talk.said) == 1


@pytest.mark.parametrize("text", ["mhm", "", None, "okay", "네"])
async def test_what_means_nothing_lets_the_reply_be_made(text: str | None) -> None:
    async with _thinking() as stage:
        await _aside(stage, text)
        assert stage.state == "streaming/active"
        stage.talk.answer("It is sunny.")
        await stage.wait(1)
        assert stage.lines == ["It is sunny."]
        assert stage.talk.stopped == []


@pytest.mark.parametrize("text", ["", "mhm"])
async def test_a_long_noise_has_the_reply_made_after_all(text: str) -> None:
    async with _thinking() as stage:
        stage.listener.suspect()
        stage.listener.go_on()
        stage.listener.begin()
        await stage.wait(0.1)
        await stage.say(text)
        await stage.wait(0.5)
        assert stage.talk.went_on == [""]
        assert stage.state == "streaming/active"


async def test_speech_that_was_none_has_the_reply_made_after_all() -> None:
    async with _thinking() as stage:
        await _aside(stage, "in Paris")
        await stage.wait(9)  # the listener hears nothing of it
        assert stage.talk.went_on == [""]


async def test_after_the_wake_word_words_begin_a_turn_of_their_own() -> None:
    async with _thinking() as stage:
        stage.listener.wake()
        await stage.wait(0)
        await stage.say("play some music")
        await stage.wait(0.5)
        assert stage.talk.went_on == []
        assert stage.talk.said[-1] == ("play some music", True)


async def test_after_the_talk_key_words_begin_a_turn_of_their_own() -> None:
    async with _thinking() as stage:
        await stage.command(PushToTalk(pressed=True))
        await stage.say("play some music")
        await stage.command(PushToTalk(pressed=False))
        await stage.wait(0.5)
        assert stage.talk.went_on == []


async def test_once_the_reply_was_heard_words_are_a_turn_of_their_own() -> None:
    async with _thinking() as stage:
        stage.talk.reply("Let me look.")
        stage.talk.start_tool()
        await stage.wait(4)
        assert stage.state == "tool_calling/active"
        await _aside(stage, "only for Paris")
        await _heard_out(stage, "only for Paris")
        assert stage.talk.said[-1] == ("only for Paris", True)
        assert stage.talk.went_on == []


async def test_with_barge_in_off_only_the_wake_word_is_heard() -> None:
    async with VoiceHarness(barge_in=False).running() as stage:
        await stage.wake_and_say("tell me")
        assert stage.listener.hearing is ListeningMode.WAKE
        stage.listener.wake()
        await stage.wait(0)
        assert stage.state == "listening/active"


async def test_typed_words_are_answered_whatever_is_said_beside() -> None:
    async with VoiceHarness().running() as stage:
        await stage.wake_and_say("tell me")
        await stage.talk.say("typed", spoken=False)
        await stage.wait(0)
        assert stage.listener.hearing is ListeningMode.WAKE


async def test_nothing_is_asked_ahead_of_words_that_go_on() -> None:
    async with _thinking() as stage:
        asked_ahead = len(stage.talk.prepared)
        await _aside(stage, "in Paris")
        stage.listener.pause("in Paris", speech_end=stage.moment(stage.t - 0.5))
        await stage.wait(0.5)
        assert [each for each in stage.talk.prepared[asked_ahead:] if each] == []


@pytest.mark.requirement("VF-08")
async def test_whoever_is_cut_early_is_answered_as_a_whole() -> None:
    scene = Scene()
    scene.replies([Wait(seconds=5), *says("Which city?")], says("Sunny in Paris."))
    async with scene.running():
        await scene.wake_and_say("what is the weather")
        await scene.wait(0.4)
        scene.listener.suspect()
        await scene.wait(0.3)
        scene.listener.withdraw("in Paris")
        await scene.wait(0.2)
        scene.listener.end("in Paris")
        await scene.wait(4)
        assert scene.lines == ["Sunny in Paris."]
        entries = scene.conversations.current.entries
        assert [entry.message.text for entry in entries] == [
            "what is the weather in Paris",
            "Sunny in Paris.",
        ]


async def test_after_a_tool_what_follows_is_a_message_and_the_tool_runs_once() -> None:
    scene = Scene()
    scene.replies(
        uses_tool("clock", {}), [Wait(seconds=5), *says("Noon.")], says("Three in Tokyo.")
    )
    async with scene.running():
        await scene.wake_and_say("what time is it")
        await scene.wait(0.4)
        scene.listener.suspect()
        await scene.wait(0.3)
        scene.listener.withdraw("in Tokyo")
        await scene.wait(0.2)
        scene.listener.end("in Tokyo")
        await scene.wait(4)
        assert scene.lines == ["Three in Tokyo."]
        own = [e.message.text for e in scene.conversations.current.entries if e.role == "user"]
        assert own == ["what time is it", "", "in Tokyo"]


@pytest.mark.parametrize("has_tool", [False, True])
async def test_after_a_long_noise_the_request_is_answered_and_no_tool_runs_again(
    *, has_tool: bool
) -> None:
    scene = Scene()
    late = [Wait(seconds=5), *says("Never heard.")]
    scene.replies(*([uses_tool("clock", {})] if has_tool else []), late, says("It is noon."))
    async with scene.running():
        await scene.wake_and_say("what time is it")
        await scene.wait(0.4)
        scene.listener.suspect()
        scene.listener.go_on()
        scene.listener.begin()
        await scene.wait(0.3)
        assert scene.state == "listening/active"
        await scene.say("")
        await scene.wait(3)
        assert scene.lines == ["It is noon."]
        assert len(scene.of(ToolStarted)) == has_tool
        assert scene.state == "listening/active"
