"""What the tools that name one file have in common."""

import asyncio
from abc import abstractmethod
from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, Field

from assistant.errors import AssistantError
from assistant.tools.tool import ModelTool, ToolContext
from assistant.tools.workspace.confirmation_digest import ConfirmationDigests
from assistant.tools.workspace.disk import FileContent
from assistant.tools.workspace.file_location import FileLocation, FileLocator
from assistant.tools.workspace.model.paths import MAX_PATH, FolderClosedError


class FileInput(BaseModel):
    """Names a file."""

    path: Annotated[
        str,
        Field(
            min_length=1, max_length=MAX_PATH, description="In the workspace or a granted folder"
        ),
    ]


FileInputT = TypeVar("FileInputT", bound=FileInput)


class FileChangeTool(ModelTool[FileInputT]):
    """A tool that changes a file as the user saw it when they agreed."""

    def __init__(self, *, description: str, files: FileLocator) -> None:
        super().__init__(description)
        self._files = files
        self._agreed = ConfirmationDigests()

    async def explain(self, arguments: Mapping[str, Any], context: ToolContext) -> str:
        """What would come of it, in the interface's language; empty if nothing could.

        Raises:
            FolderClosedError: If it is in no folder that tools may write to.
        """

        def look() -> tuple[FileContent | None, str]:
            wanted = self.validate(arguments)
            place = self._files.find(wanted.path, context)
            place.disk.check_writable()
            return self._foresee(wanted, place)

        try:
            content, outcome = await asyncio.to_thread(look)
        except FolderClosedError:
            raise
        except AssistantError:  # running it reports this
            return ""
        self._agreed.note(context.tool_use_id, content)
        return outcome

    @abstractmethod
    def _foresee(self, wanted: FileInputT, place: FileLocation) -> tuple[FileContent | None, str]:
        """Content of the file, None if it is missing, and what would come of it.

        Raises:
            WorkspaceError: If nothing could.
        """
