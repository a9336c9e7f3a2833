import os
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEventLoop, Qt, QTimer
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QListWidget, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.app.application import DesktopApp
from assistant.channels.desktop.conversation.message_entries import ReplyEntry, UserEntry
from assistant.channels.desktop.questions.dialog_presenter import DialogRequest
from assistant.channels.desktop.questions.model.pending_questions import PendingState
from assistant.channels.desktop.reading.file_viewer import FileViewer
from assistant.channels.desktop.settings.diagnostics_page import TimedTurnRow
from assistant.channels.desktop.settings.field_page import FieldPage
from assistant.channels.desktop.settings.fields import ChoiceField, SliderField, TextField
from assistant.channels.desktop.single_instance.window_socket import socket_path
from assistant.channels.desktop.style.tokens import DARK, LIGHT
from assistant.home import Home
from assistant.locale import INTERFACE_LANGUAGES, InterfaceLanguage, current_language
from assistant.protocol.conversation import ConversationOpened, Say
from assistant.protocol.download_progress import DownloadProgress
from assistant.protocol.questions import (
    PresentQuestionAgain,
    QuestionAsked,
    QuestionClosed,
    ReopenTimedOutQuestion,
    UndoAnswer,
)
from assistant.protocol.sync import SettingsArrived
from assistant.protocol.timers import StopRinging, TimerRang
from assistant.protocol.turns import TextDelta, Timeline, TurnFinished, TurnStarted, TurnTimed
from assistant.questions.model.question import (
    Answer,
    Cancelled,
    CancelReason,
    Channel,
    Draft,
    Later,
    QuestionSet,
)
from assistant.settings import save
from assistant.timer import Timer, TimerKind
from tests.helpers.clock import ManualClock
from tests.helpers.engine.fake_client import FakeEngineClient
from tests.helpers.questions.presentation import FakePresentation
from tests.unit.channels.desktop.app.conftest import MakeApp
from tests.unit.channels.desktop.conversation.samples import (
    HERE,
    ORIGIN,
    answered,
    asked,
    multi,
    single,
)
from tests.unit.channels.desktop.windows import child, texts


@pytest.fixture
def quits() -> list[int]:
    """How many listeners the engine had when it was told to stop."""
    return []


@pytest.fixture
def app(make_app: MakeApp, home: Home, engine: FakeEngineClient, quits: list[int]) -> DesktopApp:
    save(home, "ui", "theme", "dark")
    save(home, "questions", "arm_delay_ms", 0)
    return make_app(on_quit=lambda: quits.append(engine.listener_count))


def tell(engine: FakeEngineClient, *events: object) -> None:
    """Emit on another thread, as the engine does."""
    thread = threading.Thread(target=engine.emit, args=events)
    thread.start()
    thread.join()


def test_words_go_to_the_engine_and_its_reply_comes_back(
    app: DesktopApp, engine: FakeEngineClient, qtbot: QtBot
) -> None:
    app.window.show()
    app.window.send.emit("hello")
    assert engine.submitted == [Say(text="hello")]
    tell(
        engine,
        TurnStarted(turn_id="t", text="hello", spoken=False),
        TextDelta(turn_id="t", text="Hi "),
        TextDelta(turn_id="t", text="there."),
        TurnFinished(turn_id="t", text="Hi there.", stop_reason="end_turn", spoken=False),
    )
    qtbot.waitUntil(lambda: len(app.window.transcript.entries) > 2)
    _head, said, reply, *_end = app.window.transcript.entries
    assert isinstance(said, UserEntry)
    assert isinstance(reply, ReplyEntry)
    assert reply.markdown.text == "Hi there."


def test_the_engine_stops_before_the_bridge_lets_go(
    app: DesktopApp, engine: FakeEngineClient, quits: list[int]
) -> None:
    app.close()
    app.close()
    assert quits == [1]
    assert engine.listener_count == 0


def test_closing_the_window_ends_the_run(app: DesktopApp, quits: list[int]) -> None:
    QTimer.singleShot(0, app.window.close)
    assert app.run() == 0
    assert quits == [1]


def put(app: DesktopApp, questions: QuestionSet) -> None:
    """Put a question, as the desk's presenter does."""
    app.dialogs.put(
        DialogRequest(
            questions=questions,
            draft=Draft(),
            presentation=FakePresentation(),
            respond=lambda _response: None,
        )
    )


def takes_focus(app: DesktopApp) -> bool:
    assert app.dialogs.front is not None
    return not app.dialogs.front.testAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)


