"""What becomes of words typed into the chat while a question is open. Pure."""

from dataclasses import dataclass

from assistant.questions.card.text_form import TextForm
from assistant.questions.model.question import Draft, QuestionSet, Response


@dataclass(frozen=True, slots=True, kw_only=True)
class NotForQuestion:
    """No question wanted the words: they are an ordinary message."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettledByText:
    """The words answered the question, or put it off, left it to the model or cancelled it."""

    questions_id: str
    response: Response
    """As it was kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AdvancedByText:
    """The words answered one question of several, or gave it a remark; show the next."""

    questions_id: str
    list: TextForm
    """At the next question; `list.lines()` shows it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RejectedText:
    """The words are no answer; nothing changed. Show the list again."""

    questions_id: str
    why: str
    """For the user, in their language."""
    list: TextForm
    """At the question that did not take them; `list.lines()` shows it."""


OfferResult = NotForQuestion | SettledByText | AdvancedByText | RejectedText


def current_text_form(questions: QuestionSet, draft: Draft, before: TextForm | None) -> TextForm:
    """Return the list that the next words are for.

    Args:
        questions: What is asked.
        draft: The selections so far, of all channels.
        before: Where the chat was after the words before; None if there were none.
    """
    return TextForm.begin(questions, draft) if before is None else before.moved_on(draft)
