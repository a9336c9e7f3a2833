"""What stands below a question in its dialog: ways not to answer, the buttons, the keys. No decisions."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from assistant.channels.desktop.questions.dialog.answer_fields import AnswerLine
from assistant.channels.desktop.questions.dialog.option_controls import CheckBoxRow, OptionText
from assistant.channels.desktop.widgets.flow_layout import FlowLayout
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.theme import Theme
from assistant.locale import _
from assistant.questions.form.actions import ActionNames, ResetForm, SubmitForm
from assistant.questions.form.captions import key_hint
from assistant.questions.form.form_layout import FormLayout
from assistant.questions.form.form_state import FormState
from assistant.questions.model.limits import MAX_TEXT
from assistant.questions.model.question import Purpose


def dialog_button(name: str, *, role: str = "") -> QPushButton:
    """Return a button that only its own click or key presses, never the dialog's default."""
    button = QPushButton()
    button.setObjectName(name)
    button.setAutoDefault(False)
    button.setProperty("role", role)
    return button


class QuestionFooter(QWidget):
    """Message, ways not to answer, buttons and the keys that work.

    Signals:
        you_decide, open_none_fit, submit_none_fit, put_off, skip, stop_asking, cancel, confirm,
            review: The user pressed that button.
        triggered: The user pressed a button that `ActionNames` knows; carries its name.
    """

    you_decide = Signal()
    open_none_fit = Signal()
    submit_none_fit = Signal()
    put_off = Signal()
    skip = Signal()
    stop_asking = Signal()
    cancel = Signal()
    confirm = Signal()
    review = Signal()
    triggered = Signal(str)

    def __init__(self, *, theme: Theme, names: ActionNames, set_id: str) -> None:
        super().__init__()
        self._theme = theme
        self._message = plain_label(role="error")
        self._message.setObjectName("message")
        self._message.hide()
        self.none_field = AnswerLine(theme=theme, limit=MAX_TEXT)
        self.none_field.setObjectName("none_fit_text")
        self._none_send = dialog_button("none_fit_submit")
        self._none_box = QWidget()
        none_line = QHBoxLayout(self._none_box)
        none_line.setContentsMargins(0, 0, 0, 0)
        none_line.addWidget(self.none_field, 1)
        none_line.addWidget(self._none_send)
        self._none_box.hide()
        self._similar: CheckBoxRow | None = None
        self._similar_names: tuple[str, ...] = ()
        self._similar_box = QVBoxLayout()
        self._decide = dialog_button("you_decide", role="link")
        self._none = dialog_button("none_fit", role="link")
        self._later = dialog_button("later", role="link")
        self._skip = dialog_button("skip", role="link")
        self._exit = dialog_button("stop_asking", role="link")
        self._cancel = dialog_button("cancel")
        self._reset = dialog_button(names.name(ResetForm()))
        self._review = dialog_button(f"review_form_{set_id}")
        self._confirm = dialog_button("confirm", role="primary")
        self._submit = dialog_button(names.name(SubmitForm()), role="primary")
        self._waiting = plain_label(role="description")
        self._waiting.setObjectName("waiting")
        self._waiting.hide()
        self._hint = plain_label(role="description")
        self._hint.setObjectName("key_hint")
        for button, signal in (
            (self._decide, self.you_decide),
            (self._none, self.open_none_fit),
            (self._none_send, self.submit_none_fit),
            (self._later, self.put_off),
            (self._skip, self.skip),
            (self._exit, self.stop_asking),
            (self._cancel, self.cancel),
            (self._confirm, self.confirm),
            (self._review, self.review),
        ):
            button.clicked.connect(signal)
        self._reset.clicked.connect(lambda: self.triggered.emit(self._reset.objectName()))
        self._submit.clicked.connect(lambda: self.triggered.emit(self._submit.objectName()))
        self._lay_out()

    def _lay_out(self) -> None:
        self._ways_out = QWidget()
        ways_out = FlowLayout(self._ways_out, gap=2)
        for button in (self._decide, self._none, self._later, self._skip, self._exit):
            ways_out.addWidget(button)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self._waiting, 1)
        buttons.addStretch(1)
        for button in (self._reset, self._review, self._cancel, self._confirm, self._submit):
            buttons.addWidget(button)
        box = QVBoxLayout(self)
        box.setContentsMargins(20, 4, 20, 14)
        box.setSpacing(8)
        box.addWidget(self._message)
        box.addWidget(self._none_box)
        box.addLayout(self._similar_box)
        box.addWidget(self._ways_out)
        box.addLayout(buttons)
        box.addWidget(self._hint)

    @property
    def controls(self) -> list[QWidget]:
        """Everything that takes the focus, top to bottom."""
        similar = [self._similar] if self._similar is not None else []
        return [
            self.none_field,
            self._none_send,
            *similar,
            self._decide,
            self._none,
            self._later,
            self._skip,
            self._exit,
            self._reset,
            self._review,
            self._cancel,
            self._confirm,
            self._submit,
        ]

    @property
    def last(self) -> QWidget:
        """The button that sends a form."""
        return self._submit

    @property
    def applies_to_all(self) -> bool:
        """Whether the answer is meant for every similar question."""
        return self._similar is not None and self._similar.isChecked()

    def show_similar(self, names: Sequence[str]) -> bool:
        """Offer to answer all these questions at once; returns whether the offer changed.

        Another offer begins unchecked: nobody agreed to it yet.
        """
        if tuple(names) == self._similar_names:
            return False
        self._similar_names = tuple(names)
        if self._similar is not None:
            self._similar.hide()
            self._similar.setParent(None)
            self._similar.deleteLater()
            self._similar = None
        if names:
            text = _("Apply to all {n} similar questions").format(n=len(names))
            shown = OptionText(label=text, description=" · ".join(names))
            self._similar = CheckBoxRow(theme=self._theme, option=shown)
            self._similar.setObjectName("apply_to_all")
            self._similar_box.addWidget(self._similar)
        return True

    def show_for(self, *, form: FormState, layout: FormLayout, waiting: int) -> None:
        """Show the buttons that fit where the form stands, in the interface's language."""
        questions, current = form.questions, form.current
        is_form = layout is FormLayout.FORM
        is_review = is_form and current is None
        asks = questions.purpose is Purpose.ASK
        can_fit_none = asks and any(question.options for question in questions.questions)
        confirms = not is_review and layout is not FormLayout.BUTTONS
        may_review = is_form and not is_review and form.can_review and len(form.visible) > 1
        for button, text, is_shown in (
            (self._decide, _("You decide"), asks),
            (self._none, _("None of these…"), can_fit_none),
            (self._later, _("Later"), asks),
            (self._skip, _("Leave out"), current is not None and not current.required),
            (self._exit, _("Stop asking"), asks and questions.round > 1),
            (self._cancel, _("Cancel"), questions.allow_cancel),
            (self._reset, _("🗑️ Reset all"), is_review),
            (self._review, _("Review"), may_review),
            (self._confirm, _("Confirm"), confirms),
            (self._submit, _("🚀 Submit"), is_review),
            (self._none_send, _("OK"), True),
        ):
            button.setText(text)
            button.setAccessibleName(text)
            button.setVisible(is_shown)
        self._ways_out.setVisible(asks or not self._skip.isHidden())
        self.none_field.setPlaceholderText(_("What would fit?"))
        self.none_field.setAccessibleName(_("What would fit?"))
        kind = current.kind if current is not None else None
        self._hint.setText(key_hint(kind=kind, can_cancel=questions.allow_cancel))
        self.show_waiting(waiting)

    def show_waiting(self, count: int) -> None:
        """Say how many other questions wait."""
        self._waiting.setText(_("{n} more waiting").format(n=count))
        self._waiting.setVisible(count > 0)

    def say(self, text: str) -> None:
        """Say what is wrong; empty says nothing."""
        self._message.setText(text)
        self._message.setVisible(bool(text))

    def show_none_fit_field(self, shown: bool) -> None:
        """Show the field for what would fit, or put it away."""
        self._none_box.setVisible(shown)
        if shown:
            self.none_field.setFocus()

    def show_over(self) -> None:
        """Take away what only an open question needs."""
        for widget in (
            self._message,
            self._none_box,
            self._ways_out,
            self._hint,
            self._reset,
            self._review,
            self._cancel,
            self._confirm,
            self._submit,
        ):
            widget.hide()
        if self._similar is not None:
            self._similar.hide()

    def focus_last(self, *, is_complete: bool) -> None:
        """Put the focus on what ends the form, or on cancelling."""
        (self._submit if is_complete else self._cancel).setFocus()
