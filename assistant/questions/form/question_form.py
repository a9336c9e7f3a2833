"""What the user has chosen so far in one question set, and what is still missing. Pure."""

from enum import Enum
from typing import Final

from assistant.errors import AnswerRefused
from assistant.locale import _
from assistant.questions.model.question import (
    Answer,
    Draft,
    Purpose,
    Question,
    QuestionKind,
    QuestionSet,
)
from assistant.questions.model.validation import check_one, default_draft, visible

MOST_BUTTONS: Final = 4
"""Up to this many options are buttons that answer at once."""

MAX_QUESTIONS_PER_FORM: Final = 6
"""Longer sets are answered in parts of so many questions, and sent together."""

_REFUSALS = frozenset({"deny", "refuse", "no", "reject", "cancel", "false"})


class FormLayout(Enum):
    """How a question set is laid out."""

    BUTTONS = "buttons"
    """One question; choosing an option answers it."""
    SINGLE = "single"
    """One question; choose, then confirm."""
    FORM = "form"
    """Several questions, one open at a time, then submit."""


def layout_of(questions: QuestionSet) -> FormLayout:
    """Return the layout: buttons for one simple choice, else select first and confirm."""
    question, *others = questions.questions
    if others or question.follow_ups:
        return FormLayout.FORM
    if question.kind is QuestionKind.BOOLEAN and questions.purpose is not Purpose.ASK:
        return FormLayout.BUTTONS
    if (
        question.kind is QuestionKind.SINGLE
        and len(question.options) <= MOST_BUTTONS
        and not any(option.default for option in question.options)
    ):
        return FormLayout.BUTTONS
    return FormLayout.SINGLE


def safe_choice_id(question: Question) -> str | None:
    """Return the id of the choice that lets nothing happen: the safe one to have the focus."""
    if question.kind is QuestionKind.BOOLEAN:
        return FALSE
    for option in question.options:
        if option.id.casefold() in _REFUSALS:
            return option.id
    return question.options[-1].id if question.options else None


TRUE, FALSE = "true", "false"
"""The choices of a boolean question, as option ids."""


