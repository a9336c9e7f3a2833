"""Every label, button and field has room for its words, in the window and in a question."""

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.app.main_window import MainWindow
from assistant.channels.desktop.conversation.model.header_status import (
    AssistantActivity,
    HeaderStatus,
)
from assistant.channels.desktop.questions.model.pending_questions import PendingState
from assistant.channels.desktop.widgets.theme import Theme
from assistant.locale import InterfaceLanguage, use_language
from assistant.protocol.download_progress import DownloadProgress
from assistant.protocol.models import DeclineStarterDownload
from assistant.protocol.notices import Notice, NoticeAction
from assistant.questions.model.question import Answer, QuestionSet
from tests.helpers.clock import ManualClock
from tests.unit.channels.desktop.conversation.samples import (
    answered,
    asked,
    multi,
    pending,
    permission,
    single,
    text,
)
from tests.unit.channels.desktop.questions.dialog.question_stage import Put, putting, settle
from tests.unit.channels.desktop.windows import cut

WORDS = "Words that take some room, 한국어 문장도 있고, 也有中文。 "
REPLY = f"# {WORDS}\n\n{WORDS * 3}\n\n- {WORDS}\n\n```python\nx = 1  # {WORDS}\n```\n\n| a | {WORDS} |\n|---|---|\n| 1 | 2 |\n"


@pytest.fixture
def put(qtbot: QtBot, theme: Theme, clock: ManualClock) -> Put:
    return putting(qtbot, theme, clock)


@pytest.mark.parametrize("size", [(920, 760), (360, 420)])
@pytest.mark.parametrize("language", ["en", "ko"])
def test_nothing_is_cut_in_the_window(
    window: MainWindow, language: InterfaceLanguage, size: tuple[int, int]
) -> None:
    use_language(language)
    window.resize(*size)
    rows = window.transcript.rows
    rows.add_user(WORDS * 4)
    rows.append_reply(REPLY)
    rows.add_tool("u", "clock", f'{{"place": "{WORDS * 2}"}}')
    window.show_model("Qwen2.5 Coder")
    window.show_status(HeaderStatus(activity=AssistantActivity.LISTENING, can_stop=True))
    window.setup.show_progress(DownloadProgress(name="whisper", total_bytes=9))
    window.show_caption(WORDS * 3)
    questions = window.questions
    questions.show_pending((pending(standing=PendingState.PUT_OFF),))
    questions.offer_undo(
        asked(single()), answered(Answer(question_id="q", option_ids=("green",))), 5.0
    )
    action = NoticeAction(label=WORDS, command=DeclineStarterDownload())
    window.show_notices((Notice(code="a", text=WORDS * 3, hint=WORDS, actions=(action,)),))
    for _round in range(5):
        QApplication.processEvents()
    assert cut(window) == []
    window.questions.toggle_list()
    for _round in range(5):
        QApplication.processEvents()
    assert cut(window.questions.panel) == []


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize(
    "questions",
    [
        asked(single(text=WORDS * 4)),
        asked(single(count=9), multi(), text()),
        asked(text(text=WORDS)),
        permission(),
    ],
    ids=["long", "several", "text", "permission"],
)
def test_nothing_is_cut_in_a_question(
    put: Put, questions: QuestionSet, language: InterfaceLanguage
) -> None:
    use_language(language)
    desk = put(questions)
    settle()
    assert cut(desk.dialog) == []


@pytest.mark.parametrize("language", ["en", "ko", "zh"])
def test_what_may_be_written_ends_in_an_ellipsis_where_it_has_no_room(
    window: MainWindow, language: InterfaceLanguage
) -> None:
    use_language(language)
    field = window.composer.field
    for width in (360, 420, 920):
        window.resize(width, 420)
        window.show()
        window.questions.show_asked(asked(single()))
        for _round in range(5):
            QApplication.processEvents()
        shown = field.placeholderText()
        assert shown.endswith("…")
        assert field.fontMetrics().horizontalAdvance(shown) <= field.viewport().width()
