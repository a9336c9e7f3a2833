"""Shows a text or a file. It can be read and copied, and nothing in it runs."""

from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QWidget

from assistant.channels.desktop.markdown.code_colouring import CodeColouring
from assistant.channels.desktop.markdown.document_view import MarkdownView
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import STRETCH, dialog_buttons, scroll_area, vbox
from assistant.channels.desktop.widgets.text_metrics import fixed_font
from assistant.channels.desktop.widgets.theme import Theme
from assistant.failure_reason import failure_reason
from assistant.locale import _

MOST_BYTES: Final = 1_000_000
"""What is shown of a file at most; reading it must not stop the window."""
_MARKDOWN: Final = frozenset({"md", "markdown"})


def read_text_for_display(path: Path) -> tuple[str, str]:
    """Return the text of a file and what the user should know about it.

    The second is empty if the whole file is shown. A file that is not text, or cannot be read, has
    no text.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        return "", _("{file} cannot be read: {error}.").format(
            file=path.name, error=failure_reason(error)
        )
    if b"\0" in data:
        return "", _("{file} is not a text.").format(file=path.name)
    if len(data) > MOST_BYTES:
        text = data[:MOST_BYTES].decode("utf-8", errors="ignore")
        return text, _("Only the beginning of {file} is shown.").format(file=path.name)
    try:
        return data.decode("utf-8-sig"), ""
    except UnicodeDecodeError:
        return "", _("{file} is not a text.").format(file=path.name)


class TextViewer(QDialog):
    """One text: Markdown laid out, anything else as it is.

    Args:
        title: Of the window.
        text: What is shown; nothing if it is empty.
        theme: Colours and sizes.
        kind: How a file of its kind ends, without the point.
        remark: What the user should know of it.
        parent: The window it belongs to.

    Signals:
        link_clicked: The address of a link, as written.
    """

    link_clicked = Signal(str)

    def __init__(
        self,
        *,
        title: str,
        text: str,
        theme: Theme,
        kind: str = "",
        remark: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("file_viewer")
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(680, 560)
        box = vbox(inside=self, margins=(16, 14, 16, 14), gap=10)
        if remark:
            box.addWidget(plain_label(remark, role="failed"))
        if text and kind in _MARKDOWN:
            box.addWidget(self._laid_out(text, theme), 1)
        elif text:
            box.addWidget(self._as_it_is(text, kind, theme), 1)
        else:
            box.addStretch(1)
        close = push_button("close_file", text=_("Close"), on_click=self.close)
        close.setAutoDefault(True)
        box.addWidget(dialog_buttons(close))

    def _laid_out(self, text: str, theme: Theme) -> QWidget:
        markdown = MarkdownView(theme=theme)
        markdown.link_clicked.connect(self.link_clicked)
        markdown.append(text)
        content = QWidget()
        content.setObjectName("column")
        vbox(markdown, STRETCH, inside=content, margins=(0, 0, 8, 0))
        area = scroll_area(content)
        area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # read with the arrow keys
        return area

    @staticmethod
    def _as_it_is(text: str, kind: str, theme: Theme) -> QWidget:
        field = QPlainTextEdit()
        field.setObjectName("file_text")
        field.setProperty("role", "field")
        field.setReadOnly(True)
        field.setTabChangesFocus(True)
        field.setFont(fixed_font())
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        field.setPlainText(text)
        CodeColouring(field, theme=theme).follow(text, kind)
        return field


class FileViewer(TextViewer):
    """A file of the workspace, or one that the program ships."""

    def __init__(self, *, path: Path, theme: Theme, parent: QWidget | None = None) -> None:
        text, remark = read_text_for_display(path)
        kind = path.suffix.lower().removeprefix(".")
        super().__init__(
            title=path.name, text=text, theme=theme, kind=kind, remark=remark, parent=parent
        )
