"""The words of a text as they are compared: without case and marks. Pure."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

_SINGLE: Final = r"\u1100-\u11ff\u3040-\u30ff\u3130-\u318f\u3400-\u9fff\uac00-\ud7a3"
_ALONE: Final = re.compile(rf"[{_SINGLE}]")
_WORDS: Final = re.compile(rf"[{_SINGLE}]|[^\W{_SINGLE}]+")


def plain_words(text: str) -> list[str]:
    """Return the words; each character of Chinese, Japanese and Korean stands alone."""
    return _WORDS.findall(unicodedata.normalize("NFKC", text).casefold())


def word_count(words: Iterable[str]) -> float:
    """Return how many words they are; a character that stands alone counts as half of one."""
    return sum(0.5 if _ALONE.match(word) else 1.0 for word in words)
