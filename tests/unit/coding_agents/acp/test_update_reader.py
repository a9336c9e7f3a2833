"""What agents say, as it is shown and asked: as real ones said it (claude-agent-acp 0.101, codex-acp
2.6, Gemini CLI 0.61, opencode 1.18)."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from acp import schema
from pydantic import TypeAdapter

from assistant.coding_agents.acp.update_reader import read_permission, read_update
from assistant.coding_agents.hooks.permission_request import (
    AllowedPlaces,
    chosen_rule,
    permission_question,
)
from assistant.coding_agents.tasks.agent_task import (
    AgentTold,
    CallTold,
    FileChange,
    PlanStep,
    PlanTold,
    Progress,
    TextTold,
)
from assistant.questions.model.asker import Asker

TEXT = {"type": "content", "content": {"type": "text", "text": "make a file"}}
DIFF = {"type": "diff", "path": "/w/a.py", "oldText": "x = 1\n", "newText": "x = 2\n"}
NEW = {"type": "diff", "path": "/w/b.py", "newText": "y = 1\n"}
ALWAYS = {"optionId": "a", "name": "Yes, allow all edits during this session", "kind": "allow_always"}  # fmt: skip
ONCE = {"optionId": "o", "name": "Yes", "kind": "allow_once"}
_notes: TypeAdapter[schema.SessionNotification] = TypeAdapter(schema.SessionNotification)


def told(update: str, /, **fields: Any) -> AgentTold | None:
    note = {"sessionId": "s", "update": {"sessionUpdate": update, **fields}}
    return read_update(_notes.validate_python(note).update)


@pytest.mark.parametrize(
    ("kind", "fields", "wanted"),
    [
        (
            "agent_message_chunk",
            {"content": {"type": "text", "text": "Hello"}, "messageId": "m"},
            TextTold(text="Hello", message_id="m"),
        ),
        (
            "agent_message_chunk",
            {
                "content": {"type": "text", "text": "**Warning:** bills"},
                "_meta": {"claudeCode": {"kind": "informational", "level": "warning"}},
            },
            None,
        ),
        ("agent_thought_chunk", {"content": {"type": "text", "text": "Hm"}}, None),
        ("usage_update", {"used": 1, "size": 2}, None),
        ("available_commands_update", {"availableCommands": []}, None),
        (
            "plan",
            {"entries": [{"content": "Look", "priority": "high", "status": "in_progress"}]},
            PlanTold(steps=(PlanStep(text="Look", progress=Progress.RUNNING),)),
        ),
        (
            "tool_call",
            {"toolCallId": "1", "title": "touch x", "kind": "execute", "status": "pending"},
            CallTold(call_id="1", title="touch x", progress=Progress.PENDING),
        ),
        (
            "tool_call_update",
            {"toolCallId": "1", "status": "completed", "content": [TEXT, DIFF, NEW]},
            CallTold(
                call_id="1",
                progress=Progress.DONE,
                changes=(
                    FileChange(path="/w/a.py", lines="- x = 1\n+ x = 2"),
                    FileChange(path="/w/b.py", lines="+ y = 1"),
                ),
            ),
        ),
        ("tool_call_update", {"toolCallId": "1", "status": "strange"}, CallTold(call_id="1")),
    ],
)
def test_what_is_told_is_read(
    kind: str, fields: Mapping[str, Any], wanted: AgentTold | None
) -> None:
    assert told(kind, **fields) == wanted


def asked(options: Sequence[Mapping[str, Any]] = (ONCE,), **fields: Any) -> tuple[str, str]:
    """Return the question and what stands below it."""
    call = schema.ToolCallUpdate.model_validate({"toolCallId": "1", **fields})
    offered = [schema.PermissionOption.model_validate(one) for one in options]
    request = read_permission(call, offered)
    (question,) = permission_question(
        request, Asker(agent="x"), set_id="s", allowed=AllowedPlaces(is_spoken=True)
    ).questions
    return question.text, question.context


@pytest.mark.parametrize(
    ("fields", "text", "shown"),
    [
        (  # Claude Code
            {"kind": "execute", "title": "touch x", "content": [TEXT],
             "rawInput": {"command": "touch x", "description": "make a file"}},
            "May it run this command?", "touch x\n\nIt says: make a file",
        ),
        (
            {"kind": "edit", "title": "Write b.py", "content": [NEW],
             "rawInput": {"file_path": "/w/b.py", "content": "y = 1\n"}},
            "May it write /w/b.py?", "+ y = 1",
        ),
        (  # Codex
            {"kind": "execute", "title": "touch x", "rawInput": {"command": "touch x", "cwd": "/w"}},
            "May it run this command?", 'touch x\n\n{\n  "cwd": "/w"\n}',
        ),
        (
            {"kind": "edit", "title": "Edit files", "content": [DIFF, NEW]},
            "May it change /w/a.py, /w/b.py?",
            "/w/a.py\n- x = 1\n+ x = 2\n/w/b.py\n+ y = 1",
        ),
        (
            {"kind": "execute", "title": "patch", "content": [NEW], "rawInput": {"command": "patch"}},
            "May it run this command?",
            'patch\n\n{\n  "changes": "/w/b.py\\n+ y = 1"\n}',
        ),
        (  # Gemini CLI
            {"kind": "execute", "title": "touch x", "content": [TEXT]},
            "May it run this command?",
            'touch x\n\n{\n  "kind": "execute",\n  "content": "make a file"\n}',
        ),
        (
            {"kind": "edit", "title": "Writing to a.py", "content": [DIFF]},
            "May it change /w/a.py?", "- x = 1\n+ x = 2",
        ),
        (  # another
            {"title": "publish", "rawInput": {"to": "the world\u202e"}},
            "May it use publish with this input?", '{\n  "to": "the world\\u202e"\n}',
        ),
        ({"title": "sweep"}, "May it use sweep with this input?", '{\n  "title": "sweep"\n}'),
    ],
)  # fmt: skip
def test_what_it_wants_is_shown_whole(fields: Mapping[str, Any], text: str, shown: str) -> None:
    assert asked(**fields) == (text, shown)


def test_only_a_command_that_it_gave_itself_may_be_allowed_by_voice() -> None:
    def is_spoken(**fields: Any) -> bool:
        call = schema.ToolCallUpdate.model_validate({"toolCallId": "1", **fields})
        return read_permission(call, []).is_spoken

    assert is_spoken(kind="execute", rawInput={"command": "git status"})
    assert not is_spoken(kind="execute", title="git status")
    assert not is_spoken(kind="execute", rawInput={"command": "git status", "cwd": "/"})


def test_its_own_rules_are_offered_in_its_words_and_take_a_click() -> None:
    call = schema.ToolCallUpdate.model_validate({"toolCallId": "1", "rawInput": {"command": "x"}})
    request = read_permission(
        call, [schema.PermissionOption.model_validate(one) for one in (ALWAYS, ONCE)]
    )
    questions = permission_question(request, Asker(agent="x"), set_id="s", allowed=AllowedPlaces())
    (question,) = questions.questions
    deny, once, rule = question.options
    assert (deny.default, deny.by_click, once.by_click) == (True, False, False)
    assert rule.label == "Its own rule: “Yes, allow all edits during this session”"
    assert rule.by_click
    assert chosen_rule(request, rule.id) == {
        "type": "option",
        "optionId": "a",
        "name": ALWAYS["name"],
    }
    assert not questions.allow_cancel
