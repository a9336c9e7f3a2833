"""What is heard while the assistant speaks."""

import numpy as np
import numpy.typing as npt
import pytest
from typing_extensions import override

from assistant.voice.events import (
    LevelMeasured,
    ListenerEvent,
    Samples,
    VoicePaused,
    VoiceSuspected,
    VoiceWithdrawn,
)
from assistant.voice.protocols import ListeningMode
from tests.helpers.audio.perception_player import (
    ORIGIN,
    PerceptionPlayer,
    build_perception,
    contains,
    ended,
    kinds,
)
from tests.helpers.audio.signals import LoudnessVad, call, silence, speech


def talked_over(*parts: Samples) -> tuple[PerceptionPlayer, list[ListenerEvent]]:
    """A voice that has been heard for two seconds, and what is said over it then."""
    room = PerceptionPlayer(barge_in_s=0.08)
    room.play(silence(1))
    room.hear(ListeningMode.BARGE_IN)
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
    room = PerceptionPlayer(barge_in_s=0.1)
    room.play(silence(1))
    room.hear(ListeningMode.BARGE_IN)
    assert kinds(room.play(silence(0.3), speech(0.14), silence(1.5))) == []
    assert kinds(room.play(speech(0.14), silence(1))) == ["VoiceSuspected", "VoiceWithdrawn"]


def test_whoever_speaks_already_when_the_voice_begins_is_heard_from_their_beginning() -> None:
    room = PerceptionPlayer(barge_in_s=0.1)
    request = speech(1.5)
    room.play(silence(2), request[:16_000])
    events = room.hear(ListeningMode.BARGE_IN)
    assert kinds(events) == ["VoiceSuspected", "VoiceHeld", "VoiceStarted"]
    room.hear(ListeningMode.TURN, 5.0)
    room.play(request[16_000:], silence(0.32))
    assert contains(ended(room.judge(0.95)).audio, request)


class GapBridgingVad(LoudnessVad):
    """As the real model: a gap that it hears frame by frame may be none in one long piece."""

    @override
    def probabilities(self, samples: Samples) -> npt.NDArray[np.float32]:
        found = super().probabilities(samples)
        for index in range(1, len(found)):
            is_between = (
                found[index - 1] > 0.5 and found[index + 1 : index + 4].max(initial=0) > 0.5
            )
            found[index] = 0.95 if is_between else found[index]
        return found


def test_the_last_sound_of_words_that_were_taken_is_no_interruption() -> None:
    answer = speech(1.5)
    room = PerceptionPlayer(barge_in_s=0.08, vad=GapBridgingVad())
    room.play(silence(2.048))
    room.hear(ListeningMode.TURN, 5.0)
    assert "VoicePaused" in kinds(room.play(answer[:16_384], silence(0.064)))
    room.hear(ListeningMode.WAKE)
    room.play(answer[16_384:17_000])
    assert kinds(room.hear(ListeningMode.BARGE_IN)) == []
    assert kinds(room.play(silence(1))) == []


def test_whoever_goes_on_after_words_that_were_taken_is_heard_from_there() -> None:
    answer, more = speech(1.0), speech(1.5, seed=3)
    room = PerceptionPlayer(barge_in_s=0.08)
    room.play(silence(2.048))
    room.hear(ListeningMode.TURN, 5.0)
    assert "VoicePaused" in kinds(room.play(answer, silence(0.064)))
    room.hear(ListeningMode.WAKE)
    room.hear(ListeningMode.BARGE_IN)
    taken = ORIGIN + 2.048 + 1.0 + 0.064
    suspected, *later = room.play(more[:16_000])
    assert isinstance(suspected, VoiceSuspected)
    assert suspected.speech_start == pytest.approx(taken, abs=0.04)
    assert kinds(later) == ["VoiceHeld", "VoiceStarted"]
    room.hear(ListeningMode.TURN, 5.0)
    room.play(more[16_000:], silence(0.32))
    audio = ended(room.judge(0.95)).audio
    assert contains(audio, more)
    assert not contains(audio, answer)


