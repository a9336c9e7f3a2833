"""The start of the window: on the screen first, the engine behind it."""

import contextlib
import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton, QWidget

from assistant.assembly.desktop import build_desktop, run_desktop
from assistant.assembly.model_downloads import ModelDownloads
from assistant.channels.desktop.app.application import DesktopApp
from assistant.clock import SystemClock
from assistant.engine.launch_options import LaunchOptions
from assistant.errors import HomeBusyError, StoreError
from assistant.home import Home
from assistant.protocol.conversation import ConversationOpened, MessageRejected
from assistant.protocol.events import EngineEvent
from assistant.protocol.messages import HistoryLoaded
from assistant.protocol.turns import TurnFinished, TurnStarted
from assistant.questions.model.question import Channel
from assistant.settings import load, save
from benchmarks.instant_models import REPLY, InstantModel
from tests.helpers.backup.homes import backup_of, home_at, said_in
from tests.helpers.patience import PatientQtBot
from tests.helpers.telegram.server import TelegramServer

pytestmark = pytest.mark.usefixtures("qapp")


def plan(home: Home) -> LaunchOptions:
    save(home, "voice", "enabled", False)
    return LaunchOptions(
        home=home,
        settings=load(home, {}).settings,
        clock=SystemClock(),
        channel=Channel.DESKTOP,
        client=InstantModel(),
    )


def test_a_start_without_the_voice_fetches_the_small_built_in_model_alone(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted: list[str] = []

    def request(_downloads: ModelDownloads, names: Sequence[str]) -> None:
        wanted.extend(names)

    monkeypatch.setattr(ModelDownloads, "request", request)
    bare = replace(home, models=tmp_path / "none")
    apps: list[DesktopApp] = []
    status = run_desktop(plan(bare), watch=apps.append, loaded=lambda: apps[0].quit_soon())
    assert (status, wanted) == (0, ["smollm2-135m-instruct"])


def test_the_window_is_shown_first_and_what_is_typed_waits_for_the_engine(home: Home) -> None:
    seen: list[EngineEvent] = []
    shown: list[bool] = []

    def watch(app: DesktopApp) -> None:
        def hear(event: EngineEvent) -> None:
            if isinstance(event, ConversationOpened):
                shown.append(app.window.isVisible())
            seen.append(event)
            if isinstance(event, TurnFinished):
                app.quit_soon()

        app.engine.subscribe(hear)
        app.window.send.emit("Is anybody there?")
        assert not app.window.isVisible()

    assert run_desktop(plan(home), watch=watch) == 0
    assert shown == [True]
    kinds = [type(event) for event in seen]
    order = (ConversationOpened, HistoryLoaded, TurnStarted, TurnFinished)
    assert [kind for kind in kinds if kind in order] == list(order)
    (started,) = (event for event in seen if isinstance(event, TurnStarted))
    (finished,) = (event for event in seen if isinstance(event, TurnFinished))
    assert (started.text, finished.text.strip()) == ("Is anybody there?", REPLY)


def test_words_typed_at_once_are_in_the_input_line_again_if_there_is_no_model(
    home: Home, tmp_path: Path
) -> None:
    apps: list[DesktopApp] = []
    save(home, "llm", "profile", "starter")
    without = replace(plan(Home(root=home.root, models=tmp_path / "none")), client=None)

    def watch(app: DesktopApp) -> None:
        def hear(event: EngineEvent) -> None:
            if isinstance(event, MessageRejected):
                app.quit_soon()

        apps.append(app)
        app.engine.subscribe(hear)
        app.window.send.emit("Is anybody there?")

    assert run_desktop(without, watch=watch) == 0
    assert apps[0].window.composer.field.toPlainText() == "Is anybody there?"


def test_a_home_in_use_ends_the_window_and_is_told(home: Home) -> None:
    apps: list[DesktopApp] = []
    started = plan(home)
    lock = home.claim()
    try:
        with pytest.raises(HomeBusyError):
            run_desktop(started, watch=apps.append)
    finally:
        lock.release()
    assert not apps[0].window.isVisible()


def test_a_database_of_another_program_ends_the_window_and_is_told(home: Home) -> None:
    home.database.parent.mkdir(parents=True)
    with contextlib.closing(sqlite3.connect(home.database)) as connection:
        connection.execute("CREATE TABLE theirs (value TEXT)")
    with pytest.raises(StoreError):
        run_desktop(plan(home))


class Hand:
    """Presses in the settings what restores a backup, and then what opens Parley again."""

    def __init__(self, app: DesktopApp, file: Path) -> None:
        self._app = app
        self._file = file
        self._is_begun = False
        self._timer = QTimer()
        self._timer.timeout.connect(self._look)

    def hear(self, event: EngineEvent) -> None:
        if isinstance(event, HistoryLoaded):
            self._timer.start(20)

    def end(self) -> None:
        self._timer.stop()

    def _look(self) -> None:
        if not self._is_begun:
            self._is_begun = True
            self._app.settings.open_page("data")
            self._press(self._app.settings, "restore")
        for window in QApplication.topLevelWidgets():
            if isinstance(window, QFileDialog) and window.isVisible():
                window.fileSelected.emit(str(self._file))
                window.reject()
            self._press(window, "restore_go")
            self._press(window, "restore_open")

    def _press(self, window: QWidget, name: str) -> None:
        button = window.findChild(QPushButton, name)
        if button is not None and button.isVisible():
            button.click()


def test_a_backup_is_restored_from_the_settings(home: Home, tmp_path: Path) -> None:
    other = home_at(tmp_path / "other", words="from the backup")
    file = tmp_path / "b.tar.gz"
    backup_of(other, file)
    started: list[str] = []
    hands: list[Hand] = []

    def watch(app: DesktopApp) -> None:
        hands.append(Hand(app, file))
        app.bridge.received.connect(hands[0].hear)

    status = run_desktop(plan(home), watch=watch, restart=lambda: started.append("again"))
    hands[0].end()
    assert status == 0
    assert started == ["again"]
    assert said_in(home) == said_in(other)
    (aside,) = home.root.parent.glob(f"{home.root.name}.before-restore-*")
    assert (aside / "data" / "parley.db").exists()


def test_the_window_keeps_no_token_that_telegram_does_not_know(
    home: Home, qtbot: PatientQtBot
) -> None:
    problems: list[str | None] = []
    with TelegramServer() as telegram:
        save(home, "telegram", "api_url", telegram.url)
        app = build_desktop(plan(home))
        try:
            app.context.secrets.telegram_token.set("1:wrong", problems.append)
            qtbot.waitUntil(lambda: bool(problems))
        finally:
            app.close()
    (problem,) = problems
    assert problem is not None
    assert "Telegram does not know this token" in problem
