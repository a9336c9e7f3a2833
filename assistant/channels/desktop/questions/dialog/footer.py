"""What stands below a question in its dialog: ways not to answer, the buttons, the keys. No decisions."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from assistant.channels.desktop.questions.dialog.answer_fields import AnswerLine
from assistant.channels.desktop.questions.dialog.option_controls import CheckBoxRow, OptionText
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import STRETCH, flow, hbox, vbox
from assistant.channels.desktop.widgets.theme import Theme
from assistant.locale import _
from assistant.questions.card.card_view import ButtonKind, CardView
from assistant.questions.card.control_names import ControlNames
from assistant.questions.form.captions import entry_hint, key_hint
from assistant.questions.form.form_layout import FormLayout
from assistant.questions.model.limits import MAX_TEXT

_WAYS: Final = 6
"""So many buttons are ways not to answer; the others go on."""


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
        buttons: The button of each kind; some do not show.
        none_line, reason_line: What would fit, and why the question is cancelled.

    Signals:
        pressed: The user pressed a button; carries its `ButtonKind`.
    """

    pressed = Signal(object)

    def __init__(self, *, theme: Theme, names: ControlNames) -> None:
        super().__init__()
        self._theme = theme
        self._message = plain_label(role="failed", name="message")
        self._message.hide()
        self.none_line = WordsLine(theme=theme, name="none_fit")
        self.reason_line = WordsLine(theme=theme, name="reason")
        self._similar: CheckBoxRow | None = None
        self._similar_names: tuple[str, ...] = ()
        self._similar_box = vbox()
        self.buttons = {
            ButtonKind.DECIDE: push_button("you_decide", role="way"),
            ButtonKind.NONE_FIT: push_button("none_fit", role="way"),
            ButtonKind.LATER: push_button("later", role="way"),
            ButtonKind.SKIP: push_button("skip", role="way"),
            ButtonKind.STOP: push_button("stop_asking", role="way"),
            ButtonKind.CANCEL_WITH_REASON: push_button("cancel_with_reason", role="way"),
            ButtonKind.RESET: push_button(names.reset),
            ButtonKind.REVIEW: push_button(names.review),
            ButtonKind.CANCEL: push_button("cancel"),
            ButtonKind.CONFIRM: push_button("confirm", role="primary"),
            ButtonKind.SUBMIT: push_button(names.submit, role="primary"),
        }
        for kind, button in self.buttons.items():
            button.clicked.connect(lambda _checked=False, kind=kind: self.pressed.emit(kind))
        self._waiting = plain_label(role="description", name="waiting")
        self._waiting.hide()
        self._keys = ""
        """The keys that work in the question."""
        self._hint = plain_label(role="description", name="key_hint")
        in_order = list(self.buttons.values())
        self._ways, self._buttons = in_order[:_WAYS], in_order[_WAYS:]
        self._ways_out = flow(*self._ways, gap=5)
        vbox(
            self._message,
            self.none_line,
            self.reason_line,
            self._similar_box,
            self._ways_out,
            hbox((self._waiting, 1), STRETCH, *self._buttons, gap=8),
            self._hint,
            inside=self,
            gap=10,
            margins=(20, 4, 20, 16),
        )

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

    def show_for(self, view: CardView, *, layout: FormLayout, waiting: int) -> None:
        """Show the buttons that fit where the card stands, in the interface's language."""
        for kind, button in self.buttons.items():
            offered = view.button(kind)
            if offered is not None:
                button.setText(offered.caption)
                button.setAccessibleName(offered.caption)
            answers_at_once = kind is ButtonKind.CONFIRM and layout is FormLayout.BUTTONS
            button.setVisible(offered is not None and not answers_at_once)
        self._ways_out.setVisible(any(not button.isHidden() for button in self._ways))
        self.none_line.show_words(_("What would fit?"), send=_("OK"))
        self.reason_line.show_words(_("Why? You may leave it empty."), send=_("Cancel"))
        self.reason_line.send.setAccessibleName(_("Cancel the question"))
        kind = view.question.kind if view.question is not None else None
        self._keys = key_hint(kind=kind, can_cancel=view.can_cancel)
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
        self.buttons[ButtonKind.SUBMIT if is_complete else ButtonKind.CANCEL].setFocus()
