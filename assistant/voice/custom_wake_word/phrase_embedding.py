"""The embeddings of a recorded phrase: as it was said, shifted, and in noise. Blocks; any one thread."""

from pathlib import Path
from typing import Final

import numpy as np

from assistant.voice.audio.loudness import white_noise
from assistant.voice.custom_wake_word.model.enrolment import EnrolmentRecording, phrase_windows
from assistant.voice.custom_wake_word.model.recording_inspection import InspectedRecording
from assistant.voice.detectors.onnx_model import Floats
from assistant.voice.detectors.speech_embedding import (
    EMBEDDING_FRAME_SAMPLES,
    EmbeddingModels,
    SpeechEmbedding,
)
from assistant.voice.events import Samples

SHIFTS: Final = (0, EMBEDDING_FRAME_SAMPLES // 2)
"""Where the phrase falls on the frames of 80 ms is chance, and changes the embeddings."""
NOISE_SNR_DB: Final = 15.0
ROOM_TONE_DBFS: Final = -70.0
"""Of the quiet that is put around a recording: a room, not digital silence."""

_BEFORE_FRAMES = 24
"""Quiet put before: no window reaches back further."""
_AFTER_FRAMES = 10


class PhraseEmbedder:
    """Runs the embedding models over recordings.

    Args:
        folder: Holds `melspectrogram.onnx` and `embedding_model.onnx`.

    Raises:
        ModelFileError: If a file is missing.
        ModelLoadError: If a file does not load.
    """

    def __init__(self, folder: Path) -> None:
        self._models = EmbeddingModels(folder)

    def embeddings(self, samples: Samples) -> Floats:
        """Return the embedding at the end of each whole frame of a recording."""
        stream = SpeechEmbedding(self._models)
        ends = range(EMBEDDING_FRAME_SAMPLES, len(samples) + 1, EMBEDDING_FRAME_SAMPLES)
        return np.stack(
            [stream.embed(samples[end - EMBEDDING_FRAME_SAMPLES : end]) for end in ends]
        )

    def recording(self, samples: Samples, found: InspectedRecording) -> EnrolmentRecording:
        """What a recording teaches.

        Args:
            samples: 16 kHz mono.
            found: Where the phrase is.
        """
        level = float(np.sqrt(np.mean(np.square(samples[found.begin : found.end]))))
        clean: list[Floats] = []
        noisy: list[Floats] = []
        for seed, shift in enumerate(SHIFTS):
            before = _BEFORE_FRAMES * EMBEDDING_FRAME_SAMPLES + shift
            room = [
                white_noise(before, dbfs=ROOM_TONE_DBFS, seed=2 * seed),
                white_noise(
                    _AFTER_FRAMES * EMBEDDING_FRAME_SAMPLES, dbfs=ROOM_TONE_DBFS, seed=2 * seed + 1
                ),
            ]
            sound = np.concatenate((room[0], samples, room[1]))
            noise = pink_noise(len(sound), seed=seed) * np.float32(
                level * 10 ** (-NOISE_SNR_DB / 20)
            )
            end = round((before + found.end) / EMBEDDING_FRAME_SAMPLES)
            clean.append(phrase_windows(self.embeddings(sound), end))
            noisy.append(phrase_windows(self.embeddings((sound + noise).astype(np.float32)), end))
        return EnrolmentRecording(np.concatenate(clean), np.concatenate(noisy))


def pink_noise(samples: int, *, seed: int) -> Samples:
    """Noise with equal power in each octave, of an RMS level of one: fans, traffic, rooms."""
    spectrum = np.fft.rfft(np.random.default_rng(seed).standard_normal(samples))
    frequencies = np.arange(len(spectrum), dtype=np.float64)
    frequencies[0] = 1.0
    noise = np.fft.irfft(spectrum / np.sqrt(frequencies), samples)
    return (noise / noise.std()).astype(np.float32)
