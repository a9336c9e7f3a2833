"""The small window that stays on top."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QPushButton, QScrollArea
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.app.model.window_place import read_place
from assistant.channels.desktop.bar.compact_bar import CompactBar
from assistant.channels.desktop.conversation.model.header_status import (
    AssistantActivity,
    HeaderStatus,
)
from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.locale import InterfaceLanguage, use_language
from assistant.protocol.dictation import DictationChanged, DictationStage
from assistant.protocol.voice import (
    MicrophoneLevel,
    SentenceSpoken,
    SpeechStopped,
    TranscriptFinal,
    TranscriptInterim,
)
from assistant.questions.card.gestures import ChooseOption
from assistant.questions.model.question import Purpose, QuestionSet
from tests.helpers.clock import ManualClock
from tests.unit.channels.desktop.conversation.samples import asked, multi, single
from tests.unit.channels.desktop.windows import child, cut, texts


class Heard:
    """What the bar tells, in order."""

    def __init__(self, bar: CompactBar) -> None:
        self.told: list[object] = []
        bar.stop.connect(lambda: self.told.append("stop"))
        bar.expanded.connect(lambda: self.told.append("expanded"))
        bar.closed.connect(lambda: self.told.append("closed"))
        bar.open_question.connect(self.told.append)
        bar.talk_control.tapped.connect(lambda: self.told.append("tapped"))

        def chosen(questions: QuestionSet, gesture: ChooseOption) -> None:
            self.told.append((questions.id, gesture.option_id))

        bar.chosen.connect(chosen)

    @property
    def answers(self) -> list[object]:
        return [one for one in self.told if isinstance(one, tuple)]


@pytest.fixture
def bar(context: DesktopContext, qtbot: QtBot) -> CompactBar:
    """The bar, shown."""
    made = CompactBar(context)
    with qtbot.waitExposed(made):
        made.show()
    return made


def put(bar: CompactBar, context: DesktopContext, questions: QuestionSet | None) -> None:
    """Show a question, and let time pass until it takes answers."""
    bar.show_question(questions)
    assert isinstance(context.clock, ManualClock)
    context.clock.advance(1)


def press(bar: CompactBar, name: str) -> None:
    child(bar, QAbstractButton, name).click()


def option_buttons(bar: CompactBar) -> list[QAbstractButton]:
    return [
        one
        for one in bar.findChildren(QAbstractButton)
        if one.objectName().startswith("user_choice") and one.isVisible()
    ]


def test_it_stays_on_top_and_takes_no_focus_by_itself(bar: CompactBar) -> None:
    assert bar.windowFlags() & Qt.WindowType.WindowStaysOnTopHint
    assert bar.testAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)


def test_it_shows_state_and_captions(bar: CompactBar) -> None:
    assert "Ready" in texts(bar)
    bar.show_status(HeaderStatus(activity=AssistantActivity.LISTENING, can_stop=True), 0)
    assert "Listening" in texts(bar)
    bar.handle(MicrophoneLevel(dbfs=-20))
    bar.handle(TranscriptInterim(text="what time is", tentative=" is"))
    assert bar.caption == "what time is"
    bar.handle(TranscriptFinal(text="What time is it?", language="en"))
    assert bar.caption == "What time is it?"
    bar.handle(SentenceSpoken(turn_id="t", text="x" * 300))
    assert len(bar.caption) == 160
    bar.handle(SpeechStopped(turn_id="t", interrupted=False, at=0.0))
    assert bar.caption == ""


def test_its_buttons_and_keys_do_what_the_windows_do(bar: CompactBar) -> None:
    heard = Heard(bar)
    assert not child(bar, QAbstractButton, "bar_stop").isEnabled()
    bar.show_status(HeaderStatus(can_stop=True), 0)
    for name in ("bar_stop", "bar_expand", "bar_close", "bar_talk"):
        press(bar, name)
    QTest.keyClick(bar, Qt.Key.Key_Escape)
    bar.closeEvent(QCloseEvent())
    assert heard.told == ["stop", "expanded", "closed", "tapped", "stop", "closed"]
    names = [one.accessibleName() for one in bar.findChildren(QAbstractButton)]
    assert all(names)


def test_a_click_or_a_number_answers(bar: CompactBar, context: DesktopContext) -> None:
    heard = Heard(bar)
    questions = asked(single())
    bar.show_question(questions)
    first, second, *_others = option_buttons(bar)
    first.click()
    assert heard.told == []  # it has only just appeared
    put(bar, context, None)
    put(bar, context, questions)
    first, second, *_others = option_buttons(bar)
    second.click()
    QTest.keyClick(bar, Qt.Key.Key_1)
    QTest.keyClick(bar, Qt.Key.Key_9)
    ids = [option.id for option in questions.questions[0].options]
    assert heard.told == [("s", ids[1]), ("s", ids[0])]


@pytest.mark.parametrize("stage", [DictationStage.RECORDING, DictationStage.TYPING])
def test_what_a_dictation_types_chooses_nothing(
    bar: CompactBar, context: DesktopContext, stage: DictationStage
) -> None:
    heard = Heard(bar)
    put(bar, context, asked(single()))
    bar.show_dictation(DictationChanged(stage=stage))
    option_buttons(bar)[0].setFocus()
    for key in (Qt.Key.Key_1, Qt.Key.Key_Space, Qt.Key.Key_Return):
        QTest.keyClick(QApplication.focusWidget() or bar, key)
    QTest.keyClick(bar, Qt.Key.Key_1)
    assert heard.answers == []
    bar.show_dictation(DictationChanged(stage=DictationStage.IDLE))
    QTest.keyClick(bar, Qt.Key.Key_1)
    assert heard.answers == []  # it may have been typed, and come late
    assert isinstance(context.clock, ManualClock)
    context.clock.advance(1)
    QTest.keyClick(bar, Qt.Key.Key_1)
    assert len(heard.answers) == 1


@pytest.mark.parametrize(
    "questions",
    [
        asked(multi()),
        asked(single(), purpose=Purpose.CONFIRM),
        asked(single(), purpose=Purpose.PERMISSION),
    ],
)
def test_what_one_click_does_not_answer_opens_its_dialog(
    bar: CompactBar, context: DesktopContext, questions: QuestionSet
) -> None:
    heard = Heard(bar)
    put(bar, context, questions)
    assert option_buttons(bar) == []
    child(bar, QPushButton, "bar_answer").click()
    assert heard.told == [questions.id]


def test_what_waits_besides_is_counted(bar: CompactBar, context: DesktopContext) -> None:
    put(bar, context, asked(single()))
    bar.show_status(HeaderStatus(is_waiting=True), 3)
    assert {"Waiting for your choice", "2 more wait"} <= set(texts(bar))


@pytest.mark.parametrize("language", ["en", "ko", "zh"])
def test_a_question_of_some_lines_is_seen_without_scrolling(
    bar: CompactBar, context: DesktopContext, qtbot: QtBot, language: InterfaceLanguage
) -> None:
    use_language(language)
    options = tuple(
        option.model_copy(
            update={"description": "You can edit it by hand; no safety against mistakes"}
        )
        for option in single().options
    )
    text = "I am setting up the shop. Where shall orders be stored?"
    put(bar, context, asked(single(text=text, options=options)))
    area = bar.findChild(QScrollArea)
    assert area is not None
    qtbot.waitUntil(lambda: area.height() > 200)
    for _round in range(5):
        QApplication.processEvents()
    assert area.verticalScrollBar().maximum() == 0


def test_it_is_as_high_as_what_it_shows(
    bar: CompactBar, context: DesktopContext, qtbot: QtBot
) -> None:
    before, bottom = bar.height(), bar.geometry().bottom()
    put(bar, context, asked(single()))
    qtbot.waitUntil(lambda: bar.height() > before)
    assert bar.geometry().bottom() == bottom
    put(bar, context, None)
    qtbot.waitUntil(lambda: bar.height() == before)
    assert bar.geometry().bottom() == bottom


def test_it_comes_where_it_was_if_a_screen_is_there(context: DesktopContext) -> None:
    first = CompactBar(context, place=read_place("30,40,400,60"))
    assert (first.x(), first.y()) == (30, 40)
    assert CompactBar(context, place=read_place("9000,40,400,60")).x() < 9000


@pytest.mark.parametrize("language", ["ko", "zh"])
def test_it_follows_the_language(bar: CompactBar, context: DesktopContext, language: str) -> None:
    put(bar, context, asked(multi()))
    use_language("ko" if language == "ko" else "zh")
    before = texts(bar)
    bar.retranslate()
    assert texts(bar) != before
    assert cut(bar) == []
