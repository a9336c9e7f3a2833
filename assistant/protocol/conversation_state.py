"""The states of a conversation and the table that says how they change.

Two variables. *Phase* is what is going on now: the interaction state, with processing split into
its four sub-states. *Session* says whether a voice conversation is open. Whether the person is being
waited for (`waiting`/`working`) is derived from the question desk, not kept here.

Everything that changes either stands in `TABLE`; this module knows no clock, no I/O and no caller.
`apply` raises on a signal that the state does not accept and changes nothing.
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


class Phase(Enum):
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
        """The state as a person sees it."""
        match self:
            case Phase.IDLE:
                return Interaction.IDLE
            case Phase.LISTENING:
                return Interaction.LISTENING
            case Phase.SPEAKING:
                return Interaction.SPEAKING
            case _:
                return Interaction.PROCESSING


class Session(Enum):
    """Whether a voice conversation is open."""

    INACTIVE = "inactive"
    ACTIVE = "active"
    ENDING = "ending"


@dataclass(frozen=True, slots=True)
class State:
    """Where a conversation stands."""

    phase: Phase = Phase.IDLE
    session: Session = Session.INACTIVE

    @property
    def interaction(self) -> Interaction:
        """The state as a person sees it."""
        return self.phase.interaction


class Signal(Enum):
    """What can happen. Guards are decided by the caller and are part of the name."""

    TEXT_SUBMITTED = "text_submitted"
    """The person sent words and the key is good."""
    WAKE = "wake"
    """Wake word or microphone button, and the microphone may be used."""
    UTTERANCE = "utterance"
    """Words were heard that are a request."""
    KEY_REJECTED = "key_rejected"
    """Words were heard but there is no usable key."""
    NOT_UNDERSTOOD = "not_understood"
    """Speech gave no words; the person is asked to say it again."""
    FALSE_WAKE = "false_wake"
    """Nothing was said after the session became active."""
    SILENCE = "silence"
    """Nothing more was said after at least one turn."""
    SESSION_ENDED = "session_ended"
    """An affirmative reply or ten more seconds of silence while ending; or the input closed."""
    SESSION_KEPT = "session_kept"
    """A negative reply while ending."""
    UNRECOGNISED = "unrecognised"
    """A reply while ending that is neither; wait again."""
    MIC_OFF = "mic_off"
    """The person switched the microphone off or cancelled listening."""
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
    """The person cancelled, or the turn failed for good."""


@dataclass(frozen=True, slots=True)
class _Go:
    """Where a signal leads. None keeps what it was."""

    phase: Phase
    session: Session | None = None
    in_session: Phase | None = None
    """Used instead of `phase` where the session is, or becomes, not inactive."""
    only: frozenset[Session] | None = None
    """Sessions in which the signal is accepted; None accepts it in all."""
    revives: bool = False
    """Whether a session that is ending becomes active again."""


_I, _L, _S = Phase.IDLE, Phase.LISTENING, Phase.SPEAKING
_ST, _TC = Phase.STREAMING, Phase.TOOL_CALLING
_AA, _AC = Phase.AWAITING_ANSWER, Phase.AWAITING_CONFIRM
_ACTIVE: Final = frozenset({Session.ACTIVE})
_ENDING: Final = frozenset({Session.ENDING})

_WHILE_PROCESSING: Final = {
    Signal.TURN_STOPPED: _Go(_I, in_session=_L),
    Signal.FIRST_AUDIO: _Go(_S),
}
_WHILE_AWAITING: Final = {
    **_WHILE_PROCESSING,
    Signal.QUESTION_SPOKEN: _Go(_S),
    Signal.QUESTION_CLOSED: _Go(_TC),
}

TABLE: Final[dict[Phase, dict[Signal, _Go]]] = {
    _I: {
        Signal.TEXT_SUBMITTED: _Go(_ST),
        Signal.WAKE: _Go(_L, Session.ACTIVE),
    },
    _L: {
        Signal.TEXT_SUBMITTED: _Go(_ST, Session.ACTIVE),
        Signal.UTTERANCE: _Go(_ST, Session.ACTIVE),
        Signal.KEY_REJECTED: _Go(_I, Session.INACTIVE),
        Signal.NOT_UNDERSTOOD: _Go(_S, only=_ACTIVE),
        Signal.FALSE_WAKE: _Go(_I, Session.INACTIVE, only=_ACTIVE),
        Signal.SILENCE: _Go(_S, Session.ENDING, only=_ACTIVE),
        Signal.SESSION_ENDED: _Go(_I, Session.INACTIVE),
        Signal.SESSION_KEPT: _Go(_L, Session.ACTIVE, only=_ENDING),
        Signal.UNRECOGNISED: _Go(_L, only=_ENDING),
        Signal.MIC_OFF: _Go(_I, Session.INACTIVE),
        Signal.QUESTION_SPOKEN: _Go(_S),
        Signal.QUESTION_LEFT: _Go(_AA),
        Signal.QUESTION_CLOSED: _Go(_TC),
        Signal.TURN_STOPPED: _Go(_L),
    },
    _ST: {
        **_WHILE_PROCESSING,
        Signal.TOOLS_REQUESTED: _Go(_TC),
        Signal.REPLY_FINISHED: _Go(_I, in_session=_L),
    },
    _TC: {
        **_WHILE_PROCESSING,
        Signal.TOOLS_FINISHED: _Go(_ST),
        Signal.QUESTION_SHOWN: _Go(_AA),
        Signal.CONFIRMATION_SHOWN: _Go(_AC),
    },
    _AA: _WHILE_AWAITING,
    _AC: _WHILE_AWAITING,
    # The voice lies over the turn: what the turn does meanwhile changes nothing to be seen.
    _S: {
        Signal.FIRST_AUDIO: _Go(_S),
        Signal.REPLY_FINISHED: _Go(_S),
        Signal.TOOLS_REQUESTED: _Go(_S),
        Signal.TOOLS_FINISHED: _Go(_S),
        Signal.QUESTION_SHOWN: _Go(_S),
        Signal.CONFIRMATION_SHOWN: _Go(_S),
        Signal.QUESTION_SPOKEN: _Go(_S),
        Signal.QUESTION_CLOSED: _Go(_TC),
        Signal.QUESTION_LEFT: _Go(_AA),
        Signal.PLAYED_OUT: _Go(_I, in_session=_L),
        Signal.PLAYED_OUT_TOOLS_OPEN: _Go(_TC),
        Signal.BARGE_IN: _Go(_L, Session.ACTIVE),
        Signal.TEXT_SUBMITTED: _Go(_ST, revives=True),
        Signal.TURN_STOPPED: _Go(_I, in_session=_L),
        Signal.SESSION_ENDED: _Go(_I, Session.INACTIVE),
        Signal.MIC_OFF: _Go(_S, Session.INACTIVE),
    },
}


def _find(state: State, signal: Signal) -> _Go | None:
    go = TABLE[state.phase].get(signal)
    if go is None or (go.only is not None and state.session not in go.only):
        return None
    return go


def accepts(state: State, signal: Signal) -> bool:
    """Whether `apply` would take `signal` in this state."""
    return _find(state, signal) is not None


def apply(state: State, signal: Signal) -> State:
    """Return the state that `signal` leads to.

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
    if go.revives and session is Session.ENDING:
        session = Session.ACTIVE
    phase = go.phase
    if go.in_session is not None and session is not Session.INACTIVE:
        phase = go.in_session
    return State(phase=phase, session=session)
