"""What panels are made with, as tests have it."""

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.history.file_dialogs import FileAsker
from assistant.channels.desktop.settings.stored_values import Secrets, WindowSettings
from assistant.channels.desktop.widgets.theme import Theme
from assistant.clock import Clock
from assistant.engine.settings_store import StoredKey, StoredSettings
from assistant.home import Home
from assistant.protocol.client import EngineClient
from tests.helpers.clock import ManualClock
from tests.helpers.engine.fake_client import FakeEngineClient
from tests.unit.channels.desktop.chosen_files import Files
from tests.unit.channels.desktop.settings.stores import HomeStore, MemorySecret


def make_context(
    theme: Theme,
    home: Home,
    *,
    engine: EngineClient | None = None,
    clock: Clock | None = None,
    store: StoredSettings | None = None,
    ask_file: FileAsker | None = None,
    secrets: Secrets | None = None,
) -> DesktopContext:
    """Return a context; what is not given is played by the test."""
    return DesktopContext(
        theme=theme,
        engine=engine or FakeEngineClient(),
        clock=clock or ManualClock(),
        settings=WindowSettings(store or HomeStore(home)),
        secrets=secrets or make_secrets(),
        ask_file=ask_file or Files(),
        home=home,
    )


def make_secrets(
    *,
    anthropic_key: StoredKey | None = None,
    telegram_token: StoredKey | None = None,
    sync_password: StoredKey | None = None,
    sync_passphrase: StoredKey | None = None,
) -> Secrets:
    """Return secrets; those that are not given are kept in memory, and empty."""
    return Secrets(
        anthropic_key=anthropic_key or MemorySecret(),
        telegram_token=telegram_token or MemorySecret(),
        sync_password=sync_password or MemorySecret(),
        sync_passphrase=sync_passphrase or MemorySecret(),
    )