class QuestionForm:
    """The selections in one question set.

    A question is *settled* once the user has confirmed its selection; a pre-selection or a
    restored draft is shown but settles nothing that still wants confirming. A form is *reviewed*
    when no required question is open any more: every answer is shown before it is sent.
    """

    def __init__(self, questions: QuestionSet, draft: Draft | None = None) -> None:
        self.questions = questions
        self._defaults = default_draft(questions).answers
        self._answers: dict[str, Answer] = {}
        self._settled: set[str] = set()
        self._opened: str | None = None
        """Taken out of turn."""
        self._reviews_early = False
        self.take_draft(draft or Draft())

    @property
    def visible(self) -> tuple[Question, ...]:
        """The questions to show now: follow-ups stand right after the parent that called them."""
        shown = {q.id: self.answer(q.id) for q in self.questions.walk()}
        return visible(self.questions, Draft(answers=shown))

    @property
    def pages(self) -> tuple[tuple[Question, ...], ...]:
        """The visible questions in parts of `MAX_QUESTIONS_PER_FORM`."""
        shown, size = self.visible, MAX_QUESTIONS_PER_FORM
        return tuple(shown[start : start + size] for start in range(0, len(shown), size))

    @property
    def page(self) -> int:
        """The part that the open question is in, counted from 0; the last one in a review."""
        current = self.current
        pages = self.pages
        return next((n for n, page in enumerate(pages) if current in page), len(pages) - 1)

    @property
    def current(self) -> Question | None:
        """The question to answer now; None if the answers are to be reviewed."""
        shown = self.visible
        opened = next((q for q in shown if q.id == self._opened), None)
        if opened is not None:
            return opened
        if self._reviews_early and self.can_review:
            return None
        return next((q for q in shown if q.id not in self._settled), None)

    @property
    def missing(self) -> tuple[Question, ...]:
        """The visible questions that must be answered and are not."""
        return tuple(q for q in self.visible if q.required and q.id not in self._settled)

    @property
    def can_review(self) -> bool:
        """Whether nothing that is open must be answered."""
        return not self.missing

    @property
    def settled_count(self) -> int:
        """How many visible questions are settled."""
        return sum(self.is_settled(q.id) for q in self.visible)

    def is_settled(self, question_id: str) -> bool:
        """Whether the user has confirmed this question."""
        return question_id in self._settled

    def answer(self, question_id: str) -> Answer:
        """Return the selection so far, or the pre-selection; empty if there is neither."""
        known = self._answers.get(question_id)
        if known is not None:
            return known
        answer = self._defaults.get(question_id, Answer(question_id=question_id))
        if self.questions.find(question_id).kind is QuestionKind.SINGLE:
            return answer.model_copy(update={"option_ids": answer.option_ids[:1]})
        return answer

    def choices(self, question_id: str) -> tuple[str, ...]:
        """Return the chosen option ids, those of a boolean question included."""
        answer = self.answer(question_id)
        if answer.boolean is not None:
            return (TRUE if answer.boolean else FALSE,)
        return answer.option_ids

    def is_full(self, question_id: str) -> bool:
        """Whether no further option may be ticked."""
        most = self.questions.find(question_id).max_choices
        return most is not None and len(self.answer(question_id).option_ids) >= most

    def choose(self, question_id: str, option_id: str) -> None:
        """Choose an option; in a multi question, choose it or take the choice back.

        Raises:
            KeyError: If the question has no such option.
        """
        question = self.questions.find(question_id)
        answer = self.answer(question_id)
        blank = Answer(question_id=question_id, note=answer.note)
        if question.kind is QuestionKind.BOOLEAN:
            if option_id not in {TRUE, FALSE}:
                raise KeyError(option_id)
            self._set(blank.model_copy(update={"boolean": option_id == TRUE}))
            return
        question.option(option_id)
        if question.kind is QuestionKind.MULTI:
            chosen = set(answer.option_ids) ^ {option_id}
            in_order = tuple(option.id for option in question.options if option.id in chosen)
            self._set(answer.model_copy(update={"option_ids": in_order}))
        else:
            self._set(blank.model_copy(update={"option_ids": (option_id,)}))

    def write_other(self, question_id: str, words: str) -> None:
        """Answer in words of the user's own; empty words take them back.

        In a single question the words replace the choice.
        """
        answer = self.answer(question_id)
        update: dict[str, object] = {"other": words.strip() or None}
        if words.strip() and self.questions.find(question_id).kind is QuestionKind.SINGLE:
            update["option_ids"] = ()
        self._set(answer.model_copy(update=update))

    def write_text(self, question_id: str, text: str) -> None:
        """Fill in a text question."""
        self._set(self.answer(question_id).model_copy(update={"text": text.strip() or None}))

    def write_note(self, question_id: str, words: str) -> None:
        """Put a remark beside the choice; empty words take it away."""
        self._set(self.answer(question_id).model_copy(update={"note": words.strip() or None}))

    def problem(self, question_id: str) -> str:
        """Return why the answer to this question cannot be taken, in words; empty if it can."""
        question, answer = self.questions.find(question_id), self.answer(question_id)
        if answer.is_empty:
            if not question.required:
                return ""
            if question.kind is QuestionKind.TEXT:
                return _("Please write an answer.")
            return _("Please choose an option.")
        try:
            check_one(question, answer)
        except AnswerRefused as refused:
            return refused.message
        return ""

    def settle(self, question_id: str) -> bool:
        """Confirm a question; returns False, and leaves it open, if its answer cannot be taken."""
        if self.problem(question_id):
            return False
        self._answers[question_id] = self.answer(question_id)
        self._settled.add(question_id)
        self._closed(question_id)
        return True

    def skip(self, question_id: str) -> None:
        """Leave an optional question out.

        Raises:
            ValueError: If it must be answered.
        """
        if self.questions.find(question_id).required:
            raise ValueError(f"question {question_id!r} is required")
        self._set(Answer(question_id=question_id, note=self.answer(question_id).note))
        self._settled.add(question_id)
        self._closed(question_id)

    def open(self, question_id: str) -> None:
        """Answer this question next: again, with its selection kept, or out of turn."""
        self._settled.discard(question_id)
        self._opened = question_id

    def review(self) -> None:
        """Show every answer, optional questions still open or not.

        What was filled in and not confirmed is confirmed by it.

        Raises:
            ValueError: If a required question is open.
        """
        for question in self.visible:
            if question.id in self._answers and not self._answers[question.id].is_empty:
                self.settle(question.id)
        if not self.can_review:
            raise ValueError("a required question is open")
        self._opened = None
        self._reviews_early = True

    def reset(self) -> None:
        """Begin again."""
        self._answers.clear()
        self._settled.clear()
        self._opened = None
        self._reviews_early = False

    def take_draft(self, draft: Draft) -> None:
        """Show selections made elsewhere or before a restart.

        A choice of exactly one counts as confirmed: it was one gesture. Ticks and texts may be half
        done, and a pre-selection is nobody's choice yet, so the user confirms them here.
        """
        for question in self.questions.walk():
            answer = draft.answers.get(question.id)
            if answer is None:
                continue
            is_chosen = not answer.is_empty and answer != self._defaults.get(question.id)
            self._answers[question.id] = answer
            if question.kind in {QuestionKind.SINGLE, QuestionKind.BOOLEAN} and is_chosen:
                self._settled.add(question.id)
        self._drop_hidden()

    def draft(self) -> Draft:
        """Return what the user has touched so far."""
        return Draft(answers=dict(self._answers))

    def answers(self) -> tuple[Answer, ...]:
        """Return one answer for each visible question, in order; empty where one was left out."""
        return tuple(
            self.answer(question.id)
            if question.id in self._settled
            else Answer(question_id=question.id)
            for question in self.visible
        )

    def _set(self, answer: Answer) -> None:
        self._answers[answer.question_id] = answer
        self._settled.discard(answer.question_id)
        self._drop_hidden()

    def _closed(self, question_id: str) -> None:
        if self._opened == question_id:
            self._opened = None

    def _drop_hidden(self) -> None:
        shown = {question.id for question in self.visible}
        self._answers = {key: value for key, value in self._answers.items() if key in shown}
        self._settled &= shown
