"""What becomes of words typed into the chat while a question is open. Pure."""

from dataclasses import dataclass

from assistant.questions.form.text_form import TextList
from assistant.questions.model.question import Draft, QuestionSet, Response


@dataclass(frozen=True, slots=True, kw_only=True)
class NotOffered:
    """No question wanted the words: they are an ordinary message."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """The words answered the question, or put it off, left it to the model or cancelled it."""

    questions_id: str
    response: Response
    """As it was kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Advanced:
    """The words answered one question of several, or gave it a remark; show the next."""

    questions_id: str
    list: TextList
    """At the next question; `list.lines()` shows it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Misfit:
    """The words are no answer; nothing changed. Show the list again."""

    questions_id: str
    why: str
    """For the person, in their language."""
    list: TextList
    """At the question that did not take them; `list.lines()` shows it."""


Offer = NotOffered | Settled | Advanced | Misfit


def listing_for(questions: QuestionSet, draft: Draft, before: TextList | None) -> TextList:
    """Return the list that the next words are for.

    Args:
        questions: What is asked.
        draft: The selections so far, of all channels.
        before: Where the chat was after the words before; None if there were none.
    """
    return TextList.begin(questions, draft) if before is None else before.moved_on(draft)
