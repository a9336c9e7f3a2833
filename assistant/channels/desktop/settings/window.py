"""The settings window: a list of pages that capabilities bring, in groups, and the open page."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QCloseEvent, QFont, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QStackedWidget,
    QWidget,
)
from shiboken6 import isValid
from typing_extensions import override

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.history.search_box import SearchBox
from assistant.channels.desktop.settings.fields import SettingField
from assistant.channels.desktop.settings.model.settings_search import SettingsPlace
from assistant.channels.desktop.settings.page import SettingsPage
from assistant.channels.desktop.settings.search_page import SearchPage
from assistant.channels.desktop.settings.secret_field import SecretField
from assistant.channels.desktop.style.scale import CAPTION_PX
from assistant.channels.desktop.widgets.labels import plain_label, plain_tip
from assistant.channels.desktop.widgets.layouts import hbox, scroll_column, vbox
from assistant.channels.desktop.widgets.rebuilt import Rebuilt
from assistant.locale import _, mark
from assistant.protocol.events import EngineEvent
from assistant.protocol.sync import SettingsArrived

_SIZE: Final = QSize(780, 800)
"""Every page stands in the list without scrolling it."""
_SMALLEST: Final = QSize(450, 360)
"""At text scale 1, as the next one."""
_NARROW_PX: Final = 600
"""Below this width the list shows icons alone: the page needs the room."""
_ICONS_PX: Final = 68
_HEADING_PX: Final = 27
"""How high a heading in the list is, with the space above it."""
_GAP_PX: Final = 9
"""What stands for a heading between icons."""
_TITLE: Final = Qt.ItemDataRole.AccessibleTextRole
"""Where an item has its words, shown or not."""


class SettingsWindow(Rebuilt, QDialog):
    """Shows pages, in the order in which they are made.

    Args:
        context: What it is made with.
        make_pages: Makes the pages, each with another name; a text is the heading of those after it.
        parent: The main window.

    Signals:
        opened: It came on the screen.
        refused: What the user left to be saved or done was not, once the window was closed; carries
            why.
    """

    opened = Signal()
    refused = Signal(str)

    def __init__(
        self,
        context: DesktopContext,
        make_pages: Callable[[], Sequence[SettingsPage | str]],
        *,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = context.theme
        self._make_pages = make_pages
        self._lists_icons = False
        self.setObjectName("settings_window")
        self.begin()
        self.resize(_SIZE)
        context.settings.refused.connect(self._refused)
        context.theme.changed.connect(self._restyle)
        QShortcut(QKeySequence.StandardKey.Find, self, lambda: self._focus_search())

    @override
    def build(self) -> QWidget:
        self.setWindowTitle(_("Settings"))
        self._list = QListWidget()
        self._list.setObjectName("pages")
        self._list.setAccessibleName(_("Settings"))
        self._list.setIconSize(QSize(18, 18))
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._stack = QStackedWidget()
        parts = self._make_pages()
        self.pages: Sequence[SettingsPage] = [part for part in parts if not isinstance(part, str)]
        """Top to bottom."""
        self._areas: dict[str, QScrollArea] = {}
        self._items: dict[str, QListWidgetItem] = {}
        """By the name of the page."""
        self._headings: list[QListWidgetItem] = []
        for part in parts:
            if isinstance(part, str):
                self._add_heading(part)
            else:
                self._add(part)
        self._list.currentItemChanged.connect(self._show_chosen)
        self._list.setCurrentItem(self._items[self.pages[0].name])
        self._search = SearchBox(
            theme=self._theme, name="settings_search", prompt=mark("Search the settings")
        )
        self._found = SearchPage(theme=self._theme)
        self._stack.addWidget(self._found)
        self._connect_search()
        self._sidebar = QFrame()
        self._sidebar.setObjectName("sidebar")
        vbox(self._list, inside=self._sidebar, margins=(4, 8, 4, 8))
        content = QWidget()
        head = QFrame()
        head.setObjectName("settings_head")
        hbox(self._search, inside=head, margins=(12, 10, 12, 10))
        below = hbox(self._sidebar, (self._stack, 1), gap=0)
        vbox(head, (below, 1), inside=content, gap=0)
        self._restyle()
        if self.isVisible():
            self._load()
        return content

    @override
    def rebuild(self) -> None:
        super().rebuild()
        for field in self.content.findChildren(SettingField):
            field.apply()  # as when it is left; what is wrong is said in the language

    def _add(self, page: SettingsPage) -> None:
        page.refused.connect(self._refused)
        for field in page.findChildren(SecretField):
            field.refused.connect(self._refused)
        title = plain_label(page.title, role="heading", name=f"title_{page.name}")
        self._areas[page.name], _column = scroll_column(
            title, page, gap=18, margins=(26, 22, 26, 22)
        )
        self._stack.addWidget(self._areas[page.name])
        item = self._items[page.name] = QListWidgetItem()
        item.setData(Qt.ItemDataRole.UserRole, page.name)
        item.setData(_TITLE, page.title)
        if self._headings:
            group = self._headings[-1].data(_TITLE)
            item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, group)
        self._list.addItem(item)

    def _add_heading(self, text: str) -> None:
        """Add what is no page: the keys and the mouse go past it."""
        item = QListWidgetItem()
        item.setData(_TITLE, text)
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        item.setTextAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom)
        self._headings.append(item)
        self._list.addItem(item)

    @property
    def _chosen(self) -> str:
        """Name of the page that is chosen in the list."""
        return str(self._list.currentItem().data(Qt.ItemDataRole.UserRole))

    def _show_chosen(self) -> None:
        self._stack.setCurrentWidget(self._areas[self._chosen])

    def open_page(self, name: str | None = None, *, field: str = "") -> None:
        """Show the window.

        Args:
            name: The page to show; None for the one that was shown last.
            field: The field of the page to put the focus on, with its section, or "".

        Raises:
            KeyError: If there is no such page.
        """
        if name is not None:
            self._search.leave()
            self._list.setCurrentItem(self._items[name])
        self._load()
        self.show()
        self.raise_()
        self.activateWindow()
        self.opened.emit()
        control = self.findChild(QWidget, f"setting_{field}") if field else None
        if control is not None:
            control.setFocus(Qt.FocusReason.OtherFocusReason)
            self._areas[self._chosen].ensureWidgetVisible(control)

    def _connect_search(self) -> None:
        self._search.searched.connect(self._show_found)
        self._search.entered.connect(self._found.open_first)
        self._search.stepped_down.connect(self._step_into_found)
        self._search.left.connect(self.close)
        self._list.currentItemChanged.connect(self._leave_search)
        self._list.itemClicked.connect(self._leave_search)
        self._found.chosen.connect(self._open_found)
        self._found.left.connect(self._leave_search)
        self._found.passed_top.connect(self._focus_search)

    def _focus_search(self) -> None:
        self._search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._search.selectAll()

    def _show_found(self, query: str) -> None:
        if query:
            self._found.search(self.pages, query)
            self._stack.setCurrentWidget(self._found)
        else:
            self._show_chosen()
        self._list.currentItem().setSelected(not query)

    def _step_into_found(self) -> None:
        if self._stack.currentWidget() is self._found:
            self._found.rows.focus_rows()
        else:
            self._list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _leave_search(self) -> None:
        self._search.leave()
        if self._found.rows.hasFocus():
            self._focus_search()

    def _open_found(self, place: SettingsPlace, widget: QWidget) -> None:
        self._search.leave()
        self.open_page(place.page)
        if isValid(widget) and not isinstance(widget, SettingsPage):
            widget.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self._areas[place.page].ensureWidgetVisible(widget)
        else:
            self._list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _load(self) -> None:
        for page in self.pages:
            page.load()

    def _refused(self, why: str) -> None:
        if not self.isVisible():  # else it stands on the page
            self.refused.emit(why)

    @Slot(object)
    def handle(self, event: EngineEvent) -> None:
        """Pass an event on to the pages; show settings that came from another device."""
        for page in self.pages:
            page.handle(event)
        if isinstance(event, SettingsArrived):
            for field in self.findChildren(SettingField):
                if f"{field.section}.{field.key}" in event.names:
                    field.follow()

    def _restyle(self) -> None:
        """Take the colours and sizes of the theme."""
        self.setMinimumSize(round(_SMALLEST.width() * self._enlargement), _SMALLEST.height())
        for page in self.pages:
            self._items[page.name].setIcon(self._theme.icon(page.icon))
        for heading in self._headings:
            heading.setFont(self._heading_font())
        self._show_list()

    def _heading_font(self) -> QFont:
        font = QFont(self.font())
        font.setPixelSize(self._theme.px(CAPTION_PX))
        font.setWeight(QFont.Weight.DemiBold)
        return font

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
        for heading in self._headings:
            heading.setText("" if self._is_narrow else heading.data(_TITLE))
            high = _GAP_PX if self._is_narrow else _HEADING_PX
            heading.setSizeHint(QSize(0, round(high * self._enlargement)))
        for page in self.pages:
            item = self._items[page.name]
            item.setText("" if self._is_narrow else page.title)
            item.setToolTip(plain_tip(page.title if self._is_narrow else ""))
        full = min(240, max(130, self._list.sizeHintForColumn(0) + 44))
        self._sidebar.setFixedWidth(_ICONS_PX if self._is_narrow else full)

    @override
    def resizeEvent(self, arg__1: QResizeEvent) -> None:
        super().resizeEvent(arg__1)
        if self._lists_icons != self._is_narrow:
            self._show_list()

    @override
    def closeEvent(self, arg__1: QCloseEvent) -> None:
        for page in self.pages:
            page.apply()
        arg__1.accept()  # not QDialog's own, which would ask `reject`

    @override
    def reject(self) -> None:
        """Esc closes as the window's button does."""
        self.close()
