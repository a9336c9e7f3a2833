"""`add_note`: something is written down."""

from typing import Annotated, Final

from pydantic import BaseModel, Field
from typing_extensions import override

from assistant.clock import Clock
from assistant.locale import mark
from assistant.memory.model.facts import FactSimilarity, compare
from assistant.questions.model.sanitizer import clean_text
from assistant.tools.background_work import run_to_completion
from assistant.tools.model.wording import one_line
from assistant.tools.notes.model.note_names import MAX_NAME, first_words, name_of
from assistant.tools.notes.model.note_text import add
from assistant.tools.notes.note_files import NoteFiles
from assistant.tools.tool import (
    InvalidInputError,
    ModelTool,
    Permission,
    ToolContext,
    ToolResult,
)

MAX_TEXT: Final = 10_000
"""Characters of one call."""


class AddNoteInput(BaseModel):
    """Input of `add_note`."""

    text: Annotated[str, Field(min_length=1, max_length=MAX_TEXT, description="What to note")]
    name: Annotated[
        str, Field(max_length=MAX_NAME, description="What it is about, in a word or two")
    ] = ""


class AddNote(ModelTool[AddNoteInput]):
    """Writes notes."""

    name = "add_note"
    purpose = mark("Keeps a note")
    input_model = AddNoteInput
    permission = Permission.SAFE

    def __init__(self, *, description: str, notes: NoteFiles, clock: Clock) -> None:
        super().__init__(description)
        self._notes = notes
        self._clock = clock

    @override
    async def run(self, arguments: AddNoteInput, context: ToolContext) -> ToolResult:
        text = clean_text(arguments.text, multiline=True)
        name = arguments.name.strip() or first_words(text)
        if not text or not name:
            raise InvalidInputError(("text: It says nothing.",))
        return await run_to_completion(lambda: self._add(name_of(name), text, context))

    def _add(self, wanted: str, text: str, context: ToolContext) -> ToolResult:
        root = context.workspace
        same = [
            sheet.name
            for sheet in self._notes.all(root)
            if compare(sheet.name, wanted) is FactSimilarity.SAME
        ]
        name = same[0] if same else wanted
        at = self._clock.now().astimezone()

        def edit(before: str) -> tuple[str | None, bool]:
            after = add(before, text, title=name, at=at)
            return after, after is not None

        is_added = self._notes.change(root, name, edit, is_aborted=context.abort.is_set)
        shown = one_line(name)
        if not is_added:
            return ToolResult(content=f"The note {shown} says that already.")
        return ToolResult(
            content=f"{'Added to' if same else 'Made'} the note {shown}, in {self._notes.path(name)}.",
            data={"note": name},
        )
