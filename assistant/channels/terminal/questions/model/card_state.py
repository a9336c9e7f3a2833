"""What a person does to a question set with keys, one question after the other. Pure.

`Asking` is where they are; each method is a gesture and returns what comes of it. Which answers are
sound and which question follows is `questions.text_list`'s to say. Words are typed into a field that
the caller keeps; they are told when Enter is pressed, and while they change.
"""

from dataclasses import dataclass, replace
from enum import Enum
from typing import assert_never

from assistant.channels.terminal.questions.model.card_rows import (
    Row,
    RowKind,
    option_rows,
    review_rows,
    safest,
    way_rows,
)
from assistant.locale import _
from assistant.questions.form.text_form import (
    Complete,
    Left,
    NotUnderstood,
    Step,
    TextList,
    Understood,
    Way,
)
from assistant.questions.model.question import Answer, Draft, Kind, Purpose, Question, QuestionSet
from assistant.questions.model.validation import default_draft


class Mode(Enum):
    """What is on the screen, and so what a key means."""

    CHOOSING = "choosing"
    """The options of a question."""
    OTHER = "other"
    """The field for an answer of the person's own, below the options."""
    TEXT = "text"
    """The field of a text question."""
    NOTE = "note"
    NONE_FIT = "none_fit"
    """The field for what would have fitted."""
    WAYS = "ways"
    """The list of other things to do than answer."""
    REVIEW = "review"
    """All answers, before they are sent."""


