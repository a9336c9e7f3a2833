"""`delete_note`: something that was written down goes to the trash."""

import asyncio
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, Field
from typing_extensions import override

from assistant.errors import AssistantError
from assistant.locale import _, mark
from assistant.text_difference import difference
from assistant.tools.background_work import run_to_completion
from assistant.tools.model.wording import one_line
from assistant.tools.notes.model.note_names import MAX_NAME, name_of
from assistant.tools.notes.note_files import NoteFiles
from assistant.tools.tool import ModelTool, Permission, ToolContext, ToolResult
from assistant.tools.workspace.confirmation_digest import ConfirmationDigests


class DeleteNoteInput(BaseModel):
    """Input of `delete_note`."""

    name: Annotated[str, Field(min_length=1, max_length=MAX_NAME, description="Name of the note")]


class DeleteNote(ModelTool[DeleteNoteInput]):
    """Deletes notes."""

    name = "delete_note"
    purpose = mark("Deletes a note")
    input_model = DeleteNoteInput
    permission = Permission.SENSITIVE

    def __init__(self, *, description: str, notes: NoteFiles) -> None:
        super().__init__(description)
        self._notes = notes
        self._agreed = ConfirmationDigests()

    async def explain(self, arguments: Mapping[str, Any], context: ToolContext) -> str:
        """What would go, in the interface's language; empty if nothing could."""
        try:
            wanted = self.validate(arguments)
            return await asyncio.to_thread(self._explain, wanted.name, context)
        except AssistantError:  # running it reports this
            return ""

    def _explain(self, wanted: str, context: ToolContext) -> str:
        name = self._notes.named(context.workspace, name_of(wanted))
        text = self._notes.note(context.workspace, name, self._agreed, context.tool_use_id)
        path = self._notes.path(name)
        head = _("{path} goes to the trash. It says:").format(path=path)
        return f"{head}\n{difference(text, '')}"

    @override
    async def run(self, arguments: DeleteNoteInput, context: ToolContext) -> ToolResult:
        """Delete it.

        Raises:
            WorkspaceError: If there is no such note, several may be meant, or it is not as the
                user saw it any more.
        """

        def delete() -> str:
            name = self._notes.named(context.workspace, name_of(arguments.name))
            self._notes.remove(
                context.workspace,
                name,
                digest=self._agreed.digest(context.tool_use_id),
                is_aborted=context.abort.is_set,
            )
            return name

        name = await run_to_completion(delete)
        return ToolResult(
            content=f"Moved the note {one_line(name)} to the trash.",
            data={"note": name},
        )
