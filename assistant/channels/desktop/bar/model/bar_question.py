"""What the bar shows of a question, and which clicks there answer it. Pure."""

from dataclasses import dataclass

from assistant.channels.desktop.notifications.model.question_notification import is_whole_answer
from assistant.questions.card.card_view import CardView
from assistant.questions.card.gestures import ChooseOption
from assistant.questions.card.question_card import QuestionCard
from assistant.questions.form.captions import asker_text
from assistant.questions.model.question import Purpose, Question, QuestionSet


@dataclass(frozen=True, slots=True)
class BarQuestion:
    """A question that waits."""

    questions: QuestionSet

    @property
    def view(self) -> CardView:
        """Its card, with nothing chosen."""
        return QuestionCard.begin(self.questions).view()

    @property
    def question(self) -> Question:
        """The one of the set that is asked first."""
        return self.view.question or self.questions.questions[0]

    @property
    def asker(self) -> str:
        """Who asks; empty if it is Parley."""
        return asker_text(self.questions, is_elsewhere=False)

    @property
    def is_answered_here(self) -> bool:
        """Whether its options stand in the bar: each is a whole answer, and lets nothing happen."""
        view = self.view
        if self.questions.purpose is not Purpose.ASK or view.question is None:
            return False
        options = [row for row in view.rows if not row.is_other]
        return (
            view.question.traits.answers_at_once
            and bool(options)
            and all(self.gesture(row.id) is not None for row in options)
        )

    def gesture(self, option_id: str) -> ChooseOption | None:
        """Return the click that answers with an option; None if it is not all of the answer."""
        card = QuestionCard.begin(self.questions)
        for row in card.view().rows:
            if row.id == option_id and is_whole_answer(card, row):
                return row.choose
        return None
