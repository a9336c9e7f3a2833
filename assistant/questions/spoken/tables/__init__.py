"""The tables of the languages that can be understood."""

from collections.abc import Mapping
from typing import Final

from assistant.questions.spoken.lexicon import Lexicon
from assistant.questions.spoken.tables.chinese import CHINESE
from assistant.questions.spoken.tables.english import ENGLISH
from assistant.questions.spoken.tables.korean import KOREAN

LEXICONS: Final[Mapping[str, Lexicon]] = {"en": ENGLISH, "ko": KOREAN, "zh": CHINESE}
"""By ISO 639-1 code."""
