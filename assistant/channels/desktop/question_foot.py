"""What stands round a question in its dialog: the heading above, the buttons below. No decisions."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from assistant.channels.desktop import wording
from assistant.channels.desktop.question_form import Layout, QuestionForm
from assistant.channels.desktop.transcript_cards import plain_label
from assistant.locale import _
from assistant.questions.model import Kind, Purpose, QuestionSet


def dialog_button(name: str, *, role: str = "") -> QPushButton:
    """Return a button that only its own click or key presses, never the dialog's default."""
    button = QPushButton()
    button.setObjectName(name)
    button.setAutoDefault(False)
    button.setProperty("role", role)
    return button


def heading(questions: QuestionSet, form: QuestionForm, layout: Layout) -> list[QWidget]:
    """Return what stands above the questions of a set, top to bottom."""
    parts: list[QWidget] = []
    if questions.purpose is Purpose.CONFIRM:
        banner = QFrame()
        banner.setObjectName("confirm_banner")
        inner = QVBoxLayout(banner)
        inner.setContentsMargins(12, 8, 12, 8)
        inner.addWidget(plain_label("⚠ " + _("Your permission is needed")))
        parts.append(banner)
    if questions.source:
        asker = _("Asked by {source}").format(source=questions.source)
        parts.append(plain_label(asker, role="section"))
    if questions.title and len(questions.questions) > 1:
        parts.append(plain_label(questions.title, role="title"))
    if questions.description:
        parts.append(plain_label(questions.description, role="secondary"))
    if layout is Layout.FORM:
        dots = wording.progress_dots(form.settled_count, len(form.visible))
        label = plain_label(dots, role="section")
        label.setObjectName("form_progress")
        parts.append(label)
    return parts


class FoldedQuestion(QFrame):
    """A question that is settled, with its answer.

    Signals:
        change: The person wants to answer it again; carries its id.
    """

    change = Signal(str)

    def __init__(self, *, form: QuestionForm, question_id: str) -> None:
        super().__init__()
        question = form.questions.find(question_id)
        self.setProperty("role", "folded")
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 6, 6)
        words = wording.answer_text(question, form.answer(question_id)) or _("(left out)")
        line = f"✔ {question.header or question.text}: {words}"
        row.addWidget(plain_label(line), 1)
        button = dialog_button(f"edit_choice_{form.questions.id}_{question_id}", role="link")
        button.setText(_("🔄 Change"))
        button.setAccessibleName(_("🔄 Change"))
        button.setAccessibleDescription(line)
        button.clicked.connect(lambda _checked=False: self.change.emit(question_id))
        row.addWidget(button)


