"""The panels of the diagnostics page about the program: which parts work, and what its logs say."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QLineEdit, QPlainTextEdit, QWidget

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.diagnostics.doctor_reader import DoctorReader
from assistant.channels.desktop.diagnostics.model.fixes import (
    Fix,
    fix_for,
    lines_with,
    troubles_first,
)
from assistant.channels.desktop.settings.page import clear_layout
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.controls import Dropdown
from assistant.channels.desktop.widgets.labels import plain_label, restyle, selectable
from assistant.channels.desktop.widgets.layouts import STRETCH, flow, hbox, vbox
from assistant.channels.desktop.widgets.text_metrics import fixed_font
from assistant.failure_reason import failure_reason
from assistant.finding import CheckStatus, Finding
from assistant.locale import _
from assistant.report import log_files

SHOWN_BYTES: Final = 200_000
"""The end of a log file, which is read when it is shown."""
LOG_HEIGHT_PX: Final = 260
REPORT_NAME: Final = "parley-report.zip"


class FoundPartRow(QFrame):
    """What is wrong with one part, what to do, and a button where a click may do it."""

    def __init__(
        self,
        part: Finding,
        fix: Fix | None,
        *,
        show: Callable[[str, str], None],
        fetch: Callable[[], None],
    ) -> None:
        super().__init__()
        self.setObjectName(f"found_{part.name}")
        self.setProperty("role", "panel")
        is_failure = part.status is CheckStatus.FAILED
        state = _("Does not work") if is_failure else _("Could be better")
        state_label = plain_label(state, role="failed" if is_failure else "secondary", wraps=False)
        box = vbox(
            hbox((plain_label(part.title), 1), state_label, gap=10),
            selectable(plain_label(part.text, role="secondary")),
            inside=self,
            margins=(14, 9, 12, 9),
            gap=4,
        )
        if part.hint:
            box.addWidget(selectable(plain_label(part.hint, role="description")))
        if fix is not None:
            button = push_button(
                f"fix_{part.name}",
                _("Change…") if fix.page else _("Download"),
                on_click=(lambda: show(fix.page, fix.field)) if fix.page else fetch,
            )
            button.setAccessibleDescription(f"{part.title}: {part.text}")
            box.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)


class HealthPanel(QWidget):
    """Which parts work, as `parley doctor` says it, and a report about them.

    Args:
        context: What it is made with.
        doctor: Looks, and writes the report.
        turns: Returns the seconds of each part of the last spoken turns.
        show: Shows the page and the field of these names.
        fetch: Fetches the model files that are missing.
    """

    def __init__(
        self,
        context: DesktopContext,
        *,
        doctor: DoctorReader,
        turns: Callable[[], Sequence[Mapping[str, float]]],
        show: Callable[[str, str], None],
        fetch: Callable[[], None],
    ) -> None:
        super().__init__()
        self._context = context
        self._doctor = doctor
        self._turns = turns
        self._show = show
        self._fetch = fetch
        self._look = push_button("check_parts", _("Check every part"), on_click=doctor.look)
        self._save = push_button("save_report", _("Save a report…"), on_click=self._ask_where)
        self._save.setAccessibleDescription(self._about_report())
        self._state = plain_label(role="secondary", name="doctor_state")
        self._rows = vbox(gap=8)
        vbox(
            plain_label(_("What works"), role="section"),
            self._state,
            self._rows,
            plain_label(self._about_report(), role="description"),
            flow(self._look, self._save, gap=8),
            inside=self,
            gap=8,
        )
        doctor.begun.connect(self._begun)
        doctor.found.connect(self._found)
        doctor.saved.connect(self._saved)
        doctor.failed.connect(self._failed)
        self._found(doctor.findings)

    @staticmethod
    def _about_report() -> str:
        return _(
            "A report holds these checks, versions, settings that are numbers or choices, the times"
            " of the last turns, and the logs: none of your words, names, keys or folders."
        )

    def _begun(self) -> None:
        self._set_busy(True)
        self._say(_("Every part is looked at. That takes ten seconds or more."))

    def _found(self, findings: tuple[Finding, ...]) -> None:
        self._set_busy(False)
        clear_layout(self._rows)
        troubles = troubles_first(findings)
        for part in troubles:
            fix = fix_for(part, findings)
            self._rows.addWidget(FoundPartRow(part, fix, show=self._show, fetch=self._fetch))
        if not findings:
            self._say(_("Not looked at since Parley was started."))
            return
        works = ", ".join(part.title for part in findings if part.status is CheckStatus.OK)
        self._say(_("Works: {parts}.").format(parts=works))

    def _saved(self, file: Path) -> None:
        self._set_busy(False)
        self._say(_("Saved in {file}. None of your words are in it.").format(file=str(file)))

    def _failed(self, reason: str) -> None:
        self._set_busy(False)
        self._say(reason, role="failed")

    def _say(self, text: str, role: str = "secondary") -> None:
        self._state.setText(text)
        self._state.setProperty("role", role)
        restyle(self._state)

    def _set_busy(self, is_busy: bool) -> None:
        for button in (self._look, self._save):
            button.setEnabled(not is_busy)

    def _ask_where(self) -> None:
        self._context.ask_file.to_write(
            self.window(),
            title=_("Save a report"),
            name=REPORT_NAME,
            kind="zip",
            done=lambda file: self._doctor.save_report(file, self._turns()),
        )


class LogPanel(QFrame):
    """The end of a log file, or those of its lines that have some words."""

    def __init__(self, context: DesktopContext) -> None:
        super().__init__()
        self._home = context.home
        self._lines: tuple[str, ...] = ()
        self.files = Dropdown(theme=context.theme)
        self.files.setObjectName("log_file")
        self.files.setAccessibleName(_("Log file"))
        self.filter = QLineEdit()
        self.filter.setObjectName("log_filter")
        self.filter.setPlaceholderText(_("Only lines with…"))
        self.filter.setAccessibleName(_("Only lines with…"))
        self.text = QPlainTextEdit()
        self.text.setObjectName("log_text")
        self.text.setReadOnly(True)
        self.text.setProperty("role", "field")
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setFont(fixed_font())
        self.text.setFixedHeight(LOG_HEIGHT_PX)
        self.text.setAccessibleName(_("Log"))
        self.text.setPlaceholderText(_("There is nothing here."))
        self.copy = push_button("copy_log", _("Copy"), on_click=self._copy)
        vbox(
            plain_label(_("Log"), role="section"),
            plain_label(_("What happened, without your words."), role="description"),
            hbox(self.files, (self.filter, 1), gap=8),
            self.text,
            hbox(self.copy, STRETCH),
            inside=self,
            gap=8,
        )
        self.files.currentIndexChanged.connect(self._read)
        self.filter.textChanged.connect(self._show_lines)

    def load(self) -> None:
        """List the files that are there now, and read the one that was shown."""
        shown = self.files.currentText()
        names = [file.name for file in log_files(self._home)]
        self.files.blockSignals(True)
        self.files.clear()
        self.files.addItems(names)
        if shown in names:
            self.files.setCurrentText(shown)
        self.files.blockSignals(False)
        for part in (self.files, self.filter):
            part.setVisible(bool(names))
        self._read()

    def _read(self) -> None:
        name = self.files.currentText()
        self._lines = tail_of(self._home.logs / name) if name else ()
        self._show_lines()

    def _show_lines(self) -> None:
        shown = lines_with(self._lines, self.filter.text())
        self.text.setPlainText("\n".join(shown))
        self.copy.setEnabled(bool(shown))
        bar = self.text.verticalScrollBar()
        bar.setValue(bar.maximum())

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text.toPlainText())


def tail_of(file: Path) -> tuple[str, ...]:
    """Return the last lines of a file; of one that is gone or cannot be read, why."""
    try:
        with file.open("rb") as stream:
            size = stream.seek(0, 2)
            stream.seek(max(0, size - SHOWN_BYTES))
            lines = stream.read().decode("utf-8", "replace").splitlines()
    except OSError as error:
        return (failure_reason(error),)
    return tuple(lines[1:] if size > SHOWN_BYTES else lines)
