"""Voice states and events in bulk, for whole products."""

import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import numpy as np

from assistant.protocol.conversation import StateChanged, Stop
from assistant.protocol.conversation_state import (
    ConversationPhase,
    DialogueState,
    VoiceSessionState,
)
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
from assistant.voice.protocols import SAMPLE_RATE_HZ, Transcript
from assistant.voice.questions.voice_prompt import HeardWords
from assistant.voice.session.policy import voice_events as happened
from assistant.voice.session.policy.user_turns import REFUSALS_TOLD
from assistant.voice.session.policy.voice_events import PlainEvent, VoiceEvent
from assistant.voice.session.policy.voice_state import (
    Attention,
    PromptStage,
    SpeechOverVoice,
    VoiceLevel,
    VoiceState,
)
from assistant.voice.stt.policy.rolling_transcript import RollingTranscript
from assistant.voice.turn_taking.addressee import UtteranceSound
from assistant.voice.turn_taking.push_to_talk import PushToTalkKey
from assistant.voice.turn_taking.text_completeness import TextCompleteness

SOUND: Final = np.zeros(16, np.float32)
LINES: Final = (SpokenLine(text="Which one?"), SpokenLine(text="One. Red.", option=0))
IDLE: Final = DialogueState()
LISTENING: Final = DialogueState(ConversationPhase.LISTENING, VoiceSessionState.ACTIVE)
SPEAKING: Final = DialogueState(ConversationPhase.SPEAKING, VoiceSessionState.ACTIVE)
STREAMING: Final = DialogueState(ConversationPhase.STREAMING, VoiceSessionState.ACTIVE)
AWAITING: Final = DialogueState(ConversationPhase.AWAITING_ANSWER, VoiceSessionState.ACTIVE)
READY: Final = VoiceState(obstacles=frozenset())
"""A session whose microphone is open, and in which nothing happened yet."""

DIALOGUES: Final = [
    DialogueState(phase, session)
    for phase, session in itertools.product(ConversationPhase, VoiceSessionState)
]


OTHER: Final = UtteranceSound(level_dbfs=-20.0, is_own_voice=False)
"""Another voice than the user's."""


def words(text: str, sound: UtteranceSound | None = None) -> HeardWords:
    """Return what the user says."""
    return HeardWords(text=text, language="en", sound=sound)


def paused(pause_id: int = 1) -> VoicePaused:
    """The user pauses."""
    return VoicePaused(at=0.0, speech_end=0.0, pause_id=pause_id, audio=SOUND)


def ended(pause_id: int = 1) -> TurnEnded:
    """The user's turn is over."""
    return TurnEnded(at=0.0, speech_end=0.0, pause_id=pause_id, audio=SOUND)


def uttered(
    text: str, *, is_for_alarm: bool = False, sound: UtteranceSound | None = None
) -> happened.UtteranceHeard:
    """A turn was understood."""
    return happened.UtteranceHeard(words=words(text, sound), is_for_alarm=is_for_alarm)


def interim(
    text: str,
    completeness: TextCompleteness = TextCompleteness.FINISHED,
    *,
    settles: bool = False,
    speech_s: float = 1.0,
) -> happened.InterimHeard:
    """The words up to a pause are known."""
    return happened.InterimHeard(
        pause_id=1,
        words=words(text),
        completeness=completeness,
        speech_s=speech_s,
        settles=settles,
        shown=RollingTranscript(tentative=text),
    )


def rolling(text: str, *, confirmed: str = "", speech_s: float = 2.0) -> happened.RollingHeard:
    """A draft of what is being said is known, after what was confirmed before."""
    return happened.RollingHeard(
        words=words(confirmed + text),
        shown=RollingTranscript(confirmed, text),
        completeness=TextCompleteness.OPEN,
        speech_s=speech_s,
    )


def progressed(seconds: float = 1.0) -> VoiceProgressed:
    """The user speaks and goes on."""
    return VoiceProgressed(at=0.0, audio=np.zeros(round(seconds * SAMPLE_RATE_HZ), np.float32))


def understood(text: str | None, *, is_answer: bool = True) -> happened.OverlapUnderstood:
    """What was said over the voice is known."""
    transcript = None if text is None else Transcript(text=text, language="en")
    return happened.OverlapUnderstood(transcript=transcript, is_answer=is_answer)


def alarm_reply(
    text: str, rest: str | None = None, *, is_for_alarm: bool = False, pause_id: int | None = None
) -> happened.AlarmReplyHeard:
    """Words were said to something that rings."""
    return happened.AlarmReplyHeard(
        text=text,
        rest=text if rest is None else rest,
        completeness=TextCompleteness.FINISHED,
        is_for_alarm=is_for_alarm,
        pause_id=pause_id,
    )


WITHDRAWN: Final = VoiceWithdrawn(at=1.0, speech_end=1.0, audio=SOUND)
"""A few words were said over the voice."""

