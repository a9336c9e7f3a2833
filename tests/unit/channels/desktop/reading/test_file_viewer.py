from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QPushButton
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.markdown.document_view import MarkdownView
from assistant.channels.desktop.reading.file_viewer import (
    MOST_BYTES,
    FileViewer,
    read_text_for_display,
)
from assistant.channels.desktop.widgets.theme import Theme


def write(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    ("data", "text", "remark"),
    [
        pytest.param("가 b".encode(), "가 b", "", id="text"),
        pytest.param(b"\xef\xbb\xbfa", "a", "", id="with a mark of order"),
        pytest.param(b"", "", "", id="empty"),
        pytest.param(b"a\0b", "", "file is not a text.", id="binary"),
        pytest.param(b"\xff\xfe\xff", "", "file is not a text.", id="other encoding"),
    ],
)
def test_what_can_be_read_is_read(tmp_path: Path, data: bytes, text: str, remark: str) -> None:
    assert read_text_for_display(write(tmp_path, "file", data)) == (text, remark)


def test_a_large_file_is_cut_within_no_letter(tmp_path: Path) -> None:
    text, remark = read_text_for_display(
        write(tmp_path, "file", "가".encode() * (MOST_BYTES // 3 + 10))
    )
    assert set(text) == {"가"}
    assert len(text.encode()) <= MOST_BYTES
    assert remark == "Only the beginning of file is shown."


def test_a_file_that_is_gone_says_why(tmp_path: Path) -> None:
    text, remark = read_text_for_display(tmp_path / "gone.txt")
    assert text == ""
    assert "gone.txt cannot be read" in remark


def test_a_text_is_shown_as_it_is_and_cannot_be_changed(
    tmp_path: Path, theme: Theme, qtbot: QtBot
) -> None:
    path = write(tmp_path, "a.py", b"<b>print(1)</b>")
    viewer = FileViewer(path=path, theme=theme)
    qtbot.addWidget(viewer)
    field = viewer.findChild(QPlainTextEdit, "file_text")
    assert field is not None
    assert field.isReadOnly()
    assert field.toPlainText() == "<b>print(1)</b>"
    assert viewer.windowTitle() == "a.py"


def test_markdown_is_laid_out_and_its_links_only_tell(
    tmp_path: Path, theme: Theme, qtbot: QtBot
) -> None:
    path = write(tmp_path, "a.MD", b"# Title\n\n[home](https://example.org)")
    viewer = FileViewer(path=path, theme=theme)
    qtbot.addWidget(viewer)
    markdown = viewer.findChild(MarkdownView)
    assert markdown is not None
    assert "Title" in markdown.text
    with qtbot.waitSignal(viewer.link_clicked) as clicked:
        markdown.link_clicked.emit("https://example.org")
    assert clicked.args == ["https://example.org"]


def test_what_cannot_be_shown_says_so_and_closes(
    tmp_path: Path, theme: Theme, qtbot: QtBot
) -> None:
    viewer = FileViewer(path=write(tmp_path, "a.bin", b"\0"), theme=theme)
    viewer.show()
    assert "a.bin is not a text." in [label.text() for label in viewer.findChildren(QLabel)]
    close = viewer.findChild(QPushButton, "close_file")
    assert close is not None
    with qtbot.waitSignal(viewer.destroyed):
        close.click()
