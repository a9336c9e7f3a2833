"""An open question, for whoever lists them. Values only."""

from dataclasses import dataclass
from datetime import datetime

from assistant.questions.model.question import Draft, Origin, QuestionSet


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
