"""What the settings window saves reaches the file, and the engine is told."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from queue import SimpleQueue

import pytest
from typing_extensions import override

from assistant.engine.save_queue import SaveQueue
from assistant.engine.settings_store import StoredKey, StoredSettings
from assistant.errors import ConfigError
from assistant.home import Home
from assistant.llm.api_keys import ANTHROPIC, SERVICE, KeyStore
from assistant.private_files import sole_writer
from assistant.protocol.settings import (
    ModelChanged,
    SettingsSaved,
)
from assistant.settings import load, save
from tests.helpers.engine.fake_client import FakeEngineClient
from tests.helpers.llm.memory_keyring import MemoryKeyring
from tests.helpers.patience import PATIENCE_S


class Delivery:
    """Runs on the test's thread what the store has run on the GUI thread."""

    def __init__(self) -> None:
        self._works: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self.put = self._works.put

    def take(self) -> Callable[[], None]:
        """Return what comes next."""
        return self._works.get(timeout=PATIENCE_S)

    def run(self) -> None:
        """Run what comes next."""
        self.take()()


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
def saving(delivery: Delivery) -> Iterator[SaveQueue]:
    queue = SaveQueue(deliver=delivery.put)
    yield queue
    queue.close()


@pytest.fixture
def settings(home: Home, engine: FakeEngineClient, saving: SaveQueue) -> StoredSettings:
    return StoredSettings(home=home, settings=load(home, {}).settings, engine=engine, saving=saving)


def on_file(home: Home, section: str, key: str) -> object:
    return load(home, {}).settings.model_dump()[section][key]


def test_a_setting_is_saved_and_the_engine_told(
    home: Home, settings: StoredSettings, engine: FakeEngineClient
) -> None:
    settings.set("voice", "speed", 1.5)
    assert settings.get("voice", "speed") == 1.5
    settings.close()
    assert settings.get("voice", "speed") == 1.5
    assert on_file(home, "voice", "speed") == 1.5
    assert engine.submitted == [SettingsSaved()]


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
    told = delivery.take()
    save(home, "voice", "speed", 1.25)
    assert settings.get("ui", "theme") == on_file(home, "ui", "theme")
    told()
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
    assert engine.submitted == [SettingsSaved()] * 3


def test_what_is_being_saved_at_the_end_is_not_lost(home: Home, settings: StoredSettings) -> None:
    for speed in (0.5, 1.0, 1.5):
        settings.set("voice", "speed", speed)
    settings.set("ui", "theme", "dark")
    settings.close()
    assert on_file(home, "voice", "speed") == 1.5
    assert on_file(home, "ui", "theme") == "dark"


def test_values_that_belong_together_are_saved_at_once_or_not_at_all(
    home: Home, settings: StoredSettings, engine: FakeEngineClient, delivery: Delivery
) -> None:
    answers = Answers()
    settings.set_together("sync", {"enabled": False, "url": "http://x"}, answers.of("bad"))
    assert settings.get("sync", "url") == "http://x"
    delivery.run()
    ((_value, problem),) = answers.heard
    assert problem is not None
    assert "sync.url" in problem
    assert settings.get("sync", "enabled") is on_file(home, "sync", "enabled") is True
    url = "postgresql://parley@db.example.org/parley"
    settings.set_together("sync", {"enabled": False, "url": url})
    delivery.run()
    assert (on_file(home, "sync", "enabled"), on_file(home, "sync", "url")) == (False, url)
    assert engine.submitted == [SettingsSaved()], "the engine never hears of a half"


class SlowKeyring(MemoryKeyring):
    """A key store of the system that keeps nothing before it may."""

    def __init__(self) -> None:
        super().__init__()
        self.may_keep = threading.Event()

    @override
    def set_password(self, service: str, username: str, password: str) -> None:
        assert self.may_keep.wait(PATIENCE_S)
        super().set_password(service, username, password)


@pytest.fixture
def keyring() -> SlowKeyring:
    return SlowKeyring()


@pytest.fixture
def keys(home: Home, keyring: SlowKeyring) -> KeyStore:
    return KeyStore(
        keys_file=home.keys_file,
        environment={},
        load_backend=lambda: keyring,
        timeout_s=2 * PATIENCE_S,
    )


@pytest.fixture
def key(
    keys: KeyStore, engine: FakeEngineClient, delivery: Delivery, saving: SaveQueue
) -> StoredKey:
    return StoredKey(keys=keys, engine=engine, saving=saving, deliver=delivery.put)


