"""A question set while it is answered, on any surface: each gesture returns the next card. Pure.

`FormState` holds the selections; the card holds the rules of answering: what a gesture settles, when
a form is reviewed and when it is sent, which words a field takes, what may be left without a choice.
A surface draws `view()` and turns keys, taps, clicks and words into gestures.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import assert_never

from assistant.errors import AnswerRefused, RefusalReason
from assistant.locale import _
from assistant.questions.card.card_view import CardView
from assistant.questions.card.gestures import (
    OTHER,
    Back,
    Cancel,
    ChoiceGesture,
    ChooseOption,
    CloseWords,
    Confirm,
    FormGesture,
    Gesture,
    GiveAnswer,
    LeaveGesture,
    LetAssistantDecide,
    OpenWords,
    PutOff,
    RefuseAll,
    Reset,
    Review,
    Revise,
    SelectOption,
    Skip,
    StopAsking,
    Submit,
    TakeWords,
    WordsFor,
    WordsGesture,
    WriteWords,
)
from assistant.questions.card.view_builder import build_view
from assistant.questions.form.answer_hints import too_many_text
from assistant.questions.form.form_layout import FormLayout, layout_of
from assistant.questions.form.form_state import FormState
from assistant.questions.model.question import (
    Answer,
    Answered,
    AnswerInput,
    Cancelled,
    CancelReason,
    Draft,
    Later,
    Method,
    NoneFit,
    Provenance,
    Purpose,
    Question,
    QuestionSet,
    Response,
    YouDecide,
)
from assistant.questions.model.validation import check_one, kept_words, not_found


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswersGiven:
    """One answer for each visible question, in order; the desk accepts them."""

    answers: tuple[Answer, ...]


CardEnd = AnswersGiven | LeaveGesture
"""How the user finished with the whole set."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionCard:
    """Where the user is in a question set. `begin` makes one; every method leaves it as it is."""

    _form: FormState
    words_for: WordsFor | None = None
    """The field that the user opened; the field of a text question is always open."""
    words_question: str = ""
    """Id of the question that its words are for; empty for `NONE_FIT` and `REASON`."""
    wants_other: bool = False
    """Own words are ticked beside options, and yet to be written."""
    message: str = ""
    """What was wrong with the last gesture, in the user's language."""
    ended: CardEnd | None = None
    """None while the user is at it."""

    @staticmethod
    def begin(questions: QuestionSet, draft: Draft | None = None) -> "QuestionCard":
        """Return the card before any gesture.

        Args:
            questions: What is asked.
            draft: Selections made elsewhere or before a restart.
        """
        return QuestionCard(_form=FormState.begin(questions, draft))._kept_open()

    @property
    def questions(self) -> QuestionSet:
        """What is asked."""
        return self._form.questions

    @property
    def draft(self) -> Draft:
        """The selections so far."""
        return self._form.draft

    @property
    def is_form(self) -> bool:
        """Whether one question is open at a time, and buttons send nothing before the review."""
        return layout_of(self.questions) is FormLayout.FORM

    @property
    def can_stop(self) -> bool:
        """Whether the user can end the chain of questions."""
        return self.questions.purpose is Purpose.ASK and self.questions.round > 1

    def view(self) -> CardView:
        """Return what a surface draws."""
        return build_view(
            self._form,
            is_form=self.is_form,
            words_for=self.words_for,
            words_question=self.words_question,
            wants_other=self.wants_other,
            can_stop=self.can_stop,
            message=self.message,
        )

    def with_draft(self, draft: Draft) -> "QuestionCard":
        """Show selections that were made elsewhere; they replace these."""
        after = replace(self, _form=self._form.with_draft(draft))._kept_open()
        return after if after._form.current == self._form.current else after._closed()

    def follow(self, draft: Draft, *, moves_on: bool = False) -> "QuestionCard":
        """Show selections that were made elsewhere, and count them as confirmed there.

        For a surface that asks one question after the other and would put each of them again. The
        open question is confirmed here all the same, unless the card `moves_on` past it; then a
        single question may be answered, too, and is not open any more.
        """
        form = replace(self._form, opened=None) if moves_on else self._form
        return replace(self, _form=form.follow(draft))._closed()

    def refused(self, message: str) -> "QuestionCard":
        """Say what is wrong."""
        return replace(self, message=message)

    def response(self, provenance: Provenance) -> Response:
        """Return what the card ended with; words count as typed, whichever key sent them.

        Raises:
            ValueError: If it has not ended.
        """
        by_hand = provenance.method in {Method.CLICK, Method.KEY}
        typed = provenance.model_copy(update={"method": Method.TYPED}) if by_hand else provenance
        match self.ended:
            case AnswersGiven(answers=answers):
                has_words = any(answer.other or answer.text for answer in answers)
                return Answered(answers=answers, provenance=typed if has_words else provenance)
            case LetAssistantDecide():
                return YouDecide(provenance=provenance)
            case RefuseAll(words=words):
                return NoneFit(words=words, provenance=typed)
            case PutOff():
                return Later(provenance=provenance)
            case Cancel(reason=reason):
                return Cancelled(text=reason, provenance=typed if reason else provenance)
            case StopAsking():
                return Cancelled(reason=CancelReason.EXIT, provenance=provenance)
            case None:
                raise ValueError("the card has not ended")
            case _:
                assert_never(self.ended)

    def apply(self, gesture: Gesture) -> "QuestionCard":
        """Return the card after a gesture; `message` says what the user has to mend.

        Raises:
            AnswerRefused: For a gesture that the view does not offer: `NOT_FOUND` if its question
                is not open, `INVALID` if it does not fit the question, `NOT_ALLOWED` if the set may
                not be left that way.
        """
        if self.ended is not None:
            return self
        card = replace(self, message="")
        match gesture:
            case SelectOption() | ChooseOption() | Confirm() | GiveAnswer() | Skip():
                return card._apply_choice(gesture)
            case OpenWords() | CloseWords() | WriteWords() | TakeWords():
                return card._apply_words(gesture)
            case Back() | Revise() | Review() | Submit() | Reset():
                return card._apply_to_form(gesture)
            case LetAssistantDecide() | RefuseAll() | PutOff() | Cancel() | StopAsking():
                return card._leave(gesture)
            case _:
                assert_never(gesture)

    # Choosing.

    def _apply_choice(self, gesture: ChoiceGesture) -> "QuestionCard":
        match gesture:
            case SelectOption():
                return self._select(gesture)
            case ChooseOption():
                return self._choose(self._question(gesture.question_id), gesture.option_id)
            case Confirm():
                return self._confirm(gesture)
            case GiveAnswer(answer=answer):
                return self._give(self._question(answer.question_id), answer)
            case Skip():
                return self._skip(self._question(gesture.question_id))
            case _:
                assert_never(gesture)

    def _select(self, gesture: SelectOption) -> "QuestionCard":
        question = self._question(gesture.question_id)
        if gesture.option_id == OTHER:
            return self._select_other(question, gesture.is_on)
        if gesture.option_id not in question.choice_ids:
            raise _misfit()
        if not question.traits.is_multiple:
            selected = self._selected(question, gesture.option_id)
            return selected._settle(question) if self.is_form else selected
        is_on = gesture.option_id in self._form.choices(question.id)
        if gesture.is_on is is_on:
            return self
        if not is_on and self._form.is_full(question.id):
            return self.refused(too_many_text(question))
        return replace(self, _form=self._form.choose(question.id, gesture.option_id))

    def _select_other(self, question: Question, is_on: bool | None) -> "QuestionCard":
        if not question.allow_other:
            raise _misfit()
        if not question.traits.is_multiple:
            return self._open_words(OpenWords(words_for=WordsFor.OTHER, question_id=question.id))
        was_on = self.wants_other or bool(self._form.answer(question.id).other)
        if is_on is None:
            is_on = not was_on
        if is_on is was_on:
            return self
        form = self._form if is_on else self._form.write_other(question.id, "")
        return replace(self._closed(), _form=form, wants_other=is_on)

    def _choose(self, question: Question, option_id: str) -> "QuestionCard":
        is_multiple = question.traits.is_multiple
        if option_id == OTHER and not question.allow_other:
            raise _misfit()
        if option_id != OTHER and option_id not in question.choice_ids:
            raise _misfit()
        if is_multiple and (self.wants_other or not self._form.answer(question.id).is_empty):
            return self._confirm(Confirm(question_id=question.id))
        if option_id == OTHER:
            return self._open_words(OpenWords(words_for=WordsFor.OTHER, question_id=question.id))
        return self._selected(question, option_id)._settle(question)

    def _selected(self, question: Question, option_id: str) -> "QuestionCard":
        form = self._form
        if form.choices(question.id) != (option_id,):
            form = form.choose(question.id, option_id)
        return replace(self, _form=form)._closed()

    # Words.

    def _apply_words(self, gesture: WordsGesture) -> "QuestionCard":
        match gesture:
            case OpenWords():
                return self._open_words(gesture)
            case CloseWords():
                return self._close_words()
            case WriteWords():
                return self._write(gesture)
            case TakeWords():
                return self._take_words(gesture)
            case _:
                assert_never(gesture)

    def _open_words(self, gesture: OpenWords) -> "QuestionCard":
        words_for = gesture.words_for
        if words_for is WordsFor.NONE_FIT:
            self._only_when_asking()
        elif words_for is WordsFor.REASON:
            self._only_cancellable()
        else:
            question = self._question(gesture.question_id or self._current.id)
            self._fits(question, words_for)
            wants_other = self.wants_other or (
                words_for is WordsFor.OTHER and question.traits.is_multiple
            )
            return replace(
                self, words_for=words_for, words_question=question.id, wants_other=wants_other
            )
        return replace(self, words_for=words_for, words_question="")

    def _fits(self, question: Question, words_for: WordsFor) -> None:
        """Raise if such words have no place in a question."""
        match words_for:
            case WordsFor.ANSWER if question.traits.input is AnswerInput.TEXT:
                return
            case WordsFor.OTHER if question.allow_other:
                return
            case WordsFor.NOTE if self.questions.purpose is Purpose.ASK:
                return
            case _:
                raise _misfit()

    def _close_words(self) -> "QuestionCard":
        form, closed = self._form, self._closed()
        if self.words_for is WordsFor.OTHER and form.answer(self.words_question).other:
            form = form.write_other(self.words_question, "")
        return replace(closed, _form=form)

    def _write(self, gesture: WriteWords) -> "QuestionCard":
        question = self._question(gesture.question_id)
        self._fits(question, gesture.words_for)
        card = self
        if gesture.words_for is WordsFor.OTHER and self.words_for is not WordsFor.OTHER:
            card = self._open_words(OpenWords(words_for=WordsFor.OTHER, question_id=question.id))
        return replace(card, _form=self._written(question, gesture.words_for, gesture.words))

    def _written(self, question: Question, words_for: WordsFor, words: str) -> FormState:
        match words_for:
            case WordsFor.OTHER:
                return self._form.write_other(question.id, words)
            case WordsFor.NOTE:
                return self._form.write_note(question.id, words)
            case _:
                return self._form.write_text(question.id, words)

    def _take_words(self, gesture: TakeWords) -> "QuestionCard":
        words_for = self.words_for or WordsFor.ANSWER
        match words_for:
            case WordsFor.NONE_FIT:
                return self._leave(RefuseAll(words=gesture.words))
            case WordsFor.REASON:
                return self._leave(Cancel(reason=gesture.words))
            case WordsFor.NOTE | WordsFor.OTHER | WordsFor.ANSWER:
                question = self._question(self.words_question or self._current.id)
                self._fits(question, words_for)
                return self._take_answer_words(question, words_for, gesture)
            case _:
                assert_never(words_for)

    def _take_answer_words(
        self, question: Question, words_for: WordsFor, gesture: TakeWords
    ) -> "QuestionCard":
        words = gesture.words.strip()
        if words_for is WordsFor.OTHER and not words:
            return self.refused(_("Please write your own answer or choose an option."))
        written = replace(self, _form=self._written(question, words_for, words))
        if words_for is WordsFor.NOTE:
            return written._closed()
        if words_for is WordsFor.OTHER and question.traits.is_multiple and not gesture.confirms:
            problem = written._form.problem(question.id)
            return self.refused(problem) if problem else written._closed()
        return written._settle(question, by_words=True)

    # Going on.

    def _confirm(self, gesture: Confirm) -> "QuestionCard":
        question = self._question(gesture.question_id)
        if question != self._form.current:
            return self  # it was confirmed already, elsewhere
        wants_words = self.wants_other or self.words_for is WordsFor.OTHER
        if wants_words and not self._form.answer(question.id).other:
            if self.words_for is WordsFor.OTHER:
                return self.refused(_("Please write your own answer or choose an option."))
            return self._open_words(OpenWords(words_for=WordsFor.OTHER, question_id=question.id))
        return self._settle(question, by_words=gesture.by_words)

    def _settle(self, question: Question, *, by_words: bool = False) -> "QuestionCard":
        problem = self._form.problem(question.id)
        if problem:
            return self.refused(problem)
        return self._settled(self._form.settle(question.id), by_words=by_words)

    def _settled(self, form: FormState, *, by_words: bool) -> "QuestionCard":
        """Go on: a single question is sent, a form goes to its next question or to the review."""
        after = replace(self._closed(), _form=form)
        if not self.is_form or (by_words and form.is_filled_in):
            return after._answered()
        return after

    def _give(self, question: Question, answer: Answer) -> "QuestionCard":
        note = answer.note or self._form.answer(question.id).note
        noted = answer.model_copy(update={"note": note})
        problem = self._form.select(noted).problem(question.id)
        if problem:
            return self.refused(problem)
        return self._settled(self._form.give(check_one(question, noted)), by_words=True)

    def _skip(self, question: Question) -> "QuestionCard":
        if question.required:
            raise _not_allowed(_("This question needs an answer."))
        return self._settled(self._form.skip(question.id), by_words=False)

    # The form as a whole.

    def _apply_to_form(self, gesture: FormGesture) -> "QuestionCard":
        match gesture:
            case Back():
                return self._back()
            case Revise():
                return self._on(self._form.open(self._question(gesture.question_id).id))
            case Review():
                return self._review()
            case Submit():
                return self._submit()
            case Reset():
                return self._on(self._form.reset())
            case _:
                assert_never(gesture)

    def _back(self) -> "QuestionCard":
        before = self._form.before
        if before is None:
            return self.refused(_("This is the first question."))
        return self._on(self._form.open(before.id))

    def _review(self) -> "QuestionCard":
        current = self._form.current
        if current is not None and not self._form.answer(current.id).is_empty:
            problem = self._form.problem(current.id)
            if problem:
                return self.refused(problem)
        if not self.is_form or not self._form.can_review:
            return self.refused(self._missing_text())
        return self._on(self._form.review())

    def _submit(self) -> "QuestionCard":
        if not self.is_form or not self._form.can_review:
            return self.refused(self._missing_text())
        if self._form.current is not None:
            return self  # it was opened again, elsewhere
        return self._answered()

    def _missing_text(self) -> str:
        missing = ", ".join(question.header or question.text for question in self._form.missing)
        return _("Still open: {questions}").format(questions=missing)

    def _answered(self) -> "QuestionCard":
        ended = AnswersGiven(answers=self._form.answers())
        return replace(self._kept_open(), ended=ended)

    # Leaving.

    def _leave(self, gesture: LeaveGesture) -> "QuestionCard":
        match gesture:
            case Cancel():
                self._only_cancellable()
                return self._left_with(gesture.reason, lambda words: Cancel(reason=words))
            case StopAsking():
                if not self.can_stop:
                    raise _not_allowed(_("This question cannot be cancelled."))
            case RefuseAll():
                self._only_when_asking()
                if not gesture.words.strip():
                    return self.refused(_("Please write what would fit."))
                return self._left_with(gesture.words, lambda words: RefuseAll(words=words))
            case LetAssistantDecide() | PutOff():
                self._only_when_asking()
            case _:
                assert_never(gesture)
        return replace(self, ended=gesture)

    def _left_with(self, words: str, end: Callable[[str], CardEnd]) -> "QuestionCard":
        try:
            return replace(self, ended=end(kept_words(words, multiline=True)))
        except AnswerRefused as refused:
            return self.refused(refused.message)

    def _only_cancellable(self) -> None:
        if not self.questions.allow_cancel:
            raise _not_allowed(_("This question cannot be cancelled."))

    def _only_when_asking(self) -> None:
        if self.questions.purpose is not Purpose.ASK:
            raise _not_allowed(_("This needs a yes or a no."))

    # Parts.

    @property
    def _current(self) -> Question:
        return self._form.current or self._form.visible[-1]

    def _question(self, question_id: str) -> Question:
        for question in self._form.visible:
            if question.id == question_id:
                return question
        raise not_found()

    def _on(self, form: FormState) -> "QuestionCard":
        return replace(self._closed(), _form=form)._kept_open()

    def _closed(self) -> "QuestionCard":
        return replace(self, words_for=None, words_question="", wants_other=False)

    def _kept_open(self) -> "QuestionCard":
        """Return it with a question open: only a form is reviewed."""
        if self.is_form or self._form.current is not None:
            return self
        return replace(self, _form=self._form.open(self._form.visible[0].id))


def _misfit() -> AnswerRefused:
    return AnswerRefused(
        RefusalReason.INVALID, _("This answer does not fit the kind of the question.")
    )


def _not_allowed(message: str) -> AnswerRefused:
    return AnswerRefused(RefusalReason.NOT_ALLOWED, message)
