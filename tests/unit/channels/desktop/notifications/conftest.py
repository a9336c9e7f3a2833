"""The window's connection to a real session bus."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from assistant.channels.desktop.notifications.session_bus import SessionBus


@pytest.fixture
def bus(qapp: QApplication, bus_address: str) -> Iterator[SessionBus]:
    """The window's connection."""
    made = SessionBus()
    assert made.open(bus_address)
    yield made
    made.close()
    made.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
