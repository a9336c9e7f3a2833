"""The first run: what is tried and looked for before the first conversation. Commands and events."""

from dataclasses import dataclass, field
from enum import Enum


@dataclass(frozen=True, slots=True, kw_only=True)
class TryMicrophone:
    """Open the microphone of the settings: `MicrophoneLevel`, and `WakeWordTried` where it is said.

    The voice rests from the first try on, until `EndSoundTrials`.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class TrySpeaker:
    """Say a sentence through the speaker of the settings."""

    text: str
    language: str
    """ISO 639-1 code; a language without a voice is read by a plain one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TryEcho:
    """Play a sound, and measure what the microphone hears of it; takes some six seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndSoundTrials:
    """Close microphone and speaker; the voice works again, or begins."""


class SoundTrial(Enum):
    """What is tried."""

    MICROPHONE = "microphone"
    WAKE_WORD = "wake word"
    SPEAKER = "speaker"
    ECHO = "echo"


class TrialStanding(Enum):
    """How a trial stands."""

    UNDER_WAY = "under way"
    WELL = "well"
    ADVISED = "advised"
    """It is over, and something could be better."""
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class SoundTried:
    """How a trial of microphone or speaker stands."""

    trial: SoundTrial
    standing: TrialStanding
    text: str = ""
    """For the user."""
    hint: str = ""
    """What the user can do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FindModels:
    """Ask for `ModelsFound`: looks on this machine alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltInEntry:
    """A built-in model."""

    title: str
    size_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerEntry:
    """A model server that answered."""

    base_url: str
    models: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelsFound:
    """What could answer on this machine."""

    built_in: BuiltInEntry | None
    """What answers now, or would; None if the catalogue cannot be read."""
    is_here: bool = False
    """Whether its file is here."""
    better: BuiltInEntry | None = None
    """What is fetched in the background, and answers then."""
    servers: tuple[ServerEntry, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TryModelKey:
    """Send one short request with a key; gives `ModelKeyTried`. Nothing is kept."""

    key: str = field(repr=False)
    base_url: str = ""
    """Of a service that speaks the Messages API; empty for Anthropic's own."""
    model: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelKeyTried:
    """What came of a request with a key."""

    problem: str = ""
    """What the service or the way there refused, for the user; empty if it answered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskFirstQuestion:
    """Ask the user what to begin with, unless the conversation has begun; the answer is said there."""


FirstRunCommand = (
    TryMicrophone
    | TrySpeaker
    | TryEcho
    | EndSoundTrials
    | FindModels
    | TryModelKey
    | AskFirstQuestion
)
FirstRunEvent = SoundTried | ModelsFound | ModelKeyTried
