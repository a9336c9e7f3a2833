"""Voices of several languages from the fetch to the samples, with tiny ones made for the test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.assembly.voice.voices import known_voices, named_voice
from assistant.catalog import Catalog, ModelEntry, ModelStore
from assistant.home import Home
from assistant.voice.tts.synthesiser import ThreadedSynthesiser
from tests.helpers.catalog.file_server import FileServer, serving
from tests.helpers.catalog.model_entries import hub_source, model_entry
from tests.helpers.voice.tone_models import write_piper_voice

ESPEAK = {"en": "en-us", "de": "de", "es": "es", "fr": "fr"}
GREETINGS = {"de": "Guten Morgen.", "es": "Buenos días.", "fr": "Bonjour à tous."}


@pytest.fixture
def server() -> Iterator[FileServer]:
    with serving() as state:
        yield state


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(root=tmp_path / "home", models=tmp_path / "models")


@pytest.fixture
def store(home: Home, server: FileServer, tmp_path: Path) -> ModelStore:
    """A catalogue with a tiny voice of each language, of which the server has the files."""
    entries: list[ModelEntry] = []
    for language, espeak_voice in ESPEAK.items():
        voice = write_piper_voice(tmp_path / "published" / f"{language}-tone.onnx", espeak_voice)
        files = {path.name: path.read_bytes() for path in voice.parent.glob(f"{voice.name}*")}
        server.files |= {f"/{name}": content for name, content in files.items()}
        entry = model_entry(files, hub_source(server.url, files), name=voice.stem, default=False)
        entries.append(entry.model_copy(update={"kind": "tts", "languages": (language,)}))
    return ModelStore(catalog=Catalog(entries=tuple(entries)), folder=home.models)


def fetch(store: ModelStore, *languages: str) -> None:
    for language in languages:
        assert store.fetch(f"{language}-tone", lambda _: None, lambda: False)


def synthesiser_of(home: Home, store: ModelStore) -> ThreadedSynthesiser:
    others = known_voices(home, store.catalog)
    return ThreadedSynthesiser(home=named_voice(home, "en-tone"), others=others)


async def test_what_was_fetched_is_spoken_by_the_voice_of_its_language(
    home: Home, store: ModelStore
) -> None:
    fetch(store, *ESPEAK)
    synthesiser = synthesiser_of(home, store)
    for language, text in GREETINGS.items():
        samples, rate_hz = await synthesiser.synthesise(text, language=language)
        assert rate_hz == 16_000
        assert 0.1 < samples.size / rate_hz < 3
    await synthesiser.aclose()


async def test_a_voice_that_is_fetched_while_the_program_runs_is_used_at_once(
    home: Home, store: ModelStore
) -> None:
    fetch(store, "en")
    synthesiser = synthesiser_of(home, store)
    assert not synthesiser.speaks("de")
    assert synthesiser.voice_to_fetch("de") == "de-tone"
    fetch(store, "de")
    assert synthesiser.speaks("de")
    samples, _ = await synthesiser.synthesise("Guten Morgen.", language="de")
    await synthesiser.aclose()
    assert samples.size


async def test_a_voice_that_is_damaged_on_the_disk_gives_way(home: Home, store: ModelStore) -> None:
    fetch(store, "en", "de")
    store.path("de-tone").joinpath("de-tone.onnx").write_bytes(b"no model")
    spare = write_piper_voice(home.models / "spare" / "spare.onnx", "de", sample_rate_hz=8_000)
    synthesiser = ThreadedSynthesiser(
        home=named_voice(home, "en-tone"),
        chosen={"de": named_voice(home, "de-tone")},
        others=[named_voice(home, str(spare))],
    )
    _, rate_hz = await synthesiser.synthesise("Guten Morgen.", language="de")
    await synthesiser.aclose()
    assert rate_hz == 8_000
