"""Files with what the server has read of a prompt, so that the next start does not read it again.

One a language, in a folder beside the model's file. The name of a file says what it is of and what is
in it, so that one that does not fit or is damaged is never given to the server, which ends when it is
to restore a file that was cut off.
"""

import hashlib
import logging
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Final

from assistant.private_files import keep_private, make_private_folder

_log = logging.getLogger(__name__)

FOLDER: Final = "prompts"
_LIBRARY: Final = "xllamacpp"
_DIGEST_CHARACTERS: Final = 32
_NEW: Final = ".new"


class PromptStates:
    """The files of one model.

    What reads or writes is called on a thread, and raises nothing: what cannot be kept is read again.

    Args:
        model_file: The model; another size or time of change makes its files unfit.
        context_tokens: The context length that the server was started with.
    """

    def __init__(self, model_file: Path, *, context_tokens: int) -> None:
        self._model_file = model_file
        self._context_tokens = context_tokens
        self.folder: Final = state_folder(model_file)

    def find(self, language: str, prompt: str) -> str | None:
        """Return the name of the file for a prompt; all others of the language are removed."""
        try:
            beginning = self._beginning(language, prompt)
            found = None
            for path in list(self._files(language)):
                if path.name == f"{beginning}-{_digest(path.read_bytes())}":
                    found = path.name
                else:
                    path.unlink(missing_ok=True)
        except OSError as error:
            _log.info("the state of a prompt cannot be read: %s", error)
            return None
        return found

    def prepare(self, language: str) -> str | None:
        """Return the name under which the server is to save, or None if nothing can be saved."""
        try:
            make_private_folder(self.folder)
        except OSError as error:
            _log.info("the state of a prompt cannot be saved: %s", error)
            return None
        return f"{language}-{_NEW}"

    def keep(self, language: str, prompt: str) -> None:
        """Put the file that the server has saved in place of the one before."""
        new = self.folder / f"{language}-{_NEW}"
        try:
            keep_private(new)
            name = f"{self._beginning(language, prompt)}-{_digest(new.read_bytes())}"
            new.replace(self.folder / name)
        except OSError as error:
            _log.info("the state of a prompt cannot be kept: %s", error)

    def remove(self, language: str) -> None:
        try:
            for path in list(self._files(language)):
                path.unlink(missing_ok=True)
        except OSError as error:
            _log.info("the state of a prompt cannot be removed: %s", error)

    def _files(self, language: str) -> Iterator[Path]:
        return self.folder.glob(f"{language}-*")

    def _beginning(self, language: str, prompt: str) -> str:
        """Return the part of the name that says what a file is of."""
        model = self._model_file.stat()
        parts = (
            model.st_size,
            model.st_mtime_ns,
            self._context_tokens,
            version(_LIBRARY),
            prompt,
        )
        return f"{language}-{_digest(repr(parts).encode())}"


def state_folder(model_file: Path) -> Path:
    return model_file.parent / FOLDER


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:_DIGEST_CHARACTERS]
