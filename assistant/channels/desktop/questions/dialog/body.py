"""The inside of a question's dialog: heading, the open question, the others, what became of it."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from assistant.channels.desktop.questions.dialog.card import QuestionCard
from assistant.channels.desktop.questions.dialog.form_review import (
    QuestionSummaryLine,
    ReviewHeader,
)
from assistant.channels.desktop.questions.dialog.header import Countdown, QuestionHeader
from assistant.channels.desktop.questions.dialog.outcome_frame import OutcomeFrame
from assistant.channels.desktop.questions.model.file_references import FileResolver
from assistant.channels.desktop.widgets.layouts import take_widgets, vbox, widgets_in
from assistant.channels.desktop.widgets.theme import Theme
from assistant.questions.form.actions import ActionNames
from assistant.questions.form.captions import place_text
from assistant.questions.form.form_layout import FormLayout
from assistant.questions.form.form_state import FormState
from assistant.questions.model.question import Question
from assistant.questions.model.round_history import EarlierRound

_EXPLICIT: Final = Qt.WidgetAttribute.WA_WState_ExplicitShowHide
"""Set on a widget that was shown or hidden on purpose."""


class QuestionBody(QWidget):
    """Lays a form out as it stands. No decisions.

    Attributes:
        card: The open question; None while the answers are reviewed.

    Signals:
        triggered: A control was pressed that `ActionNames` knows; carries its name.
        file_wanted: A file that the words link to is to be shown; carries its path.
        resized: It needs more or less room.
    """

    triggered = Signal(str)
    file_wanted = Signal(object)
    resized = Signal()

    def __init__(
        self,
        *,
        theme: Theme,
        layout: FormLayout,
        names: ActionNames,
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
        self.card: QuestionCard | None = None
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
            elif isinstance(widget, QuestionCard):
                found += widget.controls
        return found

    @property
    def lines(self) -> Sequence[QuestionSummaryLine]:
        """The questions that are not open, top to bottom."""
        return self._lines

    def lay_out(self, form: FormState) -> None:
        """Show what is answered, the question that is open, and what is still to come."""
        is_earlier_rounds_open = self._head is not None and self._head.is_earlier_rounds_open
        self._empty()
        self._head = QuestionHeader(
            theme=self._theme,
            form=form,
            layout=self._layout_kind,
            earlier=self._earlier,
            is_earlier_rounds_open=is_earlier_rounds_open,
            countdown=self._countdown,
            resolve=self._resolve,
        )
        self._head.file_wanted.connect(self.file_wanted)
        self._head.resized.connect(self.resized)
        self._column.addWidget(self._head)
        visible, current = form.visible, form.current
        shown = visible
        if current is None:
            left_out = [q for q in visible if not form.is_settled(q.id)]
            self._column.addWidget(ReviewHeader(left_out=left_out))
        elif self._layout_kind is FormLayout.FORM:
            shown = form.pages[form.page]
        for index, question in enumerate(visible):
            if question not in shown:
                continue
            if question is current:
                self._add_card(form, question, index)
            elif self._layout_kind is FormLayout.FORM:
                line = QuestionSummaryLine(
                    form=form, question=question, number=index + 1, names=self._names
                )
                line.triggered.connect(self.triggered)
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

    def _add_card(self, form: FormState, question: Question, index: int) -> None:
        total = len(form.visible) if self._layout_kind is FormLayout.FORM else 1
        self.card = QuestionCard(
            theme=self._theme,
            form=form,
            question=question,
            layout=self._layout_kind,
            names=self._names,
            progress=place_text(form.questions, index=index, total=total),
            session_key=self._session_key,
            resolve=self._resolve,
        )
        self.card.triggered.connect(self.triggered)
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
