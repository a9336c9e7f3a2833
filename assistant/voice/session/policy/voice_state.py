"""Where a voice session stands, besides the state of the conversation.

All that the session's decisions rest on is here or in `Surroundings`; both are values. Nothing but
`voice_policy.decide` makes a new state.
"""

from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from assistant.protocol.conversation_state import (
    ConversationPhase,
    DialogueState,
    VoiceSessionState,
)
from assistant.voice.questions.voice_prompt import HeardWords
from assistant.voice.turn_taking.push_to_talk import PushToTalkKey

MADE: Final = frozenset({ConversationPhase.STREAMING, ConversationPhase.TOOL_CALLING})
"""Phases in which a reply is being made and nothing is heard of it."""
AWAITING: Final = frozenset({ConversationPhase.AWAITING_ANSWER, ConversationPhase.AWAITING_CONFIRM})
"""Phases in which a question waits on the screen."""


class Obstacle(Enum):
    """What keeps the user from being heard."""

    CLOSED = "closed"
    """The microphone was not opened."""
    LOST = "lost"
    """The microphone stopped giving audio."""
    MUTED = "muted"
    """The user closed it."""
    LOCKED = "locked"
    """The screen is locked, and the user may be anybody."""
    DICTATING = "dictating"
    """They speak to another program."""
    OVER = "over"
    """The input was a file and is at its end."""
    NOT_UNDERSTOOD = "not understood"
    """What is heard cannot be turned into words."""


class Attention(Enum):
    """What the user did last to be listened to, or not."""

    NONE = "none"
    CALLED = "called"
    """They called, by the wake word or the button, and have not had a turn since."""
    CLOSING = "closing"
    """They closed the microphone: listening ends where it would begin again."""


class PromptStage(Enum):
    """How far the question is that holds the prompt."""

    NONE = "none"
    """No question holds it."""
    HELD = "held"
    """Its presenter thinks."""
    READING = "reading"
    """Lines of it are still to be said; a reply is waited for."""
    ASKING = "asking"
    """All of it was said; a reply is waited for."""
    ANNOUNCING = "announcing"
    """Something is said to which no reply is waited for."""
    LEFT = "left"
    """It was left, and waits to be called for."""

    @property
    def is_asking(self) -> bool:
        """Whether a reply is waited for."""
        return self in {PromptStage.READING, PromptStage.ASKING}

    @property
    def is_reading(self) -> bool:
        """Whether lines of it are still to be said."""
        return self in {PromptStage.READING, PromptStage.ANNOUNCING}


class VoiceLevel(Enum):
    """How the assistant's voice sounds while the user speaks over it."""

    FULL = "full"
    DUCKED = "ducked"
    HELD = "held"


class Speculation(Enum):
    """How freely the model is asked before a turn is certain to be over."""

    OFF = "off"
    SPARING = "sparing"
    """At pauses, until one request in a turn was in vain."""
    EAGER = "eager"
    """More often, and from the words of a draft too, before those of the pause are known."""


class ReplyProgress(Enum):
    """How far the reply is to words that were spoken."""

    NONE = "none"
    """None is being made, or it is to typed words."""
    AWAITED = "awaited"
    """Nothing of it was heard."""
    HEARD = "heard"


@dataclass(frozen=True, slots=True)
class SpeechOverVoice:
    """Speech over the assistant's voice, or while a reply is made, that is not understood yet."""

    since: float
    speech_end: float


@dataclass(frozen=True, slots=True, kw_only=True)
class OverlappingTurn:
    """A turn that began over the assistant's voice, or while a reply was being made."""

    saying: tuple[str, ...]
    """What was being said."""
    is_cut: bool
    """Whether the voice was stopped for it; otherwise it came to its own end."""
    goes_on: bool = False
    """Whether it goes on from the turn before, of whose reply nothing was heard."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AlarmTurn:
    """What is said to something that rings, while the conversation does not listen."""

    since: float | None = None
    """When the speech over it began."""
    is_open: bool = False
    """Whether a whole turn is listened to: more was said than a word."""


@dataclass(frozen=True, slots=True)
class DraftedWords:
    """The words of a turn so far that look like all of them."""

    words: HeardWords
    speech_s: float
    """Seconds of the turn they were made of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VoiceState:
    """Where a voice session stands."""

    obstacles: frozenset[Obstacle] = frozenset({Obstacle.CLOSED})
    attention: Attention = Attention.NONE
    key: PushToTalkKey = PushToTalkKey()
    prompt: PromptStage = PromptStage.NONE
    is_prompt_aside: bool = False
    """Whether no turn waits for the question that holds the prompt."""
    is_opened_by_prompt: bool = False
    """Whether that question opened the voice session, and the user has not used it for more."""
    is_user_heard: bool = False
    """Whether speech is heard in the turn that is listened to."""
    is_turn_unused: bool = False
    """Whether the user was silent for as long as is waited for them, and may be asked instead."""
    has_turns: bool = False
    """Whether a turn began in this voice session."""
    reply: ReplyProgress = ReplyProgress.NONE
    own_dbfs: float | None = None
    """The user's own level in this voice session; None before they said anything."""
    is_called: bool = False
    """Whether the turn that is listened to, or comes next, began with a call or the talk key."""
    is_any_voice: bool = False
    """Whether every voice counts: the call was made by hand, and the user's own was not heard since."""
    others_refused: int = 0
    """How often somebody was left alone because it was not the user's voice."""
    unmeant: int = 0
    """How many sounds in a row gave no words, or words that were not meant for Parley."""

    # What is listened for.
    is_renewed: bool = False
    """Whether another turn is to be listened for, even if one is listened for."""
    turn_since: float | None = None
    """When the speech began that opens the next turn, if it began before."""
    overlapped: OverlappingTurn | None = None
    """How the turn that is listened to began, if it began over the voice."""
    pause_id: int | None = None
    """The pause in which the user is."""
    speculations: int = 0
    """How often the model was asked ahead in this turn."""
    asked_ahead: str = ""
    """The words about which it is being asked ahead; empty if it is not."""
    draft: DraftedWords | None = None
    """The newest draft of what is being said; None where none may be asked about."""

    # Speech over the voice.
    level: VoiceLevel = VoiceLevel.FULL
    overlap_since: float | None = None
    """When the speech over the voice began that goes on."""
    said_over: tuple[SpeechOverVoice, ...] = ()
    lines: tuple[str, ...] = ()
    """The lines that were said last, in order."""
    alarm: AlarmTurn = field(default_factory=AlarmTurn)

    @property
    def can_hear(self) -> bool:
        """Whether the user's speech would be heard."""
        return not self.obstacles

    @property
    def has_overlap(self) -> bool:
        """Whether there is speech over the voice, or some that is not transcribed yet."""
        return self.overlap_since is not None or bool(self.said_over)

    @property
    def first_overlap_since(self) -> float | None:
        """Beginning of the first speech that is not decided on."""
        return self.said_over[0].since if self.said_over else self.overlap_since


