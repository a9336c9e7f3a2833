"""An open question, for whoever lists them. Pure."""

from dataclasses import dataclass
from datetime import datetime

from assistant.questions.model.question import Draft, Origin, QuestionSet
from assistant.questions.model.validation import default_draft, visible


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingQuestion:
    """An open question, for a list of them."""

    id: str
    questions: QuestionSet
    origin: Origin
    asked_at: datetime
    draft: Draft
    is_presented: bool
    """Whether it is before presenters now; one put off or restored is not."""
    deadline: datetime
    """When it closes by itself; a clock that was not started yet is not counted."""
    is_held: bool = False
    """Whether it waits for the answer to another question before it can be put; it cannot be
    answered until then, so a list need not show it."""


def progress(questions: QuestionSet, draft: Draft) -> tuple[int, int]:
    """Return how many questions the user has chosen something for, and how many are open.

    What the author pre-selected is no choice of the user's.
    """
    shown = visible(questions, draft)
    preselected = default_draft(questions).answers
    done = 0
    for question in shown:
        answer = draft.answers.get(question.id)
        if answer is not None and not answer.is_empty and answer != preselected.get(question.id):
            done += 1
    return done, len(shown)
