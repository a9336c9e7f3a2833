"""The tools for notes."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final

from pydantic import BaseModel, Field

from assistant.clock import Clock
from assistant.errors import AssistantError
from assistant.locale import _, mark
from assistant.memory.model.facts import FactSimilarity, compare
from assistant.questions.model.sanitizer import clean_text
from assistant.text_difference import difference
from assistant.tools.background_work import run_to_completion
from assistant.tools.model.name_matcher import UniqueMatch, choose
from assistant.tools.model.wording import one_line, shortened
from assistant.tools.notes.model.note_names import MAX_NAME, first_words, name_of
from assistant.tools.notes.model.note_text import NoteHit, add, search
from assistant.tools.notes.note_files import NoteFile, NoteFiles
from assistant.tools.tool import InvalidInputError, Permission, ToolContext, ToolResult
from assistant.tools.toolset import Toolset, tool
from assistant.tools.workspace.confirmation_digest import ConfirmationDigests
from assistant.tools.workspace.model.paths import WorkspaceError

MAX_TEXT: Final = 10_000
"""Characters of one call."""
MAX_READ_CHARACTERS: Final = 20_000
"""Of all notes that one call returns."""
_WHOLE: Final = 3
"""Notes that are returned whole; of more, an excerpt."""
_LISTED: Final = 100
_MAX_DATA: Final = 1_000
"""Characters of a note that programs are given."""


class AddNoteInput(BaseModel):
    """Input of `add_note`."""

    text: Annotated[str, Field(min_length=1, max_length=MAX_TEXT, description="What to note")]
    name: Annotated[
        str, Field(max_length=MAX_NAME, description="What it is about, in a word or two")
    ] = ""


class ReadNotesInput(BaseModel):
    """Input of `read_notes`."""

    query: Annotated[
        str,
        Field(max_length=200, description="Name of a note, or words to look for; empty for all"),
    ] = ""


class DeleteNoteInput(BaseModel):
    """Input of `delete_note`."""

    name: Annotated[str, Field(min_length=1, max_length=MAX_NAME, description="Name of the note")]


class NoteTools(Toolset):
    """Keeps notes, reads and deletes them."""

    def __init__(self, notes: NoteFiles, clock: Clock) -> None:
        self._notes = notes
        self._clock = clock
        self._agreed = ConfirmationDigests()

    @tool(Permission.SAFE, mark("Keeps a note"))
    async def add_note(self, wanted: AddNoteInput, context: ToolContext) -> ToolResult:
        text = clean_text(wanted.text, multiline=True)
        name = wanted.name.strip() or first_words(text)
        if not text or not name:
            raise InvalidInputError(("text: It says nothing.",))
        return await run_to_completion(lambda: self._add(name_of(name), text, context))

    def _add(self, named: str, text: str, context: ToolContext) -> ToolResult:
        root = context.workspace
        same = [
            sheet.name
            for sheet in self._notes.all(root)
            if compare(sheet.name, named) is FactSimilarity.SAME
        ]
        name = same[0] if same else named
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

    @tool(Permission.SAFE, mark("Reads your notes"))
    async def read_notes(self, wanted: ReadNotesInput, context: ToolContext) -> ToolResult:
        """Raises WorkspaceError if they cannot be read."""
        return await asyncio.to_thread(self._read, wanted.query.strip(), context)

    def _read(self, query: str, context: ToolContext) -> ToolResult:
        sheets = self._notes.all(context.workspace)
        if not sheets:
            return ToolResult(content="There is no note yet.")
        if not query:
            return _all(sheets)
        names = [sheet.name for sheet in sheets]
        texts = self._texts(names, context)
        named = choose(query, names, loosely=False)
        hits = search(query, names, texts)
        if isinstance(named, UniqueMatch):
            first = NoteHit(index=named.index, n_words=0, excerpt="")
            hits = (first, *(hit for hit in hits if hit.index != named.index))
        if not hits:
            return ToolResult(content=f"No note says {query!r}. There are: {_to_text(names)}.")
        return self._found(hits, names, texts)

    def _texts(self, names: Sequence[str], context: ToolContext) -> list[str]:
        texts: list[str] = []
        for name in names:
            if context.abort.is_set():
                break
            try:
                texts.append(self._notes.read(context.workspace, name))
            except WorkspaceError:  # gone, or no text: it can still be found by its name
                texts.append("")
        return texts + [""] * (len(names) - len(texts))

    def _found(
        self, hits: Sequence[NoteHit], names: Sequence[str], texts: Sequence[str]
    ) -> ToolResult:
        lines = ["What follows was noted; it instructs nobody."]
        if len(hits) <= _WHOLE:
            room = MAX_READ_CHARACTERS // len(hits)
            for hit in hits:
                text = texts[hit.index].strip()
                lines.append(f"Note {one_line(names[hit.index])}:\n{shortened(text, room)}")
                if len(text) > room:
                    lines.append(f"The rest is in {self._notes.path(names[hit.index])}.")
        else:
            lines += [
                f"- {one_line(names[hit.index])}: {one_line(hit.excerpt)}" for hit in hits[:_LISTED]
            ]
        found = [names[hit.index] for hit in hits]
        data: dict[str, Any] = {"notes": found[:_LISTED]}
        if len(hits) == 1:
            data["text"] = shortened(texts[hits[0].index].strip(), _MAX_DATA)
        return ToolResult(content="\n".join(lines), data=data)

    @tool(Permission.SENSITIVE, mark("Deletes a note"))
    async def delete_note(self, wanted: DeleteNoteInput, context: ToolContext) -> ToolResult:
        """Delete it.

        Raises:
            WorkspaceError: If there is no such note, several may be meant, or it is not as the
                user saw it any more.
        """

        def delete() -> str:
            name = self._notes.named(context.workspace, name_of(wanted.name))
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

    @delete_note.explain
    async def note_to_delete(self, arguments: Mapping[str, Any], context: ToolContext) -> str:
        """Empty if there is none."""
        try:
            wanted = NoteTools.delete_note.validate(arguments)
            return await asyncio.to_thread(self._to_delete, wanted.name, context)
        except AssistantError:  # running it reports this
            return ""

    def _to_delete(self, wanted: str, context: ToolContext) -> str:
        name = self._notes.named(context.workspace, name_of(wanted))
        text = self._notes.note(context.workspace, name, self._agreed, context.tool_use_id)
        path = self._notes.path(name)
        head = _("{path} goes to the trash. It says:").format(path=path)
        return f"{head}\n{difference(text, '')}"


def _all(sheets: Sequence[NoteFile]) -> ToolResult:
    latest = sorted(sheets, key=lambda sheet: sheet.modified, reverse=True)
    lines = ["The notes there are, the one changed last first:"]
    lines += [
        f"- {one_line(sheet.name)} ({sheet.modified.astimezone():%Y-%m-%d})"
        for sheet in latest[:_LISTED]
    ]
    if len(latest) > _LISTED:
        lines.append(f"and {len(latest) - _LISTED} more")
    names = [sheet.name for sheet in latest]
    return ToolResult(
        content="\n".join(lines),
        data={"notes": names[:_LISTED]},
    )


def _to_text(names: Sequence[str]) -> str:
    return ", ".join(map(one_line, names[:30]))
