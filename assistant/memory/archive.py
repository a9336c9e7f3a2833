"""What memory files said before they were rewritten: `memory-archive/<scope>-<UTC>.md` beside them."""

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from assistant.clock import Clock
from assistant.errors import MemoryFileError
from assistant.home import Home
from assistant.locale import _
from assistant.memory.atomic_write import prepare_file, put_in_place
from assistant.memory.files import MAX_MEMORY_FILE_BYTES, read_memory
from assistant.memory.model.outcomes import ArchivedVersion
from assistant.memory.model.scope import MemoryScope
from assistant.memory.owner import MemoryOwner, is_inside
from assistant.private_files import sweep_folder

_NAME: Final = re.compile(r"(workspace|agent|personal)-(\d{8}T\d{6}Z)(?:-\d{1,3})?\.md")
_STAMP: Final = "%Y%m%dT%H%M%SZ"


class Archive:
    """Keeps and reads old versions; nothing is ever removed from it."""

    def __init__(self, *, home: Home, clock: Clock) -> None:
        self._home = home
        self._clock = clock

    def put(self, owner: MemoryOwner, scope: MemoryScope, data: bytes) -> str:
        """Archive content; returns the name it is stored under.

        Raises:
            OSError: If it cannot be written.
        """
        folder = self.folder(owner, scope)
        if not is_inside(folder, self._inside(owner, scope)):
            raise OSError(f"{folder} leads out of its folder")
        folder.mkdir(parents=True, exist_ok=True)
        sweep_folder(folder)
        stamp = f"{scope.value}-{self._clock.now().astimezone(UTC):{_STAMP}}"
        name, n = f"{stamp}.md", 1
        while (folder / name).exists():
            if (folder / name).read_bytes() == data:
                return name
            n += 1
            name = f"{stamp}-{n}.md"
        with prepare_file(folder / name, data) as temporary:
            put_in_place(temporary, folder / name)
        return name

    def list(self, owner: MemoryOwner) -> tuple[ArchivedVersion, ...]:
        """Newest first."""
        found = [archived for scope in MemoryScope for archived in self._of(owner, scope)]
        return tuple(sorted(found, key=lambda one: (one.at, one.name), reverse=True))

    def read(self, owner: MemoryOwner, name: str) -> str:
        """Content of an archived version.

        Raises:
            MemoryFileError: If there is none of this name.
        """
        matched = _NAME.fullmatch(name)
        if matched is not None:
            scope = MemoryScope(matched.group(1))
            path = self.folder(owner, scope) / name
            if path.is_file():
                return read_memory(path, inside=self._inside(owner, scope)).text
        raise MemoryFileError(_("There is no archived memory {name!r}.").format(name=name))

    def folder(self, owner: MemoryOwner, scope: MemoryScope) -> Path:
        """Folder of a file's old versions; may not exist."""
        return self._home.root.joinpath(*owner.archive_parts(scope))

    def _inside(self, owner: MemoryOwner, scope: MemoryScope) -> Path:
        return self._home.root / owner.archive_parts(scope)[0]

    def _of(self, owner: MemoryOwner, scope: MemoryScope) -> tuple[ArchivedVersion, ...]:
        folder = self.folder(owner, scope)
        try:
            if not is_inside(folder, self._inside(owner, scope)):
                return ()
            read = [_archived(path, scope) for path in folder.iterdir()]
        except (OSError, RuntimeError):  # most have none; a circle of links raises either
            return ()
        return tuple(archived for archived in read if archived is not None)


def _archived(path: Path, scope: MemoryScope) -> ArchivedVersion | None:
    matched = _NAME.fullmatch(path.name)
    if matched is None or matched.group(1) != scope.value or not path.is_file():
        return None
    at = datetime.strptime(matched.group(2), _STAMP).replace(tzinfo=UTC)
    with path.open("rb") as file:
        text = file.read(MAX_MEMORY_FILE_BYTES).decode("utf-8", "replace")
    return ArchivedVersion(name=path.name, scope=scope, at=at, characters=len(text))
