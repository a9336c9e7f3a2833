"""`list_files`: what is in a folder of the workspace."""

import asyncio
from itertools import islice
from typing import Annotated, Final

from pydantic import BaseModel, Field
from typing_extensions import override

from assistant.tools.model.wording import one_line
from assistant.tools.tool import ModelTool, Permission, ToolContext, ToolResult
from assistant.tools.workspace.directory import DirectoryEntry, EntryKind
from assistant.tools.workspace.disk import Workspaces
from assistant.tools.workspace.model.paths import MAX_PATH, Parts, parts_of

MAX_ENTRIES: Final = 200
"""Entries that are told of in one call."""


class ListFilesInput(BaseModel):
    """Input of `list_files`."""

    path: Annotated[
        str, Field(max_length=MAX_PATH, description="Folder, relative to the workspace")
    ] = ""
    recursive: Annotated[bool, Field(description="Also what is in the folders below")] = False


class ListFiles(ModelTool[ListFilesInput]):
    """Lists files.

    Args:
        description: For the model.
        workspaces: Where they are.
    """

    def __init__(self, *, description: str, workspaces: Workspaces) -> None:
        super().__init__(
            name="list_files",
            description=description,
            input_model=ListFilesInput,
            permission=Permission.SAFE,
        )
        self._workspaces = workspaces

    @override
    async def run(self, arguments: ListFilesInput, context: ToolContext) -> ToolResult:
        """List them.

        Raises:
            WorkspaceError: If there is no such folder.
        """
        parts = parts_of(arguments.path)
        disk = self._workspaces.at(context.workspace)

        def look() -> list[tuple[Parts, DirectoryEntry]]:
            if arguments.recursive:
                found = disk.walk(parts)
            else:
                found = (((*parts, entry.name), entry) for entry in disk.entries(parts))
            return list(islice(found, MAX_ENTRIES + 1))

        entries = await asyncio.to_thread(look)
        where = "/".join(parts) or "the workspace"
        if not entries:
            return ToolResult(content=f"There is nothing in {where}.")
        lines = [_line(path, entry) for path, entry in entries[:MAX_ENTRIES]]
        if len(entries) > MAX_ENTRIES:
            lines.append("There is more; list one folder at a time.")
        return ToolResult(
            content="\n".join([f"In {where}:", *lines]),
            data={"paths": ["/".join(path) for path, _entry in entries[:MAX_ENTRIES]]},
        )


def _line(path: Parts, entry: DirectoryEntry) -> str:
    name = one_line("/".join(path))
    match entry.kind:
        case EntryKind.FILE:
            return f"{name}  {entry.size} bytes, {entry.modified.astimezone():%Y-%m-%d %H:%M}"
        case EntryKind.FOLDER:
            return f"{name}/"
        case EntryKind.LINK | EntryKind.OTHER:
            return f"{name}  ({entry.kind.value}, cannot be used)"
