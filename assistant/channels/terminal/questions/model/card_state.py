"""What a person does to a question set with keys, one question after the other. Pure.

`CardState` is where they are; each method is a gesture and returns what comes of it. Which answers are
sound and which question follows is `questions.text_list`'s to say. Words are typed into a field that
the caller keeps; they are told when Enter is pressed, and while they change.
"""

from dataclasses import dataclass, replace
from enum import Enum
from typing import assert_never

from assistant.channels.terminal.questions.model.card_rows import (
    CardRow,
    CardRowKind,
    alternative_rows,
    option_rows,
    review_rows,
    safest_row,
)
from assistant.locale import _
from assistant.questions.form.text_form import (
    FormComplete,
    FormExit,
    FormLeft,
    LineAccepted,
    LineRejected,
    TextForm,
    TextFormStep,
)
from assistant.questions.model.question import (
    Answer,
    Draft,
    Purpose,
    Question,
    QuestionKind,
    QuestionSet,
)
from assistant.questions.model.validation import default_draft


class CardMode(Enum):
    """What is on the screen, and so what a key means."""

    CHOOSING = "choosing"
    """The options of a question."""
    OTHER = "other"
    """The field for an answer of the user's own, below the options."""
    TEXT = "text"
    """The field of a text question."""
    NOTE = "note"
    NONE_FIT = "none_fit"
    """The field for what would have fitted."""
    WAYS = "ways"
    """The list of other things to do than answer."""
    REVIEW = "review"
    """All answers, before they are sent."""


