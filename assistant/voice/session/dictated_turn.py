"""A turn that is dictated to another program: it leads to words, and to nothing else. Engine thread."""

import asyncio
from collections.abc import Callable
from typing import Final

from assistant.errors import AssistantError, DeviceError
from assistant.locale import _
from assistant.voice.events import (
    InputEnded,
    InputLost,
    ListenerEvent,
    NoSpeech,
    TurnEnded,
    VoiceHeld,
    VoicePaused,
    VoiceProgressed,
    VoiceResumed,
    VoiceStarted,
    VoiceSuspected,
    VoiceWithdrawn,
    WakeHeard,
)
from assistant.voice.protocols import Transcriber, Transcript
from assistant.voice.stt.turn_transcription import TurnTranscription

_NOTHING: Final = Transcript(text="", language="en")
_OF_CONVERSATIONS: Final = (
    VoiceStarted,
    VoiceSuspected,
    VoiceHeld,
    VoiceWithdrawn,
    VoiceProgressed,
    WakeHeard,
)
"""What the listener tells that means nothing here."""


class DictatedTurn:
    """Takes what the listener tells from when the key goes down."""

    def __init__(self, *, transcriber: Transcriber) -> None:
        self._recognition = TurnTranscription(transcriber=transcriber)
        self._end: asyncio.Future[TurnEnded | None] = asyncio.get_running_loop().create_future()

    async def words(self, released: asyncio.Event, *, let_go: Callable[[], None]) -> Transcript:
        """Return what was said until `released`; without words its text is empty.

        Args:
            let_go: Has the listener end the turn.

        Raises:
            AssistantError: As `fail` was told, or as the recogniser raises it.
        """
        releasing = asyncio.create_task(released.wait(), name="dictation key")
        try:
            await asyncio.wait({releasing, self._end}, return_when=asyncio.FIRST_COMPLETED)
            if not self._end.done():
                let_go()
            end = await self._end
            if end is None:
                return _NOTHING
            return await self._recognition.ended(end.pause_id, end.audio)
        finally:
            releasing.cancel()
            if not self._end.cancel():
                self._end.exception()  # it was told, or nobody is left to be told
            await self._recognition.aclose()

    def hear(self, event: ListenerEvent) -> bool:
        """Take what the listener tells; returns whether the conversation is not to hear of it."""
        match event:
            case VoicePaused():
                self._recognition.paused(event.pause_id, event.audio)
            case VoiceResumed():
                self._recognition.drop()
            case TurnEnded():
                self._settle(event)
            case NoSpeech():
                self._settle(None)
            case InputLost(reason=reason, hint=hint):
                self.fail(DeviceError(reason, hint=hint))
                return False
            case InputEnded():
                self.fail(DeviceError(_("The microphone stopped working.")))
                return False
            case _:
                return isinstance(event, _OF_CONVERSATIONS)
        return True

    def fail(self, error: AssistantError) -> None:
        """Nothing more will be heard."""
        if not self._end.done():
            self._end.set_exception(error)

    def _settle(self, end: TurnEnded | None) -> None:
        if not self._end.done():
            self._end.set_result(end)
