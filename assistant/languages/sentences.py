"""What is asked of the program itself, in the words of each language. Pure.

The tables are read when the first request is looked at, not with the program.
"""

from typing import Final

from assistant.languages import LANGUAGES
from assistant.languages.sentence_table import SentenceTable


def sentence_table(code: str) -> SentenceTable | None:
    """Return the sentences of a language; None if it has none.

    Args:
        code: ISO 639-1.
    """
    known = LANGUAGES.get(code)
    return None if known is None else known.sentences()


LANGUAGES_WITH_SENTENCES: Final = tuple(
    code for code, known in LANGUAGES.items() if known.has_sentences
)
"""ISO 639-1 codes."""
