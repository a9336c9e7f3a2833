"""What is asked of the program itself, in the words of each language. Pure."""

from assistant.languages import LANGUAGES
from assistant.languages.sentence_table import SentenceTable


def sentence_table(code: str) -> SentenceTable | None:
    """Return the sentences of a language, read with the first request; None if it has none.

    Args:
        code: ISO 639-1.
    """
    known = LANGUAGES.get(code)
    return None if known is None else known.sentences()
