import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.widgets.buttons import WordButton, push_button
from assistant.channels.desktop.widgets.layouts import flow
from assistant.channels.desktop.widgets.theme import Theme

WORDS = "Answer this with the built-in model, which is smaller"


@pytest.fixture
def long_button(theme: Theme) -> WordButton:
    return push_button("long", WORDS)


def test_a_button_that_is_wider_than_its_row_elides_its_words_and_has_them_as_tool_tip(
    qtbot: QtBot, long_button: WordButton
) -> None:
    row = flow(push_button("short", "Try again"), long_button)
    qtbot.addWidget(row)
    row.resize(200, 200)
    row.show()
    assert long_button.width() == 200
    assert long_button.shown.startswith("Answer")
    assert long_button.shown.endswith("…")
    assert long_button.toolTip() == WORDS
    row.resize(900, 200)
    assert long_button.shown == WORDS
    assert not long_button.toolTip()


def test_a_row_may_be_narrower_than_its_widest_button(
    qtbot: QtBot, long_button: WordButton
) -> None:
    row = flow(long_button)
    qtbot.addWidget(row)
    assert row.minimumSizeHint().width() < long_button.sizeHint().width() / 2


def test_an_elided_button_keeps_a_tool_tip_of_its_own(
    qtbot: QtBot, long_button: WordButton
) -> None:
    long_button.setToolTip("Costs nothing")
    row = flow(long_button)
    qtbot.addWidget(row)
    row.resize(200, 200)
    row.show()
    assert long_button.toolTip() == "Costs nothing"


def test_a_low_button_stands_in_the_middle_of_its_row(qtbot: QtBot, theme: Theme) -> None:
    high, low = push_button("high", "Connect"), push_button("low", "Forget it", role="link")
    below = push_button("below", "A button with more words than the row has room for")
    row = flow(high, low, below)
    qtbot.addWidget(row)
    row.resize(300, 200)
    row.show()
    assert low.height() < high.height()
    middles = {button.y() + button.height() // 2 for button in (high, low)}
    assert max(middles) - min(middles) <= 1
    assert below.y() == high.height() + 8
    assert row.heightForWidth(300) == below.y() + below.height()


def working(qtbot: QtBot) -> tuple[QWidget, WordButton, WordButton]:
    """Return a row, its button that had the focus and works now, and its other button."""
    button, other = push_button("try", "Try it"), push_button("skip", "Skip all")
    row = flow(button, other)
    qtbot.addWidget(row)
    with qtbot.waitActive(row):
        row.show()
        row.activateWindow()
    button.setFocus()
    button.setEnabled(False)
    return row, button, other


def test_the_focus_waits_for_a_button_that_works_and_goes_to_no_other(qtbot: QtBot) -> None:
    row, button, _other = working(qtbot)
    assert row.focusWidget() is None
    button.setEnabled(True)
    assert row.focusWidget() is button


def test_a_button_that_worked_leaves_the_focus_where_the_user_went_meanwhile(qtbot: QtBot) -> None:
    row, button, other = working(qtbot)
    other.setFocus()
    button.setEnabled(True)
    assert row.focusWidget() is other
