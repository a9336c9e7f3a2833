"""Shows what was sent to the model: layer by layer, with sizes, and what was left out."""

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QFrame, QSizePolicy, QWidget
from typing_extensions import override

from assistant.channels.desktop.conversation.model.context_rows import (
    ContextRow,
    ContextRows,
    answers_text,
    context_rows_of,
    counts_against_limit,
)
from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.style.tokens import Tokens
from assistant.channels.desktop.widgets.buttons import IconButton
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import hbox, scroll_column, vbox
from assistant.channels.desktop.widgets.rebuilt import Rebuilt
from assistant.channels.desktop.widgets.text_area import TextArea
from assistant.channels.desktop.widgets.theme import Theme
from assistant.locale import _
from assistant.protocol.conversation import ConversationOpened
from assistant.protocol.events import EngineEvent
from assistant.protocol.questions import AnswerSentToModel
from assistant.protocol.sent_context import ContextSent, Layer

_BAR_PX: Final = 10
_ROW_BAR_PX: Final = 4
_LEAST_LINES: Final = 3
_MOST_LINES: Final = 14
"""How high an unfolded text is at most; it scrolls."""
_SWATCH_PX: Final = 10


def layer_colour(layer: Layer, tokens: Tokens) -> str:
    """Return the colour that stands for a layer."""
    return {
        Layer.BASE: tokens.blue,
        Layer.PERSONA: tokens.purple,
        Layer.DATE: tokens.text_muted,
        Layer.WORKSPACE_MEMORY: tokens.green,
        Layer.AGENT_MEMORY: tokens.sky,
        Layer.PERSONAL_MEMORY: tokens.amber,
        Layer.SUMMARY: tokens.text_secondary,
        Layer.MESSAGES: tokens.primary,
        Layer.TOOLS: tokens.border,
    }[layer]


class ShareBar(QWidget):
    """How the limit is used: a stretch for each layer, in its colour."""

    def __init__(self, *, theme: Theme, height: int) -> None:
        super().__init__()
        self._theme = theme
        self._rows: tuple[ContextRow, ...] = ()
        self.setFixedHeight(height)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_rows(self, rows: tuple[ContextRow, ...]) -> None:
        """Show these shares, one after the other."""
        self._rows = rows
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        whole = QRectF(self.rect())
        round_by = whole.height() / 2
        painter.setBrush(QColor(tokens.raised))
        painter.drawRoundedRect(whole, round_by, round_by)
        left = 0.0
        for row in self._rows:
            width = min(row.share, 1.0 - left) * whole.width()
            if width <= 0:
                continue
            painter.save()
            painter.setClipRect(QRectF(left * whole.width(), 0, width, whole.height()))
            painter.setBrush(QColor(layer_colour(row.layer, tokens)))
            painter.drawRoundedRect(whole, round_by, round_by)
            painter.restore()
            left += row.share


class Swatch(QWidget):
    """A dot in the colour of a layer."""

    def __init__(self, *, theme: Theme, layer: Layer) -> None:
        super().__init__()
        self._theme = theme
        self._layer = layer
        self.setFixedSize(_SWATCH_PX, _SWATCH_PX)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(layer_colour(self._layer, self._theme.tokens)))
        painter.drawEllipse(self.rect())


class LayerRow(QFrame):
    """One layer; a click on its name shows its text."""

    def __init__(self, *, theme: Theme, layer: Layer) -> None:
        super().__init__()
        self._theme = theme
        self._row: ContextRow | None = None
        self.is_open = False
        """Whether its text is shown."""
        self.setObjectName(f"layer_{layer.value}")
        self.setProperty("role", "folded")
        self.fold = IconButton(
            Icon.CHEVRON_RIGHT, theme=theme, name="fold_layer", role="fold", on_click=self.toggle
        )
        self.fold.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.fold.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._size = plain_label(role="description", wraps=False)
        self._size.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._bar = ShareBar(theme=theme, height=_ROW_BAR_PX)
        self._reduced = plain_label(role="warning")
        self._note = plain_label(role="description")
        self._text = TextArea("layer_text", read_only=True)
        self._text.hide()
        vbox(
            hbox(Swatch(theme=theme, layer=layer), (self.fold, 1), self._size, gap=8),
            self._bar,
            self._reduced,
            self._note,
            self._text,
            inside=self,
            gap=5,
            margins=(12, 8, 12, 10),
        )

    @property
    def text(self) -> str:
        """What is shown of the layer; empty while it is folded."""
        return self._text.toPlainText()

    def toggle(self) -> None:
        """Show the text, or fold it away."""
        self.is_open = not self.is_open
        self._show_text()
        self.fold.show_icon(Icon.CHEVRON_DOWN if self.is_open else Icon.CHEVRON_RIGHT)

    def show_row(self, row: ContextRow) -> None:
        """Show a layer; it stays folded or unfolded as it is."""
        self._row = row
        self.fold.setText(row.name)
        self.fold.describe(row.name, row.spoken)
        self._size.setText(row.size)
        self._bar.show_rows((row,))
        self._bar.setVisible(counts_against_limit(row.layer))
        for label, words in ((self._reduced, row.reduced), (self._note, row.note)):
            label.setText(words)
            label.setVisible(bool(words))
        self._text.setAccessibleName(row.name)
        self._show_text()

    def _show_text(self) -> None:
        text = self._row.text if self._row is not None and self.is_open else ""
        if text != self._text.toPlainText():
            self._text.setPlainText(text)
            self._text.fit_lines(least=_LEAST_LINES, most=_MOST_LINES)
        self._text.setVisible(self.is_open)


