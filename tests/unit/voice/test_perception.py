from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from assistant.voice.endpointing import EndpointLimits
from assistant.voice.events import (
    LevelMeasured,
    ListenerEvent,
    NoSpeech,
    Samples,
    TurnEnded,
    VoicePaused,
    VoiceResumed,
    VoiceStarted,
    WakeHeard,
)
from assistant.voice.perception import Perception
from assistant.voice.protocols import Hearing
from assistant.voice.wake import WakePolicy
from tests.helpers.audio import LoudnessVad, MarkerWake, call, noise, silence, speech

ORIGIN = 100.0


class Room:
    """Plays audio to a perception in blocks and keeps what it says."""

    def __init__(
        self, *, block: int = 320, has_judge: bool = True, max_utterance_s: float = 10.0
    ) -> None:
        self.vad = LoudnessVad()
        self.asked: list[tuple[int, Samples]] = []
        ask: Callable[[int, Samples], None] | None = None
        if has_judge:
            ask = lambda pause_id, audio: self.asked.append((pause_id, audio))  # noqa: E731
        self.perception = Perception(
            wake=MarkerWake(),
            policy=WakePolicy(threshold=0.5),
            vad=self.vad,
            limits=EndpointLimits(max_utterance_s=max_utterance_s),
            barge_in_s=0.2,
            ask=ask,
        )
        self.now = ORIGIN
        self.events: list[ListenerEvent] = []
        self.levels: list[LevelMeasured] = []
        self._block = block

    def play(self, *parts: Samples) -> list[ListenerEvent]:
        """Return what is said meanwhile, levels aside."""
        before = len(self.events)
        samples = np.concatenate(parts)
        for first in range(0, len(samples), self._block):
            block = samples[first : first + self._block]
            self.now += len(block) / 16_000
            self._keep(self.perception.listen(block, self.now))
        return self.events[before:]

    def hear(self, what: Hearing, no_speech_after_s: float | None = None) -> list[ListenerEvent]:
        before = len(self.events)
        self._keep(self.perception.hear(what, no_speech_after_s))
        return self.events[before:]

    def judge(self, probability: float) -> list[ListenerEvent]:
        before = len(self.events)
        self._keep(self.perception.judged(self.asked[-1][0], probability))
        return self.events[before:]

    def _keep(self, events: list[ListenerEvent]) -> None:
        for event in events:
            if isinstance(event, LevelMeasured):
                self.levels.append(event)
            else:
                self.events.append(event)


def kinds(events: list[ListenerEvent]) -> list[str]:
    return [type(event).__name__ for event in events]


def ended(events: list[ListenerEvent]) -> TurnEnded:
    return next(event for event in events if isinstance(event, TurnEnded))


def contains(audio: Samples, part: Samples) -> bool:
    """Whether `part` stands in `audio`, sample by sample."""
    starts = np.flatnonzero(audio[: len(audio) - len(part) + 1] == part[0])
    return any(np.array_equal(audio[start : start + len(part)], part) for start in starts)


def test_a_call_is_heard_once() -> None:
    room = Room()
    events = room.play(silence(2), call(), silence(1))
    assert kinds(events) == ["WakeHeard"]
    heard = events[0]
    assert isinstance(heard, WakeHeard)
    assert heard.phrase == "hey_jarvis"
    assert heard.score == 0.9
    assert heard.at == pytest.approx(ORIGIN + 2.1, abs=0.1)


