"""A question set as it stands in a chat: what is chosen, what the next words are for."""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum
from typing import Final, TypeVar, assert_never

from assistant.channels.telegram.model.callback_data import Tap, TapKind
from assistant.errors import AnswerRefused, RefusalReason
from assistant.locale import _
from assistant.questions.form.answer_hints import too_many_text
from assistant.questions.form.form_layout import FormLayout, layout_of
from assistant.questions.form.form_state import FormState
from assistant.questions.form.text_form import (
    FormComplete,
    FormLeft,
    LineAccepted,
    LineRejected,
    TextForm,
    is_command,
    response_to,
)
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    Channel,
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
from assistant.questions.model.validation import check_response


class WordsFor(Enum):
    """What the next words of the user are."""

    ANSWER = "answer"
    OTHER = "other"
    """An answer of their own, whatever it looks like."""
    NOTE = "note"
    NONE_FIT = "none_fit"
    """What would have fitted."""
    REASON = "reason"
    """Why the question is cancelled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardStep:
    """What something did."""

    card: "ChatCard"
    response: Response | None = None
    """The answer, if that was it."""
    message: str = ""
    """For the user; empty if there is nothing to say."""


T = TypeVar("T")
_CANCELLING: Final = frozenset({TapKind.CANCEL, TapKind.CANCEL_WITH_REASON})
_LEAVING: Final = frozenset({TapKind.DECIDE, TapKind.LATER, TapKind.NONE_FIT})


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatCard:
    """A question set in a chat."""

    form: FormState
    words_for: WordsFor = WordsFor.ANSWER
    words_question: str = ""
    """Id of the question that the next words are for."""
    doubt: Answer | None = None
    """What the words before seemed to answer; a yes confirms it."""
    is_open: bool = False
    """Whether the ways not to answer are shown."""
    heading: str = ""
    """Why it stands here, if it was not asked here."""

    @staticmethod
    def begin(questions: QuestionSet, draft: Draft, *, heading: str = "") -> "ChatCard":
        """Return it before anything was done here."""
        form = FormState.begin(questions, draft)
        return ChatCard(form=form, heading=heading)._kept_open()

    @property
    def questions(self) -> QuestionSet:
        """What is asked."""
        return self.form.questions

    @property
    def is_form(self) -> bool:
        """Whether one question is open at a time, and all are reviewed before they are sent."""
        return layout_of(self.questions) is FormLayout.FORM

    @property
    def can_leave(self) -> bool:
        """Whether it may be left to the assistant, or put off."""
        return self.questions.purpose is Purpose.ASK

    def follow(self, draft: Draft) -> "ChatCard":
        """Take over selections made elsewhere."""
        return replace(self, form=self.form.follow(draft))._kept_open()

    # Taps.

    def tap(self, tap: Tap, at: datetime) -> CardStep:
        """Do what a button wants.

        Raises:
            AnswerRefused: `INVALID` if the question has no such button, `NOT_ALLOWED` if it may not be
                left that way.
        """
        match tap.kind:
            case TapKind.MORE | TapKind.LESS:
                return self._changed(replace(self, is_open=tap.kind is TapKind.MORE))
            case (
                TapKind.DECIDE
                | TapKind.LATER
                | TapKind.NONE_FIT
                | TapKind.CANCEL
                | TapKind.CANCEL_WITH_REASON
            ):
                return self._leave(tap.kind, at)
            case TapKind.SUBMIT:
                return self._submit(at)
            case TapKind.RESET:
                return self._changed(replace(self, form=self.form.reset())._plain()._kept_open())
            case TapKind.REVIEW:
                return self._review()
            case TapKind.AGAIN:
                return self._changed(self)
            case (
                TapKind.CHOOSE
                | TapKind.TICK
                | TapKind.UNTICK
                | TapKind.CONFIRM
                | TapKind.OWN_WORDS
                | TapKind.NOTE
                | TapKind.SKIP
                | TapKind.REVISE
            ):
                return self._on_question(tap, self._question(tap.question), at)
            case _:
                assert_never(tap.kind)

    def _on_question(self, tap: Tap, question: Question, at: datetime) -> CardStep:
        match tap.kind:
            case TapKind.CHOOSE:
                return self._choose(question, tap.option, at)
            case TapKind.TICK | TapKind.UNTICK:
                return self._tick(question, tap.option, is_on=tap.kind is TapKind.TICK)
            case TapKind.CONFIRM:
                return self._settle(question, at)
            case TapKind.OWN_WORDS if question.allow_other:
                return self._await_words(WordsFor.OTHER, question)
            case TapKind.NOTE if self.can_leave:
                return self._await_words(WordsFor.NOTE, question)
            case TapKind.SKIP if not question.required:
                form = self.form.skip(question.id)
                return self._after(replace(self, form=form), Method.CLICK, at)
            case TapKind.REVISE:
                return self._changed(replace(self, form=self.form.open(question.id))._plain())
            case _:
                raise _misfit()

    def _choose(self, question: Question, option: int, at: datetime) -> CardStep:
        choice = _at(question.choice_ids, option)
        if question.traits.is_multiple:
            raise _misfit()
        form = self.form
        if form.choices(question.id) != (choice,):
            form = form.choose(question.id, choice)
        return replace(self, form=form)._plain()._settle(question, at)

    def _tick(self, question: Question, option: int, *, is_on: bool) -> CardStep:
        choice = _at(question.choice_ids, option)
        if not question.traits.is_multiple:
            raise _misfit()
        if (choice in self.form.choices(question.id)) is is_on:
            return CardStep(card=self, message=_("That is so already."))
        if is_on and self.form.is_full(question.id):
            return CardStep(card=self, message=too_many_text(question))
        return self._changed(replace(self, form=self.form.choose(question.id, choice)))

    def _settle(self, question: Question, at: datetime) -> CardStep:
        problem = self.form.problem(question.id)
        if problem:
            return CardStep(card=self, message=problem)
        settled = replace(self, form=self.form.settle(question.id))
        return self._after(settled, Method.CLICK, at)

    def _after(self, card: "ChatCard", method: Method, at: datetime) -> CardStep:
        """Go on after a question has its answer: a single one is sent, a form goes to the next."""
        card = card._plain()
        if card.is_form or card.form.missing:
            return card._changed(card)
        return card._answered(method, at)

    def _review(self) -> CardStep:
        current = self.form.current
        if current is not None and not self.form.answer(current.id).is_empty:
            problem = self.form.problem(current.id)
            if problem:
                return CardStep(card=self, message=problem)
        if not self.form.can_review:
            return CardStep(card=self, message=self._missing_text())
        return self._changed(replace(self, form=self.form.review())._plain())

    def _submit(self, at: datetime) -> CardStep:
        if not self.form.can_review:
            return CardStep(card=self, message=self._missing_text())
        return self._answered(Method.CLICK, at)

    def _leave(self, kind: TapKind, at: datetime) -> CardStep:
        if kind in _CANCELLING and not self.questions.allow_cancel:
            raise AnswerRefused(RefusalReason.NOT_ALLOWED, _("This question cannot be cancelled."))
        if kind in _LEAVING and not self.can_leave:
            raise AnswerRefused(RefusalReason.NOT_ALLOWED, _("This needs a yes or a no."))
        by = _provenance(Method.CLICK, at)
        match kind:
            case TapKind.DECIDE:
                return CardStep(card=self, response=YouDecide(provenance=by))
            case TapKind.LATER:
                return CardStep(card=self, response=Later(provenance=by))
            case TapKind.NONE_FIT:
                return self._await_words(WordsFor.NONE_FIT, None)
            case TapKind.CANCEL_WITH_REASON:
                return self._await_words(WordsFor.REASON, None)
            case _:
                return CardStep(card=self, response=Cancelled(provenance=by))

    # Words.

    def take(self, text: str, *, method: Method, at: datetime) -> CardStep:
        """Take words that were written, or said: an answer, a command, or what was asked for."""
        words = text.strip()
        is_known = is_command(words)
        match self.words_for:
            case WordsFor.NONE_FIT if not is_known:
                return self._none_fit(words, method, at)
            case WordsFor.REASON if not is_known:
                cancelled = Cancelled(text=words, provenance=_provenance(method, at, words))
                return CardStep(card=self, response=self._checked(cancelled))
            case WordsFor.NOTE if not is_known:
                form = self.form.write_note(self.words_question, words)
                return self._changed(replace(self, form=form)._plain(), _("Noted."))
            case WordsFor.OTHER if not is_known:
                return self._own_words(words, method, at)
            case _:
                return self._typed(words, method, at)

    def is_meant(self, words: str, step: CardStep) -> bool:
        """Whether words that name no question were for this one, which may stand here as a guest.

        Then the chat is not there for it: words that choose nothing, or would be an answer of the
        user's own where options are offered, are an ordinary message.

        Args:
            words: What was written or said.
            step: What they would do.
        """
        if not self.heading or self.words_for is not WordsFor.ANSWER or is_command(words):
            return True
        if step.message:
            return step.card.doubt is not None and not step.card.doubt.other
        response = step.response
        given = response.answers if isinstance(response, Answered) else step.card.form.answers()
        return not any(one.other and one not in self.form.answers() for one in given)

    def _none_fit(self, words: str, method: Method, at: datetime) -> CardStep:
        response = NoneFit(words=words, provenance=_provenance(method, at, words))
        return CardStep(card=self, response=self._checked(response))

    def _own_words(self, words: str, method: Method, at: datetime) -> CardStep:
        question = self.questions.find(self.words_question)
        form = self.form.write_other(question.id, words)
        problem = form.problem(question.id)
        if problem:
            return CardStep(card=self, message=problem)
        if question.traits.is_multiple:  # options may still be ticked beside them
            return self._changed(replace(self, form=form)._plain())
        card = replace(self, form=form.settle(question.id))._plain()
        return card._filled(method, at)

    def _typed(self, words: str, method: Method, at: datetime) -> CardStep:
        current = self.form.current
        if current is None:
            return self._typed_in_review(words, method, at)
        step = TextForm(state=self.form.open(current.id), doubt=self.doubt).take(words)
        match step:
            case LineAccepted():
                state = step.list.state
                form = replace(state, opened=None) if state.opened in state.settled else state
                return self._changed(replace(self, form=form)._plain()._kept_open())
            case LineRejected():
                doubt = None if step.list is None else step.list.doubt
                return CardStep(card=replace(self, doubt=doubt), message=step.why)
            case FormComplete() if self.is_form and self.form.was_reviewed:
                changed = self.form.give(step.answer_to(current.id))
                return self._changed(replace(self, form=changed)._plain())
            case FormComplete() | FormLeft():
                response = response_to(step, _provenance(method, at, words))
                return CardStep(card=self, response=self._checked(response))
            case _:
                assert_never(step)

    def _typed_in_review(self, words: str, method: Method, at: datetime) -> CardStep:
        if words.startswith("/"):
            last = self.form.visible[-1]
            step = TextForm(state=self.form.open(last.id)).take(words)
            if isinstance(step, FormLeft):
                response = response_to(step, _provenance(method, at, words))
                return CardStep(card=self, response=self._checked(response))
        return CardStep(card=self, message=_("Send the answers with the button, or change one."))

    def _filled(self, method: Method, at: datetime) -> CardStep:
        """Go on after words of the user's own: those that fill the last gap send a form (C-25)."""
        if self.form.is_filled_in:
            return self._answered(method, at)
        return self._changed(self)

    # Parts.

    def _answered(self, method: Method, at: datetime) -> CardStep:
        given = Answered(answers=self.form.answers(), provenance=_provenance(method, at))
        return CardStep(card=self, response=self._checked(given))

    def _checked(self, response: Response) -> Response:
        return check_response(self.questions, response, Channel.TELEGRAM)

    def _await_words(self, words_for: WordsFor, question: Question | None) -> CardStep:
        question_id = "" if question is None else question.id
        return CardStep(card=replace(self, words_for=words_for, words_question=question_id))

    def _changed(self, card: "ChatCard", message: str = "") -> CardStep:
        return CardStep(card=card, message=message)

    def _plain(self) -> "ChatCard":
        """Return it with the next words an answer again."""
        return replace(self, words_for=WordsFor.ANSWER, words_question="", doubt=None)

    def _kept_open(self) -> "ChatCard":
        """Return it with a question open: only a form is reviewed."""
        if self.is_form or self.form.current is not None:
            return self
        return replace(self, form=self.form.open(self.form.visible[0].id))

    def _question(self, place: int) -> Question:
        question = _at(tuple(self.questions.walk()), place)
        if question not in self.form.visible:
            raise _misfit()
        return question

    def _missing_text(self) -> str:
        missing = ", ".join(question.header or question.text for question in self.form.missing)
        return _("Still open: {questions}").format(questions=missing)


def _at(values: tuple[T, ...], place: int) -> T:
    if place >= len(values):
        raise _misfit()
    return values[place]


def _misfit() -> AnswerRefused:
    return AnswerRefused(
        RefusalReason.INVALID, _("This answer does not fit the kind of the question.")
    )


def _provenance(method: Method, at: datetime, words: str = "") -> Provenance:
    heard = words if method is Method.VOICE else None
    return Provenance(channel=Channel.TELEGRAM, method=method, at=at, transcript=heard)
