"""The voice loop where a part of it is missing, breaks or is lost."""

import pytest

from assistant.errors import DeviceError, ModelLoadError
from assistant.protocol.notices import Notice
from assistant.protocol.turns import TurnTimed
from assistant.protocol.voice import ToggleMicrophone
from assistant.voice.events import DeviceChanged, DeviceReason, InputLost, InputRestored
from tests.helpers.voice.session_harness import VoiceHarness

pytestmark = [pytest.mark.asyncio, pytest.mark.looptime]

SHALL_WE = "Shall we end the conversation?"


async def test_without_a_voice_replies_are_text_and_the_session_goes_on() -> None:
    async with VoiceHarness(has_synthesiser=False).running() as stage:
        await stage.wake_and_say("tell me")
        stage.talk.answer("One two three.")
        await stage.wait(0.1)
        assert stage.path == ["listening/active", "streaming/active", "listening/active"]
        assert stage.notices == ["Voice output is unavailable"]
        assert len(stage.talk.of(TurnTimed)) == 1
        await stage.wait(8)
        assert stage.state == "listening/ending"
        assert stage.notices[-1] == SHALL_WE
        await stage.wait(10)
        assert stage.state == "idle/inactive"


@pytest.mark.requirement("VF-13")
async def test_a_voice_that_does_not_load_is_told_once_and_replies_are_text() -> None:
    stage = VoiceHarness()
    stage.synthesiser.warm_up_error = ModelLoadError("broken.onnx does not load")
    async with stage.running():
        await stage.wait(0.1)
        assert stage.notices == ["Voice output is unavailable"]
        assert not stage.session.takes(spoken=True)


@pytest.mark.requirement("VF-13")
async def test_a_voice_that_breaks_in_the_middle_lets_the_turn_go_on_in_text() -> None:
    async with VoiceHarness().running() as stage:
        await stage.wake_and_say("tell me")
        stage.synthesiser.error = ModelLoadError("out of memory")
        stage.talk.reply("One two three. ", "Four")
        await stage.wait(0.5)
        assert stage.state == "streaming/active"
        stage.talk.finish()
        await stage.wait(0.1)
        assert stage.state == "listening/active"
        assert stage.notices == ["Voice output is unavailable"]


async def test_a_missing_speaker_is_told_and_replies_are_text() -> None:
    stage = VoiceHarness()
    stage.player.error = DeviceError("No speaker was found.")
    async with stage.running():
        assert stage.notices == ["Voice output is unavailable"]
        await stage.wake_and_say("tell me")
        stage.talk.finish()
        await stage.wait(0.1)
        assert stage.state == "listening/active"


@pytest.mark.requirement("VF-17")
async def test_a_missing_microphone_is_told_and_waking_by_hand_tries_again() -> None:
    stage = VoiceHarness()
    stage.listener.error = DeviceError("No microphone was found.")
    async with stage.running():
        assert stage.notices[-1].startswith("The microphone cannot be used: No microphone")
        await stage.session.on_command(ToggleMicrophone())
        assert stage.state == "idle/inactive"
        stage.listener.error = None
        await stage.command(ToggleMicrophone())
        assert stage.state == "listening/active"


async def test_a_lost_microphone_ends_the_session_after_the_reply() -> None:
    async with VoiceHarness().running() as stage:
        await stage.wake_and_say("tell me")
        stage.talk.answer("One two three four.")
        await stage.wait(0.5)
        stage.listener.tell(InputLost(at=stage.t, reason="It was unplugged."))
        await stage.wait(3)
        assert stage.path[-3:] == ["speaking/active", "listening/active", "idle/inactive"]
        stage.listener.tell(InputRestored(at=stage.t))
        stage.listener.wake()
        await stage.wait(0)
        assert stage.state == "listening/active"


async def test_asking_for_a_lost_microphone_says_again_why_it_cannot_be_used() -> None:
    async with VoiceHarness().running() as stage:
        stage.listener.tell(
            InputLost(at=stage.t, reason="No microphone was found.", hint="Plug one in.")
        )
        await stage.wait(0)
        await stage.command(ToggleMicrophone())
        told = [event for event in stage.talk.events if isinstance(event, Notice)]
        assert [(notice.code, notice.hint) for notice in told[-2:]] == [
            ("microphone_missing", "Plug one in.")
        ] * 2
        assert "No microphone was found." in told[-1].text
        assert stage.state == "idle/inactive"


async def test_another_microphone_is_told_of() -> None:
    async with VoiceHarness().running() as stage:
        stage.listener.tell(
            DeviceChanged(
                at=stage.t,
                kind="input",
                name="Laptop",
                wanted="Studio",
                reason=DeviceReason.MISSING,
            )
        )
        await stage.wait(0)
        notice = stage.talk.events[-1]
        assert isinstance(notice, Notice)
        assert "Laptop" in notice.text
        assert "Studio" in notice.text


async def test_a_microphone_lost_while_listening_ends_the_session() -> None:
    async with VoiceHarness().running() as stage:
        stage.listener.wake()
        await stage.wait(0.5)
        stage.listener.tell(InputLost(at=stage.t, reason="It was unplugged."))
        await stage.wait(0)
        assert stage.state == "idle/inactive"


async def test_a_turn_that_fails_is_said_as_far_as_it_came() -> None:
    async with VoiceHarness().running() as stage:
        await stage.wake_and_say("tell me")
        stage.talk.reply("One two three. ", "Four five")
        await stage.wait(0.3)
        stage.talk.fail("The network is gone.")
        await stage.wait(4)
        assert stage.lines == ["One two three.", "Four five", "The answer breaks off here."]
        await stage.wait(2)
        assert stage.state == "listening/active"


async def test_a_turn_that_fails_before_it_is_heard_is_told_aloud_and_listens_again() -> None:
    async with VoiceHarness().running() as stage:
        await stage.wake_and_say("tell me")
        stage.talk.reply("One two three. ")
        stage.talk.fail("The network is gone.")
        await stage.wait(4)
        assert stage.lines == ["I could not get an answer."]
        assert stage.path == [
            "listening/active",
            "streaming/active",
            "listening/active",
            "speaking/active",
            "listening/active",
        ]


async def test_a_recogniser_that_does_not_load_is_told_and_ends_listening() -> None:
    async with VoiceHarness().running() as stage:
        stage.transcriber.error = ModelLoadError("model.bin is damaged")
        await stage.wake_and_say("tell me")
        assert stage.state == "idle/inactive"
        assert stage.notices == ["Speech recognition is unavailable. You can still type."]
        stage.listener.wake()
        await stage.wait(0)
        assert stage.state == "idle/inactive"


async def test_the_microphone_button_tries_the_recogniser_again() -> None:
    async with VoiceHarness().running() as stage:
        stage.transcriber.error = ModelLoadError("model.bin is damaged")
        await stage.wake_and_say("tell me")
        stage.transcriber.error = None
        await stage.command(ToggleMicrophone())
        await stage.say("tell me")
        await stage.wait(0.5)
        assert stage.talk.said == [("tell me", True)]
