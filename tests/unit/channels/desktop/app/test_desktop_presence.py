"""What stands around the window, tied to it, over a real session bus."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.app import application
from assistant.channels.desktop.app.application import DesktopApp
from assistant.channels.desktop.app.desktop_presence import DesktopPresence
from assistant.channels.desktop.app.overflow_menu import MenuEntry
from assistant.channels.desktop.bar.model.bar_question import BarQuestion
from assistant.channels.desktop.login_start.login_start import LoginStart
from assistant.channels.desktop.questions.dialog_presenter import DialogRequest
from assistant.channels.desktop.tray.tray_icon import TrayIcon
from assistant.escalation.step import Step
from assistant.home import Home
from assistant.protocol.questions import (
    AnswerQuestion,
    PresentQuestionAgain,
    QuestionAsked,
    QuestionRose,
)
from assistant.protocol.voice import Mute, SentenceSpoken, ToggleMicrophone
from assistant.questions.model.question import Answered, Channel, Draft, Method, QuestionSet
from assistant.settings import load, save
from tests.helpers.engine.fake_client import FakeEngineClient
from tests.helpers.questions.presentation import FakePresentation
from tests.unit.channels.desktop.app.conftest import MakeApp
from tests.unit.channels.desktop.app.test_application import tell
from tests.unit.channels.desktop.conftest import Serve
from tests.unit.channels.desktop.conversation.samples import ORIGIN, asked, single
from tests.unit.channels.desktop.windows import texts

ASKED = QuestionAsked(questions=asked(single()), origin=ORIGIN)
ROSE = QuestionRose(questions=ASKED.questions, origin=ORIGIN, step=Step.NOTIFICATION)


@pytest.fixture
def app(
    make_app: MakeApp, bus_address: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> DesktopApp:
    """The app, whose window nobody sees."""
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", bus_address)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return make_app()


class Panel:
    """What Qt would say of it."""

    is_there = True


@pytest.fixture
def panel() -> Panel:
    return Panel()


@pytest.fixture
def presence(app: DesktopApp, panel: Panel, qtbot: QtBot) -> Iterator[DesktopPresence]:
    """What stands around the window, with an icon in a panel."""
    made = DesktopPresence(
        app.context,
        window=app.window,
        dialogs=app.dialogs,
        asking=app.asking,
        present=app.present,
        toggle=app.toggle,
        tell=app.conversation.handle,
        has_panel=lambda: panel.is_there,
    )
    app.bridge.received.connect(made.handle)
    qtbot.waitUntil(lambda: made.icon.is_seen)
    yield made
    made.close()
    made.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def put(app: DesktopApp, questions: QuestionSet) -> FakePresentation:
    """Put a question, as the desk's presenter does."""
    presented = FakePresentation()
    app.dialogs.put(
        DialogRequest(
            questions=questions, draft=Draft(), presentation=presented, respond=lambda _r: None
        )
    )
    return presented


# Notifications.


def test_a_question_is_answered_from_its_notification(
    app: DesktopApp, engine: FakeEngineClient, serve: Serve, qtbot: QtBot
) -> None:
    service = serve()
    app.join_desktop()
    tell(engine, ASKED, ROSE)
    qtbot.waitUntil(lambda: len(service.standing) == 1)
    service.press(service.only, "option 1")
    qtbot.waitUntil(lambda: bool(engine.submitted))
    (command,) = engine.submitted
    assert isinstance(command, AnswerQuestion)
    assert isinstance(command.response, Answered)
    given = command.response.provenance
    assert (given.channel, given.method) == (Channel.DESKTOP, Method.CLICK)
    assert not app.window.isVisible()


def test_it_is_opened_from_its_notification(
    app: DesktopApp, engine: FakeEngineClient, serve: Serve, qtbot: QtBot
) -> None:
    service = serve()
    app.join_desktop()
    tell(engine, ASKED, ROSE)
    qtbot.waitUntil(lambda: len(service.standing) == 1)
    service.press(service.only, "default")
    qtbot.waitUntil(app.window.isVisible)
    assert engine.submitted == [PresentQuestionAgain(questions_id="s")]


def test_what_stands_goes_as_the_program_ends(
    presence: DesktopPresence, engine: FakeEngineClient, serve: Serve, qtbot: QtBot
) -> None:
    service = serve()
    with qtbot.waitSignal(presence.notifier.shown):
        tell(engine, ASKED, ROSE)
    presence.close()
    qtbot.waitUntil(lambda: service.standing == {})


def test_an_app_that_has_ended_joins_no_desktop(app: DesktopApp) -> None:
    app.join_desktop()
    app.join_desktop()
    app.close()
    app.join_desktop()


