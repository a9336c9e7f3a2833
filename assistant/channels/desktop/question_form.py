"""What the person has chosen so far in one question set, and what is still missing. Pure."""

from enum import Enum

from assistant.questions.model import Answer, Draft, Kind, Purpose, Question, QuestionSet

MOST_BUTTONS = 4
"""Up to this many options are buttons that answer at once."""

_REFUSALS = frozenset({"deny", "refuse", "no", "reject", "cancel", "false"})


class Layout(Enum):
    """How a question set is laid out."""

    BUTTONS = "buttons"
    """One question; choosing an option answers it."""
    SINGLE = "single"
    """One question; choose, then confirm."""
    FORM = "form"
    """Several questions, one open at a time, then submit."""


def layout_of(questions: QuestionSet) -> Layout:
    """Return the layout: buttons for one simple choice, else select first and confirm."""
    question, *others = questions.questions
    if others or question.follow_ups:
        return Layout.FORM
    if question.kind is Kind.BOOLEAN and questions.purpose is not Purpose.ASK:
        return Layout.BUTTONS
    if (
        question.kind is Kind.SINGLE
        and len(question.options) <= MOST_BUTTONS
        and not any(option.default for option in question.options)
    ):
        return Layout.BUTTONS
    return Layout.SINGLE


def refusing_choice(question: Question) -> str | None:
    """Return the id of the choice that lets nothing happen: the safe one to have the focus."""
    if question.kind is Kind.BOOLEAN:
        return FALSE
    for option in question.options:
        if option.id.casefold() in _REFUSALS:
            return option.id
    return question.options[-1].id if question.options else None


TRUE, FALSE = "true", "false"
"""The choices of a boolean question, as option ids."""


class QuestionForm:
    """The selections in one question set.

    A question is *settled* once the person has confirmed its selection; a pre-selection or a
    restored draft is shown but settles nothing that still wants confirming.
    """

    def __init__(self, questions: QuestionSet, draft: Draft | None = None) -> None:
        self.questions = questions
        self._answers: dict[str, Answer] = {}
        self._settled: set[str] = set()
        self.take_draft(draft or Draft())

    @property
    def visible(self) -> tuple[Question, ...]:
        """The questions to show now: follow-ups stand right after the parent that called them."""
        found: list[Question] = []
        pending = list(reversed(self.questions.questions))
        while pending:
            question = pending.pop()
            found.append(question)
            chosen = self.answer(question.id).option_ids
            pending.extend(
                reversed([q for option in chosen for q in question.follow_ups.get(option, ())])
            )
        return tuple(found)

    @property
    def current(self) -> Question | None:
        """The first visible question that is not settled; None if the form is complete."""
        return next((q for q in self.visible if q.id not in self._settled), None)

    @property
    def settled_count(self) -> int:
        """How many visible questions are settled."""
        return sum(self.is_settled(q.id) for q in self.visible)

    def is_settled(self, question_id: str) -> bool:
        """Whether the person has confirmed this question."""
        return question_id in self._settled

    def answer(self, question_id: str) -> Answer:
        """Return the selection so far; an empty answer if there is none."""
        known = self._answers.get(question_id)
        if known is not None:
            return known
        question = self.questions.find(question_id)
        defaults = tuple(option.id for option in question.options if option.default)
        if question.kind is Kind.SINGLE:
            defaults = defaults[:1]
        return Answer(question_id=question_id, option_ids=defaults)

    def choices(self, question_id: str) -> tuple[str, ...]:
        """Return the chosen option ids, those of a boolean question included."""
        answer = self.answer(question_id)
        if answer.boolean is not None:
            return (TRUE if answer.boolean else FALSE,)
        return answer.option_ids

    def choose(self, question_id: str, option_id: str) -> None:
        """Choose an option; in a multi question, choose it or take the choice back.

        Raises:
            KeyError: If the question has no such option.
        """
        question = self.questions.find(question_id)
        answer = self.answer(question_id)
        if question.kind is Kind.BOOLEAN:
            if option_id not in {TRUE, FALSE}:
                raise KeyError(option_id)
            self._set(Answer(question_id=question_id, boolean=option_id == TRUE))
            return
        question.option(option_id)
        if question.kind is Kind.MULTI:
            chosen = set(answer.option_ids) ^ {option_id}
            in_order = tuple(option.id for option in question.options if option.id in chosen)
            self._set(answer.model_copy(update={"option_ids": in_order}))
        else:
            self._set(Answer(question_id=question_id, option_ids=(option_id,)))

    def write_other(self, question_id: str, words: str) -> None:
        """Answer in words of the person's own; empty words take them back.

        In a single question the words replace the choice.
        """
        answer = self.answer(question_id)
        update: dict[str, object] = {"other": words.strip() or None}
        if words.strip() and self.questions.find(question_id).kind is Kind.SINGLE:
            update["option_ids"] = ()
        self._set(answer.model_copy(update=update))

    def write_text(self, question_id: str, text: str) -> None:
        """Fill in a text question."""
        self._set(Answer(question_id=question_id, text=text.strip() or None))

    def settle(self, question_id: str) -> bool:
        """Confirm a question; returns False, and leaves it open, if it must not stay empty."""
        if self.answer(question_id).is_empty and self.questions.find(question_id).required:
            return False
        self._answers[question_id] = self.answer(question_id)
        self._settled.add(question_id)
        return True

    def skip(self, question_id: str) -> None:
        """Leave an optional question out."""
        if self.questions.find(question_id).required:
            raise ValueError(f"question {question_id!r} is required")
        self._set(Answer(question_id=question_id))
        self._settled.add(question_id)

    def reopen(self, question_id: str) -> None:
        """Open a settled question again, its selection kept."""
        self._settled.discard(question_id)

    def reset(self) -> None:
        """Begin again."""
        self._answers.clear()
        self._settled.clear()

    def take_draft(self, draft: Draft) -> None:
        """Show selections made elsewhere or before a restart.

        A choice of exactly one counts as confirmed: it was one gesture. Ticks and texts may be half
        done, so the person confirms them here.
        """
        for question in self.questions.walk():
            answer = draft.answers.get(question.id)
            if answer is None:
                continue
            self._answers[question.id] = answer
            if question.kind in {Kind.SINGLE, Kind.BOOLEAN} and not answer.is_empty:
                self._settled.add(question.id)
        self._drop_hidden()

    def draft(self) -> Draft:
        """Return what the person has touched so far."""
        return Draft(answers=dict(self._answers))

    def answers(self) -> tuple[Answer, ...]:
        """Return one answer for each visible question, in order."""
        return tuple(self.answer(question.id) for question in self.visible)

    def _set(self, answer: Answer) -> None:
        self._answers[answer.question_id] = answer
        self._settled.discard(answer.question_id)
        self._drop_hidden()

    def _drop_hidden(self) -> None:
        visible = {question.id for question in self.visible}
        self._answers = {key: value for key, value in self._answers.items() if key in visible}
        self._settled &= visible
