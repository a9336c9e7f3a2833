"""The languages that are understood and spoken, each in a module of its own. Pure.

A module per language holds all its words; what is done with them knows no language.
"""

from collections.abc import Mapping
from typing import Final

from assistant.languages.chinese import LANGUAGE as CHINESE
from assistant.languages.english import LANGUAGE as ENGLISH
from assistant.languages.french import LANGUAGE as FRENCH
from assistant.languages.german import LANGUAGE as GERMAN
from assistant.languages.japanese import LANGUAGE as JAPANESE
from assistant.languages.korean import LANGUAGE as KOREAN
from assistant.languages.language import Language
from assistant.languages.spanish import LANGUAGE as SPANISH

LANGUAGES: Final[Mapping[str, Language]] = {
    language.code: language
    for language in (ENGLISH, KOREAN, CHINESE, JAPANESE, GERMAN, FRENCH, SPANISH)
}
"""By ISO 639-1 code."""