@dataclass(frozen=True, slots=True, kw_only=True)
class VoiceOptions:
    """What the user set, and what the machine can do."""

    barge_in: bool = True
    """Whether speech alone interrupts the voice; the wake word always does."""
    push_to_talk: bool = False
    """Whether the user is listened to only while they hold the talk key, or after they called."""
    speculate: Speculation = Speculation.OFF
    checks_voice: bool = False
    """Whether only the user's own voice counts; whose it is gets known after a pause."""
    is_overlap_heard: bool = True
    """Whether there is a voice that can be talked over, and a recogniser to understand it."""
    no_speech_timeout_s: float = 8.0
    """Seconds of silence before listening ends."""
    ending_timeout_s: float = 10.0
    """The same after "shall we end the conversation?"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What others know at the moment of a decision."""

    dialogue: DialogueState
    is_question_pending: bool = False
    """Whether a question waits for the user."""
    has_open_choice: bool = False
    """Whether a choice that a spoken turn ended with waits for the user."""
    is_finishing_turn: bool = False
    """Whether a turn that is over is being understood."""
    is_quiet: bool = True
    """Whether nothing is being said."""
    can_speak: bool = True
    """Whether anything can be said."""
    is_ringing: bool = False
    """Whether something rings."""
    is_rest_offered: bool = False
    """Whether the user was asked whether the rest of a long reply is to be read."""
    is_question_waiting: bool = False
    """Whether a question that no turn waits for is to be put as soon as nothing else goes on."""


def is_prompt_open(state: VoiceState, now: Surroundings) -> bool:
    """Whether a voice session is under way that can speak and hear a question."""
    return (
        now.dialogue.session is not VoiceSessionState.INACTIVE
        and state.attention is not Attention.CLOSING
        and now.can_speak
        and state.can_hear
    )


def can_be_asked(state: VoiceState, now: Surroundings) -> bool:
    """Whether the user could be asked something aloud, if a voice session were open."""
    return now.can_speak and state.can_hear


def has_room_for_question(state: VoiceState, now: Surroundings) -> bool:
    """Whether a question that no turn waits for disturbs nothing: nobody speaks or was asked.

    A user who has just called has something to say, and so has one whom Parley asked.
    """
    is_free = state.prompt is PromptStage.NONE and not now.is_ringing and state.key.is_up
    if not (is_free and can_be_asked(state, now) and now.is_quiet):
        return False
    if now.dialogue.phase is ConversationPhase.IDLE:
        return True
    if (
        now.dialogue.phase is not ConversationPhase.LISTENING
        or state.attention is Attention.CLOSING
    ):
        return False
    if state.is_user_heard or now.is_finishing_turn:
        return False
    is_users_turn = state.attention is Attention.CALLED or is_asked_last(state)
    is_ending = now.dialogue.session is VoiceSessionState.ENDING
    return state.is_turn_unused or not (is_users_turn or is_ending)


def is_asked_last(state: VoiceState) -> bool:
    """Whether what Parley said last asks something."""
    last = state.lines[-1:] or ("",)
    return last[0].rstrip().endswith(("?", "？"))


def has_unfinished_barge_in(state: VoiceState, now: Surroundings) -> bool:
    """Whether the user speaks while a reply is made, as they may have begun to over the voice."""
    return now.dialogue.phase in MADE and state.has_overlap


def is_reply_made(state: VoiceState, now: Surroundings) -> bool:
    """Whether the user waits in a voice session for a reply, or for more of it."""
    return (
        now.dialogue.phase in MADE
        and now.dialogue.session is not VoiceSessionState.INACTIVE
        and state.reply is not ReplyProgress.NONE
    )


def waits_for_call(state: VoiceState, now: Surroundings) -> bool:
    """Whether a question was left that the user can come back to, or go on without."""
    if now.dialogue.phase not in AWAITING:
        return False
    if state.prompt is PromptStage.NONE:
        return not now.is_question_pending
    return state.prompt is PromptStage.LEFT


def is_question_left(state: VoiceState, now: Surroundings) -> bool:
    """Whether a voice session is open for no more than a question that waits on the screen."""
    return (
        now.dialogue.phase in AWAITING
        and now.dialogue.session is not VoiceSessionState.INACTIVE
        and state.prompt in {PromptStage.NONE, PromptStage.LEFT}
    )


def lines_being_said(state: VoiceState, now: Surroundings) -> tuple[str, ...]:
    """Empty if the voice is silent."""
    return state.lines if now.dialogue.phase is ConversationPhase.SPEAKING else ()
