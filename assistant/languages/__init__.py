"""The languages that are understood and spoken, each in a folder of its own. Pure, but reads their files.

A folder holds all the words of its language; what is done with them knows no language. A folder that
is added is found: nothing names the languages.
"""

from collections.abc import Mapping
from typing import Final

from assistant.languages.discovery import find_languages
from assistant.languages.language import Language

LANGUAGES: Final[Mapping[str, Language]] = {known.code: known for known in find_languages(__path__)}
"""By ISO 639-1 code."""
