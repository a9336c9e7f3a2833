"""A coding agent's question, read aloud and answered by a recorded voice, through the agent's hook."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import pytest

from assistant.assembly.voice.voice_loop import open_voice
from assistant.home import Home
from assistant.questions.model.question import Answered, Channel, Method
from assistant.settings import save
from tests.e2e.conftest import speech
from tests.helpers.voice.answering_room import AnsweringRoom
from tests.helpers.web.api_program import calling
from tests.unit.assembly.mcp.test_hooks import ended, hooked

pytestmark = [pytest.mark.models, pytest.mark.timeout(280)]

LIMIT_S: Final = 120.0
ASKS: Final[Mapping[str, Any]] = {
    "session_id": "a",
    "cwd": "/home/me/webshop",
    "hook_event_name": "PermissionRequest",
    "tool_name": "AskUserQuestion",
    "tool_input": {
        "questions": [
            {
                "question": "Which database?",
                "header": "Database",
                "multiSelect": False,
                "options": [
                    {"label": "PostgreSQL", "description": "a server"},
                    {"label": "SQLite", "description": "a file"},
                ],
            }
        ]
    },
}


@pytest.mark.parametrize("attention", ["spoken", "sound"])
async def test_a_recorded_voice_answers_an_agent(
    home: Home, attention: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DBUS_SYSTEM_BUS_ADDRESS", "DBUS_SESSION_BUS_ADDRESS", "PULSE_SERVER"):
        monkeypatch.setenv(name, "unix:path=/nowhere")  # whoever runs this may be in a call
    save(home, "coding_agents", "attention", attention)
    save(home, "voice", "language", "en")
    room = AnsweringRoom()
    async with asyncio.timeout(LIMIT_S), calling(home) as program:
        core = program.running.core
        stop = core.subscribe(room.hear)
        async with open_voice(core, room.voice_devices):
            if attention == "sound":  # only a session that is open hears of it then
                room.devices.say(
                    np.concatenate(
                        [np.zeros(16_000, np.float32), speech("hey_jarvis_splice09.flac")]
                    )
                )
                await room.is_listening.wait()
            held = room.devices.pacer.hold()
            async with hooked(home.root, ASKS) as hook:
                await room.is_asked.wait()
                held()
                await room.is_closed.wait()
                status, printed, errors = await ended(hook)
        stop()
    assert (status, errors) == (0, "")
    decision = json.loads(printed)["hookSpecificOutput"]["decision"]
    assert decision["updatedInput"]["answers"] == {"Which database?": "SQLite"}
    (closed,) = room.closed
    assert isinstance(closed.response, Answered)
    provenance = closed.response.provenance
    assert (provenance.channel, provenance.method) == (Channel.VOICE, Method.VOICE)
    assert "second" in (provenance.transcript or "")
    assert room.lines[:2] == ["Claude Code in webshop asks:", "Which database?"]
