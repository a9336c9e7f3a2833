"""The tables of the languages that can be understood."""

from collections.abc import Mapping
from typing import Final

from assistant.questions.spoken.languages.chinese import CHINESE
from assistant.questions.spoken.languages.english import ENGLISH
from assistant.questions.spoken.languages.french import FRENCH
from assistant.questions.spoken.languages.german import GERMAN
from assistant.questions.spoken.languages.japanese import JAPANESE
from assistant.questions.spoken.languages.korean import KOREAN
from assistant.questions.spoken.languages.lexicon import Lexicon
from assistant.questions.spoken.languages.spanish import SPANISH

LEXICONS: Final[Mapping[str, Lexicon]] = {
    "en": ENGLISH,
    "ko": KOREAN,
    "zh": CHINESE,
    "ja": JAPANESE,
    "de": GERMAN,
    "fr": FRENCH,
    "es": SPANISH,
}
"""By ISO 639-1 code."""