class QuestionFoot(QWidget):
    """Message, ways not to answer, buttons and the keys that work.

    Signals:
        you_decide, open_none_fit, submit_none_fit, put_off, skip, cancel, reset, confirm, submit:
            The person pressed that button.
    """

    you_decide = Signal()
    open_none_fit = Signal()
    submit_none_fit = Signal()
    put_off = Signal()
    skip = Signal()
    cancel = Signal()
    reset = Signal()
    confirm = Signal()
    submit = Signal()

    def __init__(self, *, set_id: str) -> None:
        super().__init__()
        self._message = plain_label(role="error")
        self._message.hide()
        self.none_field = QLineEdit()
        self.none_field.setObjectName("none_fit_text")
        self._none_send = dialog_button("none_fit_submit")
        self._none_box = QWidget()
        none_line = QHBoxLayout(self._none_box)
        none_line.setContentsMargins(0, 0, 0, 0)
        none_line.addWidget(self.none_field, 1)
        none_line.addWidget(self._none_send)
        self._none_box.hide()
        self._decide = dialog_button("you_decide", role="link")
        self._none = dialog_button("none_fit", role="link")
        self._later = dialog_button("later", role="link")
        self._skip = dialog_button("skip", role="link")
        self._cancel = dialog_button("cancel")
        self._reset = dialog_button(f"reset_form_{set_id}")
        self._confirm = dialog_button("confirm", role="primary")
        self._submit = dialog_button(f"submit_form_{set_id}", role="primary")
        self._waiting = plain_label(role="description")
        self._waiting.hide()
        self._hint = plain_label(role="description")
        for button, signal in (
            (self._decide, self.you_decide),
            (self._none, self.open_none_fit),
            (self._none_send, self.submit_none_fit),
            (self._later, self.put_off),
            (self._skip, self.skip),
            (self._cancel, self.cancel),
            (self._reset, self.reset),
            (self._confirm, self.confirm),
            (self._submit, self.submit),
        ):
            button.clicked.connect(signal)
        self._lay_out()

    def _lay_out(self) -> None:
        ways_out = QHBoxLayout()
        ways_out.setSpacing(2)
        for button in (self._decide, self._none, self._later, self._skip):
            ways_out.addWidget(button)
        ways_out.addStretch(1)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self._waiting, 1)
        buttons.addStretch(1)
        for button in (self._reset, self._cancel, self._confirm, self._submit):
            buttons.addWidget(button)
        box = QVBoxLayout(self)
        box.setContentsMargins(20, 4, 20, 14)
        box.setSpacing(8)
        box.addWidget(self._message)
        box.addWidget(self._none_box)
        box.addLayout(ways_out)
        box.addLayout(buttons)
        box.addWidget(self._hint)

    @property
    def controls(self) -> list[QWidget]:
        """Everything that takes the focus, top to bottom."""
        return [
            self.none_field,
            self._none_send,
            self._decide,
            self._none,
            self._later,
            self._skip,
            self._reset,
            self._cancel,
            self._confirm,
            self._submit,
        ]

    def show_for(self, *, form: QuestionForm, layout: Layout, waiting: int) -> None:
        """Show the buttons that fit where the form stands, in the interface's language."""
        questions, current = form.questions, form.current
        is_form = layout is Layout.FORM
        is_complete = is_form and current is None
        asks = questions.purpose is Purpose.ASK
        can_fit_none = asks and any(question.options for question in questions.questions)
        confirms = not is_complete and layout is not Layout.BUTTONS
        for button, text, is_shown in (
            (self._decide, _("You decide"), asks),
            (self._none, _("None of these…"), can_fit_none),
            (self._later, _("Later"), asks),
            (self._skip, _("Leave out"), current is not None and not current.required),
            (self._cancel, _("Cancel"), questions.allow_cancel),
            (self._reset, _("🗑️ Reset all"), is_complete),
            (self._confirm, _("Next") if is_form else _("Confirm"), confirms),
            (self._submit, _("🚀 Submit"), is_complete),
            (self._none_send, _("OK"), True),
        ):
            button.setText(text)
            button.setAccessibleName(text)
            button.setVisible(is_shown)
        self.none_field.setPlaceholderText(_("What would fit?"))
        self.none_field.setAccessibleName(_("What would fit?"))
        multi = current is not None and current.kind is Kind.MULTI
        self._hint.setText(wording.key_hint(multi=multi, can_cancel=questions.allow_cancel))
        self.show_waiting(waiting)

    def show_waiting(self, count: int) -> None:
        """Say how many other questions wait."""
        self._waiting.setText(_("{n} more waiting").format(n=count))
        self._waiting.setVisible(count > 0)

    def say(self, text: str) -> None:
        """Say what is wrong; empty says nothing."""
        self._message.setText(text)
        self._message.setVisible(bool(text))

    def show_none_field(self, shown: bool) -> None:
        """Show the field for what would fit, or put it away."""
        self._none_box.setVisible(shown)
        if shown:
            self.none_field.setFocus()

    def focus_last(self, *, is_complete: bool) -> None:
        """Put the focus on what ends the form, or on cancelling."""
        (self._submit if is_complete else self._cancel).setFocus()
