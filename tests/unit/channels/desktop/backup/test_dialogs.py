"""Backing up and restoring in the window, over real homes and files."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from assistant.backup.backup import verify_backup
from assistant.backup.erasure import ErasureError
from assistant.channels.desktop.backup.afterwards_window import erase_window, restore_window
from assistant.channels.desktop.backup.backup_dialog import BackupDialog
from assistant.channels.desktop.backup.restore_dialog import RestoreDialog, RestoreRequest
from assistant.channels.desktop.widgets.theme import Theme
from assistant.home import Home
from tests.helpers.backup.homes import NOW, PASSPHRASE, backup_of, files_of, home_at, said_in
from tests.helpers.engine.filled_home import damage
from tests.unit.channels.desktop.chosen_files import Files
from tests.unit.channels.desktop.contexts import make_context

LIMIT_MS = 60_000


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return home_at(tmp_path / "home")


@pytest.fixture
def parent(qtbot: QtBot, theme: Theme) -> Iterator[QWidget]:
    widget = QWidget()
    widget.show()
    yield widget
    widget.close()
    widget.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def files(tmp_path: Path) -> Files:
    files = Files()
    files.path = tmp_path / "out" / "kept.parley"
    return files


@pytest.fixture
def backup(theme: Theme, home: Home, files: Files, parent: QWidget) -> BackupDialog:
    dialog = BackupDialog(make_context(theme, home, ask_file=files), parent=parent)
    dialog.open()
    return dialog


def errors(dialog: QWidget) -> list[str]:
    labels = dialog.findChildren(QLabel)
    return [
        label.text() for label in labels if label.property("role") == "failed" and label.isVisible()
    ]


class TestBackup:
    def test_without_a_passphrase(self, qtbot: QtBot, files: Files, backup: BackupDialog) -> None:
        assert not backup.again.isVisible()
        assert not backup.keys.isVisible(), "anybody could read them"
        backup.go_button.click()
        qtbot.waitUntil(backup.outcome.isVisible, timeout=LIMIT_MS)
        assert files.asked[0][1] == "tar.gz"
        assert files.asked[0][0].endswith(".tar.gz")
        assert files.path is not None
        assert verify_backup(files.path, passphrase=None).parts
        assert "It was read back." in backup.outcome.text()
        assert "keys and tokens" in backup.outcome.text()
        assert not backup.go_button.isVisible()

    def test_a_row_with_bytes_that_are_no_text_is_said(
        self, qtbot: QtBot, home: Home, backup: BackupDialog
    ) -> None:
        damage(home.database, "messages", "content", is_whole=False)
        backup.go_button.click()
        qtbot.waitUntil(backup.outcome.isVisible, timeout=LIMIT_MS)
        assert "1 entry of the database is damaged (messages: 1)" in backup.outcome.text()

    def test_with_one_and_keys(self, qtbot: QtBot, files: Files, backup: BackupDialog) -> None:
        backup.passphrase.setText(PASSPHRASE)
        assert backup.again.isVisible()
        backup.again.setText(PASSPHRASE)
        backup.keys.setChecked(True)
        backup.go_button.click()
        qtbot.waitUntil(backup.outcome.isVisible, timeout=LIMIT_MS)
        assert files.asked[0][1] == "parley"
        assert files.path is not None
        assert verify_backup(files.path, passphrase=PASSPHRASE).has_keys

    @pytest.mark.parametrize(
        ("first", "again", "said"),
        [("short", "short", "at least 8"), (PASSPHRASE, "battery staple", "not the same")],
    )
    def test_a_passphrase_that_will_not_do(
        self, files: Files, backup: BackupDialog, first: str, again: str, said: str
    ) -> None:
        backup.passphrase.setText(first)
        backup.again.setText(again)
        backup.go_button.click()
        assert not files.asked
        (shown,) = errors(backup)
        assert said in shown

    def test_what_went_wrong_is_told_and_can_be_tried_again(
        self, qtbot: QtBot, files: Files, backup: BackupDialog, home: Home
    ) -> None:
        files.path = home.root / "inside.tar.gz"
        backup.go_button.click()
        qtbot.waitUntil(backup.problem.isVisible, timeout=LIMIT_MS)
        assert "would be lost with it" in backup.problem.text()
        assert backup.go_button.isVisible()

    def test_one_that_is_closed_leaves_nothing(
        self, qtbot: QtBot, qapp: QApplication, files: Files, backup: BackupDialog
    ) -> None:
        backup.go_button.click()
        backup.reject()
        folder = files.path.parent if files.path is not None else Path()
        qtbot.waitUntil(lambda: not _is_working(qapp), timeout=LIMIT_MS)
        assert not list(folder.glob(".*"))


def _is_working(application: QApplication) -> bool:
    """Whether a call in the background is still there."""
    return any(type(child).__name__ == "BackgroundCall" for child in application.children())


@pytest.fixture
def confirmed() -> list[RestoreRequest]:
    return []


class TestRestore:
    def dialog(
        self, home: Home, file: Path, confirmed: list[RestoreRequest], parent: QWidget
    ) -> RestoreDialog:
        dialog = RestoreDialog(home=home, file=file, confirmed=confirmed.append, parent=parent)
        dialog.open()
        return dialog

    def test_what_it_replaces_is_said_and_asked(
        self,
        qtbot: QtBot,
        home: Home,
        tmp_path: Path,
        confirmed: list[RestoreRequest],
        parent: QWidget,
    ) -> None:
        file = tmp_path / "b.tar.gz"
        backup_of(home, file)
        dialog = self.dialog(home, file, confirmed, parent)
        qtbot.waitUntil(dialog.warning.isVisible, timeout=LIMIT_MS)
        assert "is whole" in dialog.found.text()
        assert str(home.root) in dialog.warning.text()
        assert "opens again" in dialog.warning.text()
        before = files_of(home)
        dialog.go_button.click()
        assert confirmed == [RestoreRequest(file=file)]
        assert files_of(home) == before, "the dialog changes nothing"

    def test_a_passphrase_is_asked_for_until_it_is_the_one(
        self,
        qtbot: QtBot,
        home: Home,
        tmp_path: Path,
        confirmed: list[RestoreRequest],
        parent: QWidget,
    ) -> None:
        file = tmp_path / "b.parley"
        backup_of(home, file, passphrase=PASSPHRASE)
        dialog = self.dialog(home, file, confirmed, parent)
        qtbot.waitUntil(dialog.passphrase.isVisible, timeout=LIMIT_MS)
        dialog.go_button.click()
        assert errors(dialog) == ["Enter it first."]
        dialog.passphrase.setText("battery staple")
        dialog.go_button.click()
        qtbot.waitUntil(lambda: bool(errors(dialog)), timeout=LIMIT_MS)
        assert "not the passphrase" in errors(dialog)[0]
        dialog.passphrase.setText(PASSPHRASE)
        dialog.go_button.click()
        qtbot.waitUntil(dialog.warning.isVisible, timeout=LIMIT_MS)
        dialog.go_button.click()
        assert confirmed == [RestoreRequest(file=file, passphrase=PASSPHRASE)]
        assert PASSPHRASE not in repr(confirmed)

    def test_a_damaged_one_is_refused(
        self,
        qtbot: QtBot,
        home: Home,
        tmp_path: Path,
        confirmed: list[RestoreRequest],
        parent: QWidget,
    ) -> None:
        file = tmp_path / "b.tar.gz"
        backup_of(home, file)
        file.write_bytes(file.read_bytes()[:-40])
        dialog = self.dialog(home, file, confirmed, parent)
        qtbot.waitUntil(dialog.problem.isVisible, timeout=LIMIT_MS)
        assert "damaged" in dialog.problem.text()
        assert not dialog.go_button.isVisible()
        assert not confirmed


class TestRestoring:
    def test_it_is_done_and_told(
        self, qtbot: QtBot, theme: Theme, home: Home, tmp_path: Path
    ) -> None:
        file = tmp_path / "b.tar.gz"
        backup_of(home, file)
        other = home_at(tmp_path / "other", words="later")
        window = restore_window(home=other, request=RestoreRequest(file=file), now=NOW)
        qtbot.addWidget(window)
        window.show()
        window.reject()
        assert window.isVisible(), "what is under way is not left"
        qtbot.waitUntil(window.open_button.isVisible, timeout=LIMIT_MS)
        assert said_in(other) == said_in(home)
        assert f"{other.root}.before-restore-" in window.outcome.text()
        with qtbot.waitSignal(window.accepted):
            window.open_button.click()

    def test_what_cannot_be_restored_leaves_all_as_it_was(
        self, qtbot: QtBot, theme: Theme, home: Home, tmp_path: Path
    ) -> None:
        file = tmp_path / "b.tar.gz"
        backup_of(home, file)
        other = home_at(tmp_path / "other", words="later")
        before = said_in(other)
        lock = other.claim()
        try:
            window = restore_window(home=other, request=RestoreRequest(file=file), now=NOW)
            qtbot.addWidget(window)
            window.show()
            qtbot.waitUntil(window.open_button.isVisible, timeout=LIMIT_MS)
        finally:
            lock.release()
        assert window.outcome.text().startswith("Nothing was restored; everything is as it was.")
        assert said_in(other) == before


class TestErasing:
    def test_it_is_done_and_told(self, qtbot: QtBot, theme: Theme) -> None:
        done: list[str] = []
        window = erase_window(erase=lambda: done.append("erased"))
        qtbot.addWidget(window)
        window.show()
        qtbot.waitUntil(window.open_button.isVisible, timeout=LIMIT_MS)
        assert done == ["erased"]
        assert window.outcome.text() == "Everything of yours is gone from this computer."

    def test_what_stays_is_told(self, qtbot: QtBot, theme: Theme) -> None:
        def fail() -> None:
            raise ErasureError("memory cannot be deleted.", hint="Delete it yourself.")

        window = erase_window(erase=fail)
        qtbot.addWidget(window)
        window.show()
        qtbot.waitUntil(window.open_button.isVisible, timeout=LIMIT_MS)
        assert "memory cannot be deleted. Delete it yourself." in window.outcome.text()
