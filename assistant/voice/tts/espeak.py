"""The plain voice: eSpeak NG, which speaks by rules. The only module that knows its library.

It comes with the package `espeakng-loader`, weighs 20 MB on the disk and next to nothing in memory,
and makes a second of speech in 3 to 7 ms of one core.
"""

import ctypes
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, Final, cast

import numpy as np

from assistant.errors import ModelLoadError
from assistant.languages.neighbours import VOICES
from assistant.locale import _
from assistant.voice.events import Samples

ESPEAK_VOICES: Final[Mapping[str, str]] = {
    code: voices.espeak for code, voices in VOICES.items() if voices.espeak
}
"""Its voices by ISO 639-1 code: of languages that are only read out, and of those that are understood."""

PACKAGE: Final = "espeakng_loader"
_WORDS_PER_MINUTE: Final = 165
_SYNCHRONOUS: Final = 2  # espeak_AUDIO_OUTPUT: call back, and return when all is made
_RATE: Final = 1  # espeak_PARAMETER
_UTF8: Final = 1
_CHARACTERS: Final = 1  # espeak_POSITION_TYPE

_Callback: Final = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p
)


@dataclass(frozen=True, slots=True)
class EspeakSource:
    """Implements `VoiceSource`: eSpeak in one of the languages of `ESPEAK_VOICES`."""

    language: str

    @property
    def name(self) -> str:
        return f"espeak-{self.language}"

    @property
    def is_light(self) -> bool:
        return True

    def is_present(self) -> bool:
        return self.language in ESPEAK_VOICES

    def load(self) -> "EspeakVoice":
        return EspeakVoice(ESPEAK_VOICES[self.language])


class EspeakVoice:
    """eSpeak in one language.

    Args:
        voice: Its own name of the language.

    Raises:
        ModelLoadError: If the library cannot be loaded.
    """

    def __init__(self, voice: str) -> None:
        self._library = _library()
        self._voice = voice.encode()
        self.sample_rate_hz = self._library.sample_rate_hz

    def say(self, text: str, *, speed: float) -> list[Samples]:
        """One array.

        Args:
            text: What to say, without marks.
            speed: Rate of speech; 1.0 is some 165 words a minute.
        """
        return [self._library.say(text, voice=self._voice, rate=round(_WORDS_PER_MINUTE * speed))]


class EspeakLibrary:
    """The library, whose state is the process's: one sentence at a time, whoever asks.

    Raises:
        ModelLoadError: If it cannot be loaded.
    """

    def __init__(self, package: str = PACKAGE) -> None:
        try:
            loader = cast("Any", import_module(package))
            self._espeak = ctypes.CDLL(loader.get_library_path())
            data = str(loader.get_data_path()).encode()
            rate_hz = int(self._espeak.espeak_Initialize(_SYNCHRONOUS, 0, data, 0))
        except (ImportError, OSError, RuntimeError) as error:
            raise _not_usable() from error
        if rate_hz <= 0:
            raise _not_usable()
        self.sample_rate_hz = rate_hz
        self._parts: list[Samples] = []
        self._lock = threading.Lock()
        self._take = _Callback(self._took)  # kept: the library holds only its address
        self._espeak.espeak_SetSynthCallback(self._take)

    def say(self, text: str, *, voice: bytes, rate: int) -> Samples:
        """Speak with one of its voices at so many words a minute."""
        data = text.encode()
        with self._lock:
            self._parts.clear()
            self._espeak.espeak_SetVoiceByName(voice)
            self._espeak.espeak_SetParameter(_RATE, rate, 0)
            self._espeak.espeak_Synth(data, len(data) + 1, 0, _CHARACTERS, 0, _UTF8, None, None)
            return np.concatenate([*self._parts, np.zeros(0, np.float32)])

    def _took(self, samples: Any, count: int, _events: int | None) -> int:
        if samples and count > 0:
            self._parts.append(
                np.ctypeslib.as_array(samples, (count,)).astype(np.float32) / np.float32(32768)
            )
        return 0


@cache
def _library() -> EspeakLibrary:
    return EspeakLibrary()


def _not_usable() -> ModelLoadError:
    return ModelLoadError(
        _("The plain voice cannot be used."),
        hint=_("Install Parley's dependencies again, or switch it off in the voice's settings."),
    )
