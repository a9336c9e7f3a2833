"""The words of all languages about memory. Pure."""

import re
from collections.abc import Callable
from typing import Final

from assistant.languages import LANGUAGES
from assistant.languages.language import MemoryWords

MEMORY_WORDS: Final = tuple(
    known.memory for known in LANGUAGES.values() if known.memory is not None
)


def either(choose: Callable[[MemoryWords], str]) -> re.Pattern[str]:
    """Return one pattern of those that `choose` takes of every language."""
    return re.compile("|".join(f"(?:{choose(one)})" for one in MEMORY_WORDS), re.IGNORECASE)
