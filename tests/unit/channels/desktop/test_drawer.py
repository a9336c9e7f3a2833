import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.drawer import BESIDE_PX, PANEL_PX, Drawer
from assistant.channels.desktop.theme import Theme

HEIGHT = 500


def made(qtbot: QtBot, width: int, *, is_open: bool = False) -> tuple[Drawer, QWidget, QWidget]:
    panel, content = QWidget(), QWidget()
    drawer = Drawer(panel=panel, content=content, is_open=is_open)
    qtbot.addWidget(drawer)
    drawer.resize(width, HEIGHT)
    with qtbot.waitExposed(drawer):
        drawer.show()
    return drawer, panel, content


@pytest.mark.usefixtures("theme")
def test_where_there_is_room_the_panel_stands_beside(qtbot: QtBot) -> None:
    drawer, panel, content = made(qtbot, BESIDE_PX)
    assert not panel.isVisible()
    assert drawer.room == BESIDE_PX
    drawer.open_panel()
    drawer.layout().activate()  # pyright: ignore[reportOptionalMemberAccess]
    assert panel.geometry().getRect() == (0, 0, PANEL_PX, HEIGHT)
    assert content.geometry().getRect() == (PANEL_PX, 0, BESIDE_PX - PANEL_PX, HEIGHT)
    assert drawer.room == content.width()
    assert not drawer.scrim.isVisible()


@pytest.mark.usefixtures("theme")
def test_where_there_is_none_it_lies_over_and_a_click_beside_it_takes_it_away(
    qtbot: QtBot,
) -> None:
    drawer, panel, content = made(qtbot, 560)
    drawer.open_panel()
    assert panel.isVisible()
    assert panel.width() < 560
    assert panel.height() == HEIGHT
    assert content.width() == 560
    assert drawer.scrim.isVisible()
    drawer.left.connect(drawer.close_panel)
    QTest.mouseClick(drawer.scrim, Qt.MouseButton.LeftButton, pos=QPoint(550, 40))
    assert not panel.isVisible()
    assert not drawer.scrim.isVisible()


@pytest.mark.usefixtures("theme")
def test_only_a_panel_that_stands_beside_is_remembered(qtbot: QtBot) -> None:
    drawer, _panel, _content = made(qtbot, 560)
    kept: list[bool] = []
    shown: list[bool] = []
    drawer.kept.connect(kept.append)
    drawer.shown.connect(shown.append)
    drawer.open_panel()
    drawer.open_panel()
    drawer.close_panel()
    assert (kept, shown) == ([], [True, False])
    drawer.resize(BESIDE_PX, HEIGHT)
    drawer.open_panel()
    drawer.close_panel()
    assert kept == [True, False]


@pytest.mark.usefixtures("theme")
def test_a_window_that_becomes_narrow_hides_the_panel_until_it_is_wide_again(
    qtbot: QtBot,
) -> None:
    drawer, panel, _content = made(qtbot, 1000, is_open=True)
    kept: list[bool] = []
    drawer.kept.connect(kept.append)
    assert panel.isVisible()
    drawer.resize(600, HEIGHT)
    assert not panel.isVisible()
    drawer.open_panel()
    drawer.resize(1000, HEIGHT)
    assert panel.isVisible()
    assert not drawer.scrim.isVisible()
    drawer.close_panel()
    drawer.resize(600, HEIGHT)
    assert not panel.isVisible()
    assert kept == [False]


def test_a_very_narrow_window_leaves_something_of_the_conversation_to_click(
    qtbot: QtBot, theme: Theme
) -> None:
    drawer, panel, _content = made(qtbot, 300)
    drawer.open_panel()
    assert 0 < panel.width() <= 300 - 40
