"""The entries of a conversation: words, reasoning, tools, failures."""

import json
from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFontDatabase, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from assistant.channels.desktop.icons import Icon, pixmap
from assistant.channels.desktop.prose import MarkdownView, ProseView
from assistant.channels.desktop.theme import Theme
from assistant.locale import _

RESULT_LIMIT: Final = 20_000
"""Characters of a tool's result that are shown; the rest stays in the history."""


def restyle(widget: QWidget) -> None:
    """Let the style sheet look at the widget's dynamic properties again."""
    widget.style().unpolish(widget)
    widget.style().polish(widget)
    widget.update()


def plain_label(text: str = "", *, role: str = "", mono: bool = False) -> QLabel:
    """Return a wrapping label that shows text as it is, never as HTML."""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    if role:
        label.setProperty("role", role)
    if mono:
        label.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
    return label


def selectable(label: QLabel) -> QLabel:
    """Let the mouse select a label's text."""
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


class UserEntry(QWidget):
    """Words of the person, at the right; `ghost` while they are still being heard."""

    def __init__(
        self, *, theme: Theme, text: str, ghost: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._bubble = QFrame()
        self._bubble.setProperty("role", "user")
        self._bubble.setProperty("ghost", ghost)
        self._words = ProseView(theme=theme)
        self._words.set_plain(text)
        self._words.setAccessibleName(text)
        inner = QVBoxLayout(self._bubble)
        inner.setContentsMargins(14, 9, 14, 9)
        inner.addWidget(self._words)
        self._note = plain_label(role="description")
        self._note.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._note.hide()
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(3)
        box.addWidget(self._bubble, 0, Qt.AlignmentFlag.AlignRight)
        box.addWidget(self._note)
        theme.changed.connect(self._fit)

    @property
    def text(self) -> str:
        """The words."""
        return self._words.toPlainText()

    @property
    def note(self) -> str:
        """The remark under the words."""
        return self._note.text()

    def set_text(self, text: str) -> None:
        """Change the words, while they are being heard."""
        self._words.set_plain(text)
        self._fit()

    def set_note(self, text: str) -> None:
        """Say something small about the words; empty says nothing."""
        self._note.setText(text)
        self._note.setVisible(bool(text))

    def _fit(self) -> None:
        most = max(80, round(self.width() * 0.82) - 30)
        self._words.setFixedWidth(min(most, max(16, self._words.ideal_width())))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


class ReplyEntry(QFrame):
    """Words of the assistant.

    Signals:
        link_clicked: The address of a link, as written.
    """

    link_clicked = Signal(str)

    def __init__(self, *, theme: Theme, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "reply")
        self.markdown = MarkdownView(theme=theme)
        self.markdown.link_clicked.connect(self.link_clicked)
        box = QVBoxLayout(self)
        box.setContentsMargins(13, 1, 0, 1)
        box.addWidget(self.markdown)
        self.setAccessibleName(_("Reply"))
        if text:
            self.append(text)

    def append(self, text: str) -> None:
        """Show more words."""
        self.markdown.append(text)


class Folding(QFrame):
    """A card whose body opens by a click on its head."""

    def __init__(self, *, theme: Theme, role: str, icon: Icon, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setProperty("role", role)
        self._theme = theme
        self._icon = icon
        self._head = QToolButton()
        self._head.setProperty("role", "fold")
        self._head.setCheckable(True)
        self._head.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._head.setIconSize(QSize(14, 14))
        self._head.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._head.toggled.connect(self._toggled)
        self._mark = QLabel()
        self._mark.setFixedSize(16, 16)
        self._body = QWidget()
        self._body_box = QVBoxLayout(self._body)
        self._body_box.setContentsMargins(0, 2, 0, 2)
        self._body_box.setSpacing(6)
        self._body.hide()
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._mark)
        head.addWidget(self._head, 1)
        self._head_box = head
        box = QVBoxLayout(self)
        box.setContentsMargins(12, 8, 10, 8)
        box.setSpacing(4)
        box.addLayout(head)
        box.addWidget(self._body)
        theme.changed.connect(self._repaint_icons)
        self._repaint_icons()

    @property
    def is_open(self) -> bool:
        """Whether the body shows."""
        return self._head.isChecked()

    def set_open(self, is_open: bool) -> None:
        """Open or fold the body."""
        self._head.setChecked(is_open)

    @property
    def head(self) -> QToolButton:
        """What opens and folds it."""
        return self._head

    def _toggled(self, checked: bool) -> None:
        self._body.setVisible(checked)
        self._repaint_icons()

    def _mark_colour(self) -> str:
        return self._theme.tokens.text_secondary

    def _repaint_icons(self) -> None:
        ratio = self.devicePixelRatioF()
        self._mark.setPixmap(pixmap(self._icon, self._mark_colour(), 16, ratio))
        chevron = Icon.CHEVRON_DOWN if self._head.isChecked() else Icon.CHEVRON_RIGHT
        self._head.setIcon(self._theme.icon(chevron, self._mark_colour()))


class ThinkingEntry(Folding):
    """The model's reasoning, folded."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme=theme, role="thinking", icon=Icon.THOUGHT, parent=parent)
        self._pieces: list[str] = []
        self._words = selectable(plain_label())
        self._body_box.addWidget(self._words)
        self.retranslate()

    @property
    def text(self) -> str:
        """The reasoning so far."""
        return "".join(self._pieces)

    def append(self, text: str) -> None:
        """Take more; laid out only while it is open."""
        self._pieces.append(text)
        if self.is_open:
            self._words.setText(self.text)

    def retranslate(self) -> None:
        """Take the words of the interface's language."""
        self._head.setText(_("Thinking"))

    @override
    def _toggled(self, checked: bool) -> None:
        if checked:
            self._words.setText(self.text)
        super()._toggled(checked)

    @override
    def _mark_colour(self) -> str:
        return self._theme.tokens.on_thinking

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()


class ToolEntry(Folding):
    """A tool call: its name, its arguments, and what it gave."""

    def __init__(
        self, *, theme: Theme, name: str, arguments: str = "", parent: QWidget | None = None
    ) -> None:
        self._result: str | None = None
        self._is_error = False
        super().__init__(theme=theme, role="tool", icon=Icon.TOOL, parent=parent)
        self.name = name
        self._state = plain_label(role="description")
        self._state.setWordWrap(False)
        self._head_box.addWidget(self._state)
        self._arguments_title = plain_label(role="section")
        self._body_box.addWidget(self._arguments_title)
        self._body_box.addWidget(selectable(plain_label(_readable(arguments), mono=True)))
        self._arguments_title.setVisible(bool(arguments))
        self._result_frame = QFrame()
        self._result_frame.setProperty("role", "tool_result")
        self._result_words = selectable(plain_label(mono=True))
        inner = QVBoxLayout(self._result_frame)
        inner.setContentsMargins(10, 8, 10, 8)
        inner.addWidget(self._result_words)
        self._result_frame.hide()
        self._body_box.addWidget(self._result_frame)
        self.retranslate()

    @property
    def state(self) -> str:
        """Running, done or failed, as shown."""
        return self._state.text()

    def finish(self, content: str, *, is_error: bool) -> None:
        """Show what the tool gave."""
        self._result, self._is_error = content, is_error
        shown = content if len(content) <= RESULT_LIMIT else content[:RESULT_LIMIT] + "\n…"
        self._result_words.setText(shown)
        self._result_frame.setProperty("role", "error" if is_error else "tool_result")
        self._result_frame.setVisible(bool(content))
        restyle(self._result_frame)
        self._repaint_icons()
        self.retranslate()

    def retranslate(self) -> None:
        """Take the words of the interface's language."""
        self._head.setText(self.name)
        self._arguments_title.setText(_("Arguments"))
        if self._result is None:
            state, role = _("running…"), "description"
        elif self._is_error:
            state, role = _("failed"), "error"
        else:
            state, role = _("done"), "success"
        self._state.setText(state)
        self._state.setProperty("role", role)
        restyle(self._state)
        self._head.setAccessibleName(f"{self.name}: {state}")

    @override
    def _mark_colour(self) -> str:
        if self._is_error:
            return self._theme.tokens.danger
        return (
            self._theme.tokens.success
            if self._result is not None
            else (self._theme.tokens.text_secondary)
        )

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()


def _readable(arguments: str) -> str:
    """Return JSON indented, anything else as it is."""
    try:
        return json.dumps(json.loads(arguments), ensure_ascii=False, indent=2)
    except ValueError:
        return arguments


class RemarkEntry(QFrame):
    """A failure, or a small remark such as that a reply was stopped."""

    def __init__(self, *, text: str, hint: str, role: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", role)
        box = QVBoxLayout(self)
        box.setContentsMargins(13, 8 if role == "error" else 2, 12, 8 if role == "error" else 2)
        box.setSpacing(3)
        box.addWidget(selectable(plain_label(text, role="" if role == "error" else "secondary")))
        if hint:
            box.addWidget(selectable(plain_label(hint)))
