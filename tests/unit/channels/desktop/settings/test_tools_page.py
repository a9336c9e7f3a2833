from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.settings.model.tool_wording import (
    MAX_PURPOSE,
    class_title,
    outcome_title,
    tool_purpose,
)
from assistant.channels.desktop.settings.tools_page import ToolSettingsRow, ToolsPage
from assistant.locale import use_language
from assistant.protocol.tools import EnableTool, ListTools, SetToolClass, ToolsListed
from assistant.tools.tool import Permission, ToolOutcome
from tests.helpers.engine.fake_client import FakeEngineClient
from tests.unit.channels.desktop.conversation.tool_samples import TOOLS, tool


@pytest.fixture
def page(context: DesktopContext) -> Iterator[ToolsPage]:
    page = ToolsPage(context)
    page.load()
    page.show()
    yield page
    page.close()


def row(page: ToolsPage, name: str) -> ToolSettingsRow:
    return next(row for row in page.rows if row.objectName() == f"tool_{name}")


def words(widget: QWidget) -> list[str]:
    QApplication.processEvents()  # what was just added to a layout is shown with the next event
    return [label.text() for label in widget.findChildren(QLabel) if not label.isHidden()]


def test_it_asks_for_the_tools_and_shows_them_by_where_they_come_from(
    page: ToolsPage, engine: FakeEngineClient
) -> None:
    assert engine.submitted == [ListTools()]
    page.handle(TOOLS)
    assert [row.objectName() for row in page.rows] == [
        f"tool_{entry.name}" for entry in TOOLS.tools
    ]
    parent = row(page, "calculator").parentWidget()
    assert parent is not None
    assert {"Built in", "calendar"} <= set(words(parent))


def test_a_class_is_chosen_and_taken_back(page: ToolsPage, engine: FakeEngineClient) -> None:
    page.handle(TOOLS)
    choice = row(page, "open_address").choice
    assert choice.currentData() == "sensitive"
    engine.submitted.clear()
    choice.setCurrentIndex(choice.findData("safe"))
    choice.activated.emit(choice.currentIndex())
    choice.activated.emit(choice.findData("sensitive"))
    assert engine.submitted == [
        SetToolClass(tool="open_address", permission="safe"),
        SetToolClass(tool="open_address", permission=""),
    ]


def test_a_tool_that_can_do_great_harm_is_only_switched_on(
    page: ToolsPage, engine: FakeEngineClient
) -> None:
    page.handle(TOOLS)
    restricted = row(page, "run_command")
    assert restricted.choice.isHidden()
    assert not restricted.switch.isHidden()
    assert not restricted.switch.isChecked()
    assert "Restricted" in words(restricted)
    engine.submitted.clear()
    restricted.switch.click()
    assert engine.submitted == [EnableTool(tool="run_command", is_enabled=True)]


def test_what_changed_is_shown_in_the_rows_there_are(page: ToolsPage) -> None:
    page.handle(TOOLS)
    before = page.rows
    changed = tuple(
        tool(entry.name, entry.own_permission, permission="restricted", server=entry.server)
        for entry in TOOLS.tools
    )
    page.handle(ToolsListed(tools=changed))
    assert page.rows == before
    assert row(page, "calculator").choice.currentData() == "restricted"
    assert not row(page, "calculator").switch.isHidden()


def test_why_a_tool_cannot_be_used_is_said(page: ToolsPage) -> None:
    page.handle(TOOLS)
    assert "The server calendar is not connected." in words(row(page, "calendar__list"))
    assert len(words(row(page, "calendar__add"))) == 2


def test_controls_have_names_for_those_who_do_not_see_them(page: ToolsPage) -> None:
    page.handle(TOOLS)
    assert row(page, "open_address").choice.accessibleName() == "Permission of open_address"
    assert row(page, "run_command").switch.accessibleName() == "Let run_command run"


def test_every_class_and_outcome_has_a_name() -> None:
    assert all(class_title(permission.value) != permission.value for permission in Permission)
    assert all(outcome_title(outcome.value) != outcome.value for outcome in ToolOutcome)
    assert outcome_title("new") == "new"


@pytest.mark.parametrize(
    ("description", "purpose"),
    [
        ("Adds an entry. Use it when asked.", "Adds an entry."),
        ("Adds an entry\nto a calendar", "Adds an entry"),
        ("x" * 500, "x" * (MAX_PURPOSE - 1) + "…"),
        ("", ""),
    ],
)
def test_a_tool_without_words_of_ours_is_told_by_its_description(
    description: str, purpose: str
) -> None:
    entry = tool("calculator", server="elsewhere", description=description or " ")
    assert tool_purpose(entry) == purpose


def test_a_tool_of_ours_is_told_in_the_interface_s_language() -> None:
    entry = tool("calculator", purpose="Calculates")
    assert tool_purpose(entry) == "Calculates"
    use_language("ko")
    try:
        assert tool_purpose(entry) not in ("", "Calculates")
    finally:
        use_language("en")
