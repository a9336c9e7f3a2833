from collections.abc import Callable, Sequence

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
    VoiceSuspected,
    VoiceWithdrawn,
    WakeHeard,
)
from assistant.voice.pauses import PauseHabit
from assistant.voice.perception import Perception
from assistant.voice.protocols import Hearing
from assistant.voice.turn_text import Reading
from assistant.voice.wake import WakePolicy
from tests.helpers.audio import LoudnessVad, MarkerWake, call, noise, silence, speech

ORIGIN = 100.0


class Room:
    """Plays audio to a perception in blocks and keeps what it says."""

    def __init__(
        self,
        *,
        block: int = 320,
        has_judge: bool = True,
        max_utterance_s: float = 10.0,
        barge_in_s: float = 0.2,
        has_reader: bool = False,
        habit: PauseHabit | None = None,
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
            barge_in_s=barge_in_s,
            ask=ask,
            has_reader=has_reader,
            habit=habit,
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

    def read(self, reading: Reading) -> list[ListenerEvent]:
        before = len(self.events)
        self._keep(self.perception.read(self.asked[-1][0], reading))
        return self.events[before:]

    def _keep(self, events: list[ListenerEvent]) -> None:
        for event in events:
            if isinstance(event, LevelMeasured):
                self.levels.append(event)
            else:
                self.events.append(event)


def kinds(events: Sequence[ListenerEvent]) -> list[str]:
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
    room.play(request[4000:], silence(0.32))
    events = room.judge(0.97)
    assert kinds(room.events) == ["WakeHeard", "VoiceStarted", "VoicePaused", "TurnEnded"]
    assert contains(ended(events).audio, np.concatenate((call(), request)))


def test_a_request_after_a_breath_is_in_the_turn_without_the_wake_word() -> None:
    room = Room()
    room.play(silence(2), call())
    room.hear(Hearing.TURN, 5.0)
    request = speech(1.0)
    room.play(silence(2.0), request, silence(0.32))
    audio = ended(room.judge(0.97)).audio
    assert contains(audio, request)
    assert not contains(audio, call(0.1))
    assert len(audio) / 16_000 == pytest.approx(0.5 + 1.0 + 0.32, abs=0.1)


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
    events = room.play(silence(1), request, silence(0.32))
    assert kinds(events) == ["VoiceStarted", "VoicePaused"]
    paused = events[-1]
    assert isinstance(paused, VoicePaused)
    assert contains(paused.audio, request)
    assert paused.speech_end == pytest.approx(ORIGIN + 2.0, abs=0.04)
    assert paused.at == pytest.approx(ORIGIN + 2.032, abs=0.04)
    assert [pause_id for pause_id, _audio in room.asked] == [paused.pause_id]
    np.testing.assert_array_equal(room.asked[0][1], paused.audio)


def test_with_a_reader_the_words_decide_with_the_judge() -> None:
    room = Room(has_reader=True)
    room.hear(Hearing.TURN, 5.0)
    room.play(silence(1), speech(1.0), silence(0.32))
    assert room.judge(0.97) == []
    assert kinds(room.play(silence(0.5))) == []
    assert kinds(room.read(Reading.DANGLING)) == []
    assert kinds(room.play(silence(0.5), speech(0.5), silence(0.32))) == [
        "VoiceResumed",
        "VoicePaused",
    ]
    assert room.judge(0.97) == []
    assert kinds(room.read(Reading.FINISHED)) == ["TurnEnded"]


def test_the_pauses_of_one_turn_count_in_the_next() -> None:
    habit = PauseHabit()
    room = Room(has_judge=False, habit=habit)
    room.hear(Hearing.TURN, 5.0)
    room.play(silence(1), speech(1.0), silence(0.7), speech(0.5), silence(1.5))
    assert habit.factor > 1.0
    learnt = habit.factor
    room.hear(Hearing.TURN, 5.0)
    room.play(silence(1), speech(1.0), silence(0.3), speech(0.5), silence(1.5))
    assert habit.factor < learnt


def test_going_on_after_a_pause_is_said_and_nothing_is_lost() -> None:
    room = Room()
    room.hear(Hearing.TURN, 5.0)
    first, second = speech(0.8, seed=1), speech(0.7, seed=2)
    room.play(silence(1), first, silence(0.32))
    room.judge(0.1)
    events = room.play(second, silence(0.32))
    assert kinds(events) == ["VoiceResumed", "VoicePaused"]
    audio = ended(room.judge(0.95)).audio
    assert contains(audio, first)
    assert contains(audio, second)


def test_pauses_are_numbered_on_from_turn_to_turn() -> None:
    room = Room()
    numbers: list[int] = []
    for _turn in range(3):
        room.hear(Hearing.TURN, 5.0)
        room.play(silence(0.5), speech(0.5), silence(0.32))
        numbers.append(ended(room.judge(0.99)).pause_id)
    assert numbers == [1, 2, 3]


def test_a_verdict_after_the_turn_was_given_up_is_dropped() -> None:
    room = Room()
    room.hear(Hearing.TURN, 5.0)
    room.play(silence(0.5), speech(0.5), silence(0.32))
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


def talked_over(*parts: Samples) -> tuple[Room, list[ListenerEvent]]:
    """A voice that has been heard for two seconds, and what is said over it then."""
    room = Room(barge_in_s=0.08)
    room.play(silence(1))
    room.hear(Hearing.BARGE_IN)
    return room, room.play(silence(2), *parts)


def test_speech_over_the_assistant_is_suspected_then_held_then_sure() -> None:
    _, events = talked_over(speech(1.0))
    assert kinds(events) == ["VoiceSuspected", "VoiceHeld", "VoiceStarted"]
    begun = ORIGIN + 3
    after = [event.at - begun for event in events]
    assert after == pytest.approx([0.07, 0.26, 0.8], abs=0.05)
    suspected = events[0]
    assert isinstance(suspected, VoiceSuspected)
    assert suspected.speech_start == pytest.approx(begun, abs=0.04)


@pytest.mark.parametrize(
    ("seconds", "told", "has_audio"),
    [
        pytest.param(0.005, [], False, id="a click"),
        pytest.param(0.11, ["VoiceSuspected", "VoiceWithdrawn"], False, id="too short for a word"),
        pytest.param(0.19, ["VoiceSuspected", "VoiceWithdrawn"], True, id="a short word"),
        pytest.param(0.5, ["VoiceSuspected", "VoiceHeld", "VoiceWithdrawn"], True, id="words"),
    ],
)
def test_speech_that_ends_before_it_is_sure_is_withdrawn(
    seconds: float, told: list[str], has_audio: bool
) -> None:
    said = speech(seconds)
    _, events = talked_over(said, silence(1))
    assert kinds(events) == told
    if told:
        withdrawn = events[-1]
        assert isinstance(withdrawn, VoiceWithdrawn)
        assert withdrawn.speech_end == pytest.approx(ORIGIN + 3 + seconds, abs=0.05)
        assert withdrawn.at - withdrawn.speech_end == pytest.approx(0.19, abs=0.01)
        assert (withdrawn.audio is not None) == has_audio
        if withdrawn.audio is not None:
            assert contains(withdrawn.audio, said)


def test_speech_with_gaps_is_one_speech_over_the_assistant() -> None:
    parts = [part for _ in range(12) for part in (speech(0.16), silence(0.13))]
    _, events = talked_over(*parts)
    assert kinds(events) == ["VoiceSuspected", "VoiceHeld", "VoiceStarted"]


def test_in_the_first_second_of_the_voice_speech_must_last_longer() -> None:
    room = Room(barge_in_s=0.1)
    room.play(silence(1))
    room.hear(Hearing.BARGE_IN)
    assert kinds(room.play(silence(0.3), speech(0.14), silence(1.5))) == []
    assert kinds(room.play(speech(0.14), silence(1))) == ["VoiceSuspected", "VoiceWithdrawn"]


def test_whoever_speaks_already_when_the_voice_begins_is_heard_from_their_beginning() -> None:
    room = Room(barge_in_s=0.1)
    request = speech(1.5)
    room.play(silence(2), request[:16_000])
    events = room.hear(Hearing.BARGE_IN)
    assert kinds(events) == ["VoiceSuspected", "VoiceHeld", "VoiceStarted"]
    room.hear(Hearing.TURN, 5.0)
    room.play(request[16_000:], silence(0.32))
    assert contains(ended(room.judge(0.95)).audio, request)


def test_what_interrupted_begins_the_next_turn() -> None:
    request = speech(2.0)
    room, _ = talked_over(request[:8000])
    room.hear(Hearing.TURN, 5.0)
    room.play(request[8000:], silence(0.32))
    audio = ended(room.judge(0.95)).audio
    assert contains(audio, request)
    assert len(audio) / 16_000 < 2.0 + 0.2 + 0.6


def test_a_turn_can_begin_with_speech_that_is_over() -> None:
    request = speech(0.5)
    room, events = talked_over(request, silence(0.7))
    suspected = events[0]
    assert isinstance(suspected, VoiceSuspected)
    events = room.perception.hear(Hearing.TURN, 5.0, since=suspected.speech_start)
    assert kinds(events) == ["VoiceStarted", "VoicePaused"]
    paused = events[-1]
    assert isinstance(paused, VoicePaused)
    withdrawn = next(event for event in room.events if isinstance(event, VoiceWithdrawn))
    assert paused.speech_end == pytest.approx(withdrawn.speech_end, abs=0.04)
    assert contains(ended(room.judge(0.95)).audio, request)


def test_an_interruption_that_was_none_is_not_in_the_next_turn() -> None:
    cough = speech(0.17, seed=3)
    room, events = talked_over(cough, silence(3))
    assert kinds(events) == ["VoiceSuspected", "VoiceWithdrawn"]
    room.hear(Hearing.TURN, 5.0)
    answer = speech(0.6, seed=4)
    room.play(silence(1), answer, silence(0.32))
    audio = ended(room.judge(0.95)).audio
    assert contains(audio, answer)
    assert not contains(audio, cough)


def test_each_interruption_is_told() -> None:
    _, events = talked_over(speech(1), silence(1.5), speech(1), silence(1.5))
    assert kinds(events) == ["VoiceSuspected", "VoiceHeld", "VoiceStarted"] * 2


def test_speech_is_looked_for_where_there_is_no_echo() -> None:
    room = Room(barge_in_s=0.1)
    room.hear(Hearing.BARGE_IN)
    request = speech(1.0, seed=5)
    heard = np.concatenate((silence(2), speech(3, seed=6)))
    clean = np.concatenate((silence(3), request, silence(1)))
    events: list[ListenerEvent] = []
    for first in range(0, len(heard), 320):
        room.now += 0.02
        part = slice(first, first + 320)
        events += room.perception.listen(heard[part], room.now, clean=clean[part])
    told = [event for event in events if not isinstance(event, LevelMeasured)]
    assert kinds(told) == ["VoiceSuspected", "VoiceHeld", "VoiceStarted"]
    assert told[0].at == pytest.approx(ORIGIN + 3.1, abs=0.05)
    turn = room.perception.hear(Hearing.TURN, 5.0, since=told[0].at)
    assert contains(ended(turn).audio, request)


class Ears:
    """Wake word models that hear a call at a given place, for which there must be audio."""

    def __init__(self, score: float) -> None:
        self.score = score
        self.frames = 0

    def scores(self, frame: Samples) -> dict[str, float]:
        self.frames += 1
        return {"hey_jarvis": self.score if np.abs(frame).max() > 0.6 else 0.0}


@pytest.mark.parametrize(
    ("raw", "clean", "is_heard"),
    [(0.9, 0.0, True), (0.0, 0.9, True), (0.6, 0.6, False), (0.0, 0.0, False)],
)
def test_the_wake_word_over_the_voice_is_heard_with_echo_or_without(
    raw: float, clean: float, is_heard: bool
) -> None:
    room = Room()
    again = Ears(clean)
    room.perception = Perception(
        wake=Ears(raw),
        wake_again=again,
        policy=WakePolicy(threshold=0.5),
        vad=room.vad,
        limits=EndpointLimits(),
        barge_in_s=0.1,
        ask=None,
    )
    room.play(silence(3), speech(1))
    assert again.frames == 0, "without echo the second models rest"
    room.hear(Hearing.WAKE_OVER_VOICE)
    heard = np.concatenate((silence(3), call(0.3), silence(0.5)))
    events: list[ListenerEvent] = []
    for first in range(0, len(heard), 320):
        room.now += 0.02
        block = heard[first : first + 320]
        events += room.perception.listen(block, room.now, clean=block)
    assert ("WakeHeard" in kinds(events)) == is_heard


def test_over_the_voice_the_wake_word_must_be_surer() -> None:
    for hearing, is_heard in ((Hearing.WAKE, True), (Hearing.WAKE_OVER_VOICE, False)):
        room = Room()
        room.perception = Perception(
            wake=Ears(0.6),
            policy=WakePolicy(threshold=0.5),
            vad=room.vad,
            limits=EndpointLimits(),
            barge_in_s=0.1,
            ask=None,
        )
        room.play(silence(3))
        room.hear(hearing)
        assert ("WakeHeard" in kinds(room.play(call(0.3), silence(1)))) == is_heard


def test_a_held_turn_ends_when_it_is_let_go_of_and_at_no_pause() -> None:
    room = Room()
    room.play(silence(2))
    room.perception.hear(Hearing.TURN, 60.0, held=True)
    first, second = speech(0.8, seed=1), speech(0.6, seed=2)
    events = room.play(silence(1), first, silence(5), second)
    assert kinds(events) == ["VoiceStarted", "VoicePaused", "VoiceResumed"]
    assert room.asked == []
    room.perception.let_go()
    rest = speech(0.15, seed=3)
    over = ended(room.play(rest, silence(0.5)))
    assert contains(over.audio, np.concatenate((second, rest)))
    assert contains(over.audio, first)
    assert over.at == pytest.approx(room.now - 0.65 + 0.2, abs=0.04)
    assert room.play(speech(1), silence(1)) == []


def test_what_was_said_just_before_the_key_went_down_is_in_the_turn() -> None:
    room = Room()
    early = speech(0.7, seed=7)
    room.play(silence(2), early[:4800])
    room.perception.hear(Hearing.TURN, 60.0, held=True)
    room.play(early[4800:], silence(0.1))
    room.perception.let_go()
    assert contains(ended(room.play(silence(0.32))).audio, early)


def test_a_key_that_was_held_in_silence_is_no_turn() -> None:
    room = Room()
    room.play(silence(2))
    room.perception.hear(Hearing.TURN, 60.0, held=True)
    room.play(silence(1))
    room.perception.let_go()
    assert kinds(room.play(silence(1))) == ["NoSpeech"]


def test_letting_go_of_nothing_ends_nothing() -> None:
    room = Room()
    room.hear(Hearing.TURN, 60.0)
    room.perception.let_go()
    assert kinds(room.play(silence(1), speech(0.5), silence(0.32))) == [
        "VoiceStarted",
        "VoicePaused",
    ]


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
    room.play(answer[4800:], silence(0.32))
    assert contains(ended(room.judge(0.95)).audio, answer)


def test_whoever_goes_on_after_the_end_is_heard_in_the_turn_that_follows() -> None:
    room = Room()
    room.hear(Hearing.TURN, 5.0)
    room.play(silence(0.5), speech(0.5, seed=1), silence(0.32))
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
    assert "WakeHeard" not in kinds(room.play(silence(0.5), call(), speech(0.5), silence(0.32)))


def test_off_hears_and_keeps_nothing() -> None:
    room = Room()
    room.play(silence(2))
    room.hear(Hearing.OFF)
    levels = len(room.levels)
    assert room.play(silence(1), call(), speech(2)) == []
    assert len(room.levels) == levels
    room.hear(Hearing.TURN, 1.0)
    assert kinds(room.play(silence(2))) == ["NoSpeech"]


@pytest.mark.parametrize("heard", [320, 960, 1280, 1600, 16_320])
def test_the_microphone_may_go_off_in_the_middle_of_a_frame(heard: int) -> None:
    room = Room()
    room.play(silence(2)[:heard])
    room.hear(Hearing.OFF)
    room.play(silence(1))
    room.hear(Hearing.WAKE)
    assert kinds(room.play(silence(3), call(), silence(1))) == ["WakeHeard"]


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
    events = room.play(silence(0.5), speech(0.5), silence(0.32))
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