class ContextPanel(Rebuilt, QDialog):
    """The last request of the conversation; it follows while it is open.

    It takes every event by `handle`, on the thread of the widgets, whether it is open or not.
    """

    def __init__(self, context: DesktopContext, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = context.theme
        self._sent: ContextSent | None = None
        self._answers = 0
        """How many answers were sent to be read."""
        self._rows: dict[Layer, LayerRow] = {}
        self.setObjectName("context_panel")
        self.begin()
        self.resize(560, 620)
        self.setMinimumSize(320, 320)

    @override
    def build(self) -> QWidget:
        self.setWindowTitle(_("What was sent"))
        opened = [layer for layer, row in self._rows.items() if row.is_open]
        self._rows = {}
        self._shown: ContextSent | None = None
        self._total = plain_label(role="title")
        self._explanation = plain_label(
            _("The last request to the model, in the order in which it reads it."),
            role="description",
        )
        self._in_vain = plain_label(role="description")
        self._answers_sent = plain_label(role="description")
        self._remark = plain_label(role="warning")
        self._nothing = plain_label(
            _("Nothing was sent since this conversation was opened."), role="secondary"
        )
        self._bar = ShareBar(theme=self._theme, height=_BAR_PX)
        scroll, self._column = scroll_column(self._nothing, gap=8, margins=(18, 4, 18, 16))
        about = (self._total, self._bar, self._explanation, self._in_vain, self._answers_sent)
        head = vbox(*about, self._remark, gap=8, margins=(18, 16, 18, 8))
        content = QWidget()
        vbox(head, (scroll, 1), inside=content, gap=0)
        self._show(None)
        self._refresh()
        for layer in opened:
            self._rows[layer].toggle()
        return content

    @property
    def rows(self) -> dict[Layer, LayerRow]:
        """The layers that are shown, in their order."""
        return {layer: self._rows[layer] for layer in Layer if layer in self._rows}

    @property
    def total(self) -> str:
        """How much of the limit was used."""
        return self._total.text()

    @property
    def nothing(self) -> str:
        """What is said where there is no request; empty where there is one."""
        return "" if self._rows else self._nothing.text()

    @property
    def in_vain(self) -> str:
        """What is said of requests that were sent and not used."""
        return self._in_vain.text()

    @property
    def answers_sent(self) -> str:
        """What is said of answers that were sent to be read."""
        return self._answers_sent.text()

    def handle(self, event: EngineEvent) -> None:
        """Take an event of the engine; those that are not about requests change nothing."""
        match event:
            case ContextSent():
                self._sent = event
            case ConversationOpened():
                self._sent = None
            case AnswerSentToModel():
                self._answers = event.count
            case _:
                return
        if self.isVisible():
            self._refresh()

    def _refresh(self) -> None:
        sent = self._sent
        self._answers_sent.setText(answers_text(self._answers))
        self._answers_sent.setVisible(bool(self._answers))
        if sent is not None and sent is self._shown:
            return
        self._shown = sent
        self._show(None if sent is None else context_rows_of(sent))

    def _show(self, view: ContextRows | None) -> None:
        rows = () if view is None else view.rows
        for layer in [known for known in self._rows if known not in {row.layer for row in rows}]:
            widget = self._rows.pop(layer)
            self._column.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        for place, row in enumerate(rows):
            widget = self._rows.get(row.layer)
            if widget is None:
                widget = LayerRow(theme=self._theme, layer=row.layer)
                self._rows[row.layer] = widget
                self._column.insertWidget(place + 1, widget)
                widget.show()  # at once, so that it can take the focus
            widget.show_row(row)
        self._nothing.setVisible(view is None)
        self._total.setText("" if view is None else view.total)
        self._remark.setText("" if view is None else view.remark)
        for widget in (self._total, self._bar, self._explanation):
            widget.setVisible(view is not None)
        self._remark.setVisible(view is not None and bool(view.remark))
        self._in_vain.setText("" if view is None else view.in_vain)
        self._in_vain.setVisible(view is not None and bool(view.in_vain))
        self._bar.show_rows(tuple(row for row in rows if counts_against_limit(row.layer)))
        self._bar.setAccessibleName(self._total.text())

    @override
    def showEvent(self, arg__1: QShowEvent) -> None:
        self._refresh()
        super().showEvent(arg__1)
