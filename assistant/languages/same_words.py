"""Whether two transcripts say the same, however they are written. Pure."""

import re
import unicodedata
from typing import Final

_UNSPACED: Final = "\u3005\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af"
_TOKEN: Final = re.compile(
    r"\d+(?:[.,:/]\d+)*"  # what stands between figures is part of the number
    rf"|[{_UNSPACED}]"  # where spaces are no matter of words, each character counts
    rf"|[^\W\d_{_UNSPACED}]+(?:'[^\W\d_{_UNSPACED}]+)*"  # we're is not were
    r"|[%$€£¥₩°+#&@=*/\\]|-(?=\d)"
)


def same_words(one: str, other: str) -> bool:
    """Whether two texts are the same but for case, punctuation and spacing.

    Numbers with their signs and units stay apart: 5, -5, 5.5 and 5 % are four things.
    """
    return one == other or _tokens(one) == _tokens(other)


def _tokens(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKC", text).casefold().replace("\u2019", "'")
    return _TOKEN.findall(plain)
