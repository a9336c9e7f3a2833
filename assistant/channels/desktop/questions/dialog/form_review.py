"""The other questions of a form: answered, still to come, and all of them before they are sent."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QWidget

from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import hbox, vbox
from assistant.locale import _
from assistant.questions.card.card_view import CardSummary
from assistant.questions.card.control_names import ControlNames


class QuestionSummaryLine(QFrame):
    """A question that is not open, in a line: its answer, or that it has none yet.

    Signals:
        revised: The user wants to answer it; carries its id.
    """

    revised = Signal(str)

    def __init__(self, *, summary: CardSummary, names: ControlNames) -> None:
        super().__init__()
        question_id = summary.question_id
        if summary.is_settled:
            role = "secondary" if summary.is_left_out else ""
            told = _("🔄 Change")
        else:
            role = "description"
            told = _("Answer")
        self.setProperty("role", "folded" if summary.is_settled else "upcoming")
        line, note = summary.text, summary.note
        self.text = line + (f"\n    {_('Note')}: {note}" if note else "")
        self.button = push_button(
            names.revise(question_id, is_settled=summary.is_settled),
            told,
            role="link",
            on_click=lambda: self.revised.emit(question_id),
        )
        self.button.setAccessibleDescription(line)
        words = plain_label(self.text, role=role)
        hbox((words, 1), self.button, inside=self, margins=(12, 4, 6, 4))


class ReviewHeader(QWidget):
    """What stands above the answers before they are sent."""

    def __init__(self, *, left_out: int) -> None:
        super().__init__()
        if left_out:
            text = _("{n} optional left open. You can send without them.").format(n=left_out)
            remark = plain_label("⚠ " + text, role="secondary", name="review_left_out")
        else:
            text = _("Nothing is sent before you submit.")
            remark = plain_label(text, role="secondary", name="review_hint")
        title = plain_label(_("Review your answers"), role="title", name="review")
        vbox(title, remark, inside=self, gap=4, margins=(2, 0, 2, 0))
