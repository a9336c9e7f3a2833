import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typing_extensions import override

from assistant.voice.audio.reply_loudness import ReplyLoudness
from assistant.voice.events import (
    NoSpeech,
    Samples,
    TurnEnded,
    VoicePaused,
    VoiceResumed,
    VoiceStarted,
    WakeHeard,
)
from assistant.voice.protocols import ListeningMode
from assistant.voice.turn_taking.clarity_statistics import ClarityStatistics
from assistant.voice.turn_taking.pause_statistics import PauseStatistics
from assistant.voice.turn_taking.text_completeness import PauseReading, TextCompleteness
from tests.helpers.audio.perception_player import (
    ORIGIN,
    PerceptionPlayer,
    build_perception,
    contains,
    ended,
    kinds,
)
from tests.helpers.audio.signals import MarkerWake, call, noise, silence, speech


class CountingWake(MarkerWake):
    """Counts the frames it is given."""

    def __init__(self) -> None:
        super().__init__()
        self.frames = 0

    @override
    def scores(self, frame: Samples) -> dict[str, float]:
        self.frames += 1
        return super().scores(frame)


def test_a_call_is_heard_once() -> None:
    room = PerceptionPlayer()
    events = room.play(silence(2), call(), silence(1))
    assert kinds(events) == ["WakeHeard"]
    heard = events[0]
    assert isinstance(heard, WakeHeard)
    assert heard.phrase == "hey_jarvis"
    assert heard.score == 0.9
    assert heard.at == pytest.approx(ORIGIN + 2.1, abs=0.1)


