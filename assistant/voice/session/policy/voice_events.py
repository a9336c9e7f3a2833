"""What can happen to a voice session. Frozen.

What the listener tells comes as it is; the rest is what the conversation, the voice, a question and
the session's own tasks tell.
"""

from dataclasses import dataclass
from enum import Enum

from assistant.protocol.conversation import StateChanged, Stop
from assistant.protocol.voice import Mute, ToggleMicrophone
from assistant.questions.model.question import Purpose
from assistant.questions.spoken.read_aloud import SpokenLine
from assistant.voice.events import (
    InputEnded,
    InputLost,
    InputRestored,
    NoSpeech,
    TurnEnded,
    VoiceHeld,
    VoicePaused,
    VoiceProgressed,
    VoiceResumed,
    VoiceStarted,
    VoiceSuspected,
    VoiceWithdrawn,
)
from assistant.voice.playout.reply_outlook import ReplyOutlook
from assistant.voice.protocols import Transcript
from assistant.voice.questions.voice_prompt import HeardWords
from assistant.voice.stt.policy.rolling_transcript import RollingTranscript
from assistant.voice.turn_taking.addressee import UtteranceSound
from assistant.voice.turn_taking.text_completeness import TextCompleteness


class PlainEvent(Enum):
    """Events that need no more than a name."""

    # What the user does.
    USER_CALLED = "user called"
    """The user calls, by the wake word or by hand."""
    OTHER_VOICE_CALLED = "other voice called"
    """The wake word was said by somebody whose voice does not count."""
    TALK_KEY_RELEASED = "talk key released"
    """The talk key went up."""
    CALLED_BY_HAND = "called by hand"
    """A call by button or key was carried out, or refused for want of a microphone."""

    # What the session's own parts tell.
    MICROPHONE_OPENING = "microphone opening"
    """The microphone is about to be opened; it may be told to be lost before it is."""
    MICROPHONE_OPENED = "microphone opened"
    """The microphone gives audio."""
    LISTENING_DUE = "listening due"
    """What is listened for is to follow from the state now."""
    KEY_WAIT_OVER = "key wait over"
    """The talk key was waited for as long as for speech."""
    QUESTION_ABANDONED = "question abandoned"
    """A question that voice left was left alone for as long as is waited for it."""
    REPLY_GIVEN_UP = "reply given up"
    """The turn that was given up for the user is over."""
    EVERYTHING_STOPPED = "everything stopped"
    """What the stop button ended is over."""
    SESSION_CLOSING = "session closing"
    """The program ends, or the voice is switched off."""
    UTTERANCE_TAKEN = "utterance taken"
    """The consequence of a turn was drawn, or there is none."""
    OVERLAP_TIMED_OUT = "overlap timed out"
    """Speech over the voice neither ended nor became an interruption."""

    USER_LEFT = "user left"
    """The screen was locked, or the user is in a call: nothing may be said out of the blue."""

    SCREEN_LOCKED = "screen locked"
    """Nothing may be heard any more, and what is being said stops."""
    SCREEN_UNLOCKED = "screen unlocked"
    """The user is back."""
    DICTATION_BEGAN = "dictation began"
    """What is said next is for another program: the listener hears it as a held turn."""
    DICTATION_ENDED = "dictation ended"
    """It was heard, or given up."""

    # What the conversation tells.
    TYPED_TURN_BEGAN = "typed turn began"
    """Typed words are taken: whatever is being said or heard stops now."""
    CONVERSATION_REPLACED = "conversation replaced"
    """Another conversation is held."""
    LISTENING_STALE = "listening stale"
    """Something changed that may change what is listened for."""

    # What the voice tells.
    VOICE_LOST = "voice lost"
    """Nothing can be said any more."""

    # What a question tells.
    PROMPT_TAKEN = "prompt taken"
    """A question holds the prompt."""
    PROMPT_TAKEN_ASIDE = "prompt taken aside"
    """A question that no turn waits for holds the prompt; without a voice session it opens one."""
    PROMPT_WAITS = "prompt waits"
    """The question was left and waits to be called for."""
    PROMPT_PAUSED = "prompt paused"
    """The question's presenter has what it waited for, and thinks."""
    PROMPT_YIELDED = "prompt yielded"
    """The question need not be answered by voice any more."""
    PROMPT_STOPPED = "prompt stopped"
    """The question is neither read nor heard any more; it stays pending."""
    PROMPT_RELEASED = "prompt released"
    """The question gave the prompt back."""


