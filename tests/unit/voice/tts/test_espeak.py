import asyncio
from pathlib import Path

import numpy as np
import pytest

from assistant.assembly.voice.voices import plain_voices
from assistant.errors import ModelLoadError
from assistant.languages import LANGUAGES
from assistant.voice.tts.espeak import ESPEAK_VOICES, EspeakLibrary, EspeakSource
from assistant.voice.tts.piper import PiperVoiceFile
from assistant.voice.tts.synthesiser import ThreadedSynthesiser
from tests.helpers.voice.tone_models import write_piper_voice


@pytest.mark.parametrize("language", sorted(ESPEAK_VOICES.keys() & LANGUAGES.keys()))
def test_each_language_is_heard(language: str) -> None:
    voice = EspeakSource(language).load()
    (samples,) = voice.say(LANGUAGES[language].sample, speed=1.0)
    assert samples.dtype == np.float32
    assert 0.5 < samples.size / voice.sample_rate_hz < 12
    assert 0.05 < np.abs(samples).max() <= 1.0


def test_twice_the_speed_is_about_half_as_long() -> None:
    voice = EspeakSource("en").load()
    slow, fast = (voice.say("The weather in Paris is mild.", speed=s)[0].size for s in (0.5, 1.0))
    assert slow / fast == pytest.approx(2.0, rel=0.25)


def test_the_same_words_are_the_same_samples_whatever_was_said_before() -> None:
    english, korean = EspeakSource("en").load(), EspeakSource("ko").load()
    (first,) = english.say("Good morning.", speed=1.0)
    korean.say("안녕하세요.", speed=1.5)
    (again,) = english.say("Good morning.", speed=1.0)
    assert abs(first.size - again.size) < 0.02 * english.sample_rate_hz


def test_there_is_no_japanese_as_it_reads_no_kanji() -> None:
    assert "ja" not in {voice.language for voice in plain_voices()}
    assert not EspeakSource("ja").is_present()


async def test_it_speaks_where_there_is_no_other_voice(tmp_path: Path) -> None:
    home = PiperVoiceFile(write_piper_voice(tmp_path / "en.onnx", "en-us"))
    german = PiperVoiceFile(write_piper_voice(tmp_path / "de.onnx", "de"))
    synthesiser = ThreadedSynthesiser(home=home, others=[german, *plain_voices()])
    rates: dict[str, int] = {}
    for language, text in {"en": "Hello.", "de": "Hallo.", "ko": "안녕하세요."}.items():
        samples, rates[language] = await synthesiser.synthesise(text, language=language)
        assert samples.size
    await synthesiser.aclose()
    assert rates == {"en": 16_000, "de": 16_000, "ko": EspeakSource("ko").load().sample_rate_hz}


async def test_two_threads_take_turns() -> None:
    voices = [EspeakSource("de").load() for _ in range(4)]
    (alone,) = voices[0].say("Eins, zwei, drei.", speed=1.0)
    said = await asyncio.gather(
        *(asyncio.to_thread(voice.say, "Eins, zwei, drei.", speed=1.0) for voice in voices)
    )
    assert [samples.size for (samples,) in said] == pytest.approx([alone.size] * 4, rel=0.02)


def test_a_missing_library_is_a_load_error() -> None:
    with pytest.raises(ModelLoadError, match="plain voice"):
        EspeakLibrary("no_such_package")
