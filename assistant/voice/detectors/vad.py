"""Voice activity: is somebody speaking in this frame. Runs on the listener thread."""

from enum import Enum
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import numpy.typing as npt

from assistant.errors import ModelFileError
from assistant.locale import _
from assistant.voice.detectors.onnx_model import OnnxModel
from assistant.voice.events import Samples

VAD_FRAME_SAMPLES = 512
"""The model's frame: 32 ms at 16 kHz."""
_CONTEXT_SAMPLES = 64
_STATE_SHAPE = (1, 1, 128)
_STOP_AT = 0.35
"""Probability below which a frame may be silence after speech."""


def shipped_vad_model() -> Path:
    """Path of the Silero VAD v6 file (MIT) in the faster-whisper package.

    Does not import the package: that would load the recogniser.

    Raises:
        ModelFileError: If the package is not installed.
    """
    spec = find_spec("faster_whisper")
    if spec is None or spec.origin is None:
        raise ModelFileError(
            _("The faster-whisper package, which carries the voice activity model, is missing."),
            hint=_("Install Parley again."),
        )
    return Path(spec.origin).parent / "assets" / "silero_vad_v6.onnx"


class SileroVad:
    """Silero VAD v6, frame by frame, with its memory from one frame to the next.

    Raises:
        ModelFileError: If the file is missing.
        ModelLoadError: If it does not load.
    """

    def __init__(self, path: Path) -> None:
        self._model = OnnxModel(path)
        self.reset()

    def reset(self) -> None:
        """Forget the past, for a gap in the audio."""
        self._hidden = np.zeros(_STATE_SHAPE, np.float32)
        self._cell = np.zeros(_STATE_SHAPE, np.float32)
        self._context = np.zeros(_CONTEXT_SAMPLES, np.float32)

    def probabilities(self, samples: Samples) -> npt.NDArray[np.float32]:
        """Probability of speech for each of the next frames.

        Args:
            samples: 16 kHz mono, shape `(n * VAD_FRAME_SAMPLES,)` with n ≥ 1.

        Raises:
            ValueError: If the length is not a positive multiple of the frame.
        """
        if len(samples) == 0 or len(samples) % VAD_FRAME_SAMPLES:
            raise ValueError(f"{len(samples)} samples are not a whole number of frames")
        frames = samples.reshape(-1, VAD_FRAME_SAMPLES)
        before = np.concatenate((self._context[None, :], frames[:-1, -_CONTEXT_SAMPLES:]))
        probabilities, self._hidden, self._cell = self._model.run(
            input=np.concatenate((before, frames), axis=1), h=self._hidden, c=self._cell
        )
        self._context = frames[-1, -_CONTEXT_SAMPLES:].copy()
        return probabilities.reshape(-1)


class VoiceActivity(Enum):
    """What the gate takes the user to be doing."""

    QUIET = "quiet"
    STARTING = "starting"
    """Speech, but too little yet to be sure."""
    SPEAKING = "speaking"
    STOPPING = "stopping"
    """Silence after speech, but too little yet to be sure."""


class VoiceActivityGate:
    """Hysteresis over frame probabilities. Pure.

    Speech begins with `start_frames` frames in a row, the first of at least `start_at`, and is over
    after `stop_frames` in a row, the first below `_STOP_AT`. Between the two thresholds a frame
    counts as the one before it did.

    Raises:
        ValueError: If a count is not positive or `start_at` is no probability above `_STOP_AT`.
    """

    def __init__(self, *, start_frames: int, stop_frames: int, start_at: float = 0.5) -> None:
        if start_frames < 1 or stop_frames < 1:
            raise ValueError("frame counts must be positive")
        if not _STOP_AT <= start_at < 1:
            raise ValueError(f"thresholds out of order: start {start_at}, stop {_STOP_AT}")
        self._start_frames = start_frames
        self._stop_frames = stop_frames
        self._start_at = start_at
        self._activity = VoiceActivity.QUIET
        self._run = 0

    @property
    def activity(self) -> VoiceActivity:
        """What the last frame led to."""
        return self._activity

    @property
    def run(self) -> int:
        """Frames since the activity last turned: of speech in `STARTING`, of silence in `STOPPING`."""
        return self._run

    def require(self, start_frames: int) -> None:
        """Set how many frames of speech the next beginning needs."""
        self._start_frames = start_frames

    def advance(self, probability: float) -> VoiceActivity:
        """Feed the next frame."""
        match self._activity:
            case VoiceActivity.QUIET | VoiceActivity.STARTING:
                is_speech = probability >= (
                    self._start_at if self._activity is VoiceActivity.QUIET else _STOP_AT
                )
                if not is_speech:
                    self._turn(VoiceActivity.QUIET)
                elif self._activity is VoiceActivity.QUIET:
                    self._turn(VoiceActivity.STARTING)
                else:
                    self._run += 1
                if is_speech and self._run >= self._start_frames:
                    self._turn(VoiceActivity.SPEAKING)
            case VoiceActivity.SPEAKING | VoiceActivity.STOPPING:
                is_speech = probability >= (
                    _STOP_AT if self._activity is VoiceActivity.SPEAKING else self._start_at
                )
                if is_speech:
                    self._turn(VoiceActivity.SPEAKING)
                elif self._activity is VoiceActivity.SPEAKING:
                    self._turn(VoiceActivity.STOPPING)
                else:
                    self._run += 1
                if not is_speech and self._run >= self._stop_frames:
                    self._turn(VoiceActivity.QUIET)
        return self._activity

    def _turn(self, activity: VoiceActivity) -> None:
        self._activity = activity
        self._run = 1 if activity in {VoiceActivity.STARTING, VoiceActivity.STOPPING} else 0
