from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from assistant.channels.desktop.settings.activity_page import (
    PAGE_CALLS,
    ActivityEntry,
    ActivityPage,
)
from assistant.channels.desktop.widgets.theme import Theme
from assistant.home import Home
from assistant.protocol.history import OpenConversation
from assistant.protocol.tools import ListToolCalls, ToolCallsListed
from tests.helpers.clock import ManualClock
from tests.helpers.engine.fake_client import FakeEngineClient
from tests.unit.channels.desktop.contexts import make_context
from tests.unit.channels.desktop.conversation.tool_samples import AT, call, calls


@pytest.fixture
def page(theme: Theme, home: Home, engine: FakeEngineClient) -> Iterator[ActivityPage]:
    page = ActivityPage(make_context(theme, home, engine=engine, clock=ManualClock(AT)))
    page.load()
    page.show()
    yield page
    page.close()


def entries(page: ActivityPage) -> list[ActivityEntry]:
    QCoreApplication.processEvents()  # what was just added to a layout is shown with the next event
    return [entry for entry in page.findChildren(ActivityEntry) if not entry.isHidden()]


def words(widget: QWidget) -> str:
    return "\n".join(label.text() for label in widget.findChildren(QLabel))


def test_it_asks_for_the_newest_calls_and_shows_them(
    page: ActivityPage, engine: FakeEngineClient
) -> None:
    assert engine.submitted == [ListToolCalls(limit=PAGE_CALLS)]
    assert "No tool has been used yet." in words(page)
    page.handle(calls(9, 8))
    assert [entry.objectName() for entry in entries(page)] == ["call_9", "call_8"]
    assert page.more_button.isHidden()


def test_older_calls_come_when_they_are_asked_for(
    page: ActivityPage, engine: FakeEngineClient
) -> None:
    page.handle(calls(9, 8, has_more=True))
    page.more_button.click()
    assert engine.submitted[-1] == ListToolCalls(before=8, limit=PAGE_CALLS)
    assert not page.more_button.isEnabled()
    page.handle(calls(3, before=5))  # asked for by somebody else
    page.handle(calls(7, 6, before=8))
    assert [entry.objectName() for entry in entries(page)] == [
        f"call_{number}" for number in (9, 8, 7, 6)
    ]
    assert page.more_button.isHidden()


def test_a_call_opens_to_what_it_was_called_with(
    page: ActivityPage, engine: FakeEngineClient
) -> None:
    page.handle(calls(9))
    (entry,) = entries(page)
    assert entry.head.accessibleName().endswith("calculator: Done")
    entry.set_open(True)
    assert '"expression": "6 * 7"' in words(entry)
    assert "Safe · 0.2 s" in words(entry)
    entry.findChildren(QPushButton)[0].click()
    assert engine.submitted[-1] == OpenConversation(conversation_id="c9")


def test_a_call_of_a_conversation_that_is_gone_leads_nowhere(page: ActivityPage) -> None:
    gone = call(4, outcome="refused", conversation="")
    page.handle(ToolCallsListed(calls=(gone,), before=None, has_more=False))
    (entry,) = entries(page)
    assert entry.findChildren(QPushButton) == []
    assert "Not allowed" in words(entry)


@pytest.mark.parametrize(
    ("outcome", "told", "went"),
    [
        ("ok", "Done", "well"),
        ("error", "Failed", "wrong"),
        ("refused", "Not allowed", "nowhere"),
        ("put_off", "Put off", "nowhere"),
        ("unanswered", "Not answered in time", "nowhere"),
        ("switched_off", "Switched off", "nowhere"),
        ("timeout", "Took too long", "nowhere"),
    ],
)
def test_what_was_not_run_has_not_failed(
    page: ActivityPage, outcome: str, told: str, went: str
) -> None:
    one = call(4, outcome=outcome)
    page.handle(ToolCallsListed(calls=(one,), before=None, has_more=False))
    (entry,) = entries(page)
    assert told in words(entry)
    assert entry.property("went") == went
