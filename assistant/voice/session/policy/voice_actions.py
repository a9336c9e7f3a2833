"""What a voice session does. Frozen; the executor carries each out in one step, in order."""

from dataclasses import dataclass
from enum import Enum

from assistant.protocol.conversation_state import ConversationSignal
from assistant.questions.spoken.read_aloud import SpokenLine
from assistant.voice.audio.earcons import Earcon
from assistant.voice.events import Samples, TurnEnded, VoicePaused, VoiceProgressed
from assistant.voice.protocols import ListeningMode, Transcript
from assistant.voice.questions.voice_prompt import PromptReply
from assistant.voice.stt.policy.rolling_transcript import RollingTranscript
from assistant.voice.turn_taking.text_completeness import PauseReading


class PlainAction(Enum):
    """Actions that need no more than a name."""

    UPDATE_LISTENING = "update listening"
    """Look at what is listened for in the next turn of the loop."""
    FINISH = "finish"
    """The input is at its end, and everything was said."""

    # The microphone.
    OPEN_AND_CALL = "open and call"
    """Open the microphone, unless it is open, and take it for a call."""
    END_HELD_TURN = "end held turn"
    """End a turn by the talk key after what is being said just now."""
    TELL_STILL_LOST = "tell still lost"
    TELL_INPUT_RESTORED = "tell input restored"
    TELL_OTHERS_REFUSED = "tell others refused"
    """Tell the user that somebody did not sound like them, and how to have every voice count."""

    # What is being heard.
    RESUME_TURN = "resume turn"
    """The user goes on: what was understood of a pause is stale."""
    DISCARD_TURN = "discard turn"
    """Forget what is being heard."""
    CANCEL_SPECULATION = "cancel speculation"

    # Speech over the voice.
    DUCK = "duck"
    UNDUCK = "unduck"
    HOLD = "hold"
    RESUME = "resume"
    WATCH_OVERLAP = "watch overlap"
    """Tell if the speech neither ends nor becomes an interruption."""
    UNWATCH_OVERLAP = "unwatch overlap"
    FORGET_OVERLAP = "forget overlap"
    """Understand nothing more of what was said over the voice."""

    # The reply.
    SILENCE_VOICE = "silence voice"
    """Stop at once, and remember what was heard."""
    CUT_REPLY = "cut reply"
    """Stop the turn whose voice was silenced, and note what was heard of it."""
    GIVE_UP_REPLY = "give up reply"
    """Give up the turn under way, for the user speaks."""
    STOP_EVERYTHING = "stop everything"
    SILENCE_REPLY = "silence reply"
    """Another turn begins: say no more of the one before."""
    RESET = "reset"
    """Another conversation is held: say nothing more of the one before."""
    MUTE_REPLY = "mute reply"
    """Say nothing of what follows in the turn under way: it is shown."""
    UNMUTE_REPLY = "unmute reply"
    FORGET_REPLY = "forget reply"
    READ_ON = "read on"
    """Say more of the reply whose rest was offered."""
    DROP_REST = "drop rest"
    """Do not say the rest that was offered."""
    TELL_SPEECH_ENDED = "tell speech ended"
    TELL_SPEECH_CUT = "tell speech cut"
    CHECK_SILENCE = "check silence"
    """Tell once more that the voice fell silent, if it did."""

    # The question that holds the prompt.
    CUT_PROMPT = "cut prompt"
    """The user spoke over it."""
    END_READING = "end reading"
    """Nothing more of it is being said."""
    CALL_PROMPT = "call prompt"
    """The user calls for it."""
    LOSE_PROMPT = "lose prompt"
    """Nothing can be said or heard any more."""
    TOUCH_PROMPT = "touch prompt"
    """The user begins to speak."""
    SHOW_PROMPT = "show prompt"
    """A line of it begins to be heard."""
    WITHDRAW_QUESTION = "withdraw question"
    """Stop reading it aloud."""
    DISMISS_QUESTIONS = "dismiss questions"
    """Leave those on the screen that wait to be put."""


