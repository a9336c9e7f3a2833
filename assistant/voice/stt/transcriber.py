"""The transcriber thread: one job at a time, the ones nobody waits for left out.

Drafts of a turn that is not over run on a thread of their own, for a pass of the encoder cannot be
cancelled and would keep the transcript of a pause waiting. None begins while a turn is transcribed,
and they take a share of the time at most, so that a machine that is slow at them has fewer.
"""

import asyncio
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from typing import Final

from assistant.clock import Clock
from assistant.voice.audio.loudness import white_noise
from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ, Transcript
from assistant.voice.stt.whisper import RecognitionCancelled, WhisperRecogniser

DRAFT_SHARE: Final = 0.5
"""Share of the time that drafts may take while the user speaks."""


class ThreadedTranscriber:
    """Implements `Transcriber` over a recogniser that is loaded on the thread when first needed.

    Args:
        load: Loads the recogniser; called on the thread, again after it failed.
        clock: Measures how long a job took.
    """

    def __init__(self, *, load: Callable[[], WhisperRecogniser], clock: Clock) -> None:
        self._load = load
        self._clock = clock
        self._recogniser: WhisperRecogniser | None = None
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="transcriber")
        self._drafter = ThreadPoolExecutor(max_workers=1, thread_name_prefix="drafter")
        self._closing = threading.Event()
        self._last: Future[Transcript] | None = None
        self._last_draft: Future[Transcript] | None = None
        self._draft_given_up = threading.Event()
        self._next_draft_at = 0.0

    async def transcribe(self, audio: Samples, *, bias: Sequence[str] = ()) -> Transcript:
        """A cancelled job that has not begun never does; one that runs ends at its next step.

        Raises:
            ModelFileError: If a file of the model is missing.
            ModelLoadError: If the model cannot be used.
        """
        self._draft_given_up.set()
        given_up = threading.Event()
        names = tuple(bias)
        self._last = self._worker.submit(lambda: self._run(audio, names, given_up))
        try:
            return await asyncio.wrap_future(self._last)
        except asyncio.CancelledError:
            given_up.set()
            raise
        except RecognitionCancelled as error:  # the transcriber is closing
            raise asyncio.CancelledError from error

    async def draft(
        self, audio: Samples, *, bias: Sequence[str] = (), at_pause: bool = False
    ) -> Transcript | None:
        """Never loads a model by itself."""
        recogniser = self._recogniser
        if recogniser is None:
            return None
        if not (recogniser.drafts_quickly if at_pause else self._has_time_to_draft):
            return None
        given_up = self._draft_given_up = threading.Event()
        names = tuple(bias)
        self._last_draft = self._drafter.submit(
            lambda: self._draft(recogniser, audio, names, given_up)
        )
        try:
            return await asyncio.wrap_future(self._last_draft)
        except asyncio.CancelledError:
            given_up.set()
            raise
        except RecognitionCancelled:
            return None

    async def warm_up(self) -> None:
        # Digital silence would not be decoded at all.
        await self.transcribe(white_noise(SAMPLE_RATE_HZ))

    async def aclose(self) -> None:
        self._closing.set()
        for worker in (self._worker, self._drafter):
            await asyncio.to_thread(worker.shutdown, wait=True, cancel_futures=True)

    def _run(self, audio: Samples, bias: Sequence[str], given_up: threading.Event) -> Transcript:
        started = self._clock.monotonic()
        if self._recogniser is None:
            self._recogniser = self._load()
        transcript = self._recogniser.recognise(
            audio, bias=bias, is_cancelled=lambda: self._is_withdrawn(given_up)
        )
        return replace(transcript, seconds=self._clock.monotonic() - started)

    @property
    def _has_time_to_draft(self) -> bool:
        jobs = (self._last, self._last_draft)
        is_busy = any(job is not None and not job.done() for job in jobs)
        return not is_busy and self._clock.monotonic() >= self._next_draft_at

    def _draft(
        self,
        recogniser: WhisperRecogniser,
        audio: Samples,
        bias: Sequence[str],
        given_up: threading.Event,
    ) -> Transcript:
        started = self._clock.monotonic()
        try:
            return recogniser.draft(
                audio, bias=bias, is_cancelled=lambda: self._is_withdrawn(given_up)
            )
        finally:
            took = self._clock.monotonic() - started
            self._next_draft_at = started + took / DRAFT_SHARE

    def _is_withdrawn(self, given_up: threading.Event) -> bool:
        return given_up.is_set() or self._closing.is_set()