# The icon in the panel.


def test_closed_the_window_goes_to_the_panel_and_that_is_told_once(
    app: DesktopApp,
    presence: DesktopPresence,
    engine: FakeEngineClient,
    serve: Serve,
    qtbot: QtBot,
) -> None:
    service = serve()
    app.window.show()
    QTimer.singleShot(0, app.window.close)
    qtbot.waitUntil(lambda: len(service.standing) == 1)
    assert not app.window.isVisible()
    told_of_it = service.standing[service.only]
    assert told_of_it.title == "Parley goes on in the panel"
    assert "Ctrl" not in told_of_it.body  # no window is there to take a key
    qtbot.waitUntil(lambda: load(app.context.home).settings.ui.told_of_tray)
    presence.icon.opened.emit()
    assert app.window.isVisible()
    app.window.close()
    tell(engine, ASKED, ROSE)  # what is told next is told after what was told before
    qtbot.waitUntil(lambda: len(service.standing) == 2)
    told = [body[3] for name, body in service.calls if name == "Notify"]
    assert told == ["Parley goes on in the panel", "Parley asks"]


@pytest.mark.parametrize("way", ["menu", "icon", "setting", "no icon"])
def test_the_program_ends_where_that_is_meant(
    app: DesktopApp, presence: DesktopPresence, panel: Panel, qtbot: QtBot, way: str
) -> None:
    if way == "setting":
        app.context.settings.set("ui", "close_to_tray", False)
    elif way == "no icon":
        presence.icon.close()
    ways = {
        "menu": app.window.header.menu.action(MenuEntry.QUIT).trigger,
        "icon": presence.icon.quit.emit,
        "setting": app.window.close,
        "no icon": app.window.close,
    }
    QTimer.singleShot(0, ways[way])
    assert app.run() == 0


def test_a_panel_that_goes_leaves_the_window(app: DesktopApp, presence: DesktopPresence) -> None:
    app.window.show()
    app.window.close()
    assert not app.window.isVisible()
    presence.icon.gone.emit()
    assert app.window.isVisible()


def test_the_icon_shows_what_the_head_of_the_window_does(
    app: DesktopApp, presence: DesktopPresence, engine: FakeEngineClient, qtbot: QtBot
) -> None:
    tell(engine, ASKED, ROSE)
    qtbot.waitUntil(lambda: "1 waits for you" in presence.icon.text)
    app.set_language("ko")
    presence.retranslate()
    assert "1개가 기다리고 있어요" in presence.icon.text


def test_its_menu_reaches_microphone_and_questions(
    app: DesktopApp, presence: DesktopPresence, engine: FakeEngineClient, qtbot: QtBot
) -> None:
    presence.icon.mute_toggled.emit()
    assert engine.submitted == [Mute(muted=True)]
    tell(engine, ASKED, ROSE)
    qtbot.waitUntil(lambda: len(app.asking.items) == 1)
    presence.icon.list_wanted.emit()
    assert app.window.isVisible()
    assert engine.submitted[1:] == [PresentQuestionAgain(questions_id="s")]
    presence.icon.settings.emit()
    assert app.settings.isVisible()


# Dialogs while the window is in the panel.


def test_a_question_is_told_of_instead_of_coming_up(
    app: DesktopApp,
    presence: DesktopPresence,
    engine: FakeEngineClient,
    serve: Serve,
    qtbot: QtBot,
) -> None:
    serve()
    presented = put(app, asked(single()))
    tell(engine, ASKED, ROSE)
    qtbot.waitUntil(lambda: presented.shown_times == 1)  # its time begins
    assert app.dialogs.front is None
    app.present()
    assert app.dialogs.front_id == "s"


@pytest.mark.parametrize("why", ["nobody shows notifications", "they are off"])
def test_a_question_comes_up_where_it_cannot_be_told_of(
    app: DesktopApp,
    presence: DesktopPresence,
    engine: FakeEngineClient,
    qtbot: QtBot,
    why: str,
) -> None:
    if why == "they are off":
        save(app.context.home, "ui", "notifications", False)
    put(app, asked(single()))
    tell(engine, ASKED, ROSE)
    qtbot.waitUntil(lambda: app.dialogs.front_id == "s")


# At login.


def test_starting_at_login_follows_the_switch_and_the_file_the_user(
    app: DesktopApp,
    presence: DesktopPresence,
    tmp_path: Path,
) -> None:
    folder = tmp_path / "config" / "autostart"
    settings = app.context.settings
    settings.set("ui", "start_at_login", True)
    (file,) = folder.iterdir()
    assert "will start at login from" in " ".join(texts(app.window))
    settings.set("ui", "start_at_login", False)
    assert not file.exists()
    folder.rmdir()
    folder.write_text("in its place", encoding="utf-8")
    settings.set("ui", "start_at_login", True)
    assert settings.get("ui", "start_at_login") is False
    assert "cannot be changed" in " ".join(texts(app.window))


