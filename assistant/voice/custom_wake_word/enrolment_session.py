"""Recording a phrase several times, learning it, and trying it: samples in, progress out.

Knows no thread and no device. What takes long is the embedding of a recording, about half a second.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from assistant.protocol.wake_words import EnrolmentPhase, RecordingProblem
from assistant.voice.audio.loudness import rms_dbfs
from assistant.voice.custom_wake_word.model.background_speech import BackgroundSpeech
from assistant.voice.custom_wake_word.model.custom_wake_word import CustomWakeWord
from assistant.voice.custom_wake_word.model.enrolment import (
    FEWEST_RECORDINGS,
    MOST_RECORDINGS,
    EnrolmentRecording,
    enrol,
    is_unlike,
)
from assistant.voice.custom_wake_word.model.recording_inspection import (
    inspect_recording,
    phrase_ended,
)
from assistant.voice.custom_wake_word.phrase_embedding import PhraseEmbedder
from assistant.voice.events import Samples
from assistant.voice.listening.wake_word_trial import LoudnessHeard, PhraseHeard, WakeWordTrial
from assistant.voice.protocols import SAMPLE_RATE_HZ
from assistant.voice.speaker_verification.model.voice_profile import (
    VoiceProfile,
    VoiceRecording,
    learn_voice,
)
from assistant.voice.speaker_verification.voice_embedding import VoiceEmbedder
from assistant.voice.turn_taking.wake_word import WakeWordScorer

LONGEST_RECORDING_S: Final = 5.0
QUIET_AFTER_S: Final = 0.5
"""Quiet behind a phrase that ends its recording."""

_PRE_ROLL = round(0.4 * SAMPLE_RATE_HZ)
"""Kept from before the recording was begun: whoever presses and speaks at once is heard whole."""
_LOOK_EVERY = SAMPLE_RATE_HZ // 5


@dataclass(frozen=True, slots=True)
class RecordingEnded:
    """A recording is over; it counts if nothing is wrong with it."""

    problem: RecordingProblem | None


EnrolmentStep = LoudnessHeard | RecordingEnded | PhraseHeard


class EnrolmentSession:
    """One phrase being learned.

    Args:
        phrase: As the user wrote it.
        embedder: Runs the models over recordings.
        speech: What the phrase has to stand out of.
        listen_for: Makes what hears a wake word, with buffers of its own.
        voices: Runs the speaker model over the same recordings; None learns no voice.
    """

    def __init__(
        self,
        *,
        phrase: str,
        embedder: PhraseEmbedder,
        speech: BackgroundSpeech,
        listen_for: Callable[[CustomWakeWord], WakeWordScorer],
        voices: VoiceEmbedder | None = None,
    ) -> None:
        self._phrase = phrase
        self._embedder = embedder
        self._speech = speech
        self._listen_for = listen_for
        self._voices = voices
        self._recordings: list[EnrolmentRecording] = []
        self._said: list[VoiceRecording] = []
        self._heard: Samples = np.zeros(0, np.float32)
        self._looked_at = 0
        self._trial: WakeWordTrial | None = None
        self.phase = EnrolmentPhase.READY
        self.learned: CustomWakeWord | None = None
        self.voice: VoiceProfile | None = None

    @property
    def recordings(self) -> int:
        return len(self._recordings)

    def record(self) -> None:
        """Begin a recording, unless there are enough."""
        if len(self._recordings) >= MOST_RECORDINGS:
            return
        self._heard = self._heard[-_PRE_ROLL:]
        self._looked_at = 0
        self.phase = EnrolmentPhase.RECORDING

    def drop(self) -> None:
        if self._recordings:
            self._recordings.pop()
            self._said = self._said[: len(self._recordings)]
            self._learn()
        self.phase = EnrolmentPhase.READY

    def try_out(self) -> None:
        """Listen for the learned phrase; does nothing before there is one."""
        if self.learned is None:
            return
        self._trial = WakeWordTrial(self._listen_for(self.learned))
        self._heard = np.zeros(0, np.float32)
        self.phase = EnrolmentPhase.TRYING

    def hear(self, samples: Samples) -> list[EnrolmentStep]:
        """Feed samples, 16 kHz mono.

        Blocks for half a second where a recording ends.
        """
        if not len(samples):
            return []
        steps: list[EnrolmentStep] = [LoudnessHeard(rms_dbfs(samples))]
        self._heard = np.concatenate((self._heard, samples))
        if self.phase is EnrolmentPhase.RECORDING:
            return steps + self._follow_recording()
        self._heard = self._heard[-_PRE_ROLL:]
        trial = self._trial if self.phase is EnrolmentPhase.TRYING else None
        if trial is not None and trial.hears(samples):
            steps.append(PhraseHeard())
        return steps

    def _follow_recording(self) -> list[EnrolmentStep]:
        length = len(self._heard)
        if length - self._looked_at < _LOOK_EVERY:
            return []
        self._looked_at = length
        is_over = length >= _PRE_ROLL + LONGEST_RECORDING_S * SAMPLE_RATE_HZ
        if not is_over and not phrase_ended(self._heard, quiet_s=QUIET_AFTER_S):
            return []
        self.phase = EnrolmentPhase.READY
        return [RecordingEnded(self._take(self._heard))]

    def _take(self, samples: Samples) -> RecordingProblem | None:
        found = inspect_recording(samples)
        if found.problem is not None:
            return found.problem
        recording = self._embedder.recording(samples, found)
        if is_unlike(recording, self._recordings, self._speech):
            return RecordingProblem.UNLIKE
        self._recordings.append(recording)
        if self._voices is not None:
            phrase = samples[found.begin : found.end]
            self._said.append(self._voices.recording(phrase, seed=len(self._said)))
        self._learn()
        return None

    def _learn(self) -> None:
        enough = len(self._recordings) >= FEWEST_RECORDINGS
        self.learned = enrol(self._phrase, self._recordings, self._speech) if enough else None
        self.voice = learn_voice(self._phrase, self._said) if enough and self._said else None
