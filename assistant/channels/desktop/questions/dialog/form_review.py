"""The other questions of a form: answered, still to come, and all of them before they are sent."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QWidget

from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import hbox, vbox
from assistant.locale import _
from assistant.questions.form.actions import ActionNames, JumpToQuestion, ReviseAnswer
from assistant.questions.form.form_state import FormState
from assistant.questions.form.outcome_text import answer_in_words, answer_line, short_name
from assistant.questions.model.question import Question


class QuestionSummaryLine(QFrame):
    """A question that is not open, in a line: its answer, or that it has none yet.

    Signals:
        triggered: The user wants to answer it; carries the name of the button.
    """

    triggered = Signal(str)

    def __init__(
        self, *, form: FormState, question: Question, number: int, names: ActionNames
    ) -> None:
        super().__init__()
        if form.is_settled(question.id):
            answer = form.answer(question.id)
            line = f"✔ {answer_line(question, answer)}"
            self.setProperty("role", "folded")
            role = "" if answer_in_words(question, answer) else "secondary"
            action, told = ReviseAnswer(question_id=question.id), _("🔄 Change")
        else:
            role = "description"
            line = f"○ {number}. {short_name(question)}"
            if not question.required:
                line += "  " + _("(optional)")
            self.setProperty("role", "upcoming")
            action, told = JumpToQuestion(question_id=question.id), _("Answer")
        note = form.answer(question.id).note
        self.text = line + (f"\n    {_('Note')}: {note}" if note else "")
        name = names.name(action)
        self.button = push_button(
            name, told, role="link", on_click=lambda: self.triggered.emit(name)
        )
        self.button.setAccessibleDescription(line)
        words = plain_label(self.text, role=role)
        hbox((words, 1), self.button, inside=self, margins=(12, 4, 6, 4))


class ReviewHeader(QWidget):
    """What stands above the answers before they are sent."""

    def __init__(self, *, left_out: Sequence[Question]) -> None:
        super().__init__()
        if left_out:
            text = _("{n} optional left open. You can send without them.").format(n=len(left_out))
            remark = plain_label("⚠ " + text, role="secondary", name="review_left_out")
        else:
            text = _("Nothing is sent before you submit.")
            remark = plain_label(text, role="secondary", name="review_hint")
        title = plain_label(_("Review your answers"), role="title", name="review")
        vbox(title, remark, inside=self, gap=4, margins=(2, 0, 2, 0))
