"""The microphone, what is heard and what is spoken: commands and events."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ToggleMicrophone:
    """Start a voice session without the wake word, or end the one that is open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mute:
    """Close or open the microphone altogether; muted, not even the wake word is heard."""

    muted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PushToTalk:
    """The talk key or button went down, or up: what is said in between is one turn.

    Going down opens a session if none is open, and stops the voice if it speaks. No pause ends the
    turn before it goes up.
    """

    pressed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TranscriptInterim:
    """What was heard so far; replaces the interim before."""

    text: str
    tentative: str = ""
    """The end of it that may still change; the rest stays until the turn is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TranscriptFinal:
    """What was heard. Empty if speech gave no words."""

    text: str
    language: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MicrophoneLevel:
    """The loudness of the microphone, at most 30 a second."""

    dbfs: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeechStarted:
    """The first audible sample of a reply or prompt left the program."""

    turn_id: str | None
    at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceSpoken:
    """A sentence begins to be heard; captions follow it."""

    turn_id: str | None
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeechStopped:
    """The voice fell silent: everything was said, or it was interrupted."""

    turn_id: str | None
    interrupted: bool
    at: float


VoiceCommand = ToggleMicrophone | Mute | PushToTalk
VoiceEvent = (
    TranscriptInterim
    | TranscriptFinal
    | MicrophoneLevel
    | SpeechStarted
    | SentenceSpoken
    | SpeechStopped
)
