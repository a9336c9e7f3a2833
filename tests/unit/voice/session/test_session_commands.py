"""What the user's commands and the end of an input do to the voice loop."""

import numpy as np
import pytest

from assistant.protocol.conversation import Stop
from assistant.protocol.voice import Mute, ToggleMicrophone
from assistant.voice.audio.earcons import Earcon, earcon_samples
from assistant.voice.events import InputEnded
from assistant.voice.protocols import ListeningMode
from assistant.voice.session.policy.voice_actions import PlainAction
from tests.helpers.voice.session_harness import VoiceHarness

pytestmark = [pytest.mark.asyncio, pytest.mark.looptime]


async def _bring_to(stage: VoiceHarness, phase: str) -> None:
    """Bring a fresh stage to a phase."""
    if phase == "idle":
        return
    stage.listener.wake()
    await stage.wait(0.1)
    if phase == "listening":
        stage.listener.begin()
        await stage.wait(0.5)
        stage.listener.pause("tell me")
        return
    await stage.say("tell me")
    await stage.wait(0.5)
    if phase == "streaming":
        stage.talk.reply("One")
    if phase in {"tool_calling", "speaking tools"}:
        if phase == "speaking tools":
            stage.talk.reply("One two three four five six.")
        stage.talk.start_tool()
        await stage.wait(0.5)
    if phase.startswith("speaking") and phase != "speaking tools":
        stage.talk.reply("One two three four. ", "F")
        await stage.wait(1)
    if phase == "speaking complete":
        stage.talk.finish()
    if phase == "ending":
        stage.talk.finish()
        await stage.wait(8 + 4)
    await stage.wait(0)


@pytest.mark.parametrize(
    ("phase", "state"),
    [
        ("idle", "idle/inactive"),
        ("listening", "listening/active"),
        ("streaming", "streaming/active"),
        ("tool_calling", "tool_calling/active"),
        ("speaking", "speaking/active"),
        ("speaking complete", "speaking/active"),
        ("speaking tools", "speaking/active"),
        ("ending", "listening/ending"),
    ],
)
async def test_stop_ends_everything_in_every_state(phase: str, state: str) -> None:
    async with VoiceHarness().running() as stage:
        await _bring_to(stage, phase)
        assert stage.state == state
        await stage.command(Stop())
        assert stage.state == "idle/inactive"
        assert stage.player.is_idle
        assert stage.talk.turn_id is None
        said = list(stage.lines)
        await stage.wait(20)
        assert stage.state == "idle/inactive"
        assert stage.lines == said
        assert stage.listener.hearing is ListeningMode.WAKE
        assert stage.transcriber.finished in ([], ["tell me"])


async def test_stop_while_speaking_keeps_what_was_heard() -> None:
    async with VoiceHarness().running() as stage:
        await _bring_to(stage, "speaking")
        await stage.session.on_command(Stop())
        assert stage.talk.stopped == ["One"]


async def test_the_microphone_button_while_processing_closes_after_the_reply() -> None:
    async with VoiceHarness().running() as stage:
        await _bring_to(stage, "streaming")
        await stage.session.on_command(ToggleMicrophone())
        stage.talk.answer(" two.")
        await stage.wait(3)
        assert stage.path[-3:] == ["speaking/active", "listening/active", "idle/inactive"]


async def test_the_microphone_button_while_speaking_lets_the_voice_finish() -> None:
    async with VoiceHarness().running() as stage:
        await _bring_to(stage, "speaking complete")
        await stage.command(ToggleMicrophone())
        assert stage.state == "speaking/inactive"
        assert stage.listener.hearing is ListeningMode.WAKE_OVER_VOICE
        await stage.wait(5)
        assert stage.state == "idle/inactive"


async def test_muted_nothing_is_heard_until_unmuted() -> None:
    async with VoiceHarness().running() as stage:
        await stage.command(Mute(muted=True))
        assert stage.listener.hearing is ListeningMode.OFF
        await stage.command(ToggleMicrophone())
        assert stage.state == "idle/inactive"
        await stage.command(Mute(muted=False))
        assert stage.listener.hearing is ListeningMode.WAKE


