"""A small dialog that says what is about to happen and offers what may be done about it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QPushButton, QWidget

from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import flow, vbox


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
        vbox(
            plain_label(title, role="title"),
            plain_label(text),
            4,
            flow(*(self._button(choice) for choice in choices)),
            inside=self,
            gap=10,
            margins=(20, 18, 20, 16),
        )

    def _button(self, choice: DialogChoice) -> QPushButton:
        def chosen() -> None:
            self.accept()
            choice.act()

        role = "primary" if choice.is_primary else ""
        button = push_button(choice.name, choice.label, role=role, on_click=chosen)
        button.setDefault(choice.is_primary)
        return button
