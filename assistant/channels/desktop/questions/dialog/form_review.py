"""The other questions of a form: answered, still to come, and all of them before they are sent."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from assistant.channels.desktop.widgets.labels import plain_label
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
        button = QPushButton()
        is_settled = form.is_settled(question.id)
        if is_settled:
            answer = form.answer(question.id)
            line = f"✔ {answer_line(question, answer)}"
            self.setProperty("role", "folded")
            role = "" if answer_in_words(question, answer) else "secondary"
            button.setText(_("🔄 Change"))
        else:
            role = "description"
            line = f"○ {number}. {short_name(question)}"
            if not question.required:
                line += "  " + _("(optional)")
            self.setProperty("role", "upcoming")
            button.setText(_("Answer"))
        note = form.answer(question.id).note
        self.text = line + (f"\n    {_('Note')}: {note}" if note else "")
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 4, 6, 4)
        row.addWidget(plain_label(self.text, role=role), 1)
        kind = ReviseAnswer if is_settled else JumpToQuestion
        button.setObjectName(names.name(kind(question_id=question.id)))
        button.setProperty("role", "link")
        button.setAutoDefault(False)
        button.setAccessibleName(button.text())
        button.setAccessibleDescription(line)
        button.clicked.connect(lambda: self.triggered.emit(button.objectName()))
        self.button = button
        row.addWidget(button)


class ReviewHeader(QWidget):
    """What stands above the answers before they are sent."""

    def __init__(self, *, left_out: Sequence[Question]) -> None:
        super().__init__()
        box = QVBoxLayout(self)
        box.setContentsMargins(2, 0, 2, 0)
        box.setSpacing(4)
        title = plain_label(_("Review your answers"), role="title")
        title.setObjectName("review")
        box.addWidget(title)
        if left_out:
            text = _("{n} optional left open. You can send without them.").format(n=len(left_out))
            warning = plain_label("⚠ " + text, role="secondary")
            warning.setObjectName("review_left_out")
            box.addWidget(warning)
        else:
            nothing = plain_label(_("Nothing is sent before you submit."), role="secondary")
            nothing.setObjectName("review_hint")
            box.addWidget(nothing)
