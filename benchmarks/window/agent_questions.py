"""`parley bench agents`: how soon a coding agent's question is on the screen, and its answer back.

The window runs in this process. An agent's hook is run as the agent runs it, by a shell and with what
Claude Code told one (`tests/data/hooks`), beside a Python that does nothing.
"""

import json
import os
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import psutil
from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QAbstractButton, QApplication, QPlainTextEdit, QWidget
from typing_extensions import override

from assistant.assembly.desktop import build_desktop
from assistant.channels.desktop.app.application import DesktopApp
from assistant.clock import Clock
from assistant.coding_agents.model.agents import CodingAgent
from assistant.coding_agents.setup.parley_command import running_parley
from assistant.engine.launch_options import LaunchOptions
from assistant.errors import AssistantError, DeviceError
from assistant.home import Home
from assistant.processes.blocking_child import PIPE, BlockingChild, run
from assistant.processes.python_command import python_code
from assistant.protocol.coding_agents import AgentSessionsListed
from assistant.protocol.events import EngineEvent
from assistant.questions.model.question import Channel
from assistant.settings import load, save
from benchmarks.data import read_table
from benchmarks.instant_models import InstantModel
from benchmarks.model.metrics import spread_ms
from benchmarks.model.run import Run
from benchmarks.process_usage import compiled_environment
from benchmarks.progress import BenchProgress, BenchStep
from benchmarks.reports.speed_report import AGENTS

QUESTIONS: Final = 20
"""How many are asked of each kind."""
LONG_COMMAND: Final = 200_000
"""Characters."""
_LIMIT_S: Final = 60.0
_POLL_S: Final = 0.01
_DENY: Final = "Deny"
_DIALOG: Final = "question_dialog"


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedQuestion:
    """One question of an agent; times are in seconds since its hook was started."""

    heard_s: float
    """Until the engine had heard the hook."""
    painted_s: float
    """Until the question was on the screen."""
    verdict_s: float
    """From the press of the button until the hook had printed it and was gone."""
    cpu_s: float
    """Processor time of the hook."""
    window_cpu_s: float
    """The same of this process, the window and its engine, until the question was on the screen."""
    empty_s: float
    """How long a Python took that does nothing, started just before."""
    empty_cpu_s: float


def measure_agents(*, clock: Clock, progress: BenchProgress, questions: int = QUESTIONS) -> Run:
    """Run the bench, on the main thread of a process with a display, or none to need.

    Raises:
        DeviceError: If a question does not come to the screen, or its answer not back.
        StoreError: If there is no room for the store.
    """
    kinds = {"a window": "ls", "several windows": "ls", "a long command": "x" * LONG_COMMAND}
    progress.plan([BenchStep(name=name, expected_s=questions) for name in kinds])
    with tempfile.TemporaryDirectory(prefix="parley-bench-") as folder:
        home = Home(root=Path(folder), models=Home.locate().models)
        save(home, "voice", "enabled", False)
        save(home, "questions", "arm_delay_ms", 0)
        app = build_desktop(
            LaunchOptions(
                home=home,
                settings=load(home, {}).settings,
                clock=clock,
                channel=Channel.DESKTOP,
                client=InstantModel(),
            )
        )
        asked: list[list[AskedQuestion]] = []
        try:
            app.window.show()
            for name, command in kinds.items():
                progress.next()
                if name == "several windows":
                    _open_windows(app)
                asked.append(QuestionMonitor(app, home).run(command, questions))
        finally:
            app.close()
            app.application.processEvents()
            app.window.deleteLater()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    usual, beside, long = asked
    every = [one for kind in asked for one in kind]
    return Run(
        AGENTS,
        questions=questions,
        painted_ms=spread_ms([one.painted_s for one in usual]),
        heard_ms=spread_ms([one.heard_s for one in usual]),
        empty_ms=spread_ms([one.empty_s for one in every]),
        window_cpu_ms=spread_ms([one.window_cpu_s for one in usual]),
        hook_cpu_ms=spread_ms([one.cpu_s for one in usual]),
        empty_cpu_ms=spread_ms([one.empty_cpu_s for one in every]),
        verdict_ms=spread_ms([one.verdict_s for one in usual]),
        windows_painted_ms=spread_ms([one.painted_s for one in beside]),
        long_characters=LONG_COMMAND,
        long_painted_ms=spread_ms([one.painted_s for one in long]),
        long_heard_ms=spread_ms([one.heard_s for one in long]),
    )


def _open_windows(app: DesktopApp) -> None:
    app.windows.memory.present()
    app.windows.personas.present()
    app.application.processEvents()


