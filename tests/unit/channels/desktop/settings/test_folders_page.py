from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QWidget

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.settings.folders_page import FoldersPage
from assistant.channels.desktop.settings.model.folder_wording import folder_trouble
from assistant.protocol.folders import (
    EmptyTrash,
    FolderEntry,
    FoldersListed,
    GrantFolder,
    ListFolders,
    ListTrash,
    RestoreFile,
    RevokeFolder,
    TrashEntry,
    TrashListed,
)
from tests.helpers.engine.fake_client import FakeEngineClient

DOCUMENTS = FolderEntry(name="Documents", path="/home/ann/Documents")
TRASHED = tuple(
    TrashEntry(
        folder=folder,
        file_id=file_id,
        path="plans/garden.md",
        deleted_at=datetime(2026, 1, 2, 12, 0, tzinfo=UTC),
        size=1234,
    )
    for folder, file_id in (("Documents", "f1"), ("", "f2"))
)
STICK = FolderEntry(name="Stick", path="/media/stick", is_writable=True, is_there=False)


@pytest.fixture
def page(context: DesktopContext) -> Iterator[FoldersPage]:
    page = FoldersPage(context)
    page.load()
    page.show()
    yield page
    page.close()


def words(widget: QWidget) -> list[str]:
    QApplication.processEvents()
    return [label.text() for label in widget.findChildren(QLabel) if not label.isHidden()]


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        (DOCUMENTS, ""),
        (STICK, "This folder is not there now. Its drive may be unplugged."),
        (
            FolderEntry(name="x", path="/x", is_for_conversation=True),
            "Only in one conversation, until Parley ends.",
        ),
    ],
)
def test_what_there_is_to_know_of_a_folder(entry: FolderEntry, told: str) -> None:
    assert folder_trouble(entry) == told


def test_it_lists_the_folders_and_what_tools_may_do_there(
    page: FoldersPage, engine: FakeEngineClient
) -> None:
    assert engine.submitted == [ListFolders(), ListTrash()]
    assert "No folder of your own is open to tools." in words(page)
    page.handle(FoldersListed(folders=(DOCUMENTS, STICK)))
    assert [row.choice.currentText() for row in page.rows] == ["Read", "Read and write"]
    assert [row.choice.isEnabled() for row in page.rows] == [True, False]
    assert {"Documents", "/home/ann/Documents", "/media/stick"} <= set(words(page))


def test_access_is_changed_and_a_folder_removed(
    page: FoldersPage, engine: FakeEngineClient
) -> None:
    page.handle(FoldersListed(folders=(DOCUMENTS,)))
    engine.submitted.clear()
    (row,) = page.rows
    row.choice.activated.emit(0)
    row.choice.activated.emit(1)
    row.remove.click()
    assert engine.submitted == [
        GrantFolder(path="/home/ann/Documents", is_writable=True),
        RevokeFolder(name="Documents"),
    ]


def test_a_folder_is_chosen_in_the_systems_dialog(
    page: FoldersPage, engine: FakeEngineClient, tmp_path: Path
) -> None:
    engine.submitted.clear()
    page.add_button.click()
    (dialog,) = page.findChildren(QFileDialog)
    assert dialog.fileMode() is QFileDialog.FileMode.Directory
    dialog.fileSelected.emit(str(tmp_path))
    dialog.close()
    page.choose("")
    assert engine.submitted == [GrantFolder(path=str(tmp_path))]


def test_a_problem_is_told(page: FoldersPage) -> None:
    page.handle(FoldersListed(folders=(DOCUMENTS,), problem="It belongs to Parley."))
    assert "It belongs to Parley." in words(page)


# The trash.


def test_what_was_deleted_is_listed_and_brought_back(
    page: FoldersPage, engine: FakeEngineClient
) -> None:
    assert "The trash is empty." in words(page.trash)
    assert page.trash.empty_button.isHidden()
    page.handle(TrashListed(files=TRASHED))
    assert {"@Documents/plans/garden.md", "plans/garden.md"} <= set(words(page.trash))
    assert any(text.endswith(" · 1,234 bytes") for text in words(page.trash))
    engine.submitted.clear()
    page.trash.rows[0].restore.click()
    assert engine.submitted == [RestoreFile(folder="Documents", file_id="f1")]
    page.handle(TrashListed(files=TRASHED[1:], outcome="Restored plans/garden.md"))
    assert "Restored plans/garden.md" in words(page.trash)
    page.handle(TrashListed(files=(), problem="It is not in the trash any more."))
    assert "It is not in the trash any more." in words(page.trash)


def test_the_trash_is_emptied_only_after_a_second_word(
    page: FoldersPage, engine: FakeEngineClient
) -> None:
    page.handle(TrashListed(files=TRASHED))
    engine.submitted.clear()
    page.trash.empty_button.click()
    assert "Remove 2 files from the trash for good?" in words(page.trash)
    page.trash.keep_button.click()
    assert engine.submitted == []
    page.trash.empty_button.click()
    page.trash.confirm_button.click()
    assert engine.submitted == [EmptyTrash()]


def test_a_long_trash_shows_the_newest(page: FoldersPage) -> None:
    page.handle(TrashListed(files=TRASHED * 60))
    assert len(page.trash.rows) == 100
    assert "… and 20 more files" in words(page.trash)
