"""`write_file`: a text file of the workspace is made, replaced or added to."""

from typing import Annotated, Final, Literal, assert_never

from pydantic import Field
from typing_extensions import override

from assistant.locale import _, mark
from assistant.text_difference import difference
from assistant.tools.background_work import run_to_completion
from assistant.tools.model.wording import one_line
from assistant.tools.tool import Permission, ToolContext, ToolResult
from assistant.tools.workspace.disk import MAX_FILE, FileContent
from assistant.tools.workspace.file_location import FileLocation
from assistant.tools.workspace.file_tool import FileChangeTool, FileInput
from assistant.tools.workspace.model.paths import WorkspaceError
from assistant.tools.workspace.model.text_encoding import BinaryFile, DecodedText, decode

MAX_WRITTEN_CHARACTERS: Final = 100_000
"""Characters that one call writes."""
Mode = Literal["create", "replace", "append"]


class WriteFileInput(FileInput):
    """Input of `write_file`."""

    content: Annotated[str, Field(max_length=MAX_WRITTEN_CHARACTERS, description="The text")]
    mode: Annotated[
        Mode,
        Field(description="A new file, in place of all that a file says, or at its end"),
    ] = "create"


class WriteFile(FileChangeTool[WriteFileInput]):
    """Writes a text file."""

    name = "write_file"
    purpose = mark("Writes a file of the workspace")
    input_model = WriteFileInput
    permission = Permission.SENSITIVE

    @override
    def _foresee(
        self, wanted: WriteFileInput, place: FileLocation
    ) -> tuple[FileContent | None, str]:
        content = place.disk.find(place.parts)
        return content, _explained(place, content, wanted)

    @override
    async def run(self, arguments: WriteFileInput, context: ToolContext) -> ToolResult:
        """Raises WorkspaceError if it cannot be written, or is not as the user saw it any more."""

        def write() -> tuple[str, bool]:
            place = self._files.find(arguments.path, context)
            name = one_line(place.name)

            def edit(content: FileContent | None) -> tuple[bytes, bool]:
                self._agreed.check(context.tool_use_id, content, place.parts)
                return _written(name, content, arguments), content is None

            is_new = place.disk.change(place.parts, edit, is_aborted=context.abort.is_set)
            return name, is_new

        path, is_new = await run_to_completion(write)
        return ToolResult(
            content=f"{'Made' if is_new else 'Changed'} {path}.",
            data={"path": path, "is_new": is_new},
        )


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


def _explained(place: FileLocation, content: FileContent | None, wanted: WriteFileInput) -> str:
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
