from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QPushButton

from assistant.channels.desktop.conversation.latency_breakdown import LatencyBreakdown
from assistant.channels.desktop.conversation.model.latency_log import LatencyLog
from assistant.channels.desktop.settings.diagnostics_page import (
    AdviceRow,
    DiagnosticsPage,
    TimedTurnRow,
)
from assistant.channels.desktop.widgets.theme import Theme
from assistant.home import Home
from assistant.protocol.turns import Timeline, TurnFinished, TurnTimed
from tests.helpers.clock import ManualClock
from tests.unit.channels.desktop.contexts import make_context
from tests.unit.channels.desktop.windows import child, texts

AT = datetime(2026, 3, 4, 10, 15, tzinfo=UTC)


@pytest.fixture
def log() -> LatencyLog:
    return LatencyLog(now=lambda: AT)


@pytest.fixture
def wanted() -> list[tuple[str, str]]:
    """Pages and fields that were to be shown."""
    return []


@pytest.fixture
def page(
    theme: Theme, home: Home, log: LatencyLog, wanted: list[tuple[str, str]]
) -> Iterator[DiagnosticsPage]:
    page = DiagnosticsPage(
        make_context(theme, home, clock=ManualClock(AT)),
        turns=lambda: log.turns,
        show_field=lambda page, field: wanted.append((page, field)),
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
