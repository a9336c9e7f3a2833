"""The menu at the right of the header: what is needed now and then."""

from collections.abc import Callable
from enum import Enum

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolButton
from typing_extensions import override

from assistant.channels.desktop.widgets.buttons import IconButton
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.theme import Theme
from assistant.channels.desktop.widgets.translated import Translated
from assistant.locale import _


class MenuEntry(Enum):
    """What the menu can offer, in the order it does."""

    BAR = "bar"
    MODEL = "model"
    CONTEXT = "context"
    MEMORY = "memory"
    PERSONA = "persona"
    COPY = "copy"
    EXPORT = "export"
    FIRST_RUN = "first_run"
    SETTINGS = "settings"
    QUIT = "quit"


def entry_text(entry: MenuEntry) -> str:
    """Return an entry's words, with its key if it has one."""
    match entry:
        case MenuEntry.BAR:
            return _("Compact bar") + "\tCtrl+B"
        case MenuEntry.MODEL:
            return _("Model")
        case MenuEntry.CONTEXT:
            return _("What was sent…")
        case MenuEntry.MEMORY:
            return _("Memory…")
        case MenuEntry.PERSONA:
            return _("Workspace and persona…")
        case MenuEntry.COPY:
            return _("Copy conversation")
        case MenuEntry.EXPORT:
            return _("Export…")
        case MenuEntry.FIRST_RUN:
            return _("Set up once more…")
        case MenuEntry.SETTINGS:
            return _("Settings…") + "\tCtrl+,"
        case MenuEntry.QUIT:
            return _("Quit Parley") + "\tCtrl+Q"


class OverflowMenu(Translated, IconButton):
    """Offers what somebody has taken on; entries that nobody answers are not shown."""

    def __init__(self, *, theme: Theme) -> None:
        super().__init__(Icon.MORE, theme=theme, name="more", size=20)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self)
        self._actions: dict[MenuEntry, QAction] = {}
        for entry in MenuEntry:
            if entry is MenuEntry.FIRST_RUN:
                self._line = menu.addSeparator()
            action = menu.addAction("")
            action.setObjectName(f"menu_{entry.value}")
            action.setVisible(False)
            self._actions[entry] = action
        self.setMenu(menu)
        self.retranslate()

    def offer(self, entry: MenuEntry, chosen: Callable[[], object]) -> None:
        """Show an entry; `chosen` is called when the user chooses it."""
        action = self._actions[entry]
        action.triggered.connect(lambda: chosen())
        action.setVisible(True)

    def offer_list(self, entry: MenuEntry, entries: QMenu) -> None:
        """Have an entry open a list of its own; it is not shown before `show_entry`."""
        self._actions[entry].setMenu(entries)

    def show_entry(self, entry: MenuEntry, is_shown: bool) -> None:  # a state, not an option
        """Show an entry, or take it away."""
        self._actions[entry].setVisible(is_shown)

    def action(self, entry: MenuEntry) -> QAction:
        """Return an entry's action."""
        return self._actions[entry]

    @override
    def retranslate(self) -> None:
        self.describe(_("More"))
        for entry, action in self._actions.items():
            action.setText(entry_text(entry))
