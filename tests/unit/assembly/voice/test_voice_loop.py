"""What the voice loop is built of."""

from pathlib import Path

import pytest

from assistant.assembly.voice.voice_loop import (
    VoiceModels,
    custom_wake_words,
    speaker_verifier,
    wake_files,
)
from assistant.assembly.voice.voices import known_voices, named_voice
from assistant.catalog import Catalog
from assistant.clock import SystemClock
from assistant.errors import ModelFileError
from assistant.home import Home
from assistant.settings import load
from assistant.voice.custom_wake_word.wake_word_store import WakeWordStore
from assistant.voice.speaker_verification.voice_profile_store import VoiceProfileStore
from assistant.voice.tts.piper import PiperVoiceFile, config_path
from tests.helpers.voice.custom_wake_words import wake_word
from tests.helpers.voice.voices import profile


@pytest.fixture
def bare(tmp_path: Path) -> Home:
    return Home(root=tmp_path / "home", models=tmp_path / "models")


def put_voice(model: Path, espeak_voice: str) -> None:
    model.parent.mkdir(parents=True, exist_ok=True)
    model.write_bytes(b"")
    config_path(model).write_text(f'{{"espeak": {{"voice": "{espeak_voice}"}}}}', encoding="utf-8")


def test_a_voice_is_a_folder_of_the_models_or_a_file(bare: Home) -> None:
    assert named_voice(bare, "x") == PiperVoiceFile(bare.models / "x" / "x.onnx")
    assert named_voice(bare, "/voices/mine.onnx") == PiperVoiceFile(Path("/voices/mine.onnx"))


def test_the_voices_of_the_catalogue_are_known_before_they_are_here(bare: Home) -> None:
    voices = {voice.name: voice for voice in known_voices(bare)}
    entries = {entry.name: entry for entry in Catalog.load() if entry.kind == "tts"}
    assert voices.keys() == entries.keys()
    assert {"en", "de", "es", "fr"} <= {voice.language for voice in voices.values()}
    assert not any(voice.is_present() for voice in voices.values())


async def test_a_voice_of_the_catalogue_speaks_once_it_is_here(bare: Home) -> None:
    models = VoiceModels.build(bare, load(bare).settings.voice, SystemClock())
    try:
        assert not models.synthesiser.speaks("de")
        assert models.synthesiser.voice_to_fetch("de") == "de_DE-thorsten-medium"
        assert models.synthesiser.voice_to_fetch("xx") is None
        name = "de_DE-thorsten-medium"
        put_voice(bare.models / name / f"{name}.onnx", "de")
        assert models.synthesiser.speaks("de")
    finally:
        await models.aclose()


async def test_the_voices_of_the_settings_are_spoken_where_their_files_are(bare: Home) -> None:
    put_voice(bare.models / "a" / "a.onnx", "en-us")
    put_voice(bare.models / "b" / "b.onnx", "de")
    environment = {"PARLEY_VOICE__VOICE": "a", "PARLEY_VOICE__VOICES": "de=b, fr=c"}
    settings = load(bare, environment).settings.voice
    models = VoiceModels.build(bare, settings, SystemClock())
    try:
        speaks = {code: models.synthesiser.speaks(code) for code in ("en", "de", "fr", "ko")}
        assert speaks == {"en": True, "de": True, "fr": False, "ko": False}
    finally:
        await models.aclose()


def test_wake_words_that_come_along_files_and_the_users_own_go_together(bare: Home) -> None:
    WakeWordStore(bare.root).write(wake_word("hey computer"))
    words = load(bare, {"PARLEY_VOICE__WAKE_WORD": "alexa, hey computer, /mine/x.onnx"})
    named = words.settings.voice.wake_words
    assert set(wake_files(bare, named)) == {"alexa", "/mine/x.onnx"}
    assert set(custom_wake_words(bare, named)) == {"hey computer"}


def test_a_wake_word_that_comes_along_may_be_named_as_it_is_said(bare: Home) -> None:
    named = ("hey jarvis", "Hey Mycroft")
    assert wake_files(bare, named) == {
        "hey jarvis": wake_files(bare, ("hey_jarvis",))["hey_jarvis"],
        "Hey Mycroft": wake_files(bare, ("hey_mycroft",))["hey_mycroft"],
    }
    assert custom_wake_words(bare, named) == {}


def test_a_wake_word_that_nobody_recorded_is_told(bare: Home) -> None:
    with pytest.raises(ModelFileError, match="“hey you” is not known"):
        custom_wake_words(bare, ("alexa", "hey you"))


async def test_voices_are_told_apart_only_if_that_is_wanted_and_one_is_known(bare: Home) -> None:
    wanted = load(bare, {"PARLEY_VOICE__ONLY_MY_VOICE": "true"}).settings.voice
    assert speaker_verifier(bare, wanted) is None, "else nobody would be heard"
    VoiceProfileStore(bare.root).write(profile(1))
    assert speaker_verifier(bare, load(bare).settings.voice) is None
    verifier = speaker_verifier(bare, wanted)
    assert verifier is not None
    await verifier.aclose()
