"""What labels write in any of the languages. Pure."""

import re
from collections.abc import Callable, Iterable

from assistant.languages import LANGUAGES
from assistant.languages.written_forms import WrittenForms


def any_pattern(choose: Callable[[WrittenForms], str]) -> str:
    """Return one pattern of what is written in any language."""
    return "|".join(f"(?:{choose(known.written)})" for known in LANGUAGES.values())


def any_words(choose: Callable[[WrittenForms], Iterable[str]]) -> str:
    """Return one pattern of the words of all languages; the longest are tried first."""
    words = {word for known in LANGUAGES.values() for word in choose(known.written)}
    return "|".join(map(re.escape, sorted(words, key=lambda word: (-len(word), word)))) or r"(?!)"


def any_characters(choose: Callable[[WrittenForms], str]) -> str:
    """Return a class of the characters of all languages."""
    return (
        f"[{''.join(sorted({c for known in LANGUAGES.values() for c in choose(known.written)}))}]"
    )


HOUR = any_words(lambda written: written.hour)
MINUTE = any_words(lambda written: written.minute)
HALF = any_words(lambda written: written.half)
