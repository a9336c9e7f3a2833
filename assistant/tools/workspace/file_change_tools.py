"""The tools that write and delete a file, as the user saw it when they agreed."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final, Literal, TypeVar, assert_never

from pydantic import Field

from assistant.errors import AssistantError
from assistant.locale import _, mark, ngettext
from assistant.text_difference import difference
from assistant.tools.background_work import run_to_completion
from assistant.tools.model.wording import one_line
from assistant.tools.tool import Permission, ToolContext, ToolResult
from assistant.tools.toolset import ToolMethod, Toolset, tool
from assistant.tools.workspace.confirmation_digest import ConfirmationDigests
from assistant.tools.workspace.disk import MAX_FILE, FileContent
from assistant.tools.workspace.file_location import FileLocation, FileLocator
from assistant.tools.workspace.file_tools import FileInput
from assistant.tools.workspace.model.paths import FolderClosedError, WorkspaceError
from assistant.tools.workspace.model.text_encoding import BinaryFile, DecodedText, decode

MAX_WRITTEN_CHARACTERS: Final = 100_000
"""Characters that one call writes."""
_SHOWN: Final = 2_000
"""Characters of a file that the user is shown before it goes."""
Mode = Literal["create", "replace", "append"]


class WriteFileInput(FileInput):
    """Input of `write_file`."""

    content: Annotated[str, Field(max_length=MAX_WRITTEN_CHARACTERS, description="The text")]
    mode: Annotated[
        Mode,
        Field(description="A new file, in place of all that a file says, or at its end"),
    ] = "create"


class DeleteFileInput(FileInput):
    """Input of `delete_file`."""


FileInputT = TypeVar("FileInputT", bound=FileInput)


class FileChangeTools(Toolset):
    """Writes and deletes files."""

    def __init__(self, files: FileLocator) -> None:
        self._files = files
        self._agreed = ConfirmationDigests()

    @tool(Permission.SENSITIVE, mark("Writes a file of the workspace"))
    async def write_file(self, wanted: WriteFileInput, context: ToolContext) -> ToolResult:
        """Raises WorkspaceError if it cannot be written, or is not as the user saw it any more."""

        def write() -> tuple[str, bool]:
            place = self._files.find(wanted.path, context)
            name = one_line(place.name)

            def edit(content: FileContent | None) -> tuple[bytes, bool]:
                self._agreed.check(context.tool_use_id, content, place.parts)
                return _written(name, content, wanted), content is None

            is_new = place.disk.change(place.parts, edit, is_aborted=context.abort.is_set)
            return name, is_new

        path, is_new = await run_to_completion(write)
        return ToolResult(
            content=f"{'Made' if is_new else 'Changed'} {path}.",
            data={"path": path, "is_new": is_new},
        )

    @write_file.explain
    async def change_to_write(self, arguments: Mapping[str, Any], context: ToolContext) -> str:
        return await self._foreseen(
            FileChangeTools.write_file, _foreseen_change, arguments, context
        )

    @tool(Permission.SENSITIVE, mark("Deletes a file of the workspace"))
    async def delete_file(self, wanted: DeleteFileInput, context: ToolContext) -> ToolResult:
        """Delete it.

        Raises:
            WorkspaceError: If there is no such file, or it is not as the user saw it any more.
        """
        digest = self._agreed.digest(context.tool_use_id)

        def remove() -> str:
            place = self._files.find(wanted.path, context)
            place.disk.remove(place.parts, digest=digest, is_aborted=context.abort.is_set)
            return one_line(place.name)

        path = await run_to_completion(remove)
        return ToolResult(
            content=f"Moved {path} to the trash.",
            data={"path": path},
        )

    @delete_file.explain
    async def file_to_delete(self, arguments: Mapping[str, Any], context: ToolContext) -> str:
        return await self._foreseen(
            FileChangeTools.delete_file, _foreseen_deletion, arguments, context
        )

    async def _foreseen(
        self,
        method: ToolMethod[FileInputT],
        foresee: Callable[[FileInputT, FileLocation], tuple[FileContent | None, str]],
        arguments: Mapping[str, Any],
        context: ToolContext,
    ) -> str:
        """What would come of a call, in the interface's language; empty if nothing could.

        Args:
            method: Validates the input.
            foresee: Returns what the file holds, None if it is missing, and what would come of it;
                raises WorkspaceError if nothing could.
            arguments: The input as the model gave it.
            context: Where the call runs.

        Raises:
            FolderClosedError: If it is in no folder that tools may write to.
        """

        def look() -> tuple[FileContent | None, str]:
            wanted = method.validate(arguments)
            place = self._files.find(wanted.path, context)
            place.disk.check_writable()
            return foresee(wanted, place)

        try:
            content, outcome = await asyncio.to_thread(look)
        except FolderClosedError:
            raise
        except AssistantError:  # running it reports this
            return ""
        self._agreed.note(context.tool_use_id, content)
        return outcome


def _written(path: str, content: FileContent | None, wanted: WriteFileInput) -> bytes:
    """The file's future content; raises WorkspaceError if the mode does not fit it."""
    before = DecodedText(text="") if content is None else decode(content.data)
    match wanted.mode:
        case "create":
            if content is not None:
                raise WorkspaceError(f"There is a file {path} already. Read it, then replace it.")
            data = wanted.content.encode("utf-8", "replace")
        case "replace":
            if content is None:
                raise WorkspaceError(f"There is no file {path} to replace. Use mode create.")
            data = (
                wanted.content.encode("utf-8", "replace")
                if isinstance(before, BinaryFile)
                else before.encoded(_with_ends_of(before.text, wanted.content))
            )
        case "append":
            if isinstance(before, BinaryFile):
                raise WorkspaceError(f"{path} is {before.kind}; no text can be added to it.")
            addition = _joint(before.text) + _with_ends_of(before.text, wanted.content)
            held = b"" if content is None else content.data
            lengthened = before.lengthened(held, addition)
            if lengthened is None:
                raise WorkspaceError(f"{path} is damaged; adding to it would lose the rest.")
            data = lengthened
        case _:
            assert_never(wanted.mode)
    if len(data) > MAX_FILE:
        raise WorkspaceError(f"{path} would be too large: more than {MAX_FILE} bytes.")
    return data


