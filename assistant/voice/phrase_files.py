"""What was learned of phrases, kept in the home: a private file for each."""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from assistant.errors import ModelLoadError
from assistant.private_files import write_private
from assistant.voice.turn_taking.wake_phrase import phrase_of

_log = logging.getLogger(__name__)
_SUFFIX = ".npz"


class LearnedPhrase(Protocol):
    """What was learned of a phrase."""

    @property
    def phrase(self) -> str:
        """As the user wrote it."""
        ...

    def to_bytes(self) -> bytes:
        """Content of its file."""
        ...


LearnedT = TypeVar("LearnedT", bound=LearnedPhrase)


class PhraseFiles(Generic[LearnedT]):
    """The files of one folder; blocks as files do.

    Args:
        folder: Need not exist.
        decode: Reads the contents of a file; raises `ModelLoadError`.
    """

    def __init__(self, folder: Path, *, decode: Callable[[bytes], LearnedT]) -> None:
        self._folder = folder
        self._decode = decode

    def file(self, phrase: str) -> Path:
        """The file of a phrase; may not exist."""
        return self._folder / f"{phrase_of(phrase)}{_SUFFIX}"

    def phrases(self) -> tuple[str, ...]:
        """Phrases with a file, sorted."""
        return tuple(sorted(file.stem for file in self._folder.glob(f"*{_SUFFIX}")))

    def read(self, phrase: str) -> LearnedT | None:
        """What was learned of a phrase; None if there is no file.

        Raises:
            ModelLoadError: If the file cannot be read, is damaged, or of a later version.
        """
        try:
            return self._decode(self.file(phrase).read_bytes())
        except FileNotFoundError:
            return None
        except OSError as error:
            raise ModelLoadError(str(error)) from error

    def read_all(self) -> tuple[LearnedT, ...]:
        """Everything readable, by phrase; logs and leaves alone a file that is not."""
        found: list[LearnedT] = []
        for phrase in self.phrases():
            try:
                learned = self.read(phrase)
            except ModelLoadError as error:
                _log.warning("What was learned of a phrase cannot be read: %s", error)
                continue
            if learned is not None:
                found.append(learned)
        return tuple(found)

    def write(self, learned: LearnedT) -> None:
        """Store what was learned, replacing what there is of the same phrase.

        Raises:
            OSError: If it cannot be written.
        """
        write_private(self.file(learned.phrase), learned.to_bytes())

    def delete(self, phrase: str) -> None:
        """Delete the file of a phrase, if it exists.

        Raises:
            OSError: If it cannot be deleted.
        """
        self.file(phrase).unlink(missing_ok=True)
