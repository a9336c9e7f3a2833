"""The parts of the voice loop as the session sees them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from assistant.voice.events import ListenerEvent, PlaybackEvent, Samples
from assistant.voice.turn_taking.text_completeness import PauseReading

SAMPLE_RATE_HZ = 16_000
"""Sample rate of everything that is heard."""


class ListeningMode(Enum):
    """What the listener listens for."""

    OFF = "off"
    """Nothing; the device may be closed."""
    WAKE = "wake"
    """The wake word."""
    TURN = "turn"
    """A turn of the user: speech, pauses, its end."""
    BARGE_IN = "barge_in"
    """Speech over the assistant's own voice, and the wake word."""
    WAKE_OVER_VOICE = "wake_over_voice"
    """The wake word alone, over the assistant's own voice."""


class AudioInput(Protocol):
    """The listener thread. Events are delivered on the engine thread."""

    def start(self, deliver: Callable[[ListenerEvent], None]) -> None:
        """Open the microphone and begin in `ListeningMode.WAKE`.

        `deliver` is called on the listener thread; the caller wraps it in `call_soon_threadsafe`.

        Raises:
            DeviceError: If no microphone can be opened.
            ModelLoadError: If a model does not load.
        """
        ...

    def hear(
        self,
        what: ListeningMode,
        *,
        no_speech_after_s: float | None = None,
        since: float | None = None,
        held: bool = False,
    ) -> None:
        """Change what is listened for; any thread.

        In `TURN` the audio since the wake word, or the last second, counts as heard already, so
        that nothing said meanwhile is lost.

        Args:
            no_speech_after_s: Bounds the wait for speech in a turn.
            since: When the speech began that begins the turn, on the time line of the events; it
                may be over by now. Bounded by what is remembered, at least 5 s.
            held: Whether no pause ends the turn, but only `let_go` (or the longest turn).
        """
        ...

    def let_go(self) -> None:
        """End a held turn after the present speech; any thread, no effect otherwise."""
        ...

    def read(self, pause_id: int, reading: PauseReading) -> None:
        """Pass on what the text up to a pause looks like; any thread.

        With a reader a turn is not over before it has reported, unless that takes long.
        """
        ...

    def stop(self) -> None:
        """Close the microphone and join the thread; idempotent, at most one second."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcript:
    """What a recogniser understood."""

    text: str
    """Empty if there were no words."""
    language: str
    """ISO 639-1."""
    no_speech_prob: float = 0.0
    avg_logprob: float = 0.0
    seconds: float = 0.0
    """How long it took."""


class Transcriber(Protocol):
    """Speech to text on a thread of its own, one job at a time."""

    async def transcribe(self, audio: Samples, *, bias: Sequence[str] = ()) -> Transcript:
        """Understand one turn.

        Args:
            :     audio: 16 kHz mono float32. bias: Names and labels that are likely to be said.  A
                cancelled call gives its place to the next as soon as the model allows.

        Raises:
            ModelLoadError: If the model cannot be used.
        """
        ...

    async def draft(
        self, audio: Samples, *, bias: Sequence[str] = (), at_pause: bool = False
    ) -> Transcript | None:
        """Transcribe the turn so far, quickly, if nothing else is under way.

        `transcribe` takes precedence and withdraws it. Calls never overlap.

        Args:
            audio: 16 kHz mono float32.
            bias: Names and labels that are likely to be said.
            at_pause: Whether it is to run beside the transcript of a pause, which was asked for
                before; only a model that is much quicker does.

        Returns:
            None if there was no time for it, or it was withdrawn.
        """
        ...

    async def warm_up(self) -> None:
        """Load the model and run it once."""
        ...

    async def aclose(self) -> None: ...


class SpeakerVerifier(Protocol):
    """Whose voice it is, on a thread of its own."""

    async def is_own_voice(self, audio: Samples, *, is_call: bool = False) -> bool | None:
        """Whether it is the user's own voice; None if that cannot be judged.

        Args:
            audio: 16 kHz mono float32, pauses and all.
            is_call: Whether the wake word was said, or speech over the assistant; then
                only what is clearly another voice counts.
        """
        ...

    async def aclose(self) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Clip:
    """Audio to be played, and the words it says."""

    clip_id: int
    text: str
    samples: Samples
    sample_rate_hz: int


class Synthesiser(Protocol):
    """Text to speech on a thread of its own, in order."""

    @property
    def language(self) -> str:
        """ISO 639-1 code of the default voice."""
        ...

    def speaks(self, language: str) -> bool:
        """Whether there is a voice for `language`; loads nothing."""
        ...

    def voice_to_fetch(self, language: str) -> str | None:
        """Name of a known voice of `language` that is not here."""
        ...

    async def synthesise(self, text: str, *, language: str | None = None) -> tuple[Samples, int]:
        """Speak one sentence or clause.

        Args:
            language: ISO 639-1 code of its language; None and languages without a voice take the
                voice of `language`.

        Returns:
            Mono float32 samples and their sample rate in hertz; empty if nothing is speakable.

        Raises:
            ModelLoadError: If the voice cannot be used.
        """
        ...

    async def warm_up(self, *, language: str | None = None) -> None:
        """Load the voice of `language` and run it once, unless it is loaded.

        Raises:
            ModelLoadError: If the voice cannot be used.
        """
        ...

    async def aclose(self) -> None: ...


class AudioOutput(Protocol):
    """The output stream: one queue of clips, played in order without gaps."""

    def start(self, deliver: Callable[[PlaybackEvent], None]) -> None:
        """Open the speaker. `deliver` is called on a thread of the player.

        Raises:
            DeviceError: If no speaker can be opened.
        """
        ...

    def play(self, clip: Clip) -> None:
        """Queue a clip; any thread, returns at once."""
        ...

    def withdraw(self, clip_id: int) -> bool:
        """Remove a clip from the queue; any thread. Returns whether it had not begun."""
        ...

    def cue(self, samples: Samples, sample_rate_hz: int) -> None:
        """Mix a short tone over playback; any thread, returns at once.

        It is no clip: it delays none, has no events, survives `stop_now`, and does not count for
        `is_idle` or as heard. Dropped if there is no speaker.
        """
        ...

    def ring(self, samples: Samples, sample_rate_hz: int) -> None:
        """Repeat a sound over playback, replacing an earlier one; any thread.

        It is no clip, as a cue is none, and goes on over a change of the speaker until `stop_ring`.
        """
        ...

    def duck_ring(self, factor: float) -> None:
        """Fade the ring, present or future, to `factor`, above 0 to 1, in 50 ms; any thread."""
        ...

    def stop_ring(self) -> None:
        """Fade the ring out within 50 ms; any thread, no effect if nothing rings."""
        ...

    def duck(self, factor: float) -> None:
        """Lower the volume to `factor`, 0 to 1, within 50 ms; any thread."""
        ...

    def unduck(self) -> None: ...

    def hold(self) -> None:
        """Fade out within 50 ms and keep the queue; any thread. No effect while held."""
        ...

    def resume(self) -> None:
        """End a hold and ducking, if any; any thread.

        Playback resumes a little before the hold, or at the beginning of the clip if that had just
        begun. No clip is reported as started twice.
        """
        ...

    def stop_now(self) -> "ClipProgress | None":
        """Fade out within 10 ms and drop the queue; any thread. Ends ducking and a hold.

        Returns:
            Which clip was playing and how much of it was heard, or None if nothing was.
        """
        ...

    @property
    def is_idle(self) -> bool:
        """Whether nothing is queued or sounding."""
        ...

    def close(self) -> None:
        """Close the speaker; idempotent, at most one second."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ClipProgress:
    """How much of a clip reached the user."""

    clip_id: int
    fraction: float
    """0 to 1."""
