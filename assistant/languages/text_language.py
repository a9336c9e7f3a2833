"""Which language a line is written in. Pure.

Writing decides where it can: Hangul is Korean, kana Japanese, Han characters alone Chinese. Languages
in Latin letters are told apart by their commonest words, which takes some words; a line that does not
say keeps the language that was likely, so a name or a loan word never changes it.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from assistant.languages import LANGUAGES
from assistant.languages.neighbours import NEIGHBOURS
from assistant.languages.scripts import SCRIPT_LETTERS, Script, script_of

_WORDS_A_CHARACTER: Final[Mapping[Script, float]] = {Script.KANA: 0.5, Script.HAN: 0.5}
"""Words in a character, where words are not spaced."""
_ELSEWHERE: Final[Mapping[Script, tuple[str, ...]]] = {
    Script.GREEK: ("el",),
    Script.CYRILLIC: ("ru", "uk", "bg", "sr", "mk", "be", "kk"),
    Script.HEBREW: ("he",),
    Script.ARABIC: ("ar", "fa", "ur"),
    Script.DEVANAGARI: ("hi", "mr", "ne"),
    Script.THAI: ("th",),
}
"""Other languages that are written in a script; the first where nothing speaks for another."""


def codes_written_in(script: Script) -> tuple[str, ...]:
    """Return the languages that are understood and written in a script, in their order."""
    return tuple(code for code, known in LANGUAGES.items() if script in known.scripts)


_OTHER_SCRIPTS: Final = tuple(filter(codes_written_in, SCRIPT_LETTERS))
_OF_SCRIPT: Final[Mapping[Script, tuple[str, ...]]] = {
    script: tuple(dict.fromkeys((*codes_written_in(script), *_ELSEWHERE.get(script, ()))))
    for script in Script
    if script is not Script.LATIN
}
_NOT_LATIN: Final = frozenset(code for codes in _OF_SCRIPT.values() for code in codes)


_COMMON_WORDS: Final[Mapping[str, frozenset[str]]] = {
    **{code: known.common_words for code, known in LANGUAGES.items() if known.common_words},
    **{code: common for code, common in NEIGHBOURS.common_words.items() if code not in LANGUAGES},
}
_TELLING_MARKS: Final = {
    mark: code for code, known in LANGUAGES.items() for mark in known.telling_marks
}
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
LEAD: Final = 2
"""By so many common words a language must lead the one that was likely."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineLanguage:
    """What a line says about its language."""

    language: str
    """ISO 639-1."""
    is_certain: bool
    """The line itself says so; otherwise it is what was likely."""
    words: float
    """How much text it is."""


def detect_line_language(text: str, *, likely: str, lead: int = LEAD) -> LineLanguage:
    """Tell the language of a line.

    Args:
        text: The line, without Markdown.
        likely: ISO 639-1 code of the language that it has unless it says otherwise.
        lead: By how many common words another language in Latin letters must be ahead.
    """
    amounts = _words_by_script(text)
    total = sum(amounts.values())
    if not amounts:
        return LineLanguage(language=likely, is_certain=False, words=0.0)
    if Script.KANA in amounts:  # Japanese writes both
        amounts[Script.KANA] += amounts.pop(Script.HAN, 0.0)
    script = max(amounts, key=amounts.__getitem__)
    if script is not Script.LATIN:
        codes = _OF_SCRIPT[script]
        language = likely if likely in codes else codes[0]
        return LineLanguage(language=language, is_certain=True, words=total)
    found = _latin_language(text, likely, lead)
    return LineLanguage(language=found or likely, is_certain=found is not None, words=total)


def newest_language(texts: Iterable[str], *, likely: str) -> str:
    """Tell the language of the newest text that says its own.

    Args:
        texts: What one person said, the newest first.
        likely: ISO 639-1 code of the language if none says it.
    """
    for text in texts:
        found = detect_line_language(text, likely=likely)
        if found.is_certain:
            return found.language
    return likely


def script_in(text: str) -> Script:
    """Return the script of a language that is understood of which a text has letters, or else Latin."""
    found = (script for script in _OTHER_SCRIPTS if SCRIPT_LETTERS[script].search(text))
    return next(found, Script.LATIN)


def is_latin(language: str) -> bool:
    """Whether the language is written in Latin letters, as far as is known."""
    return language not in _NOT_LATIN


def _words_by_script(text: str) -> dict[Script, float]:
    """Count words; one with a Korean ending is Korean, whatever it begins with."""
    amounts: dict[Script, float] = {}
    for token in text.split():
        scripts = [script for script in map(script_of, token) if script is not None]
        if Script.HANGUL in scripts:
            scripts = [Script.HANGUL]
        for script in dict.fromkeys(scripts):
            each = _WORDS_A_CHARACTER.get(script)
            words = 1.0 if each is None else each * scripts.count(script)
            amounts[script] = amounts.get(script, 0.0) + words
    return amounts


def _latin_language(text: str, likely: str, lead: int) -> str | None:
    words = {word.lower().replace("’", "'") for word in _WORD.findall(text)}
    votes = {code: len(words & common) for code, common in _COMMON_WORDS.items()}
    for mark, code in _TELLING_MARKS.items():
        votes[code] += mark in text
    most = max(votes.values())
    ours = votes.get(likely, 0)
    if ours == most and most >= LEAD:
        return likely
    return max(votes, key=votes.__getitem__) if most >= ours + lead else None
