"""What the program says of itself, and what there is to read about it."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QPushButton
from pytestqt.qtbot import QtBot

from assistant.build import version_text
from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.markdown.document_view import MarkdownView
from assistant.channels.desktop.reading.file_viewer import TextViewer
from assistant.channels.desktop.reading.help_window import HelpWindow
from assistant.channels.desktop.settings.about_page import AboutPage
from tests.unit.channels.desktop.windows import child


@pytest.fixture
def pages() -> list[str]:
    """The settings pages that were asked for."""
    return []


@pytest.fixture
def folders() -> list[Path]:
    """The folders that were shown."""
    return []


@pytest.fixture
def about(
    qtbot: QtBot, context: DesktopContext, pages: list[str], folders: list[Path]
) -> AboutPage:
    page = AboutPage(
        context,
        show_page=pages.append,
        open_link=lambda _address: None,
        show_folder=folders.append,
    )
    qtbot.addWidget(page)
    with qtbot.waitExposed(page):
        page.show()
    return page


def click(about: AboutPage, name: str) -> None:
    QTest.mouseClick(child(about, QPushButton, name), Qt.MouseButton.LeftButton)


def test_it_names_the_build_and_leads_to_help_and_data(
    about: AboutPage, context: DesktopContext, pages: list[str], folders: list[Path]
) -> None:
    words = [label.text() for label in about.findChildren(QLabel)]
    assert f"Parley {version_text()}" in words
    assert str(context.home.root) in words
    for name in ("diagnostics", "privacy", "open_data"):
        click(about, name)
    assert (pages, folders) == (["diagnostics", "data"], [context.home.root])


def test_the_news_are_laid_out_and_the_licence_is_shown_as_it_is(about: AboutPage) -> None:
    click(about, "news")
    click(about, "licence")
    news, licence = about.findChildren(TextViewer)
    assert "What users notice" in child(news, MarkdownView, "").text
    assert "Apache License" in child(licence, QPlainTextEdit, "file_text").toPlainText()


def test_the_licences_of_others_are_collected_in_the_background(
    about: AboutPage, qtbot: QtBot
) -> None:
    click(about, "licences_of_others")
    assert not child(about, QPushButton, "licences_of_others").isEnabled()
    qtbot.waitUntil(lambda: bool(about.findChildren(TextViewer)))
    text = child(about, QPlainTextEdit, "file_text").toPlainText()
    assert "PySide6_Essentials" in text
    assert "In Parley itself: assistant/channels/typeface/OFL.txt" in text
    assert child(about, QPushButton, "licences_of_others").isEnabled()


def test_the_documentation_opens(about: AboutPage) -> None:
    click(about, "documentation")
    assert child(about, HelpWindow, "help_window").isVisible()
