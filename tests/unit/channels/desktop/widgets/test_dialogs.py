"""What the dialogs of the window have in common: where their buttons stand, and how high they are."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QLabel,
    QPushButton,
    QRadioButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.backup.backup_dialog import BackupDialog
from assistant.channels.desktop.backup.restore_dialog import RestoreDialog
from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.history.dialogs import ExportDialog
from assistant.channels.desktop.settings.server_dialog import ServerDialog
from assistant.channels.desktop.widgets.dialogs import FittedDialog, UnsavedDialog
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import vbox
from tests.unit.channels.desktop.windows import child, cut

Make = Callable[[DesktopContext, QWidget], QDialog]


def nothing() -> None: ...


def unsaved(save: Callable[[], None] | None, parent: QWidget) -> UnsavedDialog:
    return UnsavedDialog(
        text="There are changes.", save=save, discard=nothing, stay=nothing, parent=parent
    )


DIALOGS: dict[str, tuple[Make, str]] = {
    "backup": (lambda context, parent: BackupDialog(context, parent=parent), "backup_go"),
    "export": (
        lambda context, parent: ExportDialog(
            context, conversation_id="c", title="A", parent=parent
        ),
        "go_on",
    ),
    "server": (lambda _context, parent: ServerDialog(config=None, parent=parent), "server_save"),
    "unsaved": (lambda _context, parent: unsaved(nothing, parent), "leave_save"),
    "unsavable": (lambda _context, parent: unsaved(None, parent), "leave_stay"),
}


@pytest.fixture
def parent(qtbot: QtBot) -> QWidget:
    widget = QWidget()
    qtbot.addWidget(widget)
    return widget


def settle() -> None:
    for _round in range(6):
        QApplication.processEvents()


@pytest.mark.parametrize("name", DIALOGS)
def test_the_button_that_goes_on_is_the_last_at_the_right(
    context: DesktopContext, parent: QWidget, name: str
) -> None:
    make, last = DIALOGS[name]
    dialog = make(context, parent)
    dialog.show()
    settle()
    assert cut(dialog) == []
    go_on = child(dialog, QPushButton, last)
    row = go_on.parentWidget()
    assert row is not None
    others = [one for one in row.findChildren(QPushButton) if one.isVisible()]
    assert len(others) > 1
    assert max(others, key=lambda one: one.x()) is go_on
    assert go_on.geometry().right() == row.rect().right()


def test_where_nothing_can_be_saved_return_gives_nothing_up(parent: QWidget) -> None:
    dialog = unsaved(None, parent)
    dialog.show()
    dialog.activateWindow()
    settle()
    assert child(dialog, QPushButton, "leave_stay").hasFocus()


def test_the_tab_key_goes_through_the_buttons_as_they_are_read(parent: QWidget) -> None:
    dialog = unsaved(nothing, parent)
    names = ["leave_discard", "leave_stay", "leave_save"]
    stop: QWidget | None = child(dialog, QPushButton, names[0])
    reached: list[str] = []
    for _step in range(40):
        if isinstance(stop, QPushButton):
            reached.append(stop.objectName())
        stop = None if stop is None else stop.nextInFocusChain()
    assert reached[:3] == names


def test_a_dialog_is_as_high_as_its_words(qtbot: QtBot) -> None:
    dialog = FittedDialog()
    qtbot.addWidget(dialog)
    more = plain_label("Words that come later and take some lines. " * 8, name="more")
    more.hide()
    vbox(QLabel("Short."), more, QPushButton("Close"), inside=dialog)
    dialog.resize(300, 40)
    dialog.show()
    settle()
    low = dialog.height()
    more.show()
    settle()
    assert cut(dialog) == []
    more.hide()
    settle()
    assert dialog.height() == low


def test_a_file_that_is_no_backup_leaves_its_reason_room(
    context: DesktopContext, parent: QWidget, tmp_path: Path, qtbot: QtBot
) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("no backup", "utf-8")
    dialog = RestoreDialog(
        home=context.home, file=file, confirmed=lambda _request: None, parent=parent
    )
    dialog.show()
    qtbot.waitUntil(dialog.problem.isVisible, timeout=20_000)
    settle()
    assert cut(dialog) == []
    assert dialog.close_button.mapTo(dialog, dialog.close_button.rect().bottomLeft()).y() < (
        dialog.height() - 8
    )


def test_a_dialog_is_as_wide_as_its_widest_choice(qtbot: QtBot) -> None:
    dialog = FittedDialog()
    qtbot.addWidget(dialog)
    dialog.setMinimumWidth(200)
    dialog.resize(200, 100)
    choice = QRadioButton("To be kept or imported: JSON Lines, with every branch")
    vbox(choice, plain_label("Words that have several lines. " * 4), inside=dialog)
    dialog.show()
    settle()
    assert cut(dialog) == []
