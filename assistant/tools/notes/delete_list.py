"""`delete_list`: a list goes to the trash, or some of what is on it."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import BaseModel, Field
from typing_extensions import override

from assistant.errors import AssistantError
from assistant.locale import _, mark
from assistant.text_difference import difference
from assistant.tools.background_work import run_to_completion
from assistant.tools.model.name_matcher import AmbiguousMatch, NoMatch, UniqueMatch, choose
from assistant.tools.model.wording import one_line
from assistant.tools.notes.edit_list import MAX_ITEMS, ItemTexts
from assistant.tools.notes.model.list_text import ListItem, items_of, remove
from assistant.tools.notes.model.note_names import MAX_NAME, list_name_of
from assistant.tools.notes.note_files import NoteFiles
from assistant.tools.tool import ModelTool, Permission, ToolContext, ToolResult
from assistant.tools.workspace.confirmation_digest import ConfirmationDigests
from assistant.tools.workspace.model.paths import WorkspaceError


class DeleteListInput(BaseModel):
    """Input of `delete_list`."""

    list: Annotated[str, Field(min_length=1, max_length=MAX_NAME, description="Name of the list")]
    items: Annotated[
        ItemTexts,
        Field(max_length=MAX_ITEMS, description="Only these items; empty for the whole list"),
    ] = []
    ticked: Annotated[bool, Field(description="Only what is ticked off")] = False


class DeleteList(ModelTool[DeleteListInput]):
    """Deletes lists and items of them."""

    name = "delete_list"
    purpose = mark("Deletes a list")
    input_model = DeleteListInput
    permission = Permission.SENSITIVE

    def __init__(self, *, description: str, lists: NoteFiles) -> None:
        super().__init__(description)
        self._lists = lists
        self._agreed = ConfirmationDigests()

    async def explain(self, arguments: Mapping[str, Any], context: ToolContext) -> str:
        """What would go, in the interface's language; empty if nothing could."""
        try:
            wanted = self.validate(arguments)
            return await asyncio.to_thread(self._explain, wanted, context)
        except AssistantError:  # running it reports this
            return ""

    def _explain(self, wanted: DeleteListInput, context: ToolContext) -> str:
        root = context.workspace
        name = self._lists.named(root, list_name_of(wanted.list))
        text = self._lists.note(root, name, self._agreed, context.tool_use_id)
        path = self._lists.path(name)
        if not _is_in_part(wanted):
            head = _("{path} goes to the trash. It says:").format(path=path)
            return f"{head}\n{difference(text, '')}"
        head = _("{path} changes so:").format(path=path)
        return f"{head}\n{difference(text, remove(text, _wanted(text, wanted)))}"

    @override
    async def run(self, arguments: DeleteListInput, context: ToolContext) -> ToolResult:
        return await run_to_completion(lambda: self._delete(arguments, context))

    def _delete(self, wanted: DeleteListInput, context: ToolContext) -> ToolResult:
        root = context.workspace
        name = self._lists.named(root, list_name_of(wanted.list))
        if not _is_in_part(wanted):
            self._lists.remove(
                root,
                name,
                digest=self._agreed.digest(context.tool_use_id),
                is_aborted=context.abort.is_set,
            )
            return ToolResult(
                content=f"Moved the list {one_line(name)} to the trash.",
                data={"list": name},
            )

        before = ""

        def edit(text: str) -> tuple[str | None, Sequence[ListItem]]:
            nonlocal before
            before, gone = text, _wanted(text, wanted)
            return (remove(text, gone) if gone else None), gone

        gone = self._lists.change(
            root,
            name,
            edit,
            is_aborted=context.abort.is_set,
            shown_in=(self._agreed, context.tool_use_id),
        )
        items = [one_line(item.text) for item in gone]
        if not items:
            return ToolResult(
                content=f"Nothing on the list {one_line(name)} is ticked off.",
            )
        self._lists.keep(root, name, before)
        return ToolResult(
            content=f"Taken off the list {one_line(name)}: {'; '.join(items)}",
            data={"list": name, "items": items},
        )


def _is_in_part(wanted: DeleteListInput) -> bool:
    return bool(wanted.items) or wanted.ticked


def _wanted(text: str, wanted: DeleteListInput) -> Sequence[ListItem]:
    """Items to delete; raises WorkspaceError if one is not clear."""
    items = items_of(text)
    if wanted.ticked:
        items = tuple(item for item in items if item.is_done)
        if not wanted.items:
            return items
    found: list[ListItem] = []
    for one in wanted.items:
        match choose(one, [item.text for item in items]):
            case UniqueMatch(index):
                found.append(items[index])
            case AmbiguousMatch(indexes):
                listed = "; ".join(one_line(items[n].text) for n in indexes)
                raise WorkspaceError(f"{one!r} may be any of: {listed}. Ask which is meant.")
            case NoMatch():
                raise WorkspaceError(f"{one!r} is not on the list. Nothing was taken off.")
    return found
