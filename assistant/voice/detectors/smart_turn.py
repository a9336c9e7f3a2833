"""Is the sentence finished? smart-turn v3.2 listens to the last eight seconds and says how likely.

The model takes 80–125 ms, several voice activity frames, so it runs on a worker of its own with one
inference thread and the listener thread only hands audio over.
"""

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, cast

import numpy as np

from assistant.errors import AssistantError
from assistant.voice.detectors.onnx_model import Floats, OnnxModel
from assistant.voice.detectors.thread_priority import lower_thread_priority
from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ

_log = logging.getLogger(__name__)

WINDOW_S = 8
"""Length of audio the model was trained on; shorter turns are padded with silence on the left."""

_VARIANCE_FLOOR = 1e-7


class _LogMel(Protocol):
    def __call__(self, waveform: Samples, padding: int) -> Floats: ...


class SmartTurn:
    """The model. Not for use on several threads at once.

    Raises:
        ModelFileError: If the file is missing.
        ModelLoadError: If it does not load.
    """

    def __init__(self, path: Path) -> None:
        self._model = OnnxModel(path)
        extractor = cast("Any", import_module("faster_whisper.feature_extractor"))
        self._log_mel = cast("_LogMel", extractor.FeatureExtractor(chunk_length=WINDOW_S))

    def features(self, audio: Samples) -> Floats:
        """Whisper's log-mel features of the last eight seconds, shape `(80, 800)`.

        As in the Transformers feature extractor with `do_normalize`, the padded waveform is brought
        to zero mean and unit variance first; faster-whisper's extractor, used here, leaves that
        out.

        Args:
            audio: 16 kHz mono, of any length.
        """
        length = WINDOW_S * SAMPLE_RATE_HZ
        window = audio[-length:].astype(np.float32)
        window = np.pad(window, (length - len(window), 0))
        window = (window - window.mean()) / np.sqrt(window.var() + _VARIANCE_FLOOR)
        return self._log_mel(window.astype(np.float32), padding=0).astype(np.float32)

    def probability(self, audio: Samples) -> float:
        """Probability that the speaker has finished.

        Args:
            audio: The turn so far with some 200 ms of silence at its end, 16 kHz mono.
        """
        return float(self._model.run_one(self.features(audio)[None])[0, 0])


class TurnJudge:
    """Runs a turn model on a thread of its own.

    Args:
        load: Builds the model; called on the worker, once. If it raises an `AssistantError`, that
            is logged, and every verdict is None from then on.
    """

    def __init__(self, load: Callable[[], SmartTurn]) -> None:
        self._load = load
        self._model: SmartTurn | None = None
        self._is_usable = True
        # The verdict is of use only with the words, which are understood at the same time.
        self._worker = ThreadPoolExecutor(
            max_workers=1, thread_name_prefix="turn-judge", initializer=lower_thread_priority
        )

    def warm_up(self, done: Callable[[], object]) -> None:
        """Begin to load the model and run it once; returns at once.

        Args:
            done: Called on any thread once it is warm, cannot be loaded, or `close` came first.
        """
        silence = np.zeros(SAMPLE_RATE_HZ, np.float32)
        self._worker.submit(self._probability, silence).add_done_callback(lambda _: done())

    def judge(self, audio: Samples, done: Callable[[float | None], None]) -> None:
        """Ask whether a turn is complete; returns at once.

        Args:
            audio: As for `SmartTurn.probability`; not written again by the caller.
            done: Called on the worker with the probability, or with None if there is no model.
        """
        self._worker.submit(self._run, audio, done)

    def close(self) -> None:
        """Stop after the present verdict; drops those still waiting. Idempotent."""
        self._worker.shutdown(wait=True, cancel_futures=True)

    def _run(self, audio: Samples, done: Callable[[float | None], None]) -> None:
        done(self._probability(audio))

    def _probability(self, audio: Samples) -> float | None:
        if not self._is_usable:
            return None
        try:
            if self._model is None:
                self._model = self._load()
            return self._model.probability(audio)
        except AssistantError as error:
            self._is_usable = False
            _log.warning("End of turn is judged by silence alone: %s", error.message)
            return None
