"""The start of the window: on the screen first, the engine behind it."""

import contextlib
import sqlite3

import pytest

from assistant.assembly.desktop import run_desktop
from assistant.bench.instant_models import REPLY, InstantModel
from assistant.channels.desktop.app.application import DesktopApp
from assistant.clock import SystemClock
from assistant.engine.launch_options import LaunchOptions
from assistant.errors import HomeBusyError, StoreError
from assistant.home import Home
from assistant.protocol.conversation import ConversationOpened
from assistant.protocol.events import EngineEvent
from assistant.protocol.messages import HistoryLoaded
from assistant.protocol.turns import TurnFinished, TurnStarted
from assistant.questions.model.question import Channel
from assistant.settings import load, save

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
