"""Whether there is a panel that shows the icon, over a real session bus."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.conversation.model.header_status import HeaderStatus
from assistant.channels.desktop.notifications import session_bus
from assistant.channels.desktop.notifications.session_bus import Address, SessionBus
from assistant.channels.desktop.tray.model.tray_state import TrayState
from assistant.channels.desktop.tray.tray_icon import WATCHER, TrayIcon
from assistant.locale import use_language
from tests.helpers.desktop.icon_watcher import FakeIconWatcher

WATCHER_ADDRESS = Address(name=WATCHER, path="/StatusNotifierWatcher", interface=WATCHER)


class Panel:
    """What Qt would say of it."""

    is_there = False


@pytest.fixture
def panel() -> Panel:
    return Panel()


@pytest.fixture
def bus(qtbot: QtBot, bus_address: str) -> Iterator[SessionBus]:
    """The window's connection."""
    made = SessionBus()
    assert made.open(bus_address)
    yield made
    made.close()
    made.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def icon(bus: SessionBus, panel: Panel) -> Iterator[TrayIcon]:
    """The icon, for which no panel counts as gone before it is."""
    made = TrayIcon(bus=bus, has_panel=lambda: panel.is_there, gone_ms=1)
    yield made
    made.close()
    made.deleteLater()


@pytest.fixture
def seen(icon: TrayIcon) -> list[str]:
    """What was told of it."""
    seen: list[str] = []
    icon.came.connect(lambda: seen.append("came"))
    icon.gone.connect(lambda: seen.append("gone"))
    return seen


def test_it_stands_where_there_is_a_panel(
    icon: TrayIcon, panel: Panel, seen: list[str], bus_address: str, qtbot: QtBot
) -> None:
    assert not icon.is_seen
    panel.is_there = True
    with FakeIconWatcher(bus_address):
        qtbot.waitUntil(lambda: icon.is_seen)
    qtbot.waitUntil(lambda: not icon.is_seen)
    assert seen == ["came", "gone"]


def test_it_waits_for_the_panel_behind_the_watcher(
    icon: TrayIcon, panel: Panel, bus_address: str, qtbot: QtBot
) -> None:
    with FakeIconWatcher(bus_address, has_host=False) as watcher:
        qtbot.waitUntil(lambda: bool(watcher.calls))
        panel.is_there = True
        watcher.add_host()
        qtbot.waitUntil(lambda: icon.is_seen)


def test_a_panel_that_is_started_again_is_the_same(
    bus: SessionBus, panel: Panel, bus_address: str, qtbot: QtBot
) -> None:
    icon = TrayIcon(bus=bus, has_panel=lambda: panel.is_there)
    gone: list[int] = []
    icon.gone.connect(lambda: gone.append(1))
    panel.is_there = True
    with FakeIconWatcher(bus_address):
        qtbot.waitUntil(lambda: icon.is_seen)
    with FakeIconWatcher(bus_address) as again:
        qtbot.waitUntil(lambda: bool(again.calls))
    assert icon.is_seen
    assert gone == []
    icon.close()


def test_a_watcher_that_hangs_is_not_asked_by_qt_which_would_wait(
    bus: SessionBus, bus_address: str, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def has_panel() -> bool:
        asked.append(1)
        return True

    watcher = FakeIconWatcher(bus_address)
    watcher.is_deaf = True
    with watcher:
        monkeypatch.setattr(session_bus, "ANSWER_MS", 50)
        icon = TrayIcon(bus=bus, has_panel=has_panel, gone_ms=1)
        later: list[object] = []
        bus.call(WATCHER_ADDRESS, "Ping", then=later.append)  # given up after what came before
        qtbot.waitUntil(lambda: later == [None])
        assert asked == []
    assert not icon.is_seen
    icon.close()


def test_without_a_bus_qt_is_asked(qtbot: QtBot, panel: Panel) -> None:
    panel.is_there = True
    icon = TrayIcon(bus=SessionBus(), has_panel=lambda: panel.is_there)
    assert not icon.is_seen
    qtbot.waitUntil(lambda: icon.is_seen)
    icon.close()
    assert not icon.is_seen


def test_its_menu_says_what_the_window_does(icon: TrayIcon) -> None:
    state = TrayState(status=HeaderStatus(is_muted=True), waiting=2)
    icon.show_state(state)
    assert icon.text == state.text
    actions = {one.objectName(): one for one in icon.menu.actions() if one.objectName()}
    assert [one.text() for one in actions.values()] == [
        "Open Parley",
        "Open questions: 2",
        "Compact bar",
        "Switch the microphone on",
        "Settings…",
        "Quit Parley",
    ]
    icon.show_state(TrayState())
    assert actions["tray_mute"].text() == "Switch the microphone off"
    use_language("zh")
    icon.retranslate()
    assert actions["tray_quit"].text() == "退出 Parley"


@pytest.mark.parametrize("name", ["open", "questions", "mute", "settings", "quit"])
def test_each_entry_tells_of_itself(icon: TrayIcon, qtbot: QtBot, name: str) -> None:
    signals = {
        "open": icon.opened,
        "questions": icon.list_wanted,
        "mute": icon.mute_toggled,
        "settings": icon.settings,
        "quit": icon.quit,
    }
    (action,) = (one for one in icon.menu.actions() if one.objectName() == f"tray_{name}")
    with qtbot.waitSignal(signals[name]):
        action.trigger()
