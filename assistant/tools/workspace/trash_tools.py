"""`restore_deleted`: what is in the trash, and one file out of it."""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final

from pydantic import BaseModel, Field

from assistant.errors import AssistantError
from assistant.locale import mark, ngettext
from assistant.tools.background_work import run_to_completion
from assistant.tools.model.name_matcher import AmbiguousMatch, NoMatch, UniqueMatch, choose
from assistant.tools.model.wording import one_line
from assistant.tools.tool import Permission, ToolContext, ToolResult
from assistant.tools.toolset import Toolset, tool
from assistant.tools.workspace.file_location import FileLocation, FileLocator
from assistant.tools.workspace.model.paths import MAX_PATH, WorkspaceError
from assistant.tools.workspace.trash import TrashedFile

_SHOWN: Final = 50
"""Files that are listed."""
_REMEMBERED: Final = 50
"""Calls that the user was asked about and that may still run."""


class RestoreDeletedInput(BaseModel):
    """Input of `restore_deleted`."""

    path: Annotated[
        str, Field(max_length=MAX_PATH, description="Which file; empty to see what there is")
    ] = ""


class TrashTools(Toolset):
    """Lists the trash and brings files back.

    What is there now is never replaced. In one of the user's folders the user confirms it all the
    same: what they deleted there is not to come back by itself.
    """

    def __init__(self, files: FileLocator) -> None:
        self._files = files
        self._agreed: OrderedDict[str, TrashedFile | None] = OrderedDict()
        """The file of one of the user's folders that a call was found to bring back, by its id."""

    @tool(Permission.SAFE, mark("Brings back what was deleted"))
    async def restore_deleted(
        self, wanted: RestoreDeletedInput, context: ToolContext
    ) -> ToolResult:
        """Restore one, or list all.

        Raises:
            WorkspaceError: If there is no such file, several may be meant, or it is another than
                the user was asked about.
        """
        path = wanted.path.strip()
        is_judged = context.tool_use_id in self._agreed
        agreed = self._agreed.pop(context.tool_use_id, None)

        def work() -> ToolResult:
            trashed = _trashed(self._files.tops(context))
            if not path:
                return _list(trashed)
            place, file = _find(trashed, path)
            if is_judged and place.grant is not None and file != agreed:
                raise WorkspaceError("The trash was changed meanwhile. Look again what is in it.")
            restored = place.name_of(place.disk.restore(file))
            return ToolResult(content=f"Restored {one_line(restored)}.", data={"path": restored})

        return await run_to_completion(work)

    @restore_deleted.is_sensitive
    async def comes_to_the_user(self, arguments: Mapping[str, Any], context: ToolContext) -> bool:
        """Whether a file comes back into one of the user's folders; a failure asks nothing."""
        try:
            found = await self._find_own(arguments, context)
        except AssistantError:  # running it reports this
            found = None
        if found is not None:
            found[0].disk.check_writable()
        self._agreed[context.tool_use_id] = None if found is None else found[1]
        while len(self._agreed) > _REMEMBERED:
            self._agreed.popitem(last=False)
        return found is not None

    @restore_deleted.explain
    async def file_to_restore(self, arguments: Mapping[str, Any], context: ToolContext) -> str:
        """What comes back, in the interface's language."""
        found = await self._find_own(arguments, context)
        if found is None:
            return ""
        place, file = found
        return ngettext(
            "{path} comes back from the trash: {n} byte.",
            "{path} comes back from the trash: {n} bytes.",
            file.size,
        ).format(path=place.name_of(file.parts), n=file.size)

    async def _find_own(
        self, arguments: Mapping[str, Any], context: ToolContext
    ) -> tuple[FileLocation, TrashedFile] | None:
        """The file of one of the user's folders that a call brings back."""
        path = TrashTools.restore_deleted.validate(arguments).path.strip()

        def look() -> tuple[FileLocation, TrashedFile] | None:
            place, file = _find(_trashed(self._files.tops(context)), path)
            return None if place.grant is None else (place, file)

        return await asyncio.to_thread(look) if path else None


def _trashed(places: Sequence[FileLocation]) -> list[tuple[FileLocation, TrashedFile]]:
    found = [(place, file) for place in places for file in place.disk.trashed()]
    return sorted(found, key=lambda one: one[1].deleted_at, reverse=True)


def _find(
    files: Sequence[tuple[FileLocation, TrashedFile]], wanted: str
) -> tuple[FileLocation, TrashedFile]:
    """Find the file that is meant.

    Raises:
        WorkspaceError: If there is none, or it may be several.
    """
    newest: dict[str, tuple[FileLocation, TrashedFile]] = {}
    for place, file in files:
        newest.setdefault(place.name_of(file.parts), (place, file))
    paths = list(newest)
    match choose(wanted, paths):
        case UniqueMatch(index):
            return newest[paths[index]]
        case AmbiguousMatch(indexes):
            listed = ", ".join(one_line(paths[n]) for n in indexes)
            raise WorkspaceError(f"It may be any of these: {listed}. Ask which is meant.")
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
