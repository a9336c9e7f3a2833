import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.widgets.drawer import BESIDE_PX, PANEL_PX, Drawer
from assistant.channels.desktop.widgets.theme import Theme

HEIGHT = 500


def made(qtbot: QtBot, width: int, *, is_open: bool = False) -> tuple[Drawer, QWidget, QWidget]:
    panel, content = QWidget(), QWidget()
    drawer = Drawer(panel=panel, content=content, is_open=is_open)
    # Keeps it for as long as anything may be painted.
    qtbot.addWidget(drawer, before_close_func=lambda _widget: drawer.hide())
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


def with_fields(qtbot: QtBot, width: int) -> tuple[Drawer, list[QLineEdit], list[QLineEdit]]:
    """Return a drawer with two fields in its panel and one in the rest."""
    drawer, panel, content = made(qtbot, width)
    inside = [QLineEdit(panel), QLineEdit(panel)]
    outside = [QLineEdit(content)]
    for field in (*inside, *outside):
        field.show()
    drawer.open_panel()
    drawer.activateWindow()
    inside[0].setFocus()
    qtbot.waitUntil(inside[0].hasFocus)
    return drawer, inside, outside


@pytest.mark.usefixtures("theme")
@pytest.mark.parametrize("key", [Qt.Key.Key_Tab, Qt.Key.Key_Backtab])
def test_tab_stays_in_a_panel_that_lies_over_the_rest(qtbot: QtBot, key: Qt.Key) -> None:
    _drawer, inside, _outside = with_fields(qtbot, 560)
    QTest.keyClick(inside[0], key)
    assert inside[1].hasFocus()
    QTest.keyClick(inside[1], key)
    assert inside[0].hasFocus(), "round and round, and never under the panel"


@pytest.mark.usefixtures("theme")
def test_tab_passes_over_what_cannot_be_used(qtbot: QtBot) -> None:
    _drawer, inside, _outside = with_fields(qtbot, 560)
    inside[1].setEnabled(False)
    QTest.keyClick(inside[0], Qt.Key.Key_Tab)
    assert inside[0].hasFocus()


@pytest.mark.usefixtures("theme")
def test_tab_leaves_a_panel_that_stands_beside(qtbot: QtBot) -> None:
    _drawer, inside, outside = with_fields(qtbot, BESIDE_PX)
    reached: set[QLineEdit] = set()
    for _press in range(3):
        focused = QApplication.focusWidget()
        assert isinstance(focused, QLineEdit)
        reached.add(focused)
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    assert reached == {*inside, *outside}
