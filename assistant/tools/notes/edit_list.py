"""`edit_list`: things are put on a list, ticked off, or opened again."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Final, Literal

from pydantic import BaseModel, Field
from typing_extensions import override

from assistant.locale import mark
from assistant.questions.model.sanitizer import clean_text
from assistant.tools.background_work import run_to_completion
from assistant.tools.model.name_matcher import AmbiguousMatch, NameMatcher, NoMatch, UniqueMatch
from assistant.tools.model.wording import one_line
from assistant.tools.notes.model.list_text import AddedItems, ListItem, add, items_of, tick
from assistant.tools.notes.model.note_names import MAX_NAME, list_name_of
from assistant.tools.notes.note_files import NoteFiles
from assistant.tools.tool import (
    InvalidInputError,
    ModelTool,
    Permission,
    ToolContext,
    ToolOutcome,
    ToolResult,
)
from assistant.tools.workspace.disk import AbortedError
from assistant.tools.workspace.model.paths import WorkspaceError

MAX_ITEM: Final = 200
"""Characters."""
MAX_ITEMS: Final = 50
"""Of one call."""
MAX_ON_LIST: Final = 1_000

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


class EditList(ModelTool[EditListInput]):
    """Changes lists."""

    name = "edit_list"
    purpose = mark("Adds to a list, ticks off, takes away")
    input_model = EditListInput
    permission = Permission.SAFE

    def __init__(self, *, description: str, lists: NoteFiles) -> None:
        super().__init__(description)
        self._lists = lists

    @override
    async def run(self, arguments: EditListInput, context: ToolContext) -> ToolResult:
        """Change it.

        Raises:
            InvalidInputError: If there is nothing to add, or it is not said to which list.
            WorkspaceError: If the list cannot be read or written, or several may be meant.
        """
        items = [item for one in arguments.items if (item := one_line(clean_text(one)))]
        if not items:
            raise InvalidInputError(("items: They say nothing.",))
        if arguments.action != "add":
            return await run_to_completion(lambda: self._tick(arguments, items, context))
        if not arguments.list.strip():
            raise InvalidInputError(("list: Say to which list.",))
        return await run_to_completion(lambda: self._add(arguments.list, items, context))

    def _add(self, wanted: str, items: Sequence[str], context: ToolContext) -> ToolResult:
        name = list_name_of(wanted)
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
        self, arguments: EditListInput, items: Sequence[str], context: ToolContext
    ) -> ToolResult:
        root, is_done = context.workspace, arguments.action == "tick"
        if arguments.list.strip():
            names = [self._lists.named(root, list_name_of(arguments.list))]
        else:
            names = [sheet.name for sheet in self._lists.all(root)]
        outcome = _Ticked()
        places = [(name, item) for name in names for item in items_of(self._lists.read(root, name))]
        known = NameMatcher([item.text for _name, item in places])
        waiting = {n for n, (_name, item) in enumerate(places) if item.is_done is not is_done}
        for wanted in items:
            match known.choose(wanted, among=waiting):
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
                        f"{wanted!r} may be any of: {listed}. Ask which is meant."
                    )
                case NoMatch(near):
                    rest = set(range(len(places))) - waiting
                    found = known.choose(wanted, among=rest)
                    if isinstance(found, UniqueMatch):
                        outcome.already.append(places[found.index][1].text)
                        continue
                    listed = "; ".join(_placed(places[n]) for n in near)
                    hint = f" Perhaps: {listed}." if listed else ""
                    outcome.problems.append(f"{wanted!r} is on no such list.{hint}")
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


def _placed(place: _Place) -> str:
    name, item = place
    return f"{one_line(item.text)} ({one_line(name)})"


def _again(text: str, item: ListItem) -> ListItem | None:
    """The item's present place: the file may have changed meanwhile."""
    same = [one for one in items_of(text) if one.text == item.text and one.is_done is item.is_done]
    return min(same, key=lambda one: abs(one.line - item.line), default=None)
