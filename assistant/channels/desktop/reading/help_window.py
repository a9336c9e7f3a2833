"""The documentation that comes with the program, a page at a time."""

from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QScrollArea, QWidget

from assistant.channels.desktop.markdown.document_view import MarkdownView
from assistant.channels.desktop.reading.file_viewer import read_text_for_display
from assistant.channels.desktop.reading.model.own_documents import without_links_to_files
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.controls import Dropdown
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import dialog_buttons, scroll_column, vbox
from assistant.channels.desktop.widgets.theme import Theme
from assistant.home import shipped
from assistant.locale import _, current_language

PAGES: Final = (
    "window",
    "questions",
    "voice",
    "agents",
    "mcp",
    "requests",
    "tools",
    "memory",
    "personas",
    "attachments",
    "models",
    "storage",
    "backup",
    "telegram",
    "sync",
    "devices",
    "terminal",
    "question-page",
    "serve",
    "http-api",
    "prompts",
    "doctor",
    "security",
    "install",
)
"""For users, in the order in which they are offered; those about the code are left out."""


def documentation() -> dict[str, Path]:
    """Return the pages that are here, by their titles."""
    files = (shipped("docs", f"{name}.md") for name in PAGES)
    return {_title(file): file for file in files if file.is_file()}


def _title(file: Path) -> str:
    with file.open(encoding="utf-8") as lines:
        return lines.readline().lstrip("# ").strip()


class HelpWindow(QDialog):
    """One page, and a list of all to choose from.

    Signals:
        link_clicked: The address of a link, as written.
    """

    link_clicked = Signal(str)

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._page: QScrollArea | None = None
        self.setObjectName("help_window")
        self.setWindowTitle(_("Documentation"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(760, 680)
        self.chooser: Final = Dropdown(theme=theme)
        self.chooser.setObjectName("help_pages")
        self.chooser.setAccessibleName(_("Page of the documentation"))
        for title, file in documentation().items():
            self.chooser.addItem(title, file)
        self.chooser.currentIndexChanged.connect(self._show)
        close = push_button("close_help", text=_("Close"), on_click=self.close)
        note = plain_label(_("The documentation is in English."), role="description")
        note.setVisible(current_language() != "en")
        self._box = vbox(self.chooser, note, inside=self, margins=(16, 14, 16, 14), gap=10)
        self._show()
        self._box.addWidget(dialog_buttons(close))
        self.chooser.setFocus()

    def _show(self) -> None:
        file = self.chooser.currentData()
        text, remark = ("", _("The documentation is not here."))
        if file is not None:
            text, remark = read_text_for_display(file)
        shown = without_links_to_files(text) or remark
        markdown = MarkdownView(theme=self._theme, text=shown)
        markdown.link_clicked.connect(self.link_clicked)
        page, _column = scroll_column(markdown, margins=(0, 0, 8, 0))
        page.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # read with the arrow keys
        page.setAccessibleName(self.chooser.currentText())
        if self._page is None:
            self._box.addWidget(page, 1)
        else:
            self._box.replaceWidget(self._page, page)
            self._page.deleteLater()
        self._page = page
