"""What is copied of a selection is Markdown that says the same."""

import pytest
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.markdown.model.stream_renderer import MarkdownStream, ProseSegment
from assistant.channels.desktop.markdown.prose_view import ProseView
from assistant.channels.desktop.markdown.selection_export import selected_markdown
from assistant.channels.desktop.style.markdown_stylesheet import markdown_css
from assistant.channels.desktop.style.tokens import LIGHT
from assistant.channels.desktop.widgets.theme import Theme

BARE = '<p>See <a href="https://example.org/a">https://example.org/a</a> now.</p>'
NAMED = '<p>See <a href="https://example.org/a">the page</a> now.</p>'


@pytest.mark.parametrize(
    ("html", "selected", "copied"),
    [
        pytest.param(BARE, "See https://example.org/a now.", None, id="an address"),
        pytest.param(BARE, "See https://example", None, id="part of an address"),
        pytest.param(NAMED, "See the page", "See [the page](https://example.org/a)", id="a link"),
    ],
)
def test_an_address_that_stands_for_itself_is_copied_as_it_stands(
    qapp: QApplication, html: str, selected: str, copied: str | None
) -> None:
    assert qapp
    document = QTextDocument()
    document.setHtml(html)
    cursor = QTextCursor(document)
    cursor.setPosition(len(selected), QTextCursor.MoveMode.KeepAnchor)
    assert selected_markdown(cursor) == (copied or selected)


def test_every_block_of_a_quote_is_copied_as_one_of_it(qapp: QApplication) -> None:
    assert qapp
    source = "> One.\n\n> Two.\n\n> - item\n\n> > Three.\n\nFour."
    (prose,) = MarkdownStream("> One.\n>\n> Two.\n>\n> - item\n>\n> > Three.\n\nFour.").segments
    assert isinstance(prose, ProseSegment)
    document = QTextDocument()
    document.setDefaultStyleSheet(markdown_css(LIGHT, 1.0))
    document.setHtml(prose.html)
    cursor = QTextCursor(document)
    cursor.select(QTextCursor.SelectionType.Document)
    assert selected_markdown(cursor) == source


LISTED = "1. Run it:\n\n   ```bash\n   ls -l\n\n   cd x\n   ```\n2. Done."


@pytest.fixture
def listed(qtbot: QtBot, theme: Theme) -> ProseView:
    """A list with code in its first item."""
    (prose,) = MarkdownStream(LISTED).segments
    assert isinstance(prose, ProseSegment)
    view = ProseView(theme=theme)
    qtbot.addWidget(view)
    view.set_html(prose.html)
    return view


def test_code_in_a_list_is_copied_as_a_block_and_alone_as_it_is(listed: ProseView) -> None:
    text = listed.document().toPlainText()
    cursor = listed.textCursor()
    cursor.select(QTextCursor.SelectionType.Document)
    assert selected_markdown(cursor) == "1. Run it:\n\n```bash\nls -l\n\ncd x\n```\n2. Done."
    cursor.setPosition(text.index("-l"))
    cursor.setPosition(text.index("cd") + 2, QTextCursor.MoveMode.KeepAnchor)
    assert selected_markdown(cursor) == "-l\n\ncd"