@pytest.fixture
def active(app: DesktopApp, qtbot: QtBot) -> DesktopApp:
    """The app, with its window in front."""
    app.window.show()
    app.window.activateWindow()
    qtbot.waitUntil(app.window.isActiveWindow)
    return app


@pytest.mark.parametrize("is_of_before", [False, True])
def test_a_question_of_before_the_start_leaves_the_focus_where_it_is(
    active: DesktopApp,
    engine: FakeEngineClient,
    clock: ManualClock,
    qtbot: QtBot,
    is_of_before: bool,
) -> None:
    asked_at = clock.now() - timedelta(minutes=5) if is_of_before else clock.now()
    tell(
        engine,
        ConversationOpened(conversation_id="c", resumed=is_of_before, model="m"),
        QuestionAsked(questions=asked(single()), origin=ORIGIN, asked_at=asked_at),
    )
    qtbot.waitUntil(lambda: bool(active.asking.items))
    put(active, asked(single()))
    assert takes_focus(active) is not is_of_before


def test_a_question_of_before_the_start_that_is_reopened_comes_to_the_front(
    active: DesktopApp, engine: FakeEngineClient, clock: ManualClock, qtbot: QtBot
) -> None:
    active.asking.reopen("s")
    asked_at = clock.now() - timedelta(minutes=5)
    tell(engine, QuestionAsked(questions=asked(single()), origin=ORIGIN, asked_at=asked_at))
    qtbot.waitUntil(lambda: bool(active.asking.items))
    put(active, asked(single()))
    assert takes_focus(active)


def begin_a_message(app: DesktopApp) -> None:
    app.window.composer.type_key("a")


def begin_a_korean_message(app: DesktopApp) -> None:
    """Begin a word whose first letter is not complete."""
    app.window.composer.field.setFocus()
    QCoreApplication.sendEvent(app.window.composer.field, QInputMethodEvent("ㅇ", []))


def search(app: DesktopApp) -> None:
    app.window.history.go_to_search()


def open_settings(app: DesktopApp) -> None:
    app.settings.open_page("voice")


def fill_in_a_setting(app: DesktopApp) -> None:
    app.settings.open_page("diagnostics")
    field = QLineEdit(app.settings)
    field.show()
    field.setFocus()


@pytest.mark.parametrize(
    ("begin", "is_typing"),
    [
        (begin_a_message, True),
        (begin_a_korean_message, True),
        (search, True),
        (open_settings, False),
        (fill_in_a_setting, True),
    ],
)
def test_a_dialog_leaves_the_focus_to_whoever_types(
    active: DesktopApp, qtbot: QtBot, begin: Callable[[DesktopApp], None], is_typing: bool
) -> None:
    begin(active)
    qtbot.waitUntil(lambda: active.window.is_typing is is_typing)
    put(active, asked(single()))
    assert takes_focus(active) is not is_typing


def test_a_question_put_off_is_put_again_from_the_list_and_comes_to_the_front(
    app: DesktopApp, engine: FakeEngineClient, qtbot: QtBot
) -> None:
    questions, other = asked(multi()), asked(single(), set_id="other")
    tell(
        engine,
        ConversationOpened(conversation_id="c", resumed=False, model="m"),
        QuestionAsked(questions=questions, origin=ORIGIN),
        QuestionClosed(
            questions=questions, response=Later(provenance=HERE), channel=Channel.DESKTOP
        ),
    )
    qtbot.waitUntil(lambda: bool(app.window.questions.strip.text))
    put(app, other)
    app.window.questions.open_question.emit("s")
    assert engine.submitted == [PresentQuestionAgain(questions_id="s")]
    put(app, questions)
    assert app.dialogs.front_id == "s"


def test_a_question_closed_elsewhere_cannot_be_opened(
    app: DesktopApp, engine: FakeEngineClient, qtbot: QtBot
) -> None:
    questions = asked(single())
    tell(engine, QuestionAsked(questions=questions, origin=ORIGIN))
    put(app, questions)
    app.window.questions.open_question.emit("s")
    assert app.dialogs.front_id == "s"
    tell(
        engine,
        QuestionClosed(
            questions=questions,
            response=Cancelled(reason=CancelReason.TURN_CANCELLED),
            channel=None,
        ),
    )
    qtbot.waitUntil(lambda: app.dialogs.front_id is None)
    app.window.questions.open_question.emit("s")
    assert app.dialogs.front_id is None
    assert engine.submitted == []


