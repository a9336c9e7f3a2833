"""What the settings window saves reaches the file, and the engine is told."""

import asyncio
from collections.abc import Callable, Iterator
from queue import SimpleQueue

import pytest

from assistant.engine.settings_store import StoredKey, StoredSettings
from assistant.home import Home
from assistant.llm.api_keys import KeyStore
from assistant.private_files import sole_writer
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
from tests.helpers.patience import PATIENCE_S


class Delivery:
    """Runs on the test's thread what the store has run on the GUI thread."""

    def __init__(self) -> None:
        self._works: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self.put = self._works.put

    def run(self) -> None:
        """Run what comes next."""
        self._works.get(timeout=PATIENCE_S)()


class Answers:
    """Notes what came of each value."""

    def __init__(self) -> None:
        self.heard: list[tuple[object, str | None]] = []

    def of(self, value: object) -> Callable[[str | None], None]:
        """Return what hears of a value."""
        return lambda problem: self.heard.append((value, problem))


@pytest.fixture
def engine() -> FakeEngineClient:
    return FakeEngineClient()


@pytest.fixture
def delivery() -> Delivery:
    return Delivery()


@pytest.fixture
def settings(home: Home, engine: FakeEngineClient, delivery: Delivery) -> Iterator[StoredSettings]:
    stored = StoredSettings(
        home=home, settings=load(home, {}).settings, engine=engine, deliver=delivery.put
    )
    yield stored
    stored.close()


def on_file(home: Home, section: str, key: str) -> object:
    return load(home, {}).settings.model_dump()[section][key]


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
    home: Home,
    settings: StoredSettings,
    engine: FakeEngineClient,
    section: str,
    key: str,
    value: str | float,
    told: list[object],
) -> None:
    settings.set(section, key, value)
    assert settings.get(section, key) == value
    settings.close()
    assert settings.get(section, key) == value
    assert on_file(home, section, key) == value
    assert engine.submitted == told


def test_what_another_device_or_program_saved_is_shown(
    home: Home, settings: StoredSettings
) -> None:
    assert settings.get("voice", "speed") == 1.0
    save(home, "voice", "speed", 1.5)
    assert settings.get("voice", "speed") == 1.5


def test_what_another_program_saved_right_after_is_shown(
    home: Home, settings: StoredSettings, delivery: Delivery
) -> None:
    settings.set("voice", "speed", 1.5)
    settings.close()
    save(home, "voice", "speed", 1.25)
    assert settings.get("ui", "theme") == on_file(home, "ui", "theme")
    delivery.run()
    assert settings.get("voice", "speed") == 1.25


def test_a_wrong_value_is_explained_and_nothing_changes(
    settings: StoredSettings,
    engine: FakeEngineClient,
    delivery: Delivery,
    caplog: pytest.LogCaptureFixture,
) -> None:
    answers = Answers()
    settings.set("voice", "speed", 9.0, answers.of(9.0))
    delivery.run()
    ((_value, problem),) = answers.heard
    assert problem is not None
    assert "voice.speed" in problem
    assert settings.get("voice", "speed") == 1.0
    assert engine.submitted == []
    assert "voice.speed is not saved" in caplog.text
    assert "9.0" not in caplog.text


def test_while_another_process_writes_nobody_waits_and_the_order_is_kept(
    home: Home, settings: StoredSettings, engine: FakeEngineClient, delivery: Delivery
) -> None:
    answers = Answers()
    with sole_writer(home.settings_file):
        for speed in (1.5, 9.0, 1.25):
            settings.set("voice", "speed", speed, answers.of(speed))
        settings.set("ui", "theme", "dark", answers.of("dark"))
        assert settings.get("voice", "speed") == 1.25, "what is being saved stands in the window"
        assert on_file(home, "voice", "speed") == 1.0
        assert answers.heard == []
    for _ in range(4):
        delivery.run()
    assert [(value, problem is None) for value, problem in answers.heard] == [
        (1.5, True),
        (9.0, False),
        (1.25, True),
        ("dark", True),
    ]
    assert settings.get("voice", "speed") == on_file(home, "voice", "speed") == 1.25
    assert engine.submitted == [VoiceChanged(), VoiceChanged()]


def test_what_is_being_saved_at_the_end_is_not_lost(home: Home, settings: StoredSettings) -> None:
    for speed in (0.5, 1.0, 1.5):
        settings.set("voice", "speed", speed)
    settings.set("ui", "theme", "dark")
    settings.close()
    assert on_file(home, "voice", "speed") == 1.5
    assert on_file(home, "ui", "theme") == "dark"


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
