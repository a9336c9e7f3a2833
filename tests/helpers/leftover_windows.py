"""Windows that tests leave behind: each change of the style would go through all of their parts."""

import sys


def delete_windows() -> None:
    """Delete every window there is; nothing where Qt is not in use. On the main thread."""
    if "PySide6.QtWidgets" not in sys.modules:
        return
    from PySide6.QtCore import QCoreApplication, QEvent  # most tests need no Qt
    from PySide6.QtWidgets import QApplication

    if QApplication.instance() is None:
        return
    for window in QApplication.topLevelWidgets():
        window.hide()
        window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