def test_what_interrupted_begins_the_next_turn() -> None:
    request = speech(2.0)
    room, _ = talked_over(request[:8000])
    room.hear(ListeningMode.TURN, 5.0)
    room.play(request[8000:], silence(0.32))
    audio = ended(room.judge(0.95)).audio
    assert contains(audio, request)
    assert len(audio) / 16_000 < 2.0 + 0.2 + 0.6


def test_a_turn_can_begin_with_speech_that_is_over() -> None:
    request = speech(0.5)
    room, events = talked_over(request, silence(0.7))
    suspected = events[0]
    assert isinstance(suspected, VoiceSuspected)
    events = room.perception.hear(ListeningMode.TURN, 5.0, since=suspected.speech_start)
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
    room.hear(ListeningMode.TURN, 5.0)
    answer = speech(0.6, seed=4)
    room.play(silence(1), answer, silence(0.32))
    audio = ended(room.judge(0.95)).audio
    assert contains(audio, answer)
    assert not contains(audio, cough)


def test_each_interruption_is_told() -> None:
    _, events = talked_over(speech(1), silence(1.5), speech(1), silence(1.5))
    assert kinds(events) == ["VoiceSuspected", "VoiceHeld", "VoiceStarted"] * 2


def test_speech_is_looked_for_where_there_is_no_echo() -> None:
    room = PerceptionPlayer(barge_in_s=0.1)
    room.hear(ListeningMode.BARGE_IN)
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
    turn = room.perception.hear(ListeningMode.TURN, 5.0, since=told[0].at)
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
    room = PerceptionPlayer()
    again = Ears(clean)
    room.perception = build_perception(
        wake=Ears(raw), wake_again=again, vad=room.vad, barge_in_s=0.1
    )
    room.play(silence(3), speech(1))
    assert again.frames == 0, "without echo the second models rest"
    room.hear(ListeningMode.WAKE_OVER_VOICE)
    heard = np.concatenate((silence(3), call(0.3), silence(0.5)))
    events: list[ListenerEvent] = []
    for first in range(0, len(heard), 320):
        room.now += 0.02
        block = heard[first : first + 320]
        events += room.perception.listen(block, room.now, clean=block)
    assert ("WakeHeard" in kinds(events)) == is_heard


def test_over_the_voice_the_wake_word_must_be_surer() -> None:
    for hearing, is_heard in ((ListeningMode.WAKE, True), (ListeningMode.WAKE_OVER_VOICE, False)):
        room = PerceptionPlayer()
        room.perception = build_perception(wake=Ears(0.6), vad=room.vad, barge_in_s=0.1)
        room.play(silence(3))
        room.hear(hearing)
        assert ("WakeHeard" in kinds(room.play(call(0.3), silence(1)))) == is_heard


def test_the_wake_word_is_heard_over_the_assistant() -> None:
    room = PerceptionPlayer()
    room.play(silence(2))
    room.hear(ListeningMode.BARGE_IN)
    assert "WakeHeard" in kinds(room.play(silence(1), call(), silence(1)))


def test_the_end_of_the_assistants_voice_is_not_an_answer() -> None:
    room = PerceptionPlayer()
    room.hear(ListeningMode.BARGE_IN)
    room.play(silence(1), speech(0.15), silence(0.1))
    room.hear(ListeningMode.TURN, 2.0)
    assert kinds(room.play(silence(3))) == ["NoSpeech"]


def test_an_answer_begun_before_the_assistant_listened_is_whole() -> None:
    room = PerceptionPlayer()
    answer = speech(0.8)
    room.play(silence(3), answer[:4800])
    room.hear(ListeningMode.TURN, 2.0)
    room.play(answer[4800:], silence(0.32))
    assert contains(ended(room.judge(0.95)).audio, answer)


def test_whoever_goes_on_after_the_end_is_heard_in_the_turn_that_follows() -> None:
    room = PerceptionPlayer()
    room.hear(ListeningMode.TURN, 5.0)
    room.play(silence(0.5), speech(0.5, seed=1), silence(0.32))
    room.judge(0.99)
    more = speech(0.9, seed=2)
    room.play(silence(0.5), more, silence(0.5))
    room.hear(ListeningMode.TURN, 5.0)
    assert kinds(room.events[-2:]) == ["VoiceStarted", "VoicePaused"]
    assert contains(ended(room.judge(0.99)).audio, more)
