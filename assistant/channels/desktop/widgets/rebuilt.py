"""Windows whose content is built again when the language changes; what the user did there stays.

As on Android, where a change of the language does the same to an activity: what is typed, chosen,
scrolled to or has the focus is found again by the names of the widgets.
"""

from abc import abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QComboBox,
    QDialog,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QScrollBar,
    QTabBar,
    QWidget,
)

from assistant.channels.desktop.widgets.layouts import vbox

if TYPE_CHECKING:
    _Widget = QWidget
else:
    _Widget = object

_VALUE: Final = Qt.ItemDataRole.UserRole


class Rebuilt(_Widget):
    """A window with content that can be built again; stands before the window's own class.

    Attributes:
        content: What it shows; there once `begin` was called.
    """

    content: QWidget
    _former: QWidget | None = None
    """Content that was replaced: one of its widgets may be handling the click that replaced it."""

    @abstractmethod
    def build(self) -> QWidget:
        """Return content that shows what there is to show, in the interface's language."""

    def begin(self) -> None:
        """Build the content for the first time."""
        self.content = self.build()
        vbox(self.content, inside=self)

    def rebuild(self) -> None:
        """Build the content again; not before a dialog that is open is closed, which is kept so."""
        for dialog in self.findChildren(QDialog):
            if dialog.isModal() and dialog.isVisible():
                dialog.finished.connect(self.rebuild)
                return
        self._former, self.content = self.content, self.build()
        if (layout := self.layout()) is not None:
            layout.replaceWidget(self._former, self.content)
        self.content.show()
        carry_over(self._former, self.content)
        self._former.hide()
        self._former.setParent(None)
        self._former.deleteLater()


def carry_over(old: QWidget, new: QWidget) -> None:
    """Do in new content what the user did in the old, whose texts are taken from it."""
    before = dict(_places(old))
    focus = old.window().focusWidget()
    for place, widget in _places(new):
        was = before.get(place)
        if was is None:
            continue
        _carry_over(was, widget)
        if was is focus:
            widget.setFocus(Qt.FocusReason.OtherFocusReason)


def _places(content: QWidget) -> Iterator[tuple[tuple[str, ...], QWidget]]:
    """Yield each widget with the names of those around it and its own, and a number to tell it by."""
    names: dict[QWidget, tuple[str, ...]] = {content: ()}
    counted: dict[tuple[str, ...], int] = {}
    for widget in content.findChildren(QWidget):
        around = widget.parentWidget()
        if around not in names or widget.isWindow():
            continue
        place = (*names[around], widget.objectName() or type(widget).__name__)
        names[widget] = place
        counted[place] = counted.get(place, 0) + 1
        yield (*place, str(counted[place])), widget


def _carry_over(old: QWidget, new: QWidget) -> None:
    match old, new:
        case QLineEdit(), QLineEdit() if not new.isReadOnly():
            if old.text() != new.text():
                new.setText(old.text())
            new.setCursorPosition(old.cursorPosition())
        case QPlainTextEdit(), QPlainTextEdit() if not new.isReadOnly():
            cursor, document = old.textCursor(), old.document()
            document.setParent(new)  # with all that can be undone
            new.setDocument(document)
            new.setTextCursor(cursor)
        case QComboBox(), QComboBox() if (index := new.findData(old.currentData())) >= 0:
            new.setCurrentIndex(index)
        case QTabBar(), QTabBar():
            new.setCurrentIndex(old.currentIndex())
        case QListWidget(), QListWidget() if old.currentRow() >= 0:
            value = old.currentItem().data(_VALUE)
            for row in range(new.count()):
                if new.item(row).data(_VALUE) == value:
                    new.setCurrentRow(row)
        case _:
            pass
    if isinstance(old, QAbstractScrollArea) and isinstance(new, QAbstractScrollArea):
        _scroll(new.verticalScrollBar(), to=old.verticalScrollBar().value())


def _scroll(bar: QScrollBar, *, to: int) -> None:
    """Scroll as soon as there is so much to scroll."""

    def scroll_if_long(_least: int, most: int) -> None:
        if most >= to:
            bar.rangeChanged.disconnect(scroll_if_long)
            bar.setValue(to)

    if to:
        bar.rangeChanged.connect(scroll_if_long)
        scroll_if_long(bar.minimum(), bar.maximum())
