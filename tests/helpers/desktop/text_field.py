"""A program of its own with one text field, into which others type; prints each text as JSON.

Run as `python -m tests.helpers.desktop.text_field [--password]` with a display.
"""

import json
import sys

from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QWidget


def tell(**facts: object) -> None:
    """Print a line for whoever started it."""
    sys.stdout.write(json.dumps(facts) + "\n")
    sys.stdout.flush()


def main() -> None:
    """Show the field until it is ended."""
    application = QApplication(sys.argv)
    field: QWidget

    def focus_changed(_old: QWidget | None, new: QWidget | None) -> None:
        tell(focus=new is not None)

    def text_changed(written: str) -> None:
        tell(text=written)

    if "--password" in sys.argv:
        line = QLineEdit()
        line.setEchoMode(QLineEdit.EchoMode.Password)
        line.textChanged.connect(text_changed)
        field = line
    else:
        text = QPlainTextEdit()
        text.textChanged.connect(lambda: text_changed(text.toPlainText()))
        field = text
    field.setWindowTitle("Another program")
    field.resize(700, 200)
    application.focusChanged.connect(focus_changed)
    field.show()
    field.activateWindow()
    application.exec()


if __name__ == "__main__":
    main()