FIELDS = frozenset({CardMode.OTHER, CardMode.TEXT, CardMode.NOTE, CardMode.NONE_FIT})
"""Modes in which words are typed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardEnded:
    """The user is done with all of it."""

    step: FormComplete | FormLeft


@dataclass(frozen=True, slots=True, kw_only=True)
class CardState:
    """Where a person is in a question set. Every method leaves it as it is."""

    listing: TextForm
    mode: CardMode
    focus: int = 0
    """Which of `rows` the pointer stands on."""
    wants_other: bool = False
    """In a multi question: Other is ticked, its words are yet to come."""
    message: str = ""
    """What was wrong with the last gesture, for the user."""
    complete: FormComplete | None = None
    """The answers, in the review."""
    was_reviewed: bool = False
    """Whether all answers were before them once."""

    @staticmethod
    def begin(questions: QuestionSet, draft: Draft) -> "CardState":
        """Return the beginning: the first question that is open still."""
        return _at(TextForm.begin(questions, draft))

    @property
    def questions(self) -> QuestionSet:
        """What is asked."""
        return self.listing.questions

    @property
    def question(self) -> Question:
        """The question that is shown."""
        return self.listing.question

    @property
    def selected(self) -> Answer:
        """What is selected for this question so far."""
        return self.listing.draft.answers.get(self.listing.at) or Answer(
            question_id=self.listing.at
        )

    @property
    def is_form(self) -> bool:
        """Whether there are several questions, whose answers are looked at before they are sent."""
        return len(self.listing.shown) > 1

    @property
    def rows(self) -> tuple[CardRow, ...]:
        """What the pointer can stand on; none while a text question is answered."""
        match self.mode:
            case CardMode.REVIEW:
                return review_rows(self.listing.shown)
            case CardMode.WAYS:
                question = None if self.complete is not None else self.question
                return alternative_rows(
                    self.questions, question, has_before=self.listing.has_before
                )
            case CardMode.TEXT:
                return ()
            case CardMode.CHOOSING | CardMode.OTHER | CardMode.NOTE | CardMode.NONE_FIT:
                return option_rows(self.question)
            case _:
                assert_never(self.mode)

    @property
    def can_cancel(self) -> bool:
        """Whether the question may be closed without an answer."""
        return self.questions.allow_cancel

    @property
    def is_permission(self) -> bool:
        """Whether the answer lets something happen: one key alone must not do it."""
        return self.questions.purpose is not Purpose.ASK

    def field_text(self) -> str:
        """Return what stands in the field when it is opened."""
        match self.mode:
            case CardMode.OTHER:
                return self.selected.other or ""
            case CardMode.TEXT:
                return self.selected.text or ""
            case CardMode.NOTE:
                return self.selected.note or ""
            case _:
                return ""

    # Gestures.

    def move(self, by: int) -> "CardState":
        """Move the pointer; it stops at both ends."""
        last = len(self.rows) - 1
        return replace(self, focus=max(0, min(last, self.focus + by)), message="")

    def move_to(self, place: int) -> "CardState":
        """Move the pointer to a row."""
        return self.move(place - self.focus)

    def mark(self, place: int) -> "Outcome":
        """Take the number or letter before a row, which counts from 0.

        It answers where one may be chosen, ticks where several may be, and only goes there where
        the answer gives a permission.
        """
        if self.mode is not CardMode.CHOOSING or not 0 <= place < len(self.rows):
            return self
        there = self.move_to(place)
        if self.question.kind is QuestionKind.MULTI:
            return there.toggle()
        return there if self.is_permission else there.enter()

    def toggle(self) -> "CardState":
        """Tick the option under the pointer or take the tick back; only in a multi question."""
        if self.mode is not CardMode.CHOOSING or self.question.kind is not QuestionKind.MULTI:
            return self
        row = self.rows[self.focus]
        if row.kind is CardRowKind.OTHER:
            if self.selected.other:
                without = self._selecting(self.selected.model_copy(update={"other": None}))
                return replace(without, wants_other=False)
            return replace(self, wants_other=not self.wants_other, message="")
        ticked = set(self.selected.option_ids) ^ {row.id}
        in_order = tuple(option.id for option in self.question.options if option.id in ticked)
        return self._selecting(self.selected.model_copy(update={"option_ids": in_order}))

    def enter(self) -> "Outcome":
        """Take the row under the pointer, or what is ticked. Not for fields: see `write`."""
        row = self.rows[self.focus]
        match self.mode:
            case CardMode.REVIEW:
                return self._review(row)
            case CardMode.WAYS:
                return self._way(row)
            case _:
                return self._choose(row)

    def write(self, words: str) -> "Outcome":
        """Take the words of the field that is open."""
        words = words.strip()
        match self.mode:
            case CardMode.OTHER:
                return self._own_words(words)
            case CardMode.TEXT:
                return self._text(words)
            case CardMode.NOTE:
                return self._note(words)
            case CardMode.NONE_FIT:
                return self._after(self.listing.take(f"{FormExit.NONE_FIT.value} {words}"))
            case _:
                return self

    def draft_of(self, words: str) -> "CardState":
        """Keep words that are being typed, so that they are not lost; nothing is answered yet."""
        kept = words.strip() or None
        match self.mode:
            case CardMode.OTHER:
                update: dict[str, object] = {"other": kept}
                if kept and self.question.kind is QuestionKind.SINGLE:
                    update["option_ids"] = ()
            case CardMode.TEXT:
                update = {"text": kept}
            case _:
                return self
        listing = self.listing.selecting(self.selected.model_copy(update=update))
        return replace(self, listing=listing)

    def escape(self) -> "Outcome":
        """Leave the field or the list of ways; from the question itself, cancel it."""
        if self.mode in {CardMode.OTHER, CardMode.NOTE, CardMode.NONE_FIT, CardMode.WAYS}:
            return self.returned()
        if not self.can_cancel:
            return self
        return CardEnded(step=FormLeft(way=FormExit.CANCEL))

    def back(self) -> "CardState":
        """Go to the question before; from the review, to the last one."""
        if self.mode is CardMode.REVIEW:
            return self._on(self.listing.again(self.listing.shown[-1].id))
        match self.listing.take("/back"):
            case LineAccepted() as step:
                return self._on(step.list)
            case LineRejected() as step:
                return self._refused(step.why)
            case _:
                return self

    def ways(self) -> "CardState":
        """Show what else may be done than answer."""
        if self.mode is CardMode.WAYS:
            return self.returned()
        opened = replace(self, mode=CardMode.WAYS, focus=0, message="")
        return opened if opened.rows else self

    def returned(self) -> "CardState":
        """Return to the question, or to the review, from a field or from the ways."""
        if self.complete is not None:
            return _review_of(self.listing, self.complete)
        return replace(self._on(self.listing), focus=self._focus_kept())

    def with_draft(self, draft: Draft) -> "CardState":
        """Return where they are after another channel changed the selections."""
        listing = self.listing.with_draft(draft)
        if self.complete is not None or listing.at != self.listing.at:
            return self._on(listing)
        return replace(self, listing=listing)

    # What comes of a gesture.

    def _choose(self, row: CardRow) -> "Outcome":
        answer = self.selected
        match row.kind:
            case CardRowKind.YES | CardRowKind.NO:
                update = {"boolean": row.kind is CardRowKind.YES}
                return self._answer(answer.model_copy(update=update))
            case CardRowKind.OTHER if self.question.kind is QuestionKind.SINGLE:
                return self._opened(CardMode.OTHER)
            case CardRowKind.OPTION if self.question.kind is QuestionKind.SINGLE:
                return self._answer(
                    answer.model_copy(update={"option_ids": (row.id,), "other": None})
                )
            case _:
                return self._confirm(row)

    def _confirm(self, row: CardRow) -> "Outcome":
        """Confirm what is ticked; with nothing ticked, take what the pointer stands on."""
        answer = self.selected
        if self.wants_other and not answer.other:
            return self._opened(CardMode.OTHER)
        if not answer.is_empty:
            return self._answer(answer)
        if row.kind is CardRowKind.OTHER:
            return self._opened(CardMode.OTHER)
        return self._answer(answer.model_copy(update={"option_ids": (row.id,)}))

    def _own_words(self, words: str) -> "Outcome":
        if not words:
            return self._refused(_("Please write your own answer or choose an option."))
        update: dict[str, object] = {"other": words}
        if self.question.kind is QuestionKind.SINGLE:
            update["option_ids"] = ()
        outcome = self._answer(self.selected.model_copy(update=update))
        if isinstance(outcome, CardState) and outcome.complete and not self.was_reviewed:
            return CardEnded(step=outcome.complete)  # words that fill the last gap are sent at once
        return outcome

    def _text(self, words: str) -> "Outcome":
        if not words and self.question.required:
            return self._refused(_("Please write an answer."))
        return self._answer(self.selected.model_copy(update={"text": words or None}))

    def _note(self, words: str) -> "CardState":
        noted = self.selected.model_copy(update={"note": words or None})
        return replace(self, listing=self.listing.selecting(noted)).returned()

    def _review(self, row: CardRow) -> "Outcome":
        match row.kind:
            case CardRowKind.SUBMIT if self.complete is not None:
                return CardEnded(step=self.complete)
            case CardRowKind.RESET:
                return CardState.begin(self.questions, default_draft(self.questions))
            case CardRowKind.ANSWERED:
                return self._on(self.listing.again(row.id))
            case _:
                return self

    def _way(self, row: CardRow) -> "Outcome":
        match row.kind:
            case CardRowKind.NOTE:
                return self._opened(CardMode.NOTE)
            case CardRowKind.NONE_FIT:
                return self._opened(CardMode.NONE_FIT)
            case CardRowKind.BACK:
                return self.returned().back()
            case CardRowKind.SKIP:
                return self._after(self.listing.take("/skip"))
            case CardRowKind.DECIDE:
                return CardEnded(step=FormLeft(way=FormExit.DECIDE))
            case CardRowKind.LATER:
                return CardEnded(step=FormLeft(way=FormExit.LATER))
            case CardRowKind.CANCEL:
                return CardEnded(step=FormLeft(way=FormExit.CANCEL))
            case _:
                return self

    def _answer(self, answer: Answer) -> "Outcome":
        return self._after(self.listing.give(answer))

    def _after(self, step: TextFormStep) -> "Outcome":
        match step:
            case LineAccepted():
                return self._on(step.list)
            case LineRejected():
                return self._refused(step.why)
            case FormLeft():
                return CardEnded(step=step)
            case FormComplete():
                if not self.is_form:
                    return CardEnded(step=step)
                answers = {answer.question_id: answer for answer in step.answers}
                listing = replace(self.listing, draft=Draft(answers=answers), done=tuple(answers))
                return _review_of(listing, step)
            case _:
                assert_never(step)

    def _on(self, listing: TextForm) -> "CardState":
        return _at(listing, was_reviewed=self.was_reviewed)

    def _selecting(self, answer: Answer) -> "CardState":
        return replace(self, listing=self.listing.selecting(answer), message="")

    def _opened(self, field: CardMode) -> "CardState":
        return replace(self, mode=field, message="")

    def _refused(self, message: str) -> "CardState":
        return replace(self, message=message)

    def _focus_kept(self) -> int:
        return self.focus if self.mode is CardMode.OTHER else 0


Outcome = CardState | CardEnded
"""What comes of a gesture."""


def _at(listing: TextForm, *, was_reviewed: bool = False) -> CardState:
    question = listing.question
    mode = CardMode.TEXT if question.kind is QuestionKind.TEXT else CardMode.CHOOSING
    focus = 0
    if listing.questions.purpose is not Purpose.ASK:
        focus = safest_row(question)
    return CardState(listing=listing, mode=mode, focus=focus, was_reviewed=was_reviewed)


def _review_of(listing: TextForm, complete: FormComplete) -> CardState:
    asking = CardState(listing=listing, mode=CardMode.REVIEW, complete=complete, was_reviewed=True)
    submit = next(n for n, row in enumerate(asking.rows) if row.kind is CardRowKind.SUBMIT)
    return replace(asking, focus=submit)
