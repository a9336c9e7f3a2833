"""One question set as it stands on its page: what is chosen, what is open, what was refused. Pure.

The page sends what the user does; `AnswerSheet.take` does it and says whether that answers the question.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final, assert_never

from assistant.channels.web.pages.model.actions import (
    CancelAll,
    ChoosePageOption,
    OpenOtherField,
    PageAction,
    PageGesture,
    QuestionGesture,
    RefuseAll,
    WrittenWords,
)
from assistant.channels.web.pages.model.view import PageWaiting
from assistant.errors import AnswerRefused, RefusalReason
from assistant.locale import _
from assistant.questions.desk.model.lifecycle import not_found
from assistant.questions.form.actions import ActionNames
from assistant.questions.form.answer_hints import too_many_text
from assistant.questions.form.form_layout import FormLayout, layout_of
from assistant.questions.form.form_state import FormState
from assistant.questions.model.question import (
    Answered,
    AnswerInput,
    Cancelled,
    CancelReason,
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
from assistant.questions.model.round_history import EarlierRound
from assistant.questions.model.validation import check_response

_METHODS: Final = {"click": Method.CLICK, "key": Method.KEY, "typed": Method.TYPED}


class AnswerSheet:
    """A question set on its page.

    Attributes:
        questions: What is asked.
        form: The selections so far.
        is_form: Whether one question is open at a time, and all are reviewed before they are sent.
        names: Of the controls.
        earlier: The rounds before this one.
        similar: Other sets that the same answer can stand for.
        waiting: Other questions of the conversation that wait on pages of their own.
        message: What is wrong, in words; empty if nothing is.
        message_number: How many times something was wrong.
    """

    def __init__(
        self, *, questions: QuestionSet, draft: Draft, earlier: Sequence[EarlierRound] = ()
    ) -> None:
        self.questions: Final = questions
        self.form = FormState.begin(questions, draft)
        self.is_form: Final = layout_of(questions) is FormLayout.FORM
        self.names: Final = ActionNames(set_id=questions.id, is_form=self.is_form)
        self.earlier: Final = tuple(earlier)
        self.similar: tuple[QuestionSet, ...] = ()
        self.waiting: tuple[PageWaiting, ...] = ()
        self.message = ""
        self.message_number = 0
        self._opened_other: str | None = None
        self._keep_open()

    @property
    def can_stop(self) -> bool:
        """Whether the chain of questions can be ended."""
        return self.questions.purpose is Purpose.ASK and self.questions.round > 1

    def is_other_open(self, question: Question) -> bool:
        """Whether the field for words of the user's own shows."""
        return self._opened_other == question.id or bool(self.form.answer(question.id).other)

    def show_draft(self, draft: Draft) -> None:
        """Show selections made in another place."""
        self.form = self.form.with_draft(draft)
        self._keep_open()

    def refuse(self, message: str) -> None:
        """Say what is wrong."""
        self.message = message
        self.message_number += 1

    def take(self, action: PageAction, at: datetime) -> Response | None:
        """Do what the user did.

        Returns:
            The response, if that answers the question.

        Raises:
            AnswerRefused: `NOT_FOUND` if it is about a question that is not open; `INVALID` if it
                does not fit the question; `NOT_ALLOWED` if it may not be left that way.
        """
        match action.do:
            case "shown" | "touched":
                return None
            case "open_other" | "write_other" | "write_text" | "write_note":
                self._write(action)
                return None
            case "choose":
                return self._choose(action, at)
            case "confirm":
                return self._confirm(action, at)
            case "skip":
                return self._skip(action, at)
            case "open" | "review" | "reset":
                self._go(action)
                return None
            case "submit":
                return self._submit(action, at)
            case "you_decide" | "none_fit" | "later" | "stop_asking" | "cancel":
                return self._leave(action, at)
            case "reopen" | "end":
                raise AnswerRefused(
                    RefusalReason.NOT_ALLOWED, _("This question has not timed out.")
                )
            case _:
                assert_never(action)

    # Choosing and writing.

    def _choose(self, action: ChoosePageOption, at: datetime) -> Response | None:
        question = self._question(action.question)
        is_multiple = question.traits.is_multiple
        if action.is_final and is_multiple and not self.form.answer(question.id).is_empty:
            # Enter confirms what is ticked, whatever the page showed when it was pressed.
            return self._settle(question, action, at)
        is_taken_back = action.option in self.form.choices(question.id)
        if is_multiple and self.form.is_full(question.id) and not is_taken_back:
            self.refuse(too_many_text(question))
            return None
        try:
            self.form = self.form.choose(question.id, action.option)
        except KeyError:
            raise _misfit() from None
        if not is_multiple:
            self._opened_other = None
        self.message = ""
        if action.is_final or (self.is_form and question.traits.answers_at_once):
            return self._settle(question, action, at)
        return None

    def _write(self, action: OpenOtherField | WrittenWords) -> None:
        question = self._question(action.question)
        match action.do:
            case "open_other" | "write_other" if not question.allow_other:
                raise _misfit()
            case "write_text" if question.traits.input is not AnswerInput.TEXT:
                raise _misfit()
            case "write_note" if self.questions.purpose is not Purpose.ASK:
                raise _misfit()
            case "open_other":
                self._open_other(question, is_open=action.is_open)
            case "write_other":
                self._opened_other = question.id
                self.form = self.form.write_other(question.id, action.words)
            case "write_text":
                self.form = self.form.write_text(question.id, action.words)
            case "write_note":
                self.form = self.form.write_note(question.id, action.words)
        self.message = ""
        self._keep_open()

    def _open_other(self, question: Question, *, is_open: bool) -> None:
        if is_open:
            self._opened_other = question.id
        elif self.is_other_open(question):
            self._opened_other = None
            self.form = self.form.write_other(question.id, "")

    # Going on.

    def _confirm(self, action: QuestionGesture, at: datetime) -> Response | None:
        question = self._question(action.question)
        if question != self.form.current:
            return None  # it was confirmed already, in another tab
        if self._opened_other == question.id and not self.form.answer(question.id).other:
            self.refuse(_("Please write something, or choose an option."))
            return None
        return self._settle(question, action, at)

    def _settle(self, question: Question, action: PageAction, at: datetime) -> Response | None:
        problem = self.form.problem(question.id)
        if problem:
            self.refuse(problem)
            return None
        self.form = self.form.settle(question.id)
        self.message = ""
        self._opened_other = None
        if not self.is_form or (action.by == "typed" and self.form.is_filled_in):
            return self._answer(action, at)
        return None

    def _skip(self, action: QuestionGesture, at: datetime) -> Response | None:
        question = self._question(action.question)
        if question.required:
            raise AnswerRefused(RefusalReason.NOT_ALLOWED, _("This question has to be answered."))
        self.form = self.form.skip(question.id)
        self.message = ""
        return None if self.is_form else self._answer(action, at)

    def _go(self, action: QuestionGesture | PageGesture) -> None:
        if action.do == "review":
            self._review()
            return
        if isinstance(action, QuestionGesture):
            self.form = self.form.open(self._question(action.question).id)
        else:
            self.form = self.form.reset()
        self._opened_other = None
        self.message = ""
        self._keep_open()

    def _review(self) -> None:
        current = self.form.current
        problem = ""
        if current is not None and not self.form.answer(current.id).is_empty:
            problem = self.form.problem(current.id)
        if problem or not self._can_send():
            self.refuse(problem or self._missing_text())
            return
        self.form = self.form.review()
        self.message = ""

    def _submit(self, action: PageGesture, at: datetime) -> Response | None:
        if not self._can_send():
            self.refuse(self._missing_text())
            return None
        if self.form.current is not None:
            return None  # it was opened again, in another tab
        return self._answer(action, at)

    def _can_send(self) -> bool:
        return self.is_form and self.form.can_review

    def _missing_text(self) -> str:
        missing = ", ".join(question.header or question.text for question in self.form.missing)
        return _("Still open: {questions}").format(questions=missing)

    # Responses.

    def _answer(self, action: PageAction, at: datetime) -> Response | None:
        answers = self.form.answers()
        self._keep_open()
        is_typed = any(answer.other or answer.text for answer in answers)
        method = Method.TYPED if is_typed else _METHODS[action.by]
        return self._checked(Answered(answers=answers, provenance=_provenance(method, at)))

    def _leave(self, action: PageGesture | RefuseAll | CancelAll, at: datetime) -> Response | None:
        provenance = _provenance(_METHODS[action.by], at)
        match action.do:
            case "you_decide":
                return self._checked(YouDecide(provenance=provenance))
            case "none_fit":
                if not action.words.strip():
                    self.refuse(_("Please write what would fit."))
                    return None
                typed = _provenance(Method.TYPED, at)
                return self._checked(NoneFit(words=action.words, provenance=typed))
            case "later":
                return self._checked(Later(provenance=provenance))
            case "stop_asking" if not self.can_stop:
                raise AnswerRefused(
                    RefusalReason.NOT_ALLOWED, _("This question cannot be cancelled.")
                )
            case "stop_asking":
                return self._checked(Cancelled(reason=CancelReason.EXIT, provenance=provenance))
            case _:
                words = action.words if isinstance(action, CancelAll) else ""
                return self._checked(Cancelled(text=words, provenance=provenance))

    def _checked(self, response: Response) -> Response | None:
        """Return the response as it is kept; what does not fit is told on the page."""
        try:
            return check_response(self.questions, response, Channel.WEB)
        except AnswerRefused as refused:
            if refused.reason is not RefusalReason.INVALID:
                raise
            self.refuse(refused.message)
            return None

    def _question(self, question_id: str) -> Question:
        for question in self.form.visible:
            if question.id == question_id:
                return question
        raise not_found()

    def _keep_open(self) -> None:
        """Leave one question alone open, whatever is chosen; only a form is reviewed."""
        if not self.is_form and self.form.current is None:
            self.form = self.form.open(self.form.visible[0].id)


def _misfit() -> AnswerRefused:
    return AnswerRefused(
        RefusalReason.INVALID, _("This answer does not fit the kind of the question.")
    )


def _provenance(method: Method, at: datetime) -> Provenance:
    return Provenance(channel=Channel.WEB, method=method, at=at)
