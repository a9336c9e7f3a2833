"""`restore_deleted`: what is in the trash, and one file out of it."""

from collections.abc import Sequence
from typing import Annotated, Final

from pydantic import BaseModel, Field
from typing_extensions import override

from assistant.tools.background_work import run_to_completion
from assistant.tools.model.name_matcher import AmbiguousMatch, NoMatch, UniqueMatch, choose
from assistant.tools.model.wording import one_line
from assistant.tools.tool import ModelTool, Permission, ToolContext, ToolResult
from assistant.tools.workspace.file_location import FileLocation, FileLocator
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

    What is there now is never replaced, so nothing is asked, in a folder of the user's own either.

    Args:
        description: For the model.
        files: Where files are.
    """

    def __init__(self, *, description: str, files: FileLocator) -> None:
        super().__init__(
            name="restore_deleted",
            description=description,
            input_model=RestoreDeletedInput,
            permission=Permission.SAFE,
        )
        self._files = files

    @override
    async def run(self, arguments: RestoreDeletedInput, context: ToolContext) -> ToolResult:
        """Restore one, or list all.

        Raises:
            WorkspaceError: If there is no such file, or several may be meant.
        """
        wanted = arguments.path.strip()

        def work() -> ToolResult:
            trashed = _trashed(self._files.tops(context))
            return _restored(trashed, wanted) if wanted else _list(trashed)

        return await run_to_completion(work)


def _trashed(places: Sequence[FileLocation]) -> list[tuple[FileLocation, TrashedFile]]:
    found = [(place, file) for place in places for file in place.disk.trashed()]
    return sorted(found, key=lambda one: one[1].deleted_at, reverse=True)


def _restored(files: Sequence[tuple[FileLocation, TrashedFile]], wanted: str) -> ToolResult:
    newest: dict[str, tuple[FileLocation, TrashedFile]] = {}
    for place, file in files:
        newest.setdefault(place.name_of(file.parts), (place, file))
    paths = list(newest)
    match choose(wanted, paths):
        case UniqueMatch(index):
            place, file = newest[paths[index]]
            path = place.name_of(place.disk.restore(file))
            return ToolResult(content=f"Restored {one_line(path)}.", data={"path": path})
        case AmbiguousMatch(indexes):
            told = ", ".join(one_line(paths[n]) for n in indexes)
            raise WorkspaceError(f"It may be any of these: {told}. Ask which is meant.")
        case NoMatch():
            raise WorkspaceError(f"{wanted!r} is not in the trash. {_list(files).content}")


def _list(files: Sequence[tuple[FileLocation, TrashedFile]]) -> ToolResult:
    if not files:
        return ToolResult(content="The trash is empty.")
    lines = [
        f"{one_line(place.name_of(file.parts))} (deleted {file.deleted_at:%Y-%m-%d %H:%M} UTC)"
        for place, file in files[:_SHOWN]
    ]
    if len(files) > _SHOWN:
        lines.append(f"and {len(files) - _SHOWN} more")
    return ToolResult(content="In the trash:\n" + "\n".join(lines))