def test_while_the_key_store_is_slow_nobody_waits_and_the_order_is_kept(
    home: Home,
    keys: KeyStore,
    keyring: SlowKeyring,
    key: StoredKey,
    settings: StoredSettings,
    engine: FakeEngineClient,
    delivery: Delivery,
) -> None:
    answers = Answers()
    key.set("sk-1", answers.of("sk-1"))
    key.clear(answers.of("cleared"))
    key.set("not a key\n!", answers.of("bad"))
    key.set("sk-2", answers.of("sk-2"))
    settings.set("llm", "profile", "anthropic", answers.of("profile"))
    assert key.is_set(), "what is being kept is told"
    assert (answers.heard, keyring.entries, engine.submitted) == ([], {}, [])
    assert on_file(home, "llm", "profile") == "auto"
    keyring.may_keep.set()
    for _ in range(5):
        delivery.run()
    assert [(value, problem is None) for value, problem in answers.heard] == [
        ("sk-1", True),
        ("cleared", True),
        ("bad", False),
        ("sk-2", True),
        ("profile", True),
    ]
    found = asyncio.run(keys.get())
    assert found is not None
    assert found.secret == "sk-2"
    assert engine.submitted == [*[ModelChanged()] * 3, SettingsSaved()]


def test_a_key_that_is_refused_leaves_the_one_before(
    key: StoredKey, keyring: SlowKeyring, delivery: Delivery, caplog: pytest.LogCaptureFixture
) -> None:
    keyring.may_keep.set()
    answers = Answers()
    key.set("not a key\n!", answers.of("bad"))
    assert key.is_set()
    delivery.run()
    assert not key.is_set()
    ((_value, problem),) = answers.heard
    assert problem is not None
    assert "does not look like a key" in problem
    assert "the key anthropic is not saved" in caplog.text
    assert "not a key" not in caplog.text


def test_a_key_that_is_being_kept_at_the_end_is_not_lost_nor_what_follows_from_it(
    home: Home, keys: KeyStore, keyring: SlowKeyring, key: StoredKey, settings: StoredSettings
) -> None:
    keyring.may_keep.set()
    key.set("sk-1", lambda _problem: settings.set("llm", "profile", "anthropic"))
    settings.close()
    found = asyncio.run(keys.get())
    assert found is not None
    assert found.secret == "sk-1"
    assert on_file(home, "llm", "profile") == "anthropic"


def test_the_end_does_not_wait_for_ever(
    home: Home,
    keyring: SlowKeyring,
    keys: KeyStore,
    engine: FakeEngineClient,
    delivery: Delivery,
    caplog: pytest.LogCaptureFixture,
) -> None:
    saving = SaveQueue(deliver=delivery.put, close_s=0.0)
    StoredKey(keys=keys, engine=engine, saving=saving, deliver=delivery.put).set("sk-1")
    saving.close()
    assert "not saved in time" in caplog.text
    keyring.may_keep.set()
    delivery.run()


def test_whether_there_is_a_key_is_read_once_and_what_is_kept_since_is_newer(
    key: StoredKey, keyring: SlowKeyring, delivery: Delivery
) -> None:
    keyring.may_keep.set()
    keyring.entries[SERVICE, ANTHROPIC] = "sk-old"
    key.look_ahead()
    delivery.run()
    assert key.is_set()
    key.clear()
    delivery.run()
    keyring.entries[SERVICE, ANTHROPIC] = "sk-other"
    key.look_ahead()
    delivery.run()
    assert not key.is_set()


def test_a_key_that_is_refused_is_not_kept(
    home: Home, engine: FakeEngineClient, saving: SaveQueue, delivery: Delivery
) -> None:
    async def check(secret: str) -> None:
        if secret == "wrong":
            raise ConfigError("Nobody knows it.", hint="Look again.")

    keyring, answers = MemoryKeyring(), Answers()
    key = StoredKey(
        keys=KeyStore(keys_file=home.keys_file, environment={}, load_backend=lambda: keyring),
        engine=engine,
        saving=saving,
        deliver=delivery.put,
        check=check,
    )
    key.set("right", answers.of("right"))
    delivery.run()
    key.set("wrong", answers.of("wrong"))
    delivery.run()
    assert answers.heard == [("right", None), ("wrong", "Nobody knows it. Look again.")]
    assert list(keyring.entries.values()) == ["right"]
    assert key.is_set()
    assert engine.submitted == [ModelChanged()]
