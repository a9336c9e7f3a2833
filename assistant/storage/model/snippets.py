"""Where the words of a query stand in a text, what to show of it, how good a find it is. Pure."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from assistant.storage.model.search_query import ALONE, SearchTerm, normal

SNIPPET: Final = 160
"""Characters of a snippet, without the dots."""
_BEFORE: Final = 48
"""Characters that a snippet shows before the first match."""
_DOTS: Final = "…"
_MAX_SPANS: Final = 64
"""Matches of one word that are counted."""
_USUAL_LENGTH: Final = 400
"""Characters of a message; a longer one must hold a word more often to be as good a find."""
_FRESH_DAYS: Final = 14.0
"""After so many days half of the advantage of a new message is gone."""

_MARKS: Final = (
    (re.compile(r"^[ \t]*(?:```|~~~).*$", re.MULTILINE), ""),
    (
        re.compile(
            r"^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?)", re.MULTILINE
        ),
        "",
    ),
    (re.compile(r"\*\*(?=\S)|(?<=\S)\*\*|`"), ""),
)
"""Marks of Markdown that say nothing in one line, and what takes their place."""

_RULE: Final = re.compile(r"^[ \t:|-]+$", re.MULTILINE)
_TABLE_LINE: Final = re.compile(r"^[ \t]*\|.*$", re.MULTILINE)

_LETTER: Final = f"(?:(?![{ALONE}])[^\\W_])"

Span = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Snippet:
    """Some of a text around the first match, in one line."""

    text: str
    matches: tuple[Span, ...]
    """Where the matches are in `text`: begin and end, in characters."""


def one_line(text: str) -> str:
    """Normalise text for the functions of this module: one line, without marks."""
    text = _RULE.sub(lambda line: "" if "---" in line[0] else line[0], text)
    for marks, instead in _MARKS:
        text = marks.sub(instead, text)
    text = _TABLE_LINE.sub(lambda line: line[0].replace("|", " "), text)
    return " ".join(normal(text).split())


def find_spans(line: str, sought: Sequence[SearchTerm]) -> tuple[tuple[Span, ...], ...]:
    """Where each word or phrase stands in a line, in the order sought.

    Ignores case and the marks of Latin, Greek and Cyrillic letters.
    """
    folded = _folded(line)
    return tuple(_spans(folded, one) for one in sought)


def may_hold(text: str, sought: Sequence[SearchTerm]) -> bool:
    """Whether a text has the letters of each word, wherever in it: cheaper than finding them."""
    folded = _folded(text)
    return all(_folded(token) in folded for one in sought for token in one.tokens)


def make_snippet(line: str, spans: Sequence[Sequence[Span]]) -> Snippet:
    """Cut a line around the place where most of what is sought stands.

    Args:
        line: The text, in one line.
        spans: Where each word stands, from `find_spans`.
    """
    begin = max(0, _best_begin(spans) - _BEFORE)
    if len(line) - begin < SNIPPET:
        begin = max(0, len(line) - SNIPPET)
    if begin:  # at the beginning of a word, if there is one near
        space = line.find(" ", begin, begin + _BEFORE // 2)
        begin = space + 1 if space >= 0 else begin
    end = min(len(line), begin + SNIPPET)
    head, tail = _DOTS if begin else "", _DOTS if end < len(line) else ""
    inside = sorted(
        {(max(a, begin), min(b, end)) for word in spans for a, b in word if a < end and b > begin}
    )
    shift = len(head) - begin
    return Snippet(
        text=head + line[begin:end] + tail,
        matches=tuple((a + shift, b + shift) for a, b in _merged(inside)),
    )


def score(spans: Sequence[Sequence[Span]], *, length: int, age_days: float) -> float:
    """Rank a hit; more is better.

    The term weight is that of Okapi BM25 without the rarity of words, which is the same for every
    hit of one query. Newer messages come first where the rest is equal.

    Args:
        spans: Where each word stands, from `find_spans`.
        length: Characters of the message.
        age_days: How long ago it was said.
    """
    damping = 1.2 * (0.5 + 0.5 * length / _USUAL_LENGTH)
    weight = sum(len(word) / (len(word) + damping) for word in spans)
    return weight * (1 + 1 / (1 + max(0.0, age_days) / _FRESH_DAYS))


def _folded(text: str) -> str:
    """Return a text of the same length without case and marks."""
    # Of ASCII that is the same, and ten times as fast.
    return text.lower() if text.isascii() else text.translate(_plain_letters())


def _spans(folded: str, sought: SearchTerm) -> tuple[Span, ...]:
    pattern = _pattern(sought)
    found: list[Span] = []
    for match in pattern.finditer(folded):
        found.append(match.span())
        if len(found) == _MAX_SPANS:
            break
    return tuple(found)


def _pattern(sought: SearchTerm) -> re.Pattern[str]:
    words = [_folded(word) for word in sought.tokens]
    first, last = words[0], words[-1]
    before = f"(?<!{_LETTER})" if re.match(_LETTER, first) else ""
    after = f"(?!{_LETTER})" if sought.is_exact and re.match(_LETTER, last) else ""
    return re.compile(before + r"[\W_]*".join(re.escape(word) for word in words) + after)


def _best_begin(spans: Sequence[Sequence[Span]]) -> int:
    """Start of the window that holds most of the different words; 0 if there are none."""
    begins = sorted((span[0], word) for word, of_word in enumerate(spans) for span in of_word)
    best, most = 0, 0
    for place, (begin, _word) in enumerate(begins):
        inside = {word for at, word in begins[place:] if at < begin + SNIPPET - _BEFORE}
        if len(inside) > most:
            best, most = begin, len(inside)
            if most == len(spans):
                break
    return best


def _merged(spans: Sequence[Span]) -> list[Span]:
    merged: list[Span] = []
    for begin, end in spans:
        if merged and begin <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((begin, end))
    return merged


@cache
def _plain_letters() -> dict[int, str]:
    """The plain lower-case letter for every letter that has one; each is one character."""
    table: dict[int, str] = {}
    for code in (*range(0x41, 0x2000), *range(0xFF21, 0xFF5B)):
        base = unicodedata.normalize("NFD", chr(code))[0].lower()
        if len(base) == 1 and base != chr(code):
            table[code] = base
    return table
