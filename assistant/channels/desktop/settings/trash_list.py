"""What tools deleted or replaced, on the settings page about folders: seen, brought back, removed."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QWidget

from assistant.channels.desktop.settings.page import clear_layout
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import STRETCH, hbox, vbox
from assistant.locale import _, ngettext
from assistant.protocol.client import EngineClient
from assistant.protocol.folders import EmptyTrash, RestoreFile, TrashEntry, TrashListed
from assistant.tools.workspace.model.trash_wording import removal_question

MOST_SHOWN: Final = 100
"""Files that have a row; those deleted before come up as others go."""


class TrashRow(QFrame):
    """One deleted file, and a button that brings it back.

    Attributes:
        restore: Brings it back.
    """

    def __init__(self, entry: TrashEntry, *, engine: EngineClient) -> None:
        super().__init__()
        self.setProperty("role", "panel")
        name = f"@{entry.folder}/{entry.path}" if entry.folder else entry.path
        command = RestoreFile(folder=entry.folder, file_id=entry.file_id)
        self.restore = push_button(
            f"restore_{entry.file_id}", _("Restore"), on_click=lambda: engine.submit(command)
        )
        self.restore.setAccessibleName(_("Restore {path}").format(path=name))
        when = f"{entry.deleted_at.astimezone():%Y-%m-%d %H:%M}"
        facts = ngettext("{n} byte", "{n} bytes", entry.size).format(n=f"{entry.size:,}")
        words = vbox(plain_label(name), plain_label(f"{when} · {facts}", role="description"), gap=3)
        middle = Qt.AlignmentFlag.AlignVCenter
        hbox((words, 1), (self.restore, middle), inside=self, gap=10, margins=(14, 9, 12, 9))


class TrashList(QWidget):
    """The files, and a way to remove all of them for good, which is asked first.

    Attributes:
        rows: Those that are shown.
        empty_button: Asks whether to remove all.
        confirm_button: Removes them.
        keep_button: Keeps them after all.
    """

    def __init__(self, *, engine: EngineClient) -> None:
        super().__init__()
        self._engine = engine
        self._listed = TrashListed(files=())
        self.rows: tuple[TrashRow, ...] = ()
        self._told = plain_label("", role="secondary")
        self._problem = plain_label("", role="failed")
        self._list = vbox(gap=8)
        self.empty_button = push_button(
            "empty_trash", _("Empty trash…"), on_click=lambda: self._ask(is_asked=True)
        )
        self._question = plain_label("")
        self.confirm_button = push_button(
            "empty_trash_confirmed", _("Remove for good"), role="danger", on_click=self._confirmed
        )
        self.keep_button = push_button(
            "keep_trash", _("Keep"), on_click=lambda: self._ask(is_asked=False)
        )
        self._asking = QWidget()
        hbox((self._question, 1), self.keep_button, self.confirm_button, inside=self._asking)
        self._asking.hide()
        vbox(
            plain_label(_("Trash"), role="section"),
            self._problem,
            self._told,
            self._list,
            hbox(self.empty_button, STRETCH),
            self._asking,
            inside=self,
            gap=8,
        )
        self._fill()

    def show_files(self, listed: TrashListed) -> None:
        """Show what is in the trash now."""
        self._listed = listed
        self._ask(is_asked=False)
        self._fill()

    def _fill(self) -> None:
        listed = self._listed
        _set_words(self._problem, listed.problem)
        _set_words(self._told, listed.outcome or ("" if listed.files else _("The trash is empty.")))
        clear_layout(self._list)
        self.rows = tuple(
            TrashRow(entry, engine=self._engine) for entry in listed.files[:MOST_SHOWN]
        )
        for row in self.rows:
            self._list.addWidget(row)
        more = len(listed.files) - len(self.rows)
        if more:
            left_out = (
                _("… and one more file") if more == 1 else _("… and {n} more files").format(n=more)
            )
            self._list.addWidget(plain_label(left_out, role="secondary"))
        count = len(listed.files)
        self._question.setText(removal_question(count))
        self.empty_button.setVisible(bool(count) and self._asking.isHidden())

    def _ask(self, *, is_asked: bool) -> None:
        self._asking.setVisible(is_asked)
        self.empty_button.setVisible(bool(self._listed.files) and not is_asked)
        if is_asked:
            self.keep_button.setFocus()

    def _confirmed(self) -> None:
        self._ask(is_asked=False)
        self._engine.submit(EmptyTrash())


def _set_words(label: QWidget, text: str) -> None:
    label.setProperty("text", text)
    label.setVisible(bool(text))
