"""The assistant's ear: the listener, what it listens for, and what the user is told of it.

Engine thread; the listener has a thread of its own.
"""

import asyncio
from collections.abc import Callable

from assistant.errors import DeviceError
from assistant.locale import _
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice, Severity
from assistant.voice.events import ListenerEvent
from assistant.voice.protocols import AudioInput, ListeningMode
from assistant.voice.turn_taking.text_completeness import PauseReading

MISSING = "microphone_missing"
"""Code of the notice that nothing can be heard."""


class SpeechInput:
    """Keeps the listener listening for the right thing.

    Args:
        listener: The listener thread, or None if this machine cannot listen.
    """

    def __init__(self, *, listener: AudioInput | None, emit: Callable[[EngineEvent], None]) -> None:
        self._listener = listener
        self._emit = emit
        self._is_deafness_told = False
        self._deafness = ("", "")
        self._is_started = False
        self._hearing: ListeningMode | None = None

    @property
    def lost(self) -> DeviceError:
        """Why nothing can be heard."""
        reason, hint = self._deafness
        return DeviceError(
            _("The microphone cannot be used: {reason} You can still type.").format(
                reason=reason or _("none was found.")
            ),
            hint=hint,
        )

    @property
    def is_started(self) -> bool:
        """Whether the microphone was opened."""
        return self._is_started

    async def start(self, deliver: Callable[[ListenerEvent], None]) -> bool:
        """Open the microphone; `deliver` is called on the listener's thread.

        Returns:
            False if this machine cannot listen at all.

        Raises:
            DeviceError: If no microphone can be opened.
            ModelLoadError: If a model does not load.
        """
        if self._listener is None:
            return False
        await asyncio.to_thread(self._listener.start, deliver)
        self._is_started = True
        self._hearing = ListeningMode.WAKE
        return True

    def hear(
        self,
        mode: ListeningMode,
        *,
        no_speech_after_s: float | None = None,
        again: bool = False,
        since: float | None = None,
        held: bool = False,
    ) -> None:
        """Listen for `mode`; in the same mode only `again` restarts."""
        if self._listener is None or not self._is_started or (mode is self._hearing and not again):
            return
        self._hearing = mode
        self._listener.hear(mode, no_speech_after_s=no_speech_after_s, since=since, held=held)

    def let_go(self) -> None:
        """End a held turn after the present speech."""
        if self._listener is not None and self._is_started:
            self._listener.let_go()

    def read(self, pause_id: int, reading: PauseReading) -> None:
        """Pass on what the text up to a pause looks like."""
        if self._listener is not None and self._is_started:
            self._listener.read(pause_id, reading)

    def notify_input_lost(self, reason: str, hint: str = "") -> None:
        """Notify that the microphone cannot be used."""
        self._is_deafness_told = True
        self._deafness = (reason, hint)
        self._emit(
            Notice(
                code=MISSING,
                text=_("The microphone cannot be used: {reason} You can still type.").format(
                    reason=reason
                ),
                hint=hint,
            )
        )

    def notify_still_lost(self, *, is_lost: bool) -> None:
        """Repeat why the microphone cannot be used, if it `is_lost` or was never opened."""
        if is_lost:
            self.notify_input_lost(*self._deafness)
        elif not self._is_started:
            self.notify_input_lost(_("none was found."))

    def notify_input_restored(self) -> None:
        """Notify that the microphone works again, if its loss was reported."""
        if self._is_deafness_told:
            self._is_deafness_told = False
            self._emit(
                Notice(
                    code=MISSING,
                    text=_("The microphone works again."),
                    severity=Severity.INFO,
                    resolved=True,
                )
            )

    def notify_no_recognition(self, reason: str) -> None:
        """Notify that speech recognition is unavailable."""
        self._emit(
            Notice(
                code="speech_recognition_unavailable",
                text=_("Speech recognition is unavailable. You can still type."),
                hint=reason,
            )
        )

    def notify_others_refused(self) -> None:
        """Notify that another person's voice was ignored."""
        self._emit(
            Notice(
                code="other_voice",
                text=_("That did not sound like you, so Parley left it alone."),
                hint=_(
                    "The microphone button makes any voice count. Settings → Wake word turns"
                    " “Only my voice” off."
                ),
                severity=Severity.INFO,
            )
        )

    async def aclose(self) -> None:
        """Close the microphone; idempotent, at most one second."""
        if self._listener is not None and self._is_started:
            self._is_started = False
            await asyncio.to_thread(self._listener.stop)
