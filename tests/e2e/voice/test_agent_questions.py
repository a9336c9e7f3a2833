"""A coding agent's question, read aloud and answered by a recorded voice, through the agent's hook."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import pytest

from assistant.assembly.voice.voice_loop import VoiceDevices, open_voice
from assistant.clock import SystemClock
from assistant.home import Home
from assistant.protocol.conversation import StateChanged
from assistant.protocol.conversation_state import ConversationPhase
from assistant.protocol.events import EngineEvent
from assistant.protocol.questions import QuestionAsked, QuestionClosed
from assistant.protocol.voice import SentenceSpoken
from assistant.questions.model.question import Answered, Channel, Method
from assistant.settings import save
from assistant.voice.devices.pacers import settle_on
from assistant.voice.events import Samples
from benchmarks.voice.clips import load_clips
from benchmarks.voice.model.room_acoustics import RoomAcoustics
from benchmarks.voice.simulated_room import RoomPace, SimulatedRoom
from tests.e2e.conftest import RECORDINGS, speech
from tests.helpers.web.api_program import calling
from tests.unit.assembly.mcp.test_hooks import ended, hooked

pytestmark = [pytest.mark.models, pytest.mark.timeout(280)]

LIMIT_S: Final = 120.0
SECOND_ONE: Final = "ans06_0_the_second_one.flac"
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


def recorded(name: str) -> Samples:
    """Return a recorded answer with the quiet around it."""
    clips = load_clips(RECORDINGS)
    return next(clip for clip in clips if clip.path.name == name).samples()


class Room:
    """A user with a recorded voice, who answers when a question was read to its end."""

    def __init__(self) -> None:
        self.devices = SimulatedRoom(
            acoustics=RoomAcoustics(echo_gain=0.0),
            clock=SystemClock(),
            pace=RoomPace.FAST,
            settle=settle_on(asyncio.get_running_loop()),
            is_recorded=False,
        )
        self.lines: list[str] = []
        self.is_open = asyncio.Event()
        self.closed: asyncio.Future[QuestionClosed] = asyncio.get_running_loop().create_future()
        self._asked = asyncio.Event()

    def hear(self, event: EngineEvent) -> None:
        """Hear an event of the program; audio time stands still meanwhile."""
        match event:
            case SentenceSpoken(text=text):
                self.lines.append(text)
            case StateChanged(old=old, new=new):
                if new.phase is ConversationPhase.LISTENING:
                    self.is_open.set()
                    if old.phase is ConversationPhase.SPEAKING:
                        self.devices.say(recorded(SECOND_ONE))
            case QuestionAsked():
                self._asked.set()
            case QuestionClosed():
                self.closed.set_result(event)
            case _:
                pass

    async def until_asked(self) -> None:
        await self._asked.wait()


@pytest.mark.parametrize("attention", ["spoken", "sound"])
async def test_a_recorded_voice_answers_an_agent(
    home: Home, attention: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DBUS_SYSTEM_BUS_ADDRESS", "DBUS_SESSION_BUS_ADDRESS", "PULSE_SERVER"):
        monkeypatch.setenv(name, "unix:path=/nowhere")  # whoever runs this may be in a call
    save(home, "coding_agents", "attention", attention)
    save(home, "voice", "language", "en")
    room = Room()
    devices = VoiceDevices(
        input=room.devices.input,
        output=room.devices.output,
        pacer=room.devices.pacer,
        clock=SystemClock(),
        is_watched=False,
        has_echo=False,
    )
    async with asyncio.timeout(LIMIT_S), calling(home) as program:
        core = program.running.core
        stop = core.subscribe(room.hear)
        async with open_voice(core, devices):
            if attention == "sound":  # only a session that is open hears of it then
                room.devices.say(
                    np.concatenate(
                        [np.zeros(16_000, np.float32), speech("hey_jarvis_splice09.flac")]
                    )
                )
                await room.is_open.wait()
            held = room.devices.pacer.hold()
            async with hooked(home.root, ASKS) as hook:
                await room.until_asked()
                held()
                closed = await room.closed
                status, printed, errors = await ended(hook)
        stop()
    assert (status, errors) == (0, "")
    decision = json.loads(printed)["hookSpecificOutput"]["decision"]
    assert decision["updatedInput"]["answers"] == {"Which database?": "SQLite"}
    assert isinstance(closed.response, Answered)
    provenance = closed.response.provenance
    assert (provenance.channel, provenance.method) == (Channel.VOICE, Method.VOICE)
    assert "second" in (provenance.transcript or "")
    assert room.lines[:2] == ["Claude Code in webshop asks:", "Which database?"]
