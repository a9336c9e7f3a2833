"""What is copied of a selection is Markdown that says the same."""

import pytest
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtWidgets import QApplication

from assistant.channels.desktop.markdown.model.stream_renderer import MarkdownStream, ProseSegment
from assistant.channels.desktop.markdown.selection_export import selected_markdown
from assistant.channels.desktop.style.markdown_stylesheet import markdown_css
from assistant.channels.desktop.style.tokens import LIGHT

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
