import pytest
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.markdown.model.stream_renderer import TableSegment
from assistant.channels.desktop.markdown.table_view import TableView
from assistant.channels.desktop.widgets.theme import Theme


@pytest.mark.parametrize("words", ["Population", "Wanderungsbewegung", "인구수", "人口数量"])
def test_a_bold_header_alone_in_its_column_is_not_broken(
    qtbot: QtBot, theme: Theme, words: str
) -> None:
    view = TableView(theme=theme)
    qtbot.addWidget(view)
    view.resize(700, 200)
    header = (words, words)
    table = TableSegment(
        header=header, alignments=("", "right"), rows=(("1", "2"),), source="", head_source=""
    )
    view.show_piece(0, table)
    document = view.pieces[0].document()
    block = document.begin()
    lines: list[int] = []
    while block.isValid():
        if block.text() == words:
            lines.append(block.layout().lineCount())
        block = block.next()
    assert lines == [1, 1]
