"""What a delta costs, counted: it must not depend on how long the reply is already."""

import itertools
import math
from collections.abc import Iterator

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.conversation.message_entries import ReplyEntry
from assistant.channels.desktop.conversation.model.transcript import TranscriptModel
from assistant.channels.desktop.conversation.transcript_view import TranscriptView
from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.markdown.code_view import CodeView
from assistant.channels.desktop.markdown.document_view import MarkdownView
from assistant.channels.desktop.markdown.model.stream_renderer import (
    BLOCK_LIMIT,
    TABLE_ROWS,
    MarkdownStream,
)
from assistant.channels.desktop.markdown.prose_view import ProseView
from assistant.channels.desktop.markdown.table_view import TableText, TableView
from assistant.channels.desktop.widgets.theme import Theme

TABLE = "| a | b |\n|---|--:|\n"
KINDS = {
    "paragraphs": ("", "Some **words** that make a paragraph, number {}.\n\n"),
    "sections": ("", "## Part {0}\n\nwords\n\n```\nx = {0}\n```\n\n"),
    "a table": (TABLE, "| row {} | [words](https://example.org) |\n"),
    "a list": ("", "- item **{}** of the list\n"),
    "code": ("```python\n", "value_{} = 1\n"),
    "one paragraph": ("", "word **{}** and more "),
}
"""By name: how it begins, and what is said again and again."""


def rendered(view: MarkdownView) -> int:
    return sum(part.rendered for part in view.parts)


@pytest.fixture
def view(qtbot: QtBot, theme: Theme) -> Iterator[MarkdownView]:
    host = QWidget()
    host.resize(600, 400)
    view = MarkdownView(theme=theme)
    view.setParent(host)
    view.take_width(600)
    with qtbot.waitExposed(host):
        host.show()
    yield view
    host.close()


@pytest.mark.parametrize("kind", KINDS)
def test_a_delta_makes_as_many_documents_late_as_early(view: MarkdownView, kind: str) -> None:
    begin, piece = KINDS[kind]
    view.append(begin)
    costs: list[tuple[int, int]] = []
    for number in range(300):
        before = rendered(view), view.placed
        view.append(piece.format(number))
        costs.append((rendered(view) - before[0], view.placed - before[1]))
    documents, places = zip(*costs, strict=True)
    # A piece of a table may have to be made once more when the next one begins.
    assert max(documents) <= 4, documents
    assert max(places) <= 4, places
    assert sum(documents[200:]) <= sum(documents[:100]) + 10
    assert sum(places[200:]) <= sum(places[:100]) + 10


@pytest.mark.parametrize("kind", KINDS)
def test_words_are_read_as_often_late_as_early(kind: str) -> None:
    begin, piece = KINDS[kind]
    stream = MarkdownStream(begin)
    costs: list[int] = []
    for number in range(300):
        before = stream.rendered
        stream.append(piece.format(number))
        costs.append(stream.rendered - before)
    # Where a paragraph is cut, the two halves of it are read.
    assert max(costs) <= 2 * BLOCK_LIMIT + 100
    if kind != "one paragraph":
        assert max(costs) <= 150


def test_rows_and_items_that_are_complete_are_not_read_again() -> None:
    for begin, piece, words in (
        (TABLE, "| r{:04} | ab |\n", len("r0000")),
        ("", "- item {:04}\n", len("item 0000")),
    ):
        stream = MarkdownStream(begin)
        stream.append(piece.format(0))
        before = stream.rendered
        for number in range(1, TABLE_ROWS - 1):
            stream.append(piece.format(number))
        assert stream.rendered - before == (TABLE_ROWS - 2) * words


def test_words_mean_what_the_links_of_their_own_block_say() -> None:
    stream = MarkdownStream("[x]\n\n")
    stream.append("more\n\n")
    stream.append("[x]\n\n[x]: https://one.example\n\n")
    stream.append("# Title\n\nmore\n\n")
    stream.append("[x]\n\n")
    html = "".join(getattr(segment, "html", "") for segment in stream.segments)
    assert html == (
        '<p>[x]</p><p>more</p><p><a href="https://one.example">x</a></p>'
        "<h1>Title</h1><p>more</p><p>[x]</p>"
    )


def test_a_box_of_a_task_is_not_taken_for_the_same_words_elsewhere() -> None:
    stream = MarkdownStream("- [x] done\n")
    stream.append("- one\n\n  [x] done\n")
    (segment,) = stream.segments
    html = getattr(segment, "html", "")
    assert html.count("☑ done") == 1
    assert "[x] done" in html


