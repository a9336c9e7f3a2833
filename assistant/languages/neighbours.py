"""Languages near to those that are understood: taken for them, or only read out. Pure, but reads its file."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from assistant.languages import LANGUAGES
from assistant.languages.language import Voices
from assistant.languages.language_files import read_part
from assistant.languages.notation import Phrases


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbours:
    """What is known of them, by ISO 639-1 code."""

    common_words: Mapping[str, Phrases]
    """The commonest words of those in Latin letters, which would be taken for a language that is spoken."""
    voices: Mapping[str, Voices]
    """Which voices of others speak them."""


_FILE: Final = Path(__file__).with_name("neighbours.toml")
NEIGHBOURS: Final = read_part(_FILE, "", Neighbours) or Neighbours(common_words={}, voices={})
VOICES: Final[Mapping[str, Voices]] = {
    **NEIGHBOURS.voices,
    **{code: known.voices for code, known in LANGUAGES.items()},
}
"""Which voices of others speak a language that is understood, or only read out."""
