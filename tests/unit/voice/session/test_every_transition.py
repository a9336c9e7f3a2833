"""Every transition of the table of states happens in a scripted conversation, or cannot, and why.

The scripts stand in the modules `scripted_*`; they are played on the real conversation, desk and
voice session in virtual time.
"""

import asyncio
from typing import Final

import pytest

from assistant.protocol.conversation import StateChanged
from assistant.protocol.conversation_state import (
    ConversationPhase,
    ConversationSignal,
    DialogueState,
    VoiceSessionState,
    accepts,
    next_state,
)
from tests.helpers.voice.scene import Move
from tests.helpers.voice.scripts import ConversationScript, scripts_of, shortened
from tests.unit.voice.session import (
    scripted_agents,
    scripted_choices,
    scripted_ending,
    scripted_questions,
    scripted_turns,
    scripted_typing,
)

pytestmark = [pytest.mark.asyncio, pytest.mark.looptime]

SCRIPTS: Final = scripts_of(
    scripted_typing,
    scripted_turns,
    scripted_ending,
    scripted_questions,
    scripted_choices,
    scripted_agents,
)

NO_TURN: Final = (
    "a turn makes the session active, and a session with a turn is not ended by silence"
)
OVERLAID: Final = "the voice sounds already: the next line changes nothing and is not told"
BY_THE_VOICE: Final = "while it is spoken, the voice says when a turn is over that was stopped"
IN_SESSION: Final = "questions are read aloud in a session only"

NOT_REACHED: Final[dict[str, dict[str, str]]] = {
    "listening/ending": {
        "question_closed": NO_TURN,
        "turn_stopped": NO_TURN,
    },
    "streaming/ending": {
        "tools_requested": NO_TURN,
        "reply_finished": NO_TURN,
        "first_audio": NO_TURN,
        "turn_stopped": NO_TURN,
    },
    "tool_calling/ending": {
        "tools_finished": NO_TURN,
        "question_shown": NO_TURN,
        "confirmation_shown": NO_TURN,
        "first_audio": NO_TURN,
        "turn_stopped": NO_TURN,
    },
    "awaiting_answer/ending": {"question_closed": NO_TURN},
    "awaiting_confirm/ending": {
        "session_ended": NO_TURN,
        "question_spoken": NO_TURN,
        "question_closed": NO_TURN,
        "first_audio": NO_TURN,
        "turn_stopped": NO_TURN,
    },
    "awaiting_answer/inactive": {"question_spoken": IN_SESSION},
    "awaiting_confirm/inactive": {"question_spoken": IN_SESSION},
    "speaking/inactive": {
        "mic_off": "the button opens a session where there is none",
        "question_spoken": OVERLAID,
        "first_audio": OVERLAID,
        "turn_stopped": BY_THE_VOICE,
    },
    "speaking/active": {
        "question_spoken": OVERLAID,
        "first_audio": OVERLAID,
        "turn_stopped": BY_THE_VOICE,
    },
    "speaking/ending": {
        "barge_in": "speech over the question whether to end is its answer, not a new turn",
        "question_spoken": OVERLAID,
        "first_audio": OVERLAID,
        "turn_stopped": BY_THE_VOICE,
        "reply_finished": NO_TURN,
        "tools_requested": NO_TURN,
        "tools_finished": NO_TURN,
        "question_shown": NO_TURN,
        "confirmation_shown": NO_TURN,
        "question_closed": NO_TURN,
        "played_out_tools_open": NO_TURN,
    },
}
"""What the table would take but nothing sends: state → signal → why."""


def every_move() -> set[Move]:
    """Return every signal in every state that signals can lead to."""
    moves: set[Move] = set()
    pending, found = [DialogueState()], {DialogueState()}
    while pending:
        state = pending.pop()
        for signal in ConversationSignal:
            if accepts(state, signal):
                moves.add((state.phase, state.session, signal))
                new = next_state(state, signal)
                if new not in found:
                    found.add(new)
                    pending.append(new)
    return moves


def not_reached() -> set[Move]:
    """Return the moves of `NOT_REACHED`."""
    listed: set[Move] = set()
    for state, signals in NOT_REACHED.items():
        phase, session = state.split("/")
        listed |= {
            (ConversationPhase(phase), VoiceSessionState(session), ConversationSignal(signal))
            for signal in signals
        }
    return listed


def written(moves: set[Move]) -> list[str]:
    """Write moves as text, in order."""
    return sorted(
        f"{phase.value}/{session.value} {signal.value}" for phase, session, signal in moves
    )


async def played(script: ConversationScript) -> tuple[str, set[Move], list[Move]]:
    """Play a script; return its path, what the table took and what it refused."""
    async with script.stage().running() as scene:
        await script.play(scene)
        path = shortened(event.new for event in scene.of(StateChanged))
        moves = set(scene.moves)
        assert not scene.player.is_held
        assert scene.player.volume == 1.0
    left = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    assert left == []
    return path, moves, scene.refused


@pytest.mark.requirement(
    "SM-04", "SM-05", "SM-06", "SM-07", "SM-08", "SM-09", "SM-11", "SM-12", "SM-13"
)
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
async def test_the_conversation_goes_through_these_states(script: ConversationScript) -> None:
    path, _moves, refused = await played(script)
    assert path == script.path
    assert refused == []


@pytest.mark.requirement(
    "SM-04", "SM-05", "SM-06", "SM-07", "SM-08", "SM-09", "SM-11", "SM-12", "SM-13"
)
async def test_every_transition_happens_or_is_known_not_to() -> None:
    seen: set[Move] = set()
    for script in SCRIPTS:
        _path, moves, _refused = await played(script)
        seen |= moves
    assert written(every_move() - seen - not_reached()) == []
    assert written(seen & not_reached()) == []
    assert written(not_reached() - every_move()) == []
