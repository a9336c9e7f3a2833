"""With text twice as large every screen still shows all of its words."""

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.app.main_window import MainWindow
from assistant.channels.desktop.coding_agents.session_row import SessionRow
from assistant.channels.desktop.conversation.model.header_status import (
    AssistantActivity,
    HeaderStatus,
)
from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.questions.model.pending_questions import PendingState
from assistant.channels.desktop.questions.pending_panel import PendingPanel
from assistant.channels.desktop.settings.field_page import general_page, model_page
from assistant.channels.desktop.settings.questions_page import QuestionsPage
from assistant.channels.desktop.settings.window import SettingsWindow
from assistant.channels.desktop.widgets.buttons import WordButton
from assistant.channels.desktop.widgets.dialogs import UnsavedDialog
from assistant.channels.desktop.widgets.labels import ElidedLabel
from assistant.channels.desktop.widgets.theme import Theme
from assistant.coding_agents.model.session_board import SessionBoard, UserNeeded, WordsTaken
from assistant.locale import InterfaceLanguage, use_language
from assistant.protocol.notices import Notice
from assistant.questions.model.asker import Asker
from assistant.questions.model.question import QuestionSet
from tests.helpers.clock import ManualClock
from tests.unit.channels.desktop.conversation.samples import (
    asked,
    multi,
    pending,
    permission,
    single,
    text,
)
from tests.unit.channels.desktop.questions.dialog.question_stage import Put, putting, settle
from tests.unit.channels.desktop.windows import cut

LANGUAGES = pytest.mark.parametrize("language", ["en", "ko"])
SCALE = 2.0
REPLY = "# Kept\n\nOrders are kept in **SQLite**.\n\n- one\n\n```\nx = 1\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
AGENT = Asker(agent="Claude Code", project="webshop", session="a")


@pytest.fixture
def theme(theme: Theme) -> Theme:
    """A theme with text twice as large."""
    theme.set_scale(SCALE)
    return theme


@pytest.fixture
def put(qtbot: QtBot, theme: Theme, clock: ManualClock) -> Put:
    return putting(qtbot, theme, clock)


def shortened(widget: QWidget) -> list[str]:
    """Return the words of which only the beginning shows, or that have no room."""
    found = cut(widget)
    for part in widget.findChildren(QWidget):
        if isinstance(part, ElidedLabel | WordButton) and part.isVisible() and part.text():
            shown, words = part.shown, part.text()
            if shown != words and not words.endswith(shown):  # a sign may be missing before them
                found.append(f"{part.objectName()}: {shown!r} of {words!r}")
    return found


def laid_out() -> None:
    for _round in range(6):
        QApplication.processEvents()


@LANGUAGES
@pytest.mark.parametrize("size", [(920, 760), (560, 700)])
def test_the_first_screen_and_a_conversation(
    window: MainWindow, language: InterfaceLanguage, size: tuple[int, int]
) -> None:
    use_language(language)
    window.resize(*size)
    window.show_model("Qwen2.5")
    laid_out()
    assert shortened(window) == []
    window.transcript.rows.add_user("Where are they kept?")
    window.transcript.rows.append_reply(REPLY)
    window.show_status(HeaderStatus(activity=AssistantActivity.LISTENING, can_stop=True))
    window.show_notices((Notice(code="a", text="Telegram is not reachable.", hint="Later."),))
    laid_out()
    assert shortened(window) == []


@LANGUAGES
@pytest.mark.parametrize(
    "questions",
    [asked(single(count=4)), asked(single(), multi(), text()), asked(text()), permission()],
    ids=["one", "form", "text", "permission"],
)
def test_a_question(put: Put, questions: QuestionSet, language: InterfaceLanguage) -> None:
    use_language(language)
    desk = put(questions)
    settle()
    assert shortened(desk.dialog) == []


@LANGUAGES
@pytest.mark.parametrize("width", [780, 1000])
def test_the_settings(
    context: DesktopContext, qtbot: QtBot, language: InterfaceLanguage, width: int
) -> None:
    use_language(language)
    window = SettingsWindow(
        context, lambda: (general_page(context), model_page(context), QuestionsPage(context))
    )
    qtbot.addWidget(window)
    window.resize(width, 760)
    for page in window.pages:
        window.open_page(page.name)
        laid_out()
        assert shortened(window) == [], page.name


@LANGUAGES
def test_the_board_of_agents(
    context: DesktopContext, clock: ManualClock, qtbot: QtBot, language: InterfaceLanguage
) -> None:
    use_language(language)
    panel = PendingPanel(context)
    qtbot.addWidget(panel)
    panel.resize(400, 760)
    board = SessionBoard()
    for event in (WordsTaken(asker=AGENT), UserNeeded(asker=AGENT)):
        board = board.after(event, clock.now())
    panel.show_items([pending(standing=PendingState.PUT_OFF)])
    panel.show_sessions(board)
    panel.show()
    laid_out()
    assert panel.findChildren(SessionRow)
    assert shortened(panel) == []


@LANGUAGES
def test_a_dialog(qtbot: QtBot, theme: Theme, language: InterfaceLanguage) -> None:
    use_language(language)
    parent = QWidget()
    qtbot.addWidget(parent)
    dialog = UnsavedDialog(
        text="There are unsaved changes to the persona.",
        save=lambda: None,
        discard=lambda: None,
        stay=lambda: None,
        parent=parent,
    )
    dialog.show()
    laid_out()
    assert shortened(dialog) == []
