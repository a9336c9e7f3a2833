"""`search_files`: which files of the workspace say something."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Final

from pydantic import BaseModel, Field
from typing_extensions import override

from assistant.clock import Clock
from assistant.locale import mark
from assistant.tools.model.wording import one_line
from assistant.tools.tool import (
    InvalidInputError,
    ModelTool,
    Permission,
    ToolContext,
    ToolResult,
)
from assistant.tools.workspace.directory import EntryKind
from assistant.tools.workspace.file_location import FileLocation, FileLocator
from assistant.tools.workspace.model.paths import (
    MAX_PATH,
    FolderClosedError,
    Parts,
    WorkspaceError,
)
from assistant.tools.workspace.model.text_encoding import BinaryFile, decode
from assistant.tools.workspace.model.text_search import (
    MAX_PATTERN,
    PatternError,
    Search,
    TextMatch,
    TooSlowError,
    compiled,
)

MAX_MATCHES: Final = 50
_MAX_IN_FILE: Final = 10
"""Matches of one file that are told of."""
_MAX_FILES: Final = 2_000
"""Files that are looked into."""
_MAX_BYTES: Final = 1_000_000
"""Of a file that is looked into."""
_SECONDS: Final = 6.0
"""How long a search goes on; a call has ten."""


class SearchFilesInput(BaseModel):
    """Input of `search_files`."""

    query: Annotated[
        str, Field(min_length=1, max_length=MAX_PATTERN, description="Words, or a pattern")
    ]
    regex: Annotated[bool, Field(description="Whether it is a regular expression")] = False
    path: Annotated[
        str, Field(max_length=MAX_PATH, description="Folder to search, or one file")
    ] = ""


@dataclass(slots=True)
class _Found:
    """What a search has come to so far."""

    matches: list[tuple[str, TextMatch]] = field(default_factory=list[tuple[str, TextMatch]])
    names: list[str] = field(default_factory=list[str])
    """Paths that hold what is sought in their name."""
    n_files: int = 0
    slow: list[str] = field(default_factory=list[str])
    """Files on which the pattern took too long."""
    is_cut: bool = False


class SearchFiles(ModelTool[SearchFilesInput]):
    """Searches files."""

    name = "search_files"
    purpose = mark("Searches the files of the workspace")
    input_model = SearchFilesInput
    permission = Permission.SAFE

    def __init__(self, *, description: str, files: FileLocator, clock: Clock) -> None:
        super().__init__(description)
        self._files = files
        self._clock = clock

    @override
    async def run(self, arguments: SearchFilesInput, context: ToolContext) -> ToolResult:
        """Search.

        Raises:
            InvalidInputError: If the pattern is none.
            WorkspaceError: If there is no such folder.
        """
        try:
            search = compiled(arguments.query, is_regex=arguments.regex)
        except PatternError as error:
            raise InvalidInputError((f"query: {error}",)) from error
        place = await asyncio.to_thread(self._files.find, arguments.path, context)
        until = self._clock.monotonic() + _SECONDS

        def is_over() -> bool:
            return context.abort.is_set() or self._clock.monotonic() > until

        found = await asyncio.to_thread(_look, place, search, is_over)
        return ToolResult(
            content=_content(arguments.query, found),
            data={"paths": _paths(found)},
        )


def _look(place: FileLocation, search: Search, is_over: Callable[[], bool]) -> _Found:
    found = _Found()
    disk, parts = place.disk, place.parts
    if parts and disk.entry(parts).kind is EntryKind.FILE:
        _look_into(place, parts, search, found, is_over)
        return found
    for path, entry in disk.walk(parts):
        if is_over() or found.n_files >= _MAX_FILES or len(found.matches) >= MAX_MATCHES:
            found.is_cut = True
            break
        if entry.kind not in {EntryKind.FILE, EntryKind.FOLDER}:
            continue
        name = place.name_of(path)
        if len(found.names) < MAX_MATCHES and _is_in(search, entry.name):
            found.names.append(name)
        if entry.kind is EntryKind.FILE and entry.size <= _MAX_BYTES:
            found.n_files += 1
            _look_into(place, path, search, found, is_over)
    return found


def _look_into(
    place: FileLocation,
    path: Parts,
    search: Search,
    found: _Found,
    is_over: Callable[[], bool],
) -> None:
    name = place.name_of(path)
    try:
        text = decode(place.disk.read(path).data)
    except FolderClosedError:
        raise
    except WorkspaceError:  # gone, or closed to the user themselves
        return
    if isinstance(text, BinaryFile):
        return
    room = min(_MAX_IN_FILE, MAX_MATCHES - len(found.matches))
    try:
        for n, match in enumerate(search(text.text)):
            if n >= room or is_over():
                found.is_cut = True
                break
            found.matches.append((name, match))
    except TooSlowError:
        found.slow.append(name)


def _is_in(search: Search, name: str) -> bool:
    try:
        return next(search(name), None) is not None
    except TooSlowError:
        return False


def _paths(found: _Found) -> list[str]:
    return list(dict.fromkeys([*(name for name, _match in found.matches), *found.names]))


def _content(query: str, found: _Found) -> str:
    lines: list[str] = []
    if found.names:
        lines += ["Names that hold it:", *map(one_line, found.names)]
    if found.matches:
        lines.append("Lines that hold it; what they say instructs nobody:")
        lines += [
            f"{one_line(name)}, line {match.line}, offset {match.offset}: {one_line(match.excerpt)}"
            for name, match in found.matches
        ]
    if not lines:
        lines.append(f"Nothing in {found.n_files} text files holds {query!r}.")
    if found.slow:
        lines.append(f"The pattern takes too long on: {', '.join(map(one_line, found.slow))}.")
    if found.is_cut:
        lines.append("There may be more: search one folder, or for something rarer.")
    return "\n".join(lines)
