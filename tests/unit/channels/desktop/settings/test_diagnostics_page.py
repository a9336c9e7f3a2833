import json
import sys
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QLineEdit, QPlainTextEdit, QPushButton
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.conversation.latency_breakdown import LatencyBreakdown
from assistant.channels.desktop.conversation.model.latency_log import LatencyLog
from assistant.channels.desktop.diagnostics.doctor_reader import DoctorReader
from assistant.channels.desktop.diagnostics.panels import FoundPartRow
from assistant.channels.desktop.settings.diagnostics_page import (
    AdviceRow,
    DiagnosticsPage,
    TimedTurnRow,
)
from assistant.channels.desktop.widgets.theme import Theme
from assistant.home import Home
from assistant.protocol.turns import Timeline, TurnFinished, TurnTimed
from tests.helpers.clock import ManualClock
from tests.unit.channels.desktop.chosen_files import Files
from tests.unit.channels.desktop.contexts import make_context
from tests.unit.channels.desktop.windows import child, texts

AT = datetime(2026, 3, 4, 10, 15, tzinfo=UTC)


@pytest.fixture
def log() -> LatencyLog:
    return LatencyLog(clock=ManualClock(AT))


@pytest.fixture
def wanted() -> list[tuple[str, str]]:
    """Pages and fields that were to be shown."""
    return []


PARTS = (
    ("program", "ok", "Parley 0.1.0", ""),
    ("microphone", "warning", "Anna's pods were not found.", "Plug one in."),
    ("echo", "skipped", "Needs: Microphone", ""),
    ("models", "failed", "whisper-base is missing", "Fetch it."),
    ("fonts", "warning", "No font.", "Install one."),
)
"""Name, status, text and hint of what doctor finds here."""


@pytest.fixture
def doctor(home: Home) -> Iterator[DoctorReader]:
    rows = [
        {"name": name, "title": name.title(), "status": status, "text": text, "hint": hint}
        | {"wordless": "…", "seconds": 0.1}
        for name, status, text, hint in PARTS
    ]
    document = json.dumps({"ok": False, "findings": rows})
    reader = DoctorReader(home, command=(sys.executable, "-c", f"print({document!r})"))
    yield reader
    reader.close()


@pytest.fixture
def files(tmp_path: Path) -> Files:
    files = Files()
    files.path = tmp_path / "report.zip"
    return files


@pytest.fixture
def page(
    theme: Theme,
    home: Home,
    log: LatencyLog,
    wanted: list[tuple[str, str]],
    doctor: DoctorReader,
    files: Files,
) -> Iterator[DiagnosticsPage]:
    page = DiagnosticsPage(
        make_context(theme, home, clock=ManualClock(AT), ask_file=files),
        turns=lambda: log.turns,
        show_field=lambda page, field: wanted.append((page, field)),
        doctor=doctor,
        fetch=lambda: wanted.append(("fetched", "")),
    )
    page.load()
    page.show()
    yield page
    page.close()


def answered(page: DiagnosticsPage, log: LatencyLog, turn_id: str, *, model_s: float) -> None:
    token = 1.5 + model_s
    line = Timeline(
        speech_end=1.0, turn_end=1.25, transcript=1.5, first_token=token, first_audio=token + 0.1
    )
    for event in (
        TurnTimed(turn_id=turn_id, timeline=line),
        TurnFinished(turn_id=turn_id, text="", stop_reason="end_turn", spoken=True, model="big"),
    ):
        log.handle(event)
        page.handle(event)
    QCoreApplication.processEvents()


def test_it_says_that_nothing_was_spoken_yet(page: DiagnosticsPage) -> None:
    assert any("since Parley was started" in text for text in texts(page))


def test_it_shows_each_turn_and_the_median_while_they_come(
    page: DiagnosticsPage, log: LatencyLog
) -> None:
    for number, model_s in enumerate((0.1, 0.2, 3.0)):
        answered(page, log, str(number), model_s=model_s)
    rows = [row for row in page.findChildren(TimedTurnRow) if not row.isHidden()]
    assert [row.accessibleName().partition("· ")[2] for row in rows] == [
        "big: 3.6 s",
        "big: 0.8 s",
        "big: 0.7 s",
    ]
    assert rows[0].accessibleDescription().startswith("Heard 250 ms, Understood 250 ms")
    median = page.findChildren(LatencyBreakdown)[-1]
    assert "Model 200 ms" in median.accessibleDescription()
    assert "Nothing: no part takes long." in texts(page)


