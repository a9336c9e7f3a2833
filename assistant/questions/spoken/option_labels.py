"""What the options of a question are called when they are said. Pure."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from os.path import commonprefix
from typing import Final

from rapidfuzz import fuzz

from assistant.languages import LANGUAGES
from assistant.languages.lexicon import PhraseMeaning, PhraseTag, WritingScript
from assistant.questions.model.question import Question
from assistant.questions.spoken.label_numbers import number_by_word, numbers_in
from assistant.questions.spoken.phrase_segmenter import (
    PhraseTable,
    Vocabulary,
    phrases_of,
    vocabulary,
)
from assistant.questions.spoken.tokenizer import TextToken, key, plain, tokenize_text

ACCEPT_SCORE: Final = 70
"""Likeness from which it is taken. Right hits measured 71 to 87."""
CONFIRM_SCORE: Final = 50
"""Likeness from which it is offered for confirmation; a hard right hit measured 56."""
MARGIN: Final = 15
"""How much better than the next best a likeness has to be to be taken unasked."""
CLOSE: Final = 5
"""Within this the next best is as likely as the best."""
_FEWEST_FOR_PART: Final = 4
"""Characters from which a part of a label can stand for it."""
_PART: Final = 0.4
"""Share of a label that a part has to cover to stand for it."""
_LIKE_A_PART: Final = 82
"""Likeness from which something is a part of a label; "store" and part of PostgreSQL are at 80."""
_OF_A_PART: Final = 0.9
_OTHER_ORDER: Final = 0.95
_LONGEST: Final = 3.0
"""How many times as long as a label something like it may be; a ratio of 50 needs that."""
_SHORT: Final = 5
"""Characters up to which a label in letters is short."""
_FIRST_WIDE: Final = "\u1100"
"""From here on a character is a syllable, or a part of one that others follow."""
_SHORT_SCORE: Final = 85
_FEWEST_FOR_ENDING: Final = 3
"""Characters that have to be the same before an ending that is not."""
_FEWEST_FOR_WORD: Final = {
    WritingScript.WORDS: 3,
    WritingScript.SYLLABLES: 2,
    WritingScript.CHARACTERS: 3,
}
"""Units or letters from which one word of a label can stand for it."""
_MOST_VARIANTS: Final = 24
_PARENTHESES: Final = re.compile(r"[(（\[]([^)）\]]*)[)）\]]")


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelSimilarity:
    """Which label an unknown stretch resembles."""

    index: int
    score: float
    """0 to 1."""
    is_sure: bool
    """Good enough to be taken unasked."""
    rivals: tuple[int, ...]
    """Labels that it resembles as much, this one included; empty if there is none."""


class OptionLabels:
    """The labels of one question in one language.

    Args:
        labels: The labels, in order.
        language: A language in `LANGUAGES`.
        short: What is read instead of each label, empty where the label itself is.
    """

    def __init__(
        self,
        labels: Sequence[str],
        language: str,
        short: Sequence[str] = (),
    ) -> None:
        lexicon, phrases = LANGUAGES[language].answers(), phrases_of(language)
        self._lexicon = lexicon
        self.script = lexicon.script
        self._labels = labels
        self._short = tuple(short) or ("",) * len(labels)
        self.plain: list[str] = [plain(label, lexicon) for label in self._labels]
        """Each label in comparable form."""
        self._comparable = [_Form.of(label) for label in self.plain]
        self.most_words = max((label.count(" ") + 1 for label in self.plain), default=0)
        """Words of the longest label."""
        self.numbers = [numbers_in(label, language) for label in self._labels]
        """The numbers that occur in each label."""
        self._as_spoken = [
            {form for text in texts for form in self._spoken(text)} for texts in self._written()
        ]
        self._words = [set(self._words_of(label, phrases)) for label in labels]
        self.vocabulary: Vocabulary = vocabulary(self._meanings(phrases), lexicon.script)
        """What may be said for an option → that option."""

    @property
    def have_numbers(self) -> bool:
        """Whether a bare number may mean a label, so that places are read as letters."""
        return any(self.numbers)

    def exactly(self, heard: str) -> tuple[int, ...]:
        """Return the options whose label is exactly this text, or is said exactly so.

        Args:
            heard: In comparable form.
        """
        written = tuple(i for i, label in enumerate(self.plain) if label == heard)
        return written or tuple(i for i, spoken in enumerate(self._as_spoken) if heard in spoken)

    def sharing(self, heard: str) -> tuple[int, ...]:
        """Return the options whose labels all have this word."""
        return tuple(i for i, words in enumerate(self._words) if heard in words)

    def containing(self, heard: str) -> tuple[int, ...]:
        """Return the options whose labels contain this text, if it is long enough to mean them."""
        return tuple(
            i
            for i, label in enumerate(self.plain)
            if heard in label and len(heard) >= max(_FEWEST_FOR_PART, _PART * len(label))
        )

    def like(self, heard: str) -> LabelSimilarity | None:
        """Return which label an unknown stretch resembles, or None if none enough."""
        said = _Form.of(heard)
        if not said.joined or not any(_may_be_alike(said, label) for label in self._comparable):
            return None
        scores = [_likeness(said, label) for label in self._comparable]
        if not scores or max(scores) < CONFIRM_SCORE:
            return None
        best = max(range(len(scores)), key=scores.__getitem__)
        lead = scores[best] - max([*scores[:best], *scores[best + 1 :], 0.0])
        close = tuple(i for i, score in enumerate(scores) if scores[best] - score < CLOSE)
        return LabelSimilarity(
            index=best,
            score=scores[best] / 100,
            is_sure=scores[best] >= ACCEPT_SCORE and lead >= MARGIN,
            rivals=close if len(close) > 1 else (),
        )

    def _written(self) -> Iterator[tuple[str, ...]]:
        """Yield the ways in which each label is written."""
        for label, short in zip(self._labels, self._short, strict=True):
            yield (label, short) if short else (label,)

    def _meanings(self, phrases: PhraseTable) -> dict[str, PhraseMeaning]:
        whole = [
            {form for text in texts for form in self._forms(text)} for texts in self._written()
        ]
        result: dict[str, PhraseMeaning] = {}
        for forms in (self._words, whole):
            owners = Counter(form for found in forms for form in found)
            for index, found in enumerate(forms):
                result |= {
                    form: self._meaning(index, phrases.meanings.get(form))
                    for form in found
                    if form and owners[form] == 1
                }
        return result

    @staticmethod
    def _meaning(index: int, usual: PhraseMeaning | None) -> PhraseMeaning:
        """Let a label be doubtful that usually is a command, such as "Cancel"."""
        is_command = usual is not None and usual.tag is PhraseTag.COMMAND
        return PhraseMeaning(tag=PhraseTag.OPTION, value=index, is_doubtful=is_command)

    def _forms(self, label: str) -> Iterator[str]:
        """Yield the ways to say a whole label."""
        inside = _PARENTHESES.findall(label)
        parts = [label, _PARENTHESES.sub(" ", label), *inside] if inside else [label]
        for part in parts:
            yield from self._spoken(part)

    def _spoken(self, label: str) -> Iterator[str]:
        """Yield a label in comparable form, its numbers and symbols said in every way."""
        _text, units = tokenize_text(label, self._lexicon)
        by_word = number_by_word(self._lexicon)
        choices = [tuple(self._ways(unit, by_word)) for unit in units]
        for n, chosen in enumerate(product(*choices)):
            if n >= _MOST_VARIANTS:
                return
            yield key([piece for piece in chosen if piece], self._lexicon.script)

    def _ways(self, unit: TextToken, by_word: Mapping[str, int]) -> Iterator[str]:
        yield unit.text
        if unit.text in by_word:
            yield str(by_word[unit.text])
        elif unit.text.isdecimal():
            yield from self._lexicon.number_words.get(int(unit.text), ())
        elif unit.text in self._lexicon.symbol_words:
            yield self._lexicon.symbol_words[unit.text]
            if unit.begins:
                yield ""

    def _words_of(self, label: str, phrases: PhraseTable) -> Iterator[str]:
        """Yield the words of a label that can stand for it if no other label has them."""
        _text, units = tokenize_text(label, self._lexicon)
        fewest = _FEWEST_FOR_WORD[phrases.script]
        for token in _tokens(units):
            text = key([unit.text for unit in token], phrases.script)
            if len(text) >= fewest and not text.isdecimal() and text not in phrases.meanings:
                yield text


@lru_cache(maxsize=32)
def _compiled(labels: tuple[str, ...], short: tuple[str, ...], language: str) -> OptionLabels:
    return OptionLabels(labels, language, short)


def labels_of(question: Question, language: str) -> OptionLabels:
    """Return the labels of a question in a language in `LANGUAGES`."""
    return _compiled(
        tuple(option.label for option in question.options),
        tuple(option.spoken for option in question.options),
        language,
    )


def _tokens(units: Sequence[TextToken]) -> Iterator[list[TextToken]]:
    token: list[TextToken] = []
    for unit in units:
        if unit.begins and token:
            yield token
            token = []
        token.append(unit)
    if token:
        yield token


@dataclass(frozen=True, slots=True, kw_only=True)
class _Form:
    """A text as it is compared with others."""

    parted: str
    """With blanks between words; Korean syllables as letters, so that like sounds are alike."""
    joined: str

    @classmethod
    def of(cls, text: str) -> "_Form":
        """Return the form of a text in comparable form."""
        parted = unicodedata.normalize("NFD", text)
        return cls(parted=parted, joined=parted.replace(" ", ""))


def _may_be_alike(heard: _Form, label: _Form) -> bool:
    """Whether their lengths allow a likeness at all."""
    return _PART * len(label.joined) <= len(heard.joined) <= _LONGEST * len(label.joined)


def _likeness(heard: _Form, label: _Form) -> float:
    """Return how alike two texts are, 0 to 100.

    A part of a label stands for it if it is nearly exact and long enough; a label inside something
    longer is chance ("bleu" in "table").
    """
    said, called = heard.joined, label.joined
    if not called or not _may_be_alike(heard, label):
        return 0.0
    whole = fuzz.ratio(said, called)
    if " " in heard.parted and " " in label.parted:
        whole = max(whole, _OTHER_ORDER * fuzz.token_sort_ratio(heard.parted, label.parted))
    is_part = max(_FEWEST_FOR_PART, _PART * len(called)) <= len(said) < len(called)
    part = fuzz.partial_ratio(said, called) if is_part else 0.0
    score = max(whole, _OF_A_PART * part if part >= _LIKE_A_PART else 0.0)
    is_short = len(called) <= _SHORT and max(called) < _FIRST_WIDE
    if is_short and ACCEPT_SCORE <= score < _SHORT_SCORE:
        # One letter makes another word of a short one ("red", "bread"), unless it is an ending.
        if len(commonprefix((said, called))) < _FEWEST_FOR_ENDING:
            return ACCEPT_SCORE - 1.0
    return score
