"""Makes the settings window with every page of the program."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import QWidget

from assistant.channels.desktop.app.window_history import WindowHistoryView
from assistant.channels.desktop.conversation.model.latency_log import TimedTurn
from assistant.channels.desktop.history.file_dialogs import BACKUP_ENDINGS, FileAsker
from assistant.channels.desktop.settings.activity_page import ActivityPage
from assistant.channels.desktop.settings.data_page import DataPage
from assistant.channels.desktop.settings.device_field import DeviceLister
from assistant.channels.desktop.settings.devices_page import DevicesPage
from assistant.channels.desktop.settings.diagnostics_page import DiagnosticsPage
from assistant.channels.desktop.settings.field_page import (
    FieldPage,
    general_page,
    model_page,
    programs_page,
    section_fields,
    voice_page,
)
from assistant.channels.desktop.settings.fields import SettingsStore
from assistant.channels.desktop.settings.folders_page import FoldersPage
from assistant.channels.desktop.settings.questions_page import QuestionsPage
from assistant.channels.desktop.settings.secret_field import SecretStore
from assistant.channels.desktop.settings.servers_page import ServersPage
from assistant.channels.desktop.settings.status_page import ModelFileStatus, StatusPage
from assistant.channels.desktop.settings.telegram_page import TelegramPage
from assistant.channels.desktop.settings.timers_page import TimersPage
from assistant.channels.desktop.settings.tools_page import ToolsPage
from assistant.channels.desktop.settings.wake_word_page import WakeWordPage
from assistant.channels.desktop.settings.window import SettingsWindow
from assistant.channels.desktop.widgets.status_bars import DownloadProgressRelay
from assistant.channels.desktop.widgets.theme import Theme
from assistant.clock import Clock
from assistant.home import Home
from assistant.locale import _
from assistant.protocol.client import EngineClient

if TYPE_CHECKING:
    from assistant.channels.desktop.backup.restore_dialog import RestoreRequest


def make_settings_window(
    *,
    theme: Theme,
    store: SettingsStore,
    secrets: SecretStore,
    telegram_token: SecretStore,
    sync_password: SecretStore,
    sync_passphrase: SecretStore,
    lister: DeviceLister,
    history: WindowHistoryView,
    home: Home,
    ask_file: FileAsker,
    restore: "Callable[[RestoreRequest], None]",
    saved: Callable[[str, str, object], None],
    version: str,
    models: Callable[[], Sequence[ModelFileStatus]],
    download: Callable[[str], None],
    relay: DownloadProgressRelay,
    turns: Callable[[], Sequence[TimedTurn]],
    engine: EngineClient,
    events: SignalInstance,
    clock: Clock,
    parent: QWidget,
) -> SettingsWindow:
    """Return the window, not shown.

    Args:
        theme: Its colours and sizes.
        store: Where values are.
        secrets: Where the key is.
        telegram_token: Where the token of the user's bot is.
        sync_password: Where the password of the database is that the user's devices share.
        sync_passphrase: Where what opens its records is.
        lister: Tells the voice page which devices there are.
        history: Asks about exporting, importing and deleting conversations.
        home: What is backed up and restored.
        ask_file: Asks for the files of backups.
        restore: Called with the backup that the user wants in the place of the home; confirmed.
        saved: Called with section, key and value of what was saved.
        version: The program's own.
        models: The model files that there are.
        download: Fetches one by its name.
        relay: Tells how far downloads are.
        turns: Returns the last spoken turns that were timed, the newest first.
        engine: Takes what is changed about tools and servers.
        events: Carries each event of the engine's, on the GUI thread.
        clock: Tells the time.
        parent: The main window.
    """
    window = SettingsWindow(theme=theme, parent=parent)
    events.connect(window.handle)
    data = DataPage()
    data.export_wanted.connect(lambda: history.ask_to_export(parent=window))
    data.import_wanted.connect(lambda: history.ask_to_import(parent=window))
    data.delete_wanted.connect(lambda: history.ask_to_delete_everything(parent=window))

    def back_up() -> None:
        from assistant.channels.desktop.backup.backup_dialog import BackupDialog  # ciphers

        BackupDialog(home=home, clock=clock, ask_file=ask_file, parent=window).open()

    def check_backup(file: Path) -> None:
        from assistant.channels.desktop.backup.restore_dialog import RestoreDialog

        RestoreDialog(home=home, file=file, confirmed=restore, parent=window).open()

    data.backup_wanted.connect(back_up)
    data.restore_wanted.connect(
        lambda: ask_file.to_read(window, title=_("Restore"), kind=BACKUP_ENDINGS, done=check_backup)
    )
    diagnostics = DiagnosticsPage(theme=theme, store=store, turns=turns, now=clock.now)

    def show_field(page: str, field: str) -> None:
        window.open_page(page, field=field)

    diagnostics.field_wanted.connect(show_field)
    for page in (
        general_page(theme=theme, store=store),
        model_page(theme=theme, store=store, secrets=secrets),
        QuestionsPage(theme=theme, store=store, engine=engine),
        voice_page(theme=theme, store=store, lister=lister),
        WakeWordPage(theme=theme, store=store, engine=engine),
        TimersPage(theme=theme, engine=engine, now=clock.now),
        ToolsPage(theme=theme, store=store, engine=engine),
        FoldersPage(theme=theme, engine=engine),
        ServersPage(theme=theme, engine=engine),
        ActivityPage(theme=theme, engine=engine, now=clock.now),
        programs_page(theme=theme, store=store),
        TelegramPage(
            theme=theme,
            engine=engine,
            token=telegram_token,
            fields=section_fields("telegram", theme=theme, store=store),
        ),
        DevicesPage(
            theme=theme,
            store=store,
            engine=engine,
            password=sync_password,
            opener=sync_passphrase,
            now=clock.now,
        ),
        data,
        diagnostics,
        StatusPage(version=version, models=models, download=download, relay=relay),
    ):
        window.register(page)
        events.connect(page.handle)
        if isinstance(page, FieldPage | WakeWordPage):
            page.saved.connect(saved)
    return window
