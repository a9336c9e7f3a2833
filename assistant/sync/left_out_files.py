"""Finds the files that synchronising leaves alone, so that the user is told of them. Blocks."""

from collections.abc import Iterator
from pathlib import Path

from assistant.home import Home
from assistant.memory.files import MAX_MEMORY_FILE_BYTES
from assistant.memory.owner import is_inside
from assistant.sync.documents.document_files import MAX_DOCUMENTS
from assistant.sync.documents.model.document_name import PLACES, DocumentName
from assistant.sync.model.left_out import LeftOutFile, LeftOutReason

_ENDING = ".md"


class LeftOutFiles:
    """Looks through the folders of what travels; reads a file again only when it changed."""

    def __init__(self, home: Home) -> None:
        self._root = home.root
        self._seen: dict[str, tuple[tuple[int, int], LeftOutReason | None]] = {}

    def look(self) -> tuple[LeftOutFile, ...]:
        """By name; blocking."""
        found: dict[str, LeftOutReason] = {}
        keys: set[str] = set()
        for path in self._files():
            name = path.relative_to(self._root).as_posix()
            document = DocumentName.of(name)
            reason = LeftOutReason.NAME
            if document is not None:
                is_first = document.key not in keys
                reason = self._reason(name, path, is_first=is_first, number=len(keys))
                if reason is None:
                    keys.add(document.key)
            if reason is not None:
                found[name] = reason
        return tuple(LeftOutFile(path=name, reason=found[name]) for name in sorted(found))

    def _files(self) -> Iterator[Path]:
        """In the order in which they are taken in."""
        for place in PLACES:
            found = [path for path in self._root.glob("/".join(place)) if _is_meant(path)]
            yield from sorted(found)

    def _reason(
        self, name: str, path: Path, *, is_first: bool, number: int
    ) -> LeftOutReason | None:
        if not is_first:
            return LeftOutReason.NAMESAKE
        if number >= MAX_DOCUMENTS:
            return LeftOutReason.TOO_MANY
        try:
            if not is_inside(path, self._root / Path(name).parts[0]):
                return LeftOutReason.LINK
            state = path.stat()
        except (OSError, RuntimeError):
            return LeftOutReason.UNREADABLE
        signature = (state.st_mtime_ns, state.st_size)
        seen = self._seen.get(name)
        if seen is None or seen[0] != signature:
            self._seen[name] = seen = (signature, _unfit(path, state.st_size))
        return seen[1]


def _is_meant(path: Path) -> bool:
    """Whether the user would expect this file to travel."""
    is_document = path.suffix == _ENDING and not path.name.startswith(".")
    return is_document and (path.is_symlink() or path.is_file())


def _unfit(path: Path, size: int) -> LeftOutReason | None:
    """Why the content cannot travel."""
    if size > MAX_MEMORY_FILE_BYTES:
        return LeftOutReason.TOO_LONG
    try:
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        return LeftOutReason.NOT_TEXT
    except OSError:
        return LeftOutReason.UNREADABLE
    return LeftOutReason.NOT_TEXT if "\0" in text else None
