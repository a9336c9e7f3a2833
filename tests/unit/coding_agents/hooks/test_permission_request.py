"""The question whether a coding agent may do something."""

from collections.abc import Mapping
from typing import Any

import pytest

from assistant.coding_agents.hooks.permission_request import (
    AllowedPlaces,
    PermissionRequest,
    permission_question,
)
from assistant.errors import QuestionError
from assistant.questions.model.asker import Asker
from assistant.questions.model.question import Channel, Purpose, QuestionSet
from assistant.questions.model.validation import may_answer

ASKER = Asker(agent="Claude Code", project="webshop", session="a", number=2)
EVERYWHERE = AllowedPlaces(is_spoken=True, channels=(Channel.TELEGRAM, Channel.WEB, Channel.API))


def put(
    tool: str, fields: Mapping[str, Any], *suggestions: Mapping[str, Any], **places: Any
) -> QuestionSet:
    request = PermissionRequest(tool=tool, input=fields, suggestions=suggestions)
    return permission_question(request, ASKER, set_id="s", allowed=AllowedPlaces(**places))


@pytest.mark.parametrize(
    ("tool", "fields", "text", "context"),
    [
        (
            "Bash",
            {"command": "git push\torigin", "description": "push it"},
            "May it run this command?",
            "git push\\torigin\n\nIt says: push it",
        ),
        (
            "Write",
            {"file_path": "/p/a.py", "content": "one\ntwo\n"},
            "May it write /p/a.py?",
            "+ one\n+ two",
        ),
        (
            "Edit",
            {"file_path": "/p/a.py", "old_string": "x = 1", "new_string": "x = 2"},
            "May it change /p/a.py?",
            "- x = 1\n+ x = 2",
        ),
        (
            "Edit",
            {
                "file_path": "/p/a.py",
                "old_string": "a",
                "new_string": "b",
                "replace_all": True,
            },
            "May it change /p/a.py?",
            '- a\n+ b\n\n{\n  "replace_all": true\n}',
        ),
        (
            "edit",
            {"file_path": "/p/a.py", "diff": "@@ -1 +1 @@\n-x = 1\n+x = 2\n"},
            "May it change /p/a.py?",
            "@@ -1 +1 @@\n-x = 1\n+x = 2\n",
        ),
        (
            "WebFetch",
            {"url": "https://example.com/x", "prompt": "read"},
            "May it fetch https://example.com/x?",
            '{\n  "url": "https://example.com/x",\n  "prompt": "read"\n}',
        ),
        (
            "mcp__mail__send",
            {"to": "bob"},
            "May it use mcp__mail__send with this input?",
            '{\n  "to": "bob"\n}',
        ),
    ],
)
def test_what_it_wants_to_do_is_shown_whole(
    tool: str, fields: Mapping[str, Any], text: str, context: str
) -> None:
    questions = put(tool, fields)
    (question,) = questions.questions
    assert (question.text, question.context) == (text, context)
    assert questions.asked_by == "Claude Code · webshop · 2"
    assert (questions.purpose, questions.asker) == (Purpose.PERMISSION, ASKER)
    assert [option.id for option in question.options if option.default] == ["deny"]


def test_a_long_command_is_shown_to_its_end() -> None:
    command = "echo " + "x" * 200_000 + "; rm -rf ~"
    (question,) = put("Bash", {"command": command}).questions
    assert question.context == command
    lines = "\n".join(f"line {n}" for n in range(5_000))
    (question,) = put("Write", {"file_path": "a", "content": lines}).questions
    assert question.context.count("\n") == 4_999


def test_more_than_anybody_reads_is_left_to_the_agents_own_dialog() -> None:
    with pytest.raises(QuestionError, match="300001 characters"):
        put("Bash", {"command": "x" * 300_001})


