"""What the dialogs about backups are made of."""

from PySide6.QtWidgets import QLineEdit, QProgressBar, QWidget

from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import vbox
from assistant.errors import AssistantError
from assistant.locale import joined


class WorkProgress(QWidget):
    """A bar that moves while something is done, and what that is; hidden until then."""

    def __init__(self) -> None:
        super().__init__()
        bar = QProgressBar()
        bar.setRange(0, 0)
        bar.setTextVisible(False)
        self._step = plain_label(role="description", name="work_step")
        vbox(bar, self._step, inside=self, gap=6)
        self.hide()

    def show_step(self, text: str) -> None:
        """Show what is being done."""
        self._step.setText(text)
        self.show()


def password_edit(name: str) -> QLineEdit:
    """Return a line whose contents are not shown."""
    edit = QLineEdit()
    edit.setObjectName(name)
    edit.setEchoMode(QLineEdit.EchoMode.Password)
    return edit


def error_text(error: AssistantError) -> str:
    """Return what went wrong and what can be done, as a label shows it."""
    return joined(error.message, error.hint)
