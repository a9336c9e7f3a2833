"""Cut what was heard, and what is written, into units that can be compared. Pure.

A unit is a word, a number, a symbol that is spoken, or, in Korean and Chinese, one character.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import Final

from assistant.languages.lexicon import Lexicon, WritingScript, replacement

_APOSTROPHES: Final = "'’ʼ`"
_NO_APOSTROPHES: Final = str.maketrans("", "", _APOSTROPHES)
_TOKEN: Final = re.compile(
    rf"\d+(?:st|nd|rd|th)\b|\d+|[^\W\d_]+(?:[{_APOSTROPHES}][^\W\d_]+)*|[&~+#%@👍👌🙆✅👎❌🙅]",
    re.IGNORECASE,
)
_WESTERN: Final = re.compile(r"[a-z0-9]+", re.IGNORECASE)
_RANGE: Final = re.compile(r"(?<=\d)\s*[-\N{EN DASH}~\N{WAVE DASH}]\s*(?=\d)")
_ARTICLE: Final = re.compile(rf"([^\W\d_]+)[{_APOSTROPHES}]")
_PAUSE: Final = re.compile(r"\s?[,.;:!?…，。！？、—–(]")
_PAUSE_BETWEEN_WORDS: Final = re.compile(r"\s?(?:[;!?…，。！？、—–(]|[,.:](?!\w))")
"""Not the mark in "59,50", "2.4" and "report.pdf"."""
_MARK_AFTER: Final = re.compile(r"\s*[,.;:!?…，。！？、—–]")
_CIRCLED: Final = re.compile("[\u2460-\u2473\u2776-\u277f\u24b6-\u24e9]")
_VERSION_SIGN: Final = re.compile(r"(?<![^\W_])[vV]\.?(?=\d+\.\d)")
"""What stands before a version: "v3.12"."""
_DRAWN_OUT: Final = re.compile(r"(?<=[^\W\d_])(?<!i)([aeou\u00e9])\1{2,}(?![^\W_])", re.IGNORECASE)
"""The end of a word that is drawn out: "nooo"."""
_NUMBER_SIGN: Final = re.compile(r"#(?=\d)")


@dataclass(frozen=True, slots=True, kw_only=True)
class TextToken:
    """One unit and where it stands in the text it was cut from."""

    text: str
    start: int
    end: int
    begins: bool
    """Whether it is the first of a token: a space or mark, or nothing, stands before it."""
    pauses: bool = False
    """Whether a mark follows that parts clauses."""


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """Return a pattern of a lexicon, compiled: `re.sub` takes longer to find it than to use it."""
    return re.compile(pattern)


def composed(text: str) -> str:
    """Return a text in compatibility forms; digits in circles stay apart from each other."""
    text = text.replace("\N{WAVE DASH}", "~")
    return unicodedata.normalize("NFKC", _CIRCLED.sub(r" \g<0> ", text))


def tokenize_text(text: str, lexicon: Lexicon) -> tuple[str, tuple[TextToken, ...]]:
    """Return the text as it was cut (compatibility forms composed), and its units."""
    text = composed(text)
    for pattern, said in lexicon.spelling.rewrites:
        text = compiled(pattern).sub(replacement(said), text)
    text = _DRAWN_OUT.sub(r"\1", _VERSION_SIGN.sub("", text))
    text = _NUMBER_SIGN.sub(" ", _RANGE.sub(" ~ ", text))
    units: list[TextToken] = []
    is_syllables = lexicon.script is WritingScript.SYLLABLES
    last_end = -1
    for token in _TOKEN.finditer(text):
        is_first, size = True, len(token.group())
        is_pause = _pause_pattern(lexicon.script).match(text, token.end()) is not None
        for start, end in _pieces(token.group(), lexicon):
            written = token.group()[start:end].casefold().translate(_NO_APOSTROPHES)
            if written in lexicon.spelling.before_commas and _MARK_AFTER.match(
                text, token.start() + end
            ):
                written += ","
            units.append(
                TextToken(
                    text=lexicon.spelling.same_characters.get(written, written),
                    start=token.start() + start,
                    end=token.start() + end,
                    begins=(is_first and token.start() != last_end)
                    or (is_syllables and not is_first and written.isdecimal()),
                    pauses=is_pause and end == size,
                )
            )
            is_first = False
        last_end = token.end()
    return text, tuple(units)


def _pause_pattern(script: WritingScript) -> re.Pattern[str]:
    return _PAUSE_BETWEEN_WORDS if script is WritingScript.WORDS else _PAUSE


def _pieces(token: str, lexicon: Lexicon) -> list[tuple[int, int]]:
    """Return the parts of a token: the whole, or each character that is not western."""
    if lexicon.script is WritingScript.WORDS:
        article = _ARTICLE.match(token) if lexicon.spelling.elided else None
        is_dropped = article is not None and article.group(1).casefold() in lexicon.spelling.elided
        return [(article.end() if article is not None and is_dropped else 0, len(token))]
    if _WESTERN.fullmatch(token):
        return [(0, len(token))]
    pieces: list[tuple[int, int]] = []
    at = 0
    while at < len(token):
        western = _WESTERN.match(token, at)
        end = western.end() if western else at + 1
        pieces.append((at, end))
        at = end
    return pieces


def key(units: tuple[str, ...] | list[str], script: WritingScript) -> str:
    """Return units as one text to look up; numbers that were said apart stay apart."""
    if script is WritingScript.WORDS:
        return " ".join(units)
    text = ""
    for unit in units:
        text = joined(text, unit, script)
    return text


def joined(text: str, unit: str, script: WritingScript) -> str:
    """Return a text to look up with one more unit."""
    if not text:
        return unit
    is_apart = script is WritingScript.WORDS or (unit.isdecimal() and text[-1].isdecimal())
    return f"{text} {unit}" if is_apart else text + unit


def plain(text: str, lexicon: Lexicon) -> str:
    """Return a text in the form in which two that are said alike are equal."""
    _text, units = tokenize_text(text, lexicon)
    return key([unit.text for unit in units], lexicon.script)
