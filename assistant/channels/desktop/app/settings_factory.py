"""Makes the settings window with every page of the program."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from assistant.channels.desktop.conversation.model.latency_log import TimedTurn
from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.diagnostics.doctor_reader import DoctorReader
from assistant.channels.desktop.settings.about_page import AboutPage
from assistant.channels.desktop.settings.activity_page import ActivityPage
from assistant.channels.desktop.settings.data_page import DataPage
from assistant.channels.desktop.settings.decisions_page import DecisionsPage
from assistant.channels.desktop.settings.device_field import DeviceLister
from assistant.channels.desktop.settings.devices_page import DevicesPage
from assistant.channels.desktop.settings.diagnostics_page import DiagnosticsPage
from assistant.channels.desktop.settings.field_page import (
    general_page,
    model_page,
    voice_page,
)
from assistant.channels.desktop.settings.folders_page import FoldersPage
from assistant.channels.desktop.settings.models_page import ModelFiles, ModelsPage
from assistant.channels.desktop.settings.page import SettingsPage
from assistant.channels.desktop.settings.programs_page import ProgramsPage
from assistant.channels.desktop.settings.questions_page import QuestionsPage
from assistant.channels.desktop.settings.servers_page import ServersPage
from assistant.channels.desktop.settings.telegram_page import TelegramPage
from assistant.channels.desktop.settings.timers_page import TimersPage
from assistant.channels.desktop.settings.tools_page import ToolsPage
from assistant.channels.desktop.settings.wake_word_page import WakeWordPage
from assistant.channels.desktop.settings.window import SettingsWindow
from assistant.channels.desktop.widgets.status_bars import DownloadProgressRelay
from assistant.locale import _

if TYPE_CHECKING:
    from assistant.channels.desktop.backup.restore_dialog import Afterwards


def make_settings_window(
    context: DesktopContext,
    *,
    lister: DeviceLister,
    end_for: "Callable[[Afterwards], None]",
    files: ModelFiles,
    relay: DownloadProgressRelay,
    turns: Callable[[], Sequence[TimedTurn]],
    doctor: DoctorReader,
    open_link: Callable[[str], None],
    parent: QWidget,
) -> SettingsWindow:
    """Return the window, not shown.

    Args:
        context: What its pages are made with.
        lister: Tells the voice page which devices there are.
        end_for: Called with what the user wants done with the home; confirmed.
        files: The model files that there are.
        relay: Tells how far downloads are.
        turns: Returns the last spoken turns that were timed, the newest first.
        doctor: Looks at every part of the program.
        open_link: Opens a link outside, if the user wants it.
        parent: The main window.
    """

    def show_field(page: str, field: str) -> None:
        window.open_page(page, field=field)

    def show_page(page: str) -> None:
        window.open_page(page)

    def fetch_missing() -> None:
        for model in files.all():
            if not model.is_present and not model.is_optional:
                files.download(model.name)

    def pages() -> Sequence[SettingsPage | str]:
        return (
            general_page(context),
            model_page(context),
            TimersPage(context),
            _("Listening and speaking"),
            voice_page(context, lister),
            WakeWordPage(context),
            ModelsPage(context, files=files, relay=relay),
            _("Questions and agents"),
            QuestionsPage(context),
            ProgramsPage(context),
            DecisionsPage(context),
            _("What tools may do"),
            ToolsPage(context),
            FoldersPage(context),
            ServersPage(context),
            ActivityPage(context),
            _("Phone and devices"),
            TelegramPage(context),
            DevicesPage(context),
            _("Data and help"),
            DataPage(context, end_for=end_for),
            DiagnosticsPage(
                context, turns=turns, show_field=show_field, doctor=doctor, fetch=fetch_missing
            ),
            AboutPage(context, show_page=show_page, open_link=open_link),
        )

    window = SettingsWindow(context, pages, parent=parent)
    return window
