"""The decisions around Whisper's decoder. Pure.

Whisper was trained on windows of 30 s and spends most of its time on the silence that pads them.
A shorter window works as long as the padding is *audio* (zeros before the spectrogram) and enough of
it follows the speech, or the decoder begins to loop. Measured with the base model, greedy, on 450
English recordings, words wrong with a least window of 8 s and two seconds to spare, 9 and 2.5, 10 and 3:

==================  =====  =========  =========  =========
length of the clip  words  8 s        9 s        10 s
==================  =====  =========  =========  =========
below 3 s             645        160        153        145
3 s and more          820         83         85         86
==================  =====  =========  =========  =========

With 8 s five of the 450 looped, four of them short, which costs a pass over 30 s; with 10 s none did.
The encoder takes 160 ms of one core for 10 s, 125 ms for 8 s and 1200 for 30. faster-whisper with 30 s
and five beams has 6.5 % of the words of 65 sentences wrong where this has 6.2 %.
"""

import zlib
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ

FULL_WINDOW_S: Final = 30.0
"""The window Whisper was trained on; longer audio is cut."""
SHORT_WINDOW_S: Final = 8.0
"""Least window; see above."""
_FEW_WORDS_S = 3.0
_FEW_WORDS_WINDOW_S = 10.0
"""The window of audio that is shorter than that."""
_MARGIN_S = 2.0
_LONGEST_PIECE_S = 28.0
_CUT_SEARCH_S = 6.0
_CUT_SAMPLES = round(0.2 * SAMPLE_RATE_HZ)
_TOKENS_BASE = 16
_TOKENS_PER_S = 14.0
_COMPRESSION_LIMIT = 2.4  # Whisper's own
_SAME_TRIGRAM_LIMIT = 3
_SAME_SENTENCE_WORDS = 4
_SURE_LANGUAGE_AT = 0.5
_PINNING_AT = 0.8
_PINNED_AFTER = 2
_FOREIGN_BELOW = -0.4
_NO_SPEECH_ABOVE = 0.4


def window_s(duration_s: float) -> float:
    """Length that audio is padded to: 8 to 30 s, with two seconds to spare.

    A few words need more silence around them than a sentence.
    """
    if duration_s < _FEW_WORDS_S:
        return _FEW_WORDS_WINDOW_S
    return min(FULL_WINDOW_S, max(SHORT_WINDOW_S, np.ceil(2 * (duration_s + _MARGIN_S)) / 2))


def token_limit(duration_s: float) -> int:
    """Maximum tokens for so much speech; fast Korean has about 12 a second."""
    return _TOKENS_BASE + int(_TOKENS_PER_S * duration_s)


def is_looping(text: str) -> bool:
    """Whether a transcript repeats itself as the decoder does when it is lost.

    True for a compression ratio above 2.4, three times the same three words, or the same sentence
    twice. A person may say such a thing, so it is a reason to decode again with more care, not to
    refuse the text.
    """
    data = text.encode()
    if not data:
        return False
    if len(data) / len(zlib.compress(data)) > _COMPRESSION_LIMIT:
        return True
    words = text.lower().split()
    half = len(words) // 2
    if half >= _SAME_SENTENCE_WORDS and words[:half] == words[half : 2 * half]:
        return True
    trigrams = Counter(zip(words, words[1:], words[2:], strict=False))
    return max(trigrams.values(), default=0) >= _SAME_TRIGRAM_LIMIT


def choose_language(
    probabilities: Mapping[str, float], *, allowed: Collection[str], previous: str | None
) -> str:
    """Choose among the languages the user may speak.

    Args:
        probabilities: Language code to probability, as the model sees it.
        allowed: Codes that come into question; not empty.
        previous: The language spoken before; it holds while the model is unsure, for one short word
            sounds like many languages.
    """
    best = max(sorted(allowed), key=lambda code: probabilities.get(code, 0.0))
    if (
        previous is not None
        and previous in allowed
        and probabilities.get(best, 0.0) < _SURE_LANGUAGE_AT
    ):
        return previous
    return best


@dataclass(frozen=True, slots=True)
class SpokenLanguage:
    """The language that is spoken, as far as it is known."""

    language: str | None = None
    """What was understood last."""
    sure: int = 0
    """How often in a row it was detected beyond doubt."""

    @property
    def pinned(self) -> str | None:
        """The language that need not be detected any more: twice beyond doubt."""
        return self.language if self.sure >= _PINNED_AFTER else None

    def after(self, language: str, probability: float) -> "SpokenLanguage":
        """Update after words were transcribed in a detected language."""
        before = self.sure if language == self.language else 0
        return SpokenLanguage(language, before + 1 if probability >= _PINNING_AT else before)


@dataclass(frozen=True, slots=True)
class DraftedLanguage:
    """The language of the turn that is being drafted, which one draft detected beyond doubt."""

    language: str | None = None
    opening: bytes = b""
    """How the turn begins, by which its next draft is known as of the same."""

    def of(self, audio: Samples) -> str | None:
        """Language of a turn so far; None if it must be detected."""
        return self.language if self.opening and _opening(audio) == self.opening else None

    def after(self, audio: Samples, language: str, probability: float) -> "DraftedLanguage":
        """Update after the language of a turn so far was detected."""
        if probability < _PINNING_AT:
            return self
        return DraftedLanguage(language, _opening(audio))


def _opening(audio: Samples) -> bytes:
    """The first second; empty if there is less."""
    return audio[:SAMPLE_RATE_HZ].tobytes() if len(audio) >= SAMPLE_RATE_HZ else b""


def is_doubtful(no_speech_prob: float, avg_logprob: float) -> bool:
    """Whether words may be of another language than they were decoded in.

    Recorded sentences decoded in their own language had a mean log probability of -0.4 and more in
    nine of ten cases, a Chinese one decoded as English -0.53.
    """
    return avg_logprob < _FOREIGN_BELOW and no_speech_prob <= _NO_SPEECH_ABOVE


def split_audio(audio: Samples) -> list[Samples]:
    """Cut long audio into pieces of at most 28 s, at the quietest fifth of a second near each end.

    Nothing is lost and nothing is heard twice: joined, the pieces are the audio.
    """
    longest = round(_LONGEST_PIECE_S * SAMPLE_RATE_HZ)
    if len(audio) <= round((FULL_WINDOW_S - 1.0) * SAMPLE_RATE_HZ):
        return [audio]
    cut: list[Samples] = []
    while len(audio) > longest:
        first = longest - round(_CUT_SEARCH_S * SAMPLE_RATE_HZ)
        blocks = audio[first:longest]
        blocks = blocks[: len(blocks) // _CUT_SAMPLES * _CUT_SAMPLES].reshape(-1, _CUT_SAMPLES)
        quietest = int(np.argmin(np.square(blocks, dtype=np.float64).sum(axis=1)))
        end = first + quietest * _CUT_SAMPLES + _CUT_SAMPLES // 2
        cut.append(audio[:end])
        audio = audio[end:]
    return [*cut, audio]