def _foreseen_change(wanted: WriteFileInput, place: FileLocation) -> tuple[FileContent | None, str]:
    content = place.disk.find(place.parts)
    return content, _explained_change(wanted, place, content)


def _explained_change(
    wanted: WriteFileInput, place: FileLocation, content: FileContent | None
) -> str:
    after = decode(_written(one_line(place.name), content, wanted))
    before = DecodedText(text="") if content is None else decode(content.data)
    path = place.name
    if isinstance(before, BinaryFile) and content is not None:
        return _("{path} is replaced: it is no text, and what it holds is lost.").format(path=path)
    old = before.text if isinstance(before, DecodedText) else ""
    new = after.text if isinstance(after, DecodedText) else wanted.content
    head = _("New file {path}:") if content is None else _("{path} changes so:")
    return f"{head.format(path=path)}\n{difference(old, new)}"


def _with_ends_of(before: str, text: str) -> str:
    """Use the line ends of another text."""
    if not before.partition("\n")[0].endswith("\r"):
        return text
    return text.replace("\r\n", "\n").replace("\n", "\r\n")


def _joint(before: str) -> str:
    if not before or before.endswith("\n"):
        return ""
    return "\r\n" if before.partition("\n")[0].endswith("\r") else "\n"


def _foreseen_deletion(_wanted: FileInput, place: FileLocation) -> tuple[FileContent, str]:
    content = place.disk.read(place.parts)
    return content, _explained_deletion(place.name, content)


def _explained_deletion(path: str, content: FileContent) -> str:
    found = decode(content.data)
    if isinstance(found, BinaryFile):
        size = len(content.data)
        return ngettext(
            "{path} goes to the trash: {n} byte.", "{path} goes to the trash: {n} bytes.", size
        ).format(path=path, n=size)
    head = _("{path} goes to the trash. It says:").format(path=path)
    lines = [head, difference(found.text[:_SHOWN], "")]
    if len(found.text) > _SHOWN:
        lines.append(_("… and {n} more characters").format(n=len(found.text) - _SHOWN))
    return "\n".join(lines)
