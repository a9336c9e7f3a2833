"""The speech that comes along, and a wake word made of recordings with the real models."""

from itertools import groupby
from typing import Final

import numpy as np
import pytest

from assistant.home import Home
from assistant.voice.custom_wake_word.model.custom_wake_word import CustomWakeWord
from assistant.voice.custom_wake_word.model.enrolment import enrol
from assistant.voice.custom_wake_word.model.recording_inspection import inspect_recording
from assistant.voice.custom_wake_word.phrase_embedding import PhraseEmbedder, pink_noise
from assistant.voice.custom_wake_word.shipped_speech import background_for, shipped_clips
from assistant.voice.detectors.open_wake_word import OpenWakeWord
from assistant.voice.detectors.speech_embedding import EMBEDDING_FRAME_SAMPLES, EMBEDDING_SIZE
from assistant.voice.events import Samples
from benchmarks.voice.clips import load_clips, room_noise
from benchmarks.voice.model.custom_wake_speakers import is_taught_with, judges
from tests.helpers.audio.signals import RECORDED

MODELS: Final = Home.locate().models / "openwakeword"


def test_it_is_the_speech_of_the_speakers_who_teach() -> None:
    taught = [clip for clip in load_clips(RECORDED) if is_taught_with(clip)]
    shipped = shipped_clips()
    assert [clip.label for clip in shipped] == [clip.label for clip in taught]
    assert {clip.features.shape[1] for clip in shipped} == {EMBEDDING_SIZE}
    assert sum(len(clip.features) for clip in shipped) > 5000


def test_who_teaches_does_not_judge_and_makes_no_wake_word() -> None:
    clips = [clip for clip in load_clips(RECORDED) if clip.kind != "noise"]
    teachers = {clip.speaker for clip in clips if is_taught_with(clip)}
    assert not teachers & {clip.speaker for clip in clips if judges(clip)}
    assert not teachers & {clip.speaker for clip in clips if clip.kind == "custom"}


def test_pink_noise_is_level_one_and_the_same_for_the_same_seed() -> None:
    noise = pink_noise(16_000, seed=1)
    assert np.std(noise) == pytest.approx(1.0, abs=1e-3)
    np.testing.assert_array_equal(noise, pink_noise(16_000, seed=1))


def highest(models: OpenWakeWord, samples: Samples) -> dict[str, float]:
    """Return the highest score of each classifier over a recording in a quiet room."""
    sound = np.concatenate((room_noise(2.4), samples, room_noise(0.8)))
    scores = [
        models.scores(sound[end - EMBEDDING_FRAME_SAMPLES : end])
        for end in range(EMBEDDING_FRAME_SAMPLES, len(sound), EMBEDDING_FRAME_SAMPLES)
    ]
    return {name: max(each[name] for each in scores) for name in scores[0]}


@pytest.mark.models
@pytest.mark.timeout(300)
def test_four_recordings_make_a_wake_word_that_hears_the_fifth_and_no_other_phrase() -> None:
    clips = [clip for clip in load_clips(RECORDED) if clip.kind == "custom"]
    by_speaker = {who: list(group) for who, group in groupby(clips, key=lambda clip: clip.speaker)}
    embedder = PhraseEmbedder(MODELS)
    words: dict[str, CustomWakeWord] = {}
    for who, said in by_speaker.items():
        taught = [
            embedder.recording(samples, inspect_recording(samples))
            for samples in (clip.samples() for clip in said[:4])
        ]
        words[who] = enrol(said[0].label, taught, background_for(said[0].label))
    models = OpenWakeWord(folder=MODELS, phrases={}, custom=words)
    heard = 0
    for who, said in by_speaker.items():
        scores = highest(models.twin(), said[4].samples())
        heard += scores[who] >= 0.5
        for other, word in words.items():
            if word.phrase != said[4].label:
                assert scores[other] < 0.5, (other, said[4].path.name)
    assert heard >= len(by_speaker) - 1
