"""`show_list`: what is on a list, or which lists there are."""

import asyncio
from typing import Annotated, Final

from pydantic import BaseModel, Field
from typing_extensions import override

from assistant.locale import mark
from assistant.tools.model.wording import one_line
from assistant.tools.notes.model.list_text import items_of
from assistant.tools.notes.model.note_names import MAX_NAME, list_name_of
from assistant.tools.notes.note_files import NoteFiles
from assistant.tools.tool import ModelTool, Permission, ToolContext, ToolResult

_SHOWN: Final = 300
"""Items that are told of."""
_LISTS: Final = 100


class ShowListInput(BaseModel):
    """Input of `show_list`."""

    list: Annotated[
        str, Field(max_length=MAX_NAME, description="Name of the list; empty for all lists")
    ] = ""


class ShowList(ModelTool[ShowListInput]):
    """Shows lists."""

    name = "show_list"
    purpose = mark("Shows a list")
    input_model = ShowListInput
    permission = Permission.SAFE

    def __init__(self, *, description: str, lists: NoteFiles) -> None:
        super().__init__(description)
        self._lists = lists

    @override
    async def run(self, arguments: ShowListInput, context: ToolContext) -> ToolResult:
        """Raises WorkspaceError if there is no such list, or several may be meant."""
        if arguments.list.strip():
            return await asyncio.to_thread(self._show, arguments.list, context)
        return await asyncio.to_thread(self._show_all, context)

    def _show(self, wanted: str, context: ToolContext) -> ToolResult:
        name = self._lists.named(context.workspace, list_name_of(wanted))
        items = items_of(self._lists.read(context.workspace, name))
        waiting = [one_line(item.text) for item in items if not item.is_done]
        done = [one_line(item.text) for item in items if item.is_done]
        lines = [f"List {one_line(name)}, in the file {self._lists.path(name)}:"]
        lines += [f"- [ ] {text}" for text in waiting[:_SHOWN]]
        lines += [f"- [x] {text}" for text in done[: max(0, _SHOWN - len(waiting))]]
        if len(items) > _SHOWN:
            lines.append(f"{len(items) - _SHOWN} more are in the file.")
        if not items:
            lines.append("Nothing is on it.")
        return ToolResult(
            content="\n".join(lines),
            data={"list": name, "open": waiting[:_SHOWN], "done": done[:_SHOWN]},
        )

    def _show_all(self, context: ToolContext) -> ToolResult:
        root = context.workspace
        names = [sheet.name for sheet in self._lists.all(root)]
        if not names:
            return ToolResult(content="There is no list yet.")
        if len(names) == 1:
            return self._show(names[0], context)
        lines = ["The lists there are:"]
        for name in names[:_LISTS]:
            items = items_of(self._lists.read(root, name))
            n_open = sum(not item.is_done for item in items)
            lines.append(f"- {one_line(name)}: {n_open} open, {len(items) - n_open} done")
        if len(names) > _LISTS:
            lines.append(f"and {len(names) - _LISTS} more")
        return ToolResult(content="\n".join(lines), data={"lists": names[:_LISTS]})
