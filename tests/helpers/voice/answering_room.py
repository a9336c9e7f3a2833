"""A user with a recorded voice, in a simulated room: says the same to every question."""

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
from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ
from benchmarks.voice.clips import load_clips
from benchmarks.voice.model.room_acoustics import RoomAcoustics
from benchmarks.voice.simulated_room import RoomPace, SimulatedRoom

_RECORDINGS: Final = Path(__file__).parents[2] / "data" / "audio" / "recordings"
AFTER_ANSWER_S: Final = 15.0
"""Longer than anything waits for words in a room."""
_SECOND_ONE: Final = "ans06_0_the_second_one.flac"


class AnsweringRoom:
    """Says its words whenever Parley has said something and listens.

    Args:
        answer: The words, 16 kHz; "the second one" if there are none.
        waits: Whether the user waits until Parley listens; otherwise they talk when it is silent.
    """

    def __init__(self, answer: Samples | None = None, *, waits: bool = True) -> None:
        if answer is None:
            clips = load_clips(_RECORDINGS)
            answer = next(c for c in clips if c.path.name == _SECOND_ONE).samples()
        self._answer = answer
        self._waits = waits
        self._loop = asyncio.get_running_loop()
        self._loop_settles = settle_on(self._loop)
        self.devices = SimulatedRoom(
            acoustics=RoomAcoustics(echo_gain=0.0),
            clock=SystemClock(),
            pace=RoomPace.FAST,
            settle=self._settle,
            is_recorded=False,
        )
        self.lines: list[str] = []
        self.answered_s: float | None = None
        """When it has last ended an answer, in seconds since the devices began."""
        self.closed: list[QuestionClosed] = []
        self.is_listening = asyncio.Event()
        self.is_asked = asyncio.Event()
        self.is_closed = asyncio.Event()
        self.is_answer_over = asyncio.Event()
        """Whether an answer was said, and time enough went by to act on it."""

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

    def _settle(self) -> bool:
        """Called between two steps, on the thread that takes them."""
        now_s = self.devices.now() - self.devices.began_at
        if self.answered_s is not None and now_s > self.answered_s + AFTER_ANSWER_S:
            self._loop.call_soon_threadsafe(self.is_answer_over.set)
        return self._loop_settles()

    def hear(self, event: EngineEvent) -> None:
        """Hear an event of the program; audio time stands still meanwhile."""
        match event:
            case SentenceSpoken(text=text):
                self.lines.append(text)
            case StateChanged(old=old, new=new):
                is_listening = new.phase is ConversationPhase.LISTENING
                if is_listening:
                    self.is_listening.set()
                if old.phase is ConversationPhase.SPEAKING and (is_listening or not self._waits):
                    self.answered_s = (
                        self.devices.say(self._answer) + len(self._answer) / SAMPLE_RATE_HZ
                    )
            case QuestionAsked():
                self.is_asked.set()
            case QuestionClosed():
                self.closed.append(event)
                self.is_closed.set()
            case _:
                pass
