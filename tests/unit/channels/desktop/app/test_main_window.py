"""The window: its input line, its bars, its looks and its words."""

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.app.main_window import MainWindow
from assistant.channels.desktop.app.model.conversation_presenter import ConversationPresenter
from assistant.channels.desktop.app.model.conversation_view import ConversationView
from assistant.channels.desktop.app.model.questions_presenter import (
    QuestionsPresenter,
    QuestionsView,
)
from assistant.channels.desktop.conversation.collapsible_entries import ToolCallSummary
from assistant.channels.desktop.conversation.composer import MessageComposer
from assistant.channels.desktop.conversation.model.header_status import (
    AssistantActivity,
    HeaderStatus,
)
from assistant.channels.desktop.markdown.prose_view import ProseView
from assistant.channels.desktop.style.tokens import DARK, LIGHT
from assistant.channels.desktop.widgets.theme import Theme
from assistant.locale import use_language
from assistant.protocol.conversation_state import VoiceSessionState
from assistant.protocol.download_progress import DownloadProgress
from assistant.protocol.notices import Notice, Severity
from tests.helpers.clock import ManualClock
from tests.helpers.engine.fake_client import FakeEngineClient
from tests.unit.channels.desktop.windows import reply, texts

Key = Qt.Key


def test_it_is_a_view(window: MainWindow) -> None:
    view: ConversationView = window
    questions: QuestionsView = window.questions
    engine, rows = FakeEngineClient(), window.transcript.rows
    asking = QuestionsPresenter(
        engine=engine,
        rows=rows,
        view=questions,
        clock=ManualClock(),
        undo_s=5.0,
        open_dialog=lambda _id: False,
    )
    ConversationPresenter(engine=engine, rows=rows, view=view, asking=asking)


