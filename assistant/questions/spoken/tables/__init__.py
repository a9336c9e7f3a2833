"""The tables of the languages that can be understood."""

from collections.abc import Mapping
from typing import Final

from assistant.questions.spoken.lexicon import Lexicon
from assistant.questions.spoken.tables.chinese import CHINESE
from assistant.questions.spoken.tables.english import ENGLISH
from assistant.questions.spoken.tables.french import FRENCH
from assistant.questions.spoken.tables.german import GERMAN
from assistant.questions.spoken.tables.japanese import JAPANESE
from assistant.questions.spoken.tables.korean import KOREAN
from assistant.questions.spoken.tables.spanish import SPANISH

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
