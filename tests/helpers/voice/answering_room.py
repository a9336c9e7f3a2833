"""A user with a recorded voice, in a simulated room: says "the second one" to every question."""

import asyncio
from pathlib import Path
from typing import Final

from assistant.assembly.voice.voice_loop import VoiceDevices
from assistant.clock import SystemClock
from assistant.protocol.conversation import StateChanged
from assistant.protocol.conversation_state import ConversationPhase
from assistant.protocol.events import EngineEvent
from assistant.protocol.questions import QuestionAsked, QuestionClosed
from assistant.protocol.voice import SentenceSpoken
from assistant.voice.devices.pacers import settle_on
from benchmarks.voice.clips import load_clips
from benchmarks.voice.model.room_acoustics import RoomAcoustics
from benchmarks.voice.simulated_room import RoomPace, SimulatedRoom

_RECORDINGS: Final = Path(__file__).parents[2] / "data" / "audio" / "recordings"
_SECOND_ONE: Final = "ans06_0_the_second_one.flac"


class AnsweringRoom:
    """Says its words whenever Parley has said something and listens."""

    def __init__(self) -> None:
        clips = load_clips(_RECORDINGS)
        self._answer = next(c for c in clips if c.path.name == _SECOND_ONE).samples()
        self.devices = SimulatedRoom(
            acoustics=RoomAcoustics(echo_gain=0.0),
            clock=SystemClock(),
            pace=RoomPace.FAST,
            settle=settle_on(asyncio.get_running_loop()),
            is_recorded=False,
        )
        self.lines: list[str] = []
        self.closed: list[QuestionClosed] = []
        self.is_listening = asyncio.Event()
        self.is_asked = asyncio.Event()
        self.is_closed = asyncio.Event()

    @property
    def voice_devices(self) -> VoiceDevices:
        """The room as the voice loop takes it."""
        return VoiceDevices(
            input=self.devices.input,
            output=self.devices.output,
            pacer=self.devices.pacer,
            clock=SystemClock(),
            is_watched=False,
            has_echo=False,
        )

    def hear(self, event: EngineEvent) -> None:
        """Hear an event of the program; audio time stands still meanwhile."""
        match event:
            case SentenceSpoken(text=text):
                self.lines.append(text)
            case StateChanged(old=old, new=new) if new.phase is ConversationPhase.LISTENING:
                self.is_listening.set()
                if old.phase is ConversationPhase.SPEAKING:
                    self.devices.say(self._answer)
            case QuestionAsked():
                self.is_asked.set()
            case QuestionClosed():
                self.closed.append(event)
                self.is_closed.set()
            case _:
                pass