# What the user does.


@dataclass(frozen=True, slots=True)
class TalkKeyPressed:
    """The talk key went down."""

    at: float


# What the session's own parts tell.


@dataclass(frozen=True, slots=True)
class RecognitionFailed:
    """Speech cannot be understood."""

    reason: str


# What was understood.


@dataclass(frozen=True, slots=True, kw_only=True)
class RollingHeard:
    """A draft of what was said so far is known, while the user speaks."""

    words: HeardWords
    """The draft."""
    shown: RollingTranscript
    """What drafts agree on, and what follows."""
    completeness: TextCompleteness
    """What the draft looks like."""
    speech_s: float
    """Seconds of the turn so far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InterimHeard:
    """The words up to a pause are known."""

    pause_id: int
    words: HeardWords
    completeness: TextCompleteness
    """What they look like."""
    speech_s: float
    """Seconds of the turn so far."""
    settles: bool
    """Whether they are answer enough not to wait for the end."""
    shown: RollingTranscript
    """What they and the drafts agree on, and what follows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UtteranceHeard:
    """A turn of the user was understood."""

    words: HeardWords
    is_for_alarm: bool
    """Whether they are meant for what rings."""
    is_request: bool = False
    """Whether they are a request by themselves, that needs no model."""
    is_answer: bool = False
    """Whether they are plainly an answer to the question that is put."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OverlapUnderstood:
    """What was said over the voice is known."""

    transcript: Transcript | None
    """None if it was not understood in time."""
    is_answer: bool
    """Whether the words mean anything to the question that is put; without one, any do."""
    sound: UtteranceSound | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AlarmReplyHeard:
    """Words were said while something rings and the conversation does not listen."""

    text: str
    rest: str
    """The words without the wake phrase."""
    completeness: TextCompleteness
    """What the words look like."""
    is_for_alarm: bool
    """Whether the rest is meant for what rings."""
    pause_id: int | None = None
    """The pause they go up to; None if they are all that was said."""


# What the conversation tells.


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegan:
    """A reply is being made."""

    is_spoken: bool
    """Whether it is to words that were heard."""


# What the voice tells.


@dataclass(frozen=True, slots=True)
class LineSaid:
    """A line begins to be heard."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LineBegan:
    """The first sample of a line left the program: the state follows."""

    purpose: Purpose | None
    """Why the question is put whose line it is; None if it is no question's."""
    is_reply: bool = False
    """Whether it is of the reply; otherwise it is a sentence of ours, or of a question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VoiceFellSilent:
    """Nothing is left to be said for now."""

    outlook: ReplyOutlook
    ended_with_question: bool = False
    """Whether what was said last asks something."""
    is_ours_to_end: bool = False
    """Whether the turn is over but for the voice."""
    asked: tuple[Purpose, ...] = ()
    """Why the questions are put that the turn waits for."""


# What a question tells.


@dataclass(frozen=True, slots=True)
class PromptAsked:
    """The question is to be read, and its answer heard; without lines it is only heard."""

    lines: tuple[SpokenLine, ...]


@dataclass(frozen=True, slots=True)
class PromptAnnounced:
    """Something is to be said without listening."""

    lines: tuple[SpokenLine, ...]


VoiceEvent = (
    PlainEvent
    | VoiceStarted
    | VoiceSuspected
    | VoiceHeld
    | VoiceWithdrawn
    | VoiceProgressed
    | VoicePaused
    | VoiceResumed
    | TurnEnded
    | NoSpeech
    | InputEnded
    | InputLost
    | InputRestored
    | ToggleMicrophone
    | Stop
    | Mute
    | TalkKeyPressed
    | RecognitionFailed
    | RollingHeard
    | InterimHeard
    | UtteranceHeard
    | OverlapUnderstood
    | AlarmReplyHeard
    | StateChanged
    | TurnBegan
    | LineSaid
    | LineBegan
    | VoiceFellSilent
    | PromptAsked
    | PromptAnnounced
)