def test_an_entry_that_the_user_made_is_seen(app: DesktopApp) -> None:
    entry = LoginStart.of_user(app.context.home)
    entry.turn(on=True)
    app.join_desktop()
    assert app.context.settings.get("ui", "start_at_login") is True


@pytest.mark.parametrize("has_icon", [True, False])
def test_started_without_the_window_it_can_be_reached(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot, has_icon: bool
) -> None:
    monkeypatch.setattr(application, "PANEL_MS", 1)
    monkeypatch.setattr(TrayIcon, "is_seen", has_icon)
    app = make_app()
    seen: list[bool] = []

    def begin() -> None:
        app.home_claimed()
        seen.append(app.window.isVisible())
        QTimer.singleShot(50, look)  # due later

    def look() -> None:
        seen.append(app.window.isVisible())
        app.window.quit()

    assert app.run(begin, is_hidden=True) == 0
    assert seen == [False, not has_icon]


def test_the_window_comes_where_it_was(make_app: MakeApp, home: Home) -> None:
    first = make_app()
    first.window.show()
    first.window.setGeometry(40, 50, 500, 600)
    first.close()
    second = make_app()
    QTimer.singleShot(0, second.window.quit)
    second.run()
    assert second.window.place == first.window.place
    assert second.window.size().toTuple() == (500, 600)


@pytest.mark.parametrize("has_panel", [True, False])
def test_other_programs_show_and_hide_the_window(
    app: DesktopApp, presence: DesktopPresence, qtbot: QtBot, has_panel: bool
) -> None:
    if not has_panel:
        presence.icon.close()
    app.toggle()
    assert app.window.isVisible()
    qtbot.waitUntil(app.window.isActiveWindow)
    app.toggle()
    assert app.window.isVisible() is not has_panel
    assert app.window.isMinimized() is not has_panel
    app.toggle()
    assert app.window.isVisible()
    assert not app.window.isMinimized()


# The compact bar.


def test_the_bar_shows_what_waits_and_answers_it(
    app: DesktopApp, presence: DesktopPresence, engine: FakeEngineClient, qtbot: QtBot
) -> None:
    save(app.context.home, "questions", "arm_delay_ms", 0)
    app.window.header.menu.action(MenuEntry.BAR).trigger()
    bar = presence.bar
    assert bar is not None
    presented = put(app, ASKED.questions)
    tell(engine, ASKED, ROSE)
    qtbot.waitUntil(lambda: bar.questions == ASKED.questions)
    assert (app.dialogs.front, presented.shown_times) == (None, 1)  # it is seen in the bar
    assert not app.window.isVisible()
    tell(engine, SentenceSpoken(turn_id="t", text="Hello."))
    qtbot.waitUntil(lambda: bar.caption == "Hello.")
    option_id = ASKED.questions.questions[0].options[0].id
    bar.chosen.emit(ASKED.questions, BarQuestion(ASKED.questions).gesture(option_id))
    (command,) = engine.submitted
    assert isinstance(command, AnswerQuestion)
    bar.talk_control.tapped.emit()
    assert engine.submitted[1:] == [ToggleMicrophone()]
    bar.open_question.emit("s")
    assert app.window.isVisible()


def test_the_bar_stays_where_it_was_put(
    app: DesktopApp, presence: DesktopPresence, make_app: MakeApp
) -> None:
    presence.icon.bar_toggled.emit()
    bar = presence.bar
    assert bar is not None
    bar.move(60, 70)
    bar.expanded.emit()
    assert presence.bar is None
    assert app.window.isVisible()
    ui = load(app.context.home).settings.ui
    assert (ui.bar_open, ui.bar_place.split(",")[:2]) == (False, ["60", "70"])
    app.window.bar.emit()
    assert load(app.context.home).settings.ui.bar_open
    assert presence.bar is bar


def test_a_bar_that_was_shown_comes_again(app: DesktopApp, qtbot: QtBot) -> None:
    save(app.context.home, "ui", "bar_open", True)
    save(app.context.home, "ui", "bar_place", "60,70,400,60")
    app.join_desktop()
    bars = [one for one in app.application.topLevelWidgets() if one.objectName() == "compact_bar"]
    shown = [one for one in bars if one.isVisible()]
    assert [(one.x(), one.y()) for one in shown] == [(60, 70)]