@pytest.mark.parametrize("language", INTERFACE_LANGUAGES)
def test_every_page_of_the_settings_stands_in_their_list(
    app: DesktopApp, qtbot: QtBot, language: InterfaceLanguage
) -> None:
    app.set_language(language)
    with qtbot.waitExposed(app.settings):
        app.settings.open_page()
    pages = child(app.settings, QListWidget, "pages")
    items = [pages.item(row) for row in range(pages.count())]
    shown = [item.text() for item in items if item.flags() & Qt.ItemFlag.ItemIsSelectable]
    assert shown == [page.title for page in app.settings.pages]
    assert pages.verticalScrollBar().maximum() == 0


def test_a_value_that_was_refused_once_the_settings_were_closed_is_told(app: DesktopApp) -> None:
    app.window.show()
    app.settings.open_page("programs")
    programs = next(page for page in app.settings.pages if page.name == "programs")
    assert isinstance(programs, FieldPage)
    _switch, port, *_agents = programs.fields
    assert isinstance(port, TextField)
    port.control.setText("70000")
    app.settings.hide()
    port.apply()
    assert [notice.code for notice in app.window.notices.notices] == ["setting_not_saved"]


def test_theme_language_and_size_change_while_it_runs(app: DesktopApp) -> None:
    app.window.show()
    app.settings.open_page("general")
    general = next(page for page in app.settings.pages if page.name == "general")
    assert isinstance(general, FieldPage)
    language, look, _size, *_others = general.fields
    assert isinstance(language, ChoiceField)
    assert isinstance(look, ChoiceField)
    assert app.theme.tokens is DARK
    look.control.setCurrentIndex(look.control.findData("light"))
    look.apply()
    assert app.theme.tokens is LIGHT
    language.control.setCurrentIndex(language.control.findData("ko"))
    language.apply()
    assert current_language() == "ko"
    app.context.settings.saved.emit("ui", "text_scale", 1.5)
    assert QApplication.font().pixelSize() == 21


def test_the_settings_are_in_another_language_at_once_and_keep_what_was_done_there(
    app: DesktopApp, qtbot: QtBot
) -> None:
    with qtbot.waitExposed(app.settings):
        app.settings.open_page("timers")
    label = child(app.settings, QLineEdit, "timer_label")
    label.setText("tea")
    label.setFocus()
    size = app.settings.size()
    app.set_language("ko")
    again = child(app.settings, QLineEdit, "timer_label")
    assert again.placeholderText() == "무엇을 알려 드릴까요?"
    assert again.text() == "tea"
    assert app.settings.focusWidget() is again
    assert again.isVisible()
    assert child(app.settings, QListWidget, "pages").currentItem().text() == "타이머"
    assert app.settings.size() == size


def test_settings_of_another_device_hold_at_once_and_are_shown(
    app: DesktopApp, engine: FakeEngineClient, home: Home, qtbot: QtBot
) -> None:
    app.settings.open_page("general")
    general = next(page for page in app.settings.pages if page.name == "general")
    assert isinstance(general, FieldPage)
    _language, look, *_others = general.fields
    assert isinstance(look, ChoiceField)
    assert app.theme.tokens is DARK
    save(home, "ui", "theme", "light")
    engine.emit(SettingsArrived(names=("ui.theme",)))
    qtbot.waitUntil(lambda: app.theme.tokens is LIGHT)
    assert look.control.currentData() == "light"


def test_an_unknown_language_means_the_systems(app: DesktopApp) -> None:
    app.set_language("tlh")
    assert current_language() in {"en", "ko", "zh"}


def test_qts_own_words_change_with_the_language(app: DesktopApp) -> None:
    app.set_language("ko")
    menu = app.window.composer.field.createStandardContextMenu()
    told = " ".join(action.text() for action in menu.actions())
    app.set_language("en")
    assert "복사" in told


def test_progress_may_be_reported_on_any_thread(app: DesktopApp, qtbot: QtBot) -> None:
    app.window.show()
    progress = DownloadProgress(name="whisper", done_bytes=1, total_bytes=4)
    thread = threading.Thread(target=app.report_progress, args=(progress,))
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: app.window.setup.value == 25)


