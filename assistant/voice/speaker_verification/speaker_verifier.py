"""Tells the user's voice from others on a thread of its own."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from assistant.errors import AssistantError
from assistant.voice.detectors.thread_priority import lower_thread_priority
from assistant.voice.events import Samples
from assistant.voice.speaker_verification.model.own_voice import HeardVoice, OwnVoices
from assistant.voice.speaker_verification.voice_embedding import VoiceEmbedder

_log = logging.getLogger(__name__)


class ThreadedSpeakerVerifier:
    """Implements `SpeakerVerifier`.

    Args:
        voices: Those that were learned, and others.
        load: Builds the model; called on the thread, once. If it raises an `AssistantError`, that
            is logged, and it answers None from then on.
    """

    def __init__(
        self,
        voices: OwnVoices,
        load: Callable[[], VoiceEmbedder] = VoiceEmbedder,
    ) -> None:
        self._voices = voices
        self._load = load
        self._model: VoiceEmbedder | None = None
        self._is_usable = True
        # Its answer is of use only with the words, which are understood at the same time.
        self._worker = ThreadPoolExecutor(
            max_workers=1, thread_name_prefix="speaker", initializer=lower_thread_priority
        )

    async def is_own_voice(self, audio: Samples, *, is_call: bool = False) -> bool | None:
        """See `SpeakerVerifier`."""
        loop = asyncio.get_running_loop()
        heard = await loop.run_in_executor(self._worker, self._heard, audio)
        return None if heard is None else self._voices.has(heard, is_call=is_call)

    def warm_up(self) -> None:
        self._worker.submit(self._heard, np.zeros(0, np.float32))

    async def aclose(self) -> None:
        await asyncio.to_thread(self._worker.shutdown, wait=True, cancel_futures=True)

    def _heard(self, audio: Samples) -> HeardVoice | None:
        if not self._is_usable:
            return None
        try:
            if self._model is None:
                self._model = self._load()
            return self._model.heard(audio)
        except AssistantError as error:
            self._is_usable = False
            _log.warning("Voices are not told apart: %s", error.message)
            return None
