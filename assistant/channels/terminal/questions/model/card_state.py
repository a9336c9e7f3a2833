"""What the user does to a question set with keys, one question after the other. Pure.

`CardState` is where they are on the card; each method is a gesture and returns what comes of it.
Which answers can be taken and which question follows is `FormState`'s to say. Words are typed into
a field that the caller keeps; they are told when Enter is pressed, and while they change.
"""

from collections.abc import Callable, Sequence
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
from assistant.questions.form.answer_hints import range_text
from assistant.questions.form.form_state import FormState
from assistant.questions.form.option_keys import KeyEntry, option_keys
from assistant.questions.form.text_form import (
    FormComplete,
    FormExit,
    FormLeft,
    LineAccepted,
    LineRejected,
    TextForm,
    TextFormStep,
)
from assistant.questions.model.answer_revision import can_change, can_go_back
from assistant.questions.model.question import (
    Answer,
    AnswerInput,
    Draft,
    Purpose,
    Question,
    QuestionSet,
    Response,
)
from assistant.questions.model.round_history import EarlierRound
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
    REASON = "reason"
    """The field for why the question is cancelled."""
    WAYS = "ways"
    """The list of other things to do than answer."""
    EARLIER = "earlier"
    """The questions that were asked before, with their options and answers."""
    REVIEW = "review"
    """All answers, before they are sent."""


FIELDS = frozenset(
    {CardMode.OTHER, CardMode.TEXT, CardMode.NOTE, CardMode.NONE_FIT, CardMode.REASON}
)
"""Modes in which words are typed."""


