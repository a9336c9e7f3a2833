"""A field of a form, with its words around it."""

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from assistant.channels.desktop.widgets.labels import plain_label, restyle
from assistant.channels.desktop.widgets.layouts import hbox, vbox


class FormField(QWidget):
    """A control with its title, an explanation, and what is wrong with what stands in it.

    Args:
        control: What is filled in.
        title: What is filled in there.
        hint: The explanation.
        beside: The control stands beside its title, not below it.
        buttons: Stand after the control.
    """

    def __init__(
        self,
        control: QWidget,
        title: str = "",
        hint: str = "",
        *,
        beside: bool = False,
        buttons: Sequence[QWidget] = (),
    ) -> None:
        super().__init__()
        self._control = control
        self._title = plain_label()
        self._title.setBuddy(control)
        self._hint = plain_label(role="description")
        self.error_label = plain_label(role="failed")
        self.error_label.hide()
        self._head = hbox((self._title, 1), *((control,) if beside else ()))
        vbox(
            self._head,
            *(() if beside else (hbox((control, 1), *buttons) if buttons else control,)),
            self._hint,
            self.error_label,
            inside=self,
            gap=5,
        )
        self.setFocusProxy(control)
        self.describe(title, hint)

    @property
    def title(self) -> str:
        """What is filled in there."""
        return self._title.text()

    @property
    def hint(self) -> str:
        """The explanation."""
        return self._hint.text()

    @property
    def error(self) -> str:
        """What is wrong with what stands in it; empty if nothing."""
        return self.error_label.text()

    def describe(self, title: str, hint: str = "") -> None:
        """Show another title and explanation."""
        self._title.setText(title)
        self._hint.setText(hint)
        self._hint.setVisible(bool(hint))
        self._control.setAccessibleName(title)
        self._control.setAccessibleDescription(hint)

    def show_error(self, text: str) -> None:
        """Show what is wrong; nothing if that is empty."""
        self.error_label.setText(text)
        self.error_label.setVisible(bool(text))
        self._control.setAccessibleDescription(text or self._hint.text())
        invalid = "true" if text else "false"
        if self._control.property("invalid") != invalid:
            self._control.setProperty("invalid", invalid)
            restyle(self._control)
