"""The languages that are understood and spoken, each in a module of its own. Pure.

A module per language holds all its words; what is done with them knows no language.
"""

from collections.abc import Mapping
from typing import Final

from assistant.languages.chinese import CHINESE
from assistant.languages.english import ENGLISH
from assistant.languages.french import FRENCH
from assistant.languages.german import GERMAN
from assistant.languages.japanese import JAPANESE
from assistant.languages.korean import KOREAN
from assistant.languages.language import Language
from assistant.languages.spanish import SPANISH

LANGUAGES: Final[Mapping[str, Language]] = {
    language.code: language
    for language in (ENGLISH, KOREAN, CHINESE, JAPANESE, GERMAN, FRENCH, SPANISH)
}
"""By ISO 639-1 code."""