@pytest.mark.parametrize("key", ["file_path", "url"])
def test_a_long_name_stands_whole_below_the_question(key: str) -> None:
    name = "/p/" + "x" * 1000 + "/end"
    (question,) = put("Fetch", {key: name, "content": "one"}).questions
    assert len(question.text) < 100
    assert name in question.context
    assert "one" in question.context


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        ("ls\x1b[2K\rrm -rf ~", "\\u001b"),
        ("ls \u202e~ fr- mr", "\\u202e"),
        ("ls\u200b; rm -rf ~", "\\u200b"),
        ("ls \U000e0072\U000e006d", "\\udb40"),
    ],
)
def test_what_hides_in_a_command_is_written_out(command: str, shown: str) -> None:
    for fields in ({"command": command}, {"url": command}, {"file_path": command, "content": ""}):
        (question,) = put("Bash", fields).questions
        seen = question.text + question.context
        assert shown in seen
        assert seen.replace("\n", "").isprintable()


RULES = {"type": "addRules", "behavior": "allow", "destination": "localSettings"}


@pytest.mark.parametrize(
    ("suggestion", "label"),
    [
        (
            {**RULES, "rules": [{"toolName": "Bash", "ruleContent": "git push *"}, {"toolName": "Read"}]},
            "Always allow Bash(git push *), Read",
        ),
        (
            {**RULES, "destination": "session", "rules": [{"toolName": "Read"}]},
            "Allow Read for this session",
        ),
        ({"type": "setMode", "mode": "acceptEdits", "destination": "session"}, "Allow all edits of this session"),
        ({"type": "setMode", "mode": "bypassPermissions", "destination": "session"}, None),
        ({"type": "setMode", "mode": "acceptEdits", "destination": "userSettings"}, None),
        ({**RULES, "behavior": "deny", "rules": [{"toolName": "Read"}]}, None),
        ({**RULES, "rules": []}, None),
        ({**RULES, "rules": [{"toolName": "Read", "ruleContent": "a\nDeny"}]}, None),
        ({**RULES, "rules": "Bash"}, None),
        ({**RULES, "rules": [{"toolName": "Bash", "ruleContent": "x" * 500}]}, None),
        ({**RULES, "rules": [{"toolName": "Bash"}, {"ruleContent": "x"}]}, None),
        ({"type": "addDirectories", "directories": ["/"]}, None),
        ({}, None),
    ],
)  # fmt: skip
def test_a_rule_of_the_agents_is_offered_if_it_can_be_named_and_takes_a_click(
    suggestion: Mapping[str, Any], label: str | None
) -> None:
    (question,) = put("Bash", {"command": "x"}, suggestion).questions
    rules = [option for option in question.options if option.id.startswith("rule")]
    assert [option.label for option in rules] == ([label] if label else [])
    assert all(option.by_click for option in rules)
    assert not any(option.by_click for option in question.options if option not in rules)


@pytest.mark.parametrize(
    ("tool", "fields", "channel", "expected"),
    [
        ("Bash", {"command": "git status"}, Channel.VOICE, True),
        ("Bash", {"command": "git push"}, Channel.VOICE, False),
        ("Bash", {"command": "git status", "run_in_background": True}, Channel.VOICE, False),
        ("Write", {"file_path": "a", "content": "b"}, Channel.VOICE, False),
        ("WebFetch", {"url": "https://x"}, Channel.VOICE, False),
        ("Bash", {"command": "git push"}, Channel.TELEGRAM, True),
        ("Bash", {"command": "git push"}, Channel.DESKTOP, True),
        ("Bash", {"command": "git push"}, Channel.MCP, False),
    ],
)
def test_where_a_permission_may_be_given(
    tool: str, fields: Mapping[str, Any], channel: Channel, expected: bool
) -> None:
    request = PermissionRequest(tool=tool, input=fields)
    everywhere = permission_question(request, ASKER, set_id="s", allowed=EVERYWHERE)
    assert may_answer(everywhere, channel) is expected
    here = permission_question(request, ASKER, set_id="s", allowed=AllowedPlaces())
    assert may_answer(here, channel) is (channel is Channel.DESKTOP)
