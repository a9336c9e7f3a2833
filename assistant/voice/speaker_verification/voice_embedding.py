"""The voice in a recording: as it was recorded, and in noise. Blocks; any one thread."""

from typing import Final

import numpy as np

from assistant.voice.custom_wake_word.phrase_embedding import pink_noise
from assistant.voice.detectors.speaker_embedding import SpeakerEmbedding, without_pauses
from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ
from assistant.voice.speaker_verification.model.own_voice import HeardVoice
from assistant.voice.speaker_verification.model.voice_profile import VoiceRecording

NOISE_SNR_DB: Final = 15.0

_LEAST = SAMPLE_RATE_HZ // 5


class VoiceEmbedder:
    """Runs the speaker model over recordings.

    Raises:
        ModelFileError: If the model file is missing.
        ModelLoadError: If it does not load.
    """

    def __init__(self) -> None:
        self._model = SpeakerEmbedding()

    def heard(self, samples: Samples) -> HeardVoice | None:
        """None if there is hardly a syllable.

        Args:
            samples: 16 kHz mono, pauses and all.
        """
        speech = without_pauses(samples)
        if len(speech) < _LEAST:
            return None
        return HeardVoice(self._model.embed(speech), len(speech) / SAMPLE_RATE_HZ)

    def recording(self, phrase: Samples, *, seed: int = 0) -> VoiceRecording:
        """What a recording teaches of the voice.

        Args:
            phrase: 16 kHz mono, as long as the phrase.
            seed: Of the noise.
        """
        level = float(np.sqrt(np.mean(np.square(phrase))))
        gain = np.float32(level * 10 ** (-NOISE_SNR_DB / 20))
        noisy = (phrase + pink_noise(len(phrase), seed=seed) * gain).astype(np.float32)
        return VoiceRecording(self._model.embed(phrase), self._model.embed(noisy))
