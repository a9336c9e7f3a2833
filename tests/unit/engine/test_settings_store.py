"""What the settings window saves reaches the file, and the engine is told."""

import asyncio

import pytest

from assistant.engine.settings_store import StoredKey, StoredSettings
from assistant.home import Home
from assistant.llm.api_keys import KeyStore
from assistant.protocol.settings import (
    ApiChanged,
    MemoryChanged,
    ModelChanged,
    SyncChanged,
    TelegramChanged,
    VoiceChanged,
)
from assistant.settings import load, save
from tests.helpers.engine.fake_client import FakeEngineClient


@pytest.mark.parametrize(
    ("section", "key", "value", "told"),
    [
        ("voice", "speed", 1.5, [VoiceChanged()]),
        ("llm", "profile", "starter", [ModelChanged()]),
        ("memory", "automatic", False, [MemoryChanged()]),
        ("api", "enabled", False, [ApiChanged()]),
        ("sync", "name", "Laptop", [SyncChanged()]),
        ("telegram", "ring_timers", True, [TelegramChanged()]),
        ("ui", "theme", "dark", []),
    ],
)
def test_a_setting_is_saved_and_whom_it_concerns_is_told(
    home: Home, section: str, key: str, value: str | float, told: list[object]
) -> None:
    engine = FakeEngineClient()
    settings = StoredSettings(home=home, settings=load(home, {}).settings, engine=engine)
    assert settings.set(section, key, value) is None
    assert settings.get(section, key) == value
    assert load(home, {}).settings.model_dump()[section][key] == value
    assert engine.submitted == told


def test_what_another_device_or_program_saved_is_shown(home: Home) -> None:
    settings = StoredSettings(
        home=home, settings=load(home, {}).settings, engine=FakeEngineClient()
    )
    assert settings.get("voice", "speed") == 1.0
    save(home, "voice", "speed", 1.5)
    assert settings.get("voice", "speed") == 1.5


def test_a_wrong_value_is_explained_and_nothing_changes(home: Home) -> None:
    engine = FakeEngineClient()
    settings = StoredSettings(home=home, settings=load(home, {}).settings, engine=engine)
    problem = settings.set("voice", "speed", 9.0)
    assert problem is not None
    assert "voice.speed" in problem
    assert settings.get("voice", "speed") == 1.0
    assert engine.submitted == []


def test_a_key_is_kept_and_forgotten(home: Home) -> None:
    engine = FakeEngineClient()
    keys = KeyStore(keys_file=home.keys_file, environment={})
    stored = StoredKey(keys=keys, engine=engine)
    assert stored.set("not a key\n!") is not None
    assert stored.set("sk-test-123") is None
    assert stored.is_set()
    found = asyncio.run(keys.get())
    assert found is not None
    assert found.secret == "sk-test-123"
    assert stored.clear() is None
    assert asyncio.run(keys.get()) is None
    assert engine.submitted == [ModelChanged(), ModelChanged()]
