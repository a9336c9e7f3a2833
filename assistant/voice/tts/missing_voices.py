"""Languages that no voice speaks: told once each, with what to do about it. Engine thread."""

from collections.abc import Callable, Mapping
from typing import Final, cast

from babel import Locale

from assistant.languages.neighbours import VOICES
from assistant.locale import _, current_language
from assistant.protocol.events import EngineEvent
from assistant.protocol.models import FetchModelFiles
from assistant.protocol.notices import Notice, NoticeAction, OpenSettings, Severity
from assistant.voice.tts.espeak import ESPEAK_VOICES

NO_VOICE: Final = "voice_language_missing"
"""Begins the code of the notice; the language's code follows."""

_EXAMPLES: Final = {code: voices.piper for code, voices in VOICES.items() if voices.piper}
"""A voice of Piper's collection for some languages, to be named in the notice."""


class MissingVoices:
    """Tells the user which languages are only shown, and remembers whose voice is broken."""

    def __init__(self, *, emit: Callable[[EngineEvent], None]) -> None:
        self._emit = emit
        self._notified: set[str] = set()
        self._broken: set[str] = set()

    def is_broken(self, language: str) -> bool:
        """Whether the voice of `language` failed when it was needed."""
        return language in self._broken

    def forgive(self) -> None:
        """Let failed voices be tried again."""
        self._broken.clear()

    def broke(self, language: str, reason: str) -> None:
        """The voice of `language` failed; `reason` in the user's language."""
        self._broken.add(language)
        self.report(language, reason)

    def report(self, language: str, reason: str = "", *, to_fetch: str | None = None) -> None:
        """Notify once that text in `language` is only shown, and how to add a voice.

        Args:
            language: ISO 639-1 code.
            reason: Why its voice cannot be used, in place of how to add one.
            to_fetch: A voice for it that the catalogue has.
        """
        if language in self._notified:
            return
        self._notified.add(language)
        named = _name_of(language)
        text = _("There is no voice for {language}; what is written in it is only shown.")
        self._emit(
            Notice(
                code=f"{NO_VOICE}_{language}",
                text=text.format(language=named),
                hint=reason or _how_to_add(language, to_fetch),
                severity=Severity.INFO,
                actions=() if reason else _actions(language, to_fetch),
            )
        )


def _actions(language: str, to_fetch: str | None) -> tuple[NoticeAction, ...]:
    if to_fetch is not None:
        label = _("Download a voice for {language}").format(language=_name_of(language))
        return (NoticeAction(label=label, command=FetchModelFiles(name=to_fetch)),)
    if language in ESPEAK_VOICES:
        show = OpenSettings(page="voice", field="voice_plain_voice")
        return (NoticeAction(label=_("Read it with a plain voice"), command=show),)
    return ()


def _how_to_add(language: str, to_fetch: str | None) -> str:
    if to_fetch is not None:
        return _("Or run: parley models get {name}").format(name=to_fetch)
    example = f"{language}={_EXAMPLES.get(language, 'xx_XX-name-medium')}"
    how = _("Put a Piper voice into the models folder and set voice.voices to {example}.")
    return how.format(example=example)


def _name_of(language: str) -> str:
    """In the interface's language; the code if it is unknown."""
    names = cast("Mapping[str, str]", Locale(current_language()).languages)
    return names.get(language, language)
