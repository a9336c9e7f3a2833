"""Clipboard and screen, used from another thread."""

import asyncio
import concurrent.futures
import random
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import pytest
from PySide6.QtCore import QByteArray, QMimeData, Qt, QThread
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.app.clipboard_and_screen import (
    LONGEST,
    MAX_CLIPBOARD_CHARACTERS,
    MAX_PNG,
    DesktopClipboard,
    DesktopScreen,
    encoded_for_model,
    is_black,
)
from assistant.channels.desktop.app.gui_executor import GuiExecutor
from assistant.errors import AssistantError

T = TypeVar("T")


def elsewhere(qtbot: QtBot, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run a coroutine on a loop of another thread, as the engine does, while Qt works on."""
    result: concurrent.futures.Future[T] = concurrent.futures.Future()

    def run() -> None:
        try:
            result.set_result(asyncio.run(work()))
        except BaseException as error:  # noqa: BLE001  # it is the test's
            result.set_exception(error)

    thread = threading.Thread(target=run)
    thread.start()
    qtbot.waitUntil(result.done, timeout=20_000)
    thread.join()
    return result.result()


@pytest.fixture
def calls(qapp: QApplication) -> GuiExecutor:
    return GuiExecutor()


def test_a_call_runs_on_the_gui_thread(qtbot: QtBot, calls: GuiExecutor) -> None:
    async def ask() -> bool:
        def is_gui() -> bool:
            return QThread.currentThread() is QGuiApplication.instance().thread()  # pyright: ignore[reportOptionalMemberAccess]

        return await asyncio.wrap_future(calls.submit(is_gui))

    assert elsewhere(qtbot, ask)


def test_what_a_call_raises_belongs_to_whoever_waits(qtbot: QtBot, calls: GuiExecutor) -> None:
    async def ask() -> None:
        await asyncio.wrap_future(calls.submit(lambda: 1 / 0))

    with pytest.raises(ZeroDivisionError):
        elsewhere(qtbot, ask)


def test_a_call_that_nobody_waits_for_any_more_is_not_run(
    qapp: QApplication, calls: GuiExecutor
) -> None:
    ran: list[int] = []
    calls.submit(lambda: ran.append(1)).cancel()
    last = calls.submit(lambda: ran.append(2))
    qapp.processEvents()

    assert last.done()
    assert ran == [2]


def test_what_is_posted_runs_in_order_until_the_end(qapp: QApplication, calls: GuiExecutor) -> None:
    ran: list[int] = []
    calls.post(lambda: ran.append(1))
    calls.post(lambda: ran.append(2))
    assert ran == []
    qapp.processEvents()
    calls.post(lambda: ran.append(3))
    calls.close()
    qapp.processEvents()
    assert ran == [1, 2]


def test_after_the_end_nothing_runs(qapp: QApplication, calls: GuiExecutor) -> None:
    before = calls.submit(lambda: 1)
    calls.close()
    after = calls.submit(lambda: 1)
    qapp.processEvents()

    for call in (before, after):
        assert isinstance(call.exception(timeout=0), AssistantError)


def test_a_text_goes_to_the_clipboard_and_back(qtbot: QtBot, calls: GuiExecutor) -> None:
    clipboard = DesktopClipboard(calls=calls)

    async def use() -> str | None:
        await clipboard.write("안녕 茶")
        return (await clipboard.read()).text

    assert elsewhere(qtbot, use) == "안녕 茶"
    assert clipboard.unavailable is None


def test_a_picture_on_the_clipboard_is_no_text(qtbot: QtBot, calls: GuiExecutor) -> None:
    held = QMimeData()
    held.setData("image/png", QByteArray(b"x"))
    QGuiApplication.clipboard().setMimeData(held)

    clipping = elsewhere(qtbot, DesktopClipboard(calls=calls).read)

    assert clipping.text is None
    assert "image/png" in clipping.kinds


def test_of_a_huge_text_not_all_is_taken(qtbot: QtBot, calls: GuiExecutor) -> None:
    QGuiApplication.clipboard().setText("x" * (MAX_CLIPBOARD_CHARACTERS + 1))

    clipping = elsewhere(qtbot, DesktopClipboard(calls=calls).read)

    assert len(clipping.text or "") == MAX_CLIPBOARD_CHARACTERS


def test_the_window_is_taken_as_it_is(qtbot: QtBot, calls: GuiExecutor) -> None:
    window = QLabel("Hello")
    window.setStyleSheet("background: #336699")
    qtbot.addWidget(window)
    window.resize(300, 200)
    window.show()
    screen = DesktopScreen(calls=calls, window=window, settle_s=0)

    shot = elsewhere(qtbot, lambda: screen.take("window"))

    image = QImage.fromData(shot.png)
    assert (shot.width, shot.height) == (image.width(), image.height()) == (300, 200)
    assert image.pixelColor(2, 2) == QColor("#336699")


def test_the_screen_is_taken_or_it_is_said_that_it_cannot_be(
    qtbot: QtBot, calls: GuiExecutor
) -> None:
    window = QLabel("Hello")
    window.setStyleSheet("background: #336699")
    qtbot.addWidget(window)
    window.show()
    screen = DesktopScreen(calls=calls, window=window, settle_s=0)

    shot = elsewhere(qtbot, lambda: screen.take("screen"))

    assert max(shot.width, shot.height) <= LONGEST


def noise(width: int, height: int) -> QImage:
    data = random.Random(1).randbytes(width * height * 4)
    return QImage(data, width, height, QImage.Format.Format_RGB32).copy()


def test_a_large_picture_is_made_smaller(qapp: QApplication) -> None:
    image = QImage(5_120, 1_440, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)

    shot = encoded_for_model(image)

    assert (shot.width, shot.height) == (LONGEST, LONGEST * 1_440 // 5_120)


def test_a_picture_that_does_not_pack_is_made_smaller_still(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("assistant.channels.desktop.app.clipboard_and_screen.MAX_PNG", 20_000)

    shot = encoded_for_model(noise(200, 200))

    assert len(shot.png) <= 20_000 < MAX_PNG
    assert shot.width < 200


@pytest.mark.parametrize("is_null", [True, False])
def test_a_black_picture_is_no_picture(qapp: QApplication, is_null: bool) -> None:
    image = QImage() if is_null else QImage(1_920, 1_080, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.black)

    with pytest.raises(AssistantError, match="Wayland"):
        encoded_for_model(image)


def test_a_dark_picture_with_a_little_light_is_one(qapp: QApplication) -> None:
    image = QImage(1_920, 1_080, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.black)
    painter = QPainter(image)
    painter.fillRect(100, 100, 60, 60, Qt.GlobalColor.white)
    painter.end()

    assert not is_black(image)
