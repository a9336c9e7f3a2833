"""The voices that there are: those of the settings and those of the catalogue."""

from pathlib import Path

from assistant.catalog import Catalog
from assistant.home import Home
from assistant.voice.tts.espeak import ESPEAK_VOICES, EspeakSource
from assistant.voice.tts.piper import PiperVoiceFile
from assistant.voice.tts.voice_source import VoiceSource


def named_voice(home: Home, voice: str) -> VoiceSource:
    """A voice by its name in the models folder, or by the path of an `.onnx`."""
    if voice.endswith(".onnx"):
        return PiperVoiceFile(Path(voice).expanduser())
    return PiperVoiceFile(_piper_file(home, voice))


def known_voices(home: Home, catalog: Catalog | None = None) -> tuple[VoiceSource, ...]:
    """Voices of the catalogue, here or not, in its order."""
    catalog = catalog or Catalog.load()
    return tuple(
        PiperVoiceFile(_piper_file(home, entry.name), speaks=entry.languages[0])
        for entry in catalog
        if entry.kind == "tts"
    )


def plain_voices() -> tuple[VoiceSource, ...]:
    """Rule-based voices, for languages that have no better one."""
    return tuple(map(EspeakSource, ESPEAK_VOICES))


def _piper_file(home: Home, name: str) -> Path:
    return home.models / name / f"{name}.onnx"