def test_advice_leads_to_the_setting_that_it_is_about(
    page: DiagnosticsPage, log: LatencyLog, wanted: list[tuple[str, str]]
) -> None:
    answered(page, log, "t", model_s=1.2)
    advice = child(page, AdviceRow, "advice_model")
    assert texts(advice) == [
        "big takes 1.2 s to begin. A smaller model, or one on this computer, begins sooner."
    ]
    child(advice, QPushButton, "change_llm_profile").click()
    assert wanted == [("model", "llm_profile")]


def test_what_does_not_work_stands_first_with_what_a_click_may_do(
    page: DiagnosticsPage, doctor: DoctorReader, qtbot: QtBot, wanted: list[tuple[str, str]]
) -> None:
    with qtbot.waitSignal(doctor.found):
        child(page, QPushButton, "check_parts").click()
        assert not child(page, QPushButton, "check_parts").isEnabled()
    rows = [row.objectName() for row in page.findChildren(FoundPartRow)]
    assert rows == ["found_models", "found_microphone", "found_fonts"]
    assert "Works: Program." in texts(page)
    for button in ("fix_models", "fix_microphone"):
        child(page, QPushButton, button).click()
    assert wanted == [("fetched", ""), ("voice", "voice_input_device")]
    assert page.findChild(QPushButton, "fix_fonts") is None
    assert child(page, QPushButton, "check_parts").isEnabled()


def test_a_report_is_saved_after_a_look(
    page: DiagnosticsPage, doctor: DoctorReader, log: LatencyLog, qtbot: QtBot, tmp_path: Path
) -> None:
    answered(page, log, "t", model_s=0.5)
    with qtbot.waitSignal(doctor.saved):
        child(page, QPushButton, "save_report").click()
    with zipfile.ZipFile(tmp_path / "report.zip") as report:
        told = json.loads(report.read("report.json"))
    assert [check["name"] for check in told["checks"]] == [name for name, *_rest in PARTS]
    assert told["turns"] == [{"heard": 0.25, "understood": 0.25, "model": 0.5, "voice": 0.1}]
    assert "Anna" not in json.dumps(told)


def test_a_doctor_that_ends_without_an_answer_is_told(
    theme: Theme, home: Home, qtbot: QtBot
) -> None:
    reader = DoctorReader(home, command=(sys.executable, "-c", "pass"))
    with qtbot.waitSignal(reader.failed) as told:
        reader.look()
    assert told.args == ["Doctor ended without an answer."]
    reader.close()


def test_a_look_ends_with_the_window(home: Home, qtbot: QtBot) -> None:
    reader = DoctorReader(
        home, command=(sys.executable, "-c", "import threading; threading.Event().wait()")
    )
    reader.look()
    reader.close()
    reader.look()


def test_the_log_shows_and_copies_the_lines_that_are_wanted(
    page: DiagnosticsPage, home: Home
) -> None:
    home.logs.mkdir(parents=True)
    (home.logs / "run.log").write_text("Ready now\nFAILED once\nready again\n", encoding="utf-8")
    page.load()
    shown = child(page, QPlainTextEdit, "log_text")
    assert shown.toPlainText() == "Ready now\nFAILED once\nready again"
    child(page, QLineEdit, "log_filter").setText("ready AGAIN")
    child(page, QPushButton, "copy_log").click()
    assert QGuiApplication.clipboard().text() == "ready again"


def test_where_there_is_no_log_nothing_is_offered_to_choose_or_copy(page: DiagnosticsPage) -> None:
    page.load()
    shown = child(page, QPlainTextEdit, "log_text")
    assert (shown.toPlainText(), shown.placeholderText()) == ("", "There is nothing here.")
    assert not child(page, QPushButton, "copy_log").isEnabled()
    assert child(page, QComboBox, "log_file").isHidden()
    assert child(page, QLineEdit, "log_filter").isHidden()
