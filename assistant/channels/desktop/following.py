"""A column of entries that follows its end unless the person scrolled away."""

from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from assistant.channels.desktop.icons import Icon
from assistant.channels.desktop.theme import Theme
from assistant.locale import _

COLUMN_PX: Final = 760
"""Widest column of text that reads well."""
_NEAR_END_PX: Final = 24


class FollowingColumn(QScrollArea):
    """Scrolls a column; whoever derives from it puts entries into `_box`, above its stretch."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._follows = True
        self._column = QWidget()
        self._column.setObjectName("column")
        self._column.setMaximumWidth(COLUMN_PX)
        self._column.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._box = QVBoxLayout(self._column)
        self._box.setContentsMargins(0, 18, 0, 18)
        self._box.setSpacing(14)
        self._box.addStretch(1)
        content = QWidget()
        content.setObjectName("column")
        sides = QHBoxLayout(content)
        sides.setContentsMargins(18, 0, 18, 0)
        sides.addStretch(1)
        sides.addWidget(self._column, 1000)
        sides.addStretch(1)
        self.setWidget(content)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setAutoFillBackground(False)
        self._jump = QToolButton(self)
        self._jump.setProperty("role", "suggestion")
        self._jump.setIconSize(QSize(18, 18))
        self._jump.clicked.connect(self.follow)
        self._jump.hide()
        bar = self.verticalScrollBar()
        bar.rangeChanged.connect(self._range_changed)
        bar.valueChanged.connect(self._scrolled)
        theme.changed.connect(self._repaint_icons)
        self._repaint_icons()

    @property
    def follows(self) -> bool:
        """Whether new words scroll into view."""
        return self._follows

    def follow(self) -> None:
        """Go to the end and stay there."""
        self._follows = True
        bar = self.verticalScrollBar()
        bar.setValue(bar.maximum())
        self._place_jump()

    def _range_changed(self, _minimum: int, maximum: int) -> None:
        if self._follows:
            self.verticalScrollBar().setValue(maximum)
        self._place_jump()

    def _scrolled(self, value: int) -> None:
        bar = self.verticalScrollBar()
        self._follows = value >= bar.maximum() - _NEAR_END_PX
        self._place_jump()

    def _place_jump(self) -> None:
        self._jump.setVisible(not self._follows)
        self._jump.adjustSize()
        self._jump.move(
            (self.width() - self._jump.width()) // 2, self.height() - self._jump.height() - 10
        )
        self._jump.raise_()

    def _repaint_icons(self) -> None:
        self._jump.setIcon(self._theme.icon(Icon.ARROW_DOWN, self._theme.tokens.text))

    def retranslate(self) -> None:
        """Take the words of the interface's language."""
        self._jump.setToolTip(_("Go to the newest message"))
        self._jump.setAccessibleName(_("Go to the newest message"))

    @override
    def changeEvent(self, arg__1: QEvent) -> None:
        super().changeEvent(arg__1)
        if arg__1.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    @override
    def resizeEvent(self, arg__1: QResizeEvent) -> None:
        super().resizeEvent(arg__1)
        self._place_jump()
