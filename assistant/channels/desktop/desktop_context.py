"""What the panels of the window are made with."""

from dataclasses import dataclass

from assistant.channels.desktop.history.file_dialogs import FileAsker
from assistant.channels.desktop.settings.stored_values import Secrets, WindowSettings
from assistant.channels.desktop.widgets.theme import Theme
from assistant.clock import Clock
from assistant.home import Home
from assistant.protocol.client import EngineClient


@dataclass(frozen=True, slots=True, kw_only=True)
class DesktopContext:
    """The program as panels know it; a widget that only shows something takes what it shows."""

    theme: Theme
    engine: EngineClient
    clock: Clock
    settings: WindowSettings
    secrets: Secrets
    ask_file: FileAsker
    home: Home
