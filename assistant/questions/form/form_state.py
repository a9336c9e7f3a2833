"""Where the user is in a question set: what is chosen, what is open, what is missing. Pure.

Every surface that asks holds a `FormState` and shows it in its own way. It is a value: what the
user does returns another one.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from assistant.errors import AnswerRefused
from assistant.locale import _
from assistant.questions.model.limits import MAX_QUESTIONS_PER_FORM
from assistant.questions.model.question import (
    TRUE,
    Answer,
    AnswerInput,
    Draft,
    Question,
    QuestionSet,
)
from assistant.questions.model.validation import check_one, default_answer, visible


@dataclass(frozen=True, slots=True, kw_only=True)
class FormState:
    """The selections in one question set.

    A question is *settled* once the user has confirmed its selection or left it out; a
    pre-selection or a restored draft is shown but settles nothing that still wants confirming. A
    form is *reviewed* when no required question is open any more: every answer is shown before it
    is sent. What was chosen for a question that is no longer asked is forgotten.
    """

    questions: QuestionSet
    draft: Draft = Draft()
    """What the user has touched so far, on any channel."""
    settled: frozenset[str] = frozenset()
    """Ids of the questions that are confirmed or left out."""
    opened: str | None = None
    """Id of the question that was taken out of turn."""
    reviews_early: bool = False
    """Whether every answer is shown although optional questions are open."""
    was_reviewed: bool = False
    """Whether all answers were before the user once: what is changed then is looked at again."""

    @staticmethod
    def begin(questions: QuestionSet, draft: Draft | None = None) -> "FormState":
        """Return the state before anything is done here.

        Args:
            questions: What is asked.
            draft: The selections made elsewhere or before a restart.
        """
        return FormState(questions=questions).with_draft(draft or Draft())

    # Where it is.

    @property
    def visible(self) -> tuple[Question, ...]:
        """The questions to show now: follow-ups stand right after the parent that called them."""
        shown = {question.id: self._answer(question) for question in self.questions.walk()}
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
        opened = next((question for question in shown if question.id == self.opened), None)
        if opened is not None:
            return opened
        if self.reviews_early and self.can_review:
            return None
        return next((question for question in shown if question.id not in self.settled), None)

    @property
    def before(self) -> Question | None:
        """The question before the open one, to go back to."""
        shown, current = self.visible, self.current
        place = len(shown) if current is None else shown.index(current)
        return shown[place - 1] if place else None

    @property
    def missing(self) -> tuple[Question, ...]:
        """The visible questions that must be answered and are not."""
        return tuple(q for q in self.visible if q.required and q.id not in self.settled)

    @property
    def can_review(self) -> bool:
        """Whether nothing that is open must be answered."""
        return not self.missing

    @property
    def is_filled_in(self) -> bool:
        """Whether nothing is open and nothing was reviewed: words of the user's own send it then."""
        return self.settled_count == len(self.visible) and not self.was_reviewed

    @property
    def settled_count(self) -> int:
        """How many visible questions are settled."""
        return sum(question.id in self.settled for question in self.visible)

    # What is chosen.

    def is_settled(self, question_id: str) -> bool:
        """Whether the user has confirmed this question."""
        return question_id in self.settled

    def answer(self, question_id: str) -> Answer:
        """Return the selection so far, or the pre-selection; empty if there is neither."""
        return self._answer(self.questions.find(question_id))

    def _answer(self, question: Question) -> Answer:
        known = self.draft.answers.get(question.id)
        if known is not None:
            return known
        answer = default_answer(question)
        most = None if question.traits.is_multiple else 1
        return answer.model_copy(update={"option_ids": answer.option_ids[:most]})

    def choices(self, question_id: str) -> tuple[str, ...]:
        """Return the chosen option ids, those of a boolean question included."""
        return self.answer(question_id).choices

    def is_full(self, question_id: str) -> bool:
        """Whether no further option may be ticked."""
        most = self.questions.find(question_id).max_choices
        return most is not None and len(self.answer(question_id).option_ids) >= most

    def problem(self, question_id: str) -> str:
        """Return why the answer to this question cannot be taken, in words; empty if it can."""
        question, answer = self.questions.find(question_id), self.answer(question_id)
        if question.required and answer.is_empty:
            if question.traits.input is AnswerInput.TEXT:
                return _("Please write an answer.")
            return _("Please choose an option.")
        try:
            check_one(question, answer)
        except AnswerRefused as refused:
            return refused.message
        return ""

    def answers(self) -> tuple[Answer, ...]:
        """Return one answer for each visible question, in order; empty where one was left out."""
        return tuple(
            self.answer(question.id)
            if question.id in self.settled
            else Answer(question_id=question.id)
            for question in self.visible
        )

    # Choosing and writing.

    def select(self, answer: Answer) -> "FormState":
        """Select an answer; its question is to be confirmed after that."""
        return self._put([answer], settled=self.settled - {answer.question_id})

    def choose(self, question_id: str, option_id: str) -> "FormState":
        """Choose an option; where several may be ticked, choose it or take the choice back.

        Raises:
            KeyError: If the question has no such option.
        """
        question, answer = self.questions.find(question_id), self.answer(question_id)
        if option_id not in question.choice_ids:
            raise KeyError(option_id)
        if question.traits.is_multiple:
            chosen = set(answer.option_ids) ^ {option_id}
            in_order = tuple(known for known in question.choice_ids if known in chosen)
            return self.select(answer.model_copy(update={"option_ids": in_order}))
        blank = Answer(question_id=question_id, note=answer.note)
        if question.traits.input is AnswerInput.YES_NO:
            return self.select(blank.model_copy(update={"boolean": option_id == TRUE}))
        return self.select(blank.model_copy(update={"option_ids": (option_id,)}))

    def write_other(self, question_id: str, words: str) -> "FormState":
        """Answer in words of the user's own; empty words take them back.

        Where one option is chosen the words replace the choice.
        """
        update: dict[str, object] = {"other": words.strip() or None}
        if words.strip() and not self.questions.find(question_id).traits.is_multiple:
            update["option_ids"] = ()
        return self.select(self.answer(question_id).model_copy(update=update))

    def write_text(self, question_id: str, text: str) -> "FormState":
        """Fill in a text question."""
        update = {"text": text.strip() or None}
        return self.select(self.answer(question_id).model_copy(update=update))

    def write_note(self, question_id: str, words: str) -> "FormState":
        """Put a remark beside the choice; empty words take it away."""
        update = {"note": words.strip() or None}
        return self.select(self.answer(question_id).model_copy(update=update))

    # Going on.

    def give(self, answer: Answer) -> "FormState":
        """Take an answer as it is, confirmed: the caller has checked it, or the desk will."""
        given = self._put([answer], settled=self.settled | {answer.question_id})
        return replace(given, opened=None) if self.opened == answer.question_id else given

    def settle(self, question_id: str) -> "FormState":
        """Confirm a question; one whose answer cannot be taken stays open: see `problem`."""
        return self if self.problem(question_id) else self.give(self.answer(question_id))

    def skip(self, question_id: str) -> "FormState":
        """Leave an optional question out.

        Raises:
            ValueError: If it must be answered.
        """
        if self.questions.find(question_id).required:
            raise ValueError(f"question {question_id!r} is required")
        return self.give(Answer(question_id=question_id, note=self.answer(question_id).note))

    def open(self, question_id: str) -> "FormState":
        """Answer this question next: again, with its selection kept, or out of turn."""
        return replace(
            self,
            settled=self.settled - {question_id},
            opened=question_id,
            was_reviewed=self.was_reviewed or self.current is None,
        )

    def review(self) -> "FormState":
        """Show every answer, optional questions still open or not.

        What was filled in and not confirmed is confirmed by it.

        Raises:
            ValueError: If a required question is open.
        """
        state = self
        for question in self.visible:
            touched = self.draft.answers.get(question.id)
            if touched is not None and not touched.is_empty:
                state = state.settle(question.id)
        if not state.can_review:
            raise ValueError("a required question is open")
        return replace(state, opened=None, reviews_early=True)

    def reset(self) -> "FormState":
        """Begin again."""
        return FormState(questions=self.questions)

    # What is chosen elsewhere.

    def with_draft(self, draft: Draft) -> "FormState":
        """Show selections made elsewhere or before a restart, which replace these.

        A choice of exactly one counts as confirmed: it was one gesture. Ticks and texts may be half
        done, and a pre-selection is nobody's choice yet, so the user confirms them here. What was
        confirmed here and taken back there is open again.
        """
        chosen = self._chosen(draft)
        after = replace(self, draft=draft)
        undone = {
            key
            for key in self._changed(draft) & self.settled
            if key not in chosen or after.problem(key)
        }
        at_once = {key for key in chosen if self.questions.find(key).traits.answers_at_once}
        return self._replaced(draft, settled=(self.settled - undone) | at_once)

    def follow(self, draft: Draft) -> "FormState":
        """Take over the selections of all channels, which replace these.

        What was chosen since counts as confirmed, ticks and texts too, unless it cannot be taken
        as it is. The open question is confirmed here all the same.
        """
        changed = self._changed(draft) - {self.opened}
        after = replace(self, draft=draft)
        chosen = {key for key in self._chosen(draft) & changed if not after.problem(key)}
        return self._replaced(draft, settled=(self.settled - changed) | chosen)

    def _changed(self, draft: Draft) -> set[str]:
        """Return the ids of the questions that other selections have another answer to."""
        before = self.draft.answers
        return {
            question.id
            for question in self.questions.walk()
            if draft.answers.get(question.id) != before.get(question.id)
        }

    def _replaced(self, draft: Draft, *, settled: frozenset[str]) -> "FormState":
        nothing = replace(self, draft=Draft())
        return nothing._put(draft.answers.values(), settled=settled)

    def _chosen(self, draft: Draft) -> set[str]:
        """Return the ids of the questions that have an answer other than the pre-selection."""
        return {
            question.id
            for question in self.questions.walk()
            if (answer := draft.answers.get(question.id)) is not None
            and not answer.is_empty
            and answer != default_answer(question)
        }

    def _put(self, answers: Iterable[Answer], *, settled: frozenset[str]) -> "FormState":
        """Return the state with these answers, and without those of questions that are hidden."""
        known = self.draft.answers | {answer.question_id: answer for answer in answers}
        shown = {q.id for q in replace(self, draft=Draft(answers=known)).visible}
        kept = {key: answer for key, answer in known.items() if key in shown}
        return replace(self, draft=Draft(answers=kept), settled=settled & shown)
