"""The states of a conversation and the table that says how they change.

Two variables. *Phase* is what is going on now: the interaction state, with processing split into
its four sub-states. *Session* says whether a voice conversation is open. Whether the user is being
waited for (`waiting`/`working`) is derived from the question desk, not kept here.

Everything that changes either stands in `TABLE`; this module knows no clock, no I/O and no caller.
`next_state` raises on a signal that the state does not accept and changes nothing.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from assistant.errors import ProtocolError


class Interaction(Enum):
    """The four states a person sees."""

    IDLE = "idle"
    LISTENING = "listening"
    PROCESSING = "processing"
    SPEAKING = "speaking"


class ConversationPhase(Enum):
    """The interaction, with processing split into its sub-states."""

    IDLE = "idle"
    LISTENING = "listening"
    STREAMING = "streaming"
    TOOL_CALLING = "tool_calling"
    AWAITING_ANSWER = "awaiting_answer"
    AWAITING_CONFIRM = "awaiting_confirm"
    SPEAKING = "speaking"

    @property
    def interaction(self) -> Interaction:
        return _INTERACTIONS.get(self, Interaction.PROCESSING)


_INTERACTIONS: Final = {
    ConversationPhase.IDLE: Interaction.IDLE,
    ConversationPhase.LISTENING: Interaction.LISTENING,
    ConversationPhase.SPEAKING: Interaction.SPEAKING,
}


class VoiceSessionState(Enum):
    """Whether a voice conversation is open."""

    INACTIVE = "inactive"
    ACTIVE = "active"
    ENDING = "ending"


@dataclass(frozen=True, slots=True)
class DialogueState:
    """Where a conversation stands."""

    phase: ConversationPhase = ConversationPhase.IDLE
    session: VoiceSessionState = VoiceSessionState.INACTIVE

    @property
    def interaction(self) -> Interaction:
        return self.phase.interaction


class ConversationSignal(Enum):
    """What can happen. Guards are decided by the caller and are part of the name."""

    TEXT_SUBMITTED = "text_submitted"
    """The user sent words and the key is good."""
    WAKE = "wake"
    """Wake word or microphone button, and the microphone may be used."""
    UTTERANCE = "utterance"
    """Words were heard that are a request."""
    KEY_REJECTED = "key_rejected"
    """Words were heard but there is no usable key."""
    NOT_UNDERSTOOD = "not_understood"
    """Speech gave no words; the user is asked to say it again."""
    FALSE_WAKE = "false_wake"
    """Nothing was said after the session became active."""
    FAREWELL = "farewell"
    """The user said goodbye; they are said goodbye to, and nothing more is listened for."""
    SILENCE = "silence"
    """Nothing more was said after at least one turn."""
    SESSION_ENDED = "session_ended"
    """An affirmative reply or ten more seconds of silence while ending; the input closed; or a
    question was left alone."""
    SESSION_KEPT = "session_kept"
    """A negative reply while ending."""
    UNRECOGNISED = "unrecognised"
    """A reply while ending that is neither; wait again."""
    MIC_OFF = "mic_off"
    """The user switched the microphone off or cancelled listening."""
    TOOLS_REQUESTED = "tools_requested"
    TOOLS_FINISHED = "tools_finished"
    QUESTION_SHOWN = "question_shown"
    CONFIRMATION_SHOWN = "confirmation_shown"
    QUESTION_SPOKEN = "question_spoken"
    """A question began to be read aloud."""
    QUESTION_LEFT = "question_left"
    """Voice stopped asking; the question stays on the screen."""
    QUESTION_CLOSED = "question_closed"
    """Answered, cancelled or timed out, on whichever channel."""
    REPLY_FINISHED = "reply_finished"
    """The reply is complete and nothing of it is or will be spoken."""
    FIRST_AUDIO = "first_audio"
    """The first audible sample of a reply or prompt left the program."""
    PLAYED_OUT = "played_out"
    """Everything was spoken and nothing more is to come."""
    PLAYED_OUT_TOOLS_OPEN = "played_out_tools_open"
    """Everything so far was spoken; the turn goes on with tools."""
    BARGE_IN = "barge_in"
    TURN_STOPPED = "turn_stopped"
    """The user cancelled, or the turn failed for good."""


@dataclass(frozen=True, slots=True)
class _Go:
    """Where a signal leads. None keeps what it was."""

    phase: ConversationPhase
    session: VoiceSessionState | None = None
    in_session: ConversationPhase | None = None
    """Used instead of `phase` where the session is, or becomes, not inactive."""
    only: frozenset[VoiceSessionState] | None = None
    """Sessions in which the signal is accepted; None accepts it in all."""
    revives: bool = False
    """Whether a session that is ending becomes active again."""


_I, _L, _S = ConversationPhase.IDLE, ConversationPhase.LISTENING, ConversationPhase.SPEAKING
_ST, _TC = ConversationPhase.STREAMING, ConversationPhase.TOOL_CALLING
_AA, _AC = ConversationPhase.AWAITING_ANSWER, ConversationPhase.AWAITING_CONFIRM
_INACTIVE: Final = frozenset({VoiceSessionState.INACTIVE})
_ACTIVE: Final = frozenset({VoiceSessionState.ACTIVE})
_ENDING: Final = frozenset({VoiceSessionState.ENDING})

_WHILE_PROCESSING: Final = {
    ConversationSignal.TURN_STOPPED: _Go(_I, in_session=_L),
    ConversationSignal.FIRST_AUDIO: _Go(_S),
}
_WHILE_AWAITING: Final = {
    **_WHILE_PROCESSING,
    ConversationSignal.QUESTION_SPOKEN: _Go(_S),
    ConversationSignal.QUESTION_CLOSED: _Go(_TC),
}


def _awaiting(phase: ConversationPhase) -> "dict[ConversationSignal, _Go]":
    """Transitions while a question waits; the voice session may end and begin beside."""
    return {
        **_WHILE_AWAITING,
        ConversationSignal.SESSION_ENDED: _Go(
            phase, VoiceSessionState.INACTIVE, only=_ACTIVE | _ENDING
        ),
        ConversationSignal.WAKE: _Go(phase, VoiceSessionState.ACTIVE, only=_INACTIVE),
    }


TABLE: Final[dict[ConversationPhase, dict[ConversationSignal, _Go]]] = {
    _I: {
        ConversationSignal.TEXT_SUBMITTED: _Go(_ST),
        ConversationSignal.WAKE: _Go(_L, VoiceSessionState.ACTIVE),
    },
    _L: {
        ConversationSignal.TEXT_SUBMITTED: _Go(_ST, VoiceSessionState.ACTIVE),
        ConversationSignal.UTTERANCE: _Go(_ST, VoiceSessionState.ACTIVE),
        ConversationSignal.KEY_REJECTED: _Go(_I, VoiceSessionState.INACTIVE),
        ConversationSignal.NOT_UNDERSTOOD: _Go(_S, only=_ACTIVE),
        ConversationSignal.FALSE_WAKE: _Go(_I, VoiceSessionState.INACTIVE, only=_ACTIVE),
        ConversationSignal.FAREWELL: _Go(_S, VoiceSessionState.INACTIVE, only=_ACTIVE),
        ConversationSignal.SILENCE: _Go(_S, VoiceSessionState.ENDING, only=_ACTIVE),
        ConversationSignal.SESSION_ENDED: _Go(_I, VoiceSessionState.INACTIVE),
        ConversationSignal.SESSION_KEPT: _Go(_L, VoiceSessionState.ACTIVE, only=_ENDING),
        ConversationSignal.UNRECOGNISED: _Go(_L, only=_ENDING),
        ConversationSignal.MIC_OFF: _Go(_I, VoiceSessionState.INACTIVE),
        ConversationSignal.QUESTION_SPOKEN: _Go(_S),
        ConversationSignal.QUESTION_LEFT: _Go(_AA),
        ConversationSignal.QUESTION_CLOSED: _Go(_TC),
        ConversationSignal.TURN_STOPPED: _Go(_L),
    },
    _ST: {
        **_WHILE_PROCESSING,
        ConversationSignal.TOOLS_REQUESTED: _Go(_TC),
        ConversationSignal.REPLY_FINISHED: _Go(_I, in_session=_L),
    },
    _TC: {
        **_WHILE_PROCESSING,
        ConversationSignal.TOOLS_FINISHED: _Go(_ST),
        ConversationSignal.QUESTION_SHOWN: _Go(_AA),
        ConversationSignal.CONFIRMATION_SHOWN: _Go(_AC),
    },
    _AA: _awaiting(_AA),
    _AC: _awaiting(_AC),
    # The voice lies over the turn: what the turn does meanwhile changes nothing to be seen.
    _S: {
        ConversationSignal.FIRST_AUDIO: _Go(_S),
        ConversationSignal.REPLY_FINISHED: _Go(_S),
        ConversationSignal.TOOLS_REQUESTED: _Go(_S),
        ConversationSignal.TOOLS_FINISHED: _Go(_S),
        ConversationSignal.QUESTION_SHOWN: _Go(_S),
        ConversationSignal.CONFIRMATION_SHOWN: _Go(_S),
        ConversationSignal.QUESTION_SPOKEN: _Go(_S),
        ConversationSignal.QUESTION_CLOSED: _Go(_TC),
        ConversationSignal.QUESTION_LEFT: _Go(_AA),
        ConversationSignal.PLAYED_OUT: _Go(_I, in_session=_L),
        ConversationSignal.PLAYED_OUT_TOOLS_OPEN: _Go(_TC),
        ConversationSignal.BARGE_IN: _Go(_L, VoiceSessionState.ACTIVE),
        ConversationSignal.TEXT_SUBMITTED: _Go(_ST, revives=True),
        ConversationSignal.TURN_STOPPED: _Go(_I, in_session=_L),
        ConversationSignal.SESSION_ENDED: _Go(_I, VoiceSessionState.INACTIVE),
        ConversationSignal.MIC_OFF: _Go(_S, VoiceSessionState.INACTIVE),
    },
}


def _find(state: DialogueState, signal: ConversationSignal) -> _Go | None:
    go = TABLE[state.phase].get(signal)
    if go is None or (go.only is not None and state.session not in go.only):
        return None
    return go


def accepts(state: DialogueState, signal: ConversationSignal) -> bool:
    """Whether `next_state` would take `signal` in this state."""
    return _find(state, signal) is not None


def next_state(state: DialogueState, signal: ConversationSignal) -> DialogueState:
    """Apply a signal.

    Raises:
        ProtocolError: If the state does not accept the signal; nothing changes.
    """
    go = _find(state, signal)
    if go is None:
        raise ProtocolError(
            f"{signal.value} is not accepted while {state.phase.value}"
            f" with the session {state.session.value}"
        )
    session = go.session or state.session
    if go.revives and session is VoiceSessionState.ENDING:
        session = VoiceSessionState.ACTIVE
    phase = go.phase
    if go.in_session is not None and session is not VoiceSessionState.INACTIVE:
        phase = go.in_session
    return DialogueState(phase=phase, session=session)
