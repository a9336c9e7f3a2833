"""A wake word that was learned: a direction in the embeddings and a threshold on it. Pure."""

import io
from dataclasses import dataclass
from typing import Final

import numpy as np

from assistant.errors import ModelLoadError
from assistant.locale import _
from assistant.voice.custom_wake_word.model.background_speech import WINDOW_FRAMES, Floats
from assistant.voice.detectors.speech_embedding import EMBEDDING_SIZE

FILE_VERSION: Final = 1
"""Of the file; one with a higher number is refused."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnrolmentEstimate:
    """How a wake word will do, judged by recordings that were left out while it was learned."""

    recordings: int
    heard: int
    """Of them, each heard by what the others taught."""
    heard_in_noise: int
    """The same with noise 15 dB below the voice."""

    @property
    def is_good(self) -> bool:
        """Whether every recording was recognised, in noise as well."""
        return self.heard == self.heard_in_noise == self.recordings


@dataclass(frozen=True, slots=True, kw_only=True)
class CustomWakeWord:
    """What was learned of a phrase."""

    phrase: str
    """As the user wrote it."""
    weights: Floats
    """Shape `(WINDOW_FRAMES * EMBEDDING_SIZE,)`."""
    threshold: float
    """Of the weighted sum at which the score is one half."""
    slope: float
    """Change of the sum that takes the score from one half to 0.73."""
    estimate: EnrolmentEstimate

    def score(self, features: Floats) -> float:
        """Confidence, 0 to 1, that the phrase has just ended.

        Args:
            features: The last embeddings, oldest first; `WINDOW_FRAMES` of them are looked at.
        """
        value = float(features[-WINDOW_FRAMES:].reshape(-1) @ self.weights)
        exponent = (value - self.threshold) / self.slope
        return float(1 / (1 + np.exp(-np.clip(exponent, -60, 60))))

    def to_bytes(self) -> bytes:
        """Return the contents of its file."""
        file = io.BytesIO()
        np.savez(
            file,
            version=np.int64(FILE_VERSION),
            phrase=np.array(self.phrase),
            weights=self.weights.astype(np.float32),
            decision=np.array([self.threshold, self.slope]),
            estimate=np.array(
                [self.estimate.recordings, self.estimate.heard, self.estimate.heard_in_noise]
            ),
        )
        return file.getvalue()

    @classmethod
    def from_bytes(cls, content: bytes) -> "CustomWakeWord":
        """Parse the file's content.

        Raises:
            ModelLoadError: If it is not such a file, is damaged, or of a later version.
        """
        try:
            with np.load(io.BytesIO(content), allow_pickle=False) as file:
                version = int(file["version"])
                phrase = str(file["phrase"])
                weights = np.asarray(file["weights"], np.float32)
                threshold, slope = (float(each) for each in file["decision"])
                recordings, heard, heard_in_noise = (int(each) for each in file["estimate"])
        except Exception as error:  # numpy and zipfile raise nearly everything for damaged bytes
            raise _unreadable() from error
        if version > FILE_VERSION:
            raise ModelLoadError(
                _("This wake word was made by a later version of Parley."),
                hint=_("Update Parley, or record the wake word again."),
            )
        is_whole = weights.shape == (WINDOW_FRAMES * EMBEDDING_SIZE,) and bool(
            np.isfinite(weights).all()
        )
        if not is_whole or not np.isfinite(threshold) or not slope > 0 or not phrase:
            raise _unreadable()
        return cls(
            phrase=phrase,
            weights=weights,
            threshold=threshold,
            slope=slope,
            estimate=EnrolmentEstimate(
                recordings=recordings, heard=heard, heard_in_noise=heard_in_noise
            ),
        )


def _unreadable() -> ModelLoadError:
    return ModelLoadError(
        _("The file of a wake word of your own is damaged."),
        hint=_("Record the wake word again."),
    )
