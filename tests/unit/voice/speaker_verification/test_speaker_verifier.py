"""Voices told apart on a thread of their own."""

import logging
import threading

import numpy as np
import pytest
from typing_extensions import override

from assistant.errors import ModelLoadError
from assistant.voice.events import Samples
from assistant.voice.speaker_verification.model.own_voice import HeardVoice, OwnVoices
from assistant.voice.speaker_verification.model.voice_profile import learn_voice
from assistant.voice.speaker_verification.shipped_voices import other_voices
from assistant.voice.speaker_verification.speaker_verifier import ThreadedSpeakerVerifier
from assistant.voice.speaker_verification.voice_embedding import VoiceEmbedder
from benchmarks.voice.clips import load_clips
from tests.helpers.audio.signals import RECORDED, silence, speech
from tests.helpers.voice.voices import alike, others, profile


class ScriptedModel(VoiceEmbedder):
    """The first sample is the speaker."""

    def __init__(self) -> None:
        self.threads: set[str] = set()

    @override
    def heard(self, samples: Samples) -> HeardVoice | None:
        self.threads.add(threading.current_thread().name)
        speaker = int(samples[0]) if len(samples) else 0
        return HeardVoice(alike(speaker, 9), len(samples) / 16_000) if speaker else None


async def test_the_user_another_and_nobody_are_told_on_its_thread() -> None:
    model = ScriptedModel()
    verifier = ThreadedSpeakerVerifier(OwnVoices([profile(1)], others()), lambda: model)
    verifier.warm_up()
    said = [np.full(32_000, speaker, np.float32) for speaker in (1, 2, 0)]
    assert [await verifier.is_own_voice(each) for each in said] == [True, False, None]
    assert await verifier.is_own_voice(said[1][:3_000]) is None
    assert model.threads == {"speaker_0"}
    await verifier.aclose()
    await verifier.aclose()


async def test_without_the_model_every_voice_counts(caplog: pytest.LogCaptureFixture) -> None:
    def load() -> ScriptedModel:
        raise ModelLoadError("It is broken.")

    verifier = ThreadedSpeakerVerifier(OwnVoices([profile(1)], others()), load)
    with caplog.at_level(logging.WARNING):
        told = [await verifier.is_own_voice(speech(2.0)) for _ in range(2)]
    assert told == [None, None]
    assert caplog.text.count("Voices are not told apart") == 1
    await verifier.aclose()


async def test_recorded_speakers_are_told_apart() -> None:
    by_name = {clip.path.name: clip for clip in load_clips(RECORDED)}
    embedder = VoiceEmbedder()
    said = [by_name[f"harvard_spk1_{n}.flac"].samples() for n in (1, 2, 3, 4, 6)]
    taught = [embedder.recording(each[8_000:26_000], seed=n) for n, each in enumerate(said[:4])]
    voices = OwnVoices([learn_voice("a phrase", taught)], other_voices())
    verifier = ThreadedSpeakerVerifier(voices, lambda: embedder)
    assert await verifier.is_own_voice(said[4]) is True
    assert await verifier.is_own_voice(by_name["librivox_0880.flac"].samples()) is False
    assert await verifier.is_own_voice(silence(2.0)) is None
    await verifier.aclose()