def test_the_wake_word_without_speech_does_not_wake() -> None:
    room = Room()
    room.vad.probabilities = lambda samples: np.zeros(len(samples) // 512, np.float32)
    assert room.play(silence(2), call(), silence(1)) == []


def test_voice_activity_rests_while_nobody_calls() -> None:
    room = Room()
    room.play(silence(3), speech(2), silence(1))
    assert room.vad.frames == 0


def test_the_word_after_the_wake_word_is_in_the_turn_in_one_breath() -> None:
    room = Room()
    request = speech(1.5)
    events = room.play(silence(2), call(), request[:4000])
    assert kinds(events) == ["WakeHeard"]
    room.hear(Hearing.TURN, 5.0)
    room.play(request[4000:], silence(0.25))
    events = room.judge(0.97)
    assert kinds(room.events) == ["WakeHeard", "VoiceStarted", "VoicePaused", "TurnEnded"]
    assert contains(ended(events).audio, np.concatenate((call(), request)))


def test_a_request_after_a_breath_is_in_the_turn_without_the_wake_word() -> None:
    room = Room()
    room.play(silence(2), call())
    room.hear(Hearing.TURN, 5.0)
    request = speech(1.0)
    room.play(silence(2.0), request, silence(0.25))
    audio = ended(room.judge(0.97)).audio
    assert contains(audio, request)
    assert not contains(audio, call(0.1))
    assert len(audio) / 16_000 == pytest.approx(0.5 + 1.0 + 0.2, abs=0.1)


def test_the_bare_wake_word_is_not_a_turn() -> None:
    room = Room()
    room.play(silence(2), call(0.16))
    room.hear(Hearing.TURN, 3.0)
    events = room.play(call(0.16), silence(4))
    assert kinds(events) == ["NoSpeech"]


def test_a_late_switch_to_the_turn_loses_nothing() -> None:
    room = Room()
    request = speech(2.0)
    room.play(silence(2), call(), request, silence(0.1))
    room.hear(Hearing.TURN, 5.0)
    room.play(silence(0.2))
    assert contains(ended(room.judge(0.97)).audio, request)


def test_a_pause_asks_the_judge_and_announces_itself_with_the_whole_turn() -> None:
    room = Room()
    room.hear(Hearing.TURN, 5.0)
    request = speech(1.0)
    events = room.play(silence(1), request, silence(0.25))
    assert kinds(events) == ["VoiceStarted", "VoicePaused"]
    paused = events[-1]
    assert isinstance(paused, VoicePaused)
    assert contains(paused.audio, request)
    assert paused.speech_end == pytest.approx(ORIGIN + 2.0, abs=0.04)
    assert paused.at == pytest.approx(ORIGIN + 2.2, abs=0.04)
    assert [pause_id for pause_id, _audio in room.asked] == [paused.pause_id]
    np.testing.assert_array_equal(room.asked[0][1], paused.audio)


def test_going_on_after_a_pause_is_said_and_nothing_is_lost() -> None:
    room = Room()
    room.hear(Hearing.TURN, 5.0)
    first, second = speech(0.8, seed=1), speech(0.7, seed=2)
    room.play(silence(1), first, silence(0.3))
    room.judge(0.1)
    events = room.play(second, silence(0.25))
    assert kinds(events) == ["VoiceResumed", "VoicePaused"]
    audio = ended(room.judge(0.95)).audio
    assert contains(audio, first)
    assert contains(audio, second)


def test_pauses_are_numbered_on_from_turn_to_turn() -> None:
    room = Room()
    numbers: list[int] = []
    for _turn in range(3):
        room.hear(Hearing.TURN, 5.0)
        room.play(silence(0.5), speech(0.5), silence(0.25))
        numbers.append(ended(room.judge(0.99)).pause_id)
    assert numbers == [1, 2, 3]


def test_a_verdict_after_the_turn_was_given_up_is_dropped() -> None:
    room = Room()
    room.hear(Hearing.TURN, 5.0)
    room.play(silence(0.5), speech(0.5), silence(0.25))
    room.hear(Hearing.WAKE)
    assert room.judge(0.99) == []


def test_silence_is_told_after_the_time_given() -> None:
    room = Room()
    room.hear(Hearing.TURN, 2.0)
    events = room.play(silence(3))
    assert kinds(events) == ["NoSpeech"]
    assert events[0].at == pytest.approx(ORIGIN + 2.0, abs=0.04)
    assert room.play(speech(1)) == []


def test_without_a_judge_silence_ends_the_turn() -> None:
    room = Room(has_judge=False)
    room.hear(Hearing.TURN, 5.0)
    events = room.play(silence(0.5), speech(1), silence(1))
    assert kinds(events) == ["VoiceStarted", "VoicePaused", "TurnEnded"]
    assert ended(events).at - ended(events).speech_end == pytest.approx(0.8, abs=0.04)


def test_the_longest_turn_fits_with_its_pre_roll() -> None:
    room = Room(max_utterance_s=5.0)
    room.hear(Hearing.TURN, 60.0)
    endless = speech(7)
    events = room.play(silence(30), endless)
    assert kinds(events) == ["VoiceStarted", "TurnEnded"]
    assert contains(ended(events).audio, endless[:70_000])
    assert len(ended(events).audio) / 16_000 == pytest.approx(5.5, abs=0.1)


def test_speech_over_the_assistant_interrupts_after_two_tenths() -> None:
    room = Room()
    room.play(silence(1))
    room.hear(Hearing.BARGE_IN)
    events = room.play(silence(1), speech(0.12), silence(0.5))
    assert events == []
    events = room.play(speech(0.3))
    assert kinds(events) == ["VoiceStarted"]


def test_what_interrupted_begins_the_next_turn() -> None:
    room = Room()
    room.hear(Hearing.BARGE_IN)
    request = speech(2.0)
    room.play(silence(2), request[:5000])
    room.hear(Hearing.TURN, 5.0)
    room.play(request[5000:], silence(0.25))
    audio = ended(room.judge(0.95)).audio
    assert contains(audio, request)
    assert len(audio) / 16_000 < 2.0 + 0.2 + 0.6


def test_an_interruption_that_was_none_is_not_in_the_next_turn() -> None:
    room = Room()
    room.hear(Hearing.BARGE_IN)
    cough = speech(0.3, seed=3)
    assert kinds(room.play(silence(1), cough, silence(3))) == ["VoiceStarted"]
    room.hear(Hearing.TURN, 5.0)
    answer = speech(0.6, seed=4)
    room.play(silence(1), answer, silence(0.25))
    audio = ended(room.judge(0.95)).audio
    assert contains(audio, answer)
    assert not contains(audio, cough)


def test_each_interruption_is_told() -> None:
    room = Room()
    room.hear(Hearing.BARGE_IN)
    events = room.play(speech(0.5), silence(1.5), speech(0.5), silence(1.5))
    assert kinds(events) == ["VoiceStarted", "VoiceStarted"]


def test_the_wake_word_is_heard_over_the_assistant() -> None:
    room = Room()
    room.play(silence(2))
    room.hear(Hearing.BARGE_IN)
    assert "WakeHeard" in kinds(room.play(silence(1), call(), silence(1)))


def test_the_end_of_the_assistants_voice_is_not_an_answer() -> None:
    room = Room()
    room.hear(Hearing.BARGE_IN)
    room.play(silence(1), speech(0.15), silence(0.1))
    room.hear(Hearing.TURN, 2.0)
    assert kinds(room.play(silence(3))) == ["NoSpeech"]


def test_an_answer_begun_before_the_assistant_listened_is_whole() -> None:
    room = Room()
    answer = speech(0.8)
    room.play(silence(3), answer[:4800])
    room.hear(Hearing.TURN, 2.0)
    room.play(answer[4800:], silence(0.25))
    assert contains(ended(room.judge(0.95)).audio, answer)


def test_whoever_goes_on_after_the_end_is_heard_in_the_turn_that_follows() -> None:
    room = Room()
    room.hear(Hearing.TURN, 5.0)
    room.play(silence(0.5), speech(0.5, seed=1), silence(0.25))
    room.judge(0.99)
    more = speech(0.9, seed=2)
    room.play(silence(0.5), more, silence(0.5))
    room.hear(Hearing.TURN, 5.0)
    assert kinds(room.events[-2:]) == ["VoiceStarted", "VoicePaused"]
    assert contains(ended(room.judge(0.99)).audio, more)


def test_the_wake_word_does_not_disturb_a_turn() -> None:
    room = Room()
    room.play(silence(2))
    room.hear(Hearing.TURN, 5.0)
    assert "WakeHeard" not in kinds(room.play(silence(0.5), call(), speech(0.5), silence(0.3)))


def test_off_hears_and_keeps_nothing() -> None:
    room = Room()
    room.play(silence(2))
    room.hear(Hearing.OFF)
    levels = len(room.levels)
    assert room.play(silence(1), call(), speech(2)) == []
    assert len(room.levels) == levels
    room.hear(Hearing.TURN, 1.0)
    assert kinds(room.play(silence(2))) == ["NoSpeech"]


def test_after_off_the_wake_word_counts_when_the_gap_is_gone() -> None:
    room = Room()
    room.play(silence(2))
    room.hear(Hearing.OFF)
    room.play(silence(1))
    room.hear(Hearing.WAKE)
    assert room.play(call(), silence(1)) == []
    assert kinds(room.play(silence(1), call(), silence(0.5))) == ["WakeHeard"]


def test_a_call_nobody_answered_does_not_begin_a_turn_much_later() -> None:
    room = Room()
    room.play(silence(2), call(), silence(1))
    room.play(noise(8, 0.001))
    room.hear(Hearing.TURN, 2.0)
    events = room.play(silence(0.5), speech(0.5), silence(0.25))
    paused = events[-1]
    assert isinstance(paused, VoicePaused)
    assert not contains(paused.audio, call(0.1))


def test_closing_ends_an_open_turn() -> None:
    room = Room()
    room.hear(Hearing.TURN, 5.0)
    request = speech(0.7)
    room.play(silence(0.5), request)
    (event,) = room.perception.close()
    assert isinstance(event, TurnEnded)
    assert contains(event.audio, request[: 16 * 512])
    assert room.perception.close() == []


def test_levels_come_about_fifteen_times_a_second() -> None:
    room = Room()
    room.play(silence(1), speech(1))
    assert len(room.levels) / 2 == pytest.approx(15.6, abs=1)
    assert room.levels[3].dbfs == -96
    assert room.levels[-1].dbfs == pytest.approx(-18.75, abs=0.5)
    assert room.levels[-1].at == pytest.approx(ORIGIN + 2, abs=0.07)


@hypothesis_settings(max_examples=25, deadline=None)
@given(block=st.integers(1, 5_000))
def test_events_do_not_depend_on_the_size_of_blocks(block: int) -> None:
    block = max(block, 100)
    played = (silence(1.5), call(), silence(0.4), speech(0.7), silence(1.2))

    def story(size: int) -> list[tuple[str, float]]:
        room = Room(block=size, has_judge=False)
        events = room.play(*played[:1])
        room.hear(Hearing.TURN, 5.0)
        events = room.play(*played[1:])
        return [(type(event).__name__, round(event.at, 2)) for event in events]

    assert story(block) == story(512)


def test_resuming_is_told_once() -> None:
    room = Room()
    room.hear(Hearing.TURN, 5.0)
    events = room.play(silence(0.5), speech(0.5), silence(0.3), speech(1.0))
    assert len([event for event in events if isinstance(event, VoiceResumed)]) == 1
    assert len([event for event in events if isinstance(event, VoiceStarted)]) == 1


def test_no_speech_is_not_told_when_a_limit_was_not_given() -> None:
    room = Room()
    room.hear(Hearing.TURN)
    assert not [event for event in room.play(silence(30)) if isinstance(event, NoSpeech)]