async def test_muting_and_unmuting_are_heard_once_each() -> None:
    async with VoiceHarness().running() as stage:
        for muted in (True, True, False, False):
            await stage.session.on_command(Mute(muted=muted))
        tones = [samples for _at, samples in stage.player.cues]
        assert len(tones) == 2
        np.testing.assert_array_equal(tones[0], earcon_samples(Earcon.MUTED))
        np.testing.assert_array_equal(tones[1], earcon_samples(Earcon.UNMUTED))


async def test_without_tones_muting_is_only_seen() -> None:
    async with VoiceHarness(earcons=False).running() as stage:
        await stage.session.on_command(Mute(muted=True))
        assert stage.player.cues == []


async def test_a_file_at_its_end_closes_the_session_after_the_reply() -> None:
    async with VoiceHarness().running() as stage:
        stage.listener.wake()
        await stage.wait(0.1)
        await stage.say("tell me")
        stage.listener.tell(InputEnded(at=stage.t))
        await stage.wait(0.5)
        stage.talk.answer("One two three.")
        await stage.session.wait_until_done()
        assert stage.path == [
            "listening/active",
            "streaming/active",
            "speaking/active",
            "listening/active",
            "idle/inactive",
        ]
        assert stage.lines == ["One two three."]


async def test_a_file_that_ends_at_a_pause_is_a_turn() -> None:
    async with VoiceHarness().running() as stage:
        stage.listener.wake()
        await stage.wait(0.1)
        stage.listener.begin()
        stage.listener.pause("tell me")
        stage.listener.tell(InputEnded(at=stage.t))
        await stage.wait(0.5)
        assert stage.talk.said == [("tell me", True)]


async def test_a_file_that_ends_while_nothing_is_said_closes_at_once() -> None:
    async with VoiceHarness().running() as stage:
        stage.listener.wake()
        await stage.wait(1)
        stage.listener.tell(InputEnded(at=stage.t))
        await stage.session.wait_until_done()
        assert stage.path == ["listening/active", "idle/inactive"]


async def test_closing_in_the_middle_of_a_reply_is_quiet_and_leaves_no_task() -> None:
    stage = VoiceHarness()
    async with stage.running():
        await _bring_to(stage, "speaking")
        await stage.session.aclose()
    assert not stage.listener.is_open
    assert not stage.player.is_open
    stage.listener.wake()


async def test_a_new_conversation_begins_in_silence() -> None:
    async with VoiceHarness().running() as stage:
        await _bring_to(stage, "speaking complete")
        stage.talk.begin_anew()
        await stage.wait(5)
        assert stage.player.is_idle
        assert stage.state == "idle/inactive"
        assert stage.listener.hearing is ListeningMode.WAKE


async def test_every_action_is_carried_out_by_somebody() -> None:
    assert set(VoiceHarness().session._simple) == set(PlainAction)


# A locked screen.


@pytest.mark.parametrize(
    "phase",
    ["idle", "listening", "streaming", "tool_calling", "speaking", "speaking complete", "ending"],
)
async def test_behind_a_locked_screen_nothing_is_heard_or_said(phase: str) -> None:
    async with VoiceHarness().running() as stage:
        await _bring_to(stage, phase)
        stage.session.set_locked(is_locked=True)
        await stage.wait(0)
        said = list(stage.lines)
        assert stage.listener.hearing is ListeningMode.OFF
        assert stage.player.is_idle
        if phase in {"streaming", "speaking"}:
            stage.talk.reply("And more of it. ", "And more.")
            stage.talk.finish()
        if phase == "tool_calling":
            stage.talk.finish_tool()
            stage.talk.reply("It is done.")
            stage.talk.finish()
        stage.listener.wake()
        await stage.wait(20)
        assert stage.lines == said
        assert stage.state == "idle/inactive"
        stage.session.set_locked(is_locked=False)
        await stage.wait(0)
        assert stage.listener.hearing is ListeningMode.WAKE
        await stage.wake_and_say("what time is it")
        stage.talk.answer("It is ten.")
        await stage.wait(3)
        assert stage.lines == [*said, "It is ten."]