@dataclass(frozen=True, slots=True)
class SendSignal:
    """Tell the conversation what happened."""

    signal: ConversationSignal


@dataclass(frozen=True, slots=True, kw_only=True)
class Listen:
    """Listen for something; if it is listened for already, only `again` restarts."""

    mode: ListeningMode
    no_speech_after_s: float | None = None
    again: bool = False
    since: float | None = None
    held: bool = False


@dataclass(frozen=True, slots=True)
class WaitForKey:
    """Tell if the talk key is not pressed for so long; None waits no more."""

    seconds: float | None


@dataclass(frozen=True, slots=True)
class WatchQuestion:
    """Tell if a question that voice left is left alone for long."""

    is_left: bool
    """Whether there is one; what is watched already goes on."""


@dataclass(frozen=True, slots=True)
class TellInputLost:
    """Tell the user that the microphone cannot be used."""

    reason: str
    hint: str


@dataclass(frozen=True, slots=True)
class TellRecognitionFailed:
    """Tell the user that speech cannot be understood."""

    reason: str


@dataclass(frozen=True, slots=True)
class PlayEarcon:
    """Play a tone."""

    earcon: Earcon


@dataclass(frozen=True, slots=True)
class DraftTurn:
    """Draft what was said so far, if there is time for it."""

    progress: VoiceProgressed


@dataclass(frozen=True, slots=True)
class TranscribePause:
    """Begin to understand what was said so far."""

    pause: VoicePaused


@dataclass(frozen=True, slots=True)
class UnderstandTurn:
    """The turn is over: understand it."""

    end: TurnEnded | None
    """None if the pause was the end."""


@dataclass(frozen=True, slots=True)
class ShowInterim:
    """Show the words of a turn that is not over."""

    words: RollingTranscript


@dataclass(frozen=True, slots=True)
class ReportReading:
    """Tell the listener what the words up to a pause look like."""

    pause_id: int
    reading: PauseReading


@dataclass(frozen=True, slots=True)
class Speculate:
    """Have the model asked already about these words."""

    text: str
    language: str | None = None
    """What the recogniser took them for, ISO 639-1."""


@dataclass(frozen=True, slots=True)
class SayToModel:
    """Start a turn with the user's words."""

    text: str
    goes_on: bool = False
    """Whether they go on from the turn that was given up; they may be empty then."""


@dataclass(frozen=True, slots=True)
class UnderstandOverlap:
    """Understand what was said over the voice."""

    audio: Samples


@dataclass(frozen=True, slots=True, kw_only=True)
class ReuseTranscript:
    """Take what is known already of the turn that begins for its first pause."""

    transcript: Transcript
    speech_end: float


@dataclass(frozen=True, slots=True)
class SpeakPrompt:
    """Say a sentence of ours, given by its message id."""

    text: str


@dataclass(frozen=True, slots=True)
class ReadQuestion:
    """Say the lines of a question."""

    lines: tuple[SpokenLine, ...]


@dataclass(frozen=True, slots=True)
class AnswerPrompt:
    """Hand what came back to the question that holds the prompt."""

    reply: PromptReply


@dataclass(frozen=True, slots=True)
class CommandAlarm:
    """Do what words say to what rings."""

    text: str


@dataclass(frozen=True, slots=True)
class DuckAlarm:
    """The user begins to speak to what rings, or has spoken."""

    is_user_speaking: bool


@dataclass(frozen=True, slots=True)
class UnderstandForAlarm:
    """Understand what was said to something that rings."""

    speech: VoicePaused | TurnEnded | Samples


VoiceAction = (
    PlainAction
    | SendSignal
    | Listen
    | WaitForKey
    | WatchQuestion
    | TellInputLost
    | TellRecognitionFailed
    | PlayEarcon
    | DraftTurn
    | TranscribePause
    | UnderstandTurn
    | ShowInterim
    | ReportReading
    | Speculate
    | SayToModel
    | UnderstandOverlap
    | ReuseTranscript
    | SpeakPrompt
    | ReadQuestion
    | AnswerPrompt
    | CommandAlarm
    | DuckAlarm
    | UnderstandForAlarm
)
