"""Rows, columns, buttons and tabs, made in a line each."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLayout,
    QPushButton,
    QScrollArea,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from assistant.channels.desktop.widgets.flow_layout import FlowLayout

Part = QWidget | QLayout
Margins = tuple[int, int, int, int]
"""Left, top, right, bottom, in logical pixels."""


def column(
    *parts: Part | tuple[Part, int],
    inside: QWidget | None = None,
    margins: Margins = (0, 0, 0, 0),
    spacing: int = -1,
) -> QVBoxLayout:
    """Return a column.

    Args:
        parts: Top to bottom, each alone or with its stretch.
        inside: The widget it lays out, if it is not put into another layout.
        margins: Around it.
        spacing: In logical pixels; -1 is that of the layout it is put into, or of the style.
    """
    box = QVBoxLayout()
    _fill(box, parts, inside, margins, spacing)
    return box


def row(
    *parts: Part | tuple[Part, int],
    inside: QWidget | None = None,
    margins: Margins = (0, 0, 0, 0),
    spacing: int = -1,
) -> QHBoxLayout:
    """Return a row of parts from left to right, as `column` does."""
    box = QHBoxLayout()
    _fill(box, parts, inside, margins, spacing)
    return box


def _fill(
    box: QBoxLayout,
    parts: Sequence[Part | tuple[Part, int]],
    inside: QWidget | None,
    margins: Margins,
    spacing: int,
) -> None:
    if inside is not None:
        inside.setLayout(box)
    box.setContentsMargins(*margins)
    box.setSpacing(spacing)
    for each in parts:
        part, stretch = each if isinstance(each, tuple) else (each, 0)
        if isinstance(part, QLayout):
            box.addLayout(part, stretch)
        else:
            box.addWidget(part, stretch)


def push_button(
    name: str,
    *,
    text: str = "",
    role: str = "",
    act: Callable[[], object] | SignalInstance | None = None,
) -> QPushButton:
    """Return a button that Enter elsewhere does not press."""
    button = QPushButton(text)
    button.setObjectName(name)
    button.setAutoDefault(False)
    if role:
        button.setProperty("role", role)
    if act is not None:
        button.clicked.connect(act)
    return button


def button_row(*buttons: QWidget, gap: int = 8) -> QWidget:
    """Return a row of buttons that breaks where the window is narrow."""
    area = QWidget()
    flow = FlowLayout(area, gap=gap)
    for button in buttons:
        flow.addWidget(button)
    return area


def tab_bar(name: str, tabs: int) -> QTabBar:
    """Return a bar of tabs without words yet."""
    bar = QTabBar()
    bar.setObjectName(name)
    bar.setDrawBase(False)
    bar.setExpanding(False)
    for _tab in range(tabs):
        bar.addTab("")
    return bar


def scrolled(content: QWidget) -> QScrollArea:
    """Return a frameless area in which a widget scrolls up and down, on the window's own ground."""
    scroll = QScrollArea()
    scroll.setWidget(content)
    scroll.setWidgetResizable(True)
    scroll.setFrameShape(QScrollArea.Shape.NoFrame)
    scroll.viewport().setAutoFillBackground(False)
    return scroll


def clear_layout(box: QBoxLayout) -> None:
    """Take every widget out of a box and away."""
    while (item := box.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