def test_the_wake_word_without_speech_does_not_wake() -> None:
    room = PerceptionPlayer()
    room.vad.probabilities = lambda samples: np.zeros(len(samples) // 512, np.float32)
    assert room.play(silence(2), call(), silence(1)) == []


def test_voice_activity_rests_while_nobody_calls() -> None:
    room = PerceptionPlayer()
    room.play(silence(3), speech(2), silence(1))
    assert room.vad.frames == 0


def test_the_wake_word_rests_while_a_turn_waits_for_its_first_word() -> None:
    wake = CountingWake()
    perception = build_perception(wake=wake)

    def frames_during(samples: Samples) -> int:
        before = wake.frames
        for first in range(0, len(samples), 320):
            perception.listen(samples[first : first + 320], ORIGIN)
        return wake.frames - before

    assert frames_during(silence(4)) == 50
    perception.hear(ListeningMode.TURN, 60.0)
    assert frames_during(silence(8)) == 0
    assert frames_during(speech(2)) == 51  # and 26 that their score rests on
    assert frames_during(silence(0.16)) == 2  # a pause is no rest


def test_a_call_is_heard_at_once_after_a_turn_in_which_nobody_spoke() -> None:
    room = PerceptionPlayer()
    room.play(silence(2))
    room.hear(ListeningMode.TURN, 5.0)
    assert kinds(room.play(silence(5.5))) == ["NoSpeech"]
    room.hear(ListeningMode.WAKE)
    assert kinds(room.play(call(), silence(0.5))) == ["WakeHeard"]


def test_the_word_after_the_wake_word_is_in_the_turn_in_one_breath() -> None:
    room = PerceptionPlayer()
    request = speech(1.5)
    events = room.play(silence(2), call(), request[:4000])
    assert kinds(events) == ["WakeHeard"]
    room.hear(ListeningMode.TURN, 5.0)
    room.play(request[4000:], silence(0.32))
    events = room.judge(0.97)
    assert kinds(room.events) == ["WakeHeard", "VoiceStarted", "VoicePaused", "TurnEnded"]
    assert contains(ended(events).audio, np.concatenate((call(), request)))


@pytest.mark.parametrize(("gap_s", "is_kept"), [(0.03, True), (0.16, False), (0.4, False)])
def test_a_wake_word_that_can_be_told_from_the_request_is_left_out(
    gap_s: float, *, is_kept: bool
) -> None:
    room = PerceptionPlayer()
    room.play(silence(2), call())
    room.hear(ListeningMode.TURN, 5.0)
    request = speech(1.0)
    room.play(silence(gap_s), request, silence(0.32))
    end = ended(room.judge(0.97))
    (paused,) = [event for event in room.events if isinstance(event, VoicePaused)]
    assert contains(end.audio, request)
    assert contains(end.audio, call(0.1)) is is_kept
    assert {event.has_call for event in (*room.progress, paused, end)} == {is_kept}


@pytest.mark.parametrize(("gap_s", "raised_by"), [(0.0, 0.08), (0.4, 0.0)])
def test_words_behind_a_wake_word_may_be_heard_less_clearly(gap_s: float, raised_by: float) -> None:
    clarity = ClarityStatistics()
    usual = clarity.usual("en")
    room = PerceptionPlayer(has_reader=True, clarity=clarity)
    request = speech(1.5)
    room.play(silence(2), call(), silence(gap_s), request[:4000])
    room.hear(ListeningMode.TURN, 5.0)
    room.play(request[4000:], silence(0.32))
    room.judge(0.97)
    heard = usual - 0.1
    room.read(PauseReading(TextCompleteness.FINISHED, log_prob=heard, language="en"))
    room.play(silence(2.0))
    assert kinds(room.events)[-1] == "TurnEnded"
    assert clarity.usual("en") == pytest.approx(0.9 * usual + 0.1 * (heard + raised_by))


def test_a_request_after_a_breath_is_in_the_turn_without_the_wake_word() -> None:
    room = PerceptionPlayer()
    room.play(silence(2), call())
    room.hear(ListeningMode.TURN, 5.0)
    request = speech(1.0)
    room.play(silence(2.0), request, silence(0.32))
    audio = ended(room.judge(0.97)).audio
    assert contains(audio, request)
    assert not contains(audio, call(0.1))
    assert len(audio) / 16_000 == pytest.approx(0.5 + 1.0 + 0.32, abs=0.1)


def test_the_bare_wake_word_is_not_a_turn() -> None:
    room = PerceptionPlayer()
    room.play(silence(2), call(0.16))
    room.hear(ListeningMode.TURN, 3.0)
    events = room.play(call(0.16), silence(4))
    assert kinds(events) == ["NoSpeech"]


def test_a_late_switch_to_the_turn_loses_nothing() -> None:
    room = PerceptionPlayer()
    request = speech(2.0)
    room.play(silence(2), call(), request, silence(0.1))
    room.hear(ListeningMode.TURN, 5.0)
    room.play(silence(0.2))
    assert contains(ended(room.judge(0.97)).audio, request)


def test_a_pause_asks_the_judge_and_announces_itself_with_the_whole_turn() -> None:
    room = PerceptionPlayer()
    room.hear(ListeningMode.TURN, 5.0)
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
    room = PerceptionPlayer(has_reader=True)
    room.hear(ListeningMode.TURN, 5.0)
    room.play(silence(1), speech(1.0), silence(0.32))
    assert room.judge(0.97) == []
    assert kinds(room.play(silence(0.5))) == []
    assert kinds(room.read(PauseReading(TextCompleteness.DANGLING))) == []
    assert kinds(room.play(silence(0.5), speech(0.5), silence(0.32))) == [
        "VoiceResumed",
        "VoicePaused",
    ]
    assert room.judge(0.97) == []
    assert kinds(room.read(PauseReading(TextCompleteness.FINISHED))) == ["TurnEnded"]


def test_the_pauses_of_one_turn_count_in_the_next() -> None:
    habit = PauseStatistics()
    room = PerceptionPlayer(has_judge=False, habit=habit)
    room.hear(ListeningMode.TURN, 5.0)
    room.play(silence(1), speech(1.0), silence(0.7), speech(0.5), silence(1.5))
    assert habit.factor > 1.0
    learnt = habit.factor
    room.hear(ListeningMode.TURN, 5.0)
    room.play(silence(1), speech(1.0), silence(0.3), speech(0.5), silence(1.5))
    assert habit.factor < learnt


def test_going_on_after_a_pause_is_said_and_nothing_is_lost() -> None:
    room = PerceptionPlayer()
    room.hear(ListeningMode.TURN, 5.0)
    first, second = speech(0.8, seed=1), speech(0.7, seed=2)
    room.play(silence(1), first, silence(0.32))
    room.judge(0.1)
    events = room.play(second, silence(0.32))
    assert kinds(events) == ["VoiceResumed", "VoicePaused"]
    audio = ended(room.judge(0.95)).audio
    assert contains(audio, first)
    assert contains(audio, second)


def test_pauses_are_numbered_on_from_turn_to_turn() -> None:
    room = PerceptionPlayer()
    numbers: list[int] = []
    for _turn in range(3):
        room.hear(ListeningMode.TURN, 5.0)
        room.play(silence(0.5), speech(0.5), silence(0.32))
        numbers.append(ended(room.judge(0.99)).pause_id)
    assert numbers == [1, 2, 3]


def test_a_verdict_after_the_turn_was_given_up_is_dropped() -> None:
    room = PerceptionPlayer()
    room.hear(ListeningMode.TURN, 5.0)
    room.play(silence(0.5), speech(0.5), silence(0.32))
    room.hear(ListeningMode.WAKE)
    assert room.judge(0.99) == []


def test_silence_is_told_after_the_time_given() -> None:
    room = PerceptionPlayer()
    room.hear(ListeningMode.TURN, 2.0)
    events = room.play(silence(3))
    assert kinds(events) == ["NoSpeech"]
    assert events[0].at == pytest.approx(ORIGIN + 2.0, abs=0.04)
    assert room.play(speech(1)) == []


def test_without_a_judge_silence_ends_the_turn() -> None:
    room = PerceptionPlayer(has_judge=False)
    room.hear(ListeningMode.TURN, 5.0)
    events = room.play(silence(0.5), speech(1), silence(1))
    assert kinds(events) == ["VoiceStarted", "VoicePaused", "TurnEnded"]
    assert ended(events).at - ended(events).speech_end == pytest.approx(0.8, abs=0.04)


def test_the_longest_turn_fits_with_its_pre_roll() -> None:
    room = PerceptionPlayer(max_utterance_s=5.0)
    room.hear(ListeningMode.TURN, 60.0)
    endless = speech(7)
    events = room.play(silence(30), endless)
    assert kinds(events) == ["VoiceStarted", "TurnEnded"]
    assert contains(ended(events).audio, endless[:70_000])
    assert len(ended(events).audio) / 16_000 == pytest.approx(5.5, abs=0.1)


def test_a_held_turn_ends_when_it_is_let_go_of_and_at_no_pause() -> None:
    room = PerceptionPlayer()
    room.play(silence(2))
    room.perception.hear(ListeningMode.TURN, 60.0, held=True)
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
    room = PerceptionPlayer()
    early = speech(0.7, seed=7)
    room.play(silence(2), early[:4800])
    room.perception.hear(ListeningMode.TURN, 60.0, held=True)
    room.play(early[4800:], silence(0.1))
    room.perception.let_go()
    assert contains(ended(room.play(silence(0.32))).audio, early)


def test_a_key_that_was_held_in_silence_is_no_turn() -> None:
    room = PerceptionPlayer()
    room.play(silence(2))
    room.perception.hear(ListeningMode.TURN, 60.0, held=True)
    room.play(silence(1))
    room.perception.let_go()
    assert kinds(room.play(silence(1))) == ["NoSpeech"]


def test_letting_go_of_nothing_ends_nothing() -> None:
    room = PerceptionPlayer()
    room.hear(ListeningMode.TURN, 60.0)
    room.perception.let_go()
    assert kinds(room.play(silence(1), speech(0.5), silence(0.32))) == [
        "VoiceStarted",
        "VoicePaused",
    ]


def test_the_wake_word_does_not_disturb_a_turn() -> None:
    room = PerceptionPlayer()
    room.play(silence(2))
    room.hear(ListeningMode.TURN, 5.0)
    assert "WakeHeard" not in kinds(room.play(silence(0.5), call(), speech(0.5), silence(0.32)))


def test_off_hears_and_keeps_nothing() -> None:
    room = PerceptionPlayer()
    room.play(silence(2))
    room.hear(ListeningMode.OFF)
    levels = len(room.levels)
    assert room.play(silence(1), call(), speech(2)) == []
    assert len(room.levels) == levels
    room.hear(ListeningMode.TURN, 1.0)
    assert kinds(room.play(silence(2))) == ["NoSpeech"]


@pytest.mark.parametrize("heard", [320, 960, 1280, 1600, 16_320])
def test_the_microphone_may_go_off_in_the_middle_of_a_frame(heard: int) -> None:
    room = PerceptionPlayer()
    room.play(silence(2)[:heard])
    room.hear(ListeningMode.OFF)
    room.play(silence(1))
    room.hear(ListeningMode.WAKE)
    assert kinds(room.play(silence(3), call(), silence(1))) == ["WakeHeard"]


def test_after_off_the_wake_word_counts_when_the_gap_is_gone() -> None:
    room = PerceptionPlayer()
    room.play(silence(2))
    room.hear(ListeningMode.OFF)
    room.play(silence(1))
    room.hear(ListeningMode.WAKE)
    assert room.play(call(), silence(1)) == []
    assert kinds(room.play(silence(1), call(), silence(0.5))) == ["WakeHeard"]


def test_a_call_nobody_answered_does_not_begin_a_turn_much_later() -> None:
    room = PerceptionPlayer()
    room.play(silence(2), call(), silence(1))
    room.play(noise(8, 0.001))
    room.hear(ListeningMode.TURN, 2.0)
    events = room.play(silence(0.5), speech(0.5), silence(0.32))
    paused = events[-1]
    assert isinstance(paused, VoicePaused)
    assert not contains(paused.audio, call(0.1))


def test_closing_ends_an_open_turn() -> None:
    room = PerceptionPlayer()
    room.hear(ListeningMode.TURN, 5.0)
    request = speech(0.7)
    room.play(silence(0.5), request)
    (event,) = room.perception.close()
    assert isinstance(event, TurnEnded)
    assert contains(event.audio, request[: 16 * 512])
    assert room.perception.close() == []


def test_levels_come_about_fifteen_times_a_second() -> None:
    room = PerceptionPlayer()
    room.play(silence(1), speech(1))
    assert len(room.levels) / 2 == pytest.approx(15.6, abs=1)
    assert room.levels[3].dbfs == -96
    assert room.levels[-1].dbfs == pytest.approx(-18.75, abs=0.5)
    assert room.levels[-1].at == pytest.approx(ORIGIN + 2, abs=0.07)


@given(block=st.integers(1, 5_000))
def test_events_do_not_depend_on_the_size_of_blocks(block: int) -> None:
    block = max(block, 100)
    played = (silence(1.5), call(), silence(0.4), speech(0.7), silence(1.2))

    def story(size: int) -> list[tuple[str, float]]:
        room = PerceptionPlayer(block=size, has_judge=False)
        events = room.play(*played[:1])
        room.hear(ListeningMode.TURN, 5.0)
        events = room.play(*played[1:])
        return [(type(event).__name__, round(event.at, 2)) for event in events]

    assert story(block) == story(512)


def test_resuming_is_told_once() -> None:
    room = PerceptionPlayer()
    room.hear(ListeningMode.TURN, 5.0)
    events = room.play(silence(0.5), speech(0.5), silence(0.3), speech(1.0))
    assert len([event for event in events if isinstance(event, VoiceResumed)]) == 1
    assert len([event for event in events if isinstance(event, VoiceStarted)]) == 1


def test_no_speech_is_not_told_when_a_limit_was_not_given() -> None:
    room = PerceptionPlayer()
    room.hear(ListeningMode.TURN)
    assert not [event for event in room.play(silence(30)) if isinstance(event, NoSpeech)]


def test_the_room_is_measured_while_the_assistant_is_silent() -> None:
    loudness = ReplyLoudness(follows_noise=True, answers_whispers=True)
    room = PerceptionPlayer(loudness=loudness)
    room.hear(ListeningMode.BARGE_IN)
    room.play(noise(8.0, 0.02))
    assert loudness.gain == 1.0
    room.hear(ListeningMode.WAKE)
    room.play(noise(8.0, 0.02))
    assert loudness.gain > 1.5


def test_a_turn_tells_how_it_was_said() -> None:
    loudness = ReplyLoudness(follows_noise=True, answers_whispers=True)
    room = PerceptionPlayer(has_judge=False, loudness=loudness)
    room.hear(ListeningMode.TURN, 5.0)
    room.play(silence(0.5), speech(1.5) * np.float32(0.46), silence(2.6))
    assert "TurnEnded" in kinds(room.events)
    assert loudness.gain < 0.5  # noise has no pitch


def test_speech_that_goes_on_is_told_with_all_of_the_turn_so_far() -> None:
    room = PerceptionPlayer()
    room.hear(ListeningMode.TURN, 5.0)
    request = speech(2.0)
    room.play(silence(2), request)
    gaps = np.diff([event.at for event in room.progress])
    assert len(room.progress) == 4
    assert gaps == pytest.approx(0.4, abs=0.04)
    last = room.progress[-1]
    assert last.at == pytest.approx(ORIGIN + 3.65, abs=0.1)
    assert contains(last.audio, request[:20_000])
    assert len(last.audio) / 16_000 == pytest.approx(0.5 + 1.65, abs=0.1)


def test_nothing_is_told_of_a_pause_and_of_a_turn_that_is_over() -> None:
    room = PerceptionPlayer()
    room.hear(ListeningMode.TURN, 5.0)
    room.play(speech(1.0), silence(0.32))
    told = len(room.progress)
    room.judge(0.1)
    room.play(silence(1.0), speech(0.3))
    assert len(room.progress) == told
    assert kinds(room.events) == ["VoiceStarted", "VoicePaused", "VoiceResumed"]
    room.play(speech(1.0), silence(0.32))
    assert len(room.progress) > told
    told = len(room.progress)
    room.judge(0.97)
    room.play(speech(2.0))
    assert len(room.progress) == told


def test_nothing_is_told_while_nobody_speaks_or_only_the_wake_word_is_heard() -> None:
    room = PerceptionPlayer()
    room.play(speech(2.0), silence(1.0))
    room.hear(ListeningMode.TURN, 60.0)
    room.play(silence(5.0), speech(0.1), silence(1.0))
    assert room.progress == []