FIELDS = frozenset({Mode.OTHER, Mode.TEXT, Mode.NOTE, Mode.NONE_FIT})
"""Modes in which words are typed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """The person is done with all of it."""

    step: Complete | Left


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """Where a person is in a question set. Every method leaves it as it is."""

    listing: TextList
    mode: Mode
    focus: int = 0
    """Which of `rows` the pointer stands on."""
    wants_other: bool = False
    """In a multi question: Other is ticked, its words are yet to come."""
    message: str = ""
    """What was wrong with the last gesture, for the person."""
    complete: Complete | None = None
    """The answers, in the review."""
    was_reviewed: bool = False
    """Whether all answers were before them once."""

    @staticmethod
    def begin(questions: QuestionSet, draft: Draft) -> "Asking":
        """Return the beginning: the first question that is open still."""
        return _at(TextList.begin(questions, draft))

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
    def rows(self) -> tuple[Row, ...]:
        """What the pointer can stand on; none while a text question is answered."""
        match self.mode:
            case Mode.REVIEW:
                return review_rows(self.listing.shown)
            case Mode.WAYS:
                question = None if self.complete is not None else self.question
                return way_rows(self.questions, question, has_before=self.listing.has_before)
            case Mode.TEXT:
                return ()
            case Mode.CHOOSING | Mode.OTHER | Mode.NOTE | Mode.NONE_FIT:
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
            case Mode.OTHER:
                return self.selected.other or ""
            case Mode.TEXT:
                return self.selected.text or ""
            case Mode.NOTE:
                return self.selected.note or ""
            case _:
                return ""

    # Gestures.

    def move(self, by: int) -> "Asking":
        """Move the pointer; it stops at both ends."""
        last = len(self.rows) - 1
        return replace(self, focus=max(0, min(last, self.focus + by)), message="")

    def move_to(self, place: int) -> "Asking":
        """Move the pointer to a row."""
        return self.move(place - self.focus)

    def mark(self, place: int) -> "Outcome":
        """Take the number or letter before a row, which counts from 0.

        It answers where one may be chosen, ticks where several may be, and only goes there where
        the answer gives a permission.
        """
        if self.mode is not Mode.CHOOSING or not 0 <= place < len(self.rows):
            return self
        there = self.move_to(place)
        if self.question.kind is Kind.MULTI:
            return there.toggle()
        return there if self.is_permission else there.enter()

    def toggle(self) -> "Asking":
        """Tick the option under the pointer or take the tick back; only in a multi question."""
        if self.mode is not Mode.CHOOSING or self.question.kind is not Kind.MULTI:
            return self
        row = self.rows[self.focus]
        if row.kind is RowKind.OTHER:
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
            case Mode.REVIEW:
                return self._review(row)
            case Mode.WAYS:
                return self._way(row)
            case _:
                return self._choose(row)

    def write(self, words: str) -> "Outcome":
        """Take the words of the field that is open."""
        words = words.strip()
        match self.mode:
            case Mode.OTHER:
                return self._own_words(words)
            case Mode.TEXT:
                return self._text(words)
            case Mode.NOTE:
                return self._note(words)
            case Mode.NONE_FIT:
                return self._after(self.listing.take(f"{Way.NONE_FIT.value} {words}"))
            case _:
                return self

    def draft_of(self, words: str) -> "Asking":
        """Keep words that are being typed, so that they are not lost; nothing is answered yet."""
        kept = words.strip() or None
        match self.mode:
            case Mode.OTHER:
                update: dict[str, object] = {"other": kept}
                if kept and self.question.kind is Kind.SINGLE:
                    update["option_ids"] = ()
            case Mode.TEXT:
                update = {"text": kept}
            case _:
                return self
        listing = self.listing.selecting(self.selected.model_copy(update=update))
        return replace(self, listing=listing)

    def escape(self) -> "Outcome":
        """Leave the field or the list of ways; from the question itself, cancel it."""
        if self.mode in {Mode.OTHER, Mode.NOTE, Mode.NONE_FIT, Mode.WAYS}:
            return self.returned()
        if not self.can_cancel:
            return self
        return Ended(step=Left(way=Way.CANCEL))

    def back(self) -> "Asking":
        """Go to the question before; from the review, to the last one."""
        if self.mode is Mode.REVIEW:
            return self._on(self.listing.again(self.listing.shown[-1].id))
        match self.listing.take("/back"):
            case Understood() as step:
                return self._on(step.list)
            case NotUnderstood() as step:
                return self._refused(step.why)
            case _:
                return self

    def ways(self) -> "Asking":
        """Show what else may be done than answer."""
        if self.mode is Mode.WAYS:
            return self.returned()
        opened = replace(self, mode=Mode.WAYS, focus=0, message="")
        return opened if opened.rows else self

    def returned(self) -> "Asking":
        """Return to the question, or to the review, from a field or from the ways."""
        if self.complete is not None:
            return _review_of(self.listing, self.complete)
        return replace(self._on(self.listing), focus=self._focus_kept())

    def with_draft(self, draft: Draft) -> "Asking":
        """Return where they are after another channel changed the selections."""
        listing = self.listing.with_draft(draft)
        if self.complete is not None or listing.at != self.listing.at:
            return self._on(listing)
        return replace(self, listing=listing)

    # What comes of a gesture.

    def _choose(self, row: Row) -> "Outcome":
        answer = self.selected
        match row.kind:
            case RowKind.YES | RowKind.NO:
                update = {"boolean": row.kind is RowKind.YES}
                return self._answer(answer.model_copy(update=update))
            case RowKind.OTHER if self.question.kind is Kind.SINGLE:
                return self._opened(Mode.OTHER)
            case RowKind.OPTION if self.question.kind is Kind.SINGLE:
                return self._answer(
                    answer.model_copy(update={"option_ids": (row.id,), "other": None})
                )
            case _:
                return self._confirm(row)

    def _confirm(self, row: Row) -> "Outcome":
        """Confirm what is ticked; with nothing ticked, take what the pointer stands on."""
        answer = self.selected
        if self.wants_other and not answer.other:
            return self._opened(Mode.OTHER)
        if not answer.is_empty:
            return self._answer(answer)
        if row.kind is RowKind.OTHER:
            return self._opened(Mode.OTHER)
        return self._answer(answer.model_copy(update={"option_ids": (row.id,)}))

    def _own_words(self, words: str) -> "Outcome":
        if not words:
            return self._refused(_("Please write your own answer or choose an option."))
        update: dict[str, object] = {"other": words}
        if self.question.kind is Kind.SINGLE:
            update["option_ids"] = ()
        outcome = self._answer(self.selected.model_copy(update=update))
        if isinstance(outcome, Asking) and outcome.complete and not self.was_reviewed:
            return Ended(step=outcome.complete)  # words that fill the last gap are sent at once
        return outcome

    def _text(self, words: str) -> "Outcome":
        if not words and self.question.required:
            return self._refused(_("Please write an answer."))
        return self._answer(self.selected.model_copy(update={"text": words or None}))

    def _note(self, words: str) -> "Asking":
        noted = self.selected.model_copy(update={"note": words or None})
        return replace(self, listing=self.listing.selecting(noted)).returned()

    def _review(self, row: Row) -> "Outcome":
        match row.kind:
            case RowKind.SUBMIT if self.complete is not None:
                return Ended(step=self.complete)
            case RowKind.RESET:
                return Asking.begin(self.questions, default_draft(self.questions))
            case RowKind.ANSWERED:
                return self._on(self.listing.again(row.id))
            case _:
                return self

    def _way(self, row: Row) -> "Outcome":
        match row.kind:
            case RowKind.NOTE:
                return self._opened(Mode.NOTE)
            case RowKind.NONE_FIT:
                return self._opened(Mode.NONE_FIT)
            case RowKind.BACK:
                return self.returned().back()
            case RowKind.SKIP:
                return self._after(self.listing.take("/skip"))
            case RowKind.DECIDE:
                return Ended(step=Left(way=Way.DECIDE))
            case RowKind.LATER:
                return Ended(step=Left(way=Way.LATER))
            case RowKind.CANCEL:
                return Ended(step=Left(way=Way.CANCEL))
            case _:
                return self

    def _answer(self, answer: Answer) -> "Outcome":
        return self._after(self.listing.give(answer))

    def _after(self, step: Step) -> "Outcome":
        match step:
            case Understood():
                return self._on(step.list)
            case NotUnderstood():
                return self._refused(step.why)
            case Left():
                return Ended(step=step)
            case Complete():
                if not self.is_form:
                    return Ended(step=step)
                answers = {answer.question_id: answer for answer in step.answers}
                listing = replace(self.listing, draft=Draft(answers=answers), done=tuple(answers))
                return _review_of(listing, step)
            case _:
                assert_never(step)

    def _on(self, listing: TextList) -> "Asking":
        return _at(listing, was_reviewed=self.was_reviewed)

    def _selecting(self, answer: Answer) -> "Asking":
        return replace(self, listing=self.listing.selecting(answer), message="")

    def _opened(self, field: Mode) -> "Asking":
        return replace(self, mode=field, message="")

    def _refused(self, message: str) -> "Asking":
        return replace(self, message=message)

    def _focus_kept(self) -> int:
        return self.focus if self.mode is Mode.OTHER else 0


Outcome = Asking | Ended
"""What comes of a gesture."""


def _at(listing: TextList, *, was_reviewed: bool = False) -> Asking:
    question = listing.question
    mode = Mode.TEXT if question.kind is Kind.TEXT else Mode.CHOOSING
    focus = 0
    if listing.questions.purpose is not Purpose.ASK:
        focus = safest(question)
    return Asking(listing=listing, mode=mode, focus=focus, was_reviewed=was_reviewed)


def _review_of(listing: TextList, complete: Complete) -> Asking:
    asking = Asking(listing=listing, mode=Mode.REVIEW, complete=complete, was_reviewed=True)
    submit = next(n for n, row in enumerate(asking.rows) if row.kind is RowKind.SUBMIT)
    return replace(asking, focus=submit)
