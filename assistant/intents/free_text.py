"""Decides whether free text can be a name or a task. Pure.

What a number or a time leaves over is neither: then a value was not read as it was said.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from assistant.intents.folding import fold
from assistant.intents.sentence_matcher import SentenceMatcher, SlotReader, Words
from assistant.intents.slot_readers import Passage
from assistant.intents.template import Slot, Template, TemplateReader
from assistant.intents.value_readers import NumberReader
from assistant.languages.sentence_table import SentenceTable

_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_AROUND: Final = re.compile(r"(?<=\w)'s\b|\b[^\W\d_]{1,2}'(?=\w)")
"""What is written together with a word by an apostrophe: tomorrow's, d'hier."""
_FIGURE: Final = re.compile(r"\d[.,:;/~–—'-]\d|[-+±×÷=<>≤≥*/]\s*\d|\d\s*[+±×÷=<>≤≥*/]")
"""Digits with a sign between or beside them."""
_ZERO: Final = re.compile(r"(?<![\d.,:/-])0(?![\d.,:/-])")
_MOMENTS: Final = ("day", "repeat", "after")
_CLOCK: Final = "clock"
_PART: Final = "part"


@dataclass(frozen=True, slots=True)
class _Moment:
    """Where a time, a day or a length stands in a text."""

    start: int
    end: int
    is_part: bool = False
    """Whether it is a part of the day alone, which may be a word of a task: the morning paper."""
    is_word: bool = False
    """Whether it is one word."""


class FreeText:
    """Judges the words of one language.

    Args:
        table: The language.
        templates: Reads its templates.
        readers: What reads each slot.
        numbers: Reads its numbers.
    """

    def __init__(
        self,
        table: SentenceTable,
        templates: TemplateReader,
        readers: Mapping[str, SlotReader],
        numbers: NumberReader,
    ) -> None:
        self._is_spaced = table.is_spaced
        self._readers = readers
        self._numbers = numbers
        self._moments: tuple[Template, ...] = (
            *(templates.read(f"<{name}>") for name in _MOMENTS),
            (Slot("length"),),
        )
        self._clock = templates.read(f"<{_CLOCK}>")
        self._part = templates.read(f"<{_PART}>")
        self._known: tuple[str, Sequence[_Moment]] = "", ()
        names = table.names
        self._units = _folded(table.lengths.units)
        self._measures = _folded(names.measures)
        self._first = _folded(names.never_first) | self._measures
        if self._is_spaced:
            self._first |= self._units
        self._last = _folded(names.never_last) | self._measures
        self._joints = _folded(names.never_last - table.articles)
        self._manners = _folded(names.manners)
        self._articles = _folded(table.articles)
        self._nothing = frozenset(_plain(fold(one)) for one in names.nothing)
        self._limits = _folded(names.limits)
        self._conditions = _folded(names.conditions)
        self._indirect = re.compile(names.indirect or "(?!)")
        self._particles = tuple(_folded(names.particles))

    def is_nothing(self, text: str) -> bool:
        """Whether a text says that there is nothing, or only points at something."""
        return self._is_nothing(fold(text))

    def is_none(self, text: str) -> bool:
        """Whether a thing is none of them: "zero eggs"."""
        words = self._words(text)
        if _ZERO.search(words.folded):
            return True
        return self._is_spaced and any(
            n == 0 and end < len(text) for end, n in self._numbers.numbers(words, 0)
        )

    def is_conditional(self, text: str) -> bool:
        """Whether a text says when what is asked for counts: "if it rains"."""
        return self._contains(self._indirect.sub(" ", fold(text)), self._conditions)

    def is_name(self, text: str) -> bool:
        """Whether a text can name a timer: it has no number, unit, sign or measure."""
        words = self._words(text)
        folded = words.folded
        if self._is_nothing(folded):
            return False
        if any(map(str.isdigit, folded)) or (len(text) == 1 and text < "\u3400"):
            return False  # a letter or a particle
        if not self._is_spaced:
            return not (
                any(
                    folded == one + after
                    for one in self._manners
                    for after in ("", *self._particles)
                )
                or self._begins(folded, self._first)
                or self._ends(folded, self._last)
                or self._holds_loose_number(words)
            )
        folded = without_apostrophes(folded)
        said = _WORD.findall(folded)
        return not (
            self._manners.issuperset(said)
            or self._contains(folded, self._first | self._last)
            or not self._units.isdisjoint(said)
            or any(map(self._is_number, said))
        )

    def is_short_task(self, text: str) -> bool:
        """Whether a text is a task even without words that introduce it."""
        inner = _WORD.findall(fold(text))[1:-1]
        return self.is_task(text) and self._joints.isdisjoint(inner)

    def is_moment(self, text: str) -> bool:
        """Whether a text is only a number, a day, a time or a length."""
        words = self._words(text)
        numbers = [end for end, _n in self._numbers.numbers(words, 0)]
        moments = [one.end for one in self._read_moments(words) if one.start == 0]
        return len(text) in {*numbers, *moments}

    def holds_measure(self, text: str) -> bool:
        """Whether a text says how much or when."""
        return self._contains(fold(text), self._first)

    def has_loose_article(self, text: str) -> bool:
        """Whether a text begins or ends with an article of this language."""
        folded = fold(text)
        return self._begins(folded, self._articles) or self._ends(folded, self._articles)

    def is_task(self, text: str) -> bool:
        """Whether a text can be the task of a reminder, and not the rest of a number or time."""
        words = self._words(text)
        folded = words.folded
        if self._is_nothing(folded):
            return False
        if self._begins(folded, self._first) or self._ends(folded, self._last):
            return False
        if self._contains(folded, self._limits) or _FIGURE.search(folded):
            return False
        return not self._holds_loose_number(words)

    def is_apart(self, words: Words, passage: Passage) -> bool:
        """Whether no time, day, repetition or length overlaps a passage."""
        start, end = passage.start, passage.end
        for moment in self._moments_in(words):
            if moment.end == start and self._runs_on(words, start):
                return False
            if moment.end <= start or end <= moment.start:
                continue
            is_named = start < moment.start and (
                moment.end < end or (moment.end == end and moment.is_word)
            )
            if not (moment.is_part and is_named):
                return False
        return True

    def _runs_on(self, words: Words, at: int) -> bool:
        """Whether a particle of a time follows."""
        return words.runs_on(at) or words.folded.startswith(self._particles, at)

    def is_bare_hour(self, words: Words, at: int) -> bool:
        """Whether a bare number follows, which need not be an hour."""
        if not self._is_spaced:
            return False
        start = words.start(at)
        ends = [end for end, _n in self._numbers.numbers(words, start)]
        if not ends:
            return False
        clocks = SentenceMatcher(words, self._readers).matches(self._clock, start)
        return all(end <= ends[0] for end, _slots in clocks)

    def _words(self, text: str) -> Words:
        return Words(text, fold(text), is_spaced=self._is_spaced, fillers=frozenset())

    def _places(self, words: Words) -> Iterator[int]:
        if not self._is_spaced:
            yield from range(len(words.folded))
            return
        for word in _WORD.finditer(words.folded):
            yield word.start()

    def _moments_in(self, words: Words) -> Sequence[_Moment]:
        known, moments = self._known
        if known != words.folded:
            moments = tuple(self._read_moments(words))
            self._known = words.folded, moments
        return moments

    def _read_moments(self, words: Words) -> Iterator[_Moment]:
        matcher = SentenceMatcher(words, self._readers)
        for place in self._places(words):
            for template in self._moments:
                for end, _slots in matcher.matches(template, place):
                    if words.is_boundary(end):
                        yield _Moment(place, end)
            numbers = {end for end, _n in self._numbers.numbers(words, place)}
            for end, _slots in matcher.matches(self._clock, place):
                if words.is_boundary(end) and end not in numbers:
                    yield _Moment(place, end)
            if self._is_spaced:
                for end, _slots in matcher.matches(self._part, place):
                    if words.is_boundary(end):
                        is_word = " " not in words.folded[place:end]
                        yield _Moment(place, end, is_part=True, is_word=is_word)

    def _holds_loose_number(self, words: Words) -> bool:
        """Whether a number comes first, alone, or after a word that places it."""
        if words.folded[:1].isdigit():
            return True
        if not self._is_spaced:
            return any(end == len(words.folded) for end, _n in self._numbers.numbers(words, 0))
        before = ""
        for word in _WORD.findall(words.folded):
            if self._is_number(word) and (not before or before in self._first):
                return True
            before = word
        return False

    def _is_number(self, word: str) -> bool:
        if word[:1].isdigit():
            return True
        return any(end == len(word) for end, _n in self._numbers.numbers(self._words(word), 0))

    def _is_nothing(self, folded: str) -> bool:
        said = _plain(folded)
        if said in self._nothing:
            return True
        # without blanks between words, one is where an answer was put in
        return not self._is_spaced and said.partition(" ")[0] in self._nothing

    def _begins(self, folded: str, some: Collection[str]) -> bool:
        if not self._is_spaced:
            return folded.startswith(tuple(some))
        return any(f"{_plain(folded)} ".startswith(f"{one} ") for one in some)

    def _ends(self, folded: str, some: Collection[str]) -> bool:
        if not self._is_spaced:
            return folded.endswith(tuple(some))
        return any(f" {_plain(folded)}".endswith(f" {one}") for one in some)

    def _contains(self, folded: str, some: Collection[str]) -> bool:
        if not self._is_spaced:
            return any(one in folded for one in some)
        return any(f" {one} " in f" {_plain(folded)} " for one in some)


def without_apostrophes(folded: str) -> str:
    """Return a text with the words themselves that an apostrophe ties to others."""
    return _AROUND.sub("", folded)


def _folded(words: Collection[str]) -> frozenset[str]:
    return frozenset(map(fold, words))


def _plain(folded: str) -> str:
    return " ".join(_WORD.findall(folded))
