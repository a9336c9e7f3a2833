"""What is asked of the program itself, in the words of each language. Pure.

A module per language; they are read when the first request is looked at, not with the program.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Final

from assistant.languages.sentence_table import SentenceTable

_MODULES: Final[Mapping[str, str]] = {
    "en": "english",
    "ko": "korean",
    "zh": "chinese",
    "de": "german",
    "fr": "french",
    "es": "spanish",
    "ja": "japanese",
}


@cache
def sentence_table(code: str) -> SentenceTable | None:
    """Return the sentences of a language; None if it has none.

    Args:
        code: ISO 639-1.
    """
    name = _MODULES.get(code)
    if name is None:
        return None
    module = import_module(f"assistant.languages.{name}.sentences")
    table: SentenceTable = module.SENTENCES
    return table


LANGUAGES_WITH_SENTENCES: Final = tuple(_MODULES)
"""ISO 639-1 codes."""
