import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.history.file_dialogs import (
    FileAsker,
    all_conversations_file_name,
    file_name,
)
from assistant.locale import use_language
from assistant.protocol.history import FileFormat


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Trip to Jeju", "Trip to Jeju.md"),
        ("a/b\\c: d?", "a b c d.md"),
        ("..", "parley.md"),
        ("", "parley.md"),
        ("CON", "parley CON.md"),
        ("nul.txt", "parley nul.txt.md"),
        ("점심 메뉴", "점심 메뉴.md"),
        ("two\nlines", "two lines.md"),
    ],
)
def test_a_file_is_named_after_its_conversation(title: str, name: str) -> None:
    assert file_name(title, FileFormat.MARKDOWN) == name


@given(st.text(max_size=200))
def test_every_title_gives_a_name_that_stays_in_its_folder(title: str) -> None:
    name = file_name(title, FileFormat.JSON_LINES)
    stem = name.removesuffix(".jsonl")
    assert name.endswith(".jsonl")
    assert stem
    assert len(name) < 90
    assert not set(name) & set('<>:"/\\|?*')
    assert stem == stem.strip(" .")
    assert name.isprintable()


def test_all_conversations_have_a_file_name() -> None:
    assert all_conversations_file_name(FileFormat.JSON_LINES) == "Parley conversations.jsonl"


def dialog_of(parent: QWidget) -> QFileDialog:
    return parent.findChildren(QFileDialog)[0]


def test_the_system_is_asked_where_to_write(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.show()
    chosen: list[str] = []
    asker: FileAsker = FileAsker()
    asker.to_write(
        parent, title="Export", name="Trip.md", kind="md", done=lambda p: chosen.append(p.name)
    )
    dialog = dialog_of(parent)
    assert dialog.isVisible()
    assert dialog.acceptMode() == QFileDialog.AcceptMode.AcceptSave
    assert dialog.defaultSuffix() == "md"
    assert dialog.nameFilters() == ["Markdown (*.md)"]
    dialog.fileSelected.emit("/somewhere/Trip.md")
    assert chosen == ["Trip.md"]
    dialog.reject()


def test_the_system_is_asked_what_to_read(qtbot: QtBot, qapp: QApplication) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.show()
    chosen: list[str] = []
    FileAsker().to_read(parent, title="Import", kind="jsonl", done=lambda p: chosen.append(p.name))
    dialog = dialog_of(parent)
    assert dialog.fileMode() == QFileDialog.FileMode.ExistingFile
    assert dialog.nameFilters() == ["JSON Lines (*.jsonl)"]
    dialog.reject()
    assert chosen == []


def test_a_dialog_says_in_chinese_what_qt_would_say_in_english(qtbot: QtBot) -> None:
    use_language("zh")
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.show()
    FileAsker().to_read(parent, title="导入", kind="jsonl", done=lambda _path: None)
    dialog = dialog_of(parent)
    labels = (QFileDialog.DialogLabel.LookIn, QFileDialog.DialogLabel.FileType)
    assert [dialog.labelText(label) for label in labels] == ["文件夹：", "文件类型："]
    dialog.reject()
