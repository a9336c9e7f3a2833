"""Text to speech on a thread of its own, with a voice for each language.

A voice is loaded there at its first use, and the two that were used last are kept. Sentences are
spoken in the order of the calls; a call cancelled before its turn never runs.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Final, Protocol

import numpy as np

from assistant.errors import ModelLoadError
from assistant.voice.audio.loudness_normalization import normalized_loudness
from assistant.voice.events import Samples
from assistant.voice.text.pronunciation import pronounceable
from assistant.voice.tts.piper import PiperVoice, config_path, voice_language

SILENCE_DBFS: Final = -50.0
"""What is quieter at a clip's ends is cut off."""
CLOSE_LIMIT_S: Final = 1.0
"""Longest wait for a synthesis under way when the synthesiser is closed."""

KEPT_VOICES: Final = 2
"""Loaded at a time; each holds some 150 MB."""

_KEPT_S: Final = 0.015  # of the quiet before and after the words, so that no consonant is clipped
_FADE_S: Final = 0.005
_SENTENCE_ENDS: Final = tuple(".!?…。！？｡")
_CLAUSE_GAP: Final = 0.4  # of the gap after a sentence
_WARM_UP_TEXT: Final = "Ready."

_log = logging.getLogger(__name__)


class LoadedVoice(Protocol):
    """A loaded voice; used on one thread."""

    sample_rate_hz: int

    def say(self, text: str, *, speed: float) -> list[Samples]:
        """Return mono float32 samples, one array a sentence."""
        ...


