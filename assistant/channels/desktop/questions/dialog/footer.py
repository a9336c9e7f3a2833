"""What stands below a question in its dialog: ways not to answer, the buttons, the keys. No decisions."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from assistant.channels.desktop.questions.dialog.answer_fields import AnswerLine
from assistant.channels.desktop.questions.dialog.option_controls import CheckBoxRow, OptionText
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import STRETCH, flow, hbox, vbox
from assistant.channels.desktop.widgets.theme import Theme
from assistant.locale import _
from assistant.questions.form.actions import ActionNames, ResetForm, SubmitForm
from assistant.questions.form.captions import entry_hint, key_hint
from assistant.questions.form.form_layout import FormLayout
from assistant.questions.form.form_state import FormState
from assistant.questions.model.limits import MAX_TEXT
from assistant.questions.model.question import Purpose


class WordsLine(QWidget):
    """A field, and a button that sends it: words that end the question without an answer."""

    def __init__(self, *, theme: Theme, name: str) -> None:
        super().__init__()
        self.field = AnswerLine(theme=theme, limit=MAX_TEXT)
        self.field.setObjectName(f"{name}_text")
        self.send = push_button(f"{name}_submit")
        hbox((self.field, 1), self.send, inside=self)
        self.hide()

    @property
    def words(self) -> str:
        """What is written."""
        return self.field.text().strip()

    def show_words(self, asked: str, *, send: str) -> None:
        """Say what is to be written, and what the button does."""
        self.field.setPlaceholderText(asked)
        self.field.setAccessibleName(asked)
        self.send.setText(send)
        self.send.setAccessibleName(send)


class QuestionFooter(QWidget):
    """Message, ways not to answer, buttons and the keys that work.

    Attributes:
        decide, none, later, skip, exit, cancel_with_reason, cancel, review, confirm: The buttons
            of which the dialog knows what they do.
        none_line, reason_line: What would fit, and why the question is cancelled.
        submit: The button that sends a form.

    Signals:
        triggered: The user pressed a button that `ActionNames` knows; carries its name.
    """

    triggered = Signal(str)

    def __init__(self, *, theme: Theme, names: ActionNames, set_id: str) -> None:
        super().__init__()
        self._theme = theme
        self._message = plain_label(role="error", name="message")
        self._message.hide()
        self.none_line = WordsLine(theme=theme, name="none_fit")
        self.reason_line = WordsLine(theme=theme, name="reason")
        self._similar: CheckBoxRow | None = None
        self._similar_names: tuple[str, ...] = ()
        self._similar_box = vbox()
        self.decide = push_button("you_decide", role="link")
        self.none = push_button("none_fit", role="link")
        self.later = push_button("later", role="link")
        self.skip = push_button("skip", role="link")
        self.exit = push_button("stop_asking", role="link")
        self.cancel_with_reason = push_button("cancel_with_reason", role="link")
        self._reset = push_button(names.name(ResetForm()))
        self.review = push_button(f"review_form_{set_id}")
        self.cancel = push_button("cancel")
        self.confirm = push_button("confirm", role="primary")
        self.submit = push_button(names.name(SubmitForm()), role="primary")
        for button in (self._reset, self.submit):
            button.clicked.connect(partial(self._trigger, button))
        self._waiting = plain_label(role="description", name="waiting")
        self._waiting.hide()
        self._keys = ""
        """The keys that work in the question."""
        self._hint = plain_label(role="description", name="key_hint")
        self._ways = (
            self.decide,
            self.none,
            self.later,
            self.skip,
            self.exit,
            self.cancel_with_reason,
        )
        self._ways_out = flow(*self._ways, gap=2)
        self._buttons = (self._reset, self.review, self.cancel, self.confirm, self.submit)
        vbox(
            self._message,
            self.none_line,
            self.reason_line,
            self._similar_box,
            self._ways_out,
            hbox((self._waiting, 1), STRETCH, *self._buttons, gap=8),
            self._hint,
            inside=self,
            gap=8,
            margins=(20, 4, 20, 14),
        )

    def _trigger(self, button: QPushButton) -> None:
        self.triggered.emit(button.objectName())

    @property
    def controls(self) -> list[QWidget]:
        """Everything that takes the focus, top to bottom."""
        similar = [self._similar] if self._similar is not None else []
        lines = (self.none_line, self.reason_line)
        fields = [widget for line in lines for widget in (line.field, line.send)]
        return [*fields, *similar, *self._ways, *self._buttons]

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
            (self.decide, _("You decide"), asks),
            (self.none, _("None of these…"), can_fit_none),
            (self.later, _("Later"), asks),
            (self.skip, _("Leave out"), current is not None and not current.required),
            (self.exit, _("Stop asking"), asks and questions.round > 1),
            (self.cancel_with_reason, _("Cancel because…"), questions.takes_reason),
            (self.cancel, _("Cancel"), questions.allow_cancel),
            (self._reset, _("🗑️ Reset all"), is_review),
            (self.review, _("Review"), may_review),
            (self.confirm, _("Confirm"), confirms),
            (self.submit, _("🚀 Submit"), is_review),
        ):
            button.setText(text)
            button.setAccessibleName(text)
            button.setVisible(is_shown)
        self._ways_out.setVisible(any(not button.isHidden() for button in self._ways))
        self.none_line.show_words(_("What would fit?"), send=_("OK"))
        self.reason_line.show_words(_("Why? You may leave it empty."), send=_("Cancel"))
        self.reason_line.send.setAccessibleName(_("Cancel the question"))
        kind = current.kind if current is not None else None
        self._keys = key_hint(kind=kind, can_cancel=questions.allow_cancel)
        self._hint.setText(self._keys)
        self.show_waiting(waiting)

    def show_waiting(self, count: int) -> None:
        """Say how many other questions wait."""
        self._waiting.setText(_("{n} more waiting").format(n=count))
        self._waiting.setVisible(count > 0)

    def show_typed(self, typed: str) -> None:
        """Show the beginning of a number and its keys; the usual keys if it is empty."""
        self._hint.setText(entry_hint(typed) if typed else self._keys)

    def say(self, text: str) -> None:
        """Say what is wrong; empty says nothing."""
        self._message.setText(text)
        self._message.setVisible(bool(text))

    def open_line(self, line: "WordsLine | None") -> None:
        """Show the field for what would fit, or for why, in place of the other; None shows none."""
        for one in (self.none_line, self.reason_line):
            one.setVisible(one is line)
        if line is not None:
            line.field.setFocus()

    def show_over(self) -> None:
        """Take away what only an open question needs."""
        lines = (self.none_line, self.reason_line)
        for widget in (self._message, *lines, self._ways_out, self._hint, *self._buttons):
            widget.hide()
        if self._similar is not None:
            self._similar.hide()

    def focus_last(self, *, is_complete: bool) -> None:
        """Put the focus on what ends the form, or on cancelling."""
        (self.submit if is_complete else self.cancel).setFocus()
