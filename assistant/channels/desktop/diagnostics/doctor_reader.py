"""Has `parley doctor` look, and writes reports, on a thread of its own; tells on the GUI thread."""

import os
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from pydantic import ValidationError
from PySide6.QtCore import QObject, Qt, Signal

from assistant.channels.desktop.diagnostics.model.fixes import read_findings
from assistant.failure_reason import failure_reason
from assistant.finding import Finding
from assistant.home import Home
from assistant.locale import _
from assistant.processes.blocking_child import PIPE, BlockingChild
from assistant.processes.python_command import python_environment, python_module
from assistant.report import write_report
from assistant.settings import load

LIMIT_S: Final = 900.0
"""Longer than all checks may take together on a crowded machine."""
CLOSE_S: Final = 5.0


class DoctorReader(QObject):
    """Looks at one thing at a time.

    Args:
        home: The home.
        command: What is run; prints what `parley doctor --json` does.

    Signals:
        begun: It looks.
        found: All was looked at; carries a tuple of `Finding`.
        saved: A report was written; carries its path.
        failed: It could not; carries why, in the user's language.
    """

    begun = Signal()
    found = Signal(object)
    saved = Signal(object)
    failed = Signal(str)
    _ended = Signal(object)

    def __init__(self, home: Home, *, command: Sequence[str] | None = None) -> None:
        super().__init__()
        self._home = home
        places = ("--home", str(home.root), "--models", str(home.models))
        self._command = command or python_module("assistant.cli", "doctor", "--json", *places)
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._child: BlockingChild | None = None
        self._is_closed = False
        self.findings: tuple[Finding, ...] = ()
        """What was found last."""
        self._ended.connect(self._tell, Qt.ConnectionType.QueuedConnection)

    def look(self) -> None:
        """Look at every part, unless something is being done; returns at once."""
        self._start(self._look)

    def save_report(self, file: Path, turns: Sequence[Mapping[str, float]]) -> None:
        """Write a report, after a look if there was none, unless something is being done."""

        def save() -> Callable[[], None]:
            tell = (lambda: None) if self.findings else self._look()
            settings = load(self._home).settings
            write_report(file, self._home, settings, findings=self._latest, turns=turns)

            def told() -> None:
                tell()
                self.saved.emit(file)

            return told

        self._start(save)

    def close(self) -> None:
        """End what is under way; nothing is told any more."""
        with self._lock:
            self._is_closed = True
            if self._child is not None:
                self._child.kill()
        if self._thread is not None:
            self._thread.join(timeout=CLOSE_S)

    def _start(self, work: Callable[[], Callable[[], None]]) -> None:
        if self._thread is not None or self._is_closed:
            return
        self._latest = self.findings
        self.begun.emit()

        def run() -> None:
            try:
                tell = work()
            except (OSError, TimeoutError) as error:
                reason = failure_reason(error)
                tell = lambda: self.failed.emit(reason)  # noqa: E731
            except ValidationError:
                tell = lambda: self.failed.emit(_("Doctor ended without an answer."))  # noqa: E731
            if not self._is_closed:
                self._ended.emit(tell)

        self._thread = threading.Thread(target=run, name="doctor", daemon=True)
        self._thread.start()

    def _look(self) -> Callable[[], None]:
        environment = python_environment(os.environ)
        with BlockingChild(self._command, environment=environment, stdout=PIPE) as child:
            with self._lock:
                if self._is_closed:
                    child.kill()
                self._child = child
            try:
                printed, _errors = child.communicate(LIMIT_S)
            finally:
                with self._lock:
                    self._child = None
        findings = self._latest = read_findings(printed.decode("utf-8", "replace"))

        def told() -> None:
            self.findings = findings
            self.found.emit(findings)

        return told

    def _tell(self, tell: Callable[[], None]) -> None:
        self._thread = None
        tell()