_OPENED = frozenset(
    {
        CardMode.OTHER,
        CardMode.NOTE,
        CardMode.NONE_FIT,
        CardMode.REASON,
        CardMode.WAYS,
        CardMode.EARLIER,
    }
)
"""Modes that Escape leaves for the question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerRevision:
    """The user wants to change an earlier answer; the question at hand waits for it."""

    questions_id: str
    is_return: bool = False
    """Whether the conversation is to go on anew from there."""


CardEnd = FormComplete | FormLeft
"""The user is done with all of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardState:
    """Where the user is on the card of a question set. Every method leaves it as it is."""

    form: FormState
    mode: CardMode
    focus: int = 0
    """Which of `rows` the pointer stands on."""
    wants_other: bool = False
    """In a multi question: Other is ticked, its words are yet to come."""
    typed: str = ""
    """The beginning of a place or of a label's number, which has chosen nothing yet."""
    message: str = ""
    """What was wrong with the last gesture, for the user."""
    complete: FormComplete | None = None
    """The answers, in the review."""
    earlier: tuple[EarlierRound, ...] = ()
    """The questions of the turn that were asked before, oldest first."""

    @staticmethod
    def begin(
        questions: QuestionSet, draft: Draft, *, earlier: Sequence[EarlierRound] = ()
    ) -> "CardState":
        """Return the beginning: the first question that is open still."""
        begun = _at(TextForm.begin(questions, draft).state)
        return replace(begun, earlier=tuple(earlier))

    @property
    def questions(self) -> QuestionSet:
        """What is asked."""
        return self.form.questions

    @property
    def question(self) -> Question:
        """The question that is shown."""
        return self.form.current or self.form.visible[-1]

    @property
    def selected(self) -> Answer:
        """What is selected for this question so far."""
        return self.form.answer(self.question.id)

    @property
    def is_form(self) -> bool:
        """Whether there are several questions, whose answers are looked at before they are sent."""
        return len(self.form.visible) > 1

    @property
    def rows(self) -> tuple[CardRow, ...]:
        """What the pointer can stand on; none while a text question is answered."""
        match self.mode:
            case CardMode.REVIEW:
                return review_rows(self.form.visible)
            case CardMode.WAYS:
                question = None if self.complete is not None else self.question
                has_before = self.form.before is not None
                return alternative_rows(
                    self.questions,
                    question,
                    has_before=has_before,
                    has_earlier=bool(self.earlier),
                )
            case CardMode.EARLIER:
                return tuple(
                    CardRow(kind=CardRowKind.EARLIER, id=past.questions.id) for past in self.earlier
                )
            case CardMode.TEXT:
                return ()
            case (
                CardMode.CHOOSING
                | CardMode.OTHER
                | CardMode.NOTE
                | CardMode.NONE_FIT
                | CardMode.REASON
            ):
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
        focus = max(0, min(last, self.focus + by))
        return replace(self, focus=focus, message="", typed="")

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
        if self.question.traits.is_multiple:
            return there._ticked()
        return there if self.is_permission else there.enter()

    @property
    def entry(self) -> KeyEntry:
        """What is typed of a place or of a label's number."""
        return KeyEntry(keys=option_keys(self.question), typed=self.typed)

    def press(self, key: str) -> "CardState":
        """Type another character of a place or of a label's number, and point at what it means."""
        entry = self.entry.press(key) if self.mode is CardMode.CHOOSING else None
        if entry is None:
            return self
        there = self if entry.row is None else self.move_to(entry.row)
        message = "" if entry.is_possible else range_text(self.question)
        return replace(there, typed=entry.typed, message=message)

    def erase(self) -> "CardState":
        """Take back the last character that was typed."""
        return replace(self, typed=self.typed[:-1], message="")

    def take_typed(self) -> "Outcome":
        """Take the row that was typed; say which ones there are if there is no such row."""
        if not self.typed:
            return self
        row = self.entry.row
        return self._no_such_row() if row is None else self.mark(row)

    def toggle(self) -> "CardState":
        """Tick the option under the pointer or take the tick back; only in a multi question."""
        if self.mode is not CardMode.CHOOSING or not self.question.traits.is_multiple:
            return self
        row = self.entry.row if self.typed else self.focus
        return self._no_such_row() if row is None else self.move_to(row)._ticked()

    def _no_such_row(self) -> "CardState":
        return replace(self, typed="", message=range_text(self.question))

    def _ticked(self) -> "CardState":
        row = self.rows[self.focus]
        if row.kind is CardRowKind.OTHER:
            if self.selected.other:
                without = self.form.write_other(self.question.id, "")
                return replace(self, form=without, wants_other=False, message="")
            return replace(self, wants_other=not self.wants_other, message="")
        return replace(self, form=self.form.choose(self.question.id, row.id), message="")

    def enter(self) -> "Outcome":
        """Take what is typed, the row under the pointer, or what is ticked.

        Not for fields: see `write`.
        """
        if self.typed:
            return self.take_typed()
        row = self.rows[self.focus]
        match self.mode:
            case CardMode.REVIEW:
                return self._review(row)
            case CardMode.WAYS:
                return self._way(row)
            case CardMode.EARLIER:
                return self._revise(may=can_change, is_return=False)
            case _:
                return self._choose(row)

    def go_back(self) -> "Outcome":
        """Go on anew from the earlier question under the pointer."""
        return self._revise(may=can_go_back, is_return=True)

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
                return self._take(f"{FormExit.NONE_FIT.value} {words}")
            case CardMode.REASON:
                return self._take(f"{FormExit.CANCEL.value} {words}")
            case _:
                return self

    def draft_of(self, words: str) -> "CardState":
        """Keep words that are being typed, so that they are not lost; nothing is answered yet."""
        match self.mode:
            case CardMode.OTHER:
                return replace(self, form=self.form.write_other(self.question.id, words))
            case CardMode.TEXT:
                return replace(self, form=self.form.write_text(self.question.id, words))
            case _:
                return self

    def escape(self) -> "Outcome":
        """Take back what is typed; leave the field or the ways; from the question, cancel it."""
        if self.typed:
            return replace(self, typed="", message="")
        if self.mode in _OPENED:
            return self.returned()
        if not self.can_cancel:
            return self
        return FormLeft(way=FormExit.CANCEL)

    def back(self) -> "CardState":
        """Go to the question before; from the review, to the last one."""
        if self.mode is CardMode.REVIEW:
            return self._on(self.form.open(self.form.visible[-1].id))
        before = self.form.before
        if before is None:
            return replace(self._refused(_("This is the first question.")), typed="")
        return self._on(self.form.open(before.id))

    def ways(self) -> "CardState":
        """Show what else may be done than answer."""
        if self.mode in {CardMode.WAYS, CardMode.EARLIER}:
            return self.returned()
        opened = replace(self, mode=CardMode.WAYS, focus=0, message="", typed="")
        return opened if opened.rows else self

    def returned(self) -> "CardState":
        """Return to the question, or to the review, from a field or from the ways."""
        if self.complete is not None:
            return _review_of(self.form, self.complete, self.earlier)
        return replace(self._on(self.form), focus=self._focus_kept())

    def with_draft(self, draft: Draft) -> "CardState":
        """Return where they are after another channel changed the selections."""
        form = TextForm(state=self.form).with_draft(draft).state
        if self.complete is not None or form.current != self.form.current:
            return self._on(form)
        return replace(self, form=form)

    # What comes of a gesture.

    def _revise(
        self, *, may: Callable[[QuestionSet, Response], bool], is_return: bool
    ) -> "Outcome":
        past = self.earlier[self.focus]
        if not may(past.questions, past.response):
            return self._refused(_("This answer cannot be changed."))
        return AnswerRevision(questions_id=past.questions.id, is_return=is_return)

    def _choose(self, row: CardRow) -> "Outcome":
        answer = self.selected
        match row.kind:
            case CardRowKind.YES | CardRowKind.NO:
                update = {"boolean": row.kind is CardRowKind.YES}
                return self._answer(answer.model_copy(update=update))
            case CardRowKind.OTHER if not self.question.traits.is_multiple:
                return self._opened(CardMode.OTHER)
            case CardRowKind.OPTION if not self.question.traits.is_multiple:
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
        written = self.form.write_other(self.question.id, words)
        outcome = self._answer(written.answer(self.question.id))
        if isinstance(outcome, CardState) and outcome.complete and not self.form.was_reviewed:
            return outcome.complete  # words that fill the last gap are sent at once
        return outcome

    def _text(self, words: str) -> "Outcome":
        if not words and self.question.required:
            return self._refused(_("Please write an answer."))
        return self._answer(self.selected.model_copy(update={"text": words or None}))

    def _note(self, words: str) -> "CardState":
        return replace(self, form=self.form.write_note(self.question.id, words)).returned()

    def _review(self, row: CardRow) -> "Outcome":
        match row.kind:
            case CardRowKind.SUBMIT if self.complete is not None:
                return self.complete
            case CardRowKind.RESET:
                return CardState.begin(
                    self.questions, default_draft(self.questions), earlier=self.earlier
                )
            case CardRowKind.ANSWERED:
                return self._on(self.form.open(row.id))
            case _:
                return self

    def _way(self, row: CardRow) -> "Outcome":
        match row.kind:
            case CardRowKind.NOTE:
                return self._opened(CardMode.NOTE)
            case CardRowKind.NONE_FIT:
                return self._opened(CardMode.NONE_FIT)
            case CardRowKind.CANCEL_WITH_REASON:
                return self._opened(CardMode.REASON)
            case CardRowKind.BACK:
                return self.returned().back()
            case CardRowKind.SKIP:
                return self._take("/skip")
            case CardRowKind.EARLIER:
                last = len(self.earlier) - 1
                return replace(self, mode=CardMode.EARLIER, focus=last, message="")
            case CardRowKind.DECIDE | CardRowKind.LATER | CardRowKind.CANCEL:
                return FormLeft(way=FormExit[row.kind.name])
            case _:
                return self

    def _answer(self, answer: Answer) -> "Outcome":
        return self._after(TextForm(state=self.form).give(answer))

    def _take(self, line: str) -> "Outcome":
        return self._after(TextForm(state=self.form).take(line))

    def _after(self, step: TextFormStep) -> "Outcome":
        match step:
            case LineAccepted():
                return self._on(step.list.state)
            case LineRejected():
                return self._refused(step.why)
            case FormComplete() if self.is_form:
                form = self.form
                for answer in step.answers:
                    form = form.give(answer)
                return _review_of(form, step, self.earlier)
            case FormComplete() | FormLeft():
                return step
            case _:
                assert_never(step)

    def _on(self, form: FormState) -> "CardState":
        return replace(_at(form), earlier=self.earlier)

    def _opened(self, field: CardMode) -> "CardState":
        return replace(self, mode=field, message="")

    def _refused(self, message: str) -> "CardState":
        return replace(self, message=message)

    def _focus_kept(self) -> int:
        return self.focus if self.mode is CardMode.OTHER else 0


Outcome = CardState | CardEnd | AnswerRevision
"""What comes of a gesture."""


def _at(form: FormState) -> CardState:
    shown = CardState(form=form, mode=CardMode.CHOOSING)
    if shown.question.traits.input is AnswerInput.TEXT:
        return replace(shown, mode=CardMode.TEXT)
    return replace(shown, focus=safest_row(shown.question)) if shown.is_permission else shown


def _review_of(
    form: FormState, complete: FormComplete, earlier: tuple[EarlierRound, ...]
) -> CardState:
    asking = CardState(form=form, mode=CardMode.REVIEW, complete=complete, earlier=earlier)
    submit = next(n for n, row in enumerate(asking.rows) if row.kind is CardRowKind.SUBMIT)
    return replace(asking, focus=submit)
