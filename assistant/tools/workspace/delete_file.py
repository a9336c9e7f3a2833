"""`delete_file`: a file of the workspace goes to the trash."""

from typing import Final

from typing_extensions import override

from assistant.locale import _, mark, ngettext
from assistant.text_difference import difference
from assistant.tools.background_work import run_to_completion
from assistant.tools.model.wording import one_line
from assistant.tools.tool import Permission, ToolContext, ToolResult
from assistant.tools.workspace.disk import FileContent
from assistant.tools.workspace.file_location import FileLocation
from assistant.tools.workspace.file_tool import FileChangeTool, FileInput
from assistant.tools.workspace.model.text_encoding import BinaryFile, decode

_SHOWN: Final = 2_000
"""Characters of a file that the user is shown before it goes."""


class DeleteFileInput(FileInput):
    """Input of `delete_file`."""


class DeleteFile(FileChangeTool[DeleteFileInput]):
    """Deletes a file."""

    name = "delete_file"
    purpose = mark("Deletes a file of the workspace")
    input_model = DeleteFileInput
    permission = Permission.SENSITIVE

    @override
    def _foresee(self, wanted: DeleteFileInput, place: FileLocation) -> tuple[FileContent, str]:
        content = place.disk.read(place.parts)
        return content, _explained(place.name, content)

    @override
    async def run(self, arguments: DeleteFileInput, context: ToolContext) -> ToolResult:
        """Delete it.

        Raises:
            WorkspaceError: If there is no such file, or it is not as the user saw it any more.
        """
        digest = self._agreed.digest(context.tool_use_id)

        def remove() -> str:
            place = self._files.find(arguments.path, context)
            place.disk.remove(place.parts, digest=digest, is_aborted=context.abort.is_set)
            return one_line(place.name)

        path = await run_to_completion(remove)
        return ToolResult(
            content=f"Moved {path} to the trash.",
            data={"path": path},
        )


def _explained(path: str, content: FileContent) -> str:
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
