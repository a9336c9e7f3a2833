"""Transcription at a pause: reused, withdrawn, and without the wake phrase."""

import asyncio
from collections.abc import Sequence

import numpy as np
import pytest
from typing_extensions import override

from assistant.voice.events import Samples
from assistant.voice.protocols import Transcript
from assistant.voice.stt.turn_transcription import TurnTranscription

AUDIO = np.zeros(1600, np.float32)


class Parrot:
    """Implements `Transcriber`: understands the same always, once it is let."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.calls = 0
        self.hints: list[tuple[str, ...]] = []
        self.gate = asyncio.Event()

    async def transcribe(self, audio: Samples, *, bias: Sequence[str] = ()) -> Transcript:
        self.calls += 1
        self.hints.append(tuple(bias))
        await self.gate.wait()
        return Transcript(text=self.text, language="en")

    async def draft(
        self, audio: Samples, *, bias: Sequence[str] = (), at_pause: bool = False
    ) -> Transcript | None:
        return Transcript(text=self.text, language="en") if self.gate.is_set() else None

    async def warm_up(self) -> None:
        """Nothing to load."""

    async def aclose(self) -> None:
        """Nothing to close."""


async def test_the_wake_phrase_is_taken_off() -> None:
    parrot = Parrot("Hey Jarvis, what time is it?")
    parrot.gate.set()
    recognition = TurnTranscription(transcriber=parrot, wake_phrases=("alexa", "hey_jarvis"))
    assert (await recognition.ended(1, AUDIO)).text == "What time is it?"


async def test_the_recogniser_is_told_the_wake_phrase_where_it_is_in_the_audio() -> None:
    parrot = Parrot("What time is it?")
    parrot.gate.set()
    recognition = TurnTranscription(transcriber=parrot, wake_phrases=("hey_jarvis_v0.1",))
    await recognition.ended(1, AUDIO, bias=("Ada",))
    await recognition.ended(2, AUDIO, bias=("Ada",), has_call=True)
    assert parrot.hints == [("Ada",), ("Hey Jarvis", "Ada")]


class CallHearer(Parrot):
    """Ends with the call where the audio has it, and understands the rest on its own."""

    def __init__(self, rest: str, *, call: str = "Hey Jarvis.") -> None:
        super().__init__(call)
        self.gate.set()
        self._rest = rest
        self._whole = 0

    @override
    async def transcribe(self, audio: Samples, *, bias: Sequence[str] = ()) -> Transcript:
        self._whole = self._whole or len(audio)
        heard = await super().transcribe(audio, bias=bias)
        return heard if len(audio) == self._whole else Transcript(text=self._rest, language="en")


@pytest.mark.parametrize(
    ("seconds", "rest", "understood", "calls"),
    [
        pytest.param(3.5, "What time is it?", "What time is it?", 2, id="a request"),
        pytest.param(3.5, "Thanks, sir.", "", 2, id="the last sound of the call"),
        pytest.param(2.0, "What time is it?", "", 1, id="no time for a request"),
    ],
)
async def test_a_request_that_the_recogniser_left_out_behind_the_call_is_looked_for(
    seconds: float, rest: str, understood: str, calls: int
) -> None:
    hearer = CallHearer(rest)
    recognition = TurnTranscription(transcriber=hearer, wake_phrases=("hey_jarvis",))
    audio = np.zeros(round(seconds * 16_000), np.float32)
    assert (await recognition.ended(1, audio)).text == understood
    assert hearer.calls == calls


@pytest.mark.parametrize("has_call", [True, False])
async def test_behind_a_call_that_it_does_not_know_a_request_is_looked_for_too(
    *, has_call: bool
) -> None:
    hearer = CallHearer("What time is it?", call="")
    recognition = TurnTranscription(transcriber=hearer, wake_phrases=("hey_jarvis",))
    audio = np.zeros(round(3.5 * 16_000), np.float32)
    understood = (await recognition.ended(1, audio, has_call=has_call)).text
    assert understood == ("What time is it?" if has_call else "")


async def test_without_a_wake_phrase_nothing_is_taken_off() -> None:
    parrot = Parrot("Hey Jarvis, what time is it?")
    parrot.gate.set()
    assert (await TurnTranscription(transcriber=parrot).ended(1, AUDIO)).text == parrot.text


async def test_the_wake_phrase_is_taken_off_a_draft() -> None:
    parrot = Parrot("Hey Jarvis, what")
    recognition = TurnTranscription(transcriber=parrot, wake_phrases=("hey_jarvis",))
    assert await recognition.draft(AUDIO) is None
    parrot.gate.set()
    assert await recognition.draft(AUDIO) == Transcript(text="What", language="en")


async def test_the_transcript_of_the_same_pause_is_reused() -> None:
    parrot = Parrot("Hello")
    recognition = TurnTranscription(transcriber=parrot)
    begun = recognition.paused(1, AUDIO)
    parrot.gate.set()
    assert recognition.ended(1, AUDIO) is begun
    assert (await begun).text == "Hello"
    assert parrot.calls == 1


async def test_a_pause_that_was_none_is_withdrawn() -> None:
    parrot = Parrot("Hello")
    recognition = TurnTranscription(transcriber=parrot)
    withdrawn = recognition.paused(1, AUDIO)
    await asyncio.sleep(0)
    recognition.drop()
    parrot.gate.set()
    assert (await recognition.ended(2, AUDIO)).text == "Hello"
    assert withdrawn.cancelled()
    assert parrot.calls == 2
