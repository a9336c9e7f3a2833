"""The transcriber thread: one job at a time, the ones nobody waits for left out."""

import asyncio
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Protocol

from assistant.clock import Clock
from assistant.voice.audio.loudness import white_noise
from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ, Transcript
from assistant.voice.stt.whisper import RecognitionCancelled


class SpeechRecogniser(Protocol):
    """What the thread needs of a model."""

    def recognise(
        self, audio: Samples, *, bias: Sequence[str] = (), is_cancelled: Callable[[], bool] = ...
    ) -> Transcript:
        """Understand one turn."""
        ...


class ThreadedTranscriber:
    """Implements `Transcriber` over a recogniser that is loaded on the thread when first needed.

    Args:
        load: Loads the recogniser; called on the thread, again after it failed.
        clock: Measures how long a job took.
    """

    def __init__(self, *, load: Callable[[], SpeechRecogniser], clock: Clock) -> None:
        self._load = load
        self._clock = clock
        self._recogniser: SpeechRecogniser | None = None
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="transcriber")
        self._closing = threading.Event()

    async def transcribe(self, audio: Samples, *, bias: Sequence[str] = ()) -> Transcript:
        """See `Transcriber.transcribe`.

        A cancelled job that has not begun never does; one that runs ends at its next step.

        Raises:
            ModelFileError: If a file of the model is missing.
            ModelLoadError: If the model cannot be used.
        """
        given_up = threading.Event()
        names = tuple(bias)
        job = self._worker.submit(lambda: self._run(audio, names, given_up))
        try:
            return await asyncio.wrap_future(job)
        except asyncio.CancelledError:
            given_up.set()
            raise
        except RecognitionCancelled as error:  # the transcriber is closing
            raise asyncio.CancelledError from error

    async def warm_up(self) -> None:
        """See `Transcriber.warm_up`."""
        # Digital silence would not be decoded at all.
        await self.transcribe(white_noise(SAMPLE_RATE_HZ))

    async def aclose(self) -> None:
        """See `Transcriber.aclose`."""
        self._closing.set()
        await asyncio.to_thread(self._worker.shutdown, wait=True, cancel_futures=True)

    def _run(self, audio: Samples, bias: Sequence[str], given_up: threading.Event) -> Transcript:
        started = self._clock.monotonic()
        if self._recogniser is None:
            self._recogniser = self._load()

        def is_cancelled() -> bool:
            return given_up.is_set() or self._closing.is_set()

        transcript = self._recogniser.recognise(audio, bias=bias, is_cancelled=is_cancelled)
        return replace(transcript, seconds=self._clock.monotonic() - started)
