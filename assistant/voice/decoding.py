"""The decisions around Whisper's decoder. Pure.

Whisper was trained on windows of 30 s and spends most of its time on the silence that pads them.
A shorter window works as long as the padding is *audio* (zeros before the spectrogram) and enough of
it follows the speech, or the decoder begins to loop. Measured with the base model on 40 recorded
sentences (614 words), greedy: 4.4 % of words wrong at 30 s, 4.7 % at 15 and 12 s, 5.1 % at 10 s; one
sentence of 8.6 s was said five times with two seconds to spare, once with three. On two cores that
others used too, 12 s took 25 ms more than 10 s, and a third of the time of 30 s.
"""

import zlib
from collections import Counter
from collections.abc import Collection, Mapping
from typing import Final

import numpy as np

from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ

FULL_WINDOW_S: Final = 30.0
"""The window Whisper was trained on; longer audio is cut."""
SHORT_WINDOW_S: Final = 12.0
"""Least window; see above."""
NO_SPEECH_ABOVE: Final = 0.4
"""Probability of "no speech" above which nothing was said. On 25 clips of noise and 90 commands this
alone removed all of the noise and no command; Whisper's own rule (0.6, and a low mean probability)
let nine through."""

_MARGIN_S = 3.0
_LONGEST_PIECE_S = 28.0
_CUT_SEARCH_S = 6.0
_CUT_SAMPLES = round(0.2 * SAMPLE_RATE_HZ)
_TOKENS_BASE = 16
_TOKENS_PER_S = 14.0
_COMPRESSION_LIMIT = 2.4  # Whisper's own
_SAME_TRIGRAM_LIMIT = 3
_SAME_SENTENCE_WORDS = 4
_SURE_LANGUAGE_AT = 0.5


def window_s(duration_s: float) -> float:
    """Return the length that audio is padded to: 12 to 30 s, with three seconds to spare."""
    return min(FULL_WINDOW_S, max(SHORT_WINDOW_S, np.ceil(duration_s + _MARGIN_S)))


def token_limit(duration_s: float) -> int:
    """Return how many tokens so much speech can have; fast Korean has about 12 a second."""
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
    """Choose among the languages the person may speak.

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


def pieces(audio: Samples) -> list[Samples]:
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
