"""The head of the window: buttons, models, meter."""

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QRect, Qt, QTimer
from PySide6.QtWidgets import QMenu, QWidget
from pytestqt.qtbot import QtBot
from typing_extensions import override

from assistant.channels.desktop.app.header import LOUD_DBFS, QUIET_DBFS, Header, meter_share
from assistant.channels.desktop.app.main_window import MainWindow
from assistant.channels.desktop.app.overflow_menu import MenuEntry
from assistant.channels.desktop.conversation.model.header_status import (
    AssistantActivity,
    HeaderStatus,
)
from assistant.channels.desktop.widgets.labels import ElidedLabel
from assistant.channels.desktop.widgets.theme import Theme
from assistant.protocol.conversation_state import VoiceSessionState

Key = Qt.Key


@pytest.mark.requirement("APP-04")
@pytest.mark.parametrize(
    ("status", "state", "line"),
    [
        (HeaderStatus(), "Ready", ""),
        (HeaderStatus(is_muted=True), "Microphone off", ""),
        (HeaderStatus(is_waiting=True), "Waiting for your choice", ""),
        (
            HeaderStatus(activity=AssistantActivity.LISTENING, session=VoiceSessionState.ACTIVE),
            "Listening",
            "Voice session",
        ),
        (
            HeaderStatus(activity=AssistantActivity.THINKING, is_muted=True),
            "Thinking",
            "Microphone off",
        ),
        (
            HeaderStatus(activity=AssistantActivity.THINKING, is_trying_again=True),
            "Trying again",
            "",
        ),
        (HeaderStatus(activity=AssistantActivity.USING_TOOL), "Working", ""),
        (
            HeaderStatus(activity=AssistantActivity.WAITING, is_waiting=True),
            "Waiting for your choice",
            "",
        ),
        (
            HeaderStatus(
                activity=AssistantActivity.SPEAKING,
                session=VoiceSessionState.ENDING,
                is_waiting=True,
            ),
            "Speaking",
            "Voice session ending · Waiting for your choice",
        ),
    ],
)
def test_the_header_says_what_goes_on(
    window: MainWindow, status: HeaderStatus, state: str, line: str
) -> None:
    window.show_status(status)
    assert (window.header.state_text, window.header.session_text) == (state, line)
    assert window.header.accessibleDescription().startswith(state)


@pytest.mark.requirement("APP-04")
def test_a_state_that_lacks_room_ends_with_an_ellipsis_and_is_whole_in_the_tip(
    qtbot: QtBot,
) -> None:
    header = Header(theme=Theme())
    qtbot.addWidget(header)
    header.set_model("claude-sonnet")
    header.set_status(HeaderStatus(is_waiting=True))
    chip = QWidget()
    chip.setFixedWidth(400)
    header.add_chip(chip)
    header.resize(header.minimumSizeHint().width() + 60, 60)
    header.show()
    state = header.findChild(ElidedLabel, "state")
    assert state is not None
    qtbot.waitUntil(lambda: state.shown.endswith("…"))
    assert state.toolTip() == "Waiting for your choice"
    header.resize(1200, 60)
    qtbot.waitUntil(lambda: state.shown == "Waiting for your choice")


def test_the_model_is_named_in_a_wide_window_and_in_a_narrow_one(window: MainWindow) -> None:
    window.show_model("SmolLM2")
    window.resize(900, 700)
    assert window.header.model_text == "SmolLM2"
    assert window.header.session_text == ""
    window.resize(400, 700)
    assert window.header.session_text == "SmolLM2"


def test_where_there_are_several_models_a_narrow_window_lists_them_too(window: MainWindow) -> None:
    wanted: list[str] = []
    window.header.model_menu.chosen.connect(wanted.append)
    window.show_model("one")
    window.conversation_opened(model="one", models=("one", "two"))
    window.resize(520, 700)
    assert window.header.session_text == ""
    menu = window.header.model_menu
    assert menu.isVisibleTo(window.header)
    menu.choose("two")
    assert wanted == ["two"]
    assert window.header.model_text == "one", "only the engine says which model answers"
    window.show_model("two")
    assert window.header.model_text == "two"


@pytest.mark.parametrize("width", [360, 920])
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_the_number_of_questions_moves_nothing_beside_it(
    window: MainWindow, theme: Theme, width: int, scale: float
) -> None:
    theme.set_scale(scale)
    window.resize(width, 760)
    header = window.header

    def places(waiting: int) -> dict[QWidget, QRect]:
        header.set_waiting(waiting)
        QCoreApplication.processEvents()
        parts = header.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
        return {part: part.geometry() for part in parts if part.isVisible()}

    before = places(0)
    for waiting in (1, 9, 0):
        assert places(waiting) == before


