"""Trying a wake word: samples in; how loud it was, and whether the word was heard, out.

Knows no thread and no device.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from assistant.voice.audio.loudness import FLOOR_DBFS, rms_dbfs
from assistant.voice.detectors.open_wake_word import WakeWordPolicy
from assistant.voice.detectors.speech_embedding import EMBEDDING_FRAME_SAMPLES
from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ
from assistant.voice.turn_taking.wake_word import WakeWordScorer

TRIED_THRESHOLD: Final = 0.5
LOAD_EVERY: Final = SAMPLE_RATE_HZ
"""Samples after which models that were not here are looked for again."""
SILENT_FOR: Final = 2 * SAMPLE_RATE_HZ
"""Samples of nothing but silence after which a microphone is said to be silent."""
LEVEL_EVERY: Final = SAMPLE_RATE_HZ // 25
"""Samples between two levels of a meter."""


@dataclass(frozen=True, slots=True)
class LoudnessHeard:
    """How loud it was since the last one."""

    dbfs: float


@dataclass(frozen=True, slots=True)
class PhraseHeard:
    """The wake word was heard while it was tried."""


@dataclass(frozen=True, slots=True)
class NothingHeard:
    """The microphone has given nothing but digital silence so far."""


@dataclass(frozen=True, slots=True)
class TrialReady:
    """The models are loaded: from now on the wake word is heard."""


class WakeWordTrial:
    """Listens for one wake word with buffers of its own."""

    def __init__(self, scorer: WakeWordScorer, *, threshold: float = TRIED_THRESHOLD) -> None:
        self._scorer = scorer
        self._policy = WakeWordPolicy(threshold=threshold)
        self._heard: Samples = np.zeros(0, np.float32)

    def hears(self, samples: Samples) -> bool:
        """Take the next samples, 16 kHz mono; returns whether the word ended in them."""
        is_heard = False
        self._heard = np.concatenate((self._heard, samples))
        while len(self._heard) >= EMBEDDING_FRAME_SAMPLES:
            frame, self._heard = (
                self._heard[:EMBEDDING_FRAME_SAMPLES],
                self._heard[EMBEDDING_FRAME_SAMPLES:],
            )
            if self._policy.candidate(self._scorer.scores(frame)) is not None:
                self._policy.accept()
                is_heard = True
        return is_heard


class MicrophoneTrial:
    """A level meter that also listens for the wake word, as soon as its models are here.

    Args:
        load: Loads them; None while they are not here.
        threshold: Of the wake word.
    """

    def __init__(self, load: Callable[[], WakeWordScorer | None], *, threshold: float) -> None:
        self._load = load
        self._threshold = threshold
        self._trial: WakeWordTrial | None = None
        self._until_load = 0
        self._until_silent = SILENT_FOR
        self._loud: Samples = np.zeros(0, np.float32)

    def hear(self, samples: Samples) -> list[object]:
        """Take the next samples, 16 kHz mono; returns what came of them."""
        steps: list[object] = []
        self._loud = np.concatenate((self._loud, samples))
        if len(self._loud) >= LEVEL_EVERY:
            dbfs = rms_dbfs(self._loud)
            steps.append(LoudnessHeard(dbfs))
            if self._until_silent > 0:
                self._until_silent -= len(self._loud)
                if dbfs > FLOOR_DBFS:
                    self._until_silent = 0
                elif self._until_silent <= 0:
                    steps.append(NothingHeard())
            self._loud = np.zeros(0, np.float32)
        self._until_load -= len(samples)
        if self._trial is None and self._until_load <= 0:
            self._until_load = LOAD_EVERY
            scorer = self._load()
            if scorer is not None:
                self._trial = WakeWordTrial(scorer, threshold=self._threshold)
                steps.append(TrialReady())
        elif self._trial is not None and self._trial.hears(samples):
            steps.append(PhraseHeard())
        return steps
