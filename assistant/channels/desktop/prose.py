"""Rendered Markdown as widgets: stretches of prose, boxes of code, and the reply made of both."""

import math
from typing import Final

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import (
    QFontDatabase,
    QGuiApplication,
    QResizeEvent,
    QTextCursor,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QSizePolicy,
    QTextBrowser,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from assistant.channels.desktop.icons import Icon
from assistant.channels.desktop.markdown import Code, MarkdownStream, Prose, Segment
from assistant.channels.desktop.stylesheet import markdown_css
from assistant.channels.desktop.theme import Theme
from assistant.locale import _

COPIED_FOR_MS: Final = 1500


class ProseView(QTextBrowser):
    """Selectable text, as high as it is long; loads nothing and opens nothing by itself.

    Signals:
        link_clicked: The address of a link, as written.
    """

    link_clicked = Signal(str)

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._html = ""
        self._plain: str | None = None
        self.rendered = 0
        """How often its document was made anew."""
        self.setOpenLinks(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(0)
        self.document().setIndentWidth(24)
        self.setUndoRedoEnabled(False)
        self.anchorClicked.connect(self._anchor_clicked)
        theme.changed.connect(self._render)

    def set_html(self, html: str) -> None:
        """Show safe HTML, keeping the selection where it was."""
        if html != self._html:
            self._html, self._plain = html, None
            self._render()

    def set_plain(self, text: str) -> None:
        """Show text as it is written."""
        self._plain = text
        self._render()

    def ideal_width(self) -> int:
        """Return the width at which nothing wraps, in pixels."""
        document = self.document().clone()
        document.setTextWidth(-1)
        return math.ceil(document.idealWidth()) + 1

    def _render(self) -> None:
        cursor = self.textCursor()
        anchor, position = cursor.anchor(), cursor.position()
        self.rendered += 1
        document = self.document()
        document.setDefaultFont(self.font())
        if self._plain is not None:
            self.setPlainText(self._plain)
        else:
            document.setDefaultStyleSheet(markdown_css(self._theme.tokens, self._theme.scale))
            self.setHtml(self._html)
            self._trim()
        if anchor != position:
            cursor = self.textCursor()
            last = document.characterCount() - 1
            cursor.setPosition(min(anchor, last))
            cursor.setPosition(min(position, last), QTextCursor.MoveMode.KeepAnchor)
            self.setTextCursor(cursor)
        self._fit()

    def _trim(self) -> None:
        """Take the space below the last paragraph away."""
        cursor = QTextCursor(self.document().lastBlock())
        shape = cursor.blockFormat()
        shape.setBottomMargin(0)
        cursor.setBlockFormat(shape)

    def _fit(self) -> None:
        self.document().setTextWidth(max(1, self.viewport().width()))
        height = max(1, math.ceil(self.document().size().height()))
        if height != self.height() or height != self.minimumHeight():
            self.setFixedHeight(height)

    def _anchor_clicked(self, url: QUrl) -> None:
        self.link_clicked.emit(url.toString())

    @override
    def loadResource(self, type: int, name: QUrl | str) -> object:
        """Load nothing: showing a reply must not fetch or read anything."""
        return None

    @override
    def resizeEvent(self, e: QResizeEvent) -> None:
        super().resizeEvent(e)
        self._fit()

    @override
    def changeEvent(self, e: QEvent) -> None:
        super().changeEvent(e)
        if e.type() == QEvent.Type.FontChange:
            self.document().setDefaultFont(self.font())
            self._fit()

    @override
    def wheelEvent(self, e: QWheelEvent) -> None:
        e.ignore()  # the conversation scrolls, not its parts

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(40, 1)

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, self.height())


class CodeView(QFrame):
    """A box of code with its language and a button that copies it."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._text = ""
        self.rendered = 0
        """How often its text was made anew rather than added to."""
        self.setProperty("role", "code")
        self._language = QLabel()
        self._language.setProperty("role", "section")
        self._copy = QToolButton()
        self._copy.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._copy.clicked.connect(self._copy_text)
        self._edit = QPlainTextEdit()
        self._edit.setReadOnly(True)
        self._edit.setUndoRedoEnabled(False)
        self._edit.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._edit.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._edit.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._edit.viewport().setAutoFillBackground(False)
        self._edit.installEventFilter(self)
        self._edit.viewport().installEventFilter(self)
        head = QHBoxLayout()
        head.setContentsMargins(12, 4, 4, 0)
        head.addWidget(self._language)
        head.addStretch(1)
        head.addWidget(self._copy)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 8)
        box.setSpacing(0)
        box.addLayout(head)
        inner = QHBoxLayout()
        inner.setContentsMargins(8, 0, 8, 0)
        inner.addWidget(self._edit)
        box.addLayout(inner)
        theme.changed.connect(self._restyle)
        self._restyle()
        self.retranslate()

    def set_code(self, text: str, language: str) -> None:
        """Show code; what only grew is only added to."""
        self._language.setText(language)
        if self._text and text.startswith(self._text):
            added = text[len(self._text) :]
            if added:
                cursor = QTextCursor(self._edit.document())
                cursor.movePosition(QTextCursor.MoveOperation.End)
                cursor.insertText(added)
        elif text != self._text:
            self.rendered += 1
            self._edit.setPlainText(text)
        self._text = text
        self._fit()

    def retranslate(self) -> None:
        """Take the words of the interface's language."""
        self._copy.setToolTip(_("Copy the code"))
        self._copy.setAccessibleName(_("Copy the code"))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Wheel and isinstance(event, QWheelEvent):
            sideways = abs(event.angleDelta().x()) > abs(event.angleDelta().y())
            if not sideways:
                event.ignore()
                QGuiApplication.sendEvent(self.parentWidget() or self, event)
                return True
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        font = self._edit.fontMetrics()
        lines = self._edit.document().blockCount()
        margins = 2 * self._edit.document().documentMargin()
        bar = 14 if self._is_wide() else 0
        self._edit.setFixedHeight(math.ceil(lines * font.lineSpacing() + margins) + bar + 2)

    def _is_wide(self) -> bool:
        longest = max((len(line) for line in self._text.split("\n")), default=0)
        return longest * self._edit.fontMetrics().averageCharWidth() > self._edit.width()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _restyle(self) -> None:
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPixelSize(self._theme.px(13))
        self._edit.setFont(font)
        self._copy.setIcon(self._theme.icon(Icon.COPY))
        self._copy.setIconSize(QSize(16, 16))
        self._fit()

    def _copy_text(self) -> None:
        QGuiApplication.clipboard().setText(self._text)
        self._copy.setIcon(self._theme.icon(Icon.CHECK, self._theme.tokens.success))
        QTimer.singleShot(COPIED_FOR_MS, self, self._restyle)


class MarkdownView(QWidget):
    """A reply: Markdown that may still grow. Finished parts are never rendered again.

    Signals:
        link_clicked: The address of a link, as written.
    """

    link_clicked = Signal(str)

    def __init__(self, *, theme: Theme, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._stream = MarkdownStream()
        self._views: list[ProseView | CodeView] = []
        self._box = QVBoxLayout(self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(8)
        if text:
            self.append(text)

    @property
    def text(self) -> str:
        """The Markdown so far."""
        return self._stream.text

    @property
    def parts(self) -> tuple[ProseView | CodeView, ...]:
        """The widgets of the segments, in order."""
        return tuple(self._views)

    def append(self, text: str) -> None:
        """Show more of the reply."""
        first = self._stream.append(text)
        segments = self._stream.segments
        for index in range(first, len(segments)):
            self._show(index, segments[index])
        while len(self._views) > len(segments):
            self._remove(len(self._views) - 1)

    def _show(self, index: int, segment: Segment) -> None:
        if index < len(self._views):
            fits = isinstance(self._views[index], ProseView) == isinstance(segment, Prose)
            if not fits:
                self._remove(index)
                self._insert(index, segment)
        else:
            self._insert(index, segment)
        view = self._views[index]
        match segment:
            case Prose():
                assert isinstance(view, ProseView)
                view.set_html(segment.html)
            case Code():
                assert isinstance(view, CodeView)
                view.set_code(segment.text, segment.language)

    def _insert(self, index: int, segment: Segment) -> None:
        view: ProseView | CodeView
        if isinstance(segment, Prose):
            view = ProseView(theme=self._theme)
            view.link_clicked.connect(self.link_clicked)
        else:
            view = CodeView(theme=self._theme)
        self._views.insert(index, view)
        self._box.insertWidget(index, view)

    def _remove(self, index: int) -> None:
        view = self._views.pop(index)
        self._box.removeWidget(view)
        view.hide()
        view.deleteLater()
