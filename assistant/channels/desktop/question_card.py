"""One question as a card: chip, words, options, and the field for words of the person's own."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from assistant.channels.desktop import wording
from assistant.channels.desktop.option_rows import (
    AnswerButton,
    OptionRow,
    RoundRow,
    Shown,
    SquareRow,
)
from assistant.channels.desktop.question_form import FALSE, TRUE, Layout, QuestionForm
from assistant.channels.desktop.theme import Theme
from assistant.channels.desktop.transcript_cards import plain_label, restyle
from assistant.locale import _
from assistant.questions.model import Kind, Purpose, Question

OTHER: Final = "\x00other"
"""Stands among the option ids for words of the person's own."""

_MOST_CHARACTERS: Final = 1000
"""Longest answer in words of one's own, as on every channel."""


class QuestionCard(QFrame):
    """An open question. It shows the form and reports gestures; the dialog decides.

    Signals:
        picked: An option was clicked; carries its id, or `OTHER`.
        other_edited: The words of the person's own changed.
        other_submitted: They are complete.
        text_edited: The text of a text question changed.
    """

    picked = Signal(str)
    other_edited = Signal(str)
    other_submitted = Signal()
    text_edited = Signal(str)

    def __init__(
        self,
        *,
        theme: Theme,
        form: QuestionForm,
        question: Question,
        layout: Layout,
        progress: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._form = form
        self._layout_kind = layout
        self.question = question
        self.rows: dict[str, OptionRow] = {}
        self.text_field: QPlainTextEdit | None = None
        self.other_field: QLineEdit | None = None
        self._other_box: QWidget | None = None
        self.setProperty("role", "card")
        self.setAccessibleName(question.text)
        self.setAccessibleDescription(question.context)
        self._box = QVBoxLayout(self)
        self._box.setContentsMargins(2, 2, 2, 2)
        self._box.setSpacing(8)
        self._add_head(progress)
        self._add_options()
        if question.kind is Kind.TEXT:
            self._add_text_field()
        if question.allow_other and question.kind in {Kind.SINGLE, Kind.MULTI}:
            self._add_other()
        self.refresh()

    @property
    def choice_ids(self) -> list[str]:
        """The ids of the rows, top to bottom."""
        return list(self.rows)

    @property
    def is_other_open(self) -> bool:
        """Whether the field for words of the person's own shows."""
        return self._other_box is not None and not self._other_box.isHidden()

    def _name(self, action: str, option_id: str | None = None) -> str:
        parts = [action, self._form.questions.id, self.question.id]
        return "_".join([*parts, option_id] if option_id is not None else parts)

    def _add_head(self, progress: str) -> None:
        question = self.question
        if question.header or progress:
            row = QHBoxLayout()
            row.setSpacing(8)
            if question.header:
                chip = plain_label(wording.elided(question.header, wording.CHIP_LIMIT), role="chip")
                chip.setObjectName("chip")
                chip.setWordWrap(False)
                chip.setToolTip(question.header)
                row.addWidget(chip)
            if progress:
                label = plain_label(progress, role="description")
                label.setObjectName("progress")
                row.addWidget(label, 1)
            else:
                row.addStretch(1)
            self._box.addLayout(row)
        self._box.addWidget(plain_label(question.text, role="title"))
        if question.context:
            self._box.addWidget(plain_label(question.context, role="secondary"))

    def _add_options(self) -> None:
        question = self.question
        if question.kind is Kind.BOOLEAN:
            yes, no = _("Yes"), _("No")
            if self._form.questions.purpose is Purpose.CONFIRM:
                yes, no = _("Allow"), _("Do not allow")
            options = [(TRUE, yes, "", False), (FALSE, no, "", False)]
        else:
            options = [(o.id, o.label, o.description, o.recommended) for o in question.options]
        for number, (option_id, label, description, recommended) in enumerate(options, start=1):
            row = self._row(
                label=label,
                description=description,
                badge=_("(Recommended)") if recommended else "",
                number=number if question.kind is not Kind.MULTI and number <= 9 else None,
            )
            action = "multi_choice" if self._layout_kind is Layout.FORM else "user_choice"
            row.setObjectName(
                self._name(action, option_id)
                if self._layout_kind is Layout.FORM
                else f"{action}_{option_id}"
            )
            row.clicked.connect(lambda _checked=False, key=option_id: self.picked.emit(key))
            self.rows[option_id] = row
            self._box.addWidget(row)

    def _row(self, *, label: str, description: str, badge: str, number: int | None) -> OptionRow:
        make: type[OptionRow]
        if self.question.kind is Kind.MULTI:
            make = SquareRow
        elif self._layout_kind is Layout.BUTTONS:
            make = AnswerButton
        else:
            make = RoundRow
        shown = Shown(label=label, description=description, badge=badge, number=number)
        return make(theme=self._theme, option=shown)

    def _add_other(self) -> None:
        number = len(self.rows) + 1
        row = self._row(
            label=_("✏️ Type your own"),
            description=_("Provide custom input"),
            badge="",
            number=number if self.question.kind is not Kind.MULTI and number <= 9 else None,
        )
        row.setObjectName(
            self._name("custom_input_multi")
            if self._layout_kind is Layout.FORM
            else "custom_input_single"
        )
        row.clicked.connect(lambda: self.picked.emit(OTHER))
        self.rows[OTHER] = row
        self._box.addWidget(row)
        self.other_field = QLineEdit(self._form.answer(self.question.id).other or "")
        self.other_field.setObjectName("custom_input_text")
        self.other_field.setPlaceholderText(_("Please specify:"))
        self.other_field.setAccessibleName(_("Please specify:"))
        self.other_field.setMaxLength(_MOST_CHARACTERS)
        self.other_field.textEdited.connect(self.other_edited)
        submit = QPushButton(_("OK"))
        submit.setObjectName("custom_input_submit")
        submit.setAutoDefault(False)
        submit.clicked.connect(self.other_submitted)
        self._other_box = QWidget()
        line = QHBoxLayout(self._other_box)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.other_field, 1)
        line.addWidget(submit)
        self._other_box.setVisible(bool(self.other_field.text()))
        self._box.addWidget(self._other_box)

    def _add_text_field(self) -> None:
        field = QPlainTextEdit(self._form.answer(self.question.id).text or "")
        field.setObjectName("text_input")
        field.setProperty("role", "field")
        field.setTabChangesFocus(True)
        field.setFixedHeight(self._theme.px(96))
        field.setAccessibleName(self.question.text)
        field.textChanged.connect(self._text_changed)
        self.text_field = field
        self._box.addWidget(field)

    def _text_changed(self) -> None:
        assert self.text_field is not None
        text = self.text_field.toPlainText()
        if len(text) > _MOST_CHARACTERS:
            self.text_field.setPlainText(text[:_MOST_CHARACTERS])
            return
        self.text_edited.emit(text)

    def refresh(self) -> None:
        """Show what the form says is chosen."""
        chosen = set(self._form.choices(self.question.id))
        answer = self._form.answer(self.question.id)
        for option_id, row in self.rows.items():
            is_chosen = option_id in chosen
            if option_id == OTHER:
                is_chosen = self.is_other_open or bool(answer.other)
            if row.isCheckable():
                row.setChecked(is_chosen)
            row.content.refresh()

    def open_other(self) -> None:
        """Show the field for words of the person's own and put the cursor there."""
        if self._other_box is not None and self.other_field is not None:
            self._other_box.show()
            self.other_field.setFocus(Qt.FocusReason.OtherFocusReason)
            self.refresh()

    def close_other(self) -> None:
        """Put the field away, keeping nothing of it."""
        if self._other_box is not None and self.other_field is not None:
            self.other_field.clear()
            self._other_box.hide()
            self.rows[OTHER].setFocus(Qt.FocusReason.OtherFocusReason)
            self.refresh()

    def show_invalid(self, invalid: bool) -> None:
        """Show a red border, or take it away."""
        target: QWidget = self
        if self.is_other_open and self.other_field is not None:
            target = self.other_field
        elif self.text_field is not None:
            target = self.text_field
        for widget in {self, target, *(w for w in (self.other_field, self.text_field) if w)}:
            widget.setProperty("invalid", "true" if invalid and widget is target else "false")
            restyle(widget)

    def row_of(self, widget: QWidget | None) -> str | None:
        """Return the id of the row that is or holds `widget`."""
        return next((key for key, row in self.rows.items() if row is widget), None)

    def focus_first(self) -> None:
        """Put the focus where answering begins."""
        chosen = self._form.choices(self.question.id)
        if self.text_field is not None:
            self.text_field.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self.is_other_open and self.other_field is not None:
            self.other_field.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self.rows:
            key = chosen[0] if chosen else next(iter(self.rows))
            self.rows[key].setFocus(Qt.FocusReason.OtherFocusReason)

    def move_focus(self, step: int) -> None:
        """Move the focus among the rows by `step`, stopping at the first and the last."""
        rows = list(self.rows.values())
        here = self.window().focusWidget()
        index = next((i for i, row in enumerate(rows) if row is here), None)
        if index is None:
            index = len(rows) if step < 0 else -1
            if here is self.other_field and step < 0:
                index = len(rows)
        target = min(len(rows) - 1, max(0, index + step))
        if rows:
            rows[target].setFocus(Qt.FocusReason.OtherFocusReason)
