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

_RANGES: Final = (
    ("latin", 0x0041, 0x024F),
    ("latin", 0x1E00, 0x1EFF),
    ("greek", 0x0370, 0x03FF),
    ("cyrillic", 0x0400, 0x052F),
    ("hebrew", 0x0590, 0x05FF),
    ("arabic", 0x0600, 0x06FF),
    ("devanagari", 0x0900, 0x097F),
    ("thai", 0x0E00, 0x0E7F),
    ("hangul", 0x1100, 0x11FF),
    ("kana", 0x3040, 0x30FF),
    ("hangul", 0x3130, 0x318F),
    ("han", 0x3400, 0x4DBF),
    ("han", 0x4E00, 0x9FFF),
    ("hangul", 0xAC00, 0xD7AF),
    ("han", 0xF900, 0xFAFF),
    ("kana", 0xFF66, 0xFF9F),
    ("han", 0x20000, 0x323AF),
)
_WORDS_A_CHARACTER: Final[Mapping[str, float]] = {"kana": 0.5, "han": 0.5}
"""Words in a character, where words are not spaced."""
_OF_SCRIPT: Final[Mapping[str, tuple[str, ...]]] = {
    "greek": ("el",),
    "cyrillic": ("ru", "uk", "bg", "sr", "mk", "be", "kk"),
    "hebrew": ("he",),
    "arabic": ("ar", "fa", "ur"),
    "devanagari": ("hi", "mr", "ne"),
    "thai": ("th",),
    "hangul": ("ko",),
    "kana": ("ja",),
    "han": ("zh", "ja"),
}
"""The languages of a script; the first where nothing speaks for another."""
_NOT_LATIN: Final = frozenset(code for codes in _OF_SCRIPT.values() for code in codes)

_COMMON_WORDS: Final[Mapping[str, frozenset[str]]] = {
    **{code: known.common_words for code, known in LANGUAGES.items() if known.common_words},
    "it": frozenset(
        "il lo la i gli le e è un una di che in per con non si del della dei al alla da come più"
        " ma se sono ho hai ha questo questa anche molto quando dove perché grazie sì nel nella"
        " ciao certo bene oggi puoi può essere c'è".split()
    ),
    "pt": frozenset(
        "o a os as e é um uma de que em para com não se do da dos das no na por mais como mas foi"
        " ao ele ela seu sua ou quando muito já está eu também só pelo pela até isso entre são você"
        " olá bem obrigado sim aqui hoje tem pode".split()
    ),
    "nl": frozenset(
        "de het een en van is dat niet te zijn op aan met voor er maar om ook als dan zij bij nog"
        " naar heeft hebben wordt kan geen je jij wij u ik hij deze dit wat worden ja nee vandaag"
        " hier moet zou waar".split()
    ),
}
"""Of the languages that are spoken, and of those near to them, which would be taken for them."""
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
    if "kana" in amounts:  # Japanese writes both
        amounts["kana"] += amounts.pop("han", 0.0)
    script = max(amounts, key=amounts.__getitem__)
    if script != "latin":
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


def is_latin(language: str) -> bool:
    """Whether the language is written in Latin letters, as far as is known."""
    return language not in _NOT_LATIN


def _script_of(character: str) -> str:
    if not character.isalpha():
        return ""
    code = ord(character)
    for script, first, last in _RANGES:
        if first <= code <= last:
            return script
    return ""


def _words_by_script(text: str) -> dict[str, float]:
    """Count words; one with a Korean ending is Korean, whatever it begins with."""
    amounts: dict[str, float] = {}
    for token in text.split():
        scripts = [script for script in map(_script_of, token) if script]
        if "hangul" in scripts:
            scripts = ["hangul"]
        for script in set(scripts):
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
