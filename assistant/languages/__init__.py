"""The languages that are understood and spoken, each in a module of its own. Pure.

A module per language holds all its words; what is done with them knows no language.
"""

from collections.abc import Mapping
from typing import Final

from assistant.languages.chinese.answers.lexicon import CHINESE
from assistant.languages.english.answers.lexicon import ENGLISH
from assistant.languages.french.answers.lexicon import FRENCH
from assistant.languages.german.answers.lexicon import GERMAN
from assistant.languages.japanese.answers.lexicon import JAPANESE
from assistant.languages.korean.answers.lexicon import KOREAN
from assistant.languages.language import Language
from assistant.languages.spanish.answers.lexicon import SPANISH

LANGUAGES: Final[Mapping[str, Language]] = {
    language.code: language
    for language in (ENGLISH, KOREAN, CHINESE, JAPANESE, GERMAN, FRENCH, SPANISH)
}
"""By ISO 639-1 code."""
