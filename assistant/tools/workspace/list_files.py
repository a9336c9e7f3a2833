"""`list_files`: what is in a folder of the workspace."""

import asyncio
from itertools import islice
from typing import Annotated, Final

from pydantic import BaseModel, Field
from typing_extensions import override

from assistant.locale import mark
from assistant.tools.model.wording import one_line
from assistant.tools.tool import ModelTool, Permission, ToolContext, ToolResult
from assistant.tools.workspace.directory import DirectoryEntry, EntryKind
from assistant.tools.workspace.file_location import FileLocation, FileLocator
from assistant.tools.workspace.model.folder_grant import describe
from assistant.tools.workspace.model.paths import MAX_PATH, Parts

MAX_ENTRIES: Final = 200
"""Entries that are told of in one call."""


class ListFilesInput(BaseModel):
    """Input of `list_files`."""

    path: Annotated[
        str, Field(max_length=MAX_PATH, description="Folder, in the workspace or a granted one")
    ] = ""
    recursive: Annotated[bool, Field(description="Also what is in the folders below")] = False


class ListFiles(ModelTool[ListFilesInput]):
    """Lists files."""

    name = "list_files"
    purpose = mark("Lists the files of the workspace")
    input_model = ListFilesInput
    permission = Permission.SAFE

    def __init__(self, *, description: str, files: FileLocator) -> None:
        super().__init__(description)
        self._files = files

    @override
    async def run(self, arguments: ListFilesInput, context: ToolContext) -> ToolResult:
        """Raises WorkspaceError if there is no such folder."""

        def look() -> tuple[FileLocation, list[tuple[Parts, DirectoryEntry]]]:
            place = self._files.find(arguments.path, context)
            disk, parts = place.disk, place.parts
            if arguments.recursive:
                found = disk.walk(parts)
            else:
                found = (((*parts, entry.name), entry) for entry in disk.entries(parts))
            return place, list(islice(found, MAX_ENTRIES + 1))

        place, entries = await asyncio.to_thread(look)
        where = one_line(place.name) or "the workspace"
        granted = [] if place.name else [describe(one) for one in self._files.folders(context)]
        shown = [(place.name_of(path), entry) for path, entry in entries[:MAX_ENTRIES]]
        lines = [f"In {where}:", *(_line(name, entry) for name, entry in shown)]
        if not entries:
            lines = [f"There is nothing in {where}."]
        if len(entries) > MAX_ENTRIES:
            lines.append("There is more; list one folder at a time.")
        if granted:
            lines += ["Folders of the person's own:", *map(one_line, granted)]
        return ToolResult(
            content="\n".join(lines),
            data={"paths": [name for name, _entry in shown]} if shown else {},
        )


def _line(path: str, entry: DirectoryEntry) -> str:
    name = one_line(path)
    match entry.kind:
        case EntryKind.FILE:
            return f"{name}  {entry.size} bytes, {entry.modified.astimezone():%Y-%m-%d %H:%M}"
        case EntryKind.FOLDER:
            return f"{name}/"
        case EntryKind.LINK | EntryKind.OTHER:
            return f"{name}  ({entry.kind.value}, cannot be used)"
