"""What a voice is loaded from, whichever engine speaks it."""

from typing import Protocol

from assistant.voice.events import Samples


class LoadedVoice(Protocol):
    """A loaded voice; used on one thread."""

    sample_rate_hz: int

    def say(self, text: str, *, speed: float) -> list[Samples]:
        """Mono float32 samples, one array for each sentence.

        Args:
            text: What to say, without marks.
            speed: Rate of speech; 1.0 is the voice's own.
        """
        ...


class VoiceSource(Protocol):
    """A voice that can be loaded. Equal ones are the same voice."""

    @property
    def name(self) -> str:
        """Name in the settings and the catalogue."""
        ...

    @property
    def language(self) -> str:
        """ISO 639-1 code."""
        ...

    @property
    def is_light(self) -> bool:
        """Whether it needs next to no memory, however many are loaded."""
        ...

    def is_present(self) -> bool:
        """Whether its files are here; reads no more than names and sizes."""
        ...

    def load(self) -> LoadedVoice:
        """Raises ModelLoadError if it cannot be used; call it on the thread that will use it."""
        ...
