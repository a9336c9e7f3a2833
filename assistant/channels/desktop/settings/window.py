"""The settings window: a list of pages that capabilities bring, and the page that is open."""

from typing import Final

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QStackedWidget,
    QWidget,
)
from typing_extensions import override

from assistant.channels.desktop.settings.fields import SettingField
from assistant.channels.desktop.settings.page import SettingsPage
from assistant.channels.desktop.settings.secret_field import SecretField
from assistant.channels.desktop.widgets.labels import plain_label, plain_tip
from assistant.channels.desktop.widgets.layouts import hbox, scroll_column, vbox
from assistant.channels.desktop.widgets.theme import Theme
from assistant.channels.desktop.widgets.translated import Translated
from assistant.locale import _
from assistant.protocol.events import EngineEvent
from assistant.protocol.sync import SettingsArrived

_SIZE: Final = QSize(780, 712)
"""Every page stands in the list without scrolling it."""
_SMALLEST: Final = QSize(450, 360)
"""At text scale 1, as the next one."""
_NARROW_PX: Final = 600
"""Below this width the list shows icons alone: the page needs the room."""
_ICONS_PX: Final = 68


class SettingsWindow(Translated, QDialog):
    """Shows the registered pages, in the order they were registered.

    Signals:
        opened: It came on the screen.
        refused: What the user left to be saved or done was not, once the window was closed; carries
            why.
    """

    opened = Signal()
    refused = Signal(str)

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._pages: list[SettingsPage] = []
        self._titles: list[QLabel] = []
        self._areas: list[QScrollArea] = []
        self._lists_icons = False
        self.setObjectName("settings_window")
        self._list = QListWidget()
        self._list.setObjectName("pages")
        self._list.setIconSize(QSize(18, 18))
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._stack = QStackedWidget()
        self._list.currentRowChanged.connect(self._stack.setCurrentIndex)
        self._sidebar = QFrame()
        self._sidebar.setObjectName("sidebar")
        vbox(self._list, inside=self._sidebar, margins=(4, 8, 4, 8))
        hbox(self._sidebar, (self._stack, 1), inside=self, gap=0)
        self.resize(_SIZE)
        theme.changed.connect(self.retranslate)
        self.retranslate()

    @property
    def pages(self) -> tuple[SettingsPage, ...]:
        """The registered pages."""
        return tuple(self._pages)

    def register(self, page: SettingsPage) -> None:
        """Add a page at the end.

        Raises:
            ValueError: If there is a page of this name.
        """
        if any(known.name == page.name for known in self._pages):
            raise ValueError(f"there is a settings page {page.name!r} already")
        self._pages.append(page)
        page.refused.connect(self._refused)
        for field in (*page.findChildren(SettingField), *page.findChildren(SecretField)):
            field.refused.connect(self._refused)
        title = plain_label(role="title")
        title.setObjectName(f"title_{page.name}")
        self._titles.append(title)
        area, _column = scroll_column(title, page, gap=18, margins=(26, 22, 26, 22))
        self._areas.append(area)
        self._stack.addWidget(area)
        item = QListWidgetItem()
        item.setData(Qt.ItemDataRole.UserRole, page.name)
        self._list.addItem(item)
        if len(self._pages) == 1:
            self._list.setCurrentRow(0)
        self.retranslate()

    def open_page(self, name: str | None = None, *, field: str = "") -> None:
        """Show the window.

        Args:
            name: The page to show; None for the one that was shown last.
            field: The field of the page to put the focus on, with its section, or "".

        Raises:
            KeyError: If there is no such page.
        """
        if name is not None:
            names = [page.name for page in self._pages]
            if name not in names:
                raise KeyError(name)
            self._list.setCurrentRow(names.index(name))
        for page in self._pages:
            page.load()
        self.show()
        self.raise_()
        self.activateWindow()
        self.opened.emit()
        control = self.findChild(QWidget, f"setting_{field}") if field else None
        if control is not None:
            control.setFocus(Qt.FocusReason.OtherFocusReason)
            self._areas[self._list.currentRow()].ensureWidgetVisible(control)

    def _refused(self, why: str) -> None:
        if not self.isVisible():  # else it stands on the page
            self.refused.emit(why)

    @Slot(object)
    def handle(self, event: EngineEvent) -> None:
        """Show settings that came from another device."""
        if isinstance(event, SettingsArrived):
            for field in self.findChildren(SettingField):
                if f"{field.section}.{field.key}" in event.names:
                    field.follow()

    @override
    def retranslate(self) -> None:
        """Take the words of the interface's language and the colours of the theme."""
        self.setMinimumSize(round(_SMALLEST.width() * self._enlargement), _SMALLEST.height())
        self.setWindowTitle(_("Settings"))
        self._list.setAccessibleName(_("Settings"))
        for index, page in enumerate(self._pages):
            self._list.item(index).setIcon(self._theme.icon(page.icon))
            self._titles[index].setText(page.title)
        self._show_list()

    @property
    def _is_narrow(self) -> bool:
        return self.width() < _NARROW_PX * self._enlargement

    @property
    def _enlargement(self) -> float:
        """How much wider a text is than it usually is."""
        return max(1.0, self._theme.scale)

    def _show_list(self) -> None:
        """List the pages by icon and title, or by icon alone."""
        self._lists_icons = self._is_narrow
        for index, page in enumerate(self._pages):
            item = self._list.item(index)
            item.setText("" if self._is_narrow else page.title)
            item.setToolTip(plain_tip(page.title if self._is_narrow else ""))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, page.title)
        widest = self._list.sizeHintForColumn(0) if self._pages else 120
        full = min(240, max(130, widest + 44))
        self._sidebar.setFixedWidth(_ICONS_PX if self._is_narrow else full)

    @override
    def resizeEvent(self, arg__1: QResizeEvent) -> None:
        super().resizeEvent(arg__1)
        if self._lists_icons != self._is_narrow:
            self._show_list()

    @override
    def closeEvent(self, arg__1: QCloseEvent) -> None:
        for page in self._pages:
            page.apply()
        arg__1.accept()  # not QDialog's own, which would ask `reject`

    @override
    def reject(self) -> None:
        """Esc closes as the window's button does."""
        self.close()
