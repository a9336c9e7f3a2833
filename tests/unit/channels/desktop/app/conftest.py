"""The whole desktop app, over an engine that the test plays."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from assistant.channels.desktop.app.application import DesktopApp
from assistant.home import Home
from tests.helpers.clock import ManualClock
from tests.helpers.engine.fake_client import FakeEngineClient
from tests.unit.channels.desktop.contexts import make_secrets
from tests.unit.channels.desktop.settings.stores import HomeStore

MakeApp = Callable[..., DesktopApp]
"""Makes the app; takes what `DesktopApp` takes beside the engine, the clock and the stores."""


@pytest.fixture
def make_app(
    qapp: QApplication, engine: FakeEngineClient, clock: ManualClock, home: Home
) -> Iterator[MakeApp]:
    """Makes apps, which are closed and taken away at the end."""
    made: list[DesktopApp] = []

    def make(**more: Any) -> DesktopApp:
        app = DesktopApp(
            engine=engine,
            clock=clock,
            store=HomeStore(home),
            secrets=make_secrets(),
            home=home,
            **more,
        )
        made.append(app)
        return app

    yield make
    for app in made:
        app.close()
        app.window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
