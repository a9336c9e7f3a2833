"""The voice loop by the second: states, what is said, what is listened for."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from assistant.protocol.turns import TurnTimed
from assistant.protocol.voice import (
    MicrophoneLevel,
    SentenceSpoken,
    SpeechStarted,
    SpeechStopped,
    TranscriptFinal,
    TranscriptInterim,
)
from assistant.voice.events import (
    LevelMeasured,
)
from assistant.voice.protocols import ListeningMode
from tests.helpers.voice.session_harness import VoiceHarness

pytestmark = [pytest.mark.asyncio, pytest.mark.looptime]

AGAIN = "I didn't catch that, please say it again"
SHALL_WE = "Shall we end the conversation?"


@asynccontextmanager
async def _answered() -> AsyncGenerator[VoiceHarness]:
    """A stage at the moment after a first turn, listening again."""
    async with VoiceHarness().running() as stage:
        await stage.wake_and_say("what time is it")
        stage.talk.answer("It is ten o'clock.")
        await stage.wait(0.15 + 2)
        assert stage.state == "listening/active"
        yield stage


@pytest.mark.requirement("VF-01", "VF-02", "VF-03", "VF-05")
async def test_a_spoken_turn_goes_from_wake_word_to_reply_and_listens_again() -> None:
    async with VoiceHarness().running() as stage:
        await stage.until(1)
        stage.listener.wake()
        await stage.until(2)
        await stage.say("what time is it")
        await stage.until(4)
        stage.talk.answer("It is ten o'clock.")
        await stage.until(7)
        assert stage.states == [
            (1.0, "listening/active"),
            (2.9, "streaming/active"),
            (4.15, "speaking/active"),
            (6.15, "listening/active"),
        ]
        assert stage.talk.said == [("what time is it", True)]
        assert stage.listener.orders == [
            (ListeningMode.TURN, 8.0),
            (ListeningMode.WAKE, None),
            (ListeningMode.BARGE_IN, None),
            (ListeningMode.TURN, 8.0),
        ]


@pytest.mark.requirement("VF-07")
async def test_the_time_line_of_a_turn_is_told_when_it_is_first_heard() -> None:
    async with VoiceHarness().running() as stage:
        await stage.wake_and_say("hello")  # 0.1 s, 0.5 s of speech, 0.4 s of silence, 0.5 s
        stage.talk.reply("Hello to you. ", "How are you?")
        await stage.wait(1)
        (timed,) = stage.talk.of(TurnTimed)
        assert isinstance(timed, TurnTimed)
        line = timed.timeline
        stages = {
            name: stage.second(getattr(line, name))
            for name in ("speech_end", "turn_end", "transcript", "request")
        }
        assert stages == {"speech_end": 0.6, "turn_end": 1.0, "transcript": 1.0, "request": 1.0}
        stages = {
            name: stage.second(getattr(line, name))
            for name in ("first_token", "first_clause", "first_synthesis", "first_audio")
        }
        assert stages == {
            "first_token": 1.5,
            "first_clause": 1.5,
            "first_synthesis": 1.6,
            "first_audio": 1.65,
        }


async def test_the_transcription_of_the_pause_is_used_for_the_turn() -> None:
    async with VoiceHarness().running() as stage:
        await stage.wake_and_say("what time is it")
        assert stage.transcriber.heard == ["what time is it"]
        assert stage.talk.of(TranscriptInterim) == [
            TranscriptInterim(text="what time is it", tentative="what time is it")
        ]
        assert stage.talk.of(TranscriptFinal) == [
            TranscriptFinal(text="what time is it", language="en")
        ]


async def test_a_pause_in_the_middle_withdraws_its_transcription() -> None:
    async with VoiceHarness().running() as stage:
        stage.listener.wake()
        await stage.wait(0.1)
        stage.listener.begin()
        await stage.wait(0.5)
        stage.listener.pause("what time")
        await stage.wait(0.1)
        stage.listener.resume()
        await stage.wait(0.5)
        stage.listener.pause("what time is it")
        await stage.wait(0.1)
        stage.listener.end("what time is it")
        await stage.wait(0.5)
        assert stage.transcriber.heard == ["what time", "what time is it"]
        assert stage.transcriber.finished == ["what time is it"]
        assert stage.talk.said == [("what time is it", True)]


@pytest.mark.requirement("VF-04", "VF-21")
async def test_the_next_sentence_is_synthesised_while_one_plays() -> None:
    async with VoiceHarness().running() as stage:
        await stage.wake_and_say("tell me")
        at = stage.t
        stage.talk.answer(
            "One two three four. ", "Five six seven eight. ", "Nine ten eleven twelve."
        )
        await stage.wait(7)
        assert [text for _, text in stage.spoken] == [
            "One two three four.",
            "Five six seven eight.",
            "Nine ten eleven twelve.",
        ]
        assert [round(second - at, 2) for second, _ in stage.spoken] == [0.15, 2.15, 4.15]
        assert stage.path[-2:] == ["speaking/active", "listening/active"]


async def test_captions_and_the_ends_of_speech_are_told() -> None:
    async with _answered() as stage:
        (started,) = stage.talk.of(SpeechStarted)
        (stopped,) = stage.talk.of(SpeechStopped)
        assert isinstance(started, SpeechStarted)
        assert isinstance(stopped, SpeechStopped)
        assert (started.turn_id, stopped.turn_id) == ("turn-1", "turn-1")
        assert not stopped.interrupted
        assert round(stopped.at - started.at, 2) == 2.0
        assert stage.talk.of(SentenceSpoken) == [
            SentenceSpoken(turn_id="turn-1", text="It is ten o'clock.")
        ]


@pytest.mark.requirement("VF-07")
async def test_a_reply_that_ends_later_than_its_speech_is_waited_for() -> None:
    async with VoiceHarness().running() as stage:
        await stage.wake_and_say("tell me")
        stage.talk.reply("One moment please. ", "T")
        await stage.wait(5)
        assert stage.state == "speaking/active"
        stage.talk.answer("here you are.")
        await stage.wait(3)
        assert stage.lines == ["One moment please.", "There you are."]
        assert stage.path[-2:] == ["speaking/active", "listening/active"]


async def test_a_reply_with_nothing_to_say_goes_back_to_listening() -> None:
    async with VoiceHarness().running() as stage:
        await stage.wake_and_say("tell me")
        stage.talk.finish()
        await stage.wait(0.1)
        assert stage.path == ["listening/active", "streaming/active", "listening/active"]
        assert stage.lines == []
        assert len(stage.talk.of(TurnTimed)) == 1


@pytest.mark.requirement("VF-11")
async def test_a_false_wake_ends_in_silence_and_no_turn() -> None:
    async with VoiceHarness().running() as stage:
        await stage.until(1)
        stage.listener.wake()
        await stage.until(10)
        assert stage.states == [(1.0, "listening/active"), (9.0, "idle/inactive")]
        assert (stage.talk.said, stage.lines) == ([], [])
        assert stage.listener.hearing is ListeningMode.WAKE


@pytest.mark.requirement("VF-05")
async def test_a_conversation_goes_on_without_the_wake_word() -> None:
    async with _answered() as stage:
        await stage.say("and tomorrow")
        await stage.wait(0.5)
        assert [text for text, _ in stage.talk.said] == ["what time is it", "and tomorrow"]


@pytest.mark.requirement("VF-14")
async def test_silence_after_a_turn_asks_whether_to_end_and_then_ends() -> None:
    async with _answered() as stage:
        start = stage.states[-1][0]
        await stage.wait(22)
        assert [(round(at - start, 2), state) for at, state in stage.states[-4:]] == [
            (0.0, "listening/active"),
            (8.0, "speaking/ending"),
            (10.65, "listening/ending"),
            (20.65, "idle/inactive"),
        ]
        assert stage.lines[-1] == SHALL_WE
        assert stage.listener.orders[-2:] == [
            (ListeningMode.TURN, 10.0),
            (ListeningMode.WAKE, None),
        ]


@pytest.mark.requirement("VF-16")
@pytest.mark.parametrize(
    ("reply", "state"),
    [
        pytest.param("yes please", "idle/inactive", id="yes"),
        pytest.param("No, not yet.", "listening/active", id="no"),
        pytest.param("hmm banana", "listening/ending", id="neither"),
        pytest.param("", "listening/ending", id="no words"),
        pytest.param("what is the capital of France", "streaming/active", id="new request"),
    ],
)
async def test_the_reply_while_ending_decides(reply: str, state: str) -> None:
    async with _answered() as stage:
        await stage.wait(12)
        await stage.say(reply)
        await stage.wait(0.5)
        assert stage.state == state
        assert len(stage.talk.said) == (2 if state == "streaming/active" else 1)


@pytest.mark.requirement("VF-15")
async def test_an_unrecognised_reply_while_ending_waits_another_ten_seconds() -> None:
    async with _answered() as stage:
        await stage.wait(12)
        await stage.say("banana")
        await stage.wait(9.5)
        assert stage.state == "listening/ending"
        await stage.wait(1)
        assert stage.state == "idle/inactive"


@pytest.mark.requirement("VF-12")
async def test_prompts_are_said_in_the_language_of_the_voice() -> None:
    async with VoiceHarness().running() as stage:
        stage.synthesiser.language = "xx"
        await stage.wake_and_say("")
        assert stage.lines == [AGAIN]


@pytest.mark.requirement("APP-02", "C-33", "VF-09")
async def test_barge_in_stops_voice_and_turn_and_hears_what_is_said() -> None:
    async with VoiceHarness().running() as stage:
        await stage.wake_and_say("tell me")
        stage.talk.reply("One two three four. ", "Five six seven eight. ", "Nine")
        await stage.wait(0.15 + 2 + 1)  # two words into the second sentence
        stage.listener.begin()
        await stage.wait(0)
        assert stage.player.is_idle
        assert stage.state == "listening/active"
        assert stage.talk.stopped == ["One two three four. Five six"]
        assert stage.listener.hearing is ListeningMode.TURN
        await stage.say("stop please and tell me more")
        await stage.wait(0.5)
        assert stage.talk.said[-1] == ("stop please and tell me more", True)
        (stopped,) = stage.talk.of(SpeechStopped)
        assert isinstance(stopped, SpeechStopped)
        assert stopped.interrupted


async def test_barge_in_after_the_reply_is_complete_records_what_was_heard() -> None:
    async with VoiceHarness().running() as stage:
        await stage.wake_and_say("tell me")
        stage.talk.answer("One two three four.")
        await stage.wait(0.15 + 1.5)
        stage.listener.begin()
        await stage.wait(0)
        assert stage.talk.recorded == [("turn-1", "One two three")]
        assert stage.talk.stopped == []
        assert stage.state == "listening/active"


@pytest.mark.requirement("VF-09")
async def test_barge_in_drops_what_is_being_synthesised() -> None:
    async with VoiceHarness().running() as stage:
        await stage.wake_and_say("tell me")
        stage.talk.reply("One two. ", "Three four five. ", "Six seven eight. ", "Nine")
        await stage.wait(0.16)
        stage.listener.begin()
        await stage.wait(5)
        assert stage.lines == ["One two."]


async def test_the_wake_word_interrupts_where_speech_alone_does_not() -> None:
    async with VoiceHarness(barge_in=False).running() as stage:
        await stage.wake_and_say("tell me")
        stage.talk.answer("One two three four.")
        await stage.wait(1)
        assert stage.listener.hearing is ListeningMode.WAKE_OVER_VOICE
        stage.listener.wake()
        await stage.wait(0)
        assert stage.state == "listening/active"
        assert stage.player.is_idle


@pytest.mark.requirement("G-22")
async def test_the_wake_word_takes_the_turn_while_a_reply_is_made() -> None:
    async with VoiceHarness().running() as stage:
        await stage.wake_and_say("tell me")
        stage.listener.wake()
        await stage.wait(0.1)
        assert stage.state == "listening/active"
        assert stage.talk.stopped == [""]
        assert [text for text, _ in stage.talk.said] == ["tell me"]  # no second turn begins


async def test_levels_of_the_microphone_are_passed_on() -> None:
    async with VoiceHarness().running() as stage:
        stage.listener.tell(LevelMeasured(at=0, dbfs=-30))
        await stage.wait(0)
        assert stage.talk.of(MicrophoneLevel) == [MicrophoneLevel(dbfs=-30)]


async def test_typed_words_while_listening_stop_the_capture() -> None:
    async with VoiceHarness().running() as stage:
        stage.listener.wake()
        await stage.wait(0.1)
        stage.listener.begin()
        await stage.wait(0.5)
        stage.listener.pause("never mi")
        await stage.talk.say("typed instead", spoken=False)
        await stage.wait(1)
        assert stage.talk.said == [("typed instead", False)]
        assert stage.transcriber.finished == []
        assert stage.state == "streaming/active"
        stage.talk.finish()
        await stage.wait(0)
        assert stage.state == "listening/active"


async def test_typed_turns_are_spoken_if_so_set() -> None:
    async with VoiceHarness(speak_typed_turns=True).running() as stage:
        await stage.talk.say("tell me", spoken=False)
        stage.talk.answer("One two three.")
        await stage.wait(2)
        assert stage.path == ["streaming/inactive", "speaking/inactive", "idle/inactive"]
        assert ListeningMode.BARGE_IN not in [what for what, _ in stage.listener.orders]
