"""The wake word: openWakeWord's three models, and the policy that decides on their scores.

Audio → log-mel spectrogram → speech embedding (both shared by all phrases) → one small classifier a
phrase. The user's own phrases are classified from the same embeddings, at no cost worth measuring.
Scores are equal to those of openWakeWord 0.5.1; what differs is that the features start from
silence instead of random noise, and that nothing is ever reset: a gap or a refilled buffer makes
the models fire on audio that is long past. Runs on the listener thread, about 3 % of a core.
"""

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from assistant.errors import ModelLoadError
from assistant.locale import _
from assistant.voice.custom_wake_word.model.custom_wake_word import CustomWakeWord
from assistant.voice.detectors.onnx_model import Floats, OnnxModel
from assistant.voice.detectors.speech_embedding import (
    EMBEDDING_FRAME_SAMPLES,
    EMBEDDING_SIZE,
    EmbeddingModels,
    SpeechEmbedding,
)
from assistant.voice.events import Samples

WARM_UP_FRAMES = 16
"""Frames until the oldest feature a classifier looks at has been really heard."""


class OpenWakeWord:
    """The models with their buffers, fed without a gap.

    Args:
        folder: Holds `melspectrogram.onnx` and `embedding_model.onnx`.
        phrases: Classifier file by phrase, in openWakeWord's format.
        custom: Other classifiers by phrase; they look at `WARM_UP_FRAMES` embeddings at most.

    Raises:
        ModelFileError: If a file is missing.
        ModelLoadError: If a file does not load, or is not a wake word classifier.
    """

    def __init__(
        self,
        *,
        folder: Path,
        phrases: Mapping[str, Path],
        custom: Mapping[str, CustomWakeWord] | None = None,
    ) -> None:
        self._models = EmbeddingModels(folder)
        self._custom = dict(custom or {})
        self._classifiers: dict[str, tuple[OnnxModel, int]] = {}
        rows = WARM_UP_FRAMES
        for phrase, path in phrases.items():
            model = OnnxModel(path)
            shape = model.input_shapes[0]
            if len(shape) != 3 or not isinstance(shape[1], int) or shape[2] != EMBEDDING_SIZE:
                raise ModelLoadError(
                    _(
                        "{file} is not an openWakeWord model: its input has the shape {shape}."
                    ).format(file=path, shape=shape),
                    hint=_("Choose another wake word in the settings."),
                )
            self._classifiers[phrase] = (model, shape[1])
            rows = max(rows, shape[1])
        self.warm_up_frames = rows
        self._empty_buffers()

    def _empty_buffers(self) -> None:
        self._embedding = SpeechEmbedding(self._models)
        self._features: Floats = np.zeros((self.warm_up_frames, EMBEDDING_SIZE), np.float32)

    def twin(self) -> "OpenWakeWord":
        """The same models with buffers of their own, for another stream; loads nothing."""
        twin = copy(self)
        twin._empty_buffers()
        return twin

    def scores(self, frame: Samples) -> dict[str, float]:
        """Confidence of each classifier, 0 to 1, that its phrase has just ended.

        Args:
            frame: The next 80 ms, 16 kHz mono, shape `(EMBEDDING_FRAME_SAMPLES,)`.

        Raises:
            ValueError: If the frame has another length.
        """
        feature = self._embedding.embed(frame)
        self._features = np.concatenate((self._features[1:], feature[None]))
        scores = {
            phrase: float(model.run_one(self._features[None, -rows:]).reshape(-1)[0])
            for phrase, (model, rows) in self._classifiers.items()
        }
        return scores | {
            phrase: each.score(self._features) for phrase, each in self._custom.items()
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class WakeWordHit:
    """A phrase whose score says it was spoken."""

    phrase: str
    score: float
    is_sure: bool = True
    """Whether the score is enough; otherwise the recogniser must hear the phrase too."""


MARGIN: Final = 0.15
"""With a recogniser to check them, scores so far below the threshold are candidates."""
_RAISED_BY: Final = 0.2
"""Added to the threshold over the assistant's own voice, which may resemble the phrase."""
SURE_ABOVE: Final = 0.35
"""Scores so far above the threshold need no check; no score of 0.95 does."""
_WAIT_FRAMES: Final = 2
"""Frames that a barely sure score is given to rise: most phrases are beyond doubt 160 ms later."""


class WakeWordPolicy:
    """Decides when a score is a call. Pure; time is counted in frames of 80 ms.

    Args:
        threshold: Least score, 0 to 1.
        refractory_s: Audio time after a call in which nothing counts, for the same word keeps the
            score high for about half a second.
        warm_up_frames: Frames at the beginning whose scores rest on audio that never was.
        checks: Whether candidates just above the threshold are checked again. Over the
            assistant's voice nobody does.
    """

    def __init__(
        self,
        *,
        threshold: float,
        refractory_s: float = 2.0,
        warm_up_frames: int = WARM_UP_FRAMES,
        checks: bool = False,
    ) -> None:
        self._threshold = threshold
        self._checks = checks
        self._sure_at = min(threshold + SURE_ABOVE, 0.95)
        self._doubtful: WakeWordHit | None = None
        self._waited = 0
        self._raised = max(threshold, min(threshold + _RAISED_BY, 0.95))
        self._refractory_frames = round(refractory_s * 16_000 / EMBEDDING_FRAME_SAMPLES)
        self._warm_up_frames = warm_up_frames
        self._deaf_frames = warm_up_frames

    def start_over(self) -> None:
        """The audio had a gap: scores count again when it has left the models' buffers."""
        self._deaf_frames = max(self._deaf_frames, self._warm_up_frames)
        self._doubtful = None

    def candidate(
        self, scores: Mapping[str, float], *, is_over_voice: bool = False
    ) -> WakeWordHit | None:
        """Judge the scores of the next frame; returns the best phrase above the threshold.

        `accept` turns a candidate into a call, once speech is confirmed.

        Args:
            scores: Of each phrase.
            is_over_voice: Whether the assistant speaks.
        """
        if self._deaf_frames > 0:
            self._deaf_frames -= 1
            return None
        phrase = max(scores, key=lambda each: scores[each], default=None)
        if phrase is None:
            return None
        if self._checks and not is_over_voice:
            return self._weigh(phrase, scores[phrase])
        self._doubtful = None
        threshold = self._raised if is_over_voice else self._threshold
        if scores[phrase] < threshold:
            return None
        return WakeWordHit(phrase=phrase, score=scores[phrase])

    def _weigh(self, phrase: str, score: float) -> WakeWordHit | None:
        """Let a score just above the threshold rise for a moment before it is a candidate."""
        if score >= self._sure_at:
            self._doubtful = None
            return WakeWordHit(phrase=phrase, score=score)
        best = self._doubtful
        if best is None:
            if score >= self._threshold - MARGIN:
                self._doubtful = WakeWordHit(phrase=phrase, score=score, is_sure=False)
                self._waited = 0
            return None
        if score > best.score:
            best = self._doubtful = WakeWordHit(phrase=phrase, score=score, is_sure=False)
        self._waited += 1
        if self._waited < _WAIT_FRAMES:
            return None
        self._doubtful = None
        return best

    def accept(self) -> None:
        """The candidate is a call; the refractory time begins."""
        self._deaf_frames = self._refractory_frames


def was_speech(probabilities: Sequence[float]) -> bool:
    """Whether one of the voice activity probabilities indicates speech."""
    return any(probability >= 0.5 for probability in probabilities)
