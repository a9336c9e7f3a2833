"""The first run in the whole program: for somebody new, once, and where it was left."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer

from assistant.assembly.desktop import run_desktop
from assistant.assembly.voice.voice_loop import VoiceDevices
from assistant.channels.desktop.app.application import DesktopApp
from assistant.channels.desktop.first_run.guide import FirstRunGuide
from assistant.channels.desktop.first_run.model.progress import Step
from assistant.clock import Clock, SystemClock
from assistant.engine.launch_options import LaunchOptions
from assistant.home import Home
from assistant.protocol.events import EngineEvent
from assistant.protocol.questions import QuestionAsked
from assistant.questions.model.question import Channel
from assistant.settings import Settings, load, save
from assistant.voice.devices.pacers import FreePacing
from benchmarks.instant_models import InstantModel

pytestmark = pytest.mark.usefixtures("qapp")

Act = Callable[[DesktopApp, FirstRunGuide | None], None]
KILLED = """
import os, signal, sys
from pathlib import Path
from PySide6.QtCore import QTimer
from assistant.channels.desktop.first_run.guide import FirstRunGuide
from assistant.assembly.desktop import run_desktop
from assistant.home import Home
from tests.unit.assembly.test_first_run import no_devices, plan

home = Home.locate(root=Path(sys.argv[1]), models=Path(sys.argv[1]) / "models")

def watch(app):
    def look():
        guide = app.window.findChild(FirstRunGuide)
        if guide.progress.number < 3:
            guide.skip.click()
        elif home.settings_file.exists() and "speaker" in home.settings_file.read_text():
            os.kill(os.getpid(), signal.SIGKILL)
    timer = QTimer(app.window)
    timer.timeout.connect(look)
    timer.start(20)

run_desktop(plan(home), devices=no_devices, watch=watch, guides=True)
"""
"""Goes on to the third step, and is killed there."""


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """No voice, without a settings file that says so."""
    monkeypatch.setenv("PARLEY_VOICE__ENABLED", "false")


def plan(home: Home) -> LaunchOptions:
    return LaunchOptions(
        home=home,
        settings=load(home).settings,
        clock=SystemClock(),
        channel=Channel.DESKTOP,
        client=InstantModel(),
    )


def no_devices(_settings: Settings, clock: Clock) -> VoiceDevices:
    """A machine without microphone and speaker."""
    return VoiceDevices(input=None, output=None, pacer=FreePacing(), clock=clock)


def run(home: Home, act: Act) -> list[EngineEvent]:
    """Run the program; `act` is given what it shows, and has it end. Returns what was told."""
    heard: list[EngineEvent] = []

    def watch(app: DesktopApp) -> None:
        app.engine.subscribe(heard.append)
        shown = app.window.findChild(FirstRunGuide)
        QTimer.singleShot(0, app.window, lambda: act(app, shown))

    before = set(threading.enumerate())
    assert run_desktop(plan(home), devices=no_devices, watch=watch, guides=True) == 0
    for thread in set(threading.enumerate()) - before:
        if thread.name == "engine":  # the program would leave a slow one behind
            thread.join()
    return heard


def seen(home: Home) -> Step | None:
    """The step that is shown at the start; None for the conversation."""
    steps: list[Step | None] = []

    def act(app: DesktopApp, guide: FirstRunGuide | None) -> None:
        steps.append(None if guide is None else guide.progress.current)
        app.quit_soon()

    run(home, act)
    return steps[0]


def test_somebody_new_is_guided_to_a_conversation_with_a_question(home: Home) -> None:
    def act(app: DesktopApp, guide: FirstRunGuide | None) -> None:
        assert guide is not None
        app.engine.subscribe(
            lambda event: app.quit_soon() if isinstance(event, QuestionAsked) else None
        )
        while not guide.progress.is_over:
            guide.next.click()
        assert app.window.composer.isVisible()

    asked = [event for event in run(home, act) if isinstance(event, QuestionAsked)]
    assert asked[0].questions.questions[0].options
    assert load(home).settings.ui.first_run.startswith("over ")


def test_it_goes_on_where_the_program_was_killed(home: Home) -> None:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    killed = subprocess.run(
        (sys.executable, "-c", KILLED, str(home.root)),
        env=environment,
        cwd=Path(__file__).parents[3],
        check=False,
        timeout=60,
    )
    assert killed.returncode == -signal.SIGKILL
    assert seen(home) is Step.SPEAKER


def test_it_comes_once(home: Home) -> None:
    save(home, "ui", "first_run", "over language=done")
    assert seen(home) is None


def test_who_has_settings_is_not_new(home: Home) -> None:
    save(home, "ui", "theme", "dark")
    assert seen(home) is None


def test_who_has_conversations_is_not_new(home: Home) -> None:
    home.database.parent.mkdir(parents=True)
    home.database.touch()
    assert seen(home) is None
