from collections.abc import Callable
from pathlib import Path

import pytest

from assistant.assembly.voice.output_ducking import duck_other_programs
from assistant.protocol.client import Listener
from assistant.protocol.conversation import StateChanged
from assistant.protocol.conversation_state import (
    ConversationPhase,
    DialogueState,
    VoiceSessionState,
)
from assistant.voice.devices.output_ducking import OutputDucking
from tests.helpers.audio.memory_volumes import MemoryVolumes

IDLE = DialogueState()
LISTENING, STREAMING, SPEAKING, LEAVING = (
    DialogueState(phase=phase, session=session)
    for phase, session in (
        (ConversationPhase.LISTENING, VoiceSessionState.ACTIVE),
        (ConversationPhase.STREAMING, VoiceSessionState.ACTIVE),
        (ConversationPhase.SPEAKING, VoiceSessionState.ACTIVE),
        (ConversationPhase.LISTENING, VoiceSessionState.ENDING),
    )
)
TYPED = DialogueState(phase=ConversationPhase.STREAMING)
LOUD, LOW = {"music": 1.0}, {"music": 0.5}


class Telling:
    """Tells how a conversation goes on."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def go_through(self, *states: DialogueState) -> None:
        for old, new in zip(states, states[1:], strict=False):
            for listener in self._listeners:
                listener(StateChanged(old=old, new=new, at=0.0))


@pytest.mark.parametrize(
    ("states", "volumes"),
    [
        pytest.param(
            (IDLE, LISTENING, STREAMING, SPEAKING, LISTENING, IDLE), [LOW, LOUD], id="a session"
        ),
        pytest.param((IDLE, LISTENING, LEAVING, IDLE, LISTENING, IDLE), [LOW, LOUD] * 2, id="two"),
        pytest.param((IDLE, LISTENING, SPEAKING), [LOW, LOUD], id="closed in the middle"),
        pytest.param((IDLE, TYPED, IDLE), [], id="typed"),
    ],
)
async def test_other_programs_are_low_from_the_first_listening_to_the_end_of_the_session(
    states: tuple[DialogueState, ...], volumes: list[dict[str, float]], tmp_path: Path
) -> None:
    programs, telling = MemoryVolumes(music=1.0), Telling()
    ducking = OutputDucking(volumes=programs, record=tmp_path / "lowered.json")
    async with duck_other_programs([ducking], subscribe=telling.subscribe):
        telling.go_through(*states)
    assert programs.history == volumes
    telling.go_through(IDLE, LISTENING)
    assert programs.history == volumes


async def test_what_an_earlier_run_left_low_comes_back_at_the_start(tmp_path: Path) -> None:
    programs = MemoryVolumes(music=1.0)
    ducking = OutputDucking(volumes=programs, record=tmp_path / "lowered.json")
    ducking.lower()
    async with duck_other_programs([ducking], subscribe=Telling().subscribe):
        pass
    assert programs.history == [LOW, LOUD]
