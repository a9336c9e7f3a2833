"""Transcription that starts at a pause and is thrown away if the user goes on.

Engine thread. One turn of the user at a time: `paused` begins, `resumed` withdraws, `ended` gives
the transcript, reusing the one of the same pause.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ, Transcriber, Transcript
from assistant.voice.turn_taking.wake_phrase import spoken_phrase, strip_wake_phrases

_CALL: Final = SAMPLE_RATE_HZ
"""Samples after which the phrase is nearly over, in the audio of a turn that was called."""
_LEAST_WITH_REQUEST: Final = round(2.4 * SAMPLE_RATE_HZ)
"""Samples that a call alone does not have at its first pause."""
_LEAST_WORDS: Final = 3
"""Fewer are made of the last sound of a call: "Thanks, sir.\""""


class TurnTranscription:
    """The transcript of the turn that is being heard.

    Args:
        wake_phrases: Taken off the beginning of what was heard. The audio of a turn that was called
            begins with the phrase, so that no word after it is lost.
    """

    def __init__(self, *, transcriber: Transcriber, wake_phrases: Sequence[str] = ()) -> None:
        self._transcriber = transcriber
        self._wake_phrases = tuple(wake_phrases)
        self._hints = tuple(spoken_phrase(phrase).title() for phrase in wake_phrases)
        """Of a recogniser that does not know the names of assistants."""
        self._pause_id: int | None = None
        self._job: asyncio.Task[Transcript] | None = None

    def paused(
        self, pause_id: int, audio: Samples, *, bias: Sequence[str] = (), has_call: bool = False
    ) -> asyncio.Task[Transcript]:
        """Begin to transcribe the turn so far; withdraws that of an earlier pause.

        Args:
            audio: The turn, 16 kHz mono.
            bias: Names and labels that are likely to be said.
            has_call: Whether the audio begins with the wake phrase.
        """
        self.drop()
        self._pause_id = pause_id
        self._job = asyncio.create_task(
            self._transcribe(audio, bias, has_call=has_call), name=f"transcribe pause {pause_id}"
        )
        return self._job

    async def _transcribe(
        self, audio: Samples, bias: Sequence[str], *, has_call: bool
    ) -> Transcript:
        hints = (*self._hints, *bias) if has_call else bias
        transcript = await self._transcriber.transcribe(audio, bias=hints)
        words = self._without_call(transcript)
        is_call = (has_call or bool(transcript.text)) and not words.text
        if not is_call or len(audio) < _LEAST_WITH_REQUEST:
            return words
        # Behind a call that it knows, the recogniser may end although speech goes on.
        behind = self._without_call(await self._transcriber.transcribe(audio[_CALL:], bias=bias))
        return behind if len(behind.text.split()) >= _LEAST_WORDS else words

    def _without_call(self, transcript: Transcript) -> Transcript:
        text = strip_wake_phrases(transcript.text, self._wake_phrases)
        return replace(transcript, text=text)

    async def draft(
        self,
        audio: Samples,
        *,
        bias: Sequence[str] = (),
        has_call: bool = False,
        at_pause: bool = False,
    ) -> Transcript | None:
        """A draft of the turn so far; None if there was no time for it."""
        hints = (*self._hints, *bias) if has_call else bias
        transcript = await self._transcriber.draft(audio, bias=hints, at_pause=at_pause)
        return transcript and self._without_call(transcript)

    def known(self, pause_id: int, transcript: Transcript) -> asyncio.Task[Transcript]:
        """Use a known transcript of the turn so far for this pause."""
        self.drop()
        self._pause_id = pause_id
        self._job = asyncio.create_task(_given(transcript), name=f"known pause {pause_id}")
        return self._job

    def drop(self) -> None:
        """Withdraw what is under way: the user went on, or is not heard any more."""
        if self._job is not None:
            self._job.cancel()
        self._job = None
        self._pause_id = None

    def ended(
        self, pause_id: int, audio: Samples, *, bias: Sequence[str] = (), has_call: bool = False
    ) -> asyncio.Task[Transcript]:
        """The transcription of the whole turn: that of this pause, or a new one."""
        if self._job is not None and self._pause_id == pause_id:
            return self._job
        return self.paused(pause_id, audio, bias=bias, has_call=has_call)

    async def aclose(self) -> None:
        """Withdraw what is under way and wait until it is gone."""
        job = self._job
        self.drop()
        if job is not None:
            await asyncio.wait({job})


async def _given(transcript: Transcript) -> Transcript:
    return transcript
