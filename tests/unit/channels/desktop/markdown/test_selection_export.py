"""What is copied of a selection is Markdown that says the same."""

import pytest
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtWidgets import QApplication

from assistant.channels.desktop.markdown.selection_export import selected_markdown

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
