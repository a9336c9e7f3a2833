"""Where the wake words of the user's own are kept: a private file each, in the home."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from assistant.errors import ModelLoadError
from assistant.private_files import write_private
from assistant.voice.custom_wake_word.model.custom_wake_word import CustomWakeWord
from assistant.voice.turn_taking.wake_phrase import phrase_of

FOLDER: Final = "wake-words"

_SUFFIX = ".npz"


class WakeWordStore:
    """The files; blocks as files do.

    Args:
        root: Of the home.
    """

    def __init__(self, root: Path) -> None:
        self._folder = root / FOLDER

    def file(self, phrase: str) -> Path:
        """Return the file of a phrase; may not exist."""
        return self._folder / f"{phrase_of(phrase)}{_SUFFIX}"

    def phrases(self) -> tuple[str, ...]:
        """Return the phrases of which there is a file, sorted."""
        return tuple(sorted(file.stem for file in self._folder.glob(f"*{_SUFFIX}")))

    def read(self, phrase: str) -> CustomWakeWord | None:
        """Return what was learned of a phrase, or None if there is no file.

        Raises:
            ModelLoadError: If the file is damaged or of a later version.
        """
        return read_wake_word(self.file(phrase))

    def read_all(self) -> Sequence[CustomWakeWord]:
        """Return all that can be read, by phrase."""
        found: list[CustomWakeWord] = []
        for phrase in self.phrases():
            try:
                word = self.read(phrase)
            except ModelLoadError:
                continue
            if word is not None:
                found.append(word)
        return found

    def write(self, word: CustomWakeWord) -> None:
        """Keep a wake word, in place of one of the same phrase.

        Raises:
            OSError: If it cannot be written.
        """
        write_private(self.file(word.phrase), word.to_bytes())

    def delete(self, phrase: str) -> None:
        """Delete a wake word; one that is not there is deleted already.

        Raises:
            OSError: If it cannot be deleted.
        """
        self.file(phrase).unlink(missing_ok=True)


def read_wake_word(file: Path) -> CustomWakeWord | None:
    """Return the wake word of a file, or None if there is no such file.

    Raises:
        ModelLoadError: If it is damaged or of a later version.
    """
    try:
        return CustomWakeWord.from_bytes(file.read_bytes())
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ModelLoadError(str(error)) from error