def trim_silence(samples: Samples, sample_rate_hz: int) -> Samples:
    """Cut the quiet off both ends and fade them.

    Args:
        samples: Mono PCM, shape `(n,)`, full scale ±1.0.
        sample_rate_hz: Their sample rate.

    Returns:
        A new array; empty if everything is below `SILENCE_DBFS`.
    """
    loud = np.flatnonzero(np.abs(samples) > 10 ** (SILENCE_DBFS / 20))
    if not loud.size:
        return np.zeros(0, np.float32)
    kept = int(_KEPT_S * sample_rate_hz)
    cut = samples[max(0, int(loud[0]) - kept) : int(loud[-1]) + 1 + kept].astype(np.float32)
    ramp = np.linspace(
        0.0, 1.0, min(int(_FADE_S * sample_rate_hz), cut.size // 2), dtype=np.float32
    )
    if ramp.size:
        cut[: ramp.size] *= ramp
        cut[-ramp.size :] *= ramp[::-1]
    return cut


def join_sentences(sentences: Sequence[Samples], sample_rate_hz: int, *, gap_s: float) -> Samples:
    """Put trimmed sentences together, equally loud, each followed by `gap_s` seconds of silence."""
    gap = np.zeros(int(gap_s * sample_rate_hz), np.float32)
    parts = [
        normalized_loudness(trim_silence(sentence, sample_rate_hz), sample_rate_hz)
        for sentence in sentences
    ]
    spoken = [piece for part in parts if part.size for piece in (part, gap)]
    return np.concatenate(spoken) if spoken else np.zeros(0, np.float32)


class PiperSynthesiser:
    """Implements `Synthesiser` with Piper voices.

    Args:
        model: The `.onnx` file of the voice that is used unless a line's language has its own. It
            need not exist yet.
        voices: The `.onnx` files of the voices of other languages, by ISO 639-1 code; those that
            do not exist are as if they were not named.
        speed: Rate of speech, 0.5 to 2.0.
        gap_s: Silence after each sentence at speed 1.0; less after a clause.
        load: Loads a voice; on the synthesiser's thread.
    """

    def __init__(
        self,
        *,
        model: Path,
        voices: Mapping[str, Path] | None = None,
        speed: float = 1.0,
        gap_s: float = 0.2,
        load: Callable[[Path], LoadedVoice] = PiperVoice,
    ) -> None:
        if not speed > 0:
            raise ValueError(f"speed is {speed!r}, not positive")
        self._model = model
        self._voices = dict(voices or {})
        self._speed = speed
        self._gap_s = gap_s / speed
        self._load = load
        self._loaded: OrderedDict[Path, tuple[LoadedVoice, str]] = (
            OrderedDict()
        )  # the last used last
        self._language = _language_or_english(model)
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="synthesiser")
        self._jobs: set[Future[tuple[Samples, int]]] = set()
        self._closed = False

    @property
    def language(self) -> str:
        """ISO 639-1 code of the voice; `en` as long as its description cannot be read."""
        return self._language

    def speaks(self, language: str) -> bool:
        """Whether there is a voice for `language`; looks for its files and loads nothing."""
        return language == self._language or self._own_voice_of(language) is not None

    async def synthesise(self, text: str, *, language: str | None = None) -> tuple[Samples, int]:
        """Speak one sentence or clause.

        Args:
            text: What to say.
            language: ISO 639-1 code of its language; None and languages without a voice of their
                own take the voice of `language`.

        Returns:
            Mono float32 samples and their sample rate in hertz, without leading silence and with a
            short gap at the end; empty if nothing in `text` is speakable.

        Raises:
            ModelLoadError: If the voice cannot be used.
            RuntimeError: If the synthesiser is closed.
        """
        return await self._run(lambda: self._speak(text, language))

    async def _run(self, work: Callable[[], tuple[Samples, int]]) -> tuple[Samples, int]:
        job = self._executor.submit(work)
        self._jobs.add(job)
        job.add_done_callback(self._jobs.discard)
        return await asyncio.wrap_future(job)

    async def warm_up(self, *, language: str | None = None) -> None:
        """Load a voice and run it once, unless it is loaded.

        Args:
            language: Of the lines to come; None and languages without a voice of their own take
                the voice of `language`.

        Raises:
            ModelLoadError: If the voice cannot be used.
        """
        await self._run(lambda: self._warm(language))

    async def aclose(self) -> None:
        """Join the thread; idempotent. What waits is cancelled."""
        if self._closed:
            return
        self._closed = True
        for job in tuple(self._jobs):
            job.cancel()
        last = asyncio.wrap_future(self._executor.submit(lambda: None))
        self._executor.shutdown(wait=False)
        done, _ = await asyncio.wait({last}, timeout=CLOSE_LIMIT_S)
        if not done:
            _log.warning("the synthesiser's thread is still in the model after %s s", CLOSE_LIMIT_S)

    def _own_voice_of(self, language: str) -> Path | None:
        model = self._voices.get(language)
        if model is not None and model.is_file() and config_path(model).is_file():
            return model
        return None

    def _warm(self, language: str | None) -> tuple[Samples, int]:
        if self._path_of(language) in self._loaded:
            return np.zeros(0, np.float32), 0
        return self._speak(_WARM_UP_TEXT, language)

    def _speak(self, text: str, language: str | None) -> tuple[Samples, int]:
        voice, spoken = self._voice_of(self._path_of(language))
        words = pronounceable(text, spoken)
        sentences = voice.say(words, speed=self._speed) if words else []
        ends = words.rstrip("\"')]}»”’」』）").endswith(_SENTENCE_ENDS)
        gap_s = self._gap_s if ends else self._gap_s * _CLAUSE_GAP
        return join_sentences(sentences, voice.sample_rate_hz, gap_s=gap_s), voice.sample_rate_hz

    def _path_of(self, language: str | None) -> Path:
        return (self._own_voice_of(language) if language is not None else None) or self._model

    def _voice_of(self, model: Path) -> tuple[LoadedVoice, str]:
        if model not in self._loaded:
            while len(self._loaded) >= KEPT_VOICES:  # first, so that never three are held
                self._loaded.popitem(last=False)
            voice = self._load(model)
            self._loaded[model] = (voice, _language_or_english(model))
            if model == self._model:
                self._language = self._loaded[model][1]
        self._loaded.move_to_end(model)
        return self._loaded[model]


def _language_or_english(model: Path) -> str:
    try:
        return voice_language(model)
    except ModelLoadError:
        # The same fault is raised to whoever wants to speak; only the language is asked for here.
        return "en"
