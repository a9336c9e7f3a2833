"""Text to speech on a thread of its own, with a voice for each language.

A voice is loaded there at its first use, and the two that were used last are kept. Sentences are
spoken in the order of the calls; a call cancelled before its turn never runs.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final

import numpy as np

from assistant.errors import ModelLoadError
from assistant.voice.audio.loudness_normalization import normalized_loudness
from assistant.voice.events import Samples
from assistant.voice.text.pronunciation import pronounceable
from assistant.voice.tts.voice_source import LoadedVoice, VoiceSource

SILENCE_DBFS: Final = -50.0
"""What is quieter at a clip's ends is cut off."""
CLOSE_LIMIT_S: Final = 1.0
"""Longest wait for a synthesis under way when the synthesiser is closed."""

KEPT_VOICES: Final = 2
"""Loaded at a time; each holds 170 to 290 MB."""

_KEPT_S: Final = 0.015  # of the quiet before and after the words, so that no consonant is clipped
_FADE_S: Final = 0.005
_SENTENCE_ENDS: Final = tuple(".!?…。！？｡")
_CLAUSE_GAP: Final = 0.4  # of the gap after a sentence
_WARM_UP_TEXT: Final = "Ready."

_log = logging.getLogger(__name__)


def trim_silence(samples: Samples, sample_rate_hz: int) -> Samples:
    """Cut the quiet off both ends and fade them.

    Args:
        samples: Mono PCM, shape `(n,)`, full scale ±1.0.

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
    """Join trimmed sentences, equally loud, each followed by `gap_s` seconds of silence."""
    gap = np.zeros(int(gap_s * sample_rate_hz), np.float32)
    parts = [
        normalized_loudness(trim_silence(sentence, sample_rate_hz), sample_rate_hz)
        for sentence in sentences
    ]
    spoken = [piece for part in parts if part.size for piece in (part, gap)]
    return np.concatenate(spoken) if spoken else np.zeros(0, np.float32)


class ThreadedSynthesiser:
    """Implements `Synthesiser` with voices of any engine.

    A language is spoken by the voice that was chosen for it, else by `home` if that is its own, else
    by the first of `others` in it. Of those only voices that are here count, and one that cannot be
    loaded gives way to the next.

    Args:
        home: The voice that is used unless a line's language has its own. It need not be here yet.
        chosen: The user's voices of particular languages, by ISO 639-1 code.
        others: Voices that may be used where none was chosen, the best first.
        speed: Rate of speech, 0.5 to 2.0.
        gap_s: Silence after each sentence at speed 1.0; less after a clause.
    """

    def __init__(
        self,
        *,
        home: VoiceSource,
        chosen: Mapping[str, VoiceSource] | None = None,
        others: Sequence[VoiceSource] = (),
        speed: float = 1.0,
        gap_s: float = 0.2,
    ) -> None:
        if not speed > 0:
            raise ValueError(f"speed is {speed!r}, not positive")
        self._home = home
        self._chosen = dict(chosen or {})
        self._others = tuple(others)
        self._speed = speed
        self._gap_s = gap_s / speed
        self._loaded: OrderedDict[VoiceSource, tuple[LoadedVoice, str]] = (
            OrderedDict()
        )  # the last used last
        self._broken: set[VoiceSource] = set()
        self._language = home.language
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="synthesiser")
        self._jobs: set[Future[tuple[Samples, int]]] = set()
        self._closed = False

    @property
    def language(self) -> str:
        return self._language

    def speaks(self, language: str) -> bool:
        return language == self._language or any(self._own_voices_of(language))

    def voice_to_fetch(self, language: str) -> str | None:
        missing = (v.name for v in self._others if v.language == language and not v.is_present())
        return next(missing, None)

    async def synthesise(self, text: str, *, language: str | None = None) -> tuple[Samples, int]:
        """Speak one sentence or clause.

        Args:
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

    def _own_voices_of(self, language: str) -> Iterator[VoiceSource]:
        chosen = self._chosen.get(language)
        if chosen is not None and chosen.is_present():
            yield chosen
        if language == self._language:
            yield self._home
        yield from (v for v in self._others if v.language == language and v.is_present())

    def _warm(self, language: str | None) -> tuple[Samples, int]:
        if self._candidates(language)[0] in self._loaded:
            return np.zeros(0, np.float32), 0
        return self._speak(_WARM_UP_TEXT, language)

    def _speak(self, text: str, language: str | None) -> tuple[Samples, int]:
        voice, spoken = self._voice_of(self._candidates(language))
        words = pronounceable(text, spoken)
        sentences = voice.say(words, speed=self._speed) if words else []
        ends = words.rstrip("\"')]}»”’」』）").endswith(_SENTENCE_ENDS)
        gap_s = self._gap_s if ends else self._gap_s * _CLAUSE_GAP
        return join_sentences(sentences, voice.sample_rate_hz, gap_s=gap_s), voice.sample_rate_hz

    def _candidates(self, language: str | None) -> list[VoiceSource]:
        """Voices that may speak `language`, the best first; never empty."""
        own = dict.fromkeys(self._own_voices_of(language or self._language))
        if language is None:
            own = {self._home: None} | own
        usable = [voice for voice in own if voice not in self._broken]
        return usable or [*own] or [self._home]

    def _voice_of(self, candidates: Sequence[VoiceSource]) -> tuple[LoadedVoice, str]:
        first, *others = candidates
        try:
            return self._load(first)
        except ModelLoadError as error:
            if not others:
                raise
            _log.warning("%s is not used: %s", first.name, error)
            self._broken.add(first)
            return self._voice_of(others)

    def _make_room(self, coming: VoiceSource) -> None:
        """Unload the voice used longest ago, before another one is loaded beside it."""
        heavy = [voice for voice in self._loaded if not voice.is_light]
        if not coming.is_light and len(heavy) >= KEPT_VOICES:
            del self._loaded[heavy[0]]

    def _load(self, source: VoiceSource) -> tuple[LoadedVoice, str]:
        if source not in self._loaded:
            self._make_room(source)
            self._loaded[source] = source.load(), source.language
            self._broken.discard(source)
            if source == self._home:
                self._language = self._loaded[source][1]
        self._loaded.move_to_end(source)
        return self._loaded[source]
