"""The tools for lists of things to do or to buy."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, Field

from assistant.errors import AssistantError
from assistant.locale import _, mark
from assistant.questions.model.sanitizer import clean_text
from assistant.text_difference import difference
from assistant.tools.background_work import run_to_completion
from assistant.tools.model.name_matcher import (
    AmbiguousMatch,
    NameMatcher,
    NoMatch,
    UniqueMatch,
    choose,
)
from assistant.tools.model.wording import one_line
from assistant.tools.notes.model.list_text import AddedItems, ListItem, add, items_of, remove, tick
from assistant.tools.notes.model.note_names import MAX_NAME, list_name_of
from assistant.tools.notes.note_files import NoteFiles
from assistant.tools.tool import (
    InvalidInputError,
    Permission,
    ToolContext,
    ToolOutcome,
    ToolResult,
)
from assistant.tools.toolset import Toolset, tool
from assistant.tools.workspace.confirmation_digest import ConfirmationDigests
from assistant.tools.workspace.disk import AbortedError
from assistant.tools.workspace.model.paths import WorkspaceError

MAX_ITEM: Final = 200
"""Characters."""
MAX_ITEMS: Final = 50
"""Of one call."""
MAX_ON_LIST: Final = 1_000
_SHOWN: Final = 300
"""Items that are told of."""
_LISTS: Final = 100

ItemTexts = list[Annotated[str, Field(min_length=1, max_length=MAX_ITEM)]]


class EditListInput(BaseModel):
    """Input of `edit_list`."""

    action: Annotated[
        Literal["add", "tick", "untick"], Field(description="untick opens what was ticked off")
    ]
    items: Annotated[ItemTexts, Field(min_length=1, max_length=MAX_ITEMS)]
    list: Annotated[
        str, Field(max_length=MAX_NAME, description="Name of the list, such as shopping")
    ] = ""


class ShowListInput(BaseModel):
    """Input of `show_list`."""

    list: Annotated[
        str, Field(max_length=MAX_NAME, description="Name of the list; empty for all lists")
    ] = ""


class DeleteListInput(BaseModel):
    """Input of `delete_list`."""

    list: Annotated[str, Field(min_length=1, max_length=MAX_NAME, description="Name of the list")]
    items: Annotated[
        ItemTexts,
        Field(max_length=MAX_ITEMS, description="Only these items; empty for the whole list"),
    ] = []
    ticked: Annotated[bool, Field(description="Only what is ticked off")] = False


_Place = tuple[str, ListItem]
"""The name of a list, and an item on it."""


@dataclass(slots=True)
class _Ticked:
    """What became of items that were to be ticked off or opened."""

    done: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """Each list and item that was changed."""
    already: list[str] = field(default_factory=list[str])
    problems: list[str] = field(default_factory=list[str])
    """What could not be found, for the model."""


class ListTools(Toolset):
    """Changes lists, shows and deletes them."""

    def __init__(self, lists: NoteFiles) -> None:
        self._lists = lists
        self._agreed = ConfirmationDigests()

    @tool(Permission.SAFE, mark("Adds to a list, ticks off, takes away"))
    async def edit_list(self, wanted: EditListInput, context: ToolContext) -> ToolResult:
        """Change it.

        Raises:
            InvalidInputError: If there is nothing to add, or it is not said to which list.
            WorkspaceError: If the list cannot be read or written, or several may be meant.
        """
        items = [item for one in wanted.items if (item := one_line(clean_text(one)))]
        if not items:
            raise InvalidInputError(("items: They say nothing.",))
        if wanted.action != "add":
            return await run_to_completion(lambda: self._tick(wanted, items, context))
        if not wanted.list.strip():
            raise InvalidInputError(("list: Say to which list.",))
        return await run_to_completion(lambda: self._add(wanted.list, items, context))

    def _add(self, named: str, items: Sequence[str], context: ToolContext) -> ToolResult:
        name = list_name_of(named)
        found = self._lists.find(context.workspace, name, loosely=False)
        name = found or name

        def edit(text: str) -> tuple[str | None, AddedItems]:
            outcome = add(text, items, title=name)
            if len(items_of(outcome.text)) > max(MAX_ON_LIST, len(items_of(text))):
                raise WorkspaceError(f"The list {name} is full: {MAX_ON_LIST} items at most.")
            return outcome.text if outcome.text != text else None, outcome

        outcome = self._lists.change(context.workspace, name, edit, is_aborted=context.abort.is_set)
        new = [*outcome.added, *outcome.again]
        lines = [f"List {one_line(name)}{'' if found else ', which is new'}:"]
        if new:
            lines.append(f"added {'; '.join(new)}")
        if outcome.known:
            lines.append(f"there already: {'; '.join(map(one_line, outcome.known))}")
        return ToolResult(
            content="\n".join(lines),
            data={"list": name, "added": new, "known": list(outcome.known)},
        )

    def _tick(
        self, wanted: EditListInput, items: Sequence[str], context: ToolContext
    ) -> ToolResult:
        root, is_done = context.workspace, wanted.action == "tick"
        if wanted.list.strip():
            names = [self._lists.named(root, list_name_of(wanted.list))]
        else:
            names = [sheet.name for sheet in self._lists.all(root)]
        outcome = _Ticked()
        places = [(name, item) for name in names for item in items_of(self._lists.read(root, name))]
        known = NameMatcher([item.text for _name, item in places])
        waiting = {n for n, (_name, item) in enumerate(places) if item.is_done is not is_done}
        for item in items:
            match known.choose(item, among=waiting):
                case UniqueMatch(index):
                    waiting.discard(index)
                    try:
                        self._tick_one(places[index], is_done, context, outcome)
                    except AbortedError:
                        if not outcome.done:
                            raise
                        break  # what was done is reported
                case AmbiguousMatch(indexes):
                    listed = "; ".join(_placed(places[n]) for n in indexes)
                    outcome.problems.append(
                        f"{item!r} may be any of: {listed}. Ask which is meant."
                    )
                case NoMatch(near):
                    rest = set(range(len(places))) - waiting
                    found = known.choose(item, among=rest)
                    if isinstance(found, UniqueMatch):
                        outcome.already.append(places[found.index][1].text)
                        continue
                    listed = "; ".join(_placed(places[n]) for n in near)
                    hint = f" Perhaps: {listed}." if listed else ""
                    outcome.problems.append(f"{item!r} is on no such list.{hint}")
        lines: list[str] = []
        if outcome.done:
            listed = "; ".join(
                f"{one_line(item)} ({one_line(name)})" for name, item in outcome.done
            )
            lines.append(f"{'Ticked off' if is_done else 'Open again'}: {listed}")
        if outcome.already:
            lines.append(f"So it was already: {'; '.join(map(one_line, outcome.already))}")
        lines += outcome.problems
        return ToolResult(
            content="\n".join(lines),
            outcome=ToolOutcome.OK if outcome.done or outcome.already else ToolOutcome.ERROR,
            data={"changed": [{"list": name, "item": item} for name, item in outcome.done]},
        )

    def _tick_one(
        self, place: _Place, is_done: bool, context: ToolContext, outcome: _Ticked
    ) -> None:
        name, item = place

        def edit(text: str) -> tuple[str | None, bool]:
            there = _again(text, item)
            if there is None:
                return None, False
            return tick(text, there, done=is_done), True

        if self._lists.change(context.workspace, name, edit, is_aborted=context.abort.is_set):
            outcome.done.append((name, item.text))
        else:
            outcome.problems.append(f"{item.text!r} was changed just now; look again.")

    @tool(Permission.SAFE, mark("Shows a list"))
    async def show_list(self, wanted: ShowListInput, context: ToolContext) -> ToolResult:
        """Raises WorkspaceError if there is no such list, or several may be meant."""
        if wanted.list.strip():
            return await asyncio.to_thread(self._show, wanted.list, context)
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

    @tool(Permission.SENSITIVE, mark("Deletes a list"))
    async def delete_list(self, wanted: DeleteListInput, context: ToolContext) -> ToolResult:
        return await run_to_completion(lambda: self._delete(wanted, context))

    @delete_list.explain
    async def items_to_delete(self, arguments: Mapping[str, Any], context: ToolContext) -> str:
        """Empty if there is no such list."""
        try:
            wanted = ListTools.delete_list.validate(arguments)
            return await asyncio.to_thread(self._to_delete, wanted, context)
        except AssistantError:  # running it reports this
            return ""

    def _to_delete(self, wanted: DeleteListInput, context: ToolContext) -> str:
        root = context.workspace
        name = self._lists.named(root, list_name_of(wanted.list))
        text = self._lists.note(root, name, self._agreed, context.tool_use_id)
        path = self._lists.path(name)
        if not _is_in_part(wanted):
            head = _("{path} goes to the trash. It says:").format(path=path)
            return f"{head}\n{difference(text, '')}"
        head = _("{path} changes so:").format(path=path)
        return f"{head}\n{difference(text, remove(text, _wanted(text, wanted)))}"

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


def _placed(place: _Place) -> str:
    name, item = place
    return f"{one_line(item.text)} ({one_line(name)})"


def _again(text: str, item: ListItem) -> ListItem | None:
    """The item's present place: the file may have changed meanwhile."""
    same = [one for one in items_of(text) if one.text == item.text and one.is_done is item.is_done]
    return min(same, key=lambda one: abs(one.line - item.line), default=None)


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
