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
from assistant.channels.desktop.questions.model.file_references import FileResolver
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.labels import HeaderChip, plain_label, restyle
from assistant.channels.desktop.widgets.layouts import NO_MARGINS, hbox, vbox
from assistant.channels.desktop.widgets.theme import Theme
from assistant.locale import _
from assistant.questions.form.actions import (
    ActionNames,
    ButtonValue,
    ChooseOption,
    SubmitOther,
    WriteOther,
)
from assistant.questions.form.answer_hints import left_text, most_characters, rule_text
from assistant.questions.form.choices import choices_of
from assistant.questions.form.form_layout import FormLayout
from assistant.questions.form.form_state import FormState
from assistant.questions.model.limits import MAX_TEXT
from assistant.questions.model.option_markers import marker
from assistant.questions.model.question import AnswerInput, Purpose, Question

OTHER: Final = "\x00other"
"""Stands among the option ids for words of the user's own."""

_FRAME_GAP: Final = (8, 6, 8, 6)
"""Between the words and the border that says they are not answered well."""


class QuestionCard(QFrame):
    """An open question. It shows the form and reports gestures; the dialog decides.

    Signals:
        triggered: A control was pressed; carries its name, which `ActionNames` knows.
        other_edited: The words of the user's own changed.
        text_edited: The text of a text question changed.
        note_edited: The remark beside the choice changed.
        pointed: The focus or the mouse came to an option; carries its id, or `OTHER`.
        file_wanted: A file that the words link to is to be shown; carries its path.
        resized: It needs more or less room.
    """

    triggered = Signal(str)
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
        form: FormState,
        question: Question,
        layout: FormLayout,
        names: ActionNames,
        progress: str = "",
        session_key: str = "",
        resolve: FileResolver = lambda _reference: None,
    ) -> None:
        super().__init__()
        self._theme = theme
        self._form = form
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
        self._add_options()
        if question.traits.input is AnswerInput.TEXT:
            self._add_text_field()
        if question.allow_other and question.traits.input is AnswerInput.OPTIONS:
            self._add_other()
        if form.questions.purpose is Purpose.ASK:
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
        if question.context:
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

    def _add_options(self) -> None:
        question = self.question
        for index, option in enumerate(choices_of(question, self._form.questions.purpose)):
            action = ChooseOption(question_id=question.id, option_id=option.id)
            self._add_row(
                option.id,
                self._names.name(action),
                OptionText(
                    label=option.label,
                    description=option.description,
                    badge=_("(Recommended)") if option.recommended else "",
                    marker=marker(question, index),
                    is_key=not self.question.traits.is_multiple,
                ),
            )

    def _add_row(self, option_id: str, name: str, shown: OptionText) -> None:
        make: type[OptionRow]
        if self.question.traits.is_multiple:
            make = CheckBoxRow
        elif self._layout_kind is FormLayout.BUTTONS:
            make = AnswerButton
        else:
            make = RadioRow
        row = make(theme=self._theme, option=shown)
        row.setObjectName(name)
        value = ButtonValue(
            session_key=self._session_key,
            choice_id=option_id,
            label=shown.label,
            question=self.question.text,
        )
        if option_id != OTHER:
            row.setProperty("value", value.as_mapping())
        row.clicked.connect(lambda _checked=False, name=name: self.triggered.emit(name))
        row.content.pointed.connect(lambda key=option_id: self.pointed.emit(key))
        self.rows[option_id] = row
        self._box.addWidget(row)

    def _add_other(self) -> None:
        index = len(self.rows)
        self._add_row(
            OTHER,
            self._names.name(WriteOther(question_id=self.question.id)),
            OptionText(
                label=_("✏️ Type your own"),
                description=_("Provide custom input"),
                marker=marker(self.question, index),
                is_key=not self.question.traits.is_multiple,
            ),
        )
        self.other_field = field = AnswerLine(
            theme=self._theme,
            limit=most_characters(self.question),
            text=self._form.answer(self.question.id).other or "",
        )
        field.setObjectName("custom_input_text")
        field.setPlaceholderText(_("Type something else..."))
        field.setAccessibleName(_("Please specify:"))
        field.written.connect(self.other_edited)
        name = self._names.name(SubmitOther())
        submit = push_button(name, _("OK"), on_click=lambda: self.triggered.emit(name))
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
            text=self._form.answer(question.id).text or "",
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
        note = self._form.answer(self.question.id).note or ""
        self._note_link = link = push_button(
            "add_note", _("Add a note"), role="link", on_click=self.open_note
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

    def show_form(self, form: FormState) -> None:
        """Show what is chosen by now."""
        self._form = form
        self._refresh()

    def _refresh(self) -> None:
        chosen = set(self._form.choices(self.question.id))
        answer = self._form.answer(self.question.id)
        for option_id, row in self.rows.items():
            is_chosen = option_id in chosen
            if option_id == OTHER:
                is_chosen = self.is_other_open or bool(answer.other)
            row.show_checked(is_chosen)
            row.content.refresh()

    def open_other(self) -> None:
        """Show the field for words of the user's own and put the cursor there."""
        if self._other_box is not None and self.other_field is not None:
            self._other_box.show()
            self.other_field.setFocus(Qt.FocusReason.OtherFocusReason)
            self._refresh()
            self.resized.emit()

    def close_other(self) -> None:
        """Put the field away, keeping nothing of it."""
        if self._other_box is not None and self.other_field is not None:
            self.other_field.clear()
            self._other_box.hide()
            self.rows[OTHER].setFocus(Qt.FocusReason.OtherFocusReason)
            self._refresh()
            self.resized.emit()

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
        chosen = self._form.choices(self.question.id)
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
