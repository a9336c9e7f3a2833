import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.markdown.document_view import MarkdownView
from assistant.channels.desktop.reading.help_window import PAGES, HelpWindow, documentation
from assistant.channels.desktop.widgets.theme import Theme


@pytest.fixture
def window(qtbot: QtBot, theme: Theme) -> HelpWindow:
    window = HelpWindow(theme=theme)
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    return window


def shown(window: HelpWindow) -> str:
    (markdown,) = (one for one in window.findChildren(MarkdownView) if one.isVisible())
    return markdown.text


def test_every_page_that_is_offered_is_there_and_has_a_title() -> None:
    pages = documentation()
    assert [file.stem for file in pages.values()] == list(PAGES)
    assert all(pages)


def test_the_keys_choose_a_page(window: HelpWindow, qtbot: QtBot) -> None:
    assert window.chooser.hasFocus()
    assert shown(window).startswith("# The window\n")
    QTest.keyClick(window.chooser, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: shown(window).startswith("# Questions\n"))


def test_a_program_without_its_documents_says_so(
    qtbot: QtBot, theme: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("assistant.channels.desktop.reading.help_window.PAGES", ())
    window = HelpWindow(theme=theme)
    qtbot.addWidget(window)
    window.show()
    assert shown(window) == "The documentation is not here."
