"""The line in which the user writes what to look for."""

from typing import Final

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent, Qt
from PySide6.QtWidgets import QLineEdit
from typing_extensions import override

from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import plain_tip
from assistant.channels.desktop.widgets.theme import Theme
from assistant.channels.desktop.widgets.translated import Translated
from assistant.locale import _, mark

PAUSE_MS: Final = 150
"""Between the last key and the search: shorter than most pauses between words."""


class SearchBox(Translated, QLineEdit):
    """Searches while the user types.

    Args:
        theme: Gives the colours of its icons.
        name: Object name.
        prompt: What can be looked for, marked for translation.
        keys: What leads here; empty for nothing.

    Signals:
        searched: They look for this; blank if they stopped looking.
        entered: Enter was pressed; they want the best.
        stepped_down: They want into the list.
        left: They want away (Esc in an empty line).
    """

    searched = Signal(str)
    entered = Signal()
    stepped_down = Signal()
    left = Signal()

    def __init__(
        self,
        *,
        theme: Theme,
        name: str = "search_history",
        prompt: str = mark("Search all conversations"),
        keys: str = "Ctrl+F",
    ) -> None:
        super().__init__()
        self._theme = theme
        self._prompt = prompt
        self._keys = keys
        self.setObjectName(name)
        self.setProperty("role", "search")
        self.pause: Final = QTimer(self)
        self.pause.setSingleShot(True)
        self.pause.setInterval(PAUSE_MS)
        self.pause.timeout.connect(self._search)
        self._searched = ""
        self._mark = QAction(self)
        self.addAction(self._mark, QLineEdit.ActionPosition.LeadingPosition)
        self._clear = QAction(self)
        self._clear.triggered.connect(self.leave)
        self.addAction(self._clear, QLineEdit.ActionPosition.TrailingPosition)
        self.textChanged.connect(self._changed)
        theme.changed.connect(self._repaint_icons)
        self._repaint_icons()
        self._clear.setVisible(False)
        self.retranslate()

    @property
    def query(self) -> str:
        """What is looked for, without what does not matter."""
        return " ".join(self.text().split())

    def leave(self) -> None:
        """Stop looking."""
        self.clear()

    def _changed(self, text: str) -> None:
        self._clear.setVisible(bool(text))
        if self.query:
            self.pause.start()
        else:
            self._search()

    def _search(self) -> None:
        self.pause.stop()
        if self.query != self._searched:
            self._searched = self.query
            self.searched.emit(self.query)

    @override
    def retranslate(self) -> None:
        prompt = _(self._prompt)
        self.setPlaceholderText(prompt)
        self.setAccessibleName(prompt)
        self.setToolTip(plain_tip(f"{prompt} ({self._keys})" if self._keys else prompt))
        self._clear.setToolTip(_("Back to the list (Esc)"))
        self._clear.setText(_("Back to the list"))

    def _repaint_icons(self) -> None:
        self._mark.setIcon(self._theme.icon(Icon.SEARCH))
        self._clear.setIcon(self._theme.icon(Icon.CLOSE))

    @override
    def event(self, arg__1: QEvent) -> bool:
        # Esc belongs to the search while the focus is in it, rather than stopping the reply.
        is_asking = arg__1.type() == QEvent.Type.ShortcutOverride
        if is_asking and isinstance(arg__1, QKeyEvent) and arg__1.key() == Qt.Key.Key_Escape:
            arg__1.accept()
            return True
        return super().event(arg__1)

    @override
    def keyPressEvent(self, arg__1: QKeyEvent) -> None:
        match arg__1.key():
            case Qt.Key.Key_Escape:
                if self.text():
                    self.leave()
                else:
                    self.left.emit()
            case Qt.Key.Key_Down:
                self.stepped_down.emit()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                if not arg__1.isAutoRepeat():
                    self._search()
                    self.entered.emit()
            case _:
                super().keyPressEvent(arg__1)
