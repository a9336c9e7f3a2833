"""What a search in the settings window has found, and the list of it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from PySide6.QtCore import QModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QLabel, QPushButton, QStyleOptionViewItem, QWidget
from typing_extensions import override

from assistant.channels.desktop.history.row_list import (
    AnyModelIndex,
    RowDelegate,
    RowsModel,
    RowsView,
)
from assistant.channels.desktop.settings.fields import SettingField
from assistant.channels.desktop.settings.model.settings_search import (
    SettingsPlace,
    find_settings,
)
from assistant.channels.desktop.settings.page import SettingsPage
from assistant.channels.desktop.widgets.announcements import Announcer, announce_politely
from assistant.channels.desktop.widgets.form_field import FormField
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import vbox
from assistant.channels.desktop.widgets.theme import Theme
from assistant.locale import _

_TITLE_PX: Final = 13.5
_ABOUT_PX: Final = 12.5


def searchable(pages: Sequence[SettingsPage]) -> Mapping[SettingsPlace, QWidget]:
    """Return what can be looked for, as the pages show it now, with the widgets that have it."""
    found: dict[SettingsPlace, QWidget] = {}
    for page in pages:
        found[SettingsPlace(page=page.name, page_title=page.title, title=page.title)] = page
        for widget in page.findChildren(QWidget):
            if widget.isVisibleTo(page) and (place := _place(widget, page)):
                found.setdefault(place, widget)
    return found


def _place(widget: QWidget, page: SettingsPage) -> SettingsPlace | None:
    match widget:
        case FormField():
            title, about = widget.title, widget.hint
        case QLabel() if widget.property("role") == "section":
            title, about = widget.text(), ""
        case QPushButton() if not isinstance(widget.parent(), FormField):
            title, about = widget.text(), widget.accessibleDescription()
        case _:
            return None
    if not title:
        return None
    return SettingsPlace(
        page=page.name,
        page_title=page.title,
        title=title,
        about=about,
        words=widget.search_words if isinstance(widget, SettingField) else "",
        control=widget.objectName() or type(widget).__name__,
    )


class FoundSettingsModel(RowsModel):
    """What was found, best first."""

    places: tuple[SettingsPlace, ...] = ()

    def show(self, places: tuple[SettingsPlace, ...]) -> None:
        """Show these and no others."""
        self.places = places
        self.count_anew(len(places))

    @override
    def data(self, index: AnyModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not 0 <= index.row() < len(self.places):
            return None
        place = self.places[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return place.title
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{place.title}, {_where(place)}"
            case _:
                return None


def _where(place: SettingsPlace) -> str:
    return f"{place.page_title} · {place.about}" if place.about else place.page_title


class FoundSettingsDelegate(RowDelegate):
    """Draws a setting: its title above its page and explanation."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: AnyModelIndex) -> QSize:
        return QSize(120, self.line_height(_TITLE_PX) + self.line_height(_ABOUT_PX) + 20)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyModelIndex) -> None:
        model = index.model()
        assert isinstance(model, FoundSettingsModel)
        place = model.places[index.row()]
        painter.save()
        words = self.paint_background(painter, option, is_marked=False)
        title, about = self.line_height(_TITLE_PX), self.line_height(_ABOUT_PX)
        for top, height, text, font, colour in (
            (8, title, place.title, self.font(_TITLE_PX, bold=True), self.theme.tokens.text),
            (
                10 + title,
                about,
                _where(place),
                self.font(_ABOUT_PX),
                self.theme.tokens.text_secondary,
            ),
        ):
            where = QRect(words.left(), words.top() + top, words.width(), height)
            self.paint_line(painter, where, text, font=font, colour=colour)
        painter.restore()


class SearchPage(QWidget):
    """Shows what was found instead of a page.

    Args:
        theme: Gives its colours.
        announce: Has a screen reader say how much was found.

    Signals:
        chosen: The user wants there; carries the place and its widget.
        left: They want out of the list.
        passed_top: They want from the list to the line above it.
    """

    chosen = Signal(object, QWidget)
    left = Signal()
    passed_top = Signal()

    def __init__(self, *, theme: Theme, announce: Announcer = announce_politely) -> None:
        super().__init__()
        self.setObjectName("column")
        self._announce = announce
        self._widgets: Mapping[SettingsPlace, QWidget] = {}
        self.note: Final = plain_label(role="secondary", name="settings_found_note")
        self.note.setContentsMargins(18, 10, 18, 0)
        self.rows: Final = RowsView(theme=theme)
        self.rows.setObjectName("settings_found")
        self.rows.setAccessibleName(_("Search results"))
        self.found: Final = FoundSettingsModel(self)
        self.rows.setModel(self.found)
        self.rows.setItemDelegate(FoundSettingsDelegate(theme=theme, parent=self.rows))
        self.rows.chosen.connect(self._choose)
        self.rows.left.connect(self.left)
        self.rows.passed_top.connect(self.passed_top)
        vbox(self.note, (self.rows, 1), inside=self, margins=(0, 8, 0, 8), gap=4)

    def search(self, pages: Sequence[SettingsPage], query: str) -> None:
        """Show what the pages have of a query."""
        self._widgets = searchable(pages)
        self.found.show(find_settings(self._widgets, query))
        nothing = _("Nothing found for “{query}”.").format(query=query)
        self.note.setText("" if self.found.places else nothing)
        self.note.setVisible(not self.found.places)
        count = _("Found: {n}").format(n=len(self.found.places))
        self._announce(self.rows, self.note.text() or count)

    def open_first(self) -> None:
        """Go to the best."""
        self._choose(self.rows.first_row())

    def _choose(self, index: QModelIndex) -> None:
        if index.isValid():
            place = self.found.places[index.row()]
            self.chosen.emit(place, self._widgets[place])