def test_the_settings_open_from_the_window(app: DesktopApp) -> None:
    app.window.settings.emit()
    assert app.settings.isVisible()
    assert [page.name for page in app.settings.pages] == [
        "general",
        "model",
        "timers",
        "voice",
        "wake_word",
        "models",
        "questions",
        "programs",
        "decisions",
        "tools",
        "folders",
        "servers",
        "activity",
        "telegram",
        "devices",
        "data",
        "diagnostics",
        "about",
    ]


@pytest.mark.parametrize(
    ("moments", "field"),
    [
        pytest.param((1.0, 2.2, 2.3, 2.4, 2.5), "voice_turn_end", id="heard"),
        pytest.param((1.0, 1.1, 1.2, 2.4, 2.5), "llm_profile", id="model"),
        pytest.param((1.0, 1.1, 1.2, 1.3, 2.5), "voice_voice", id="voice"),
    ],
)
def test_advice_about_slow_replies_leads_to_its_setting(
    app: DesktopApp,
    qtbot: QtBot,
    moments: tuple[float, float, float, float, float],
    field: str,
) -> None:
    names = ("speech_end", "turn_end", "transcript", "first_token", "first_audio")
    line = Timeline(**dict(zip(names, moments, strict=True)))
    app.bridge.received.emit(TurnTimed(turn_id="t", timeline=line))
    app.bridge.received.emit(
        TurnFinished(turn_id="t", text="", stop_reason="end_turn", spoken=True, model="big")
    )
    with qtbot.waitExposed(app.settings):
        app.settings.open_page("diagnostics")
    child(app.settings, QPushButton, f"change_{field}").click()
    QApplication.processEvents()
    control = child(app.settings, QWidget, f"setting_{field}")
    assert control.hasFocus()
    assert control.visibleRegion().boundingRect().height() == control.height()


def test_turns_before_the_settings_were_opened_are_in_the_diagnostics(app: DesktopApp) -> None:
    line = Timeline(speech_end=1.0, turn_end=1.2, transcript=1.3, first_token=1.4, first_audio=1.5)
    app.bridge.received.emit(TurnTimed(turn_id="t", timeline=line))
    app.window.settings.emit()
    page = next(page for page in app.settings.pages if page.name == "diagnostics")
    assert len(page.findChildren(TimedTurnRow)) == 1


def test_the_first_screen_names_the_wake_word_only_while_the_voice_is_on(
    make_app: MakeApp, home: Home
) -> None:
    save(home, "voice", "enabled", False)
    app = make_app()
    assert "Type below to begin." in texts(app.window.welcome)
    for is_enabled, words in (
        (True, "Say “hey jarvis”, or type below."),
        (False, "Type below to begin."),
    ):
        save(home, "voice", "enabled", is_enabled)
        app.bridge.received.emit(SettingsArrived(names=("voice.enabled",)))
        assert words in texts(app.window.welcome)


def test_going_home_cancels_no_question(
    app: DesktopApp, engine: FakeEngineClient, qtbot: QtBot
) -> None:
    tell(engine, QuestionAsked(questions=asked(single()), origin=ORIGIN))
    put(app, asked(single()))
    assert app.dialogs.front_id == "s"
    QTimer.singleShot(0, app.window.close)
    assert app.run() == 0
    assert engine.submitted == []


def by_click(set_id: str) -> QuestionClosed:
    """A question answered in its dialog."""
    return QuestionClosed(
        questions=asked(single(), set_id=set_id),
        response=answered(Answer(question_id="q", option_ids=("red",))),
        channel=Channel.DESKTOP,
    )


def test_how_long_an_answer_can_be_undone_changes_at_once(
    app: DesktopApp, engine: FakeEngineClient, qtbot: QtBot
) -> None:
    app.window.show()
    app.settings.open_page("questions")
    engine.submitted.clear()  # the pages ask for what they list
    page = next(page for page in app.settings.pages if page.name == "questions")
    assert isinstance(page, FieldPage)
    undo = next(field for field in page.fields if field.key == "undo_s")
    assert isinstance(undo, SliderField)
    undo.control.setValue(0)
    tell(engine, by_click("1"))
    qtbot.waitUntil(lambda: len(app.window.transcript.entries) == 1)
    assert not app.window.questions.undo_bar.isVisible()
    undo.control.setValue(7)
    tell(engine, by_click("2"))
    qtbot.waitUntil(app.window.questions.undo_bar.isVisible)
    assert app.window.questions.undo_bar._seconds == 7
    app.window.questions.undo_bar.button.click()
    assert engine.submitted == [UndoAnswer(questions_id="2")]


