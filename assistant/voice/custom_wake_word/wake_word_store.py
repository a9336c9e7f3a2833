"""Where the wake words of the user's own are kept."""

from pathlib import Path
from typing import Final

from assistant.voice.custom_wake_word.model.custom_wake_word import CustomWakeWord
from assistant.voice.phrase_files import PhraseFiles

FOLDER: Final = "wake-words"


class WakeWordStore(PhraseFiles[CustomWakeWord]):
    """The wake words of a home."""

    def __init__(self, root: Path) -> None:
        super().__init__(root / FOLDER, decode=CustomWakeWord.from_bytes)