HEARD: Final[list[VoiceEvent]] = [
    VoiceStarted(at=0.0),
    VoiceStarted(at=0.0, is_own_voice=False),
    VoiceSuspected(at=0.0, speech_start=0.0),
    VoiceHeld(at=0.0),
    WITHDRAWN,
    VoiceWithdrawn(at=0.0, speech_end=0.0, audio=None),
    progressed(),
    paused(),
    VoiceResumed(at=0.0),
    ended(),
    NoSpeech(at=0.0),
    InputEnded(at=0.0),
    InputLost(at=0.0, reason="gone"),
    InputRestored(at=0.0),
]
"""Everything that the listener tells."""
DONE_BY_USER: Final[list[VoiceEvent]] = [
    ToggleMicrophone(),
    Stop(),
    Mute(muted=True),
    Mute(muted=False),
    PlainEvent.USER_CALLED,
    happened.TalkKeyPressed(0.0),
    PlainEvent.TALK_KEY_RELEASED,
]
EVENTS: Final[list[VoiceEvent]] = [
    *HEARD,
    *DONE_BY_USER,
    PlainEvent.CALLED_BY_HAND,
    PlainEvent.OTHER_VOICE_CALLED,
    PlainEvent.MICROPHONE_OPENING,
    PlainEvent.MICROPHONE_OPENED,
    happened.RecognitionFailed("broken"),
    PlainEvent.LISTENING_DUE,
    PlainEvent.KEY_WAIT_OVER,
    PlainEvent.QUESTION_ABANDONED,
    PlainEvent.REPLY_GIVEN_UP,
    PlainEvent.EVERYTHING_STOPPED,
    PlainEvent.USER_LEFT,
    PlainEvent.SCREEN_LOCKED,
    PlainEvent.SCREEN_UNLOCKED,
    PlainEvent.DICTATION_BEGAN,
    PlainEvent.DICTATION_ENDED,
    PlainEvent.SESSION_CLOSING,
    rolling("tell me"),
    interim("tell me"),
    interim("the first", settles=True),
    interim("tell me and", TextCompleteness.DANGLING),
    uttered("tell me"),
    uttered("tell me", sound=OTHER),
    uttered(""),
    uttered("no"),
    uttered("go on"),
    uttered("stop", is_for_alarm=True),
    PlainEvent.UTTERANCE_TAKEN,
    understood(None),
    understood("mhm"),
    understood("stop"),
    understood("what about Sunday"),
    understood("what about Sunday", is_answer=False),
    PlainEvent.OVERLAP_TIMED_OUT,
    alarm_reply("stop", is_for_alarm=True),
    alarm_reply("hey jarvis tell me", "tell me"),
    alarm_reply("tell me", pause_id=1),
    StateChanged(old=SPEAKING, new=LISTENING, at=0.0),
    StateChanged(old=LISTENING, new=STREAMING, at=0.0),
    StateChanged(old=LISTENING, new=IDLE, at=0.0),
    StateChanged(old=IDLE, new=LISTENING, at=0.0),
    PlainEvent.TYPED_TURN_BEGAN,
    happened.TurnBegan(is_spoken=True),
    happened.TurnBegan(is_spoken=False),
    PlainEvent.CONVERSATION_REPLACED,
    PlainEvent.LISTENING_STALE,
    happened.LineSaid("One two three."),
    happened.LineBegan(purpose=None),
    happened.LineBegan(purpose=None, is_reply=True),
    happened.LineBegan(purpose=Purpose.ASK),
    happened.LineBegan(purpose=Purpose.CONFIRM),
    *(happened.VoiceFellSilent(outlook=outlook) for outlook in ReplyOutlook),
    happened.VoiceFellSilent(outlook=ReplyOutlook.OVER, is_ours_to_end=True),
    happened.VoiceFellSilent(outlook=ReplyOutlook.TOOLS, asked=(Purpose.CONFIRM,)),
    PlainEvent.VOICE_LOST,
    PlainEvent.PROMPT_TAKEN,
    PlainEvent.PROMPT_TAKEN_ASIDE,
    happened.PromptAsked(LINES),
    happened.PromptAsked(()),
    happened.PromptAnnounced(LINES),
    PlainEvent.PROMPT_WAITS,
    PlainEvent.PROMPT_PAUSED,
    PlainEvent.PROMPT_YIELDED,
    PlainEvent.PROMPT_STOPPED,
    PlainEvent.PROMPT_RELEASED,
]
"""Every event, and of those that carry words one of each meaning."""


_OVERLAPS: Final = [
    READY,
    replace(READY, level=VoiceLevel.DUCKED, overlap_since=0.5, others_refused=REFUSALS_TOLD - 1),
    replace(READY, level=VoiceLevel.HELD, said_over=(SpeechOverVoice(0.5, 1.0),)),
]


def states() -> Iterator[VoiceState]:
    """Return every kind of state: the product of what holds independently of each other."""
    keys = (PushToTalkKey(), PushToTalkKey().pressed(0.0))
    for overlap, attention, key, prompt in itertools.product(
        _OVERLAPS, Attention, keys, PromptStage
    ):
        yield replace(overlap, attention=attention, key=key, prompt=prompt, pause_id=1)
    for prompt, is_opened in itertools.product(PromptStage, (False, True)):
        if prompt is not PromptStage.NONE:
            yield replace(READY, prompt=prompt, is_prompt_aside=True, is_opened_by_prompt=is_opened)
