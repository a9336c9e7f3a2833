"""The documents of a home as files. Everything here blocks and belongs on a thread."""

import logging
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from assistant.errors import MemoryFileError
from assistant.failure_reason import failure_reason
from assistant.home import Home
from assistant.locale import _
from assistant.memory.disk import HomeFiles, MemoryContent
from assistant.memory.owner import is_inside
from assistant.sync.documents.model.document_name import PLACES, DocumentName

_log = logging.getLogger(__name__)

MAX_DOCUMENTS: Final = 10_000
"""Files that are looked at; of more, the last ones by name do not travel."""

Signature = tuple[int, int, int]
"""Changes whenever a file does."""


@dataclass(frozen=True, slots=True)
class DocumentFile:
    """A document that is there as a file."""

    name: DocumentName
    signature: Signature


class DocumentFiles:
    """Reads and writes the documents of a home, as the memory files are written.

    What a link leads to outside of its folder is left alone, as is what is no UTF-8 text or too
    long: neither travels, nor is it written.

    Args:
        home: Where they are.
        files: Reads and writes.
        keep: Given the parts and the contents of a document that is about to go, to keep a copy;
            raises OSError if it cannot.
    """

    def __init__(
        self,
        *,
        home: Home,
        files: HomeFiles | None = None,
        keep: Callable[[tuple[str, ...], bytes], None] = lambda _parts, _data: None,
    ) -> None:
        self._root = home.root
        self._files = files or HomeFiles(home=home)
        self._keep = keep

    def find(self) -> Mapping[str, DocumentFile]:
        """By key; reads no file."""
        found: dict[str, DocumentFile] = {}
        for place in PLACES:
            for parts in _matching(self._root, place):
                named = _named("/".join(parts))
                if named is None:
                    continue
                key, name = named
                if key in found:  # two names that some system takes for one
                    _log.warning("%s is not synchronised: there is another so called", name.path)
                    continue
                try:
                    state = self._root.joinpath(*parts).stat()
                except OSError:
                    continue
                signature = (state.st_mtime_ns, state.st_size, state.st_ino)
                found[key] = DocumentFile(name, signature)
                if len(found) >= MAX_DOCUMENTS:
                    return found
        return found

    def read(self, name: DocumentName) -> str:
        """Empty if there is no file.

        Raises:
            MemoryFileError: If it cannot be read, or is none that travels.
        """
        try:
            return _text(self._files.content(name.parts), name)
        except (OSError, RuntimeError) as error:
            raise MemoryFileError(
                _("The file {path} cannot be read: {reason}.").format(
                    path=name.path, reason=failure_reason(error)
                )
            ) from error

    def change(self, name: DocumentName, edit: Callable[[str], str]) -> None:
        """Write what `edit` makes of the present text; empty text deletes the file.

        Args:
            edit: Takes what it says. It may be called several times; the last call counts.

        Raises:
            MemoryFileError: If it cannot be written, or is none that travels; it is as it was.
        """
        kept: set[str] = set()

        def with_text(content: MemoryContent) -> tuple[str | None, str]:
            old = _text(content, name)
            new = edit(old)
            if old and not new and old not in kept:
                self._keep_copy(name, content.data)
                kept.add(old)
            return (None if new == old else new), new

        if not self._files.change(name.parts, with_text):
            self._files.remove_empty(name.parts)

    def _keep_copy(self, name: DocumentName, data: bytes) -> None:
        try:
            self._keep(name.parts, data)
        except OSError as error:
            raise MemoryFileError(
                _(
                    "{path} was deleted on another device, and cannot go to the trash: {reason}."
                ).format(path=name.path, reason=failure_reason(error))
            ) from error


def _text(content: MemoryContent, name: DocumentName) -> str:
    """Raises MemoryFileError if the file is no document."""
    if content.is_damaged or "\0" in content.text:
        raise MemoryFileError(_("The file {path} is not UTF-8.").format(path=name.path))
    return content.text


@lru_cache(MAX_DOCUMENTS)
def _named(path: str) -> tuple[str, DocumentName] | None:
    name = DocumentName.of(path)
    return None if name is None else (name.key, name)


def _matching(root: Path, place: Sequence[str]) -> list[tuple[str, ...]]:
    """Paths of files below a folder that fit the pattern and that no link leads out of it."""
    inside = root / place[0]
    found: list[tuple[str, ...]] = [()]
    for n, name in enumerate(place):
        is_last = n == len(place) - 1
        further: list[tuple[str, ...]] = []
        for parts in found:
            path = root.joinpath(*parts)
            try:
                if name != "*":
                    if not is_last or ((path / name).is_file() and is_inside(path / name, inside)):
                        further.append((*parts, name))
                elif is_inside(path, inside):
                    with os.scandir(path) as entries:
                        further += [
                            (*parts, entry.name)
                            for entry in entries
                            if not is_last or _is_own_file(entry, inside)
                        ]
            except (OSError, RuntimeError):  # most have none
                continue
        found = further
    return sorted(found)


def _is_own_file(entry: os.DirEntry[str], inside: Path) -> bool:
    """Whether this is a regular file, not a link, below `inside`."""
    if not entry.is_symlink():
        return entry.is_file()
    try:
        return entry.is_file() and is_inside(Path(entry.path), inside)
    except (OSError, RuntimeError):
        return False
