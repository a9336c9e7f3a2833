"""Which questions are open, and whether what came back may be taken. Pure."""

from collections.abc import Mapping, Sequence
from typing import Final, assert_never

from assistant.errors import AnswerRefused, RefusalReason
from assistant.locale import _
from assistant.questions.model.limits import MAX_TEXT
from assistant.questions.model.question import (
    Answer,
    Answered,
    AnswerInput,
    Cancelled,
    CancelReason,
    Channel,
    Draft,
    Later,
    Method,
    NoneFit,
    OnTimeout,
    Provenance,
    Purpose,
    Question,
    QuestionRoute,
    QuestionSet,
    Response,
    TimedOut,
    YouDecide,
)
from assistant.questions.model.sanitizer import clean_text
from assistant.questions.model.text_rules import broken_rule

_NOTHING: Final = Answer(question_id="")
_HERE: Final = frozenset({Channel.DESKTOP, Channel.TERMINAL})
_EVERYWHERE: Final = frozenset(Channel)
MAY_ANSWER: Final[Mapping[Purpose, frozenset[Channel]]] = {
    Purpose.ASK: _EVERYWHERE,
    Purpose.CONFIRM: _HERE,
    Purpose.PERMISSION: _HERE,
    Purpose.END_SESSION: _HERE | {Channel.VOICE},
    Purpose.CONFLICT: _HERE | {Channel.VOICE, Channel.WEB},
}
"""Which channels may settle a question of each purpose; a spoken yes to an approval besides."""


def may_answer(questions: QuestionSet, channel: Channel) -> bool:
    """Whether an answer from `channel` counts for these questions."""
    if questions.purpose.is_approval and channel is Channel.VOICE:
        return questions.voice_confirm
    is_allowed = questions.purpose is Purpose.PERMISSION and channel in questions.allowed_channels
    return is_allowed or channel in MAY_ANSWER[questions.purpose]


def default_draft(questions: QuestionSet) -> Draft:
    """Return the selections a presenter starts from: what the author marked as default."""
    answers: dict[str, Answer] = {}
    for question in questions.walk():
        answer = default_answer(question)
        if not answer.is_empty:
            answers[question.id] = answer
    return Draft(answers=answers)


def default_answer(question: Question) -> Answer:
    """Return what the author marked as default; empty if nothing is."""
    return Answer(
        question_id=question.id,
        option_ids=tuple(option.id for option in question.options if option.default),
        text=question.default_text or None,
        boolean=question.default_boolean,
    )


def visible(questions: QuestionSet, draft: Draft) -> tuple[Question, ...]:
    """Return the questions that are open given the choices so far, a parent before its follow-ups.

    Follow-ups of a yes-or-no question hang on the keys `true` and `false`. A question that depends
    on another is open while that one is open and has one of the named answers.
    """
    view = _View(questions, draft)
    return tuple(question for question in questions.walk() if view.is_open(question.id))


class _View:
    """A set as it looks with some answers."""

    def __init__(self, questions: QuestionSet, draft: Draft) -> None:
        self._answers = draft.answers
        self._questions: dict[str, Question] = {}
        self._parents: dict[str, tuple[str, str]] = {}
        """Follow-up → its parent and the option it hangs on."""
        for question in questions.walk():
            self._questions.setdefault(question.id, question)
            for option_id, below in question.follow_ups.items():
                for follow_up in below:
                    self._parents.setdefault(follow_up.id, (question.id, option_id))
        self._known: dict[str, bool] = {}

    def is_open(self, question_id: str) -> bool:
        """Whether a question is open; one whose conditions lead in a circle is not."""
        if question_id not in self._questions:
            return False
        if question_id not in self._known:
            self._known[question_id] = False
            self._known[question_id] = self._holds(question_id)
        return self._known[question_id]

    def _holds(self, question_id: str) -> bool:
        if question_id in self._parents:
            parent, option_id = self._parents[question_id]
            if not self.is_open(parent) or option_id not in self._chosen(parent):
                return False
        condition = self._questions[question_id].depends_on
        return condition is None or (
            self.is_open(condition.question_id)
            and not self._chosen(condition.question_id).isdisjoint(condition.option_ids)
        )

    def _chosen(self, question_id: str) -> frozenset[str]:
        answer = self._answers.get(question_id, _NOTHING)
        return frozenset(answer.choices).intersection(self._questions[question_id].choice_ids)


