"""The inside of a question's dialog: heading, the open question, the others, what became of it."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from assistant.channels.desktop.questions.dialog.card_widget import QuestionCardWidget
from assistant.channels.desktop.questions.dialog.form_review import (
    QuestionSummaryLine,
    ReviewHeader,
)
from assistant.channels.desktop.questions.dialog.header import Countdown, QuestionHeader
from assistant.channels.desktop.questions.dialog.outcome_frame import OutcomeFrame
from assistant.channels.desktop.questions.model.file_references import FileResolver
from assistant.channels.desktop.widgets.layouts import take_widgets, vbox, widgets_in
from assistant.channels.desktop.widgets.theme import Theme
from assistant.questions.card.card_view import CardView
from assistant.questions.card.control_names import ControlNames
from assistant.questions.form.captions import place_text
from assistant.questions.form.form_layout import FormLayout
from assistant.questions.model.question import Question
from assistant.questions.model.round_history import EarlierRound

_EXPLICIT: Final = Qt.WidgetAttribute.WA_WState_ExplicitShowHide
"""Set on a widget that was shown or hidden on purpose."""


class QuestionBody(QWidget):
    """Lays a question card out as it stands. No decisions.

    Attributes:
        card: The open question; None while the answers are reviewed.

    Signals:
        revised: The user wants to answer a question that is not open; carries its id.
        file_wanted: A file that the words link to is to be shown; carries its path.
        resized: It needs more or less room.
    """

    revised = Signal(str)
    file_wanted = Signal(object)
    resized = Signal()

    def __init__(
        self,
        *,
        theme: Theme,
        layout: FormLayout,
        names: ControlNames,
        session_key: str,
        earlier: Sequence[EarlierRound],
        countdown: Countdown | None,
        resolve: FileResolver,
    ) -> None:
        super().__init__()
        self._theme = theme
        self._layout_kind = layout
        self._names = names
        self._session_key = session_key
        self._earlier = tuple(earlier)
        self._countdown = countdown
        self._resolve = resolve
        self._head: QuestionHeader | None = None
        self._lines: list[QuestionSummaryLine] = []
        self._replaced: Final[list[QWidget]] = []
        """Held until the dialog goes: one of them may be handling the key that replaced it."""
        self.card: QuestionCardWidget | None = None
        self.setObjectName("column")
        self._column = vbox(inside=self, gap=12, margins=(18, 18, 18, 4))

    @property
    def controls(self) -> list[QWidget]:
        """Everything that takes the focus, top to bottom."""
        found: list[QWidget] = []
        for widget in widgets_in(self._column):
            if isinstance(widget, QuestionHeader):
                found += [widget.earlier_link] if widget.earlier_link is not None else []
            elif isinstance(widget, QuestionSummaryLine):
                found.append(widget.button)
            elif isinstance(widget, QuestionCardWidget):
                found += widget.controls
        return found

    @property
    def lines(self) -> Sequence[QuestionSummaryLine]:
        """The questions that are not open, top to bottom."""
        return self._lines

    def lay_out(self, view: CardView) -> None:
        """Show what is answered, the question that is open, and what is still to come."""
        is_earlier_rounds_open = self._head is not None and self._head.is_earlier_rounds_open
        self._empty()
        self._head = QuestionHeader(
            theme=self._theme,
            view=view,
            earlier=self._earlier,
            is_earlier_rounds_open=is_earlier_rounds_open,
            countdown=self._countdown,
            resolve=self._resolve,
        )
        self._head.file_wanted.connect(self.file_wanted)
        self._head.resized.connect(self.resized)
        self._column.addWidget(self._head)
        if view.is_review:
            left_out = sum(not summary.is_settled for summary in view.summaries)
            self._column.addWidget(ReviewHeader(left_out=left_out))
        for summary in view.summaries:
            if summary.is_open and view.question is not None:
                self._add_card(view, view.question)
            elif view.is_form:
                line = QuestionSummaryLine(summary=summary, names=self._names)
                line.revised.connect(self.revised)
                self._lines.append(line)
                self._column.addWidget(line)
        self._column.addStretch(1)
        self._show_now()

    def _show_now(self) -> None:
        """Show what was added at once: Qt would do it later, and what is hidden gets no keys."""
        if not self.isVisible():
            return
        for widget in widgets_in(self._column):
            if not widget.testAttribute(_EXPLICIT):
                widget.show()

    def _add_card(self, view: CardView, question: Question) -> None:
        total = view.progress.total if view.is_form else 1
        self.card = QuestionCardWidget(
            theme=self._theme,
            view=view,
            question=question,
            layout=self._layout_kind,
            names=self._names,
            progress=place_text(view.questions, index=view.place - 1, total=total),
            session_key=self._session_key,
            resolve=self._resolve,
        )
        self.card.file_wanted.connect(self.file_wanted)
        self.card.resized.connect(self.resized)
        self._column.addWidget(self.card)

    def freeze(self) -> None:
        """Take no more input."""
        if self.card is not None:
            self.card.freeze()
        if self._head is not None:
            self._head.freeze()

    def add_outcome(self, frame: OutcomeFrame) -> None:
        """Show what became of the question below it, in place of what was said before."""
        for old in self.findChildren(OutcomeFrame):
            old.hide()
            old.deleteLater()
        self._column.insertWidget(max(0, self._column.count() - 1), frame)
        self._show_now()

    def height_for(self, width: int) -> int:
        """Return the height it wants at a width."""
        self._column.activate()
        return self._column.heightForWidth(width)

    @override
    def minimumSizeHint(self) -> QSize:
        """Return hardly any height: how much it needs depends on the width, and it scrolls."""
        return QSize(self._column.minimumSize().width(), 1)

    def _empty(self) -> None:
        if self._countdown is not None:
            self._countdown.setParent(None)
        for widget in take_widgets(self._column):
            widget.setParent(None)
            widget.deleteLater()
            self._replaced.append(widget)
        self.card = None
        self._lines.clear()
