"""Voice messages by the real recogniser and voice, and by fakes of them."""

from pathlib import Path

import numpy as np
import pytest

from assistant.assembly.telegram.speech import TelegramSpeech
from assistant.assembly.voice.voice_loop import VoiceModels
from assistant.clock import SystemClock
from assistant.errors import ModelFileError
from assistant.home import Home
from assistant.settings import load
from assistant.voice.audio.ogg_opus import decode_speech, encode_voice_message
from tests.helpers.voice.fakes import FakeSynthesiser, FakeTranscriber

SILENCE = encode_voice_message(np.zeros(16_000, np.float32), sample_rate_hz=16_000)


def speech(
    home: Home,
    shared: VoiceModels | None = None,
    *,
    model: str = "",
    fetched: list[str] | None = None,
) -> TelegramSpeech:
    async def fetch(name: str) -> None:
        assert fetched is not None, f"{name} is here"
        fetched.append(name)

    settings = load(home, {}).settings.voice
    return TelegramSpeech(
        home=home,
        settings=settings.model_copy(update={"stt_model": model} if model else {}),
        clock=SystemClock(),
        fetch=fetch,
        shared=lambda: shared,
    )


async def test_the_models_of_the_voice_loop_are_used(home: Home) -> None:
    transcriber, synthesiser = FakeTranscriber(seconds=0), FakeSynthesiser(seconds=0)
    made = speech(home, VoiceModels(transcriber=transcriber, synthesiser=synthesiser))
    await made.transcribe(SILENCE)
    assert len(transcriber.heard) == 1
    spoken = await made.speak("**One** sentence. And `another`.")
    assert spoken is not None
    assert len(decode_speech(spoken.data, limit_s=60))
    assert synthesiser.said[0] == "One sentence."
    await made.aclose()


@pytest.mark.parametrize(("model", "is_fetched"), [("whisper-base", True), ("my-own", False)])
async def test_a_recogniser_that_is_not_here_is_fetched(
    home: Home, tmp_path: Path, model: str, *, is_fetched: bool
) -> None:
    fetched: list[str] = []
    empty = Home(root=home.root, models=tmp_path / "models")
    made = speech(empty, model=model, fetched=fetched)
    with pytest.raises(ModelFileError) as caught:
        await made.transcribe(SILENCE)
    assert fetched == [model] * is_fetched
    assert ("is being fetched (150 MB)" in caught.value.message) is is_fetched
    await made.aclose()


@pytest.mark.models
async def test_what_is_spoken_is_understood(home: Home) -> None:
    made = speech(home)
    spoken = await made.speak("The weather is **fine** today.")
    assert spoken is not None
    assert 1 <= spoken.duration_s <= 5
    assert "weather is fine today" in (await made.transcribe(spoken.data)).casefold()
    await made.aclose()