def test_the_arm_delay_changes_at_once(app: DesktopApp) -> None:
    app.settings.open_page("questions")
    page = next(page for page in app.settings.pages if page.name == "questions")
    assert isinstance(page, FieldPage)
    delay = next(field for field in page.fields if field.key == "arm_delay_ms")
    assert isinstance(delay, SliderField)
    delay.control.setValue(delay.control.maximum())
    put(app, asked(single()))
    front = app.dialogs.front
    assert front is not None
    assert not front.is_armed


def test_a_window_that_is_closed_lights_its_question_in_the_list(
    app: DesktopApp, engine: FakeEngineClient, qtbot: QtBot
) -> None:
    app.window.show()
    questions = asked(single(), allow_cancel=False)
    tell(engine, QuestionAsked(questions=questions, origin=ORIGIN))
    qtbot.waitUntil(lambda: len(app.window.questions.panel.rows) == 1)
    put(app, questions)
    assert app.dialogs.front is not None
    app.dialogs.front.close()
    (row,) = app.window.questions.panel.rows
    assert row.item.standing is PendingState.PUT_OFF
    assert row.is_lit
    assert app.window.questions.strip.isVisible()
    app.window.questions.open_question.emit("s")
    assert app.dialogs.front_id == "s"
    assert row.item.standing is PendingState.ASKED


def test_a_file_that_a_question_names_opens_to_be_read(app: DesktopApp, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("bring milk", encoding="utf-8")
    app.dialogs.file_wanted.emit(path)
    viewer = app.window.findChild(FileViewer)
    assert viewer is not None
    assert viewer.isVisible()
    viewer.close()


def test_a_question_that_timed_out_is_reopened_from_its_dialog_too(
    app: DesktopApp, engine: FakeEngineClient
) -> None:
    app.dialogs.reopen.emit("s")
    assert engine.submitted == [ReopenTimedOutQuestion(questions_id="s")]


def ring(engine: FakeEngineClient) -> None:
    """Let a timer ring."""
    timer = Timer(
        timer_id="t",
        kind=TimerKind.TIMER,
        label="pasta",
        due_at=datetime(2026, 1, 2, tzinfo=UTC),
        zone="UTC",
        ringing_since=datetime(2026, 1, 2, tzinfo=UTC),
    )
    engine.emit(TimerRang(timer=timer))
    QApplication.processEvents()


def test_a_timer_that_rings_is_shown_and_stopped_from_the_window(
    app: DesktopApp, engine: FakeEngineClient
) -> None:
    ring(engine)
    assert [entry.timer_id for entry in app.window.ringing.entries] == ["t"]
    app.window.stop.emit()
    assert StopRinging() in engine.submitted


def test_words_typed_to_what_rings_stand_nowhere_as_a_message(
    app: DesktopApp, engine: FakeEngineClient
) -> None:
    ring(engine)
    app.window.send.emit("stop")
    app.window.send.emit("Is it done?")
    said = [entry for entry in app.window.transcript.entries if isinstance(entry, UserEntry)]
    assert len(said) == 1
    assert engine.submitted == [Say(text="stop"), Say(text="Is it done?")]


def test_closing_the_window_of_an_app_that_does_not_run_ends_no_loop(app: DesktopApp) -> None:
    app.window.show()
    app.window.close()
    loop = QEventLoop()
    QTimer.singleShot(0, partial(loop.exit, 7))
    assert loop.exec() == 7


@pytest.mark.parametrize("state", [Qt.WindowState.WindowNoState, Qt.WindowState.WindowMaximized])
def test_a_window_that_is_wanted_comes_as_it_was(app: DesktopApp, state: Qt.WindowState) -> None:
    app.window.setWindowState(state | Qt.WindowState.WindowMinimized)
    app.present()
    assert app.window.isVisible()
    assert app.window.windowState() & ~Qt.WindowState.WindowActive == state


def test_the_token_of_whoever_asked_lets_the_window_take_the_focus(
    app: DesktopApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_ACTIVATION_TOKEN", "an older one")
    app.present("from-the-panel")
    assert os.environ["XDG_ACTIVATION_TOKEN"] == "from-the-panel"


def test_a_home_that_is_claimed_is_listened_for_until_the_app_closes(
    app: DesktopApp, home: Home
) -> None:
    path = socket_path(home)
    assert path is not None
    app.home_claimed()
    assert path.exists()
    app.close()
    assert not path.exists()
    app.home_claimed()
    assert not path.exists()
