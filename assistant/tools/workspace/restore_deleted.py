"""`restore_deleted`: what is in the trash, and one file out of it."""

from typing import Annotated, Final

from pydantic import BaseModel, Field
from typing_extensions import override

from assistant.tools.background_work import run_to_completion
from assistant.tools.model.name_matcher import AmbiguousMatch, NoMatch, UniqueMatch, choose
from assistant.tools.model.wording import one_line
from assistant.tools.tool import ModelTool, Permission, ToolContext, ToolResult
from assistant.tools.workspace.disk import WorkspaceDisk, Workspaces
from assistant.tools.workspace.model.paths import MAX_PATH, WorkspaceError
from assistant.tools.workspace.trash import TrashedFile

_SHOWN: Final = 50
"""Files that are listed."""


class RestoreDeletedInput(BaseModel):
    """Input of `restore_deleted`."""

    path: Annotated[
        str, Field(max_length=MAX_PATH, description="Which file; empty to see what there is")
    ] = ""


class RestoreDeleted(ModelTool[RestoreDeletedInput]):
    """Lists the trash and brings files back.

    Args:
        description: For the model.
        workspaces: Where files are.
    """

    def __init__(self, *, description: str, workspaces: Workspaces) -> None:
        super().__init__(
            name="restore_deleted",
            description=description,
            input_model=RestoreDeletedInput,
            permission=Permission.SAFE,
        )
        self._workspaces = workspaces

    @override
    async def run(self, arguments: RestoreDeletedInput, context: ToolContext) -> ToolResult:
        """Restore one, or list all.

        Raises:
            WorkspaceError: If there is no such file, or several may be meant.
        """
        disk = self._workspaces.at(context.workspace)
        wanted = arguments.path.strip()
        return await run_to_completion(lambda: _restored(disk, wanted) if wanted else _list(disk))


def _restored(disk: WorkspaceDisk, wanted: str) -> ToolResult:
    files = disk.trashed()
    newest: dict[str, TrashedFile] = {}
    for file in files:
        newest.setdefault(file.path, file)
    paths = list(newest)
    match choose(wanted, paths):
        case UniqueMatch(index):
            path = "/".join(disk.restore(newest[paths[index]]))
            return ToolResult(content=f"Restored {one_line(path)}.", data={"path": path})
        case AmbiguousMatch(indexes):
            told = ", ".join(one_line(paths[n]) for n in indexes)
            raise WorkspaceError(f"It may be any of these: {told}. Ask which is meant.")
        case NoMatch():
            raise WorkspaceError(f"{wanted!r} is not in the trash. {_list(disk).content}")


def _list(disk: WorkspaceDisk) -> ToolResult:
    files = disk.trashed()
    if not files:
        return ToolResult(content="The trash is empty.")
    lines = [
        f"{one_line(file.path)} (deleted {file.deleted_at:%Y-%m-%d %H:%M} UTC)"
        for file in files[:_SHOWN]
    ]
    if len(files) > _SHOWN:
        lines.append(f"and {len(files) - _SHOWN} more")
    return ToolResult(content="In the trash:\n" + "\n".join(lines))