def test_agents_that_wait_at_their_own_dialogs_are_counted_with_the_questions(
    window: MainWindow,
) -> None:
    button = window.header.questions_button
    window.header.set_waiting(2, agents=1)
    assert button.text() == "3"
    assert button.accessibleName() == "Open questions: 2 · 1 coding agent waits for you"
    assert "1 coding agent waits for you" in button.toolTip()
    window.header.set_waiting(0)
    assert (button.text(), button.accessibleName()) == ("", "Open questions")


def test_a_large_text_makes_the_header_narrow_sooner(window: MainWindow, theme: Theme) -> None:
    header = window.header
    window.conversation_opened(model="large", models=("large", "small"))
    window.resize(700, 700)
    window.show()
    assert header.model_menu.isVisible()
    assert header.session_text == ""
    theme.set_scale(1.6)
    assert not header.model_menu.isVisible()
    assert header.session_text == "large"


def test_a_header_that_is_narrow_from_the_start_is_laid_out_so(qtbot: QtBot, theme: Theme) -> None:
    header = Header(theme=theme)
    header.set_model("one")
    header.resize(400, 60)
    qtbot.addWidget(header, before_close_func=lambda _widget: header.hide())
    with qtbot.waitExposed(header):
        header.show()
    assert header.session_text == "one"
    assert not header.model_menu.isVisible()


@pytest.mark.requirement("G-19")
def test_where_the_window_has_no_room_for_them_the_models_are_in_the_menu(
    window: MainWindow,
) -> None:
    wanted: list[str] = []
    window.header.model_menu.chosen.connect(wanted.append)
    entry = window.header.menu.action(MenuEntry.MODEL)
    window.show_model("one")
    window.resize(400, 700)
    assert not entry.isVisible(), "there is nothing to choose from"
    window.conversation_opened(model="one", models=("one", "two"))
    assert entry.isVisible()
    assert entry.text() == "Model"
    entries = entry.menu()
    assert isinstance(entries, QMenu)
    assert [(a.text(), a.isChecked()) for a in entries.actions()] == [("one", True), ("two", False)]
    entries.actions()[1].trigger()
    assert wanted == ["two"]
    window.resize(900, 700)
    assert not entry.isVisible(), "the button has it"
    window.header.model_menu.choose("two")
    assert wanted == ["two", "two"]


@pytest.mark.parametrize(
    ("dbfs", "share"),
    [(-120.0, 0.0), (QUIET_DBFS, 0.0), (LOUD_DBFS, 1.0), (0.0, 1.0), (-36.0, 0.5)],
)
def test_the_meter_is_linear_in_decibels(dbfs: float, share: float) -> None:
    assert meter_share(dbfs) == pytest.approx(share)


def test_the_meter_moves_only_while_something_goes_on(window: MainWindow) -> None:
    orb = window.header.orb
    assert not orb.is_moving
    window.show_status(HeaderStatus(activity=AssistantActivity.LISTENING))
    window.show_level(-36.0)
    assert orb.is_moving
    assert orb.level == pytest.approx(0.5)
    window.show_status(HeaderStatus())
    assert not orb.is_moving
    assert orb.level == 0.0


def test_nothing_moves_where_the_user_wants_no_motion(window: MainWindow, theme: Theme) -> None:
    theme.reduce_motion(True)
    for activity in AssistantActivity:
        window.show_status(HeaderStatus(activity=activity))
        window.show_level(-36.0)
        assert not window.header.orb.is_moving


def test_the_meter_rests_in_silence_until_it_is_louder(window: MainWindow, qtbot: QtBot) -> None:
    orb = window.header.orb
    window.show_status(HeaderStatus(activity=AssistantActivity.LISTENING))
    window.show_level(QUIET_DBFS)
    qtbot.waitUntil(lambda: not orb.is_moving)
    window.show_level(-36.0)
    assert orb.is_moving
    window.show_level(QUIET_DBFS)
    qtbot.waitUntil(lambda: not orb.is_moving)
    window.show_status(HeaderStatus())
    window.show_level(-36.0)
    assert not orb.is_moving


class PaintCounter(QObject):
    """Counts how often a widget is painted."""

    def __init__(self, watched: QWidget) -> None:
        super().__init__(watched)
        self.painted = 0
        watched.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.painted += event.type() == QEvent.Type.Paint
        return False


def test_in_silence_the_meter_is_not_painted_again(window: MainWindow) -> None:
    orb = window.header.orb
    window.show_status(HeaderStatus(activity=AssistantActivity.LISTENING))
    counter = PaintCounter(orb)
    (frames,) = orb.findChildren(QTimer)
    frames.stop()  # the test is the clock

    def painted_during(dbfs: float, count: int) -> int:
        before = counter.painted
        for _frame in range(count):
            window.show_level(dbfs)
            frames.timeout.emit()
            QCoreApplication.processEvents()
        return counter.painted - before

    painted_during(QUIET_DBFS, 10)
    assert painted_during(QUIET_DBFS, 50) == 0
    assert painted_during(-30.0, 50) > 25
    painted_during(QUIET_DBFS, 30)  # it falls slowly
    assert painted_during(QUIET_DBFS, 50) == 0
