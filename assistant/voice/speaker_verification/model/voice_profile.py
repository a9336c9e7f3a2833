"""What was learned of the user's voice. Pure."""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from assistant.errors import ModelLoadError
from assistant.locale import _
from assistant.voice.detectors.speaker_embedding import VOICE_SIZE, Floats

FILE_VERSION: Final = 1
"""Of the file; one with a higher number is refused."""


@dataclass(frozen=True, slots=True)
class VoiceRecording:
    """The voice in one recording, a unit vector each."""

    clean: Floats
    """As it was recorded."""
    noisy: Floats
    """With noise mixed in: a voice in noise is another vector, and nearer to this one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VoiceProfile:
    """A voice that was learned from a few recordings."""

    phrase: str
    """What was said in them."""
    voice: Floats
    """Their mean, a unit vector of shape `(VOICE_SIZE,)`."""
    recordings: int
    spread: float
    """One less how alike a recording is to the mean of the others; 0 if they are the same."""

    def similarity(self, voice: Floats) -> float:
        """Cosine similarity, 1 for the same voice."""
        return float(self.voice @ voice)

    def to_bytes(self) -> bytes:
        """Return the contents of its file."""
        file = io.BytesIO()
        np.savez(
            file,
            version=np.int64(FILE_VERSION),
            phrase=np.array(self.phrase),
            voice=self.voice.astype(np.float32),
            recordings=np.int64(self.recordings),
            spread=np.float64(self.spread),
        )
        return file.getvalue()

    @classmethod
    def from_bytes(cls, content: bytes) -> "VoiceProfile":
        """Parse the file's content.

        Raises:
            ModelLoadError: If it is not such a file, is damaged, or of a later version.
        """
        try:
            with np.load(io.BytesIO(content), allow_pickle=False) as file:
                version = int(file["version"])
                phrase = str(file["phrase"])
                voice = np.asarray(file["voice"], np.float32)
                recordings, spread = int(file["recordings"]), float(file["spread"])
        except Exception as error:  # numpy and zipfile raise nearly everything for damaged bytes
            raise _unreadable() from error
        if version > FILE_VERSION:
            raise ModelLoadError(
                _("This voice was learned by a later version of Parley."),
                hint=_("Update Parley, or record the wake word again."),
            )
        is_unit = voice.shape == (VOICE_SIZE,) and abs(float(np.linalg.norm(voice)) - 1) < 1e-3
        if not is_unit or not phrase or recordings < 1 or not np.isfinite(spread):
            raise _unreadable()
        return cls(phrase=phrase, voice=voice, recordings=recordings, spread=spread)


def learn_voice(phrase: str, recordings: Sequence[VoiceRecording]) -> VoiceProfile:
    """Learn a voice.

    Args:
        phrase: What was said in the recordings.
        recordings: Two or more.

    Raises:
        ValueError: If there are fewer than two.
    """
    if len(recordings) < 2:
        raise ValueError("two recordings are needed, for one to be left out")
    clean = np.stack([each.clean for each in recordings])
    noisy = np.stack([each.noisy for each in recordings])
    alike = [
        float(each @ _unit(np.delete(clean, index, axis=0))) for index, each in enumerate(clean)
    ]
    return VoiceProfile(
        phrase=phrase,
        voice=_unit(np.concatenate((clean, noisy))),
        recordings=len(recordings),
        spread=1 - float(np.mean(alike)),
    )


def _unit(voices: Floats) -> Floats:
    mean = voices.mean(axis=0)
    return (mean / np.linalg.norm(mean)).astype(np.float32)


def _unreadable() -> ModelLoadError:
    return ModelLoadError(
        _("The file of your voice is damaged."),
        hint=_("Record the wake word again."),
    )
