"""Wake words of the user's own: commands and events."""

from dataclasses import dataclass
from enum import Enum


@dataclass(frozen=True, slots=True, kw_only=True)
class ListWakeWords:
    """Ask for `WakeWordsListed`, which saving and deleting give too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteWakeWord:
    """Forget what was learned of a phrase."""

    phrase: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginEnrolment:
    """Open the microphone to record a phrase; the voice rests until `EndEnrolment`."""

    phrase: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordPhrase:
    """Record the phrase once; ends by itself when it was said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DropRecording:
    """Forget the last recording."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TryWakeWord:
    """Listen for what was learned so far; each call gives `WakeWordTried`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveWakeWord:
    """Keep what was learned so far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteVoices:
    """Forget what was learned of the users' voices; the wake words stay."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndEnrolment:
    """Close the microphone; the voice works again. What was not saved is forgotten."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WakeWordEntry:
    """A wake word of the user's own, and how it did when it was made."""

    phrase: str
    recordings: int
    heard: int
    """Of the recordings, each heard by what the others taught."""
    heard_in_noise: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WakeWordsListed:
    """The wake words of the user's own."""

    words: tuple[WakeWordEntry, ...]
    voices: tuple[str, ...] = ()
    """The phrases from whose recordings a voice was learned."""
    problem: str = ""
    """Why the last change was not made; for the user."""


class RecordingProblem(Enum):
    """Why a recording is of no use."""

    SILENT = "silent"
    TOO_QUIET = "too_quiet"
    TOO_LOUD = "too_loud"
    CUT_OFF = "cut_off"
    TOO_SHORT = "too_short"
    TOO_LONG = "too_long"
    UNLIKE = "unlike"
    """It does not sound like the other recordings."""


class EnrolmentPhase(Enum):
    """What an enrolment is doing."""

    CLOSED = "closed"
    READY = "ready"
    RECORDING = "recording"
    LEARNING = "learning"
    TRYING = "trying"


@dataclass(frozen=True, slots=True, kw_only=True)
class EnrolmentChanged:
    """How far an enrolment is."""

    phase: EnrolmentPhase
    recordings: int = 0
    refused: RecordingProblem | None = None
    """Why the last recording is of no use."""
    learned: WakeWordEntry | None = None
    """How the wake word will do; None while there are too few recordings."""
    problem: str = ""
    """Why the microphone cannot be used; for the user."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnrolmentLevel:
    """How loud the microphone is while it is open for recordings."""

    dbfs: float


@dataclass(frozen=True, slots=True, kw_only=True)
class WakeWordTried:
    """The wake word was heard while it was tried."""


WakeWordCommand = (
    ListWakeWords
    | DeleteWakeWord
    | BeginEnrolment
    | RecordPhrase
    | DropRecording
    | TryWakeWord
    | SaveWakeWord
    | DeleteVoices
    | EndEnrolment
)
WakeWordEvent = WakeWordsListed | EnrolmentChanged | EnrolmentLevel | WakeWordTried
