"""Widgets are tested offscreen, on one application."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.app.main_window import MainWindow
from assistant.channels.desktop.conversation.model.transcript import TranscriptModel
from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.widgets.theme import Theme
from assistant.home import Home
from tests.helpers.clock import ManualClock
from tests.helpers.desktop.notification_service import FakeNotificationService
from tests.helpers.desktop.session_bus import session_bus
from tests.helpers.engine.fake_client import FakeEngineClient
from tests.helpers.leftover_windows import delete_windows
from tests.unit.channels.desktop.contexts import make_context

Serve = Callable[..., FakeNotificationService]
"""Makes and starts a service; takes what it takes beside the address."""


def pytest_itemcollected(item: pytest.Item) -> None:
    """Let Qt's offscreen platform say that it has no window manager, and no panel."""
    item.add_marker(
        pytest.mark.qt_log_ignore(
            r"This plugin does not support (propagateSizeHints|raise)\(\)",
            r"No such signal QPlatformNativeInterface::systemTrayWindowChanged",
            extend=True,
        )
    )


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    """A dark theme, applied."""
    theme = Theme(choice="dark")
    theme.apply()
    yield theme
    delete_windows()


@pytest.fixture
def engine() -> FakeEngineClient:
    """An engine played by the test."""
    return FakeEngineClient()


@pytest.fixture
def clock() -> ManualClock:
    """A clock that stands still."""
    return ManualClock()


@pytest.fixture
def context(
    theme: Theme, home: Home, engine: FakeEngineClient, clock: ManualClock
) -> DesktopContext:
    """What panels are made with; settings are kept in the home, secrets in memory."""
    return make_context(theme, home, engine=engine, clock=clock)


@pytest.fixture
def opened() -> list[str]:
    """Links that were opened outside."""
    return []


@pytest.fixture
def window(qtbot: QtBot, context: DesktopContext, opened: list[str]) -> MainWindow:
    """The window, shown and active."""
    window = MainWindow(
        context,
        rows=TranscriptModel(clock=context.clock),
        wake_phrase="hey jarvis",
        open_link=opened.append,
    )
    with qtbot.waitExposed(window):
        window.show()
    window.activateWindow()
    return window


@pytest.fixture(scope="session")
def bus_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a bus that the tests of this process share."""
    with session_bus(tmp_path_factory.mktemp("bus")) as address:
        yield address


@pytest.fixture
def serve(bus_address: str) -> Iterator[Serve]:
    """Starts notification services, which leave the bus at the end."""
    with ExitStack() as stack:

        def start(**more: Any) -> FakeNotificationService:
            service = FakeNotificationService(bus_address, **more)
            stack.enter_context(service)
            return service

        yield start
