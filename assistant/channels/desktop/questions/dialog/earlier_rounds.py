"""The rounds of questions before this one, to look at while it is open."""

from collections.abc import Sequence

from PySide6.QtWidgets import QFrame

from assistant.channels.desktop.questions.model.answer_wording import question_texts
from assistant.channels.desktop.widgets.labels import plain_label, selectable
from assistant.channels.desktop.widgets.layouts import vbox
from assistant.questions.form.captions import round_text
from assistant.questions.form.outcome_text import outcome_lines
from assistant.questions.model.question import Answered, Draft
from assistant.questions.model.round_history import EarlierRound


class EarlierRounds(QFrame):
    """Question, options and answer of each earlier round, oldest first. Nothing can be changed."""

    def __init__(self, rounds: Sequence[EarlierRound]) -> None:
        super().__init__()
        self.setObjectName("earlier")
        box = vbox(inside=self, gap=4, margins=(14, 10, 14, 12))
        for index, past in enumerate(rounds):
            title = plain_label(round_text(past.questions), role="section")
            if index:
                title.setContentsMargins(0, 8, 0, 0)
            box.addWidget(title)
            chosen = (
                Draft(answers={answer.question_id: answer for answer in past.response.answers})
                if isinstance(past.response, Answered)
                else None
            )
            words = question_texts(past.questions, chosen)
            box.addWidget(selectable(plain_label(words, role="secondary")))
            outcome = "\n".join(outcome_lines(past.questions, past.response))
            role = "success" if isinstance(past.response, Answered) else "description"
            box.addWidget(selectable(plain_label(outcome, role=role)))
