"""A small dialog that says what is about to happen and offers what may be done about it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QPushButton, QVBoxLayout, QWidget

from assistant.channels.desktop.widgets.flow_layout import FlowLayout
from assistant.channels.desktop.widgets.labels import plain_label


@dataclass(frozen=True, slots=True, kw_only=True)
class DialogChoice:
    """One button of the dialog."""

    name: str
    """Object name of the button."""
    label: str
    act: Callable[[], None]
    is_primary: bool = False


class ChoiceDialog(QDialog):
    """Says something and closes with one of its buttons; Esc does nothing but close it.

    It blocks the window it belongs to and nothing else. Open it with `open`.
    """

    def __init__(
        self, *, title: str, text: str, choices: Sequence[DialogChoice], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setObjectName("choice_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        self.setAccessibleDescription(text)
        self.setMinimumWidth(360)
        self.setMaximumWidth(520)
        box = QVBoxLayout(self)
        box.setContentsMargins(20, 18, 20, 16)
        box.setSpacing(10)
        box.addWidget(plain_label(title, role="title"))
        box.addWidget(plain_label(text))
        row = QWidget()
        flow = FlowLayout(row, gap=8)
        for choice in choices:
            flow.addWidget(self._button(choice))
        box.addSpacing(4)
        box.addWidget(row)

    def _button(self, choice: DialogChoice) -> QPushButton:
        button = QPushButton(choice.label)
        button.setObjectName(choice.name)
        button.setAutoDefault(False)
        if choice.is_primary:
            button.setProperty("role", "primary")
            button.setDefault(True)

        def chosen() -> None:
            self.accept()
            choice.act()

        button.clicked.connect(chosen)
        return button