def check(questions: QuestionSet, answers: Sequence[Answer]) -> tuple[Answer, ...]:
    """Return the answers as they are kept, or refuse them.

    Texts come back cleaned, options in the author's order, each visible question with exactly one
    answer, in order. Answers to questions that are not open, because a trigger was not chosen or a
    condition does not hold, are left out.

    Raises:
        AnswerRefused: With `INVALID`, if a question or option does not exist, a required question
            is open, a question is answered twice, an answer is too long, or it breaks a rule of
            its question.
    """
    by_id: dict[str, Answer] = {}
    known = {question.id for question in questions.walk()}
    for answer in answers:
        if answer.question_id not in known:
            raise _invalid(
                _("There is no question “{value}” here.").format(value=_short(answer.question_id))
            )
        if answer.question_id in by_id:
            raise _invalid(_("A question was answered twice."))
        by_id[answer.question_id] = answer
    shown = visible(questions, Draft(answers=by_id))
    result = tuple(_checked(q, by_id.get(q.id, Answer(question_id=q.id))) for q in shown)
    _refuse_open([q for q, a in zip(shown, result, strict=True) if q.required and a.is_empty])
    return result


def check_one(question: Question, answer: Answer) -> Answer:
    """Return the answer to one question as it is kept, whatever else its set asks.

    Raises:
        AnswerRefused: As `check`.
    """
    kept = _checked(question, answer)
    _refuse_open([question] if question.required and kept.is_empty else [])
    return kept


def _refuse_open(missing: Sequence[Question]) -> None:
    if missing:
        names = ", ".join(question.header or question.text for question in missing)
        raise _invalid(_("Questions still open: {names}").format(names=names))


def not_found() -> AnswerRefused:
    """Return the refusal of anything that is wanted of a question nobody knows."""
    return AnswerRefused(RefusalReason.NOT_FOUND, _("There is no such question."))


def _invalid(message: str) -> AnswerRefused:
    return AnswerRefused(RefusalReason.INVALID, message)


def _checked(question: Question, answer: Answer) -> Answer:
    note = _bounded(answer.note, MAX_TEXT, multiline=True)
    match question.traits.input:
        case AnswerInput.TEXT:
            _refuse(answer.option_ids or answer.other or answer.boolean is not None)
            text = _bounded(answer.text, MAX_TEXT, multiline=True)
            trouble = None if text is None else broken_rule(question, text)
            if trouble is not None:
                raise _invalid(trouble)
            return Answer(question_id=question.id, text=text, note=note)
        case AnswerInput.YES_NO:
            _refuse(answer.option_ids or answer.other or answer.text)
            return Answer(question_id=question.id, boolean=answer.boolean, note=note)
        case AnswerInput.OPTIONS:
            _refuse(answer.text or answer.boolean is not None)
            return _checked_choice(question, answer, note)


def _checked_choice(question: Question, answer: Answer, note: str | None) -> Answer:
    known = {option.id for option in question.options}
    for option_id in answer.option_ids:
        if option_id not in known:
            raise _invalid(
                _("There is no option “{value}”. Choose from: {options}.").format(
                    value=_short(option_id),
                    options=_short(", ".join(option.id for option in question.options), 400),
                )
            )
    chosen = tuple(option.id for option in question.options if option.id in answer.option_ids)
    is_multiple, most = question.traits.is_multiple, question.traits.max_words
    other = _bounded(answer.other, most)
    if other and not question.allow_other:
        raise _invalid(_("Please choose one of the options."))
    if answer.other is not None and other is None and not chosen:
        raise _invalid(_("Please write your own answer or choose an option."))
    if not is_multiple and len(chosen) + bool(other) > 1:
        raise _invalid(_("Please choose only one."))
    parts = (*chosen, other) if other else chosen
    _bounded(", ".join(parts), most)
    if is_multiple and parts:
        _check_count(question, len(parts))
    return Answer(question_id=question.id, option_ids=chosen, other=other, note=note)


def _check_count(question: Question, count: int) -> None:
    if question.min_choices is not None and count < question.min_choices:
        raise _invalid(
            _("{count} chosen; please choose at least {limit}.").format(
                count=count, limit=question.min_choices
            )
        )
    if question.max_choices is not None and count > question.max_choices:
        raise _invalid(
            _("{count} chosen; please choose at most {limit}.").format(
                count=count, limit=question.max_choices
            )
        )