def test_an_empty_conversation_says_how_to_begin_and_who_answers(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.show_model("SmolLM2")
    assert window.welcome.isVisible()
    assert "Say “hey jarvis”, or type below." in texts(window.welcome)
    assert "SmolLM2 answers." in texts(window.welcome)
    window.show_can_hear(False)
    assert "Type below to begin." in texts(window.welcome)
    window.show_can_hear(True)
    assert "Say “hey jarvis”, or type below." in texts(window.welcome)
    with qtbot.waitSignal(window.send) as sent:
        window.welcome.findChildren(QToolButton)[0].click()
    assert sent.args == ["Help me choose a weekend trip"]
    window.transcript.rows.add_user("hello", spoken=False)
    assert not window.welcome.isVisible()
    window.transcript.rows.clear()
    assert window.welcome.isVisible()


@pytest.mark.parametrize("size", [(920, 760), (360, 420), (1280, 1000)])
def test_nothing_that_comes_and_goes_moves_the_suggestions(
    window: MainWindow, size: tuple[int, int], qtbot: QtBot
) -> None:
    def places() -> list[QPoint]:
        QApplication.processEvents()
        return [
            button.mapTo(window, QPoint()) for button in window.welcome.findChildren(QToolButton)
        ]

    window.resize(*size)
    window.show_model("SmolLM2")
    before = places()
    long = Notice(code="starter_download", text="A better one is on its way. " * 4, hint="Go on.")
    for come in (
        lambda: window.show_notices([long]),
        lambda: window.setup.show_progress(DownloadProgress(name="a", total_bytes=9)),
        lambda: window.show_notices([long, Notice(code="voice", text="No microphone.")]),
        lambda: window.show_caption("One sentence."),
        lambda: window.show_model("Qwen2.5 Coder"),
        lambda: window.show_notices(()),
    ):
        come()
        assert places() == before
    assert window.size().toTuple() == size


# The input line.


def test_the_input_line_has_the_focus_and_enter_sends(window: MainWindow, qtbot: QtBot) -> None:
    assert window.focusWidget() is window.composer.field
    QTest.keyClicks(window.composer.field, "hello")
    QTest.keyClick(window.composer.field, Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClicks(window.composer.field, "you")
    with qtbot.waitSignal(window.send) as sent:
        QTest.keyClick(window.composer.field, Key.Key_Return)
    assert sent.args == ["hello\nyou"]
    assert window.composer.field.toPlainText() == ""


def test_typing_is_told_with_the_first_letter_and_now_and_then(
    window: MainWindow, theme: Theme, qtbot: QtBot
) -> None:
    told: list[None] = []
    window.composer.typing.connect(lambda: told.append(None))
    QTest.keyClicks(window.composer.field, "  ")
    assert told == [], "blanks are nothing to be sent"
    QTest.keyClicks(window.composer.field, "hello")
    assert len(told) == 1
    eager = MessageComposer(theme=theme, typing_every_s=0.0)
    qtbot.addWidget(eager)
    eager.typing.connect(lambda: told.append(None))
    QTest.keyClicks(eager.field, "hello")
    assert len(told) == 6, "each letter, once the last time is long enough ago"


def test_blank_words_are_not_sent_and_stay(window: MainWindow, qtbot: QtBot) -> None:
    QTest.keyClicks(window.composer.field, "  ")
    with qtbot.assertNotEmitted(window.send):
        QTest.keyClick(window.composer.field, Key.Key_Return)
    assert not window.composer.send_button.isEnabled()


def test_the_input_line_grows_with_its_lines_up_to_a_limit(window: MainWindow) -> None:
    heights: list[int] = []
    for lines in (1, 3, 8, 40):
        window.composer.field.setPlainText("\n".join("x" * lines))
        heights.append(window.composer.field.height())
    assert heights[0] < heights[1] < heights[2]
    assert heights[3] == heights[2]


@pytest.mark.parametrize("activity", list(AssistantActivity))
def test_the_input_line_is_never_disabled(window: MainWindow, activity: AssistantActivity) -> None:
    window.show_status(HeaderStatus(activity=activity, can_stop=True))
    assert window.composer.field.isEnabled()
    assert not window.composer.field.isReadOnly()


def test_escape_stops_wherever_the_focus_is(window: MainWindow, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.stop):
        QTest.keyClick(window.composer.field, Key.Key_Escape)
    window.composer.send_button.setFocus()
    with qtbot.waitSignal(window.stop):
        QTest.keyClick(window.composer.send_button, Key.Key_Escape)


def test_letters_typed_elsewhere_go_into_the_input_line(window: MainWindow) -> None:
    entry = reply(window, "Some words.")
    (prose,) = entry.markdown.parts
    prose.setFocus()
    QTest.keyClicks(prose, "hi")
    assert window.composer.field.toPlainText() == "hi"


def test_the_conversation_is_paged_from_the_input_line(window: MainWindow) -> None:
    for number in range(40):
        window.transcript.rows.add_user(f"Number {number}")
        window.transcript.rows.end_segment()
    QApplication.processEvents()
    field, bar = window.composer.field, window.transcript.verticalScrollBar()
    assert bar.value() == bar.maximum() > bar.pageStep()
    QTest.keyClick(field, Key.Key_PageUp)
    # What comes into view is measured, and then stands a few pixels elsewhere.
    assert bar.value() == pytest.approx(bar.maximum() - bar.pageStep(), abs=50)
    QTest.keyClick(window.composer.microphone_button, Key.Key_PageDown)
    assert bar.value() == bar.maximum()
    assert field.hasFocus()


def test_a_long_message_is_paged_in_the_input_line(window: MainWindow) -> None:
    for number in range(40):
        window.transcript.rows.add_user(f"Number {number}")
    QApplication.processEvents()
    field, bar = window.composer.field, window.transcript.verticalScrollBar()
    field.setPlainText("\n".join(f"line {number}" for number in range(60)))
    QApplication.processEvents()
    field.moveCursor(QTextCursor.MoveOperation.End)
    before = field.textCursor().position()
    at = bar.value()
    QTest.keyClick(field, Key.Key_PageUp)
    assert field.textCursor().position() < before
    assert bar.value() == at


def test_pasted_text_loses_its_looks(window: MainWindow) -> None:
    QGuiApplication.clipboard().setText("plain")
    window.composer.field.paste()
    assert window.composer.field.toPlainText() == "plain"


def test_the_buttons_say_what_the_person_wants(window: MainWindow, qtbot: QtBot) -> None:
    window.show_status(HeaderStatus(activity=AssistantActivity.SPEAKING, can_stop=True))
    for name, signal in (
        ("microphone", window.microphone),
        ("mute", window.mute),
        ("stop", window.stop),
        ("new_conversation", window.new_conversation),
    ):
        button = window.findChild(QToolButton, name)
        assert button is not None
        assert button.accessibleName()
        with qtbot.waitSignal(signal):
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_stop_shows_only_while_there_is_something_to_stop(window: MainWindow) -> None:
    assert not window.composer.stop_button.isVisible()
    window.show_status(HeaderStatus(activity=AssistantActivity.THINKING, can_stop=True))
    assert window.composer.stop_button.isVisible()


# Bars.


@pytest.mark.requirement(
    "C-48", "G-20", "MSG-01", "MSG-02", "MSG-03", "MSG-04", "MSG-05", "MSG-06", "MSG-07", "MSG-08"
)
def test_a_notice_shows_its_colour_text_and_hint_and_can_be_dismissed(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.show_notices(
        (
            Notice(code="mic", text="No microphone.", hint="Type.", severity=Severity.WARNING),
            Notice(code="net", text="No network.", severity=Severity.ERROR),
        )
    )
    first = window.findChild(QWidget, "notice_mic")
    assert first is not None
    assert texts(first)[-2:] == ["No microphone.", "Type."]
    assert first.property("severity") == "warning"
    close = first.findChild(QToolButton, "dismiss")
    assert close is not None
    with qtbot.waitSignal(window.notices.dismissed) as dismissed:
        QTest.mouseClick(close, Qt.MouseButton.LeftButton)
    assert dismissed.args == ["mic"]
    window.show_notices(())
    assert not window.notices.isVisible()


def test_the_caption_shows_while_there_is_one(window: MainWindow) -> None:
    window.show_caption("Hello there.")
    assert window.caption.isVisible()
    assert window.caption.text == "Hello there."
    window.show_caption("")
    assert not window.caption.isVisible()


def test_a_download_is_shown_until_it_is_done(window: MainWindow) -> None:
    window.setup.show_progress(DownloadProgress(name="whisper", done_bytes=5_000_000))
    assert window.setup.isVisible()
    assert window.setup.value == -1
    window.setup.show_progress(
        DownloadProgress(name="whisper", done_bytes=5_000_000, total_bytes=20_000_000)
    )
    assert window.setup.value == 25
    assert texts(window.setup) == ["Downloading whisper", "5 / 20 MB"]
    window.setup.show_progress(DownloadProgress(name="whisper", is_finished=True))
    assert not window.setup.isVisible()
    window.setup.show_progress(
        DownloadProgress(name="whisper", is_finished=True, error="no network")
    )
    assert "whisper could not be downloaded: no network" in texts(window.setup)


# Theme and language at run time.


def test_the_theme_changes_while_it_runs(window: MainWindow, theme: Theme) -> None:
    entry = reply(window, "[x](https://example.org)")
    (prose,) = entry.markdown.parts
    assert isinstance(prose, ProseView)
    assert DARK.link.lower() in prose.toHtml().lower()
    theme.choose("light")
    assert theme.tokens is LIGHT
    assert LIGHT.link.lower() in prose.toHtml().lower()
    assert LIGHT.window in QApplication.instance().styleSheet()  # pyright: ignore[reportOptionalMemberAccess, reportAttributeAccessIssue]


def test_text_grows_with_its_scale(window: MainWindow, theme: Theme) -> None:
    entry = reply(window, "word " * 200)
    before = entry.height()
    theme.set_scale(2.0)
    QApplication.processEvents()
    assert QApplication.font().pixelSize() == 28
    assert entry.sizeHint().height() > before


def test_every_part_takes_the_words_of_another_language(window: MainWindow) -> None:
    window.show_status(
        HeaderStatus(activity=AssistantActivity.LISTENING, session=VoiceSessionState.ACTIVE)
    )
    window.transcript.rows.add_tool("u", "clock", "")
    use_language("ko")
    QApplication.sendEvent(window, QEvent(QEvent.Type.LanguageChange))
    (tool,) = window.transcript.entries
    assert isinstance(tool, ToolCallSummary)
    assert window.header.state_text == "듣는 중"
    assert window.header.session_text == "음성 대화 중"
    assert window.composer.field.placeholderText() == "메시지를 입력하세요"
    assert tool.state == "실행 중…"
    assert "무엇을 도와드릴까요?" in [label.text() for label in window.welcome.findChildren(QLabel)]


def test_every_control_has_a_name(window: MainWindow) -> None:
    window.show_status(HeaderStatus(activity=AssistantActivity.LISTENING, can_stop=True))
    nameless = [
        button.objectName()
        for button in window.findChildren(QToolButton)
        if button.isVisible() and not (button.accessibleName() or button.text())
    ]
    assert nameless == []


def test_nobody_is_welcomed_before_it_is_known_which_conversation_goes_on(
    window: MainWindow,
) -> None:
    window.begin_opening()
    assert not window.welcome.isVisible()
    window.transcript.rows.add_sent(1, "Is anybody there?", queued=False)
    assert window.transcript.isVisible()
    window.transcript.rows.clear()
    window.conversation_opened(model="m", models=("m",))
    assert window.welcome.isVisible()
