"""A part of the screen that goes with the message."""

from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.app.main_window import MainWindow
from assistant.channels.desktop.app.region_picker import RegionPicker, ScreenshotTaker
from assistant.channels.desktop.widgets.theme import Theme
from assistant.protocol.notices import Notice
from tests.helpers.desktop.screenshot_portal import FakeScreenshotPortal


@pytest.fixture(autouse=True)
def own_entries(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No test writes the program's entry into the user's folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))


def coloured(colour: str) -> QImage:
    image = QImage(1_600, 1_200, QImage.Format.Format_RGB32)
    image.fill(QColor(colour))
    return image


def taker(window: MainWindow, theme: Theme, colour: str = "teal") -> ScreenshotTaker:
    return ScreenshotTaker(
        window=window, theme=theme, grab=lambda _window: coloured(colour), gone_ms=0
    )


def chosen(qtbot: QtBot, taking: ScreenshotTaker) -> RegionPicker:
    taking.take()
    qtbot.waitUntil(lambda: taking.picker is not None)
    assert taking.picker is not None
    taking.picker.resize(800, 600)
    return taking.picker


def test_a_region_is_drawn_and_taken_as_it_was_seen(
    qtbot: QtBot, window: MainWindow, theme: Theme
) -> None:
    taking = taker(window, theme)
    picker = chosen(qtbot, taking)
    assert not window.isVisible()
    with qtbot.waitSignal(taking.taken) as taken:
        QTest.mousePress(picker, Qt.MouseButton.LeftButton, pos=QPoint(300, 200))
        QTest.mouseMove(picker, QPoint(100, 100))
        QTest.mouseRelease(picker, Qt.MouseButton.LeftButton, pos=QPoint(100, 100))
    assert taken.args is not None
    assert taken.args[0].size() == QSize(400, 200), "two pixels of the screen for each"
    assert window.isVisible()


@pytest.mark.parametrize(
    ("key", "is_taken"), [(Qt.Key.Key_Return, True), (Qt.Key.Key_Escape, False)]
)
def test_the_keyboard_takes_all_of_it_or_none(
    qtbot: QtBot, window: MainWindow, theme: Theme, key: Qt.Key, *, is_taken: bool
) -> None:
    taking = taker(window, theme)
    images: list[QImage] = []
    taking.taken.connect(images.append)
    QTest.keyClick(chosen(qtbot, taking), key)
    assert [image.size() for image in images] == [QSize(1_600, 1_200)] * is_taken
    assert window.isVisible()


def test_a_click_that_draws_nothing_goes_on(qtbot: QtBot, window: MainWindow, theme: Theme) -> None:
    taking = taker(window, theme)
    picker = chosen(qtbot, taking)
    with qtbot.assertNotEmitted(taking.taken):
        QTest.mouseClick(picker, Qt.MouseButton.LeftButton, pos=QPoint(9, 9))
    assert picker.isVisible()
    QTest.keyClick(picker, Qt.Key.Key_Escape)


def test_a_system_that_shows_nothing_is_told_of(
    qtbot: QtBot,
    window: MainWindow,
    theme: Theme,
    bus_address: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", bus_address)
    taking = taker(window, theme, "black")
    with qtbot.waitSignal(taking.failed) as failed:
        taking.take()
    assert failed.args is not None
    notice = cast("Notice", failed.args[0])
    assert "paste it here" in notice.hint
    assert window.isVisible()


@pytest.mark.parametrize(
    ("code", "uri", "comes"),
    [(0, "a b.png", "taken"), (0, "none.png", "failed"), (1, "", "nothing"), (2, "", "failed")],
)
def test_under_wayland_the_desktop_lets_the_user_choose(
    qtbot: QtBot,
    window: MainWindow,
    theme: Theme,
    bus_address: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    *,
    code: int,
    uri: str,
    comes: str,
) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", bus_address)
    coloured("teal").save(str(tmp_path / "a b.png"))
    taking = taker(window, theme, "black")
    images: list[QImage] = []
    notices: list[Notice] = []
    taking.taken.connect(images.append)
    taking.failed.connect(notices.append)
    with FakeScreenshotPortal(bus_address, code=code, uri=(tmp_path / uri).as_uri()):
        taking.take()
        assert not window.isVisible()
        qtbot.waitUntil(window.isVisible)
    assert [image.size() for image in images] == [QSize(1_600, 1_200)] * (comes == "taken")
    assert len(notices) == (comes == "failed")


def test_the_key_takes_a_picture_for_the_message(qtbot: QtBot, window: MainWindow) -> None:
    window.screenshots.taken.emit(coloured("teal"))
    qtbot.waitUntil(lambda: window.composer.attachments.isVisible())
    QTest.keyClick(
        window,
        Qt.Key.Key_S,
        Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
    )
    assert not window.isVisible(), "Parley itself is not on the picture"
    qtbot.waitUntil(lambda: window.isVisible() or window.screenshots.picker is not None)
    if window.screenshots.picker is not None:
        QTest.keyClick(window.screenshots.picker, Qt.Key.Key_Escape)
    assert window.isVisible()
