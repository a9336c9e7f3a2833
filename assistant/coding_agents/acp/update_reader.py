"""What agents say over the protocol, as what it means here. Needs the package; pure otherwise."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from acp import schema

from assistant.coding_agents.hooks.permission_request import PermissionRequest
from assistant.coding_agents.tasks.agent_task import (
    AgentTold,
    CallTold,
    FileChange,
    PlanStep,
    PlanTold,
    Progress,
    TextTold,
)
from assistant.questions.formats.input_reader import as_fields
from assistant.text_difference import difference

MAX_COMPARED: Final = 200_000
"""Characters of a file before and after a change; of a larger one only its name is shown."""
LONG: Final = 20_000
"""Characters from which a change takes so long to write out that a thread does it."""
_SAID_WHOLE: Final = (
    {"command"},
    {"file_path", "content"},
    {"file_path", "old_string", "new_string"},
    {"file_path", "diff"},
    {"url"},
)
"""Inputs that say by themselves what is about to happen."""

Update = Any
"""One of the package's session updates."""


def read_update(update: Update) -> AgentTold | None:
    """Return what an update tells; None for what is not shown."""
    match update:
        case schema.AgentMessageChunk(content=schema.TextContentBlock(text=text)):
            if _is_about_the_program(update.field_meta):
                return None
            return TextTold(text=text, message_id=update.message_id or "")
        case schema.AgentPlanUpdate(entries=entries):
            return _plan(entries)
        case schema.AgentPlanContentUpdate(plan=schema.PlanUpdateItems(entries=entries)):
            return _plan(entries)
        case schema.ToolCallStart() | schema.ToolCallProgress():
            changes = list(_diffs(update.content or []))
            return CallTold(
                call_id=update.tool_call_id,
                title=update.title or None,
                progress=None if update.status is None else Progress(update.status),
                changes=tuple(map(_change, changes)) if changes else None,
            )
        case _:
            return None


def is_long(update: Update) -> bool:
    """Whether reading an update takes so long that the loop must not wait for it."""
    match update:
        case schema.ToolCallStart() | schema.ToolCallProgress():
            return sum(map(_size, _diffs(update.content or []))) > LONG
        case _:
            return False


def read_permission(
    call: schema.ToolCallUpdate, options: Sequence[schema.PermissionOption]
) -> PermissionRequest:
    """Return what an agent wants to be allowed, with the rules of its own that it offers."""
    given = dict(as_fields(call.raw_input))
    rules = [
        {"type": "option", "optionId": one.option_id, "name": one.name}
        for one in options
        if one.kind == "allow_always"
    ]
    return PermissionRequest(
        tool=call.title or call.kind or "",
        input=_input(call, given),
        suggestions=rules,
        has_dialog=False,
    )


def option_for(options: Sequence[schema.PermissionOption], kind: str) -> str | None:
    """Return the id of the first option of a kind; None if there is none."""
    return next((one.option_id for one in options if one.kind == kind), None)


def _input(call: schema.ToolCallUpdate, given: dict[str, Any]) -> Mapping[str, Any]:
    """Return all that is known of a call, in the fields that a question is written from."""
    diffs = list(_diffs(call.content or []))
    if any(keys <= given.keys() for keys in _SAID_WHOLE):
        # A change is told twice; with a command it is told beside it.
        return {**given, "changes": _lines(diffs)} if diffs and "command" in given else given
    rest = {**given, **_texts(call.content or [])}
    match diffs:
        case []:
            if call.kind == "execute" and "command" not in rest and call.title:
                return {"command": call.title, "kind": call.kind, **rest}
            return rest or {"title": call.title or ""}
        case [one]:
            return {
                **rest,
                "file_path": one.path,
                "old_string": one.old_text or "",
                "new_string": one.new_text,
            }
        case _:
            paths = ", ".join(one.path for one in diffs)
            return {**rest, "file_path": paths, "diff": _lines(diffs)}


def _texts(content: Sequence[object]) -> Mapping[str, Any]:
    texts = [
        one.content.text
        for one in content
        if isinstance(one, schema.ContentToolCallContent)
        and isinstance(one.content, schema.TextContentBlock)
    ]
    return {"content": "\n".join(texts)} if texts else {}


def _diffs(content: Sequence[object]) -> Iterator[schema.FileEditToolCallContent]:
    return (one for one in content if isinstance(one, schema.FileEditToolCallContent))


def _lines(diffs: Sequence[schema.FileEditToolCallContent]) -> str:
    return "\n".join(
        f"{one.path}\n{difference(one.old_text or '', one.new_text, is_whole=True)}"
        for one in diffs
    )


def _size(diff: schema.FileEditToolCallContent) -> int:
    return len(diff.old_text or "") + len(diff.new_text)


def _change(diff: schema.FileEditToolCallContent) -> FileChange:
    if _size(diff) > MAX_COMPARED:
        return FileChange(path=diff.path)
    return FileChange(path=diff.path, lines=difference(diff.old_text or "", diff.new_text))


def _plan(entries: Sequence[schema.PlanEntry]) -> PlanTold:
    return PlanTold(
        steps=tuple(PlanStep(text=one.content, progress=Progress(one.status)) for one in entries)
    )


def _is_about_the_program(meta: object) -> bool:
    """Whether it is no answer: Claude Code's notes on versions and bills."""
    return as_fields(as_fields(meta).get("claudeCode")).get("kind") == "informational"