def _short(text: str, most: int = 60) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _refuse(wrong_kind: object) -> None:
    if wrong_kind:
        raise _invalid(_("This answer does not fit the kind of the question."))


def kept_words(words: str, *, multiline: bool = False) -> str:
    """Return words that stand for no answer, such as a reason, as they are kept.

    Raises:
        AnswerRefused: `INVALID` if they are too long.
    """
    return _bounded(words, MAX_TEXT, multiline=multiline) or ""


def _bounded(text: str | None, limit: int, *, multiline: bool = False) -> str | None:
    """Return the cleaned text, or None if nothing of it is left."""
    cleaned = clean_text(text or "", multiline=multiline)
    if len(cleaned) > limit:
        raise _invalid(
            _("The answer is {count} characters long; {limit} are allowed.").format(
                count=len(cleaned), limit=limit
            )
        )
    return cleaned or None


def check_response(questions: QuestionSet, response: Response, channel: Channel) -> Response:
    """Return the response as it is kept, or refuse it.

    Raises:
        AnswerRefused: `NOT_ALLOWED` if this channel may not settle these questions or they may not
            be cancelled or left to others, or an option takes a click; `INVALID` as `check`, and for a time-out, which only
            the desk declares.
    """
    if not may_answer(questions, channel):
        raise _not_allowed(_("This can only be answered in the window or the terminal."))
    match response:
        case Answered():
            answers = check(questions, response.answers)
            _only_clicked(questions, answers, response.provenance)
            return response.model_copy(update={"answers": answers})
        case Cancelled():
            if not questions.allow_cancel and response.reason is CancelReason.USER:
                raise _not_allowed(_("This question cannot be cancelled."))
            return response.model_copy(update={"text": kept_words(response.text)})
        case NoneFit():
            _only_when_asking(questions)
            words = kept_words(response.words, multiline=True)
            return response.model_copy(update={"words": words})
        case YouDecide() | Later():
            _only_when_asking(questions)
            return response
        case TimedOut():
            raise _invalid(_("A time-out is not an answer."))
        case _:
            assert_never(response)


def with_user(response: Response, user: str | None) -> Response:
    """Return a response with who gave it, unless its channel has said so."""
    match response:
        case Answered() | YouDecide() | NoneFit() | Later() | Cancelled(provenance=Provenance()):
            provenance = response.provenance
        case Cancelled() | TimedOut():
            return response
    if provenance is None or provenance.user is not None:
        return response
    known = provenance.model_copy(update={"user": user})
    return response.model_copy(update={"provenance": known})


def _only_clicked(
    questions: QuestionSet, answers: Sequence[Answer], provenance: Provenance
) -> None:
    """Refuse an option that takes a click in the window and was chosen in another way."""
    is_click = (provenance.channel, provenance.method) == (Channel.DESKTOP, Method.CLICK)
    for answer in answers:
        question = questions.find(answer.question_id)
        chosen = [option for option in question.options if option.id in answer.option_ids]
        if not is_click and any(option.by_click for option in chosen):
            raise _not_allowed(_("This can only be chosen with the mouse, in the window."))


def _only_when_asking(questions: QuestionSet) -> None:
    if questions.purpose is not Purpose.ASK:
        raise _not_allowed(_("This needs a yes or a no."))


def _not_allowed(message: str) -> AnswerRefused:
    return AnswerRefused(RefusalReason.NOT_ALLOWED, message)


def timeout_answers(questions: QuestionSet) -> tuple[Answer, ...] | None:
    """Return the answers an expired wait stands for, or None if it stands for none.

    Only if the author said so, for a plain question that `provide_choice` did not ask, and each
    visible question is optional and has a default that is a valid answer.
    """
    if questions.on_timeout is not OnTimeout.DEFAULT or questions.purpose is not Purpose.ASK:
        return None
    if questions.route is QuestionRoute.PROVIDE_CHOICE:
        return None
    draft = default_draft(questions)
    shown = visible(questions, draft)
    if any(question.required or question.id not in draft.answers for question in shown):
        return None
    try:
        return check(questions, [draft.answers[question.id] for question in shown])
    except AnswerRefused:
        return None
