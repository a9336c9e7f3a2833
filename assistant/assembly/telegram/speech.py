"""Voice messages by the recogniser and the voice of the program. Engine loop only."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import numpy as np

from assistant.assembly.voice.voice_loop import VoiceModels
from assistant.catalog import Catalog
from assistant.channels.telegram.seams import VoiceMessage
from assistant.clock import Clock
from assistant.errors import ModelFileError
from assistant.home import Home
from assistant.locale import _
from assistant.settings import VoiceSettings
from assistant.voice.audio.ogg_opus import decode_speech, encode_voice_message
from assistant.voice.events import Samples
from assistant.voice.protocols import Synthesiser
from assistant.voice.text.reply_sentences import SpokenReply
from assistant.voice.turn_taking.timeline import TimelineRecorder

HEARD_S: Final = 300.0
"""Seconds of a voice message that are heard."""
SPOKEN_S: Final = 300.0
"""Seconds that a reply may take to be spoken; what comes after is in the text alone."""


class TelegramSpeech:
    """Implements `Speech`.

    Args:
        home: Where the model files are.
        settings: Those of the voice, when models of its own are built.
        clock: Time.
        fetch: Has a model of the catalogue fetched; returns before it is here.
        shared: Returns the models that the voice loop has loaded, if it runs. Without them, models of
            its own are loaded with the first voice message and kept until `aclose`.
    """

    def __init__(
        self,
        *,
        home: Home,
        settings: VoiceSettings,
        clock: Clock,
        fetch: Callable[[str], Awaitable[None]],
        shared: Callable[[], VoiceModels | None] = lambda: None,
    ) -> None:
        self._home = home
        self._settings = settings
        self._clock = clock
        self._fetch = fetch
        self._shared = shared
        self._own: VoiceModels | None = None

    async def transcribe(self, recording: bytes) -> str:
        """Empty if nothing was understood.

        Raises:
            DeviceError: If it is no voice message.
            ModelFileError: If the recogniser is not here; it is being fetched then.
            ModelLoadError: If the model cannot be used.
        """
        audio = await asyncio.to_thread(decode_speech, recording, limit_s=HEARD_S)
        if not len(audio):
            return ""
        try:
            return (await self._models().transcriber.transcribe(audio)).text
        except ModelFileError as error:
            raise await self._fetching() from error

    async def speak(self, text: str) -> VoiceMessage | None:
        """None if nothing of the text can be spoken.

        Raises:
            ModelFileError: If a file of the voice is missing.
            ModelLoadError: If the voice cannot be used.
        """
        synthesiser = self._models().synthesiser
        pieces: list[Samples] = []
        rate_hz, left_s = 0, SPOKEN_S
        for sentence, language in sentences_of(text, synthesiser):
            samples, piece_rate_hz = await synthesiser.synthesise(sentence, language=language)
            if not len(samples) or (rate_hz and piece_rate_hz != rate_hz):
                continue  # a voice of another rate does not fit into one message
            rate_hz = piece_rate_hz
            pieces.append(samples)
            left_s -= len(samples) / rate_hz
            if left_s <= 0:
                break
        if not pieces:
            return None
        spoken = np.concatenate(pieces)
        data = await asyncio.to_thread(encode_voice_message, spoken, sample_rate_hz=rate_hz)
        return VoiceMessage(data=data, duration_s=max(1, round(len(spoken) / rate_hz)))

    async def aclose(self) -> None:
        """Unload models of its own."""
        own, self._own = self._own, None
        if own is not None:
            await own.aclose()

    async def _fetching(self) -> ModelFileError:
        """Have the recogniser fetched: with the voice switched off nothing else does.

        Raises:
            ModelFileError: If there is nowhere to fetch it from.
        """
        catalog = await asyncio.to_thread(Catalog.load)
        entry = catalog.entry(self._settings.stt_model)
        await self._fetch(entry.name)
        text = _("The speech model is being fetched ({megabytes} MB).")
        return ModelFileError(
            text.format(megabytes=round(entry.size_bytes / 1e6)),
            hint=_("Send this again in a few minutes."),
        )

    def _models(self) -> VoiceModels:
        shared = self._shared()
        if shared is not None:
            return shared
        if self._own is None:
            self._own = VoiceModels.build(self._home, self._settings, self._clock)
        return self._own


def sentences_of(text: str, synthesiser: Synthesiser) -> list[tuple[str, str]]:
    """Sentences to say, each with its language."""
    reply = SpokenReply(
        turn_id="",
        home=synthesiser.language,
        asked=None,
        speaks=synthesiser.speaks,
        recorder=TimelineRecorder(),
    )
    sentences = [*reply.feed(text), *reply.end_segment()]
    return [(sentence.text, sentence.language) for sentence in sentences]
