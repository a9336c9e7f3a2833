"""Which questions are open, and whether what came back may be taken. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, assert_never

from assistant.errors import AnswerRefused, RefusalReason
from assistant.locale import _
from assistant.questions.cleaning import clean_text
from assistant.questions.limits import MAX_OTHER_MULTI, MAX_OTHER_SINGLE, MAX_TEXT
from assistant.questions.model import (
    Answer,
    Answered,
    Cancelled,
    CancelReason,
    Channel,
    Draft,
    Kind,
    Later,
    NoneFit,
    OnTimeout,
    Purpose,
    Question,
    QuestionSet,
    Response,
    TimedOut,
    YouDecide,
)

_HERE: Final = frozenset({Channel.DESKTOP, Channel.TERMINAL})
_EVERYWHERE: Final = frozenset(Channel)
MAY_ANSWER: Final[Mapping[Purpose, frozenset[Channel]]] = {
    Purpose.ASK: _EVERYWHERE,
    Purpose.CONFIRM: _HERE,
    Purpose.END_SESSION: _HERE | {Channel.VOICE},
    Purpose.CONFLICT: _HERE | {Channel.VOICE, Channel.WEB},
}
"""Which channels may settle a question of each purpose; a spoken yes to a confirmation besides."""


def may_answer(questions: QuestionSet, channel: Channel) -> bool:
    """Whether an answer from `channel` counts for these questions."""
    if questions.purpose is Purpose.CONFIRM and channel is Channel.VOICE:
        return questions.voice_confirm
    return channel in MAY_ANSWER[questions.purpose]


def default_draft(questions: QuestionSet) -> Draft:
    """Return the selections a presenter starts from: the options marked as default."""
    answers: dict[str, Answer] = {}
    for question in questions.walk():
        chosen = tuple(option.id for option in question.options if option.default)
        if chosen:
            answers[question.id] = Answer(question_id=question.id, option_ids=chosen)
    return Draft(answers=answers)


def visible(questions: QuestionSet, draft: Draft) -> tuple[Question, ...]:
    """Return the questions that are open given the choices so far, a parent before its follow-ups.

    Follow-ups of a yes-or-no question hang on the keys `true` and `false`.
    """
    return tuple(_open(questions.questions, draft.answers))


def _open(questions: Sequence[Question], answers: Mapping[str, Answer]) -> Iterator[Question]:
    for question in questions:
        yield question
        answer = answers.get(question.id)
        for key in _triggers(question, answer):
            yield from _open(question.follow_ups.get(key, ()), answers)


def _triggers(question: Question, answer: Answer | None) -> tuple[str, ...]:
    if answer is None:
        return ()
    if question.kind is Kind.BOOLEAN:
        return () if answer.boolean is None else (str(answer.boolean).lower(),)
    return tuple(option.id for option in question.options if option.id in answer.option_ids)


def check(questions: QuestionSet, answers: Sequence[Answer]) -> tuple[Answer, ...]:
    """Return the answers as they are kept, or refuse them.

    Texts come back cleaned, options in the author's order, each visible question with exactly one
    answer, in order. Answers to follow-ups whose trigger was not chosen are left out.

    Raises:
        AnswerRefused: With `INVALID`, if a question or option does not exist, a required question
            is open, a question is answered twice, or a text is too long.
    """
    by_id: dict[str, Answer] = {}
    known = {question.id for question in questions.walk()}
    for answer in answers:
        if answer.question_id not in known:
            raise _invalid(_("This question is not part of the form."))
        if answer.question_id in by_id:
            raise _invalid(_("A question was answered twice."))
        by_id[answer.question_id] = answer
    shown = visible(questions, Draft(answers=by_id))
    result = tuple(_checked(q, by_id.get(q.id, Answer(question_id=q.id))) for q in shown)
    missing = [q for q, a in zip(shown, result, strict=True) if q.required and a.is_empty]
    if missing:
        names = ", ".join(question.header or question.text for question in missing)
        raise _invalid(_("Questions still open: {names}").format(names=names))
    return result


def _invalid(message: str) -> AnswerRefused:
    return AnswerRefused(RefusalReason.INVALID, message)


def _checked(question: Question, answer: Answer) -> Answer:
    note = _bounded(answer.note, MAX_TEXT, multiline=True)
    match question.kind:
        case Kind.TEXT:
            _refuse(answer.option_ids or answer.other or answer.boolean is not None)
            text = _bounded(answer.text, MAX_TEXT, multiline=True)
            return Answer(question_id=question.id, text=text, note=note)
        case Kind.BOOLEAN:
            _refuse(answer.option_ids or answer.other or answer.text)
            return Answer(question_id=question.id, boolean=answer.boolean, note=note)
        case Kind.SINGLE | Kind.MULTI:
            _refuse(answer.text or answer.boolean is not None)
            return _checked_choice(question, answer, note)
        case _:
            assert_never(question.kind)


def _checked_choice(question: Question, answer: Answer, note: str | None) -> Answer:
    known = {option.id for option in question.options}
    if not known.issuperset(answer.option_ids):
        raise _invalid(_("This option does not exist."))
    chosen = tuple(option.id for option in question.options if option.id in answer.option_ids)
    limit = MAX_OTHER_SINGLE if question.kind is Kind.SINGLE else MAX_OTHER_MULTI
    other = _bounded(answer.other, limit)
    if other and not question.allow_other:
        raise _invalid(_("Please choose one of the options."))
    if answer.other is not None and other is None and not chosen:
        raise _invalid(_("Please write your own answer or choose an option."))
    if question.kind is Kind.SINGLE and len(chosen) + bool(other) > 1:
        raise _invalid(_("Please choose only one."))
    return Answer(question_id=question.id, option_ids=chosen, other=other, note=note)


def _refuse(wrong_kind: object) -> None:
    if wrong_kind:
        raise _invalid(_("This answer does not fit the kind of the question."))


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
            be cancelled or left to others; `INVALID` as `check`, and for a time-out, which only
            the desk declares.
    """
    if not may_answer(questions, channel):
        raise _not_allowed(_("This can only be answered in the window or the terminal."))
    match response:
        case Answered():
            return response.model_copy(update={"answers": check(questions, response.answers)})
        case Cancelled():
            if not questions.allow_cancel and response.reason is CancelReason.USER:
                raise _not_allowed(_("This question cannot be cancelled."))
            return response.model_copy(update={"text": _bounded(response.text, MAX_TEXT) or ""})
        case NoneFit():
            _only_when_asking(questions)
            words = _bounded(response.words, MAX_TEXT, multiline=True) or ""
            return response.model_copy(update={"words": words})
        case YouDecide() | Later():
            _only_when_asking(questions)
            return response
        case TimedOut():
            raise _invalid(_("A time-out is not an answer."))
        case _:
            assert_never(response)


def _only_when_asking(questions: QuestionSet) -> None:
    if questions.purpose is not Purpose.ASK:
        raise _not_allowed(_("This needs a yes or a no."))


def _not_allowed(message: str) -> AnswerRefused:
    return AnswerRefused(RefusalReason.NOT_ALLOWED, message)


def timeout_answers(questions: QuestionSet) -> tuple[Answer, ...] | None:
    """Return the answers an expired wait stands for, or None if it stands for none.

    Only if the author said so, for a plain question, and each visible question is optional and has
    a default.
    """
    if questions.on_timeout is not OnTimeout.DEFAULT or questions.purpose is not Purpose.ASK:
        return None
    draft = default_draft(questions)
    shown = visible(questions, draft)
    if any(question.required or question.id not in draft.answers for question in shown):
        return None
    return tuple(draft.answers[question.id] for question in shown)
