"""Divide what was heard into phrases with a meaning, and words without one. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

from assistant.languages import LANGUAGES
from assistant.languages.lexicon import ClauseWords, PhraseMeaning, PhraseTag, WritingScript
from assistant.questions.spoken.tokenizer import TextToken, joined, key, plain, tokenize_text

UNKNOWN: Final = PhraseMeaning(tag=PhraseTag.UNKNOWN)
_COST_OF_UNKNOWN: Final = 100
"""A unit without a meaning costs more than any number of phrases that would cover it."""
_COST_OF_PHRASE: Final = 2
_COST_OF_LABEL: Final = 1
"""What the options are called goes before what a phrase usually means."""
_COST_OF_BIT: Final = 3
"""A character of a label goes behind what it may mean else."""
_WHOLE_TOKEN: Final = {PhraseTag.NUMBER, PhraseTag.LETTER}
"""Syllables that are part of many words; they count only at the start of one."""
_BY_PLACE: Final = tuple(
    known.numbers.by_place for known in LANGUAGES.values() if known.numbers.by_place is not None
)
_TENS: Final = frozenset(place for words in _BY_PLACE for place in words.places[1:3])
"""Numerals that make one number with those beside them."""
_NUMERALS: Final = _TENS.union(*(words.digits[1:] for words in _BY_PLACE))
_NOISE: Final = {
    PhraseTag.NUMBER,
    PhraseTag.LETTER,
    PhraseTag.ALL,
    PhraseTag.THAT,
    PhraseTag.TO,
    PhraseTag.AND,
}
"""Single characters that are part of many words; they count only away from unknown ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PhraseSegment:
    """A stretch of units with one meaning."""

    meaning: PhraseMeaning
    start: int
    """Index of its first unit."""
    end: int
    """Index after its last unit."""
    score: float = 1.0
    """How well it matched, 0 to 1; below 1 for labels that only resemble what was heard."""
    tag: PhraseTag = field(init=False)
    """What it does; kept, as it is asked for hundreds of times in each answer."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "tag", self.meaning.tag)

    @property
    def value(self) -> int:
        """The number that belongs to the tag."""
        return self.meaning.value


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """Phrases in comparable form, ready to look up."""

    meanings: Mapping[str, PhraseMeaning]
    reach: Mapping[str, int]
    """How a phrase begins → the most units of one that begins so; see `_beginning`."""

    def longest_from(self, unit: TextToken, script: WritingScript) -> int:
        """Return the most units of a phrase that may begin with this one, 0 if none does."""
        return self.reach.get(_beginning(unit.text, script), 0)


def vocabulary(meanings: Mapping[str, PhraseMeaning], script: WritingScript) -> Vocabulary:
    """Return phrases, given in comparable form, ready to look up."""
    reach: dict[str, int] = {}
    for phrase in meanings:
        start = _beginning(phrase, script)
        reach[start] = max(reach.get(start, 0), _most_units(phrase, script))
    return Vocabulary(meanings=meanings, reach=reach)


def _beginning(text: str, script: WritingScript) -> str:
    """Return the first word, or the first character where words are not apart."""
    return text.partition(" ")[0] if script is WritingScript.WORDS else text[:1]


def _most_units(phrase: str, script: WritingScript) -> int:
    return phrase.count(" ") + 1 if script is WritingScript.WORDS else len(phrase)


NOTHING: Final = Vocabulary(meanings={}, reach={})


@dataclass(frozen=True, slots=True, kw_only=True)
class PhraseTable:
    """A table, cut into units and ready to look up."""

    script: WritingScript
    usual: Vocabulary
    suffixes: Vocabulary
    """What counts only glued to the phrase before it; may look like something else."""
    clauses: ClauseWords
    yes_or_no: Vocabulary
    """What goes before the usual meaning where only yes or no is asked."""

    @property
    def meanings(self) -> Mapping[str, PhraseMeaning]:
        """The usual meaning of each phrase."""
        return self.usual.meanings


@lru_cache(maxsize=16)
def phrases_of(language: str) -> PhraseTable:
    """Return the compiled table of a language in `LANGUAGES`; the first call takes some 100 ms."""
    lexicon = LANGUAGES[language].answers()
    meanings: dict[str, PhraseMeaning] = {}
    suffixes: dict[str, PhraseMeaning] = {}
    for phrase, meaning in (*lexicon.phrases.items(), *lexicon.suffixes.items()):
        _text, units = tokenize_text(phrase, lexicon)
        if (
            len(units) == 1
            and meaning.tag is PhraseTag.COMMAND
            and lexicon.script is not WritingScript.WORDS
        ):
            meaning = replace(meaning, is_weak=True)
        known = suffixes if meaning.tag is PhraseTag.SUFFIX else meanings
        known[key([unit.text for unit in units], lexicon.script)] = meaning
    yes_or_no = {plain(phrase, lexicon): found for phrase, found in lexicon.yes_or_no.items()}
    return PhraseTable(
        script=lexicon.script,
        usual=vocabulary(meanings, lexicon.script),
        suffixes=vocabulary(suffixes, lexicon.script),
        clauses=lexicon.clauses,
        yes_or_no=vocabulary(yes_or_no, lexicon.script),
    )


@lru_cache(maxsize=16)
def homophones_of(language: str) -> Mapping[str, int]:
    """Return what sounds like a number in a language in `LANGUAGES`, in comparable form."""
    return _comparable(LANGUAGES[language].answers().numbers.homophones, language)


@lru_cache(maxsize=16)
def mishearings_of(language: str) -> Mapping[str, int]:
    """Return what a recogniser makes of a number, in comparable form; to be confirmed."""
    return _comparable(LANGUAGES[language].answers().numbers.misheard, language)


def _comparable(said: Mapping[str, int], language: str) -> Mapping[str, int]:
    lexicon = LANGUAGES[language].answers()
    return {plain(text, lexicon): number for text, number in said.items()}


def segment(
    units: Sequence[TextToken], phrases: PhraseTable, labels: Vocabulary | None = None
) -> tuple[PhraseSegment, ...]:
    """Return the division with the fewest unknown units, then the fewest phrases.

    Args:
        units: What was heard.
        phrases: The language's table.
        labels: What the options are called; goes before what a phrase usually means.
    """
    count, script = len(units), phrases.script
    named = labels if labels is not None else NOTHING
    best: list[tuple[int, tuple[PhraseSegment, ...]] | None] = [None] * (count + 1)
    best[0] = (0, ())

    def offer(cost: int, before: tuple[PhraseSegment, ...], found: PhraseSegment) -> None:
        known = best[found.end]
        if (
            known is None
            or cost < known[0]
            or (cost == known[0] and _names_more((*before, found), known[1]))
        ):
            best[found.end] = (cost, (*before, found))

    for start in range(count):
        here = best[start]
        if here is None:
            continue
        cost, before = here
        longest = max(
            table.longest_from(units[start], script)
            for table in (phrases.usual, phrases.suffixes, named)
        )
        for end, text in _windows(units, start, start + longest, script):
            meaning = named.meanings.get(text)
            price = _COST_OF_LABEL
            if meaning is not None and meaning.is_doubtful and script is WritingScript.CHARACTERS:
                price = _COST_OF_BIT
            if meaning is None:
                meaning, price = phrases.meanings.get(text), _COST_OF_PHRASE
            elif _cuts_number(units, start, script):
                meaning = None
            if meaning is not None and _may_stand(meaning, units, start, end, script):
                offer(cost + price, before, PhraseSegment(meaning=meaning, start=start, end=end))
            suffix = phrases.suffixes.meanings.get(text)
            if suffix is not None and _may_follow(suffix, before, is_glued=not units[start].begins):
                offer(
                    cost + _COST_OF_PHRASE,
                    before,
                    PhraseSegment(meaning=suffix, start=start, end=end),
                )
        end = _end_of_unknown(units, start, script)
        if end is not None:
            price = _COST_OF_UNKNOWN * (end - start)
            offer(cost + price, before, PhraseSegment(meaning=UNKNOWN, start=start, end=end))
    whole = best[count]
    assert whole is not None, "the unknown covers every text"
    found = whole[1]
    return _without_noise(found) if script is WritingScript.CHARACTERS else found


def _names_more(found: Sequence[PhraseSegment], known: Sequence[PhraseSegment]) -> bool:
    """Whether the same units are more of one label than before: "午後" and "で", not "後で"."""
    return (
        min(len(found), len(known)) > 1
        and found[-2].tag is known[-2].tag is PhraseTag.OPTION
        and found[-2].value == known[-2].value
        and found[-2].start == known[-2].start
        and found[-2].end > known[-2].end
    )


def _windows(
    units: Sequence[TextToken], start: int, stop: int, script: WritingScript
) -> Iterator[tuple[int, str]]:
    """Yield each end up to `stop` with the units from `start` to it as one text to look up."""
    text = ""
    for end in range(start + 1, min(len(units), stop) + 1):
        text = joined(text, units[end - 1].text, script)
        yield end, text


def _may_stand(
    meaning: PhraseMeaning, units: Sequence[TextToken], start: int, end: int, script: WritingScript
) -> bool:
    if units[start].begins or script is not WritingScript.SYLLABLES:
        return True
    is_across = any(unit.begins for unit in units[start + 1 : end])
    is_command = meaning.tag is PhraseTag.COMMAND and is_across  # "기타" in "비행기 타고"
    return meaning.tag not in _WHOLE_TOKEN and not is_command


def _cuts_number(units: Sequence[TextToken], start: int, script: WritingScript) -> bool:
    """Whether a number would be cut in two before a label: "二十時" is not 十時."""
    if script is WritingScript.WORDS or units[start].begins:
        return False
    pair = units[start - 1].text, units[start].text
    is_number = all(text in _NUMERALS for text in pair)
    return is_number and any(text in _TENS for text in pair)


def _may_follow(suffix: PhraseMeaning, before: Sequence[PhraseSegment], *, is_glued: bool) -> bool:
    """Whether a suffix counts after these.

    A weak one not after a number (사 + 이 is no "four"), none after an interjection.
    """
    if not (is_glued and before):
        return False
    last = before[-1]
    is_interjection = last.tag is PhraseTag.FILLER and last.meaning.is_weak
    return not is_interjection and not (suffix.is_weak and last.tag is PhraseTag.NUMBER)


def _end_of_unknown(units: Sequence[TextToken], start: int, script: WritingScript) -> int | None:
    """Return where an unknown stretch from `start` ends, or None if none may begin there."""
    if script is not WritingScript.SYLLABLES:
        return start + 1
    if not units[start].begins and units[start].text.isascii() is units[start - 1].text.isascii():
        return None
    end = start + 1
    is_latin = units[start].text.isascii()
    while (
        end < len(units) and not units[end].begins and units[end].text.isascii() is is_latin
    ):  # a particle is no part of the name before it: "dev요"
        end += 1
    return end


def _without_noise(segments: Sequence[PhraseSegment]) -> tuple[PhraseSegment, ...]:
    result = list(segments)
    for n, found in enumerate(segments):
        neighbours = [*segments[max(0, n - 1) : n], *segments[n + 1 : n + 2]]
        is_single = found.end - found.start == 1
        is_bit = found.tag is PhraseTag.OPTION and found.meaning.is_doubtful
        if (
            is_single
            and (found.tag in _NOISE or is_bit)
            and any(s.tag is PhraseTag.UNKNOWN for s in neighbours)
        ):
            result[n] = replace(found, meaning=UNKNOWN)
    return tuple(result)
