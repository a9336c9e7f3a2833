"""Word error rate of a transcript. Pure.

Two texts that say the same in other writing are the same: case, marks, digits or number words,
British or American spelling, contractions. The rules follow those of Whisper's English normaliser in
what they level, not in how.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rapidfuzz.distance import Levenshtein

_UNITS: Final = {
    word: value
    for value, word in enumerate(
        (
            "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
            " fifteen sixteen seventeen eighteen nineteen"
        ).split()
    )
}
_TENS: Final = {
    word: value
    for value, word in zip(
        range(20, 100, 10),
        "twenty thirty forty fifty sixty seventy eighty ninety".split(),
        strict=True,
    )
}
_SCALES: Final = {"thousand": 10**3, "million": 10**6, "billion": 10**9}
_ORDINALS: Final = {
    word: value
    for value, word in enumerate(
        (
            "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh"
            " twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
            " twentieth"
        ).split()
    )
} | {"thirtieth": 30}
_WORDS: Final[Mapping[str, str]] = {
    "ok": "okay",
    "mr": "mister",
    "mrs": "missus",
    "dr": "doctor",
    "st": "saint",
    "colour": "color",
    "colours": "colors",
    "favourite": "favorite",
    "favour": "favor",
    "flavour": "flavor",
    "neighbour": "neighbor",
    "humour": "humor",
    "honour": "honor",
    "labour": "labor",
    "harbour": "harbor",
    "behaviour": "behavior",
    "centre": "center",
    "theatre": "theater",
    "metre": "meter",
    "metres": "meters",
    "litre": "liter",
    "litres": "liters",
    "grey": "gray",
    "programme": "program",
    "cheque": "check",
    "travelling": "traveling",
    "traveller": "traveler",
    "cancelled": "canceled",
    "organise": "organize",
    "organised": "organized",
    "realise": "realize",
    "realised": "realized",
    "recognise": "recognize",
    "recognised": "recognized",
    "apologise": "apologize",
    "alright": "all right",
}
_CONTRACTIONS: Final[tuple[tuple[re.Pattern[str], str], ...]] = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"\bwon't\b", "will not"),
        (r"\bcan't\b", "can not"),
        (r"\bcannot\b", "can not"),
        (r"\blet's\b", "let us"),
        (r"\bo'clock\b", "oclock"),
        (r"\b(it|that|what|where|who|how|there|here|he|she)'s\b", r"\1 is"),
        (r"n't\b", " not"),
        (r"'re\b", " are"),
        (r"'ve\b", " have"),
        (r"'ll\b", " will"),
        (r"'m\b", " am"),
    )
)
_DIGIT_COMMA: Final = re.compile(r"(?<=\d),(?=\d{3}\b)")
_DECIMAL: Final = re.compile(r"(\d)\.(?=\d)")
_MONEY: Final = re.compile(r"([$€£])\s?(\d[\d,.]*\d|\d)")
_MONEY_WORDS: Final = {"$": "dollars", "€": "euros", "£": "pounds"}
_INITIALS: Final = re.compile(r"\b((?:[a-z]\.){2,})")
_TOKEN: Final = re.compile(r"[^\W_]+")
_ORDINAL_DIGITS: Final = re.compile(r"(\d+)(?:st|nd|rd|th)")


def normal_words(text: str) -> list[str]:
    """Return the words of an English text in one common writing.

    Numbers become digits, ordinals digits with `th`; numbers next to each other become one, so that
    "seven thirty", "7:30" and "7 30" are the same.
    """
    text = unicodedata.normalize("NFKC", text).lower().replace("’", "'")
    for pattern, replacement in _CONTRACTIONS:
        text = pattern.sub(replacement, text)
    text = _INITIALS.sub(lambda found: found.group(1).replace(".", "") + " ", text)
    text = _MONEY.sub(lambda found: f"{found.group(2)} {_MONEY_WORDS[found.group(1)]}", text)
    text = _DECIMAL.sub(r"\1 point ", _DIGIT_COMMA.sub("", text))
    text = text.replace("%", " percent").replace("&", " and ").replace("'", "")
    tokens = (part for token in _split(text) for part in _WORDS.get(token, token).split())
    return _merged(_numbered(list(tokens)))


def _split(text: str) -> list[str]:
    return [found.group() for found in _TOKEN.finditer(text)]


def _numbered(tokens: Sequence[str]) -> Iterable[str]:
    at = 0
    while at < len(tokens):
        number = _read_number(tokens, at)
        if number is None:
            ordinal = _ORDINAL_DIGITS.fullmatch(tokens[at])
            yield f"{ordinal.group(1)}th" if ordinal else tokens[at]
            at += 1
        else:
            text, at = number
            yield text


def _read_number(tokens: Sequence[str], at: int) -> tuple[str, int] | None:
    """Read the longest number that begins at `at`; return its digits and where it ends."""
    total, group, last = 0, 0, 0  # `last`: the smallest place that was read, 0 if none
    begin = at
    while at < len(tokens):
        token = tokens[at]
        follows = last == 0 or last >= 100
        if token in _ORDINALS and (follows or (last == 10 and _ORDINALS[token] < 10)):
            return f"{total + group + _ORDINALS[token]}th", at + 1
        if token in _UNITS and (follows or (last == 10 and 0 < _UNITS[token] < 10)):
            group, last = group + _UNITS[token], 1
        elif token in _TENS and follows:
            group, last = group + _TENS[token], 10
        elif token == "hundred" and 0 < group < 100:
            group, last = group * 100, 100
        elif token in _SCALES and 0 < group and (total == 0 or total > _SCALES[token]):
            total, group, last = total + group * _SCALES[token], 0, _SCALES[token]
        elif token == "and" and last >= 100 and _is_small(tokens, at + 1):
            pass
        else:
            break
        at += 1
    return (str(total + group), at) if at > begin else None


def _is_small(tokens: Sequence[str], at: int) -> bool:
    token = tokens[at] if at < len(tokens) else ""
    return token in _UNITS or token in _TENS or token in _ORDINALS


def _merged(tokens: Iterable[str]) -> list[str]:
    merged: list[str] = []
    for token in tokens:
        if merged and token.isdecimal() and merged[-1].isdecimal():
            merged[-1] += token
        else:
            merged.append(token)
    return merged


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorCount:
    """Edits that turn what was said into what was understood."""

    errors: int
    """Substitutions, deletions and insertions, as few as possible."""
    words: int
    """Words that were said."""

    @property
    def rate(self) -> float:
        """Errors a word; above 1 if more was invented than said. Without words 0 or infinite."""
        if self.words:
            return self.errors / self.words
        return float("inf") if self.errors else 0.0

    def __add__(self, other: "ErrorCount") -> "ErrorCount":
        return ErrorCount(errors=self.errors + other.errors, words=self.words + other.words)


def word_errors(said: str, understood: str) -> ErrorCount:
    """Compare two English texts word by word, after `normal_words`."""
    return _compare(normal_words(said), normal_words(understood))


def character_errors(said: str, understood: str) -> ErrorCount:
    """Compare two texts letter by letter, for Korean and Chinese; marks and blanks do not count."""
    return _compare(_letters(said), _letters(understood))


def _letters(text: str) -> list[str]:
    return [c for c in unicodedata.normalize("NFKC", text).lower() if c.isalnum()]


def _compare(said: Sequence[str], understood: Sequence[str]) -> ErrorCount:
    return ErrorCount(errors=Levenshtein.distance(said, understood), words=len(said))
