"""A stretch of rendered Markdown: selectable text that loads nothing and opens nothing by itself."""

import math
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCharFormat,
    QTextCursor,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser
from typing_extensions import override

from assistant.channels.desktop.markdown.code_in_prose import CodeInProse
from assistant.channels.desktop.markdown.part_selection import SelectionInput
from assistant.channels.desktop.markdown.selection_export import quote_level
from assistant.channels.desktop.style.markdown_stylesheet import QUOTE_PX, markdown_css
from assistant.channels.desktop.style.scale import READING_PX
from assistant.channels.desktop.style.tokens import Tokens
from assistant.channels.desktop.widgets.theme import Theme

_QUOTE_BAR_PX: Final = 3


class ProseView(SelectionInput, QTextBrowser):
    """Selectable text, as high as it is long; loads nothing and opens nothing by itself.

    Signals:
        link_clicked: The address of a link, as written.
    """

    link_clicked = Signal(str)

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._html = ""
        self._plain: str | None = None
        self._pale = 0
        self._css_of: tuple[Tokens, float] | None = None
        self.rendered = 0
        """How often its document was made anew."""
        self.notify_height: Callable[[], None] = lambda: None
        self.setOpenLinks(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # The width is set by `fit`: wrapping at the widget's would lay out again with every height.
        self.setLineWrapMode(QTextBrowser.LineWrapMode.FixedPixelWidth)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(0)
        self.document().setIndentWidth(24)
        self.setUndoRedoEnabled(False)
        self._code = CodeInProse(self, theme=theme)
        self.anchorClicked.connect(self._anchor_clicked)
        theme.changed.connect(self._restyle)
        self._take_font()

    def _take_font(self) -> None:
        font = self.font()  # here, not in the style sheet, which comes after the first layout
        font.setPixelSize(self._theme.px(READING_PX))
        self.setFont(font)

    def _restyle(self) -> None:
        self._take_font()
        self._render()

    def set_html(self, html: str) -> None:
        """Show safe HTML, keeping the selection where it was."""
        if html != self._html:
            self._html, self._plain = html, None
            self._render()

    def set_plain(self, text: str, *, pale: int = 0) -> None:
        """Show text as it is written.

        Args:
            text: What is shown.
            pale: How many characters at its end are not settled yet.
        """
        self._plain, self._pale = text, pale
        self._render()

    def ideal_width(self) -> int:
        """Return the width at which nothing wraps, in pixels."""
        if self._plain is not None and "\t" not in self._plain:
            width = QFontMetricsF(self.document().defaultFont()).horizontalAdvance
            return math.ceil(max(map(width, self._plain.split("\n")))) + 2
        document = self.document().clone()
        document.setTextWidth(-1)
        return math.ceil(document.idealWidth()) + 1

    def _render(self) -> None:
        cursor = self.textCursor()
        anchor, position = cursor.anchor(), cursor.position()
        self.rendered += 1
        document = self.document()
        if document.defaultFont() != self.font():
            document.setDefaultFont(self.font())
        if self._plain is not None:
            self.setPlainText(self._plain)
            self._code.follow("")
            self._pale_the_end()
        else:
            wanted = (self._theme.tokens, self._theme.scale)
            if wanted != self._css_of:
                self._css_of = wanted
                document.setDefaultStyleSheet(self._css_now())
            self.setHtml(self._html)
            self._code.follow(self._html)
            self._trim()
        if anchor != position:
            cursor = self.textCursor()
            last = document.characterCount() - 1
            cursor.setPosition(min(anchor, last))
            cursor.setPosition(min(position, last), QTextCursor.MoveMode.KeepAnchor)
            self.setTextCursor(cursor)
        self.fit()

    def _pale_the_end(self) -> None:
        if self._pale:
            pale = QTextCharFormat()
            pale.setForeground(QColor(self._theme.tokens.description))
            cursor = QTextCursor(self.document())
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.setPosition(
                max(0, cursor.position() - self._pale), QTextCursor.MoveMode.KeepAnchor
            )
            cursor.mergeCharFormat(pale)

    def _css_now(self) -> str:
        """Return the style sheet that goes with the theme."""
        return markdown_css(self._theme.tokens, self._theme.scale)

    def _trim(self) -> None:
        """Take the space below the last paragraph away."""
        cursor = QTextCursor(self.document().lastBlock())
        shape = cursor.blockFormat()
        if shape.bottomMargin():
            shape.setBottomMargin(0)
            cursor.setBlockFormat(shape)

    def fit(self) -> None:
        """Be as high as the text; it is laid out again only for another width."""
        width = max(1, self.width())
        if width != self.lineWrapColumnOrWidth():
            self.setLineWrapColumnOrWidth(width)
        height = max(1, math.ceil(self.document().size().height() + self._code.below_px))
        if height != self.height() or height != self.minimumHeight():
            self.setFixedHeight(height)
            self.notify_height()

    def _anchor_clicked(self, url: QUrl) -> None:
        self.link_clicked.emit(url.toString())

    @override
    def loadResource(self, type: int, name: QUrl | str) -> object:
        """Load nothing: showing a reply must not fetch or read anything."""
        return None

    @override
    def paintEvent(self, e: QPaintEvent) -> None:
        self._code.draw_ground()
        super().paintEvent(e)
        if "<blockquote" in self._html and self._plain is None:
            self._draw_bars_of_quotes()

    def _draw_bars_of_quotes(self) -> None:
        """Draw a bar before every quote, which style sheets of documents cannot."""
        painter = QPainter(self.viewport())
        layout = self.document().documentLayout()
        colour = QColor(self._theme.tokens.control)
        begun: list[QPointF] = []
        """Where the bars begin of the quotes that the block stands in, the outermost first."""
        bottom = 0.0
        block = self.document().begin()
        while begun or block.isValid():
            level = quote_level(block)
            while len(begun) > level:
                size = QSizeF(_QUOTE_BAR_PX, bottom - begun[-1].y())
                painter.fillRect(QRectF(begun.pop(), size), colour)
            if block.isValid():
                place = layout.blockBoundingRect(block)
                indent = block.blockFormat().indent() * self.document().indentWidth()
                while len(begun) < level:
                    begun.append(QPointF(indent + len(begun) * QUOTE_PX, place.top()))
                last = block.layout().lineAt(block.layout().lineCount() - 1)
                bottom = place.top() + last.rect().bottom()
            block = block.next()
        painter.end()

    @override
    def resizeEvent(self, e: QResizeEvent) -> None:
        super().resizeEvent(e)
        self.fit()

    @override
    def changeEvent(self, e: QEvent) -> None:
        super().changeEvent(e)
        if e.type() == QEvent.Type.FontChange:
            self.fit()

    @override
    def wheelEvent(self, e: QWheelEvent) -> None:
        e.ignore()  # the conversation scrolls, not its parts

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(40, 1)

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, self.height())