class QuestionMonitor(QObject):
    """Has questions asked, sees when each is on the screen, and denies it.

    Args:
        app: The program; its window is shown.
        home: Its home.
    """

    _answer = Signal()

    def __init__(self, app: DesktopApp, home: Home) -> None:
        super().__init__(app.window)
        self._app = app
        self._home = home
        self._painted: Future[float] = Future()
        self._heard: Future[float] = Future()
        self._pressed: Future[float] = Future()
        self._gone: Future[float] = Future()
        self._number = 0
        self._loop = QEventLoop()
        self._answer.connect(self._deny, Qt.ConnectionType.QueuedConnection)

    def run(self, command: str, count: int) -> list[AskedQuestion]:
        """Have a command asked about so many times.

        Raises:
            DeviceError: As `measure_agents`.
        """
        outcome: Future[list[AskedQuestion]] = Future()

        def ask() -> None:
            try:
                outcome.set_result([self._asked(command) for _ in range(count)])
            except (AssistantError, OSError) as error:  # told on the main thread
                outcome.set_exception(error)
            QTimer.singleShot(0, self, self._loop.quit)

        stop_hearing = self._app.engine.subscribe(self._hear)
        self._app.application.installEventFilter(self)
        asking = threading.Thread(target=ask, name="agent", daemon=True)
        asking.start()
        self._loop.exec()
        asking.join()
        self._app.application.removeEventFilter(self)
        stop_hearing()
        return outcome.result()

    def _asked(self, command: str) -> AskedQuestion:
        """Ask one question; on the agent's thread."""
        self._number += 1
        self._painted, self._heard, self._pressed, self._gone = (Future() for _ in range(4))
        self._until(self._home.api_file.exists)
        environment = compiled_environment()
        empty_s, empty_cpu_s = _ran(python_code("pass"), environment)
        parley = running_parley(self._home).hook(CodingAgent.CLAUDE_CODE)
        began, used_s = time.perf_counter(), time.process_time()
        with BlockingChild(
            ["/bin/sh", "-c", f"exec {parley}"], environment=environment, stdin=PIPE, stdout=PIPE
        ) as hook:
            hook.stdin.write(_payload(command, self._words))
            hook.stdin.close()
            painted = self._seen(self._painted)
            window_cpu_s = time.process_time() - used_s
            cpu_s = _processor_s(hook.pid)
            self._answer.emit()
            pressed = self._seen(self._pressed)
            printed = hook.stdout.read()
            hook.wait()
            verdict_s = time.perf_counter() - pressed
        self._seen(self._gone)  # a dialog shows for a moment what was answered, and the next waits
        if b'"deny"' not in printed:
            raise _not_seen()
        return AskedQuestion(
            heard_s=self._seen(self._heard) - began,
            painted_s=painted - began,
            verdict_s=verdict_s,
            cpu_s=cpu_s,
            window_cpu_s=window_cpu_s,
            empty_s=empty_s,
            empty_cpu_s=empty_cpu_s,
        )

    @property
    def _words(self) -> str:
        """What the agent says of the command: each question is known by it."""
        return f"Question {self._number}."

    def _seen(self, moment: "Future[float]") -> float:
        try:
            return moment.result(_LIMIT_S)
        except TimeoutError as error:
            raise _not_seen() from error

    def _until(self, condition: Callable[[], bool]) -> None:
        over = time.monotonic() + _LIMIT_S
        while not condition():
            if time.monotonic() > over:
                raise _not_seen()
            time.sleep(_POLL_S)

    def _hear(self, event: EngineEvent) -> None:
        """Engine thread."""
        if isinstance(event, AgentSessionsListed) and not self._heard.done():
            self._heard.set_result(time.perf_counter())

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Hide and watched.objectName() == _DIALOG:
            if not self._gone.done():
                self._gone.set_result(time.perf_counter())
            return False
        if event.type() != QEvent.Type.UpdateRequest or not _is_question(watched):
            return False
        self._app.application.removeEventFilter(self)
        QCoreApplication.sendEvent(watched, event)  # what it would have got, but with an end
        self._app.application.installEventFilter(self)
        now = time.perf_counter()
        if not self._painted.done() and self._shows(watched, self._words):
            self._painted.set_result(now)
        return True

    def _shows(self, dialog: QObject, words: str) -> bool:
        texts = (child.toPlainText() for child in dialog.findChildren(QPlainTextEdit))
        return any(words in text for text in texts)

    @Slot()
    def _deny(self) -> None:
        dialog = next(one for one in QApplication.topLevelWidgets() if _is_question(one))
        self._pressed.set_result(time.perf_counter())
        for words in (_DENY, "Confirm"):
            buttons = dialog.findChildren(QAbstractButton)
            for button in buttons:
                if button.isVisible() and words in f"{button.accessibleName()} {button.text()}":
                    button.click()
                    break


def _is_question(thing: QObject) -> bool:
    return isinstance(thing, QWidget) and thing.objectName() == _DIALOG and thing.isVisible()


def _payload(command: str, words: str) -> bytes:
    """Return what Claude Code told its hook, with another command and what it says of it."""
    lines: Sequence[Mapping[str, Any]] = [
        json.loads(line) for line in read_table("hooks", "claude-code.jsonl").splitlines()
    ]
    recorded = next(
        line
        for line in lines
        if line["hook_event_name"] == "PermissionRequest" and line["tool_name"] == "Bash"
    )
    return json.dumps(
        {**recorded, "tool_input": {"command": command, "description": words}}
    ).encode()


def _ran(command: Sequence[str], environment: Mapping[str, str]) -> tuple[float, float]:
    """Return how long a program took, and its processor time."""
    before, began = os.times(), time.perf_counter()
    run(command, limit_s=_LIMIT_S, environment=environment)
    took, after = time.perf_counter() - began, os.times()
    used = (
        after.children_user + after.children_system - before.children_user - before.children_system
    )
    return took, used


def _processor_s(pid: int) -> float:
    """Return the processor time of a process; nothing where it has ended."""
    with suppress(psutil.Error):
        times = psutil.Process(pid).cpu_times()
        return times.user + times.system
    return 0.0


def _not_seen() -> DeviceError:
    return DeviceError(
        "The question did not come to the screen, or its answer not back.",
        hint="Run it when the machine does nothing else.",
    )
