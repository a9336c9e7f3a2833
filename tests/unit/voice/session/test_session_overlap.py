"""The user and the voice at once, by the second: lowered, held, given up, taken up again."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.protocol.conversation import Stop
from assistant.protocol.voice import (
    Mute,
    SpeechStarted,
    SpeechStopped,
    ToggleMicrophone,
    TranscriptFinal,
)
from assistant.voice.events import InputLost, OutputLost
from assistant.voice.protocols import ListeningMode
from assistant.voice.session.overlap_transcription import ANSWER_LIMIT_S
from assistant.voice.session.voice_session import DUCKED, SPEECH_LIMIT_S
from assistant.voice.text.spoken_phrases import NOT_UNDERSTOOD
from tests.helpers.voice.session_harness import VoiceHarness

pytestmark = [pytest.mark.asyncio, pytest.mark.looptime]

REPLY = "One two three four. ", "Five six seven eight."


@asynccontextmanager
async def _speaking(
    *reply: str, seconds: float = 1.5, barge_in: bool = True
) -> AsyncGenerator[VoiceHarness]:
    """A stage in the middle of a complete reply, half a second a word."""
    async with VoiceHarness(barge_in=barge_in).running() as stage:
        await stage.wake_and_say("tell me")
        stage.talk.answer(*(reply or REPLY))
        await stage.wait(0.15 + seconds)
        assert stage.state == "speaking/active"
        yield stage


async def _aside(stage: VoiceHarness, text: str | None, *, seconds: float = 0.3) -> None:
    """Say something short over the voice, and let it be understood."""
    stage.listener.suspect()
    await stage.wait(seconds / 2)
    if seconds >= 0.3:
        stage.listener.go_on()
    await stage.wait(seconds / 2)
    stage.listener.withdraw(text)
    await stage.wait(stage.transcriber.seconds)


def _is_free(stage: VoiceHarness) -> bool:
    return stage.player.volume == 1.0 and not stage.player.is_held


async def test_a_suspicion_lowers_the_voice_and_a_click_brings_it_back_at_once() -> None:
    async with _speaking() as stage:
        stage.listener.suspect()
        await stage.wait(0)
        assert stage.player.volume == DUCKED
        assert stage.state == "speaking/active"
        stage.listener.withdraw(None)
        await stage.wait(0)
        assert _is_free(stage)
        assert stage.transcriber.heard == ["tell me"]
        await stage.wait(5)
        assert stage.lines == ["One two three four.", "Five six seven eight."]
        assert stage.talk.recorded == []


async def test_speech_that_goes_on_holds_the_voice_and_a_hum_lets_it_go_on_from_before() -> None:
    async with _speaking() as stage:
        await _aside(stage, "Mm-hmm.")
        assert stage.player.holds
        assert stage.player.resumed == [pytest.approx(1.5 + 0.15 - 0.4)]
        assert _is_free(stage)
        await stage.wait(8)
        assert stage.lines == ["One two three four.", "Five six seven eight."]
        assert stage.path[-2:] == ["speaking/active", "listening/active"]
        assert [text for text, _ in stage.talk.said] == ["tell me"]
        assert stage.talk.recorded == []
        assert len(stage.talk.of(SpeechStarted)) == 1


async def test_while_it_is_held_the_voice_is_silent_and_the_state_is_speaking() -> None:
    async with _speaking() as stage:
        stage.listener.suspect()
        stage.listener.go_on()
        await stage.wait(2.5)
        assert stage.player.is_held
        assert stage.state == "speaking/active"
        assert stage.listener.hearing is ListeningMode.BARGE_IN


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[Music]",
        "Yeah, okay.",
        "네",
        "嗯嗯",
        "うん、なるほど",
        "Ja, genau.",
        "D'accord.",
        "Sí, claro.",
    ],
)
async def test_what_asks_for_nothing_lets_the_voice_go_on(text: str) -> None:
    async with _speaking() as stage:
        await _aside(stage, text)
        assert _is_free(stage)
        assert stage.state == "speaking/active"
        await stage.wait(8)
        assert len(stage.talk.said) == 1


@pytest.mark.requirement("VF-20")
async def test_its_own_words_do_not_stop_the_voice() -> None:
    async with _speaking("The harbour of Hamburg lies on the river Elbe.") as stage:
        await _aside(stage, "Hamburg lies on the")
        assert _is_free(stage)
        assert stage.state == "speaking/active"


@pytest.mark.parametrize(
    "text", ["Stop.", "Okay, stop, please.", "그만해", "别说了", "待って", "Halt"]
)
async def test_stop_silences_and_listens_without_the_model(text: str) -> None:
    async with _speaking() as stage:
        await _aside(stage, text)
        assert stage.player.is_idle
        assert stage.state == "listening/active"
        assert stage.listener.hearing is ListeningMode.TURN
        assert stage.listener.since is None
        assert stage.talk.recorded == [("turn-1", "One two three")]
        await stage.wait(5)
        assert len(stage.talk.said) == 1
        assert _is_free(stage)


async def test_stop_said_at_length_goes_to_no_model_either() -> None:
    async with _speaking() as stage:
        stage.listener.suspect()
        stage.listener.go_on()
        stage.listener.begin()
        await stage.wait(0.1)
        assert stage.state == "listening/active"
        await stage.say("stop it now, please stop")
        await stage.wait(1)
        assert len(stage.talk.said) == 1
        assert stage.state == "listening/active"
        assert stage.listener.hearing is ListeningMode.TURN


@pytest.mark.requirement("VF-08")
async def test_words_take_the_turn_and_are_not_transcribed_again() -> None:
    async with _speaking() as stage:
        stage.listener.suspect()
        began = stage.t - 0.13
        await stage.wait(0.4)
        stage.listener.withdraw("and tomorrow")
        speech_end = stage.t - 0.2
        await stage.wait(0.31)
        assert stage.state == "listening/active"
        assert stage.turn_since == pytest.approx(began, abs=0.01)
        assert stage.player.is_idle
        stage.listener.pause("and tomorrow", speech_end=stage.moment(speech_end))
        await stage.wait(0)
        stage.listener.end("and tomorrow")
        await stage.wait(0.05)
        assert stage.transcriber.heard == ["tell me", "and tomorrow"]
        assert stage.talk.said[-1] == ("and tomorrow", True)
        assert len(stage.talk.of(TranscriptFinal)) == 2


async def test_words_that_go_on_are_understood_to_their_end() -> None:
    async with _speaking() as stage:
        await _aside(stage, "what about")
        assert stage.state == "listening/active"
        stage.listener.pause("what about", speech_end=stage.moment(stage.t - 0.5))
        stage.listener.resume()
        await stage.wait(0.5)
        stage.listener.pause("what about Sunday")
        await stage.wait(0.4)
        stage.listener.end("what about Sunday")
        await stage.wait(0.4)
        assert [text for text, _ in stage.talk.said] == ["tell me", "what about Sunday"]


async def test_long_speech_interrupts_from_its_beginning() -> None:
    async with _speaking() as stage:
        stage.listener.suspect()
        began = stage.t - 0.13
        await stage.wait(0.2)
        stage.listener.go_on()
        await stage.wait(0.5)
        stage.listener.begin()
        await stage.wait(0)
        assert stage.state == "listening/active"
        assert stage.turn_since == pytest.approx(began, abs=0.01)
        # Heard up to the hold, not up to the interruption.
        assert stage.talk.recorded == [("turn-1", "One two three")]
        (stopped,) = stage.talk.of(SpeechStopped)
        assert isinstance(stopped, SpeechStopped)
        assert stopped.interrupted


async def test_after_going_on_nothing_counts_as_heard_twice() -> None:
    async with _speaking("One two three four five six.", seconds=1.9) as stage:
        await _aside(stage, "mhm")
        await stage.wait(0.2)  # still in what was said before
        stage.listener.begin()
        await stage.wait(0)
        assert stage.talk.recorded == [("turn-1", "One two three four")]


async def test_a_recogniser_that_does_not_answer_lets_the_voice_go_on() -> None:
    async with _speaking(" ".join(["word"] * 30) + ".") as stage:
        stage.transcriber.seconds = 60
        stage.listener.suspect()
        stage.listener.go_on()
        stage.listener.withdraw("anything")
        await stage.wait(ANSWER_LIMIT_S - 0.1)
        assert stage.player.is_held
        await stage.wait(0.2)
        assert _is_free(stage)
        assert stage.state == "speaking/active"


async def test_a_listener_that_tells_no_end_does_not_hold_the_voice_for_ever() -> None:
    async with _speaking(" ".join(["word"] * 30) + ".") as stage:
        stage.listener.suspect()
        stage.listener.go_on()
        await stage.wait(SPEECH_LIMIT_S + 0.1)
        assert _is_free(stage)
        assert stage.state == "speaking/active"


async def test_a_second_word_keeps_the_voice_held_until_both_are_understood() -> None:
    async with _speaking() as stage:
        stage.listener.suspect()
        stage.listener.go_on()
        stage.listener.withdraw("mhm")
        await stage.wait(0.2)
        stage.listener.suspect()
        second = stage.t - 0.13
        await stage.wait(0.2)  # "mhm" is understood by now
        assert stage.player.is_held
        stage.listener.begin()
        await stage.wait(0)
        assert stage.state == "listening/active"
        assert stage.turn_since == pytest.approx(second, abs=0.01)


async def test_the_wake_word_takes_the_turn_while_held() -> None:
    async with _speaking() as stage:
        stage.listener.suspect()
        stage.listener.go_on()
        stage.listener.wake()
        await stage.wait(0)
        assert stage.state == "listening/active"
        assert stage.listener.since is None  # the listener remembers the call itself
        assert _is_free(stage)


@pytest.mark.requirement("VF-20")
async def test_the_wake_word_in_its_own_mouth_does_not_wake_it() -> None:
    async with _speaking("Just say hey Jarvis and then ask me.") as stage:
        stage.listener.wake()
        await stage.wait(0)
        assert stage.state == "speaking/active"


async def test_after_the_wake_word_stop_needs_no_model() -> None:
    async with _speaking(barge_in=False) as stage:
        stage.listener.wake()
        await stage.wait(0)
        await stage.say("stop")
        await stage.wait(0.5)
        assert len(stage.talk.said) == 1
        assert stage.state == "listening/active"


async def test_a_microphone_lost_while_held_lets_the_reply_be_heard() -> None:
    async with _speaking() as stage:
        stage.listener.suspect()
        stage.listener.go_on()
        stage.listener.tell(InputLost(at=stage.t, reason="It was unplugged."))
        await stage.wait(0)
        assert _is_free(stage)
        await stage.wait(8)
        assert stage.lines == ["One two three four.", "Five six seven eight."]
        assert stage.state == "idle/inactive"


async def test_a_speaker_lost_while_held_leaves_the_turn_to_the_person() -> None:
    async with _speaking() as stage:
        stage.listener.suspect()
        began = stage.t - 0.13
        stage.listener.go_on()
        await stage.wait(0.1)
        stage.player.tell(OutputLost(at=stage.t, reason="It was unplugged."))
        await stage.wait(0)
        assert stage.state == "listening/active"
        assert stage.turn_since == pytest.approx(began, abs=0.01)
        assert _is_free(stage)


async def test_muting_while_held_lets_the_voice_go_on() -> None:
    async with _speaking() as stage:
        stage.listener.suspect()
        stage.listener.go_on()
        await stage.wait(0)
        await stage.command(Mute(muted=True))
        assert _is_free(stage)
        assert stage.listener.hearing is ListeningMode.OFF


async def test_typed_words_while_held_take_over() -> None:
    async with _speaking() as stage:
        stage.listener.suspect()
        stage.listener.go_on()
        stage.listener.withdraw("what about Sunday")
        await stage.talk.say("typed", spoken=False)
        await stage.wait(3)
        assert [text for text, _ in stage.talk.said] == ["tell me", "typed"]
        assert _is_free(stage)


@pytest.mark.parametrize("command", [Stop(), ToggleMicrophone()])
@pytest.mark.parametrize("seconds", [None, 0.0, 0.1])
async def test_buttons_while_held_do_what_they_say(
    command: Stop | ToggleMicrophone, seconds: float | None
) -> None:
    async with _speaking() as stage:
        stage.listener.suspect()
        stage.listener.go_on()
        stage.listener.withdraw("what about Sunday")
        if seconds is not None:  # else it is told just before, and arrives just after
            await stage.wait(seconds)
        await stage.session.on_command(command)
        await stage.wait(6)
        assert _is_free(stage)
        assert stage.state == "idle/inactive"
        assert len(stage.talk.said) == 1


async def test_a_hum_at_the_very_end_of_the_voice_is_no_turn() -> None:
    async with _speaking("One two three four.", seconds=1.9) as stage:
        stage.listener.suspect()
        await stage.wait(0.2)
        assert stage.state == "listening/active"
        assert stage.listener.since is not None
        await stage.say("mhm")
        await stage.wait(0.5)
        assert len(stage.talk.said) == 1
        assert stage.lines == ["One two three four."]
        assert stage.listener.hearing is ListeningMode.TURN


async def test_a_yes_over_the_end_of_a_question_of_the_reply_is_a_turn() -> None:
    async with _speaking("Shall I book it?", seconds=1.9) as stage:
        stage.listener.suspect()
        await stage.wait(0.2)
        await stage.say("yes")
        await stage.wait(0.5)
        assert stage.talk.said[-1] == ("yes", True)


async def test_a_yes_over_a_question_of_the_reply_is_an_answer() -> None:
    async with _speaking("Shall I book it for you?", seconds=1.5) as stage:
        await _aside(stage, "Yes.")
        assert stage.state == "listening/active"


async def test_a_voice_that_waits_for_the_model_is_held_as_well() -> None:
    async with VoiceHarness().running() as stage:
        await stage.wake_and_say("tell me")
        stage.talk.reply("One two three. ", "F")
        await stage.wait(3)
        assert stage.state == "speaking/active"
        stage.listener.suspect()
        stage.listener.go_on()
        stage.talk.answer("our five six. ")
        await stage.wait(1)
        assert stage.lines == ["One two three."]
        stage.listener.withdraw("mhm")
        await stage.wait(4)
        assert stage.lines == ["One two three.", "Four five six."]
        assert stage.state == "listening/active"


async def test_words_that_are_understood_when_a_tool_runs_already_end_the_turn() -> None:
    async with VoiceHarness().running() as stage:
        await stage.wake_and_say("tell me")
        stage.talk.reply("Let me look.")
        stage.talk.start_tool()
        await stage.wait(0.15 + 1.4)
        assert stage.state == "speaking/active"
        stage.listener.suspect()
        await stage.wait(0.05)
        stage.listener.withdraw("no, not that one")
        await stage.wait(0.1)
        assert stage.state == "tool_calling/active"
        assert stage.listener.hearing is ListeningMode.BARGE_IN
        await stage.wait(0.3)
        assert stage.state == "listening/active"
        assert stage.talk.stopped
        assert stage.listener.since is not None


async def test_a_noise_with_no_words_that_interrupted_is_asked_for_again() -> None:
    async with _speaking() as stage:
        stage.listener.begin()
        await stage.say("")
        await stage.wait(0.5)
        assert stage.lines[-1] == NOT_UNDERSTOOD


STEPS: dict[str, Callable[[VoiceHarness], None]] = {
    "suspect": lambda stage: stage.listener.suspect(),
    "go on": lambda stage: stage.listener.go_on(),
    "click": lambda stage: stage.listener.withdraw(None),
    "hum": lambda stage: stage.listener.withdraw("mhm"),
    "stop": lambda stage: stage.listener.withdraw("stop"),
    "words": lambda stage: stage.listener.withdraw("what about Sunday"),
    "noise": lambda stage: stage.listener.withdraw(""),
    "begin": lambda stage: stage.listener.begin(),
    "pause": lambda stage: stage.listener.pause("more words"),
    "end": lambda stage: stage.listener.end("more words"),
    "wake": lambda stage: stage.listener.wake(),
    "lost": lambda stage: stage.player.tell(OutputLost(at=0.0, reason="gone")),
}


@given(
    steps=st.lists(
        st.tuples(st.sampled_from(sorted(STEPS)), st.sampled_from([0.0, 0.05, 0.31, 0.7])),
        max_size=12,
    )
)
async def test_in_whatever_order_it_never_stays_low_or_held_and_answers_nothing_twice(
    steps: list[tuple[str, float]],
) -> None:
    async with _speaking() as stage:
        for step, seconds in steps:
            STEPS[step](stage)
            await stage.wait(seconds)
        for _ in range(4):  # whoever began to speak also ends; what was asked is answered
            stage.listener.end("")
            await stage.wait(SPEECH_LIMIT_S + ANSWER_LIMIT_S)
            if stage.talk.turn_id is not None:
                stage.talk.answer("Fine.")
        await stage.wait(60)
        assert _is_free(stage)
        assert stage.player.is_idle
        assert stage.state == "idle/inactive"
        asked = [text for text, _ in stage.talk.said[1:] if text]  # else the words before, again
        assert len(asked) <= sum(step in {"end", "pause"} for step, _ in steps)
        assert set(asked) <= {"more words"}  # words are a turn when their end was told
