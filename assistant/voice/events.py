"""What the listener thread tells the voice session. Frozen; `at` in seconds.

`at` is on the session's time line: the monotonic clock for real devices and real-time files, audio
time for files played as fast as possible. One source stamps all of them (the input device), so
differences are meaningful. Samples are 16 kHz mono float32, full scale ±1.0, never written again.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Literal

import numpy as np
import numpy.typing as npt

from assistant.voice.turn_taking.endpointing_delay import TurnVerdict

Samples = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class WakeHeard:
    """The wake word was said."""

    at: float
    phrase: str
    score: float
    audio: Samples | None = None
    """The call and what came before, where the score is barely sure and is to be checked."""
    said: Samples | None = None
    """The call alone, for whose voice it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VoiceStarted:
    """Speech began; while speaking this is a barge-in beyond doubt."""

    at: float
    level_dbfs: float | None = None
    """How loud the barge-in is so far."""
    audio: Samples | None = None
    """What was said so far over the assistant's voice, for whose voice it is."""
    is_own_voice: bool | None = None
    """Whether it is a voice that counts; None if every one does, or if that is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VoiceSuspected:
    """Something like speech over the assistant's voice: duck. Only while speaking."""

    at: float
    speech_start: float
    """When it began; what is said from there can be asked for with `AudioInput.hear(since=…)`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VoiceHeld:
    """The speech over the assistant's voice goes on: fall silent, but keep what was to be said.

    `VoiceStarted` follows if it is long enough to be an interruption whatever it says, or
    `VoiceWithdrawn` if it ends before.
    """

    at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class VoiceWithdrawn:
    """The speech over the assistant's voice ended before it was sure to be an interruption.

    What it said decides: "mhm" lets the voice go on, "stop" and words of a request do not. `audio`
    is None where it was too short to hold a word.
    """

    at: float
    speech_end: float
    audio: Samples | None


@dataclass(frozen=True, slots=True, kw_only=True)
class VoiceProgressed:
    """Somebody speaks and goes on: what was said so far can be drafted.

    Only in a turn, every 0.4 s, and none between a pause and the speech that follows it.
    """

    at: float
    audio: Samples
    """The turn so far with its pre-roll."""
    has_call: bool = False
    """Whether the audio begins with the wake phrase."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VoicePaused:
    """A provisional pause: transcribe now, commit later.

    `audio` is the whole turn so far with its pre-roll. `pause_id` counts pauses; a later
    `TurnEnded` with the same id needs no second transcription.
    """

    at: float
    speech_end: float
    pause_id: int
    audio: Samples
    has_call: bool = False
    """Whether the audio begins with the wake phrase."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VoiceResumed:
    """Speech went on after a provisional pause: the transcription of that pause is stale."""

    at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded:
    """The user's turn is over."""

    at: float
    speech_end: float
    pause_id: int
    audio: Samples
    verdict: TurnVerdict = TurnVerdict.SILENT
    """What the judge of turns made of its end."""
    has_call: bool = False
    """Whether the audio begins with the wake phrase."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoSpeech:
    """Nothing was said for the time given with `listen`."""

    at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelMeasured:
    """Loudness of the microphone, about 15 a second."""

    at: float
    dbfs: float


@dataclass(frozen=True, slots=True, kw_only=True)
class InputEnded:
    """A file is at its end; no more audio will come."""

    at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class InputLost:
    """The microphone is missing or stopped giving audio; texts in the user's language."""

    at: float
    reason: str
    hint: str = ""
    """What to do about it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InputRestored:
    """The microphone works again."""

    at: float


class DeviceReason(Enum):
    """Why the sound goes through the device it goes through."""

    AS_WANTED = "as wanted"
    """It is the one that was asked for, or the system's."""
    MISSING = "missing"
    """The one that was asked for is not there."""
    RETURNED = "returned"
    """The one that was asked for is there again."""
    REPLACED = "replaced"
    """The one before went, and none was asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceChanged:
    """The sound goes through another device than before, or through its first one."""

    at: float
    kind: Literal["input", "output"]
    """Microphone or speaker."""
    name: str
    """What a person calls the device in use."""
    wanted: str
    """The one that was asked for, or, when it was replaced, the one that went; else empty."""
    reason: DeviceReason


ListenerEvent = (
    WakeHeard
    | VoiceStarted
    | VoiceSuspected
    | VoiceHeld
    | VoiceWithdrawn
    | VoiceProgressed
    | VoicePaused
    | VoiceResumed
    | TurnEnded
    | NoSpeech
    | LevelMeasured
    | InputEnded
    | InputLost
    | InputRestored
    | DeviceChanged
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClipStarted:
    """The first sample of a clip reached the device."""

    at: float
    clip_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClipFinished:
    """The last sample of a clip reached the device."""

    at: float
    clip_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputLost:
    """The speaker stopped working; `reason` in the user's language."""

    at: float
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputRestored:
    """The speaker works again. What was queued when it was lost is gone."""

    at: float


PlaybackEvent = ClipStarted | ClipFinished | OutputLost | OutputRestored | DeviceChanged