def test_a_long_reply_is_laid_out_once_per_frame(qtbot: QtBot, context: DesktopContext) -> None:
    transcript = TranscriptView(context, rows=TranscriptModel(clock=context.clock))
    transcript.resize(700, 600)
    with qtbot.waitExposed(transcript):
        transcript.show()
    transcript.rows.append_reply("Some words.\n\n")
    for number in range(60):
        transcript.rows.append_reply(KINDS["sections"][1].format(number))
        QApplication.processEvents()
    (entry,) = transcript.entries
    assert isinstance(entry, ReplyEntry)
    qtbot.waitUntil(lambda: entry.is_built)
    before = entry.markdown.placed
    codes = [part for part in entry.markdown.parts if isinstance(part, CodeView)]
    heights = [code.height() for code in codes]
    for number in range(20):
        transcript.rows.append_reply(f"Word {number}. ")
        QApplication.processEvents()
    assert entry.is_built
    assert entry.markdown.placed - before <= 2 * 20
    assert [code.height() for code in codes] == heights
    assert (
        entry.height()
        >= entry.markdown.height()
        == sum(part.height() for part in entry.markdown.parts) + 8 * (len(entry.markdown.parts) - 1)
    )
    tops = [part.y() for part in entry.markdown.parts]
    assert tops == sorted(set(tops))


def test_a_reply_is_laid_out_at_the_width_it_will_have(
    qtbot: QtBot, context: DesktopContext
) -> None:
    transcript = TranscriptView(context, rows=TranscriptModel(clock=context.clock))
    transcript.resize(700, 600)
    with qtbot.waitExposed(transcript):
        transcript.show()
    transcript.rows.append_reply("Some **words** of a reply. " * 10)
    (entry,) = transcript.entries
    assert isinstance(entry, ReplyEntry)
    (prose,) = entry.markdown.parts
    assert isinstance(prose, ProseView)
    assert prose.rendered == 1
    assert prose.lineWrapColumnOrWidth() == prose.width() == entry.markdown.width()


# Tables.


def table_of(view: MarkdownView) -> TableView:
    (table,) = view.parts
    assert isinstance(table, TableView)
    return table


def test_lines_stand_around_every_cell(view: MarkdownView) -> None:
    view.append(TABLE + f"| 1 | {'many words ' * 20}|\n" + "| 2 | |\n" * (TABLE_ROWS + 2))
    first, second = table_of(view).pieces
    for piece, rows in ((first, TABLE_ROWS + 1), (second, 3)):
        across, down = piece.lines()
        assert len(across) == rows + 1, "the header is one"
        assert len(down) == 3
        assert across == sorted(set(across))
        assert (across[0], across[-1]) == (0, piece.height() - 1)
        assert down == sorted(set(down))
    assert first.lines()[1] == second.lines()[1]
    assert second.y() == first.height() - 1, "they share the line between them"
    heights = [b - a for a, b in itertools.pairwise(first.lines()[0])]
    assert heights[1] > heights[2], "words that wrap make a row higher"


def test_lines_are_painted_in_the_colour_of_the_theme(view: MarkdownView, theme: Theme) -> None:
    view.append(TABLE + "| 1 | 2 |\n")
    (piece,) = table_of(view).pieces
    across, down = piece.lines()
    picture = piece.grab().toImage()
    ratio = piece.devicePixelRatioF()
    x = round((down[0] + 3) * ratio)
    for y in across:  # a line between two pixels of the screen takes either
        rows = range(math.floor(y * ratio), min(math.ceil(y * ratio) + 1, picture.height()))
        colours = {picture.pixelColor(x, row).name().upper() for row in rows}
        assert theme.tokens.border.upper() in colours


def test_text_without_a_table_has_no_lines(qtbot: QtBot, theme: Theme) -> None:
    text = TableText(theme=theme)
    qtbot.addWidget(text)
    text.set_html("<p>words</p>")
    assert text.lines() == ([], [])


def test_a_table_in_pieces_is_copied_as_one(view: MarkdownView) -> None:
    source = TABLE + "".join(f"| {number} | x |\n" for number in range(3 * TABLE_ROWS))
    for start in range(0, len(source), 17):
        view.append(source[start : start + 17])
    view.selection.select_all()
    view.selection.copy()
    assert QGuiApplication.clipboard().text() == source.strip("\n")
