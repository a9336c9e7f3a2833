"""Push to talk, by the second."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.protocol.voice import Mute, PushToTalk
from assistant.voice.events import NoSpeech
from assistant.voice.protocols import ListeningMode
from assistant.voice.session.policy.listening_update import HELD_LIMIT_S
from tests.helpers.voice.session_harness import VoiceHarness

pytestmark = [pytest.mark.asyncio, pytest.mark.looptime]

DOWN, UP = PushToTalk(pressed=True), PushToTalk(pressed=False)


async def _press(stage: VoiceHarness) -> None:
    await stage.command(DOWN)


async def _release(stage: VoiceHarness, text: str = "") -> None:
    """Let the key go; the listener tells the end 0.2 s later, with words or without."""
    await stage.session.on_command(UP)
    await stage.wait(0.2)
    if text:
        stage.listener.end(text)
    else:
        stage.listener.tell(NoSpeech(at=stage.t))
    await stage.wait(0)


async def _talk(stage: VoiceHarness, text: str) -> None:
    """Press the key, say something with a long pause in it, and let go."""
    await _press(stage)
    stage.listener.begin()
    await stage.wait(3)
    await _release(stage, text)
    await stage.wait(0.5)


async def _reply(stage: VoiceHarness, text: str = "One two three four.") -> None:
    stage.talk.answer(text)
    await stage.wait(0.15)


async def test_the_key_opens_a_session_and_its_turn_ends_when_it_goes_up() -> None:
    async with VoiceHarness().running() as stage:
        await _press(stage)
        assert stage.state == "listening/active"
        assert stage.listener.orders[-1] == (ListeningMode.TURN, HELD_LIMIT_S)
        assert stage.listener.held
        stage.listener.begin()
        await stage.wait(20)
        assert stage.state == "listening/active"
        await _release(stage, "what time is it")
        assert len(stage.listener.let_gos) == 1
        await stage.wait(0.5)
        assert stage.talk.said == [("what time is it", True)]


async def test_a_press_in_silence_ends_silently() -> None:
    async with VoiceHarness().running() as stage:
        await _press(stage)
        await stage.wait(1)
        await _release(stage)
        assert stage.path == ["listening/active", "idle/inactive"]
        assert (stage.talk.said, stage.lines) == ([], [])
        assert stage.listener.hearing is ListeningMode.WAKE


async def test_a_silent_press_inside_a_conversation_leaves_it_as_it_was() -> None:
    async with VoiceHarness().running() as stage:
        await _talk(stage, "tell me")
        await _reply(stage)
        await stage.wait(3)
        assert stage.state == "listening/active"
        await _press(stage)
        await _release(stage)
        assert stage.state == "listening/active"
        assert (stage.listener.hearing, stage.listener.held) == (ListeningMode.TURN, False)
        assert stage.lines == ["One two three four."]


async def test_the_key_stops_the_voice_and_what_is_said_counts_from_its_going_down() -> None:
    async with VoiceHarness().running() as stage:
        await _talk(stage, "tell me")
        await _reply(stage)
        await stage.wait(1)
        at = stage.t
        await _press(stage)
        assert stage.player.is_idle
        assert stage.state == "listening/active"
        assert stage.talk.recorded == [("turn-1", "One")]
        assert stage.listener.held
        assert stage.turn_since == pytest.approx(at, abs=0.01)
        await _release(stage, "and tomorrow")
        await stage.wait(0.5)
        assert stage.talk.said[-1] == ("and tomorrow", True)


async def test_the_key_ends_a_reply_that_is_being_made() -> None:
    async with VoiceHarness().running() as stage:
        await _talk(stage, "tell me")
        assert stage.state == "streaming/active"
        await _press(stage)
        await stage.wait(0.1)
        assert stage.state == "listening/active"
        assert stage.listener.held
        assert stage.talk.stopped == [None] or stage.talk.stopped == [""]
        await _release(stage, "no, something else")
        await stage.wait(0.5)
        assert [text for text, _ in stage.talk.said] == ["tell me", "no, something else"]


async def test_the_key_ends_a_typed_turn_and_opens_a_session() -> None:
    async with VoiceHarness().running() as stage:
        await stage.talk.say("typed", spoken=False)
        await _press(stage)
        await stage.wait(0.1)
        assert stage.state == "listening/active"
        assert stage.listener.held


async def test_the_key_pressed_while_the_last_words_are_understood_loses_none_of_both() -> None:
    async with VoiceHarness().running() as stage:
        stage.listener.wake()
        await stage.wait(0.1)
        stage.listener.begin()
        stage.listener.end("tell me")
        await stage.wait(0.1)
        at = stage.t
        await _press(stage)
        await stage.wait(0.5)
        assert [text for text, _ in stage.talk.said] == ["tell me"]
        assert stage.state == "listening/active"
        assert stage.listener.held
        assert stage.turn_since == pytest.approx(at, abs=0.01)


async def test_a_tap_is_over_before_anything_was_said() -> None:
    async with VoiceHarness().running() as stage:
        await stage.session.on_command(DOWN)
        await stage.command(UP)
        assert stage.listener.held
        assert len(stage.listener.let_gos) == 1
        stage.listener.tell(NoSpeech(at=stage.t))
        await stage.wait(0)
        assert stage.state == "idle/inactive"


async def test_a_key_that_is_never_let_go_of_does_not_listen_for_ever() -> None:
    async with VoiceHarness().running() as stage:
        await _press(stage)
        await stage.wait(HELD_LIMIT_S + 1)
        assert stage.state == "idle/inactive"
        await stage.session.on_command(UP)
        await stage.wait(1)
        assert stage.state == "idle/inactive"


async def test_muted_the_key_does_nothing() -> None:
    async with VoiceHarness().running() as stage:
        await stage.session.on_command(Mute(muted=True))
        await _press(stage)
        assert stage.state == "idle/inactive"
        assert stage.listener.hearing is ListeningMode.OFF
        await stage.session.on_command(UP)
        await stage.wait(1)
        assert stage.state == "idle/inactive"


async def test_with_push_to_talk_a_session_rests_after_the_reply() -> None:
    async with VoiceHarness(push_to_talk=True).running() as stage:
        await _talk(stage, "tell me")
        await _reply(stage)
        assert stage.listener.hearing is ListeningMode.WAKE_OVER_VOICE
        await stage.wait(3)
        assert stage.path[-2:] == ["listening/active", "idle/inactive"]
        assert stage.listener.hearing is ListeningMode.WAKE
        assert (ListeningMode.TURN, 8.0) not in stage.listener.orders
        await stage.wait(30)
        assert stage.lines == ["One two three four."]


async def test_with_push_to_talk_the_wake_word_still_opens_one_turn() -> None:
    async with VoiceHarness(push_to_talk=True).running() as stage:
        await stage.wake_and_say("tell me")
        assert stage.talk.said == [("tell me", True)]
        await _reply(stage)
        await stage.wait(3)
        assert stage.state == "idle/inactive"


async def test_with_push_to_talk_what_was_not_understood_is_said_and_not_listened_for() -> None:
    async with VoiceHarness(push_to_talk=True).running() as stage:
        await _press(stage)
        stage.listener.begin()
        await stage.session.on_command(UP)
        await stage.wait(0.2)
        stage.listener.end("")
        await stage.wait(6)
        assert stage.lines == ["I didn't catch that, please say it again"]
        assert stage.state == "idle/inactive"


async def test_stop_by_the_key_over_the_voice_goes_to_no_model() -> None:
    async with VoiceHarness(push_to_talk=True).running() as stage:
        await _talk(stage, "tell me")
        await _reply(stage)
        await stage.wait(0.5)
        await _talk(stage, "stop")
        assert len(stage.talk.said) == 1
        assert stage.state == "idle/inactive"


@given(
    push_to_talk=st.booleans(),
    steps=st.lists(
        st.tuples(
            st.sampled_from(["down", "up", "wake", "begin", "end", "silent", "reply", "suspect"]),
            st.sampled_from([0.0, 0.1, 0.4, 1.0]),
        ),
        max_size=12,
    ),
)
async def test_in_whatever_order_the_key_leaves_nothing_open(
    push_to_talk: bool, steps: list[tuple[str, float]]
) -> None:
    async with VoiceHarness(push_to_talk=push_to_talk).running() as stage:
        for step, seconds in steps:
            match step:
                case "down" | "up":
                    await stage.session.on_command(PushToTalk(pressed=step == "down"))
                case "wake":
                    stage.listener.wake()
                case "begin":
                    stage.listener.begin()
                case "end":
                    stage.listener.end("tell me")
                case "silent":
                    stage.listener.tell(NoSpeech(at=stage.t))
                case "reply":
                    if stage.talk.turn_id is not None:
                        stage.talk.answer("One two three four.")
                case _:
                    stage.listener.suspect()
            await stage.wait(seconds)
        await stage.session.on_command(UP)
        for _ in range(4):
            await stage.wait(0.3)
            stage.listener.tell(NoSpeech(at=stage.t))
            await stage.wait(5)
            if stage.talk.turn_id is not None:
                stage.talk.answer("Fine.")
        stage.listener.end("")
        await stage.wait(60)
        assert stage.state == "idle/inactive"
        assert stage.player.is_idle
        assert not stage.player.is_held
        assert stage.listener.hearing is ListeningMode.WAKE
