"""One question as a card: chip, words, options, and the fields for words of the user's own."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QWidget

from assistant.channels.desktop.questions.dialog.answer_fields import (
    AnswerField,
    AnswerLine,
    AnswerText,
)
from assistant.channels.desktop.questions.dialog.option_controls import (
    AnswerButton,
    CheckBoxRow,
    OptionRow,
    OptionText,
    RadioRow,
)
from assistant.channels.desktop.questions.dialog.text_label import question_label
from assistant.channels.desktop.questions.dialog.verbatim_text import VerbatimText
from assistant.channels.desktop.questions.model.file_references import FileResolver
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.labels import HeaderChip, plain_label, restyle
from assistant.channels.desktop.widgets.layouts import NO_MARGINS, hbox, vbox
from assistant.channels.desktop.widgets.theme import Theme
from assistant.locale import _
from assistant.questions.card.card_view import ButtonKind, CardRow, CardView
from assistant.questions.card.control_names import ButtonValue, ControlNames
from assistant.questions.card.gestures import OTHER
from assistant.questions.form.answer_hints import left_text, most_characters, rule_text
from assistant.questions.form.choices import own_words
from assistant.questions.form.form_layout import FormLayout
from assistant.questions.model.limits import MAX_TEXT
from assistant.questions.model.question import Answer, AnswerInput, Question

_FRAME_GAP: Final = (8, 6, 8, 6)
"""Between the words and the border that says they are not answered well."""


class QuestionCardWidget(QFrame):
    """An open question. It shows a view of the card and reports gestures; the dialog applies them.

    Signals:
        chosen: A row was pressed; carries the id of its option, or `OTHER`.
        other_submitted: The words of the user's own are complete.
        other_edited: The words of the user's own changed.
        text_edited: The text of a text question changed.
        note_edited: The remark beside the choice changed.
        pointed: The focus or the mouse came to an option; carries its id, or `OTHER`.
        file_wanted: A file that the words link to is to be shown; carries its path.
        resized: It needs more or less room.
    """

    chosen = Signal(str)
    other_submitted = Signal()
    other_edited = Signal(str)
    text_edited = Signal(str)
    note_edited = Signal(str)
    pointed = Signal(str)
    file_wanted = Signal(object)
    resized = Signal()

    def __init__(
        self,
        *,
        theme: Theme,
        view: CardView,
        question: Question,
        layout: FormLayout,
        names: ControlNames,
        progress: str = "",
        session_key: str = "",
        resolve: FileResolver = lambda _reference: None,
    ) -> None:
        super().__init__()
        self._theme = theme
        self._view = view
        self._layout_kind = layout
        self._names = names
        self._session_key = session_key
        self._resolve = resolve
        self.question = question
        self.rows: dict[str, OptionRow] = {}
        self.text_field: AnswerText | None = None
        self.other_field: AnswerLine | None = None
        self.note_field: AnswerLine | None = None
        self._other_box: QWidget | None = None
        self._note_link: QPushButton | None = None
        self._note_box = QWidget(self)
        self._note_box.hide()
        self.setProperty("role", "card")
        self.setAccessibleName(question.text)
        self.setAccessibleDescription(question.context)
        self._box = vbox(inside=self, gap=8)
        self._add_head(progress)
        for row in view.rows:
            self._add_row(row)
        if question.traits.input is AnswerInput.TEXT:
            self._add_text_field()
        if OTHER in self.rows:
            self._add_other_field()
        if view.button(ButtonKind.NOTE) is not None:
            self._add_note()
        self._refresh()

    # What it is made of.

    @property
    def choice_ids(self) -> list[str]:
        """The ids of the rows, top to bottom."""
        return list(self.rows)

    @property
    def is_other_open(self) -> bool:
        """Whether the field for words of the user's own shows."""
        return self._other_box is not None and not self._other_box.isHidden()

    @property
    def controls(self) -> list[QWidget]:
        """Everything that takes the focus, top to bottom."""
        linked = [
            label
            for label in self.findChildren(QLabel)
            if label.focusPolicy() & Qt.FocusPolicy.TabFocus
        ]
        found: list[QWidget] = [*linked, *self.rows.values()]
        found += [field for field in (self.text_field, self.other_field) if field is not None]
        found += self.findChildren(QPushButton, "custom_input_submit")
        if self._note_link is not None and self.note_field is not None:
            found += [self._note_link, self.note_field]
        return found

    def _add_head(self, progress: str) -> None:
        question = self.question
        if question.header or progress:
            chip = [HeaderChip(question.header)] if question.header else []
            label = plain_label(progress, role="description", name="progress")
            self._box.addLayout(hbox(*chip, (label, 1), gap=8))
        self._box.addWidget(self._words(question.text, "title"))
        if question.context and self._view.questions.purpose.is_approval:
            self._box.addWidget(VerbatimText(question.context, theme=self._theme))
        elif question.context:
            self._box.addWidget(self._words(question.context, "secondary"))
        if rule := rule_text(question):
            self._box.addWidget(plain_label(rule, role="description", name="rule"))

    def _words(self, text: str, role: str) -> QLabel:
        return question_label(
            text,
            role=role,
            theme=self._theme,
            resolve=self._resolve,
            open_file=self.file_wanted.emit,
        )

    def _add_row(self, shown: CardRow) -> None:
        make: type[OptionRow]
        if shown.is_multiple:
            make = CheckBoxRow
        elif self._layout_kind is FormLayout.BUTTONS:
            make = AnswerButton
        else:
            make = RadioRow
        own = own_words(self._view.questions.purpose)
        text = OptionText(
            label=own.button if shown.is_other else shown.caption,
            description=own.description if shown.is_other else shown.description,
            badge=_("(Recommended)") if shown.is_recommended else "",
            marker=shown.marker,
            is_key=not shown.is_multiple,
        )
        row = make(theme=self._theme, option=text)
        if shown.is_other:
            row.setObjectName(self._names.other(shown.question_id))
        else:
            row.setObjectName(self._names.option(shown.question_id, shown.id))
            value = ButtonValue(
                session_key=self._session_key,
                choice_id=shown.id,
                label=shown.caption,
                question=self.question.text,
            )
            row.setProperty("value", value.as_mapping())
        row.clicked.connect(lambda _checked=False, key=shown.id: self.chosen.emit(key))
        row.content.pointed.connect(lambda key=shown.id: self.pointed.emit(key))
        self.rows[shown.id] = row
        self._box.addWidget(row)

    def _add_other_field(self) -> None:
        self.other_field = field = AnswerLine(
            theme=self._theme,
            limit=most_characters(self.question),
            text=self._answer.other or "",
        )
        field.setObjectName("custom_input_text")
        field.setPlaceholderText(_("Type something else..."))
        field.setAccessibleName(_("Please specify:"))
        field.written.connect(self.other_edited)
        submit = push_button(self._names.other_submit, _("OK"), on_click=self.other_submitted.emit)
        self._other_box = QWidget()
        vbox(
            plain_label(_("Please specify:"), role="section"),
            hbox((field, 1), submit, gap=8),
            _room_label(field),
            inside=self._other_box,
            gap=4,
        )
        self._other_box.setVisible(bool(field.text()))
        self._box.addWidget(self._other_box)

    def _add_text_field(self) -> None:
        question = self.question
        field = AnswerText(
            theme=self._theme,
            limit=most_characters(question),
            text=self._answer.text or "",
        )
        field.setObjectName("text_input")
        short = question.max_length is not None and question.max_length <= 80
        field.setFixedHeight(self._theme.px(44 if short or _is_one_line(question) else 96))
        field.setAccessibleName(question.text)
        field.setAccessibleDescription(rule_text(question))
        field.written.connect(self.text_edited)
        self.text_field = field
        self._box.addWidget(field)
        if not _is_one_line(question):
            self._box.addWidget(_room_label(field))

    def _add_note(self) -> None:
        note = self._answer.note or ""
        self._note_link = link = push_button(
            "add_note", _("Add a note"), role="way", on_click=self.open_note
        )
        self.note_field = field = AnswerLine(theme=self._theme, limit=MAX_TEXT, text=note)
        field.setObjectName("note_text")
        field.setPlaceholderText(_("A remark that goes along with your answer"))
        field.setAccessibleName(_("Note"))
        field.written.connect(self.note_edited)
        vbox(plain_label(_("Note"), role="section"), field, inside=self._note_box, gap=4)
        self._box.addWidget(link, 0, Qt.AlignmentFlag.AlignLeft)
        self._box.addWidget(self._note_box)
        link.setVisible(not note)
        self._note_box.setVisible(bool(note))

    # What it shows.

    @property
    def _answer(self) -> Answer:
        return self._view.answer or Answer(question_id=self.question.id)

    def show_view(self, view: CardView) -> None:
        """Show what is chosen by now."""
        self._view = view
        self._refresh()

    def _refresh(self) -> None:
        for shown in self._view.rows:
            row = self.rows[shown.id]
            row.show_checked(shown.is_chosen)
            row.content.refresh()
            if shown.is_other and shown.is_chosen != self.is_other_open:
                self._show_other(shown.is_chosen)

    def _show_other(self, is_open: bool) -> None:
        """Show the field for words of the user's own, or put it away with what is in it."""
        assert self._other_box is not None
        assert self.other_field is not None
        had_focus = self.other_field.hasFocus()
        self._other_box.setVisible(is_open)
        if not is_open:
            self.other_field.clear()
            if had_focus:
                self.rows[OTHER].setFocus(Qt.FocusReason.OtherFocusReason)
        self.resized.emit()

    def focus_other(self) -> None:
        """Put the cursor into the field for words of the user's own, if it shows."""
        if self.is_other_open and self.other_field is not None:
            self.other_field.setFocus(Qt.FocusReason.OtherFocusReason)

    def open_note(self) -> None:
        """Show the field for a remark and put the cursor there."""
        if self.note_field is not None and self._note_link is not None:
            self._note_link.hide()
            self._note_box.show()
            self.note_field.setFocus(Qt.FocusReason.OtherFocusReason)
            self.resized.emit()

    def close_note(self, *, keep: bool) -> None:
        """Go back to the options; the field stays if there is something in it to keep."""
        if self.note_field is None or self._note_link is None:
            return
        if not keep:
            self.note_field.clear()
        is_empty = not self.note_field.text().strip()
        self._note_link.setVisible(is_empty)
        self._note_box.setVisible(not is_empty)
        self.focus_first()
        self.resized.emit()

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
        gap = _FRAME_GAP if invalid and target is self else NO_MARGINS
        self._box.setContentsMargins(*gap)

    def freeze(self) -> None:
        """Take no more input: show what is chosen, and nothing that asks for more."""
        for row in self.rows.values():
            row.setEnabled(False)
        for field in (self.text_field, self.other_field, self.note_field):
            if field is not None:
                field.setReadOnly(True)
        if self._note_link is not None:
            self._note_link.hide()
        self._refresh()

    # Where the focus is.

    def row_of(self, widget: QWidget | None) -> str | None:
        """Return the id of the row that is `widget`."""
        return next((key for key, row in self.rows.items() if row is widget), None)

    def focus_first(self) -> None:
        """Put the focus where answering begins."""
        chosen = [row.id for row in self._view.rows if row.is_chosen and not row.is_other]
        if self.text_field is not None:
            self.text_field.focus_end()
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
            index = len(rows) if step < 0 or here is self.other_field else -1
        target = min(len(rows) - 1, max(0, index + step))
        if rows:
            rows[target].setFocus(Qt.FocusReason.OtherFocusReason)


def _is_one_line(question: Question) -> bool:
    return question.text_format.value != "plain"


def _room_label(field: AnswerField) -> QLabel:
    label = plain_label(left_text(field.room), role="description", name="room")
    label.setAlignment(Qt.AlignmentFlag.AlignRight)

    def show(left: int) -> None:
        label.setText(left_text(left))

    field.room_changed.connect(show)
    return label
