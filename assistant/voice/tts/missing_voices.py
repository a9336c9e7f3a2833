"""Languages that no voice speaks: told once each, with what to do about it. Engine thread."""

from collections.abc import Callable, Mapping
from typing import Final, cast

from babel import Locale

from assistant.locale import _, current_language
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice, Severity

NO_VOICE: Final = "voice_language_missing"
"""Begins the code of the notice; the language's code follows."""

_EXAMPLES: Final = {
    "de": "de_DE-thorsten-medium",
    "en": "en_US-joe-medium",
    "es": "es_ES-davefx-medium",
    "fr": "fr_FR-siwis-medium",
    "it": "it_IT-paola-medium",
    "nl": "nl_NL-mls-medium",
    "pt": "pt_BR-faber-medium",
    "ru": "ru_RU-irina-medium",
    "zh": "zh_CN-huayan-medium",
}
"""A voice of Piper's collection for some languages, to be named in the notice."""


class MissingVoices:
    """Tells the user which languages are only shown, and remembers whose voice is broken."""

    def __init__(self, *, emit: Callable[[EngineEvent], None]) -> None:
        self._emit = emit
        self._told: set[str] = set()
        self._broken: set[str] = set()

    def is_broken(self, language: str) -> bool:
        """Whether the voice of `language` could not be used when it was needed."""
        return language in self._broken

    def forgive(self) -> None:
        """Let voices that could not be used be tried again."""
        self._broken.clear()

    def broke(self, language: str, reason: str) -> None:
        """The voice of `language` cannot be used; `reason` in the user's language."""
        self._broken.add(language)
        self.tell(language, reason)

    def tell(self, language: str, reason: str = "") -> None:
        """Say that what is written in `language` is only shown; without a reason, how to add a voice."""
        if language in self._told:
            return
        self._told.add(language)
        example = _EXAMPLES.get(language, "xx_XX-name-medium")
        how = _("Put a Piper voice into the models folder and set voice.voices to {example}.")
        text = _("There is no voice for {language}; what is written in it is only shown.")
        self._emit(
            Notice(
                code=f"{NO_VOICE}_{language}",
                text=text.format(language=_name_of(language)),
                hint=reason or how.format(example=f"{language}={example}"),
                severity=Severity.INFO,
            )
        )


def _name_of(language: str) -> str:
    """Return what a language is called in the interface's language; its code if it is unknown."""
    names = cast("Mapping[str, str]", Locale(current_language()).languages)
    return names.get(language, language)
